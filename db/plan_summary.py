"""What every list says of a plan."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from annotate.workflow import State
from db.models import Annotation, QueryRow
from db.people import Person
from db.queries import title_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanSummary:
    """A plan with its query and its annotator; lists that say more extend it."""

    annotation_id: int
    set_name: str
    idx: int
    title: str
    days: int
    level: str | None
    risk_profile: str | None
    state: State
    round: int
    annotator: Person
    saved_at: datetime | None
    updated_at: datetime
    row_authors: frozenset[int] = frozenset()
    """Who annotated rows of a merged plan; a list of one's own plans does not ask."""

    def is_own(self, person: Person) -> bool:
        """Whether the person annotated the plan, or rows of it: then they do not review it."""
        return person.id == self.annotator.id or person.id in self.row_authors

    @classmethod
    def of(cls, annotation: Annotation, query: QueryRow, annotator: Person, **more: Any) -> Self:
        """The line of a plan; `more` are the fields that the list adds."""
        return cls(
            annotation_id=annotation.id,
            set_name=query.set_name,
            idx=query.idx,
            title=title_of(query),
            days=query.days,
            level=query.level,
            risk_profile=query.risk_profile,
            state=State(annotation.state),
            round=annotation.round,
            annotator=annotator,
            saved_at=annotation.saved_at,
            updated_at=annotation.updated_at,
            **more,
        )
