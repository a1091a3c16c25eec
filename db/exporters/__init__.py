"""How plans go out: one file is one format."""
