"""A quoted answer takes of each clause as much as there is room for, in the clause's words."""

from insurance_desktop.domain.answers import SourceReference
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.asking.evidence import Evidence, EvidenceClause
from insurance_desktop.services.asking.extraction import extract

PACK = load_pack("insurance")
SOURCE = SourceReference("云杉意外险", "T1", None, None, 1, None, "t.pdf", 1, (), None, "", "", "甲", "")
LONG = "".join(f"第{number}种情形下我们按照所附表格中的第{number}档标准给付保险金。" for number in range(1, 31))
SHORT = "宽限期为六十日。"


def clause(number, title, text, score):
    return EvidenceClause(f"c{number}", number, title, (), text, (), None, (), (), SOURCE, score)


def quoted(*clauses):
    answer = extract(Evidence(AnswerStatus.OK, None, clauses), "怎么给付", PACK, lambda texts: [-1.0] * len(texts))
    return [words for _, words in answer.cited]


def signs(words):
    return len("".join(words.split()))


def test_what_the_others_do_not_need_goes_to_the_clause_that_answers_best():
    first, second = quoted(clause("2.1", "给付", LONG, 0.9), clause("4.2", "宽限期", SHORT, 0.8))
    assert second == SHORT
    assert 400 <= signs(first) + signs(second) <= 600
    assert all(line in LONG for line in first.split("\n"))


def test_no_clause_takes_the_room_of_another():
    first, second = quoted(clause("2.1", "给付", LONG, 0.9), clause("2.2", "比例", LONG.replace("第", "另"), 0.8))
    assert min(signs(first), signs(second)) > 150
    assert 400 <= signs(first) + signs(second) <= 600
