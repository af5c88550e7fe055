"""A converter and a model with a vocabulary: originals that say themselves what conversion makes of them.

`paper("# 甲产品 …", name="甲产品", blocking=("看不清",))` makes the bytes of one; `PaperWorkers` reads them back.
"""

import hashlib
import json

import numpy as np

from insurance_desktop.convert.clauses.clause_tree import read_clauses
from insurance_desktop.convert.clauses.references import read_references
from insurance_desktop.domain.conversion import Conversion, Coverage, Finding, PrintedFacts, SourceSpan
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.states import ConversionStatus, Severity
from insurance_desktop.index.embedding import ModelSettings, shipped_embedder
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.importing.converter import Converter
from insurance_desktop.services.library.library import open_library, system_time
from insurance_desktop.services.search.engine import Models, SearchEngine
from insurance_desktop.services.workspace import Workspace

_START = b"%PDF-1.7 paper\n"


def clause_text(*sections, title="甲产品"):
    """Markdown of a product with sections given as (number, title, text)."""
    body = "".join(f"\n### {number} {name}\n\n{text}\n" for number, name, text in sections)
    return f"# {title}\n{body}"


def paper(markdown, *, blocking=(), warning=(), note=(), failed=None, **printed):
    """The bytes of an original: `printed` is what its page 1 says (name, code, company, type)."""
    said = {
        "markdown": markdown,
        "blocking": list(blocking),
        "warning": list(warning),
        "note": list(note),
        "failed": failed,
        "printed": {
            "product_name": printed.get("name"),
            "product_code": printed.get("code"),
            "company": printed.get("company"),
            "document_type": printed.get("type"),
        },
    }
    return _START + json.dumps(said).encode()


class PaperWorkers:
    """Converts papers in this process; keeps what it was given, so that a test can ask."""

    def __init__(self):
        self.converted = []
        self.closed = False
        self.before_each = lambda: None

    def convert(self, original, pack_name):
        self.before_each()
        self.converted.append(original)
        sha256 = hashlib.sha256(original).hexdigest()
        said = json.loads(original.removeprefix(_START))
        if said["failed"]:
            return Conversion(sha256, 0, ConversionStatus.FAILED, said["failed"])
        markdown = said["markdown"]
        box = Box(1, 70.0, 100.0, 520.0, 120.0)
        spans = tuple(
            SourceSpan(start, start + len(line), number, (box,))
            for number, (start, line) in enumerate(_lines(markdown))
        )
        clauses = read_clauses(markdown, spans, (), load_pack(pack_name))
        findings = [Finding(FindingKind.UNREADABLE, Severity.BLOCKING, each, box) for each in said["blocking"]]
        findings += [Finding(FindingKind.FAINT_TEXT, Severity.WARNING, each, box) for each in said["warning"]]
        findings += [Finding(FindingKind.PROPOSED_EXCLUSION, Severity.NOTE, each, box) for each in said["note"]]
        return Conversion(
            sha256=sha256,
            pages=1,
            status=ConversionStatus.NEEDS_ATTENTION if findings else ConversionStatus.CONVERTED,
            reason=findings[0].message if findings else None,
            markdown=markdown,
            source_map=spans,
            clauses=clauses,
            references=read_references(clauses, markdown, spans, load_pack(pack_name)),
            findings=tuple(findings),
            coverage=Coverage(len(markdown), len(markdown), 0, 0),
            printed=PrintedFacts(**said["printed"]),
            converter="paper-1",
        )

    def convert_many(self, sources, pack_name, told, cancel):
        """One ahead of what is asked for, as real workers are."""
        waiting = []
        for key, original in sources:
            waiting.append((key, original))
            if len(waiting) > 1:
                yield self._next(waiting, pack_name)
        while waiting and not cancel():
            yield self._next(waiting, pack_name)

    def _next(self, waiting, pack_name):
        key, original = waiting.pop(0)
        return key, self.convert(original, pack_name)

    def close(self):
        self.closed = True


class CharacterEmbedder:
    """A model whose tokens are characters: texts that share characters lie near each other."""

    settings = ModelSettings("characters", "none", "none", 512, 512, "")
    fingerprint = "characters"
    dimensions = 512
    is_missing = False

    def passages(self, texts):
        vectors = np.full((len(texts), self.dimensions), 1e-3, dtype=np.float32)
        for row, text in enumerate(texts):
            for character in text:
                vectors[row, ord(character) % self.dimensions] += 1
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def passages_counted(self, texts, told=None):
        return self.passages(texts), [self.count_tokens(text) for text in texts]

    def question(self, text):
        return self.passages([text])[0]

    def questions(self, texts):
        return self.passages(texts)

    def count_tokens(self, text):
        return len(text) + 2

    def token_ends(self, text):
        return list(range(1, len(text) + 1))

    def fitting(self, text):
        return text[:500]


def open_with_stand_ins(path, workers=None):
    workers = workers or PaperWorkers()
    return open_workspace_with(path, embedder=CharacterEmbedder, workers=lambda: workers)


def open_workspace_with(path, *, embedder=shipped_embedder, workers=None, clock=system_time):
    """A workspace whose model, workers or clock are the test's own."""
    library = open_library(path, clock=clock)
    return Workspace(library, SearchEngine(library, Models(embedder=lambda _: embedder())), Converter(workers=workers))


def _lines(text):
    start = 0
    for line in text.splitlines(keepends=True):
        yield start, line
        start += len(line)
