"""Scores the plans of a file: each plan's scores, verdicts and findings, and how many plans there should
be."""

import codecs
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from annotate.errors import InputError
from annotate.facts import Facts
from annotate.feedback import Feedback, give_feedback
from annotate.file_form import finding_data, rounded
from annotate.notation import ReadPlan, read_plan
from annotate.plan import Itinerary
from annotate.profile import DEFAULT_PROFILE, Profile
from annotate.rule import Group, rule_of
from annotate.score import all_scores
from db.facts import gather_many
from db.importers.answers import Answers, FileAnswers, read_map
from db.importers.base import Problem
from db.importers.report import as_text
from db.imports import ImportPlan, accept, read_files
from db.models import REFERENCE_MODELS
from db.plan_figures import PlanFigures, ScoreFigure
from db.plan_lines import QUERY_KEYS, Key, PlanLine, due_lines, read_plan_lines
from db.reference import PlanReader
from db.schema import IN_MEMORY, empty_in_memory
from db.session import open_session
from helpers.embedders import PersonaCosines

NOT_ASKED = "No query asks for this plan; it is not read."
PLANS_AT_ONCE = 200
"""Plans whose facts are gathered together; bounds the memory, not the result."""


@dataclass(frozen=True, slots=True)
class ScoredPlan:
    """A plan with its feedback. Not delivered (null, unreadable or absent): no feedback, `error` says why.

    `asked` are the hard rules that the query of an undelivered plan asks for.
    """

    idx: int | None
    itinerary: Itinerary | None
    feedback: Feedback | None
    error: str | None = None
    asked: tuple[str, ...] = ()

    @property
    def delivered(self) -> bool:
        """True when there is a plan that could be read."""
        return self.feedback is not None


def read_profile(path: Path) -> Profile:
    """The scoring options of a JSON file; what it does not name keeps its default.

    Changed options never go under the default's name: without a name of its own, the profile is named by them.
    """
    try:
        profile = Profile.model_validate_json(path.read_bytes().removeprefix(codecs.BOM_UTF8))
    except OSError as error:
        raise InputError(f"The file cannot be read ({error.strerror})", where=str(path)) from error
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(
            f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}",
            where=str(path),
            expected=f"an object with any of {', '.join(Profile.model_fields)}",
        ) from error
    changed = {
        option: value
        for option, value in profile.model_dump(mode="json").items()
        if value != DEFAULT_PROFILE.model_dump(mode="json")[option]
    }
    if not changed or "name" in changed:
        return profile
    told = ", ".join(f"{option}={value}" for option, value in changed.items())
    return profile.model_copy(update={"name": f"{profile.name} with {told}"})


def read_answers(path: Path | None) -> Answers:
    """The import answers of a map file, none without one."""
    if path is None:
        return Answers()
    try:
        return read_map(path.read_text(encoding="utf-8-sig"), str(path))
    except OSError as error:
        raise InputError(f"The file cannot be read ({error.strerror})", where=str(path)) from error
    except UnicodeDecodeError as error:
        raise InputError("The file is not UTF-8", where=str(path), todo="Save the map as UTF-8.") from error


def load_reference_data(folder: Path, answers: Answers) -> list[Problem]:
    """Loads a folder of reference tables into the database in memory; returns what could not be used: an error
    for each row or file that cannot be read, a note for each file that no table fits.

    The importers are those of the import screen. Good rows are used, bad ones left out. Files of plans and queries
    are passed over. A folder without a table of cities makes the cities that its tables name. Raises InputError for
    a folder without any table and while a question is open.
    """
    if not folder.is_dir():
        raise InputError(f"There is no folder {folder}", expected="a folder of reference tables")
    empty_in_memory()
    has_cities = any(path.stem.lower().startswith("cities") for path in folder.iterdir())
    with open_session(write=True, url=IN_MEMORY) as session:
        plan = read_files([folder], answers, session=session, create_cities=not has_cities)
        plan.readings = [one for one in plan.readings if one[0].table in REFERENCE_MODELS]
        of_plans = {one.name for one in plan.recognised if one.table not in REFERENCE_MODELS}
        plan.problems = [problem for problem in plan.errors if problem.file not in of_plans]
        plan.questions = [question for question in plan.questions if question.file not in of_plans]
        if not plan.readings and not plan.questions:
            raise InputError(
                f"No file in {folder} is a reference table",
                expected="files such as trains.csv, attractions.csv",
                todo=problems_text([*plan.problems, *_not_recognised(plan)]) or None,
            )
        accept(session, plan, skip_bad=True)
    return [*plan.problems, *_not_recognised(plan)]


def _not_recognised(plan: ImportPlan) -> list[Problem]:
    """A note for each file that no table fits and of which nothing else is said."""
    told = {problem.file for problem in plan.problems}
    return [
        Problem(
            one.name,
            None,
            None,
            f"No table is recognised ({one.why.removesuffix('.')})",
            "",
            "The file is left out.",
            "note",
        )
        for one in plan.files
        if one.table is None and one.name not in told
    ]


def problems_text(problems: Sequence[Problem]) -> str:
    """The rows and files that could not be used, one line each."""
    return as_text(problems).rstrip("\n")


def count_errors(problems: Sequence[Problem]) -> int:
    """How many of the problems are errors; the others are notes."""
    return sum(problem.level == "error" for problem in problems)


@dataclass(frozen=True, slots=True)
class References:
    """The reference plans by set and idx, and the lines that could not be used."""

    plans: Mapping[Key, Itinerary]
    unread: tuple[PlanLine, ...]


def read_references(
    path: Path,
    url: str,
    answers: FileAnswers | None = None,
    *,
    queries: Sequence[PlanLine] | None = None,
) -> References:
    """The reference plans of a file. Raises InputError if it cannot be read at all.

    `queries` say what plans without a query of their own answer; a plan that none of them asks for is not read.
    """
    plans: dict[Key, Itinerary] = {}
    unread = []
    with open_session(write=False, url=url) as session:
        reader = PlanReader(session)
        lines = read_plan_lines(path, answers)
        if queries is not None:
            lines, stray = due_lines(lines, queries)
            unread += [replace(line, error=line.error or NOT_ASKED) for line in stray]
        for line in lines:
            read, _ = _read(line, reader, path.stem)
            if isinstance(read, str) or line.key is None:
                why = read if isinstance(read, str) else "It has no idx."
                unread.append(PlanLine(line.idx, line.line, None, why))
            elif read.delivered:
                plans[line.key] = read.itinerary
    return References(plans, tuple(unread))


def score_lines(
    lines: Sequence[PlanLine],
    set_name: str,
    url: str,
    profile: Profile,
    *,
    references: Sequence[Itinerary | None] | None = None,
    cosines: PersonaCosines | None = None,
) -> list[ScoredPlan]:
    """Scores plans against the reference data of a database, in their order; `references` holds the reference
    plan of each line, `cosines` come with an embedder."""
    scored: list[ScoredPlan] = []
    if references is None:
        references = [None] * len(lines)

    with open_session(write=False, url=url) as session:
        reader = PlanReader(session)
        for start in range(0, len(lines), PLANS_AT_ONCE):
            at_once = slice(start, start + PLANS_AT_ONCE)
            read = [_read(line, reader, set_name) for line in lines[at_once]]
            delivered = [
                (one.itinerary, reference)
                for (one, _), reference in zip(read, references[at_once], strict=True)
                if isinstance(one, ReadPlan) and one.delivered
            ]
            plans = [plan for plan, _ in delivered]
            gathered = gather_many(session, plans, references=[reference for _, reference in delivered])
            if cosines is not None:
                gathered = [cosines.added_to(*pair) for pair in zip(gathered, plans, strict=True)]
            known = iter(gathered)
            scored += [_score(line, one, known, profile) for one, line in read]
    return scored


def _read(line: PlanLine, reader: PlanReader, set_name: str) -> tuple[ReadPlan | str, PlanLine]:
    if line.obj is None or line.error:
        return line.error or "There is no plan.", line
    try:
        return reader.read(line.obj, set_name=str(line.obj.get("set") or set_name)), line
    except InputError as error:
        return str(error), line


def _score(line: PlanLine, read: ReadPlan | str, known: Iterator[Facts], profile: Profile) -> ScoredPlan:
    if isinstance(read, str):
        query = _query_alone(line)
        return ScoredPlan(line.idx, query, None, read, _hard_rules_asked(query, profile))
    if not read.delivered:
        asked = _hard_rules_asked(read.itinerary, profile)
        return ScoredPlan(line.idx, read.itinerary, None, "No plan was delivered.", asked)
    is_annotation = line.obj is not None and "rationale" in line.obj
    feedback = give_feedback(read.itinerary, next(known), profile, is_annotation=is_annotation)
    return ScoredPlan(line.idx, read.itinerary, feedback)


def _query_alone(line: PlanLine) -> Itinerary | None:
    """The query of a plan that cannot be understood, None if not even that can."""
    if line.obj is None:
        return None
    asked = {key: line.obj[key] for key in ("idx", *QUERY_KEYS) if key in line.obj}
    try:
        return read_plan({**asked, "plan": None}, set_name="").itinerary
    except InputError:
        return None


def _hard_rules_asked(itinerary: Itinerary | None, profile: Profile) -> tuple[str, ...]:
    if itinerary is None:
        return ()
    outcomes = give_feedback(itinerary, Facts(), profile, is_annotation=False).outcomes
    return tuple(code for code in outcomes if rule_of(code).group is Group.HARD)


def plan_data(plan: ScoredPlan) -> dict[str, Any]:
    """A scored plan as the score file holds it."""
    known = plan.itinerary
    data: dict[str, Any] = {
        "idx": plan.idx,
        "delivered": plan.delivered,
        "risk_profile": known.risk_profile.value if known and known.risk_profile else None,
        "days": known.query.days if known else None,
    }
    feedback = plan.feedback
    data["scores"] = {}
    for info, _ in all_scores():
        score = feedback.scores.get(info.key) if feedback else None
        data["scores"][info.key] = {
            "value": score.value if score else None,
            "scored": score.scored if score else 0,
            "total": score.total if score else 0,
            "parts": [info.part_data(part) for part in score.parts] if score else [],
        }
    data["verdicts"] = (
        {code: verdict.value for code, verdict in feedback.verdicts.items()} if feedback else {}
    )
    data["findings"] = [finding_data(finding) for finding in (feedback.findings if feedback else ())]
    if plan.error:
        data["reason"] = plan.error
    if feedback and feedback.faults:
        data["faults"] = [{"code": fault.code, "error": fault.error} for fault in feedback.faults]
    return data


def figures_of(plan: ScoredPlan) -> PlanFigures:
    """What a summary counts of a scored plan."""
    known, feedback = plan.itinerary, plan.feedback
    scores = feedback.scores if feedback else {}
    return PlanFigures(
        plan.idx,
        known.risk_profile.value if known and known.risk_profile else None,
        known.query.days if known else None,
        plan.delivered,
        plan.error,
        {key: ScoreFigure(score.value, score.scored, score.total) for key, score in scores.items()},
        dict(feedback.verdicts) if feedback else {},
        plan.asked,
    )


def file_text(
    profile: Profile, plans: Sequence[ScoredPlan], summary: Mapping[str, Any], embedder: str | None = None
) -> str:
    """The score file: the same plans and data give the same bytes. `embedder` names the model behind the
    persona score."""
    return score_file(profile, [plan_data(plan) for plan in plans], summary, embedder)


def score_file(
    profile: Profile,
    plans: Sequence[Mapping[str, Any]],
    summary: Mapping[str, Any],
    embedder: str | None = None,
) -> str:
    """The score file of plans that are data already (`plan_data`)."""
    data = {
        "profile": profile.name,
        "options": profile.model_dump(mode="json", exclude={"name"}),
        "embedder": embedder,
        "plans": plans,
        "summary": summary,
    }
    return json.dumps(rounded(data), ensure_ascii=False, indent=1) + "\n"
