"""Practice beside regulations: how surveyors read them, in entries that a person reviews as any document."""

import re
from dataclasses import field

from .answers import SourceReference
from .entity import entity
from .regulations import RegulationLink
from .states import AnswerStatus

JOINED = frozenset({"keywords", "terms", "regulations", "ship_types"})
"""Parts of an entry that are lists of words: they stand in one line, with the `JOINT` between them."""
JOINT = "\uff1b"
LISTED = frozenset({"typical_configurations", "decision_tree", "rests_on"})
"""Parts that are lists of sentences: each has a line of its own."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
"""The id of an entry, which stands before its title."""


@entity
class PracticeEntry:
    """One subject as it is written in a file of practice.

    `keywords` are words of questions, `terms` those that regulations print. A regulation may stand with its title in
    《》: what bears the number in another edition is not meant. `rests_on` says where all of it comes from.
    """

    id: str
    title: str
    keywords: tuple[str, ...]
    correct_interpretation: str
    terms: tuple[str, ...] = ()
    regulations: tuple[str, ...] = ()
    ship_types: tuple[str, ...] = ()
    common_mistake: str = ""
    typical_configurations: tuple[str, ...] = ()
    decision_tree: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()


@entity
class PracticeRules:
    """How a field names its practice: the `document_type` of such documents, and the `labels` that stand before the
    parts of an entry, by their keys in files."""

    document_type: str = ""
    labels: dict[str, str] = field(default_factory=dict)


def labelled(line: str, rules: PracticeRules) -> tuple[str, str]:
    """The key of the part that a line opens, with what stands behind its label; "" and the line where it opens none."""
    for key, label in rules.labels.items():
        if line.startswith(f"{label}\uff1a"):
            return key, line[len(label) + 1 :].strip()
    return "", line


@entity
class PracticeRegulation:
    """A regulation that an entry names; `link` is None where the library does not hold it, or holds another one under
    the number."""

    reference: str
    link: RegulationLink | None


@entity
class PracticeHit:
    """A verified entry that is about a question, and why; it is practice and no regulation."""

    entry: PracticeEntry
    score: int
    matched: tuple[str, ...]
    regulations: tuple[PracticeRegulation, ...]
    chunk_id: str
    source_reference: SourceReference


@entity
class PracticeAnswer:
    """The entries that are most about a question, the best first; `notice` says that none of them is a regulation."""

    status: AnswerStatus
    message: str | None
    notice: str = ""
    entries: tuple[PracticeHit, ...] = ()
    truncated: bool = False
    next_cursor: str | None = None
