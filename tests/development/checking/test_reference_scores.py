"""Pointers against a list that was read off the pages: what leads where it says, what elsewhere, what nobody listed."""

from development.checking.reference_scores import score_pointers
from insurance_desktop.convert.clauses.clause_tree import read_clauses
from insurance_desktop.convert.clauses.references import read_references
from insurance_desktop.domain.conversion import Conversion
from insurance_desktop.domain.states import ConversionStatus
from insurance_desktop.packs.loader import load_pack

PACK = load_pack("insurance")
MARKDOWN = """# 青松医疗保险条款

### 1.1 保险责任

被保险人在医院（见2.1）治疗的，我们按照约定给付。

### 1.2 责任免除

（1）故意自伤的；

（2）战争（见2.9）。

发生上述第（1）项情形的，合同终止。

### 2.1 医院

指公立医院。

### 2.2 战争

指武装冲突。
"""


def a_conversion() -> Conversion:
    clauses = read_clauses(MARKDOWN, (), (), PACK)
    references = read_references(clauses, MARKDOWN, (), PACK)
    return Conversion(MARKDOWN, 1, ConversionStatus.CONVERTED, None, clauses=clauses, references=references)


def test_a_pointer_is_right_where_it_leads_to_the_section_and_the_item_of_the_list():
    listed = {"pointers": [["1.1", "（见2.1）", "2.1"], ["责任免除", "第（1）项", "1.2/（1）"]]}
    scored = score_pointers(listed, a_conversion(), PACK)
    assert (scored.right.right, scored.right.wanted, scored.wrong, scored.astray) == (2, 2, (), ())


def test_a_pointer_that_leads_elsewhere_or_nowhere_is_named():
    listed = {"pointers": [["1.1", "（见2.1）", "2.2"], ["1.2", "（见2.9）", "2.2"], ["1.2", "（见7.7）", "2.2"]]}
    scored = score_pointers(listed, a_conversion(), PACK)
    assert (scored.right.right, len(scored.wrong)) == (0, 3)
    assert len(scored.astray) == 1
    assert scored.astray[0].endswith("1.2 （1）")


def test_a_few_pointers_that_somebody_noted_say_nothing_of_the_others():
    listed = {"references": [{"from_section": "1.1", "printed": "见2.1", "target": "2.1"}]}
    scored = score_pointers(listed, a_conversion(), PACK)
    assert (scored.right.right, scored.right.wanted, scored.astray) == (1, 1, ())
