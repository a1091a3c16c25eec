"""Subcommands of `python -m db`: one file, one command, found automatically."""

import argparse

from annotate.errors import InputError
from db.cells import fault_of_text


def require_text(parsed: argparse.Namespace) -> None:
    """Refuses words of a command that hold a character which cannot be stored or printed; a path may hold any byte.

    Raises InputError.
    """
    for name, value in vars(parsed).items():
        for word in value if isinstance(value, list) else [value]:
            if isinstance(word, str) and (fault := fault_of_text(word, f"'{name}'", len(word))) is not None:
                raise InputError(fault, expected="text in UTF-8", todo="Type it again.")
