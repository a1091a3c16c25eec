"""`python -m helpers score-sets`: scores the model sets that wait."""

import argparse

from annotate.errors import InputError
from db.model_scoring import Claim
from db.numbers import number_in
from helpers.cli.console import console, say
from helpers.cli.reference_database import reference_url
from helpers.model_scoring import score_waiting, step_back


def add_to(parsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command to the command line."""
    parser = parsers.add_parser(
        "score-sets",
        help="score the model sets that wait",
        description="Scores the model sets that wait or were left half done, one after the other, unless another "
        "process does. The screen Model sets starts it by itself.",
    )
    parser.add_argument("--db", metavar="URL", help="the database (default: the workbench's)")
    parser.add_argument("--low", action="store_true", help="leave the processor to others")
    parser.add_argument("--claim", metavar="SET:WORD", help="go on with a set that was claimed already")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Scores and says how many sets were brought to an end."""
    if arguments.low:
        step_back()
    ended = score_waiting(
        reference_url(arguments),
        claim=_claim(arguments.claim),
        tell=lambda name, done: None if arguments.low else say(f"{name}: {done} more plans"),
    )
    console().print(f"{ended} model set{'' if ended == 1 else 's'} scored", markup=False)
    return 0


def _claim(text: str | None) -> Claim | None:
    if text is None:
        return None
    said, _, word = text.partition(":")
    number = number_in(said)
    if number is None or not word:
        raise InputError(f"'{text}' is no claim", expected="the number of a set and its word, 3:0123abcd")
    return Claim(number, word)
