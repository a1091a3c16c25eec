"""Import data: choose files, see the mapping and every problem, answer what only a person knows, then accept."""

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from annotate.errors import InputError, WorkbenchError
from db.import_list import past_imports
from db.importers.answers import read_map
from db.importers.base import Problem, Progress, Question
from db.importers.registry import all_importers
from db.importers.report import as_csv, grouped
from db.imports import FileOutcome, ImportPlan, Upload
from db.people import Person
from db.session import open_session
from pages._ui.import_desk import ImportDesk, Options, answer, read_again, take_in, totals_by_table
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import count, page_head, plain, section, when
from pages._ui.session import LEAD, Key, recall, remember, require_role

PROBLEM_HEIGHT_PX = 420
MOST_KINDS_SHOWN = 200
LINES_SHOWN = 8
TABLES = tuple(importer.table for importer in all_importers())


def _progress(place: DeltaGenerator) -> Progress:
    def tell(what: str, done: int, of: int) -> None:
        place.progress(done / of if of else 1.0, plain(what))

    return tell


def _desk() -> ImportDesk:
    desk: ImportDesk | None = recall(Key.IMPORT)
    if desk is None:
        desk = ImportDesk()
        remember(Key.IMPORT, desk)
    return desk


def _choose(desk: ImportDesk) -> tuple[list[Upload], str, Options]:
    left, right = st.columns([1.25, 1], gap="medium")
    with left:
        files = st.file_uploader(
            "Files: CSV, TSV, JSON or JSON Lines, several at once",
            type=["csv", "tsv", "txt", "json", "jsonl"],
            accept_multiple_files=True,
            key=f"files-{desk.chosen}",
        )
    with right:
        folder = st.text_input(
            "Or a folder on the server",
            key=f"folder-{desk.chosen}",
            placeholder="/data/utp",
            help="Every file in it whose ending is known is read.",
        )
        set_name = st.text_input(
            "Set of queries and plans",
            key="set-name",
            placeholder="the file's name",
            help="Queries are keyed by set and number.",
        )
        as_skeleton = st.checkbox("Filled plans are skeletons with given times", key="as-skeleton")
        create_cities = st.checkbox("Make cities that the table lacks", key="create-cities")
    uploads = [Upload(one.name, one.getvalue()) for one in files]
    return (
        uploads,
        (folder or "").strip(),
        Options((set_name or "").strip() or None, as_skeleton, create_cities),
    )


def _figures(plan: ImportPlan) -> None:
    good, bad = plan.counts
    errors, notes, questions = len(plan.errors), len(plan.notes), len(plan.questions)
    with st.container(horizontal=True, key="import-figures"):
        st.badge(count(len(plan.files), "file"), color="gray")
        st.badge(count(good, "good row"), color="green")
        st.badge(count(bad, "bad row"), color="red" if bad else "gray")
        st.badge(count(errors, "error"), color="red" if errors else "gray")
        st.badge(count(notes, "note"), color="gray")
        st.badge(count(questions, "open question"), color="red" if questions else "gray")


def _ask(desk: ImportDesk, question: Question) -> None:
    with st.container(border=True):
        st.markdown(f"**{plain(question.file)}**  \n{plain(question.text)}")
        with st.form(f"ask-{question.file}-{question.key}", border=False, enter_to_submit=True):
            field, button = st.columns([4, 1], vertical_alignment="bottom")
            with field:
                name = f"answer-{question.file}-{question.key}"
                choices = question.choices or (TABLES if question.key == "table" else ())
                if choices:
                    given = st.selectbox(
                        "Answer",
                        choices,
                        index=None,
                        key=name,
                        placeholder="choose",
                        label_visibility="collapsed",
                        accept_new_options=question.key != "table",
                    )
                else:
                    given = st.text_input("Answer", key=name, label_visibility="collapsed")
            if button.form_submit_button("Answer", width="stretch") and given:
                try:
                    desk.answers = answer(desk.answers, question, str(given))
                except WorkbenchError as error:
                    st.error(plain(error))
                    return
                st.rerun()
        st.caption(f"In the map: `{question.add.replace('`', '')}`")


def _map_editor(desk: ImportDesk) -> None:
    with (
        st.expander("The map: every answer as JSON", icon=":material/data_object:"),
        st.form("map", border=False),
    ):
        text = st.text_area(
            "Answers by file", desk.answers.to_json(), height=220, key=f"map-{hash(desk.answers.to_json())}"
        )
        if st.form_submit_button("Read the files with this map"):
            try:
                desk.answers = read_map(text or "{}")
            except InputError as error:
                st.error(plain(error))
                return
            st.rerun()


def _file_row(one: FileOutcome) -> Row:
    columns = one.used.get("columns") or {}
    mapping = ", ".join(
        f"{name} from {header}" if name != header else name for name, header in columns.items()
    )
    others = ", ".join(f"{key}: {value}" for key, value in one.used.items() if key != "columns" and value)
    understood = Cell(one.table) if one.table else Cell("not recognised", sub=one.why, tone="bad")
    return Row(
        one.name,
        None,
        [
            Cell(one.name),
            understood,
            Cell(f"{one.good:,}", sort=one.good),
            Cell(f"{one.bad:,}", tone="bad" if one.bad else "mute", sort=one.bad),
            Cell(mapping or "-", sub=others, tone="" if mapping else "mute"),
        ],
    )


def _problems(plan: ImportPlan) -> None:
    section("Problems", "an error leaves its row out, a note says what was done to a row that is used")
    level_at, file_at, form_at, save_at = st.columns([1.4, 2, 1.4, 1], vertical_alignment="bottom")
    with level_at:
        level = st.segmented_control(
            "Level",
            ["all", "errors", "notes"],
            default="all",
            required=True,
            key="level",
            bind="query-params",
        )
    with file_at:
        file = st.multiselect(
            "File", sorted({problem.file for problem in plan.problems}), key="problem-file", placeholder="any"
        )
    with form_at:
        form = st.segmented_control(
            "Shown",
            ["by kind", "one by one"],
            default="by kind",
            required=True,
            key="form",
            bind="query-params",
        )
    chosen = [
        problem
        for problem in plan.problems
        if (level == "all" or problem.level == str(level).rstrip("s")) and (not file or problem.file in file)
    ]
    save_at.download_button(
        "Save as CSV",
        data=lambda: as_csv(plan.problems),
        file_name="import-problems.csv",
        mime="text/csv",
        on_click="ignore",
        icon=":material/download:",
        width="stretch",
    )
    if not chosen:
        st.info("No problem fits the filter.")
    elif form == "one by one":
        st.dataframe(
            {
                "Level": [one.level for one in chosen],
                "File": [one.file for one in chosen],
                "Line": [one.line for one in chosen],
                "Column": [one.column or "" for one in chosen],
                "Found": [one.found for one in chosen],
                "Expected": [one.expected for one in chosen],
                "What to do": [one.todo for one in chosen],
            },
            hide_index=True,
            height=PROBLEM_HEIGHT_PX,
            alt="Every problem of the import",
        )
    else:
        _problem_kinds(chosen)


def _lines(lines: Sequence[int]) -> str:
    if not lines:
        return "whole file"
    return ", ".join(map(str, lines[:LINES_SHOWN])) + (" ..." if len(lines) > LINES_SHOWN else "")


def _problem_kinds(chosen: Sequence[Problem]) -> None:
    kinds = grouped(chosen)
    rows = [
        Row(
            str(number),
            None,
            [
                Cell(kind.level, tone="bad" if kind.level == "error" else "mute", chip=True),
                Cell(kind.file),
                Cell(_lines(kind.lines), sort=float(kind.lines[0]) if kind.lines else 0.0),
                Cell(kind.column or "-"),
                Cell(str(kind.count), sort=kind.count),
                Cell("; ".join(kind.found) + (f"; and {others} others" if others else "")),
                Cell(kind.expected or "-"),
                Cell(kind.todo or "-"),
            ],
        )
        for number, kind in enumerate(kinds[:MOST_KINDS_SHOWN])
        for others in [kind.kinds - len(kind.found)]
    ]
    headings = ("Level", "File", "Line", "Column", "Rows", "Found", "Expected", "What to do")
    columns = [
        Column(name, number=name == "Rows", wrap=name not in ("Level", "Rows", "Column")) for name in headings
    ]
    link_table(
        columns, rows, key="problem-kinds", name="Problems of the import by kind", height_px=PROBLEM_HEIGHT_PX
    )
    if len(kinds) > MOST_KINDS_SHOWN:
        st.caption(
            f"The first {MOST_KINDS_SHOWN} of {len(kinds):,} kinds are shown. “One by one” and the CSV hold all."
        )


def _decide(desk: ImportDesk, plan: ImportPlan, person: Person) -> None:
    good, bad = plan.counts
    skip_bad = bool(plan.errors)
    blocked = (
        "Answer the questions first."
        if plan.questions
        else "There is no row to import."
        if not good
        else None
    )
    label = (
        f"Import the {good:,} good {'one' if good == 1 else 'ones'}"
        if skip_bad
        else f"Import {count(good, 'row')}"
    )
    button, words, save = st.columns([1.3, 3, 1.1], vertical_alignment="center")
    pressed = button.button(
        label,
        type="primary",
        key="import-now",
        disabled=blocked is not None,
        shortcut="Ctrl+Enter",
        width="stretch",
    )
    left_out = (
        f"{count(bad, 'row')} will be left out; the list of problems is kept with the import. "
        if skip_bad
        else ""
    )
    words.markdown(
        blocked or f"{left_out}Nothing has been written yet. Importing the same file again changes nothing."
    )
    save.download_button(
        "Save the map",
        data=desk.answers.to_json(),
        file_name="import-map.json",
        mime="application/json",
        on_click="ignore",
        icon=":material/download:",
        width="stretch",
    )
    if not pressed:
        return
    bar = st.empty()
    try:
        take_in(desk, person, skip_bad=skip_bad, progress=_progress(bar))
    except WorkbenchError as error:
        bar.empty()
        st.error(plain(error))
        return
    st.rerun()


def _result(desk: ImportDesk) -> None:
    if desk.result is None:
        return
    done = desk.result.counts
    st.success(
        f"Imported: {done.new:,} new, {done.changed:,} changed, {done.same:,} the same.",
        icon=":material/check:",
    )
    rows = [
        Row(
            table,
            None,
            [
                Cell(table),
                *(
                    Cell(f"{number:,}", tone="" if number else "mute", sort=number)
                    for number in (one.new, one.changed, one.same)
                ),
            ],
        )
        for table, one in totals_by_table(desk.result).items()
    ]
    columns = [
        Column("Table"),
        Column("New", number=True),
        Column("Changed", number=True),
        Column("Same", number=True),
    ]
    link_table(columns, rows, key="import-result", name="What the import did, by table")
    extra = []
    if desk.result.cities_created:
        extra.append(count(desk.result.cities_created, "city made", "cities made"))
    if desk.result.stops_computed:
        extra.append(f"nearest stop computed for {count(desk.result.stops_computed, 'place')}")
    if extra:
        st.caption(", ".join(extra).capitalize() + ".")


def _past() -> None:
    with open_session(write=False) as session:
        done = past_imports(session)
    section("Past imports", count(len(done), "file"))
    if not done:
        st.info(
            "Nothing was imported yet. Cities come first, then reference tables, then skeletons.",
            icon=":material/upload_file:",
        )
        return
    rows = [
        Row(
            str(one.import_id),
            None,
            [
                Cell(str(one.import_id), sort=one.import_id),
                Cell(one.file_name),
                Cell(one.kind),
                Cell(f"{one.rows:,}", sort=one.rows),
                Cell(str(one.problems), tone="" if one.problems else "mute", sort=one.problems),
                Cell(one.label),
                Cell(one.as_of or "not said", tone="" if one.as_of else "mute"),
                Cell(when(one.imported_at), sort=one.imported_at.timestamp()),
                Cell(one.imported_by.label if one.imported_by else "at start"),
            ],
        )
        for one in done
    ]
    headings = ("No.", "File", "Table", "Rows", "Problems", "Source label", "Data as of", "Imported", "By")
    columns = [
        Column(name, number=name in ("Rows", "Problems"), wrap=name in ("File", "Source label"))
        for name in headings
    ]
    link_table(columns, rows, key="past-imports", name="Past imports", height_px=PROBLEM_HEIGHT_PX)


def show() -> None:
    """Draw the screen."""
    person = require_role(LEAD)
    page_head(
        "Import data",
        "Reference tables, queries, skeletons and plans. Files are read and checked first; "
        "nothing is written before you press Import.",
    )
    desk = _desk()
    uploads, folder, options = _choose(desk)
    if uploads or folder:
        waiting = st.empty()
        try:
            read_again(desk, uploads, folder, options, _progress(waiting))
        except WorkbenchError as error:
            st.error(plain(error))
        waiting.empty()
        if desk.plan is not None:
            _read(desk, desk.plan, person)
    else:
        desk.plan, desk.read_as = None, ()
        _result(desk)
    _past()


def _read(desk: ImportDesk, plan: ImportPlan, person: Person) -> None:
    section("What was read", "a dry run")
    _figures(plan)
    _decide(desk, plan, person)
    for question in plan.questions:
        _ask(desk, question)
    columns = [
        Column("File", wrap=True),
        Column("Read as", wrap=True),
        Column("Good", number=True),
        Column("Bad", number=True),
        Column("Columns used", wrap=True),
    ]
    link_table(
        columns,
        [_file_row(one) for one in plan.files],
        key="files-read",
        name="Files that were read",
        height_px=PROBLEM_HEIGHT_PX,
    )
    if plan.created:
        names = ", ".join(city.words for city in plan.created.values())
        st.caption(f"{count(len(plan.created), 'city', 'cities')} will be made: {plain(names)}")
    if plan.problems:
        _problems(plan)
    _map_editor(desk)


show()
