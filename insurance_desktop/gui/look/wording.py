"""The window's words for states: a sign and a word, so that colour never stands alone."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from insurance_desktop.domain.answers import ProductMatch
from insurance_desktop.domain.documents import Document, FindingCounts, StoredFinding
from insurance_desktop.domain.product_answers import LookedUpProduct
from insurance_desktop.domain.states import ConversionStatus, DecisionKind, EditionStatus, ReviewStatus, Severity
from insurance_desktop.packs.retelling import retold
from insurance_desktop.packs.wording import say

REVIEW = {
    ReviewStatus.PENDING: "gui.review_pending",
    ReviewStatus.VERIFIED: "gui.review_verified",
    ReviewStatus.REJECTED: "gui.review_rejected",
}
CONVERSION = {
    ConversionStatus.QUEUED: "gui.conversion_queued",
    ConversionStatus.CONVERTED: "gui.conversion_converted",
    ConversionStatus.NEEDS_ATTENTION: "gui.conversion_attention",
    ConversionStatus.FAILED: "gui.conversion_failed",
}
EDITION = {
    EditionStatus.CURRENT: "gui.edition_current",
    EditionStatus.SUPERSEDED: "gui.edition_superseded",
    EditionStatus.UNKNOWN: "gui.edition_unknown",
}
SEVERITY = {
    Severity.BLOCKING: "gui.severity_blocking",
    Severity.WARNING: "gui.severity_warning",
    Severity.NOTE: "gui.severity_note",
}

DECISIONS = {
    DecisionKind.IMPORTED: "gui.decision_imported",
    DecisionKind.FIRST_APPROVED: "gui.decision_first_approved",
    DecisionKind.APPROVED: "gui.decision_approved",
    DecisionKind.REJECTED: "gui.decision_rejected",
    DecisionKind.EDITED: "gui.decision_edited",
    DecisionKind.CORRECTED: "gui.decision_corrected",
    DecisionKind.RESOLVED: "gui.decision_resolved",
    DecisionKind.UNDONE: "gui.decision_undone",
    DecisionKind.INDEXED: "gui.decision_indexed",
}


def review_word(status: ReviewStatus) -> str:
    return say(REVIEW[status])


def conversion_word(status: ConversionStatus) -> str:
    return say(CONVERSION[status])


def decision_word(kind: DecisionKind) -> str:
    return say(DECISIONS[kind])


def severity_word(severity: Severity) -> str:
    return say(SEVERITY[severity])


def failure_words(document: Document) -> str:
    """Why it was not converted, in the language of the window; "" where it was: its findings say what is left to do."""
    failed = document.conversion_status is ConversionStatus.FAILED
    return retold(document.reason) if failed and document.reason else ""


def finding_message(finding: StoredFinding) -> str:
    """Its sentence in the language of the window."""
    return retold(finding.message)


def findings_words(counts: FindingCounts) -> str:
    """`2 项阻断 · 1 项提醒 · 9 项说明`; "" where nothing is open."""
    by_word = (
        ("gui.count_blocking", counts.blocking),
        ("gui.count_warning", counts.warning),
        ("gui.count_note", counts.note),
    )
    return " · ".join(say(word, count=count) for word, count in by_word if count)


def title_of(document: Document) -> str:
    """The product's name, or the file's name while nobody has named the product."""
    return document.product_name or file_name(document)


def file_name(document: Document) -> str:
    """The name that it came with."""
    return document.original_name or document.logical_path.rsplit("/", 1)[-1]


def edition_words(edition: str | None, status: EditionStatus) -> str:
    """`2001-1（现行）`; where nobody knows the edition, that is said once."""
    words = say(EDITION[status])
    return f"{edition}（{words}）" if edition else words


def full_title(document: Document) -> str:
    """Product and document type in one line."""
    title, kind = title_of(document), document.document_type
    return f"{title} · {kind}" if title and kind else title or kind or ""


def told_apart(documents: Iterable[Document]) -> dict[int, str]:
    """For documents of one name: the file's name, else the edition, else the number, whichever differs."""
    named: dict[str, list[Document]] = {}
    for each in documents:
        named.setdefault(full_title(each), []).append(each)
    return {
        each.document_id: words
        for alike in named.values()
        if len(alike) > 1
        for each, words in zip(alike, _differing(alike), strict=True)
    }


def _differing(alike: Sequence[Document]) -> list[str]:
    for words in (
        [file_name(each) for each in alike],
        [each.edition or "" for each in alike],
    ):
        if all(words) and max(Counter(words).values()) == 1:
            return words
    return [say("gui.document_number", number=each.document_id) for each in alike]


def waiting(documents: Iterable[Document]) -> int:
    """How many documents a reviewer can decide on now."""
    return sum(1 for document in documents if is_reviewable(document))


def is_reviewable(document: Document) -> bool:
    return document.review_status is ReviewStatus.PENDING and document.conversion_status in (
        ConversionStatus.CONVERTED,
        ConversionStatus.NEEDS_ATTENTION,
    )


def rate(per_minute: float) -> str:
    """`12 a minute`, with a decimal where it is slow."""
    return say("gui.job_rate", rate=round(per_minute) if per_minute >= 10 else f"{per_minute:.1f}")


def time_left(seconds: float) -> str:
    """`about 3 minutes left`: whole minutes, or seconds rounded up to ten below one."""
    if seconds < 60:
        return say("gui.job_seconds_left", seconds=max(10, -(-int(seconds) // 10) * 10))
    return say("gui.job_minutes_left", minutes=round(seconds / 60))


def moment(at: datetime | None) -> str:
    """A stored UTC time on the wall clock of the person who reads it."""
    return at.astimezone().strftime("%Y-%m-%d %H:%M") if at else ""


def heading_of(section_id: str, title: str) -> str:
    """Number and title; a part without a number has its title as its id and is named once."""
    return title if section_id == title else f"{section_id}  {title}".strip()


def short_citation(names: Iterable[str | None], section: str, place: str) -> str:
    """Product, kind and edition as far as they are known, then where the words stand, in one line."""
    document = " · ".join(each for each in names if each)
    return say("gui.short_citation", document=document, section=section, place=place)


def stated_words(product: LookedUpProduct) -> str:
    """What tells a product from others beside its name: its kind, whom it takes, how long one waits."""
    age = product.age_range and say("gui.product_age", age=product.age_range)
    waiting = product.waiting_period and say("gui.product_waiting", period=product.waiting_period)
    return " · ".join(part for part in (product.product_type, age, waiting) if part)


def product_words(match: ProductMatch) -> str:
    """A product among others: name, company, code."""
    return " · ".join(part for part in (match.product_name, match.company, match.product_code) if part)
