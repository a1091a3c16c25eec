"""One document of a whole batch: contents, then one plan after another, each read and laid out when its turn comes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from annotate.errors import NotFoundError
from db.frozen_plans import BatchLine, FrozenPlan
from helpers.plan_report import plan_report
from helpers.report import Entry, Report
from helpers.report_html import html_of_several
from helpers.report_pdf import Progress, pdf_of_several

NOTHING_SUBMITTED = "nothing of it was submitted, so it has no pages"


@dataclass(frozen=True, slots=True)
class BatchReport:
    """What a document of a batch is made of: its contents, and how the plan of each line is read."""

    name: str
    entries: tuple[Entry, ...]
    annotation_ids: tuple[int, ...]
    read: Callable[[int], FrozenPlan]

    @property
    def title(self) -> str:
        """What stands on its first page."""
        return f"Plans of “{self.name}”"

    @property
    def subtitle(self) -> str:
        """How many plans it holds."""
        printed = sum(entry.why_absent is None for entry in self.entries)
        return f"{printed} of {len(self.entries)} plans were submitted and are printed here, in the order of the batch"

    def report(self, number: int) -> Report | None:
        """The report of a line of the contents, None if nothing of it was submitted."""
        if self.entries[number].why_absent is not None:
            return None
        return plan_report(self.read(self.annotation_ids[number]))


def batch_report(name: str, plans: Sequence[BatchLine], read: Callable[[int], FrozenPlan]) -> BatchReport:
    """The document of a batch; `read` gives the plan of an annotation. Raises NotFoundError if nothing is submitted."""
    if not any(plan.is_frozen for plan in plans):
        raise NotFoundError(
            f"Nothing of the batch '{name}' was submitted, so there is nothing to print",
            todo="Print it once an annotator has submitted a plan of it.",
        )
    entries = tuple(
        Entry(plan.label, plan.title, plan.state.value, None if plan.is_frozen else NOTHING_SUBMITTED)
        for plan in plans
    )
    return BatchReport(name, entries, tuple(plan.annotation_id for plan in plans), read)


def batch_pdf(batch: BatchReport, progress: Progress | None = None) -> bytes:
    """The PDF of a batch."""
    return pdf_of_several(batch.title, batch.subtitle, batch.entries, batch.report, progress)


def batch_html(batch: BatchReport, progress: Progress | None = None) -> str:
    """The HTML page of a batch."""

    def told(number: int) -> Report | None:
        report = batch.report(number)
        if progress is not None:
            progress(number + 1, len(batch.entries))
        return report

    reports = [told(number) for number in range(len(batch.entries))]
    return html_of_several(batch.title, batch.subtitle, batch.entries, reports)
