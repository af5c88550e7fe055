"""C12c: a ranking configuration that misses a bar cannot become active unless a person overrides, which is logged."""

from dataclasses import replace
from datetime import timedelta

import pytest
from stand_ins import clause_text

from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.errors import NotFound
from insurance_desktop.domain.evaluation import (
    Bar,
    BestScore,
    CurvePoint,
    Evaluation,
    Figure,
    JudgedBar,
    Part,
    SilenceCurve,
)
from insurance_desktop.domain.plain import plain
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.answers.exclusions import check_exclusions
from insurance_desktop.services.answers.library_status import library_status
from insurance_desktop.services.evaluation import ranking_judgement
from insurance_desktop.services.evaluation.wording import grounds
from insurance_desktop.services.review import decisions
from insurance_desktop.services.search import configuration, ranking_approval
from insurance_desktop.services.search.clause_search import search
from insurance_desktop.services.search.ranking_approval import Standing
from insurance_desktop.store.database import RuleBroken

pytestmark = pytest.mark.requirement("SC-003")


@pytest.fixture
def served(workspace, one_document):
    text = clause_text(("1.1", "犹豫期", "十五日。"), ("2.4", "责任免除", "酒驾。"))
    decisions.approve(workspace.engine, one_document(text, name="甲", code="1"), reviewer="王")
    return workspace.engine


@pytest.fixture
def later(served):
    """Lets time go by in the library."""
    clock = served.library.clock
    gone = []

    def go_on(time):
        gone.append(time)

    served.library = replace(served.library, clock=lambda: clock() + sum(gone, timedelta()))
    return go_on


@pytest.fixture
def upgraded(served, tmp_path, monkeypatch):
    """The same library opened by a program whose fitted numbers are others."""
    numbers = tmp_path / "ranking.toml"
    numbers.write_text("other = 1", encoding="utf-8")
    monkeypatch.setattr(configuration, "model_path", lambda pack: numbers)
    return served.asked_with(served.models)


def unjudged():
    """What a run over questions comes to that no bar speaks of."""
    return Evaluation("none", "0" * 64, 5, 5, passed=False, bars=(), arms=(), exclusions=())


def judged(*, passed):
    figure = Figure(0.95 if passed else 0.5, 0.4, 1.0, 20)
    bar = JudgedBar(Bar("basic", "top_1", 0.9), figure, passed)
    return Evaluation("set", "0" * 64, 20, 20, passed, (bar,), (), ())


def decide(engine, *, passed, reviewer="李", **more):
    evaluation = judged(passed=passed)
    return ranking_approval.decide(
        engine, [(ranking_approval.record(engine, evaluation), evaluation)], reviewer=reviewer, **more
    )


def state(engine):
    with engine.library.database.read() as connection:
        return ranking_approval.state_of(connection, engine)


def test_a_new_library_adopts_what_the_program_ships_with(workspace, one_document):
    assert state(workspace.engine).standing is Standing.SHIPPED
    assert state(workspace.engine).verdict is None
    decisions.approve(workspace.engine, one_document(), reviewer="王")
    assert state(workspace.engine).verdict.verdict == "adopted"
    assert ranking_approval.warning(workspace.engine) == ""


def test_a_configuration_that_holds_its_bars_becomes_active(served):
    decide(served, passed=True)
    found = state(served)
    assert (found.standing, found.verdict.verdict, found.verdict.reviewer) == (Standing.ACTIVE, "activated", "李")


def test_after_an_upgrade_the_new_one_is_proposed_and_what_changed_is_said(upgraded):
    found = state(upgraded)
    assert found.standing is Standing.PROPOSED
    assert found.changed_parts == ("numbers",)
    assert "还没有在本库测评" in ranking_approval.warning(upgraded)
    assert search(upgraded, SearchRequest("1.1")).status is AnswerStatus.OK


def test_one_that_misses_a_bar_is_refused_and_answers_nothing(upgraded):
    decide(upgraded, passed=False)
    assert state(upgraded).standing is Standing.REFUSED
    answer = search(upgraded, SearchRequest("1.1"))
    assert answer.status is AnswerStatus.INDEX_STALE
    assert "basic top_1" in answer.message
    checked = check_exclusions(upgraded, "酒后驾驶", product="甲")
    assert checked.status is AnswerStatus.INDEX_STALE
    assert not checked.complete


def test_a_person_may_override_with_a_reason_which_is_logged(upgraded):
    decide(upgraded, passed=False)
    decide(upgraded, passed=False, override_reason=" 等不及新的参数 ")
    found = state(upgraded)
    assert found.standing is Standing.ACTIVE
    assert (found.verdict.verdict, found.verdict.reason) == ("overridden", "等不及新的参数")
    assert search(upgraded, SearchRequest("1.1")).status is AnswerStatus.OK
    assert [each.verdict for each in ranking_approval.history(upgraded.library).verdicts] == [
        "adopted",
        "refused",
        "overridden",
    ]


def test_a_better_run_takes_a_refusal_back(upgraded):
    decide(upgraded, passed=False)
    decide(upgraded, passed=True)
    assert state(upgraded).standing is Standing.ACTIVE


def test_questions_that_no_bar_speaks_of_neither_carry_a_ranking_nor_stop_it(upgraded):
    runs = [(ranking_approval.record(upgraded, each), each) for each in (unjudged(), judged(passed=True))]
    assert ranking_approval.decide(upgraded, runs, reviewer="李").verdict == "activated"
    assert ranking_approval.decide(upgraded, runs[:1], reviewer="李").verdict == "refused"


def test_the_active_one_is_not_torn_out_by_a_bad_month(served):
    decide(served, passed=True)
    decide(served, passed=False)
    assert state(served).standing is Standing.ACTIVE
    assert search(served, SearchRequest("1.1")).status is AnswerStatus.OK
    assert "basic top_1" in ranking_approval.warning(served), "and what it missed does not go unsaid"
    decide(served, passed=True)
    assert ranking_approval.warning(served) == ""


def test_what_the_program_ships_with_says_that_it_was_not_judged_and_is_refused_where_it_misses(served):
    assert "还没有在本库测评过" in state(served).words
    decide(served, passed=False)
    assert state(served).standing is Standing.REFUSED
    assert search(served, SearchRequest("1.1")).status is AnswerStatus.INDEX_STALE
    assert ranking_approval.warning(served) == state(served).words
    decide(served, passed=False, override_reason="先用着")
    assert search(served, SearchRequest("1.1")).status is AnswerStatus.OK
    assert ranking_approval.warning(served) == ""


@pytest.mark.requirement("C12c")
def test_what_was_not_judged_since_an_upgrade_says_so_in_every_ranked_answer(upgraded):
    found = search(upgraded, SearchRequest("反悔有几天可以考虑", product="甲"))
    assert "还没有在本库测评过" in found.message
    assert "还没有在本库测评过" in check_exclusions(upgraded, "酒后驾驶", product="甲").message
    assert search(upgraded, SearchRequest("1.1", product="甲")).message is None, "a number is looked up, not ranked"
    assert library_status(upgraded).ranking.standing == "proposed"
    decide(upgraded, passed=True)
    assert "测评" not in (search(upgraded, SearchRequest("反悔有几天可以考虑", product="甲")).message or "")


@pytest.mark.requirement("C12c")
def test_what_missed_a_bar_in_use_says_so_in_every_ranked_answer(served):
    decide(served, passed=True)
    decide(served, passed=False)
    assert "没有达标" in search(served, SearchRequest("反悔有几天可以考虑", product="甲")).message


@pytest.mark.requirement("C12c")
def test_a_judging_is_due_at_first_after_a_month_and_after_a_change(served, later, tmp_path, monkeypatch):
    assert ranking_judgement.is_judging_due(served), "what the program ships with was never judged here"
    assert library_status(served).ranking.is_due
    decide(served, passed=True)
    assert not ranking_judgement.is_judging_due(served)
    assert ranking_judgement.judge_when_due(served) is None
    later(timedelta(days=29))
    assert not ranking_judgement.is_judging_due(served)
    later(timedelta(days=2))
    assert ranking_judgement.is_judging_due(served)
    assert "已经满 30 天" in ranking_approval.warning(served)
    decide(served, passed=True)
    assert not ranking_judgement.is_judging_due(served)
    assert ranking_approval.warning(served) == ""
    numbers = tmp_path / "ranking.toml"
    numbers.write_text("other = 1", encoding="utf-8")
    monkeypatch.setattr(configuration, "model_path", lambda pack: numbers)
    assert ranking_judgement.is_judging_due(served.asked_with(served.models)), "it is another one now"


@pytest.mark.requirement("C12c")
def test_nothing_is_due_where_nothing_is_verified(workspace, one_document):
    one_document()
    assert not ranking_judgement.is_judging_due(workspace.engine)


def test_runs_are_kept_with_configuration_set_bars_and_time(served):
    run_id = ranking_approval.record(served, judged(passed=False))
    (run,) = ranking_approval.history(served.library).runs
    assert (run.run_id, run.golden, run.golden_sha256, run.passed) == (run_id, "set", "0" * 64, False)
    assert run.fingerprint == served.configuration.fingerprint
    assert run.bars[0]["figure"]["value"] == 0.5
    assert run.at


def test_a_verdict_names_the_runs_that_it_stands_on_and_whom_they_asked(served):
    of_one = replace(judged(passed=True), parts=(Part("issuer", "甲人寿", 12, ()), Part("style", "", 20, ())))
    earlier = ranking_approval.record(served, judged(passed=False))
    run_id = ranking_approval.record(served, of_one)
    verdict = ranking_approval.decide(served, [(run_id, of_one)], reviewer="李")
    history = ranking_approval.history(served.library)
    (behind,) = history.behind(verdict)
    assert behind.run_id == run_id != earlier
    assert [(each.by, each.name, each.questions) for each in behind.parts] == [
        ("issuer", "甲人寿", 12),
        ("style", "", 20),
    ]
    assert grounds(verdict, history) == "依据 1 份题集、20 道题：set 20 道。问的是：甲人寿 12 道。"
    adopted = history.verdicts[0]
    assert grounds(adopted, history) == "没有测评作依据。"


def test_a_run_is_read_again_as_it_was_kept(served):
    curve = SilenceCurve(0.7, (CurvePoint(0.7, Figure(1.0, 1.0, 1.0, 3), None),))
    near = BestScore("q", "none", "", None, "问", (), "1.1", 0.6)
    kept = replace(judged(passed=True), curve=curve, near_misses=(near,))
    assert ranking_approval.recorded(served.library, ranking_approval.record(served, kept)) == kept
    with pytest.raises(NotFound):
        ranking_approval.recorded(served.library, 99)


def test_a_run_of_an_older_program_is_read_without_what_it_did_not_say(served, monkeypatch):
    new = {"parts", "near_misses", "curve"}
    as_before = {name: told for name, told in plain(judged(passed=True)).items() if name not in new}
    monkeypatch.setattr(ranking_approval, "plain", lambda _: as_before)
    run_id = ranking_approval.record(served, judged(passed=True))
    assert ranking_approval.recorded(served.library, run_id) == judged(passed=True)
    assert ranking_approval.history(served.library).runs[-1].parts == ()


@pytest.mark.parametrize("table", ["ranking_configurations", "evaluation_runs", "ranking_verdicts"])
def test_the_file_itself_keeps_the_history(served, table):
    ranking_approval.record(served, judged(passed=False))
    with pytest.raises(RuleBroken), served.library.database.write() as connection:
        connection.run(f"DELETE FROM {table}")
    with pytest.raises(RuleBroken), served.library.database.write() as connection:
        connection.run(f"UPDATE {table} SET id = id + 100")


def test_an_override_without_a_reason_is_refused_by_the_file(served):
    with pytest.raises(RuleBroken), served.library.database.write() as connection:
        connection.run(
            "INSERT INTO ranking_verdicts (configuration_id, verdict, reviewer, reason, runs, at) "
            "VALUES (1, 'overridden', '李', ' ', '[]', 'x')"
        )


def test_a_configuration_is_all_that_decides_the_order(served):
    parts = served.configuration.parts
    assert set(parts) == {"model", "reranker", "windows", "numbers", "grounds", "memory", "pack"}
    assert all(parts.values())
