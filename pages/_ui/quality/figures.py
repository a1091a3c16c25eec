"""The figures of a view that lead to plans: noted while they are drawn, opened by a row or a cell of a table."""

from collections.abc import Collection
from urllib.parse import quote

from db.people import Person
from db.quality_plans import Selection
from pages._ui.link_table import Cell
from pages._ui.quality.behind import ask_behind, asked_behind, figure_address, show_plans_behind


class Figures:
    """The figures of a view by key, with the annotations behind each and words that say which figure it is."""

    def __init__(self) -> None:
        self._behind: dict[str, tuple[Collection[int], str]] = {}
        self._is_shown = False
        self._begin = figure_address("")

    def add(self, key: str, annotation_ids: Collection[int], words: str) -> str:
        """Note a figure; gives its key back."""
        self._behind[key] = (annotation_ids, words)
        return key

    def address(self, key: str) -> str:
        """The address that opens a figure in another tab."""
        return self._begin + quote(key, safe="")

    def cell(self, key: str, annotation_ids: Collection[int], words: str) -> Cell:
        """A number of plans that opens them; none opens nothing."""
        number = len(annotation_ids)
        if not number:
            return Cell("0", sort=0, tone="mute")
        self.add(key, annotation_ids, words)
        return Cell(f"{number:,}", sort=number, href=self.address(key), opens=key)

    def ask(self, opened: str | None) -> None:
        """Show the plans of the figure that was just opened, if one was."""
        if opened is not None and opened != asked_behind():
            ask_behind(opened)

    def show_asked(self, person: Person, selection: Selection) -> None:
        """List the plans of the figure that is asked for, once it is noted. To be called where its section ends."""
        key = asked_behind()
        if self._is_shown or key is None or key not in self._behind:
            return
        self._is_shown = True
        annotation_ids, words = self._behind[key]
        show_plans_behind(person, selection, annotation_ids, words)
