"""A question is answered in sentences that their clauses print, with a model, without one, and where one lies."""

import pytest
from talking import Notebook, ScriptedModel, helped_by

from development.bare_library import BareDocument, add_verified, clause, open_engine
from insurance_desktop.domain.asking import AskRequest, Confidence, Role, Stage
from insurance_desktop.domain.errors import EndpointError, UsageError
from insurance_desktop.domain.running import Cancelled
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.answers.clause_reading import get_clause
from insurance_desktop.services.asking.ask import ask
from insurance_desktop.services.asking.helpers import Helpers, Listener

ANNUITY, MEDICAL = "2124", "M001"
TRUE = "自您签收本合同次日起，有20日的犹豫期。[1]"
FALSE = "犹豫期有30日。[1]"


def asked(engine, question, code=ANNUITY, **more):
    return ask(engine, AskRequest(question, product_code=code), **more)


def is_printed(engine, answer):
    """Whether each checked sentence stands word for word in the clauses that it cites."""
    printed = {
        number: "".join(get_clause(engine.library, each.clause_id).hit.content.split())
        for number, each in enumerate(answer.citations, start=1)
    }
    said = [each for each in answer.sentences if each.checked]
    return all("".join(each.text.split()) in printed[number] for each in said for number in each.citations)


@pytest.mark.parametrize(
    "question",
    [
        "犹豫期有几天",
        "退保和减额交清哪个划算",
        "酒后驾驶赔不赔",
        "第1保单年度的现金价值是多少",
        "自杀赔吗",
        "保险期间多久",
    ],
)
def test_without_a_model_every_sentence_is_printed_so_and_cited(filled, question):
    answer = asked(filled, question)
    said = [each for each in answer.sentences if each.checked]
    assert said
    assert all(each.citations for each in said)
    assert is_printed(filled, answer)
    assert "未用语言模型" in answer.answer_text
    assert answer.model_used == "extractive"


def test_the_clause_that_search_finds_first_is_cited_first(filled):
    answer = asked(filled, "犹豫期有几天")
    assert (answer.status, answer.sources[0].section_id) == (AnswerStatus.OK, "5.1")
    assert answer.confidence is Confidence.HIGH
    assert answer.citations[0].quote.split("\n") == [each.text for each in answer.sentences if each.citations == (1,)]


def test_both_sides_of_a_comparison_are_quoted_under_their_names(filled):
    answer = asked(filled, "退保和减额交清哪个划算")
    assert [each.section_id for each in answer.sources[:2]] == ["5.2", "6.4"]
    assert answer.answer_text.index("“退保”") < answer.answer_text.index("“减额交清”")


def test_whether_it_is_paid_is_said_by_the_check_of_exclusions_alone(filled):
    answer = asked(filled, "酒后驾驶赔不赔")
    first = next(each.text for each in answer.sentences)
    assert "责任免除" in first
    assert "不承担给付保险金的责任" in answer.answer_text, "the words above the list"
    assert "仅供参考" in answer.answer_text


def test_the_name_of_a_product_does_not_ask_whether_it_is_paid(tmp_path):
    name = "附加免赔额豁免保险"
    refuses = clause("2.2", "责任免除", "等待期内发生疾病的，我们不承担给付保险金的责任。", category=("Exclusion",))
    with open_engine(tmp_path / "library.db") as engine:
        with engine.library.database.write() as connection:
            add_verified(connection, BareDocument(name, (refuses,)), engine.library.pack, engine.embedder)
        answer = ask(engine, AskRequest(f"{name}的犹豫期是多少天"))
    assert (answer.intent, answer.citations) == ("specification", ())


def test_an_exclusion_is_never_quoted_without_what_takes_it_back(filled):
    answer = asked(filled, "被保险人一年内自杀赔吗")
    quoted = [each.text for each in answer.sentences if "自杀" in each.text and each.checked]
    assert all("无民事行为能力人的除外" in each for each in quoted)
    assert quoted


def test_a_row_of_a_table_comes_with_its_header(filled):
    answer = asked(filled, "第2保单年度的现金价值是多少")
    lines = [each.text for each in answer.sentences if "\t" in each.text]
    assert lines[0] == "保单年度\t现金价值"
    assert "2\t760" in lines


def test_where_nothing_is_found_nothing_is_quoted(filled):
    answer = asked(filled, "红烧肉怎么做")
    assert answer.status is AnswerStatus.NO_MATCH
    assert answer.answer_text.startswith("未找到相关条款")
    assert not any(each.checked for each in answer.sentences)
    assert (answer.citations, answer.confidence) == ((), Confidence.LOW)


def test_an_empty_library_says_so(empty):
    answer = ask(empty, AskRequest("犹豫期有几天"))
    assert answer.status is AnswerStatus.EMPTY_LIBRARY
    assert "核验" in answer.answer_text


def test_a_question_without_a_word_is_refused(filled):
    with pytest.raises(UsageError):
        asked(filled, "？？")


def test_what_a_model_writes_is_shown_where_it_holds(filled):
    answer = asked(filled, "犹豫期有几天", helpers=helped_by(ScriptedModel(TRUE)))
    assert (answer.model_used, answer.answer_text) == ("scripted", TRUE)
    assert answer.citations[0].quote == "自您签收本合同次日起，有20日的犹豫期。"


def test_a_sentence_that_does_not_hold_is_struck_and_the_model_asked_once_to_mend_it(filled):
    model = ScriptedModel(TRUE + FALSE, TRUE)
    answer = asked(filled, "犹豫期有几天", helpers=helped_by(model))
    assert answer.answer_text == TRUE
    assert "30日" in model.asked[1][-1].text
    assert "没有这样写" in model.asked[1][-1].text


def test_what_is_not_mended_is_kept_apart_with_its_reason(filled):
    answer = asked(filled, "犹豫期有几天", helpers=helped_by(ScriptedModel(TRUE + FALSE, TRUE + FALSE)))
    assert answer.answer_text == TRUE
    assert [(each.text, each.reason) for each in answer.sentences if each.struck] == [(FALSE, "没有这样写")]


def test_where_less_than_half_holds_the_clauses_are_quoted_instead(filled):
    model = ScriptedModel(FALSE + FALSE + TRUE, FALSE)
    answer = asked(filled, "犹豫期有几天", helpers=helped_by(model))
    assert answer.model_used == "extractive"
    assert "全部弃用" in answer.message
    assert "30日" not in answer.answer_text


def test_a_model_that_cannot_be_had_is_told_of_and_done_without(filled):
    error = EndpointError("search.query_empty")
    answer = asked(filled, "犹豫期有几天", helpers=helped_by(ScriptedModel(error=error)))
    assert answer.model_used == "extractive"
    assert "语言模型没有用上" in answer.message
    assert "20日的犹豫期" in answer.answer_text


def test_who_wants_no_model_gets_none(filled):
    model = ScriptedModel()
    answer = ask(filled, AskRequest("犹豫期有几天", product_code=ANNUITY, extractive=True), helpers=helped_by(model))
    assert (answer.model_used, model.asked) == ("extractive", [])


def test_the_clauses_are_fenced_by_a_mark_that_they_do_not_hold(filled):
    model = ScriptedModel(TRUE)
    asked(filled, "犹豫期有几天", helpers=helped_by(model))
    system, user = (each.text for each in model.asked[0])
    mark = user.split()[0]
    assert mark in system
    assert user.count(mark) > 0
    assert user.count(mark) % 2 == 0
    assert "20日的犹豫期" in user


def test_only_sentences_that_were_checked_are_told_while_a_model_writes(filled):
    told = []
    listener = Listener(told.append)
    asked(filled, "犹豫期有几天", helpers=helped_by(ScriptedModel(TRUE + "\n" + FALSE, TRUE)), listener=listener)
    stages = list(dict.fromkeys(each.stage for each in told))
    assert stages == [Stage.MEMORY, Stage.RETRIEVAL, Stage.GENERATION, Stage.MENDING]
    first = [each.sentence for each in told if each.stage is Stage.GENERATION and each.sentence]
    assert [each.struck for each in first] == [False, True]


@pytest.mark.parametrize("stage", [Stage.MEMORY, Stage.RETRIEVAL, Stage.GENERATION, Stage.MENDING])
def test_an_answer_that_is_not_wanted_any_more_stops_and_is_not_remembered(filled, stage):
    told, memory = [], Notebook()
    listener = Listener(told.append, lambda: bool(told) and told[-1].stage is stage)
    model = ScriptedModel(FALSE + TRUE, TRUE)
    with pytest.raises(Cancelled):
        asked(filled, "犹豫期有几天", helpers=helped_by(model, memory=memory), listener=listener)
    assert memory.kept == {}


def test_what_both_said_is_remembered_and_a_follow_up_is_asked_with_it(filled):
    memory = Notebook()
    helpers = Helpers(memory=memory)
    first = ask(filled, AskRequest("犹豫期有几天", product_code=ANNUITY, session_id="s"), helpers=helpers)
    again = ask(filled, AskRequest("这一条从哪天算起", product_code=ANNUITY, session_id="s"), helpers=helpers)
    assert [each.role for each in memory.kept["s"]] == [Role.USER, Role.ASSISTANT] * 2
    assert memory.kept["s"][1].cited[0].section_id == "5.1"
    assert "犹豫期" in again.enhanced_query
    assert "这一条从哪天算起" in again.enhanced_query
    assert again.sources[0].section_id == "5.1"
    ((kind, product),) = memory.kept["s"][1].entities
    assert kind == filled.library.pack.work_kind
    assert product
    assert first.session_id == again.session_id == "s"


def test_a_follow_up_stays_with_the_product_whose_clauses_did_not_answer(filled):
    helpers = Helpers(memory=Notebook())
    first = ask(filled, AskRequest("民生康健医疗保险的减额交清怎么办", session_id="s"), helpers=helpers)
    assert not first.sources
    again = ask(filled, AskRequest("它的犹豫期有几天", session_id="s"), helpers=helpers)
    assert all("民生康健" in each.citation for each in again.citations)
