"""Files of practice: each sign is accounted for, values are texts, and what is wrong is said by line."""

import pytest

from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.regulations.practice_entries import entry_in

MARITIME = load_pack("maritime")
ENTRY = """# made up
- id: ladle_of_cook
  title: "厨师的'长柄勺'"
  keywords: [长柄勺, ladle]   # words of questions
  regulations:
    - SOLAS III/31
    - SOLAS III/16《Ladles》
  correct_interpretation: >-
    勺要用木柄，
    也可以用锡柄: 两者都行。
  typical_configurations: ["一把 \\"大\\" 勺；一把小勺", 600]
  rests_on:
    - 编的
"""


def convert(text, pack=MARITIME):
    return convert_bytes(text.encode(), pack)


def entries(conversion):
    return [entry_in(each.section_title, each.text, MARITIME.practice) for each in conversion.clauses]


def test_an_entry_comes_back_from_its_text_as_it_was_written():
    conversion = convert(ENTRY)
    assert (conversion.status, conversion.findings, conversion.coverage.unaccounted) == ("CONVERTED", (), 0)
    assert conversion.printed.document_type == "实务"
    (entry,) = entries(conversion)
    assert (entry.id, entry.title) == ("ladle_of_cook", "厨师的'长柄勺'")
    assert entry.keywords == ("长柄勺", "ladle")
    assert entry.regulations == ("SOLAS III/31", "SOLAS III/16《Ladles》")
    assert entry.correct_interpretation == "勺要用木柄， 也可以用锡柄: 两者都行。"
    assert entry.typical_configurations == ('一把 "大" 勺；一把小勺', "600")
    assert entry.rests_on == ("编的",)


def test_comments_and_marks_are_left_out_under_their_reasons():
    left_out = {each.reason: each.text for each in convert(ENTRY).coverage.exclusions}
    assert "words of questions" in left_out["comment"] or "made up" in left_out["comment"]
    assert "keywords" in left_out["markup"]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("  title:", "  tittle:", "tittle"),
        ("  keywords: [长柄勺, ladle]", "  keywords: 长柄勺", "第 4 行 keywords"),
        ("ladle_of_cook", "勺 子", "第 2 行 id"),
        ("[长柄勺,", "[长柄勺；大勺,", "第 4 行 keywords[0]"),
        ("    - 编的", "    - 依据：编的", "第 13 行 rests_on[0]"),
        ("    - 编的", "    - ''", "rests_on[0]"),
        ("    - 编的", "    - 编的\n  rests_on: [又一个]", "第 14 行 rests_on"),
        ("    - 编的", "    - 编的\n" + ENTRY.partition("\n")[2].rstrip(), "ladle_of_cook"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(before, after, said):
    assert before in ENTRY
    conversion = convert(ENTRY.replace(before, after))
    assert conversion.status == "FAILED"
    assert said in conversion.reason


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- id: a\n  title: [", "不合 YAML"),
        ("- id: a\n  title: &t b\n  keywords: [*t]\n  correct_interpretation: c", "第 3 行"),
        ("- id: " + "[" * 5000, "不合 YAML"),
        ("- id: a\n  title: b\n--- \n- id: c", "不合 YAML"),
    ],
)
def test_nothing_in_a_file_is_built_or_repeated(text, said):
    conversion = convert(text)
    assert conversion.status == "FAILED"
    assert said in conversion.reason


def test_a_field_without_practice_takes_none():
    insurance = load_pack("insurance")
    assert "没有实务资料" in convert(ENTRY, insurance).reason
