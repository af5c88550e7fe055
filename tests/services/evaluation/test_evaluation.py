"""An evaluation over a small library: what is judged, what is told apart, and when it passes."""

import pytest
from stand_ins import clause_text, paper

from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.errors import LibraryError, UsageError
from insurance_desktop.domain.evaluation import Bar, GoldenQuestion, GoldenSet
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.wording import sentence
from insurance_desktop.services.evaluation.evaluation import evaluate, ways_of
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.review import decisions
from insurance_desktop.store.clauses import index_spaces

TEXT = clause_text(
    ("1.1", "犹豫期", "自签收次日起有十五日的犹豫期，可以要求退还全部保险费。"),
    ("1.2", "等待期", "自生效日起九十日为等待期。"),
    ("2.4", "责任免除", "因下列情形身故的，我们不承担给付保险金的责任：\n\n（1）故意犯罪；\n\n（2）酒后驾驶；"),
)
TOP = Bar("basic", "top_1", 0.9)


@pytest.fixture
def served(workspace, inbox):
    """Two documents of two products, the first with the exclusions."""
    ids = []
    for file, text in (("甲.pdf", TEXT), ("乙.pdf", clause_text(("1.1", "犹豫期", "犹豫期为二十日。"), title="乙"))):
        imported = import_paths(
            workspace.library, workspace.converter, [inbox(file, paper(text, name=file[0], code=file[0]))]
        )
        ids.append(imported[0].document.document_id)
        decisions.approve(workspace.engine, ids[-1], reviewer="王敏")
    import_paths(
        workspace.library,
        workspace.converter,
        [inbox("丙.pdf", paper(clause_text(("1.1", "犹豫期", "无。"), title="丙"), name="丙"))],
    )
    return workspace.engine


def golden(*questions):
    return GoldenSet("golden.jsonl", "0" * 64, questions)


def asked(name, text, *sections, tier="basic", **more):
    return GoldenQuestion(int(name), name, tier, text, sections, file=more.pop("file", "甲.pdf"), **more)


def only(**named):
    return ways_of(**({"scope": "product", "mode": "hybrid", "fusion": "fitted"} | named))


@pytest.mark.requirement("SC-003")
def test_an_exact_question_is_right_in_every_way_and_passes_its_bar(served):
    found = evaluate(served, golden(asked("1", "1.2", "1.2")), [TOP])
    assert len(found.arms) == 2 * 3 * 2
    assert {arm.figure("basic", "top_1").value for arm in found.arms if arm.scope == "product"} == {1.0}
    assert found.passed
    assert found.bars[0].figure.n == 1


def test_without_a_scope_the_other_product_stands_in_the_way(served):
    found = evaluate(served, golden(asked("1", "1.1", "1.1", file="乙.pdf")), [TOP])
    by_scope = {arm.scope: arm.figure("basic", "top_1").value for arm in found.arms}
    assert by_scope == {"product": 1.0, "none": 0.0}


def test_a_missed_bar_fails_the_run_and_names_the_miss(served):
    found = evaluate(served, golden(asked("1", "1.2", "1.1")), [TOP], ways=only())
    assert not found.passed
    assert found.bars[0].figure.value == 0
    (miss,) = found.misses
    assert (miss.wanted, miss.got) == (("1.1",), ("1.2",))


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        (asked("2", "问", "1.9"), "section"),
        (asked("2", "问", "2.4", tier="exclusion", items=(("2.4", "（9）"),)), "item"),
        (asked("2", "问", "1.1", file="没有.pdf"), "document"),
        (asked("2", "问", "1.1", file="丙.pdf"), "unverified"),
        (asked("2", "问", "1.1", file=None, document_sha256="0" * 64), "document"),
        (asked("2", "问", "1.1", file=None, product_code="没有"), "document"),
    ],
)
@pytest.mark.requirement("SC-003")
def test_a_label_that_no_longer_fits_is_told_apart_and_not_counted_as_wrong(served, question, kind):
    found = evaluate(served, golden(asked("1", "1.2", "1.2"), question), [TOP], ways=only())
    assert [(label.identifier, label.line, label.kind) for label in found.stale] == [("2", 2, kind)]
    assert (found.questions, found.measured) == (2, 1)
    assert found.passed


def test_a_tier_of_which_nothing_fits_does_not_pass(served):
    found = evaluate(served, golden(asked("1", "问", "1.9")), [TOP], ways=only())
    assert not found.passed
    assert found.bars[0].figure is None
    assert found.bars[0].stale == 1


def test_a_question_is_found_by_sha256_and_by_product_code(served):
    from insurance_desktop.services.library.documents import list_documents

    sha256 = next(each.sha256 for each in list_documents(served.library) if each.product_code == "甲")
    questions = (
        asked("1", "1.2", "1.2", file=None, document_sha256=sha256.upper()),
        asked("2", "1.2", "1.2", file=None, product_code="甲"),
        asked("3", "1.2", "1.2", file="C:\\条款\\甲.pdf"),
    )
    found = evaluate(served, golden(*questions), [TOP], ways=only())
    assert (found.measured, found.passed) == (3, True)


def test_a_misspelt_tier_is_refused_instead_of_passing_unjudged(served):
    with pytest.raises(UsageError) as fault:
        evaluate(served, golden(asked("1", "1.2", "1.1", tier="bassic")), [TOP], ways=only())
    assert "bassic" in sentence(fault.value).message


@pytest.mark.parametrize("bars", [[], [Bar("comparison", "all_in_3", 0.85)], [Bar("basic", "all_in_3", 0.85)]])
def test_a_run_that_no_bar_judged_does_not_pass(served, bars):
    found = evaluate(served, golden(asked("1", "1.2", "1.2")), bars, ways=only())
    assert found.arms[0].figure("basic", "top_1").value == 1
    assert found.bars == ()
    assert not found.passed


def test_an_item_of_a_section_that_nobody_expects_is_found_stale_too(served):
    question = asked("1", "酒驾", "2.4", tier="exclusion", items=(("2.4", "（2）"), ("1.2", "（7）")))
    found = evaluate(served, golden(question), [], ways=only())
    assert [(label.kind, label.what) for label in found.stale] == [("item", "1.2 （7）")]
    assert found.measured == 0


def test_an_item_of_a_section_that_is_gone_is_told_once(served):
    question = asked("1", "酒驾", "2.9", tier="exclusion", items=(("2.9", "（2）"),))
    assert [label.kind for label in evaluate(served, golden(question), [], ways=only()).stale] == ["section"]


def test_an_accepted_section_that_is_gone_is_told_and_the_question_still_judged(served):
    found = evaluate(served, golden(asked("1", "1.2", "1.2", also=("1.1", "7.7"))), [TOP], ways=only())
    assert [(label.identifier, label.what) for label in found.unaccepted] == [("1", "7.7")]
    assert (found.measured, found.stale, found.passed) == (1, (), True)


@pytest.mark.requirement("FR-002")
def test_exclusions_are_checked_by_the_service_that_answers_clients(served):
    scenario = asked("1", "酒后驾驶", "2.4", tier="exclusion", items=(("2.4", "（2）"),))
    unmentioned = asked("2", "地震", tier="exclusion")
    found = evaluate(served, golden(scenario, unmentioned), [], ways=only())
    (checked,) = found.exclusions
    names = set(checked.groups[0].figures)
    assert {"section_recall", "item_recall", "no_false_alarm", "possible_per_scenario", "seed_recall_5"} <= names
    assert checked.figure("exclusion", "seed_recall_5").value == 1


def test_a_question_is_embedded_once_for_all_ways(served, monkeypatch):
    texts = []
    embed = served.embedder.questions

    def counted(asked):
        texts.extend(asked)
        return embed(asked)

    monkeypatch.setattr(served.embedder, "questions", counted)
    evaluate(served, golden(asked("1", "可以反悔几天", "1.1"), asked("2", "酒后驾驶", tier="exclusion")), [TOP])
    assert texts
    assert len(texts) == len(set(texts))


def test_a_stale_index_cannot_be_evaluated(served):
    with served.library.database.write() as connection:
        space = index_spaces.space_of(connection, served.library.pack.name).space
        index_spaces.put_space(connection, type(space)(space.pack, space.model, space.dimensions, "other"), "x")
    with pytest.raises(LibraryError):
        evaluate(served, golden(asked("1", "1.2", "1.2")), [TOP])


def test_looking_for_a_measurement_needs_a_scope_like_any_search(served):
    from insurance_desktop.domain.answers import SearchRequest
    from insurance_desktop.services.search.clause_search import look, search

    request = SearchRequest("犹豫期", product_code="没有")
    assert search(served, request).status is AnswerStatus.NOT_FOUND
    assert not look(served, request).order


@pytest.fixture
def of_two_insurers(workspace, inbox):
    """甲 of an insurer, 乙 of nobody that is known."""
    for file, company in (("甲.pdf", "甲人寿"), ("乙.pdf", None)):
        made = inbox(file, paper(TEXT, name=file[0], code=file[0]))
        given = GivenMetadata(company=company)
        imported = import_paths(workspace.library, workspace.converter, [made], given=given)
        decisions.approve(workspace.engine, imported[0].document.document_id, reviewer="王敏")
    return workspace.engine


def parts(found, by):
    return {part.name: part for part in found.parts if part.by == by}


@pytest.mark.requirement("SC-003")
def test_figures_are_split_by_the_insurer_whose_document_is_asked(of_two_insurers):
    questions = (
        asked("1", "1.1", "1.1"),
        asked("2", "1.2", "1.1"),
        asked("3", "1.1", "1.1", file="乙.pdf"),
        asked("4", "1.1", "1.1", file=None),
        asked("5", "酒后驾驶", "2.4", tier="exclusion", items=(("2.4", "（2）"),)),
    )
    found = evaluate(of_two_insurers, golden(*questions), [TOP], ways=only())
    by_issuer = parts(found, "issuer")
    assert {name: part.questions for name, part in by_issuer.items()} == {"甲人寿": 3, "": 1, None: 1}
    tiers = {group.tier: group for group in by_issuer["甲人寿"].groups}
    assert tiers["basic"].figures["top_1"].value == 0.5
    assert set(tiers["exclusion"].figures) <= {"section_recall", "precision", "no_false_alarm"}
    assert tiers["answerable"].figures["silenced"].n == 2


@pytest.mark.requirement("SC-003")
def test_figures_are_split_by_style_and_by_the_kind_that_several_notes_share(served):
    questions = (
        asked("1", "1.1", "1.1", style="exact"),
        asked("2", "1.2", "1.2"),
        asked("3", "火星", tier="none", style="colloquial", note="near miss: no Mars"),
        asked("4", "月球", tier="none", style="colloquial", note="near miss: no moon"),
        asked("5", "天气", tier="none", style="colloquial", note="off topic"),
    )
    found = evaluate(served, golden(*questions), [], ways=only())
    by_style = parts(found, "style")
    counts = {name: part.questions for name, part in by_style.items()}
    assert counts == {"exact": 1, "": 1, "colloquial · near miss": 2, "colloquial": 1}


@pytest.mark.requirement("SC-003")
def test_the_curve_agrees_with_the_figures_at_the_bar_and_near_misses_name_their_clauses(served):
    questions = (
        asked("1", "1.1", "1.1"),
        asked("2", "可以反悔几天", "1.1"),
        asked("3", "火星移民", tier="none"),
        asked("4", "酒后驾驶", tier="exclusion"),
    )
    found = evaluate(served, golden(*questions), [], ways=only())
    (arm,) = found.arms
    present = found.curve.present
    assert (present.bar, found.curve.bar) == (0.7, 0.7)
    assert present.silent.value == arm.figure("none", "silent").value
    assert present.silenced.value == arm.figure("answerable", "silenced").value
    shares = [each.silenced.value for each in found.curve.points]
    assert shares == sorted(shares), "a higher bar never answers more"
    near = found.near_misses[0]
    assert (near.identifier, near.has_answer, near.was_answered) == ("3", False, present.silent.value == 0)
    for each in found.near_misses[1:]:
        assert each.wanted == ("1.1",) and not each.was_answered


def test_a_set_without_a_question_for_the_search_has_no_curve(served):
    found = evaluate(served, golden(asked("1", "酒后驾驶", tier="exclusion")), [], ways=only())
    assert found.curve is None
    assert found.near_misses == ()
