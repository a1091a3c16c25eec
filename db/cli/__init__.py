"""Subcommands of `python -m db`: one file, one command, found automatically."""
