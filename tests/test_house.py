"""The house rules that a program can check: who imports whom, what lies where, what a rule brings with it."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from pages._ui.main import SCREENS
from pages._ui.session import ANNOTATOR, ANY_ROLE, EXPERT, LEAD

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("annotate", "helpers", "db", "pages")
MOST_LINES = 500
NAMES_THAT_SAY_NOTHING = {"util", "utils", "misc", "common", "manager", "managers", "helper", "stuff", "lib"}
UNPINNED = {"numpy"}  # Python 3.11 and 3.13 get different versions
ROLE_NAMES = {"ANNOTATOR": (ANNOTATOR,), "EXPERT": (EXPERT,), "LEAD": (LEAD,), "ANY_ROLE": ANY_ROLE}

_Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _code(*folders: str) -> list[Path]:
    return [file for folder in folders for file in sorted((ROOT / folder).rglob("*.py"))]


def _relative(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def _rules() -> list[Path]:
    return [file for file in _code("annotate/constraints") if _assigns(file, "RULE")]


def _scores() -> list[Path]:
    return [file for file in _code("annotate/scores") if _assigns(file, "SCORE")]


def _assigns(file: Path, name: str) -> bool:
    targets = [
        target
        for statement in _tree(file).body
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        for target in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
    ]
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"), filename=str(file))


def _screens() -> list[Path]:
    return [
        file
        for file in _code("pages/annotators", "pages/experts", "pages/leads")
        if file.name != "__init__.py"
    ]


def test_imports_go_one_way() -> None:
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_every_code_folder_is_a_package_so_that_the_contracts_see_it() -> None:
    by_path = ROOT / "db" / "migrations" / "versions"  # Alembic loads these by path
    folders = {file.parent for file in _code(*PACKAGES, "tests")} - {by_path}
    assert [_relative(folder) for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []


def test_nothing_but_the_package_file_lies_directly_in_pages() -> None:
    assert [file.name for file in (ROOT / "pages").glob("*.py")] == ["__init__.py"]


def test_every_screen_stands_in_the_page_list_and_the_list_names_no_other() -> None:
    assert sorted(_relative(file) for file in _screens()) == sorted(
        f"pages/{screen[1]}" for screen in SCREENS
    )


@pytest.mark.parametrize("file", _screens(), ids=_relative)
def test_every_screen_asks_for_its_role_before_anything_else(file: Path) -> None:
    call = _first_call(file)
    assert isinstance(call.func, ast.Name), ast.unparse(call)
    assert call.func.id == "require_role", f"{_relative(file)} first calls {ast.unparse(call)}"
    asked = [role for argument in call.args for role in _roles_in(argument)]
    listed = next(screen[-1] for screen in SCREENS if f"pages/{screen[1]}" == _relative(file))
    assert sorted(asked) == sorted(listed)


def _first_call(file: Path) -> ast.Call:
    """Return the first call that the screen makes, looking into a function of its own."""
    body = _tree(file).body
    functions = {statement.name: statement for statement in body if isinstance(statement, ast.FunctionDef)}
    calls = _calls_in_order(body)
    first = next(calls)
    while isinstance(first.func, ast.Name) and first.func.id in functions:
        first = next(_calls_in_order(functions[first.func.id].body))
    return first


def _calls_in_order(body: list[ast.stmt]) -> Iterator[ast.Call]:
    passive = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)
    for statement in body:
        if not isinstance(statement, passive) and not _is_constant(statement):
            calls = [node for node in ast.walk(statement) if isinstance(node, ast.Call)]
            yield from sorted(calls, key=lambda call: (call.end_lineno or 0, call.end_col_offset or 0))


def _is_constant(statement: ast.stmt) -> bool:
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return bool(targets) and all(isinstance(target, ast.Name) and target.id.isupper() for target in targets)


def _roles_in(argument: ast.expr) -> tuple[str, ...]:
    if isinstance(argument, ast.Starred):
        argument = argument.value
    if isinstance(argument, ast.Constant):
        return (str(argument.value),)
    return ROLE_NAMES[ast.unparse(argument)]


def _beside_the_screen() -> list[str]:
    """`file::function` of what Streamlit runs without the screen around it: callbacks, fragments, dialogs."""
    found = set()
    for file in _code("pages"):
        for node in ast.walk(_tree(file)):
            if isinstance(node, ast.FunctionDef) and any(
                ast.unparse(one).startswith(("st.fragment", "st.dialog")) for one in node.decorator_list
            ):
                found.add(f"{_relative(file)}::{node.name}")
            if isinstance(node, ast.Call):
                given = [one.value for one in node.keywords if (one.arg or "").startswith("on_")]
                names = {name for value in given for name in _names_in(value)}
                found |= {f"{_relative(file)}::{name}" for name in names & _defined_in(file).keys()}
    return sorted(found)


def _names_in(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


@cache
def _defined_in(file: Path) -> dict[str, ast.stmt]:
    """The functions and named values of a module."""
    found: dict[str, ast.stmt] = {}
    for statement in _tree(file).body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            found[statement.name] = statement
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            found |= {target.id: statement for target in targets if isinstance(target, ast.Name)}
    return found


def _reached_from(file: Path, name: str, seen: set[tuple[Path, str]]) -> str:
    """The source of a function of `pages` and of everything of `pages` that it names, however far."""
    if (file, name) in seen:
        return ""
    seen.add((file, name))
    here = _defined_in(file)
    if name not in here:
        return ""
    source = ast.unparse(here[name])
    parts = [source, *(_reached_from(file, one, seen) for one in sorted(_names_in(here[name]) & here.keys()))]
    for statement in _tree(file).body:
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith("pages"):
            base = ROOT / (statement.module or "").replace(".", "/")
            for alias in statement.names:
                known_as = alias.asname or alias.name
                module = base / f"{alias.name}.py"
                if module.exists():  # `from pages._ui import desk as desks`
                    asked = re.findall(rf"\b{known_as}\.(\w+)", source)
                    parts += [_reached_from(module, one, seen) for one in asked]
                elif re.search(rf"\b{known_as}\b", source):
                    of = base.with_suffix(".py") if base.with_suffix(".py").exists() else base / "__init__.py"
                    parts.append(_reached_from(of, alias.name, seen))
    return "\n".join(parts)


@pytest.mark.parametrize("named", _beside_the_screen())
def test_what_runs_without_its_screen_and_writes_asks_who_is_still_signed_in(named: str) -> None:
    file, name = named.split("::")
    reached = _reached_from(ROOT / file, name, set())
    assert "write=True" not in reached or "is_still_signed_in(" in reached, (
        f"{named} writes to the database. It runs without `require_role`: ask `is_still_signed_in` first."
    )


def test_only_the_session_file_names_keys_of_the_session_state() -> None:
    named = re.compile(
        r"""session_state(\[\s*f?["']|\.\w+\(\s*f?["']|\.(?!get|pop|setdefault|keys|items)\w+)"""
    )
    naming = [_relative(file) for file in _code("pages") if named.search(file.read_text(encoding="utf-8"))]
    assert [name for name in naming if name != "pages/_ui/session.py"] == []


@pytest.mark.parametrize("file", _rules(), ids=lambda file: file.stem)
def test_every_rule_brings_a_test_and_a_guideline_page(file: Path) -> None:
    page = ROOT / "guidelines" / "constraints" / f"{file.stem}.md"
    test = ROOT / "tests" / "annotate" / "constraints" / f"test_{file.stem}.py"
    assert test.exists(), f"{_relative(file)} has no {_relative(test)}"
    assert page.exists(), f"{_relative(file)} has no {_relative(page)}"
    code = re.match(r"[A-Z]{3}\d{3}(?=: )", ast.get_docstring(_tree(file)) or "")
    assert code, (
        f"{_relative(file)} does not begin with its code and what it says, as in 'TIM004: four hours ...'"
    )
    assert code.group() in page.read_text(encoding="utf-8"), f"{_relative(page)} does not name {code.group()}"


@pytest.mark.parametrize("file", _scores(), ids=lambda file: file.stem)
def test_every_score_brings_a_test_and_a_guideline_page(file: Path) -> None:
    assert (ROOT / "tests" / "annotate" / "scores" / f"test_{file.stem}.py").exists()
    assert (ROOT / "guidelines" / "scores" / f"{file.stem}.md").exists()


@pytest.mark.parametrize("folder", ["constraints", "scores"])
def test_all_guideline_pages_of_a_kind_explain_under_the_same_headings(folder: str) -> None:
    headings = {
        page.name: tuple(re.findall(r"^## .+$", page.read_text(encoding="utf-8"), flags=re.MULTILINE))
        for page in sorted((ROOT / "guidelines" / folder).glob("*.md"))
    }
    assert headings
    assert len(set(headings.values())) == 1, headings


def test_no_rule_code_is_used_twice() -> None:
    codes = [re.findall(r'"([A-Z]{3}\d{3})"', file.read_text(encoding="utf-8"))[0] for file in _rules()]
    assert sorted(codes) == sorted(set(codes))


def test_every_module_says_what_it_is() -> None:
    silent = [_relative(file) for file in _code(*PACKAGES) if ast.get_docstring(_tree(file)) is None]
    assert silent == []


@pytest.mark.parametrize("folder", PACKAGES)
def test_every_public_thing_says_what_it_is(folder: str) -> None:
    assert [
        f"{_relative(file)}:{thing.lineno} {thing.name}"
        for file in _code(folder)
        for thing in _public_things(_tree(file))
        if ast.get_docstring(thing) is None
    ] == []


def _public_things(body: ast.Module | ast.ClassDef) -> Iterator[_Defined]:
    for node in body.body:
        if isinstance(node, _Defined) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from _public_things(node)


def test_only_the_feedback_catches_whatever_comes() -> None:
    catching = {
        _relative(file)
        for file in [*_code(*PACKAGES), ROOT / "app.py"]
        for node in ast.walk(_tree(file))
        if isinstance(node, ast.ExceptHandler) and _is_broad(node)
    }
    assert catching == {"annotate/feedback.py"}


def _is_broad(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(ast.unparse(one) in {"Exception", "BaseException"} for one in caught)


def test_only_command_lines_print() -> None:
    printing = {
        _relative(file)
        for file in [*_code(*PACKAGES), ROOT / "app.py"]
        for node in ast.walk(_tree(file))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    }
    assert {name for name in printing if not re.search(r"/cli/|/__main__\.py$", name)} == set()


@pytest.mark.parametrize("file", _code("annotate/constraints", "annotate/scores"), ids=_relative)
def test_every_threshold_has_a_name(file: Path) -> None:
    compared = [
        (node.lineno, ast.unparse(node))
        for node in ast.walk(_tree(file))
        if isinstance(node, ast.Compare)
        for side in (node.left, *node.comparators)
        if isinstance(side, ast.Constant)
        and isinstance(side.value, int | float)
        and side.value not in (0, 1, 2)
    ]
    assert compared == [], f"{_relative(file)}: give the figure a name, a unit and a source"


def test_nothing_is_left_for_later() -> None:
    later = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
    files = [*_code(*PACKAGES, "tests"), ROOT / "app.py"]
    left = [_relative(file) for file in files if later.search(file.read_text(encoding="utf-8"))]
    assert [name for name in left if name != "tests/test_house.py"] == []


def test_no_file_outgrows_its_name() -> None:
    files = [*_code(*PACKAGES, "tests"), ROOT / "app.py"]
    lines = {_relative(file): len(file.read_text(encoding="utf-8").splitlines()) for file in files}
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}


def test_the_launcher_stays_under_sixty_lines() -> None:
    assert len((ROOT / "app.py").read_text(encoding="utf-8").splitlines()) < 60


def test_no_file_has_a_name_that_says_nothing() -> None:
    paths = [*_code(*PACKAGES, "tests"), *(file.parent for file in _code(*PACKAGES, "tests"))]
    assert {_relative(path) for path in paths if path.stem in NAMES_THAT_SAY_NOTHING} == set()


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_requirement_is_pinned(name: str) -> None:
    lines = [line.split("#")[0].strip() for line in (ROOT / name).read_text(encoding="utf-8").splitlines()]
    loose = [
        line
        for line in lines
        if line and not line.startswith("-r ") and not re.fullmatch(r"[\w.\[\]-]+==[\w.]+", line)
    ]
    assert [line for line in loose if re.split(r"[<>=]", line)[0] not in UNPINNED] == []


def test_the_project_speaks_of_no_machine_but_its_readers() -> None:
    elsewhere = re.compile(r"(?<![\w.])/(?:work|root|tmp|home)/|\.\./shared")
    files = [*_code(*PACKAGES), ROOT / "app.py", *ROOT.glob("*.md"), *(ROOT / "guidelines").rglob("*.md")]
    assert [_relative(file) for file in files if elsewhere.search(file.read_text(encoding="utf-8"))] == []
