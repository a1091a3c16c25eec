"""Which header holds which field: aliases, the map, constants, columns taken from the file name."""

import re
from dataclasses import dataclass, field

from db.importers.answers import FileAnswers
from db.importers.base import Question, SourceFile
from db.importers.cells import Reader

_FOLD = re.compile(r"[\W_]+")
_RANGE = " ... "


@dataclass(frozen=True, slots=True)
class Column:
    """A field of a table.

    `required`: the file must have it. `nullable`: its cell may be empty (always so if not required). `many`: a list
    field, which several mark columns may fill. `prefix`: every header that begins so is one (`price_SL`), read as a
    dictionary from the rest of the header. `state_of`: the field names the state of that city field.
    """

    field: str
    reader: Reader
    required: bool = False
    nullable: bool = True
    aliases: tuple[str, ...] = ()
    many: bool = False
    prefix: str | None = None
    state_of: str | None = None
    is_name: bool = False


@dataclass(slots=True)
class Layout:
    """Where each field of one file comes from.

    `indices`: field -> positions of its header(s). `texts`: field -> one text for all rows. `missing`: required fields
    that nothing fills.
    """

    indices: dict[str, list[int]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)


def fold_header(text: str) -> str:
    """A header as it is compared: letters and digits only, case folded (`Flight Number` = `flight_number`)."""
    return _FOLD.sub("", text).casefold()


def after_prefix(header: str, prefix: str) -> str:
    """What a header says behind the prefix of its field (`price_SL`, `PriceSL`, `Price (SL)`: SL); all of it where it does
    not begin so."""
    start = "".join(rf"{letter}[\W_]*" for letter in fold_header(prefix))
    return re.sub(rf"(?i)^[\W_]*{start}|[\W_]+$", "", header)


def lay_out(source: SourceFile, columns: tuple[Column, ...], answers: FileAnswers) -> Layout:
    """Where each field comes from: the map first, then the field's own name, then its aliases in their order."""
    layout = Layout()
    folded = [fold_header(header) for header in source.header]
    taken: set[int] = set()
    by_field = {column.field: column for column in columns}
    _refuse_unknown_fields(source, by_field, answers, layout)
    stated = {name: written for name, written in answers.columns.items() if name in by_field}
    for name, written in stated.items():
        if found := _mapped(source, folded, by_field[name], written, layout):
            layout.indices[name] = found
            taken.update(found)
    _refuse_one_text(source, by_field, answers, layout)
    layout.texts.update({name: text for name, text in answers.constants.items() if name in by_field})
    for name, pattern in answers.from_name.items():
        if name in by_field:
            _from_name(source, name, pattern, layout)
    for column in columns:
        if column.field in layout.indices or column.field in layout.texts:
            continue
        if found := _by_name(column, folded, taken):
            layout.indices[column.field] = found
            taken.update(found)
        elif column.required:
            layout.missing.append(column.field)
    layout.unused = [header for n, header in enumerate(source.header) if n not in taken and header]
    layout.questions += [_ask_for(source, name, layout) for name in layout.missing]
    return layout


def _by_name(column: Column, folded: list[str], taken: set[int]) -> list[int]:
    if column.prefix:
        start = fold_header(column.prefix)
        return [
            n
            for n, head in enumerate(folded)
            if head.startswith(start) and _names_a_class(column, head) and n not in taken
        ]
    wanted = [fold_header(name) for name in (column.field, *column.aliases)]
    return next(([folded.index(name)] for name in wanted if name in folded), [])


def _names_a_class(column: Column, folded: str) -> bool:
    """False for `Price` and `prices`, which have no class behind `price_`."""
    return column.prefix is None or folded not in (fold_header(column.prefix), fold_header(column.field))


def _ask_for(source: SourceFile, name: str, layout: Layout) -> Question:
    choices = tuple(layout.unused)
    offered = (
        f" Headers not used yet: {', '.join(choices[:12])}{' ...' if len(choices) > 12 else ''}."
        if choices
        else ""
    )
    return Question(
        source.name,
        f"columns.{name}",
        f"No column is called {name}. Which one holds it?{offered} "
        f'(Or the same text for every row: "constants": {{"{name}": "<text>"}}.)',
        f'"columns": {{"{name}": "<header>"}}',
        choices,
    )


def _refuse_unknown_fields(
    source: SourceFile, by_field: dict[str, Column], answers: FileAnswers, layout: Layout
) -> None:
    stated = {*answers.columns, *answers.constants, *answers.from_name}
    for name in sorted(stated - set(by_field)):
        layout.questions.append(
            Question(
                source.name,
                f"columns.{name}",
                f"The map names a field '{name}' that the table does not have. Fields: {', '.join(by_field)}.",
                f'"columns": {{"<field>": "<header>"}} in place of "{name}"',
            )
        )
    for name in sorted(set(answers.units) - set(by_field)):
        layout.questions.append(
            Question(
                source.name,
                f"units.{name}",
                f"The map names a unit for '{name}', a field that the table does not have. "
                f"Fields: {', '.join(by_field)}.",
                f'"units": {{"<field>": "<unit>"}} in place of "{name}"',
            )
        )


def _refuse_one_text(
    source: SourceFile, by_field: dict[str, Column], answers: FileAnswers, layout: Layout
) -> None:
    """A field that is read from the headers of many columns is nothing that one text could fill."""
    for name in sorted({*answers.constants, *answers.from_name} & set(by_field)):
        if prefix := by_field[name].prefix:
            layout.questions.append(
                Question(
                    source.name,
                    f"columns.{name}",
                    f"The map gives one text for {name}, which is read from columns such as {prefix}<class>. "
                    "Which ones are they?",
                    f'"columns": {{"{name}": ["<header>", "<header>"]}} in place of that text',
                    source.header,
                )
            )


def _mapped(
    source: SourceFile, folded: list[str], column: Column, written: str | list[str], layout: Layout
) -> list[int]:
    name, found = column.field, list[int]()
    for header in [written] if isinstance(written, str) else written:
        first, is_range, last = header.partition(_RANGE)
        ends = [_position(source, folded, part) for part in ([first, last] if is_range else [header])]
        if None not in ends and not _names_a_class(column, fold_header(header)):
            layout.questions.append(
                Question(
                    source.name,
                    f"columns.{name}",
                    f"The map takes {name} from '{header}', which names no class as {column.prefix}<class> does. "
                    "Which headers do?",
                    f'"columns": {{"{name}": ["<header>", "<header>"]}}',
                    source.header,
                )
            )
            return []
        if None in ends:
            layout.questions.append(
                Question(
                    source.name,
                    f"columns.{name}",
                    f"The map takes {name} from '{header}', which is no header of the file. "
                    f"Headers: {', '.join(source.header)}.",
                    f'"columns": {{"{name}": "<header>"}}',
                    source.header,
                )
            )
            return []
        positions = [end for end in ends if end is not None]
        found.extend(range(positions[0], positions[-1] + 1))
    return found


def _position(source: SourceFile, folded: list[str], header: str) -> int | None:
    if header in source.header:
        return source.header.index(header)
    wanted = fold_header(header)
    return folded.index(wanted) if wanted in folded else None


def _from_name(source: SourceFile, name: str, pattern: str, layout: Layout) -> None:
    try:
        match = re.search(pattern, source.stem)
        reason = f"does not fit the name {source.stem}"
    except (re.error, OverflowError, RecursionError) as error:
        match, reason = None, f"is no regular expression ({error})"
    if match is None or not match.re.groups or match[1] is None:
        if match is not None:
            reason = f"takes nothing from {match.string}" if match.re.groups else "has no group in brackets"
        layout.questions.append(
            Question(
                source.name,
                f"from_name.{name}",
                f"{name} comes from the file name by {pattern}, which {reason}.",
                f'"from_name": {{"{name}": "(.*)"}}',
            )
        )
        return
    layout.texts[name] = match[1]
