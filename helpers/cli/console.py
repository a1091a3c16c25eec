"""Where the commands print: tables to standard output, errors to standard error."""

from rich.console import Console

from annotate.errors import WorkbenchError


def console() -> Console:
    """Standard output. Lines are never cut when it is no terminal, and names from data are printed as they are, `[/b]` too."""
    out = Console(soft_wrap=True, highlight=False, markup=False)
    return out if out.is_terminal else Console(soft_wrap=True, highlight=False, markup=False, width=200)


def say_error(error: WorkbenchError) -> None:
    """Prints an error meant for a person to standard error."""
    Console(stderr=True, soft_wrap=True, highlight=False).print(str(error), markup=False)


def say(text: str) -> None:
    """Prints a remark to standard error."""
    Console(stderr=True, soft_wrap=True, highlight=False).print(text, markup=False)
