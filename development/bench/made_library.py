"""Libraries of any size to measure with: seeded text of the corpus' lengths, through the real schema.

Texts are the shipped samples' own phrases and the pack's vocabulary, put together anew for each clause. Nobody wrote or
verified them: such a library lies in a temporary folder and is never shown to anybody.
"""

import hashlib
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from insurance_desktop.domain.conversion import Clause, Coverage
from insurance_desktop.domain.documents import Document, GivenMetadata
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import ConversionStatus, DecisionKind, ReviewStatus
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import decisions, versions
from insurance_desktop.store.versions.decisions import NewDecision
from insurance_desktop.store.versions.versions import StoredVersion
from insurance_desktop.store.works import documents, editions, originals, works
from insurance_desktop.store.works.documents import Identity, NewDocument, Outcome

CLAUSES_A_DOCUMENT = 80
"""What the corpus' clause documents have: 80 to 88."""

_AT = "2026-11-21T00:00:00+00:00"
_LENGTHS = (
    *((0.0, 4), (0.05, 30), (0.1, 62), (0.15, 94), (0.2, 105), (0.25, 116), (0.3, 126), (0.35, 136), (0.4, 145)),
    *((0.45, 158), (0.5, 170), (0.55, 186), (0.6, 205), (0.65, 224), (0.7, 252), (0.75, 295), (0.8, 347)),
    *((0.85, 417), (0.9, 531), (0.95, 771), (0.97, 932), (0.98, 1166), (0.99, 1506), (0.995, 1918), (1.0, 6894)),
)
"""Characters of a clause at these quantiles, over the 706 clauses of the corpus' PDFs and its 795 passages."""

_PHRASE = re.compile(r"(\w+)(\W*)")
_SHORTEST, _LONGEST = 4, 30
_ZIPF = 0.9
_FROM_SAMPLES = 0.35
_NUMBERED = 0.08
_CHAPTER = 10


@dataclass(frozen=True, slots=True)
class MadeDocument:
    """A document that nobody wrote: its work's name and code, and its clauses in order."""

    name: str
    code: str
    clauses: tuple[Clause, ...]


class Vocabulary:
    """The phrases and terms that texts are made of, common ones far more often than rare ones."""

    def __init__(self, samples: Sequence[str], pack: DomainPack, seed: int) -> None:
        pieces = [match.groups() for text in samples for match in _PHRASE.finditer(text)]
        self.phrases = sorted({word for word, _ in pieces if _SHORTEST <= len(word) <= _LONGEST})
        self.signs = [sign.strip() for _, sign in pieces if len(sign.strip()) == 1] or [" "]
        self.titles = sorted({title for category in pack.categories for title in category.titles})
        self.terms = sorted(_terms(pack))
        random.Random(seed).shuffle(self.terms)
        self._weights = list(accumulate((rank + 1) ** -_ZIPF for rank in range(len(self.terms))))
        self._phrase_weights = list(accumulate((rank + 1) ** -_ZIPF for rank in range(len(self.phrases))))

    def phrase(self, chance: random.Random) -> str:
        if self.phrases and chance.random() < _FROM_SAMPLES:
            return chance.choices(self.phrases, cum_weights=self._phrase_weights)[0]
        if chance.random() < _NUMBERED:
            return f"{chance.randint(1, 99_999)}"
        return "".join(chance.choices(self.terms, cum_weights=self._weights, k=chance.randint(1, 3)))

    def text(self, chance: random.Random, length: int) -> str:
        """A text of about this many characters."""
        parts: list[str] = []
        size = 0
        while size < length:
            parts += [self.phrase(chance), chance.choice(self.signs)]
            size += len(parts[-2]) + len(parts[-1])
        return "".join(parts)[: max(length, 1)]


def _terms(pack: DomainPack) -> set[str]:
    said = {term for group in pack.synonyms for term in (*group.trade, *group.street)}
    said |= {word for category in pack.categories for word in (*category.titles, *category.words)}
    return said | {word for operation in pack.operations for word in (*operation.titles, *operation.value_titles)}


def length_at(share: float) -> int:
    """The length of a clause at this quantile of the corpus."""
    for (before, shorter), (after, longer) in pairwise(_LENGTHS):
        if share <= after:
            return round(shorter + (longer - shorter) * (share - before) / (after - before))
    return _LENGTHS[-1][1]


def made_documents(vocabulary: Vocabulary, count: int, seed: int) -> Iterator[MadeDocument]:
    """Documents with `count` clauses together; the same ones for the same seed."""
    chance = random.Random(seed)
    for number, start in enumerate(range(0, count, CLAUSES_A_DOCUMENT)):
        size = min(CLAUSES_A_DOCUMENT, count - start)
        name = "".join(chance.choices(vocabulary.terms, k=3)) + f"{number:05d}"
        clauses = tuple(_clause(vocabulary, chance, place, name) for place in range(size))
        yield MadeDocument(name, f"{number:05d}", clauses)


def _clause(vocabulary: Vocabulary, chance: random.Random, place: int, name: str) -> Clause:
    chapter = place // _CHAPTER + 1
    section = f"{chapter}.{place % _CHAPTER + 1}"
    title = chance.choice(vocabulary.titles)
    return Clause(
        section_id=section,
        section_title=title,
        level=3,
        parent_section=str(chapter),
        chunk_index=place,
        page_number=1 + place // 6,
        page_to=1 + place // 6,
        text=vocabulary.text(chance, length_at(chance.random())),
        breadcrumb=(name, f"{chapter} {vocabulary.titles[chapter]}", f"{section} {title}"),
    )


def put_verified(connection: Connection, made: MadeDocument, pack: DomainPack) -> tuple[Document, int]:
    """Stores the document as verified, without index rows; returns it with its version's id."""
    content = f"{made.name}\n{made.code}".encode()
    sha256 = hashlib.sha256(content).hexdigest()
    originals.put(connection, originals.Original(sha256, content, "application/pdf"), _AT)
    document_id = documents.queue(connection, NewDocument(sha256, pack.name, f"{sha256[:8]}.pdf", GivenMetadata()), _AT)
    markdown = "\n\n".join(f"### {each.section_id} {each.section_title}\n\n{each.text}" for each in made.clauses)
    version = StoredVersion(
        *(0, document_id, 0, markdown, (), (), Coverage(0, 0, 0, 0), (), "converted", "bench", "bench"),
        created_at=_AT,
    )
    version_id = versions.add(connection, version)
    work = works.Work(0, pack.name, pack.work_kind, made.code, made.name, None)
    work_id = works.add(connection, work, _AT)
    documents.identify(connection, document_id, Identity(work_id, None, None, None))
    documents.store_outcome(connection, document_id, Outcome(1, ConversionStatus.CONVERTED, None, version_id))
    approval = NewDecision(document_id, version_id, DecisionKind.APPROVED, "bench", _AT, "", sha256)
    documents.set_review(connection, document_id, ReviewStatus.VERIFIED, decisions.append(connection, approval))
    editions.refresh_status(connection, work_id)
    found = documents.get(connection, document_id)
    if found is None:
        raise RuntimeError("a document that was just stored is not there")
    return found, version_id
