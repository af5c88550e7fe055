"""The tool that measures on documents which nothing was fitted on."""

import json

import pytest

from development.checking import retrieval
from insurance_desktop.packs.loader import load_pack

MARKDOWN = """# 松风定期寿险条款

## 1 合同

### 1.1 犹豫期

自签收次日起有十五日的犹豫期，犹豫期内可以要求退还全部保险费。

### 1.2 现金价值

| 年度 | 现金价值 |
| --- | --- |
| 1 | 320 |

## 2 保障

### 2.4 责任免除

因下列情形之一身故的，我们不承担给付保险金的责任：

（1）故意犯罪；

（2）酒后驾驶（见 3.1）；

### 3.1 酒后驾驶

指血液中的酒精含量达到饮酒或者醉酒标准。
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "松风.md").write_text(MARKDOWN, encoding="utf-8")
    questions = [
        {"id": "a", "tier": "basic", "document": "松风.md", "question": "1.1", "expected_section_ids": ["1.1"]},
        {"id": "b", "tier": "basic", "document": "松风.md", "question": "9.9", "expected_section_ids": ["9.9"]},
    ]
    for name in ("one", "other"):
        lines = [json.dumps(each, ensure_ascii=False) for each in questions]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return tmp_path


def test_a_markdown_becomes_the_clauses_that_an_approved_conversion_would_have(folder):
    document = retrieval.read_document(folder / "松风.md", load_pack("insurance"))
    by_section = {clause.section_id: clause for clause in document.clauses}
    assert {"1.1", "1.2", "2.4", "3.1"} <= set(by_section)
    assert [item.mark for item in by_section["2.4"].items] == ["（1）", "（2）"]
    assert by_section["1.2"].table_data.rows == (("1", "320"),)
    assert any((each.source, each.target) == ("2.4", "3.1") for each in document.references)
    assert (document.name, document.file_name) == ("松风定期寿险条款", "松风.md")


def test_sets_are_measured_over_their_documents(folder, capsys):
    assert retrieval.main([str(folder), "--only", "one", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["evaluations"]
    assert found["golden"] == "one.jsonl"
    assert (found["questions"], found["measured"]) == (2, 1)
    assert found["arms"][0]["groups"][0]["figures"]["top_1"]["value"] == 1


def test_all_sets_of_a_folder_are_taken_unless_some_are_named(folder):
    assert len(retrieval.read_sets(folder, [])) == 2
    with pytest.raises(SystemExit):
        retrieval.read_sets(folder, ["none"])
