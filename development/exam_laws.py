"""Laws in Markdown as passages that exam questions are answered from, with their vectors."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from insurance_desktop.domain.exam import ExamPassage
from insurance_desktop.domain.laws import LawWork
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.embedding import Embedder, Vectors
from insurance_desktop.index.windows import cut_windows
from insurance_desktop.packs.law_texts import articles_in
from insurance_desktop.services.exam.reader import Evidence


@dataclass(frozen=True, slots=True)
class Laws:
    """Articles with the vectors of their windows."""

    passages: tuple[ExamPassage, ...]
    windows: Vectors
    owners: npt.NDArray[np.int64]

    def only(self, places: Sequence[int]) -> "Laws":
        kept = np.isin(self.owners, places)
        owners = np.searchsorted(np.array(places), self.owners[kept])
        return Laws(tuple(self.passages[place] for place in places), self.windows[kept], owners)


def laws_in(folder: Path, embedder: Embedder) -> Laws:
    """The articles of the newest edition of each law."""
    newest = {path.stem.partition("(")[0]: path for path in sorted(folder.glob("*.md"))}
    passages: list[ExamPassage] = []
    windows: list[str] = []
    owners: list[int] = []
    for name, path in newest.items():
        work = LawWork(name, (), path.stem.partition("(")[2].rstrip(")"), "", "")
        for article in articles_in(path.read_text(encoding="utf-8"), work).values():
            cut = cut_windows(" / ".join((name, *article.chapter)), article.text, embedder)
            windows += cut
            owners += [len(passages)] * len(cut)
            passages.append(ExamPassage(name, " ".join(article.chapter), article.article, "", article.text))
    return Laws(tuple(passages), embedder.passages(windows), np.array(owners))


def evidence_in(folder: Path, pack: DomainPack, embedder: Embedder) -> Evidence:
    """The articles of all laws of a folder, as questions are held against them."""
    laws = laws_in(folder, embedder)
    return Evidence(laws.passages, laws.windows, laws.owners.tolist(), pack)
