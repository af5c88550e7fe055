"""Whatever people do in whatever order: what is indexed is the verified current text, and nothing else is found."""

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, rule
from index_tables import vector_rows, words_rows
from stand_ins import CharacterEmbedder, clause_text, open_with_stand_ins, paper

from insurance_desktop.convert.clauses.clause_tree import read_clauses
from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.errors import ReviewRefused
from insurance_desktop.domain.states import ImportAction, ReviewStatus
from insurance_desktop.index import ranking
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.library.documents import get_document
from insurance_desktop.services.review import decisions
from insurance_desktop.services.search import clause_search
from insurance_desktop.store.clauses import index_spaces

RANKING = ranking.model_path("insurance")
WORDS = ("犹豫期", "等待期", "现金价值", "责任免除", "受益人", "保险金额", "宽限期", "减额交清")
words = st.sampled_from(WORDS)
papers = st.lists(st.tuples(words, st.lists(words, min_size=1, max_size=4)), min_size=1, max_size=3)


@dataclass
class Expected:
    """What the machine knows of a document without asking the library."""

    text: str
    code: str
    verified: bool = False
    rejected_for: str | None = None


def markdown_of(sections):
    numbered = [(f"1.{n}", title, "与".join(text) + "。") for n, (title, text) in enumerate(sections, start=1)]
    return clause_text(*numbered)


class Library(RuleBasedStateMachine):
    documents = Bundle("documents")

    @initialize()
    def open(self):
        self.folder = Path(tempfile.mkdtemp())
        self.workspace = open_with_stand_ins(self.folder / "library.db")
        self.expected: dict[int, Expected] = {}
        self.originals: dict[int, Path] = {}

    def teardown(self):
        with self.workspace.library.database.read() as connection:
            assert connection.value("PRAGMA integrity_check") == "ok"
            assert connection.rows("PRAGMA foreign_key_check") == []
        assert decisions.verify_log(self.workspace.library).ok
        self.workspace.close()
        shutil.rmtree(self.folder)

    @rule(target=documents, sections=papers, code=st.sampled_from("123"), doubtful=st.booleans())
    def import_a_paper(self, sections, code, doubtful):
        text = markdown_of(sections)
        path = self.folder / f"{len(self.originals)}.pdf"
        path.write_bytes(
            paper(text, name=f"产品{code}", code=code, type="产品条款", blocking=("看不清",) if doubtful else ())
        )
        (line,) = import_paths(self.workspace.library, self.workspace.converter, [path])
        document_id = line.document.document_id
        if line.action is ImportAction.DUPLICATE:
            return multiple()
        self.expected[document_id] = Expected(text, code)
        self.originals[document_id] = path
        return document_id

    @rule(document_id=documents)
    def import_again(self, document_id):
        (line,) = import_paths(self.workspace.library, self.workspace.converter, [self.originals[document_id]])
        assert line.action is ImportAction.DUPLICATE

    @rule(document_id=documents, accepts=st.booleans())
    def approve(self, document_id, accepts):
        document = get_document(self.workspace.library, document_id)
        reason = "逐条看过" if accepts else None
        refused = document.review_status is ReviewStatus.VERIFIED or (document.findings.blocking and not accepts)
        if refused:
            with pytest.raises(ReviewRefused):
                decisions.approve(self.workspace.engine, document_id, reviewer="王", accept_findings_reason=reason)
            return
        decisions.approve(self.workspace.engine, document_id, reviewer="王", accept_findings_reason=reason)
        self.expected[document_id].verified = True

    @rule(document_id=documents, reason=st.sampled_from(("不对", "缺页")))
    def reject(self, document_id, reason):
        known = self.expected[document_id]
        rejected = get_document(self.workspace.library, document_id).review_status is ReviewStatus.REJECTED
        if rejected and known.rejected_for == reason:  # said already
            with pytest.raises(ReviewRefused):
                decisions.reject(self.workspace.library, document_id, reviewer="王", reason=reason)
            return
        decisions.reject(self.workspace.library, document_id, reviewer="王", reason=reason)
        known.verified, known.rejected_for = False, reason

    @rule()
    def approve_everything(self):
        for document_id, known in self.expected.items():
            if not known.verified:
                decisions.approve(self.workspace.engine, document_id, reviewer="王", accept_findings_reason="逐条看过")
                known.verified = True

    @rule(document_id=documents, place=st.integers(0, 9), new=words)
    def edit(self, document_id, place, new):
        known = self.expected[document_id]
        present = [word for word in WORDS if word in known.text]
        text = known.text.replace(present[place % len(present)], new)
        if text == known.text:
            with pytest.raises(ReviewRefused):
                decisions.edit(self.workspace.library, document_id, markdown=text, reviewer="李")
            return
        decisions.edit(self.workspace.library, document_id, markdown=text, reviewer="李")
        known.text, known.verified = text, False

    @rule(document_id=documents, name=st.sampled_from(["甲", "乙", "丙"]))
    def rename(self, document_id, name):
        try:
            decisions.correct(
                self.workspace.library, document_id, reviewer="李", metadata=GivenMetadata(product_name=name)
            )
        except ReviewRefused:  # it has this name already
            return
        for each in self.expected.values():
            if each.code == self.expected[document_id].code:
                each.verified = False

    @rule(document_id=documents, code=st.sampled_from("123"))
    def move_to_another_product(self, document_id, code):
        try:
            decisions.correct(
                self.workspace.library, document_id, reviewer="李", metadata=GivenMetadata(product_code=code)
            )
        except ReviewRefused:  # it has this code already, or another document has this identity there
            return
        known = self.expected[document_id]
        known.code, known.verified, known.rejected_for = code, False, None  # other facts can be rejected once more

    @invariant()
    def review_states_are_as_decided(self):
        for document_id, known in self.expected.items():
            document = get_document(self.workspace.library, document_id)
            assert (document.review_status is ReviewStatus.VERIFIED) == known.verified

    @invariant()
    def clauses_are_those_of_verified_text(self):
        with self.workspace.library.database.read() as connection:
            stored = connection.rows("SELECT document_id, section_id, text FROM clauses ORDER BY id")
        wanted = [
            (document_id, each.section_id, each.text)
            for document_id, known in self.expected.items()
            if known.verified
            for each in read_clauses(known.text, (), (), self.workspace.library.pack)
            if each.text
        ]
        assert sorted(stored) == sorted(wanted)

    @invariant()
    def words_windows_and_vectors_belong_to_clauses(self):
        with self.workspace.library.database.read() as connection:
            clauses = {row[0] for row in connection.rows("SELECT id FROM clauses")}
            owners = dict(connection.rows("SELECT id, document_id FROM clauses"))
            found = set(words_rows(connection))
            windows = {row[0]: row[1:] for row in connection.rows("SELECT id, clause, text FROM windows")}
            vectors = vector_rows(connection)
        assert found == clauses
        assert {clause for clause, _ in windows.values()} == clauses
        assert {row[0] for row in vectors} == set(windows)
        for window, document_id, vector in vectors:
            clause, text = windows[window]
            assert owners[clause] == document_id
            made = CharacterEmbedder().passages([text])[0]
            assert np.allclose(np.frombuffer(vector, dtype=np.float32), made)

    @rule(word=words)
    def search_finds_only_verified_text(self, word):
        texts = {
            document_id: {each.text for each in read_clauses(known.text, (), (), self.workspace.library.pack)}
            for document_id, known in self.expected.items()
            if known.verified
        }
        for mode in ("keyword", "vector", "hybrid") if RANKING.exists() else ():
            answer = clause_search.search(self.workspace.engine, SearchRequest(word, mode=mode, top_k=20))
            for hit in answer.results:
                assert hit.content in texts[hit.source_reference.document_id]
        with self.workspace.library.database.read() as connection:
            raw = [
                row
                for space in index_spaces.all_ids(connection)
                for row in connection.rows(
                    f"SELECT text FROM clauses WHERE id IN (SELECT rowid FROM {index_spaces.words_of(space)}(?))",
                    (f'"{word}"',),
                )
            ]
        assert all(any(text in known for known in texts.values()) for (text,) in raw)


TestOnlyVerifiedText = pytest.mark.requirement("FR-006", "SC-001")(Library.TestCase)
TestOnlyVerifiedText.settings = settings(
    max_examples=30, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
