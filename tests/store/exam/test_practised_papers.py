"""Papers, questions and choices in the file: what it forbids, and what leaves with what."""

import pytest

from insurance_desktop.domain.choice_questions import ChoiceKind, ChoiceQuestion, Option
from insurance_desktop.store.database import RuleBroken
from insurance_desktop.store.exam import choices, papers
from insurance_desktop.store.migrations import MIGRATIONS
from insurance_desktop.store.opening import open_database

AT, UNTIL = "2026-11-02T08:00:00+00:00", "2026-11-02T23:59:59+00:00"
PACK = "fund_exam"


def question(stem, answer=""):
    options = (Option("A", "甲"), Option("B", "Ⅰ、Ⅱ", names=(0, 1)), Option("C", "以上都是", covers_all=True))
    return ChoiceQuestion(stem, options, ChoiceKind.SINGLE, True, answer, "题干", ("一", "二"), "第1章")


@pytest.fixture
def database(tmp_path):
    opened = open_database(tmp_path / "library.db")
    yield opened
    opened.close()


def test_a_question_reads_back_as_it_was_written(database):
    with database.write() as connection:
        number = papers.put_question(connection, PACK, question("甲？", "B"))
        assert papers.question(connection, number) == question("甲？", "B")
        assert papers.question(connection, number).kind is ChoiceKind.SINGLE
        assert papers.question(connection, number + 1) is None


def test_a_question_is_known_by_its_words_within_its_pack(database):
    with database.write() as connection:
        number = papers.put_question(connection, PACK, question("甲？"))
        assert papers.put_question(connection, PACK, question("甲？", "C")) == number
        assert papers.put_question(connection, "insurance", question("甲？")) != number
        assert papers.put_question(connection, PACK, question("乙？")) != number
        assert papers.put_question(connection, PACK, question("甲？")) == number
        assert papers.question(connection, number).answer == "C"


def test_what_was_chosen_leaves_with_the_last_paper_of_its_question(database):
    with database.write() as connection:
        shared, own = (papers.put_question(connection, PACK, question(stem)) for stem in ("甲？", "乙？"))
        first = papers.put_paper(connection, PACK, "a.csv", [shared, own], AT)
        second = papers.put_paper(connection, PACK, "b.csv", [shared], AT)
        for number in (shared, own):
            choices.add(connection, number, "A", False, AT)
            papers.set_due(connection, number, AT)
        papers.remove(connection, first)
        assert [each.question_id for each in papers.due(connection, PACK, UNTIL)] == [shared]
        assert choices.of_question(connection, own) == ()
        papers.remove(connection, second)
        assert papers.all_of(connection, PACK, UNTIL) == ()
        assert connection.value("SELECT count(*) FROM exam_questions") == 0
        assert connection.value("SELECT count(*) FROM exam_choices") == 0


def test_the_latest_choice_tells_whether_a_question_is_known(database):
    with database.write() as connection:
        numbers = [papers.put_question(connection, PACK, question(stem)) for stem in ("甲？", "乙？", "丙？")]
        paper = papers.put_paper(connection, PACK, "a.csv", numbers, AT)
        for number, is_right in ((0, False), (0, True), (1, True), (1, None)):
            choices.add(connection, numbers[number], "A", is_right, AT)
        found = papers.get(connection, PACK, paper, UNTIL)
        assert (found.questions, found.answered, found.correct, found.kept, found.due) == (3, 2, 1, 0, 0)
        assert [each.question_id for each in papers.of_paper(connection, paper, untried=True)] == numbers[2:]
        assert papers.get(connection, "insurance", paper, UNTIL) is None


@pytest.mark.parametrize(
    "row",
    [
        "(1, '', 1, 'now')",
        "(1, 'A', 2, 'now')",
        "(99, 'A', 1, 'now')",
    ],
)
def test_the_file_refuses_a_choice_of_nothing_in_nothing_or_half_right(database, row):
    with database.write() as connection:
        papers.put_question(connection, PACK, question("甲？"))
    with pytest.raises(RuleBroken), database.write() as connection:
        connection.run(f"INSERT INTO exam_choices (question_id, chosen, is_right, at) VALUES {row}")


def test_a_library_from_before_gets_its_tables(tmp_path):
    before = tuple(each for each in MIGRATIONS if each.number < 15)
    open_database(tmp_path / "old.db", migrations=before).close()
    opened = open_database(tmp_path / "old.db")
    with opened.read() as connection:
        assert papers.all_of(connection, PACK, UNTIL) == ()
        assert papers.next_due(connection, PACK) is None
    opened.close()
