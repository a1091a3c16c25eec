"""Errors that a person reads: what went wrong, where, what was expected, what to do."""


class WorkbenchError(Exception):
    """Base of every error that is meant for a person.

    The text is one or two sentences; `where` names the file, line, row or field if that is not in the text.
    """

    def __init__(
        self,
        message: str,
        *,
        where: str | None = None,
        expected: str | None = None,
        todo: str | None = None,
    ) -> None:
        self.message, self.where, self.expected, self.todo = (
            message,
            where,
            expected,
            todo,
        )
        super().__init__(" ".join(self._sentences()))

    def _sentences(self) -> list[str]:
        place = f"{self.where}: " if self.where else ""
        stop = "" if self.message.endswith((".", "!", "?")) else "."
        parts = [f"{place}{self.message}{stop}"]
        if self.expected:
            parts.append(f"Expected {self.expected}.")
        if self.todo:
            parts.append(self.todo)
        return parts


class InputError(WorkbenchError):
    """A value from outside (a cell, a file, a command) cannot be used."""


class NotationError(InputError):
    """A plan text cannot be understood. `problems` are all its errors, each with its place."""

    def __init__(
        self, message: str, *, problems: tuple[InputError, ...] = (), where: str | None = None
    ) -> None:
        self.problems = problems
        super().__init__(message, where=where)


class ConflictError(WorkbenchError):
    """Somebody changed the same thing since the caller last read it."""


class LockedError(WorkbenchError):
    """The annotation is in a state that does not allow the change."""


class NotAllowedError(WorkbenchError):
    """The person's roles do not allow the action."""


class ThrottledError(WorkbenchError):
    """It was tried too often; later it is allowed again."""


class NotFoundError(WorkbenchError):
    """The thing asked for does not exist."""


class UnavailableError(WorkbenchError):
    """What the work is kept in cannot be reached, read or written; nothing was saved."""
