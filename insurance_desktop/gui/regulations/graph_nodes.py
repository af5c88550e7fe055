"""What the picture of pointers shows: who points at the regulation, what it points at, which subjects it belongs to."""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.regulations import RegulationEdge, RegulationLink, RelatedAnswer, Relation


class Side(StrEnum):
    """Where a node stands beside the one in the middle."""

    SOURCE = "source"
    TARGET = "target"
    CONCEPT = "concept"


@entity
class Node:
    """`reference` opens it; "" where the library does not hold it. `anchors` are the printed words of its pointers."""

    side: Side
    name: str
    title: str
    reference: str
    kind: Relation | None = None
    anchors: tuple[str, ...] = ()


@entity
class Graph:
    """`name` and `title` of what stands in the middle."""

    name: str
    title: str
    nodes: tuple[Node, ...]

    def at(self, side: Side) -> tuple[Node, ...]:
        return tuple(each for each in self.nodes if each.side is side)


def graph_of(answer: RelatedAnswer) -> Graph | None:
    """The picture of an answer; None where it has nothing in the middle."""
    if answer.regulation is None:
        return _subject(answer) if answer.concepts else None
    own = answer.regulation
    edges = [each for each in answer.edges if (each.source, each.to) != (own.id, own.id)]
    targets = _joined((each for each in edges if each.source == own.id), Side.TARGET)
    sources = _joined((each for each in edges if each.source != own.id), Side.SOURCE)
    concepts = tuple(Node(Side.CONCEPT, each.name, " · ".join(each.words), each.name) for each in answer.concepts)
    return Graph(own.id, own.title, (*sources, *targets, *concepts))


def _subject(answer: RelatedAnswer) -> Graph:
    """A subject in the middle, with its regulations."""
    (concept,) = answer.concepts
    about = tuple(_linked(each) for each in concept.regulations)
    return Graph(concept.name, " · ".join(concept.words), about)


def _linked(link: RegulationLink) -> Node:
    return Node(Side.TARGET, link.id, link.title, link.chunk_id)


def _joined(edges: Iterable[RegulationEdge], side: Side) -> Sequence[Node]:
    """One node for all pointers of one kind between two regulations."""
    found: dict[tuple[str, Relation, bool], Node] = {}
    for each in edges:
        name = each.source if side is Side.SOURCE else each.to
        key = (name, each.kind, each.resolved)
        known = found.get(key)
        anchors = (*known.anchors, each.anchor) if known else (each.anchor,)
        reference = name if each.resolved else ""
        found[key] = Node(side, name, each.title, reference, each.kind, tuple(dict.fromkeys(anchors)))
    return tuple(found.values())
