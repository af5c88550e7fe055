"""An answer as a file: what was not struck, each sentence with a footnote that says where it is printed."""

from io import BytesIO
from xml.etree import ElementTree
from zipfile import ZipFile

import docx
import pytest

from insurance_desktop.domain.asking import (
    AnswerCitation,
    AnswerSentence,
    AskedAnswer,
    Confidence,
    StageTimes,
)
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.asking.answer_export import export_answer
from insurance_desktop.services.asking.answer_words import with_sources

QUESTION = "犹豫期*有几天？"
SENTENCES = (
    AnswerSentence("《甲》1.4 犹豫期（第 2 页）", (), checked=False),
    AnswerSentence("犹豫期为<20>日[3]\x00", (3,), checked=True),
    AnswerSentence("犹豫期为30日[3]", (3,), checked=True, struck=True, reason="没有"),
)
CITED = AnswerCitation(3, "[3] 《甲》1.4 犹豫期，第 2 页", "c-1", 2, "有20日的\n犹豫期。", verified=True)
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


@pytest.fixture
def answer():
    more = ((CITED,), Confidence.HIGH, 0.9, "qwen3:8b", (), StageTimes())
    return AskedAnswer(AnswerStatus.OK, "session-1", QUESTION, "fact", "", SENTENCES, *more)


def test_markdown_cites_with_footnotes_and_reads_nothing_as_markup(answer, tmp_path):
    text = export_answer(QUESTION, answer, tmp_path / "a.md").read_text("utf-8")
    assert "# 犹豫期\\*有几天？" in text
    assert "犹豫期为\\<20\\>日" in text
    assert "[^3]: 《甲》1.4 犹豫期，第 2 页：“有20日的 犹豫期。”" in text
    assert "qwen3:8b" in text
    assert "30日" not in text


def test_word_has_real_footnotes(answer, tmp_path):
    content = export_answer(QUESTION, answer, tmp_path / "a.docx").read_bytes()
    said = "\n".join(each.text for each in docx.Document(BytesIO(content)).paragraphs)
    assert "犹豫期为<20>日" in said
    assert "30日" not in said
    with ZipFile(BytesIO(content)) as packed:
        notes = ElementTree.fromstring(packed.read("word/footnotes.xml"))
        cited = ElementTree.fromstring(packed.read("word/document.xml")).iter(f"{WORD}footnoteReference")
    by_number = {each.get(f"{WORD}id"): "".join(each.itertext()) for each in notes}
    assert [by_number[each.get(f"{WORD}id")] for each in cited] == [" 《甲》1.4 犹豫期，第 2 页：“有20日的 犹豫期。”"]


def test_no_file_is_written_over_and_another_kind_is_refused(answer, tmp_path):
    target = tmp_path / "a.md"
    target.write_text("mine", encoding="utf-8")
    for name in ("a.md", "a.pdf"):
        with pytest.raises(UsageError):
            export_answer(QUESTION, answer, tmp_path / name)
    assert target.read_text("utf-8") == "mine"


def test_the_copied_answer_names_its_sources(answer):
    said = with_sources(QUESTION, answer)
    assert said.startswith(QUESTION)
    assert CITED.citation in said
    assert "30日" not in said
