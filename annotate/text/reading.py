"""What was tolerated and what was wrong while one plan was read.

Readers of plan text share one `Reading`: they note what they tolerated and go on after an error, so that a
person sees all errors of a plan at once.
"""

from dataclasses import dataclass, field

from annotate.errors import InputError, NotationError

SHOWN_MAX_CHARS = 160
MESSAGE_MAX_CHARS = 600
SHOWN_ERRORS = 50
"""The text of an error that tells all errors of a plan names so many of them."""


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that was tolerated: where it stands, what was found, what was done with it."""

    where: str
    found: str
    done: str

    def __str__(self) -> str:
        return f"{self.where}: '{self.found}': {self.done}."


@dataclass(slots=True)
class Reading:
    """Collects the notes and errors of one plan."""

    notes: list[Note] = field(default_factory=list)
    errors: list[InputError] = field(default_factory=list)
    _said: set[Note] = field(default_factory=set)

    def note(self, where: str, found: object, done: str) -> None:
        """Say that something was tolerated. The same thing at the same place is said once."""
        note = Note(where, shorten(found), done)
        if note not in self._said:
            self._said.add(note)
            self.notes.append(note)

    def error(
        self, where: str, message: str, *, expected: str | None = None, todo: str | None = None
    ) -> None:
        """Say that something cannot be used."""
        self.errors.append(InputError(_without_middle(message), where=where, expected=expected, todo=todo))

    def failed(self, where: str, error: InputError) -> None:
        """Take over an error of a quantity and give it its place."""
        self.error(where, error.message, expected=error.expected, todo=error.todo)

    def raise_if_wrong(self, subject: str) -> None:
        """Raise a NotationError with all errors in `problems` and the first ones in its text, if there are any."""
        if self.errors:
            count = len(self.errors)
            shown = self.errors[:SHOWN_ERRORS]
            sentences = " ".join(f"({number}) {error}" for number, error in enumerate(shown, 1))
            sentences += f" ... and {count - len(shown):,} more" if count > len(shown) else ""
            raise NotationError(
                f"{subject} cannot be understood: {sentences}"
                if count == 1
                else f"{subject} cannot be understood, {count} errors: {sentences}",
                problems=tuple(self.errors),
            )


def _without_middle(message: str) -> str:
    """A message that quotes something long, with the words before and after it."""
    if len(message) <= MESSAGE_MAX_CHARS:
        return message
    half = MESSAGE_MAX_CHARS // 2
    return f"{message[:half]} ... {message[-half:]}"


def shorten(value: object) -> str:
    """A value for a report: text as it is, cut where it is long."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= SHOWN_MAX_CHARS else text[: SHOWN_MAX_CHARS - 3] + "..."
