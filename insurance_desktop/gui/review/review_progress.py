"""How far the reviewer is: clause by clause, each marked as seen when he leaves it with the key for it."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from insurance_desktop.domain.entity import entity
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from .linking import Linking
from .panels.outline import OutlinePanel
from .review_document import OpenDocument

with imported_when_used():
    from insurance_desktop.services.review import inheritance, review_progress

if TYPE_CHECKING:
    from insurance_desktop.services.review.inheritance import Inheritable
    from insurance_desktop.services.review.review_progress import LookingProgress


NAMED = 4  # so many of what was not seen are named, the rest is counted


@entity
class Unseen:
    """What the reviewer has not looked at: headings of clauses; or numbers of pages where a text has no clauses.

    `total` is how many there are to see, `known` how many of the unseen are word for word what was verified before.
    """

    names: tuple[str, ...]
    total: int
    known: int = 0
    are_pages: bool = False

    @property
    def question(self) -> str:
        """Whether to approve all the same."""
        if self.are_pages:
            return say("review_page.unseen_pages", count=len(self.names))
        key = "review_page.unseen_all" if len(self.names) == self.total else "review_page.unseen"
        return say(key, count=len(self.names))

    @property
    def details(self) -> str:
        """Which, and how to see them."""
        named = say("gui.between_sections").join(self.names[:NAMED])
        more = say("review_page.unseen_more") if len(self.names) > NAMED else ""
        key = "review_page.unseen_pages_text" if self.are_pages else "review_page.unseen_text"
        words = [say(key, names=f"{named}{more}")]
        if self.known:
            words.append(say("review_page.unseen_known", count=self.known))
        return "\n".join(words)


class ReviewProgress(QObject):
    """Moves from clause to clause and keeps what was seen. Progress lives in the library, per reviewer."""

    def __init__(
        self,
        context: AppContext,
        outline: OutlinePanel,
        linking: Linking,
        ask_reviewer: Callable[[Callable[[str], None]], None],
    ) -> None:
        super().__init__(outline)
        self._context = context
        self._ask_reviewer = ask_reviewer
        self._outline = outline
        self._linking = linking
        self._opened: OpenDocument | None = None
        self._seen: set[int] = set()
        self._inherited: set[int] = set()
        self._offers: dict[int, Inheritable] = {}
        self._corrected: frozenset[int] = frozenset()
        self._pages: dict[int, set[int]] = {}
        self._read: tuple[tuple[int, int], ...] = ()  # runs of Markdown characters that were in sight, apart
        self.notes: dict[int, int] = {}
        outline.inherit_wanted.connect(self.inherit)

    @property
    def seen(self) -> frozenset[int]:
        """Places of the clauses that were looked at, in the document."""
        return frozenset(self._seen)

    @property
    def unseen(self) -> Unseen | None:
        """What an approval would pass over; None where everything was looked at."""
        opened = self._opened
        if opened is None:
            return None
        clauses = opened.review.clauses
        if not clauses:
            pages = opened.review.document.pages
            shown = self._pages.get(opened.document_id, set())
            left = tuple(str(each) for each in range(1, pages + 1) if each not in shown)
            return Unseen(left, pages, are_pages=True) if left else None
        places = [each for each in range(len(clauses)) if each not in self._seen]
        names = tuple(wording.heading_of(clauses[each].section_id, clauses[each].section_title) for each in places)
        known = sum(each in self._offers for each in places)
        return Unseen(names, len(clauses), known) if names else None

    def saw_page(self, document_id: int, page: int) -> None:
        """A page was drawn: what there is to see of a text without clauses. Kept while the window is open."""
        self._pages.setdefault(document_id, set()).add(page)

    def saw_text(self, start: int, end: int, again: Callable[[], None]) -> bool:
        """The Markdown characters [start, end) were read: a clause counts as looked at once all of its own were.

        False where it must be known first who read them; then `again` is called.
        """
        if self._opened is None or self._context.read_only.is_on:
            return True
        if self._opened.review.clauses and not self._is_named(again):
            return False
        self._read = joined((*self._read, (start, end)))
        self._mark(
            number
            for number, clause in enumerate(self._opened.review.clauses)
            if any(first <= clause.markdown_start and clause.markdown_end <= last for first, last in self._read)
        )
        return True

    def show_opened(self, opened: OpenDocument | None) -> None:
        if opened is None or self._opened is None or opened.review.markdown != self._opened.review.markdown:
            self._read = ()
        self._opened = opened
        progress = opened.progress if opened is not None else None
        self._offers = {}
        self._take(progress)
        self._outline.offer("")
        if opened is not None and opened.review.clauses:
            number, clauses = opened.document_id, opened.review.clauses
            self._context.read_later(
                lambda workspace: inheritance.inheritable(workspace.library, number, clauses=clauses),
                lambda found: self._offer(number, found),
            )

    def inherit(self) -> None:
        """What was verified word for word before counts as looked at, each clause with the approval it stands on."""
        opened, reviewer = self._opened, self._context.settings.reviewer
        if opened is not None and self._offers and self._is_named(self.inherit):
            number = opened.document_id
            keys = tuple(each.key for each in self._offers.values())
            self._context.write(
                "",
                lambda workspace: inheritance.inherit(workspace.library, number, reviewer=reviewer, keys=keys),
                self._inherited_now,
            )

    def _offer(self, number: int, found: "tuple[Inheritable, ...]") -> None:
        opened = self._opened
        if opened is None or opened.document_id != number:
            return
        places = {clause.chunk_index: place for place, clause in enumerate(opened.review.clauses)}
        self._offers = {places[each.chunk_index]: each for each in found if places[each.chunk_index] not in self._seen}
        self._show()
        self._outline.offer(offer_words(tuple(self._offers.values())))

    def _inherited_now(self, progress: "LookingProgress") -> None:
        if self._opened is not None and self._opened.document_id == progress.document_id:
            self._offers = {}
            self._outline.offer("")
            self._take(progress)

    def show_notes(self, notes: dict[int, int]) -> None:
        """How many notes stand at a clause, by its place."""
        self.notes = notes
        self._show()

    def show_corrected(self, places: frozenset[int]) -> None:
        """Clauses that a reviewer said something about against the converter."""
        self._corrected = places
        self._show()

    def go_on(self) -> None:
        """This clause is done: to the next one that was not looked at."""
        here = self._outline.current
        marks = here is not None and not self._context.read_only.is_on
        if marks and not self._is_named(self.go_on):
            return
        if marks and here is not None:
            self._mark((here,))
        self.go_to_unseen()

    def go_to_unseen(self, start: int | None = None) -> None:
        """To the next clause that was not looked at, from the top again at the end; or to the first from `start` on."""
        opened = self._opened
        if opened is None or not opened.review.clauses:
            return
        here, count = self._outline.current, len(opened.review.clauses)
        if start is None:
            start = 0 if here is None else here + 1
        following = next((each for each in (*range(start, count), *range(start)) if each not in self._seen), None)
        if following is None:
            self._context.noticed.emit(Notice("good", say("review_page.all_seen"), say("review_page.all_seen_hint")))
        else:
            self._linking.show_clause(following)

    def go_back(self) -> None:
        """To the clause before, which stays as it is."""
        here = self._outline.current
        if self._opened is not None and self._opened.review.clauses:
            self._linking.show_clause(max((here or 0) - 1, 0))

    def toggle(self) -> None:
        """Whether the clause here counts as looked at."""
        here = self._outline.current
        if here is None or not self._is_named(self.toggle):
            return
        if here in self._seen:
            self._unmark(here)
        else:
            self._mark((here,))

    def _is_named(self, again: Callable[[], None]) -> bool:
        """Whether it is known whose mark it is; else the name is asked for, and then `again` makes the mark."""
        named = bool(self._context.settings.reviewer)
        if not named:
            self._ask_reviewer(lambda _name: again())
        return named

    def _mark(self, numbers: Iterable[int]) -> None:
        """These clauses are looked at."""
        opened = self._opened
        new = [each for each in numbers if each not in self._seen]
        if opened is None or opened.progress is None or not new:
            return
        self._seen.update(new)
        self._show()
        document_id, reviewer = opened.document_id, self._context.settings.reviewer
        keys = tuple(opened.progress.clauses[each].key for each in new)
        self._context.write(
            "",
            lambda workspace: review_progress.mark_looked_at(
                workspace.library, document_id, reviewer=reviewer, keys=keys
            ),
            lambda _none: None,
        )

    def _unmark(self, number: int) -> None:
        opened = self._opened
        if opened is None or opened.progress is None:
            return
        self._seen.discard(number)
        self._show()
        document_id, reviewer = opened.document_id, self._context.settings.reviewer
        keys = (opened.progress.clauses[number].key,)
        self._context.write(
            "",
            lambda workspace: review_progress.unmark_looked_at(
                workspace.library, document_id, reviewer=reviewer, keys=keys
            ),
            lambda _none: None,
        )

    def _take(self, progress: "LookingProgress | None") -> None:
        clauses = progress.clauses if progress is not None else ()
        self._seen = {number for number, each in enumerate(clauses) if each.is_looked_at}
        self._inherited = {number for number, each in enumerate(clauses) if each.inherited_from is not None}
        self._show()

    def _show(self) -> None:
        clauses = self._opened.review.clauses if self._opened is not None else ()
        signs = {number: self._sign(number) for number in range(len(clauses))}
        total = len(clauses)
        words = say("review_page.progress", seen=len(self._seen), total=total) if total else ""
        self._outline.show_signs(signs, words)

    def _sign(self, number: int) -> str:
        seen = "✓ " if number in self._seen else ""
        is_known = number in self._inherited or number in self._offers
        inherited = say("review_page.sign_inherited") if is_known else ""
        notes = say("review_page.sign_notes", count=self.notes[number]) if self.notes.get(number) else ""
        corrected = say("review_page.sign_corrected") if number in self._corrected else ""
        return f"{seen}{inherited}{corrected}{notes}"


def joined(runs: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The same characters in runs that neither meet nor touch, in order."""
    apart: list[tuple[int, int]] = []
    for start, end in sorted(runs):
        if apart and start <= apart[-1][1]:
            apart[-1] = (apart[-1][0], max(apart[-1][1], end))
        else:
            apart.append((start, end))
    return tuple(apart)


def offer_words(offers: "Sequence[Inheritable]") -> str:
    """Where and by whom the offered clauses were verified, the latest approval named; "" where none is offered."""
    if not offers:
        return ""
    latest = max((each.source for each in offers), key=lambda source: source.at)
    where = latest.edition or say("gui.document_number", number=latest.document_id)
    at = latest.at.astimezone().strftime("%Y-%m-%d")
    return say("review_page.inherit", count=len(offers), where=where, name=latest.reviewer, at=at)
