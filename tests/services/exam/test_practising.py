"""Practising in a library: one chooses first, wrong ones come again, and a closed file forgets nothing."""

from datetime import UTC, datetime, timedelta

import pytest
from textbook import LISTED, NEGATIVE, OFF_TOPIC, UNHELD
from two_products import EMBEDDER

from development.bare_library import open_engine
from insurance_desktop.domain.choice_questions import ChoiceKind
from insurance_desktop.domain.errors import NotFound, UsageError
from insurance_desktop.domain.exam import ExamArm
from insurance_desktop.domain.practising import JudgedBy
from insurance_desktop.domain.running import Cancelled
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.exam import practising
from insurance_desktop.services.exam.labels import meant, options_of
from insurance_desktop.services.exam.question_reading import read_paper
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.search.engine import Models, SearchEngine

RULES = load_pack("fund_exam").choices
START = datetime(2026, 11, 2, 12, tzinfo=UTC)
JUDGED = "判断题：持有人大会应当至少提前三十日公告。（ ）"


class Clock:
    """Stands still until it is put forward."""

    def __init__(self):
        self.now = START

    def __call__(self):
        return self.now

    def wait(self, **span):
        self.now += timedelta(**span)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def opened(own_file, clock):
    """Opens the library as often as it is called, as another start of the program does."""
    made = []

    def again():
        library = open_library(own_file, clock=clock)
        made.append(library)
        made.append(SearchEngine(library, Models(embedder=lambda _: EMBEDDER)))
        return made[-1]

    yield again
    for each in reversed(made):
        each.close()


@pytest.fixture
def engine(opened):
    return opened()


def paper(folder, *questions, name="paper.txt"):
    (folder / name).write_text("\n\n".join(questions), encoding="utf-8")
    return folder / name


def loaded(engine, folder, *questions, name="paper.txt"):
    """The paper with its questions."""
    kept = practising.load_paper(engine.library, paper(folder, *questions, name=name))
    return kept, practising.questions_of(engine.library, kept.paper_id)


def typed(engine, text):
    (found,) = practising.add_typed(engine.library, text)
    return found.question_id


def test_a_choice_is_held_against_the_key_and_told_beside_the_programs_answer(engine):
    found = practising.choose(engine, typed(engine, f"{LISTED}\n答案：D"), "c")
    assert (found.chosen, found.truth, found.judged_by, found.is_right) == ("C", "D", JudgedBy.KEY, False)
    assert (found.answer.answer, found.answer.evidence[0].section) == ("C", "上市条件")
    place = found.places[0]
    assert (place.document_id, place.page_number) == (1, 1)
    assert len(found.places) == len(found.answer.evidence)


def test_without_a_key_the_programs_answer_judges(engine):
    found = practising.choose(engine, typed(engine, LISTED), "C")
    assert (found.truth, found.judged_by, found.is_right, found.due) == ("C", JudgedBy.ANSWER, True, None)


def test_what_nobody_can_judge_is_neither_right_nor_wrong_and_not_repeated(engine):
    found = practising.choose(engine, typed(engine, UNHELD), "B")
    assert (found.truth, found.judged_by, found.is_right, found.due) == ("", None, None, None)
    assert found.answer.reply == "未在教材中找到明确依据"
    assert practising.practice_state(engine.library).papers[0].answered == 1


def test_a_person_who_knows_better_judges_anew(engine, clock):
    found = practising.choose(engine, typed(engine, f"{LISTED}\n答案：D"), "C")
    assert found.due == clock.now + timedelta(minutes=10)
    assert practising.judge(engine.library, found.choice_id, is_right=True) is None
    assert practising.practice_state(engine.library).due == 0
    assert practising.judge(engine.library, found.choice_id, is_right=False) == found.due


def test_a_wrong_one_is_due_today_and_after_a_right_answer_on_a_later_day(opened, clock):
    engine = opened()
    number = typed(engine, LISTED)
    practising.choose(engine, number, "A")
    assert [each.question_id for each in practising.due_questions(engine.library)] == [number]
    clock.wait(minutes=10)
    later = practising.choose(engine, number, "C").due
    assert practising.due_questions(engine.library) == ()
    state = practising.practice_state(opened().library)
    assert (state.due, state.next_due) == (0, later)
    clock.now = later
    assert [each.question_id for each in practising.due_questions(opened().library)] == [number]


def test_due_ones_of_all_papers_stand_together_the_oldest_first(engine, tmp_path, clock):
    _, first = loaded(engine, tmp_path, LISTED, name="a.txt")
    _, second = loaded(engine, tmp_path, NEGATIVE, name="b.txt")
    practising.choose(engine, second[0].question_id, "A")
    clock.wait(seconds=1)
    practising.choose(engine, first[0].question_id, "A")
    due = practising.due_questions(engine.library)
    assert [each.question_id for each in due] == [second[0].question_id, first[0].question_id]
    assert [each.due for each in practising.practice_state(engine.library).papers] == [1, 1]


def test_a_paper_goes_on_where_it_was_left_after_the_library_was_closed(opened, tmp_path):
    engine = opened()
    kept, questions = loaded(engine, tmp_path, LISTED, NEGATIVE)
    assert (kept.name, kept.questions, kept.answered) == ("paper.txt", 2, 0)
    practising.choose(engine, questions[0].question_id, "C")
    engine.library.close()
    again = opened()
    (known,) = practising.practice_state(again.library).papers
    assert (known.answered, known.correct, known.kept) == (1, 1, 0)
    assert practising.questions_of(again.library, known.paper_id) == (questions[1],)
    practising.choose(again, questions[1].question_id, "C")
    assert practising.questions_of(again.library, known.paper_id) == questions, "all of it once more"


def test_the_same_paper_is_there_once_and_may_bring_its_keys_later(engine, tmp_path):
    first, questions = loaded(engine, tmp_path, LISTED, NEGATIVE)
    practising.choose(engine, questions[0].question_id, "C")
    second, _ = loaded(engine, tmp_path, f"{LISTED}\n答案：D", NEGATIVE, name="keyed.txt")
    assert second.paper_id == first.paper_id
    assert second.answered == 1
    assert practising.choose(engine, questions[0].question_id, "C").judged_by is JudgedBy.KEY
    loaded(engine, tmp_path, LISTED, NEGATIVE)
    assert practising.choose(engine, questions[0].question_id, "C").truth == "D", "the key stays"


def test_a_paper_is_removed_with_what_no_other_paper_has(engine, tmp_path):
    first, questions = loaded(engine, tmp_path, LISTED, NEGATIVE, name="a.txt")
    second, _ = loaded(engine, tmp_path, LISTED, name="b.txt")
    for each in questions:
        practising.choose(engine, each.question_id, "A")
    assert practising.remove_paper(engine.library, first.paper_id).name == "a.txt"
    assert [each.question_id for each in practising.due_questions(engine.library)] == [questions[0].question_id]
    with pytest.raises(NotFound, match="exam_question_gone"):
        practising.choose(engine, questions[1].question_id, "A")
    with pytest.raises(NotFound, match="no_such_paper"):
        practising.questions_of(engine.library, first.paper_id)
    assert [each.paper_id for each in practising.practice_state(engine.library).papers] == [second.paper_id]


def test_what_was_typed_gathers_in_a_paper_without_a_name(engine):
    numbers = [typed(engine, LISTED), typed(engine, NEGATIVE), typed(engine, LISTED)]
    assert numbers[0] == numbers[2]
    (kept,) = practising.practice_state(engine.library).papers
    assert (kept.name, kept.questions) == ("", 2)
    with pytest.raises(UsageError, match="no_choice_question"):
        practising.add_typed(engine.library, OFF_TOPIC)


def test_several_answers_are_chosen_together_and_all_count(engine):
    number = typed(engine, f"（多选）{LISTED}\n答案：BC")
    assert practising.choose(engine, number, "C").is_right is False
    assert practising.choose(engine, number, "CB").is_right is True
    with pytest.raises(UsageError, match="exam_no_such_option"):
        practising.choose(engine, number, "BF")
    with pytest.raises(UsageError, match="exam_no_such_option"):
        practising.choose(engine, number, "")


def test_a_statement_without_options_is_judged_true_or_false(engine):
    found = practising.choose(engine, typed(engine, JUDGED), "A")
    assert (found.truth, found.is_right, found.answer.answer) == ("A", True, "正确")
    assert practising.choose(engine, typed(engine, f"{JUDGED}\n答案：错"), "A").is_right is False


def test_a_key_in_words_means_the_option_that_says_so():
    (read,) = read_paper("大会应当提前公告。（ ）\nA. 错误\nB. 正确", RULES)
    assert read.kind is ChoiceKind.TRUE_FALSE
    assert [meant(read, said, RULES) for said in ("√", "错", "B", "也许", "")] == ["B", "A", "B", "", ""]
    assert options_of(read) == read.options


def test_the_language_model_is_asked_only_where_one_is_set(engine):
    assert not practising.has_model(engine)
    with pytest.raises(UsageError, match="exam_no_model"):
        practising.choose(engine, typed(engine, LISTED), "C", ExamArm.MODEL)
    assert practising.practice_state(engine.library).papers[0].answered == 0


def test_what_is_cancelled_is_not_kept(engine):
    with pytest.raises(Cancelled):
        practising.choose(engine, typed(engine, LISTED), "C", cancel=lambda: True)
    assert practising.practice_state(engine.library).papers[0].answered == 0


def test_without_verified_books_the_key_alone_judges(tmp_path):
    with open_engine(tmp_path / "empty.db", EMBEDDER) as engine:
        found = practising.choose(engine, typed(engine, f"{LISTED}\n答案：C"), "C")
        assert (found.is_right, found.answer, found.places) == (True, None, ())
        assert found.message
