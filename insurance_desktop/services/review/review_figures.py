"""How far a library is: documents and findings by state, what each person did, and what happened on which day."""

from collections import Counter
from datetime import timedelta

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.states import ConversionStatus, DecisionKind, ReviewStatus, Severity
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.json_forms import moment
from insurance_desktop.store.versions import decisions, findings
from insurance_desktop.store.works import documents

DAYS = 14


@entity
class DocumentFigures:
    """Each document counts once. `second_due` were approved by the first of two reviewers."""

    verified: int = 0
    waiting: int = 0
    second_due: int = 0
    rejected: int = 0
    unreadable: int = 0
    converting: int = 0


@entity
class FindingFigures:
    """Findings of the documents' current texts."""

    severity: Severity
    open: int
    settled: int


@entity
class PersonFigures:
    """What somebody did, taken back or not, and how many documents wait that were assigned to that person.

    `settled` counts findings, all else documents.
    """

    name: str
    approved: int = 0
    first_approved: int = 0
    rejected: int = 0
    edited: int = 0
    settled: int = 0
    undone: int = 0
    assigned: int = 0


@entity
class DayFigures:
    """A day by the clock of who asks: `day` as ISO 8601; documents that were imported, approved and rejected, and
    findings that were settled."""

    day: str
    imported: int
    approved: int
    rejected: int
    settled: int


@entity
class ReviewFigures:
    """`people` by what they did, the busiest first; `days` the oldest first, today last."""

    documents: DocumentFigures
    findings: tuple[FindingFigures, ...]
    people: tuple[PersonFigures, ...]
    days: tuple[DayFigures, ...]


APPROVALS = (DecisionKind.APPROVED, DecisionKind.FIRST_APPROVED)


def review_figures(library: Library) -> ReviewFigures:
    """Of the documents that the library's pack is for; the days are the last fourteen."""
    with library.database.read() as connection:
        listed = documents.listed(connection, pack=library.pack.name)
        tallies = findings.tallies(connection, library.pack.name)
        acts = decisions.acts(connection, library.pack.name)
    return ReviewFigures(_documents(listed), _findings(tallies), _people(listed, acts), _days(library, listed, acts))


def state_of(document: Document) -> str:
    """The name of the figure that it counts in."""
    if document.review_status is ReviewStatus.VERIFIED:
        return "verified"
    if document.review_status is ReviewStatus.REJECTED:
        return "rejected"
    if document.conversion_status is ConversionStatus.FAILED:
        return "unreadable"
    if document.conversion_status is ConversionStatus.QUEUED:
        return "converting"
    return "second_due" if document.first_reviewer is not None else "waiting"


def _documents(listed: tuple[Document, ...]) -> DocumentFigures:
    return DocumentFigures(**Counter(map(state_of, listed)))


def _findings(tallies: list[tuple[Severity, int, int]]) -> tuple[FindingFigures, ...]:
    known = {severity: (still_open, settled) for severity, still_open, settled in tallies}
    return tuple(FindingFigures(each, *known.get(each, (0, 0))) for each in Severity)


def _people(listed: tuple[Document, ...], acts: list[decisions.Act]) -> tuple[PersonFigures, ...]:
    done: dict[str, Counter[str]] = {}
    for act in acts:
        name = {DecisionKind.CORRECTED: "edited", DecisionKind.RESOLVED: "settled"}.get(act.kind, act.kind.value)
        done.setdefault(act.reviewer, Counter())[name] += act.settled if act.kind is DecisionKind.RESOLVED else 1
    for each in listed:
        if each.assigned_to is not None and state_of(each) in ("waiting", "second_due"):
            done.setdefault(each.assigned_to, Counter())["assigned"] += 1
    return tuple(
        PersonFigures(name, **counts)
        for name, counts in sorted(done.items(), key=lambda pair: (-pair[1].total(), pair[0]))
    )


def _days(library: Library, listed: tuple[Document, ...], acts: list[decisions.Act]) -> tuple[DayFigures, ...]:
    counts: Counter[tuple[str, str]] = Counter()
    for each in listed:
        if each.imported_at is not None:
            counts[each.imported_at.astimezone().date().isoformat(), "imported"] += 1
    for act in acts:
        day = moment(act.at).astimezone().date().isoformat()
        counts[day, "settled"] += act.settled
        counts[day, act.kind.value] += 1
    today = library.clock().astimezone().date()
    days = ((today - timedelta(days=back)).isoformat() for back in reversed(range(DAYS)))
    return tuple(
        DayFigures(
            day,
            counts[day, "imported"],
            sum(counts[day, each.value] for each in APPROVALS),
            counts[day, DecisionKind.REJECTED.value],
            counts[day, "settled"],
        )
        for day in days
    )
