"""How tables and plans come in: one file is one format."""
