"""How plans are written: the readers and writers behind `annotate.notation`, one file for one kind of text."""
