"""What documents of one edition state in two ways is a finding for a person, and both are told."""

import pytest
from stand_ins import clause_text, paper

from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.product_answers import InspectRequest
from insurance_desktop.domain.shapes import shape
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.products.product_questions import inspect_product
from insurance_desktop.services.review import decisions

WAITING = "extend_info.waiting_period"


def waiting(*sentences):
    return clause_text(*((f"2.{n}", "等待期", each) for n, each in enumerate(sentences, 1)), title="甲")


@pytest.fixture
def taken(workspace, inbox):
    """Imports one paper of the product 甲 and gives its id."""

    def take(text, document_type, edition="2020"):
        file = inbox(f"{document_type}{edition}.pdf", paper(text, name="甲"))
        given = GivenMetadata(product_code="K1", document_type=document_type, edition=edition)
        (line,) = import_paths(workspace.library, workspace.converter, [file], given=given)
        return line.document.document_id

    return take


def differing(workspace, document_id):
    found = decisions.show(workspace.library, document_id).findings
    return [each.message for each in found if each.kind == FindingKind.FACTS_DIFFER]


def test_another_value_in_a_document_of_the_same_edition_is_a_finding_and_both_are_told(workspace, taken):
    contract = taken(waiting("自本合同生效之日起90天内为等待期。"), "产品条款")
    manual = taken(waiting("自本合同生效之日起180天内为等待期。"), "产品说明书")
    assert differing(workspace, contract) == []
    (said,) = differing(workspace, manual)
    assert all(each in said for each in ("等待期", "180天", "90天", f"文件 {contract}", "产品条款"))
    for each in (contract, manual):
        decisions.approve(workspace.engine, each, reviewer="王")
    request = InspectRequest(fields=WAITING, sources=True)
    told = shape(inspect_product(workspace.engine.product_names, "K1", request))
    assert told[WAITING] == ["90天", "180天"]
    assert [each["document_type"] for each in told["sources"][WAITING]] == ["产品条款", "产品说明书"]


@pytest.mark.parametrize(
    ("text", "edition"),
    [
        (waiting("自本合同生效之日起90日内为等待期。"), "2020"),
        (waiting("自本合同生效之日起180天内为等待期。"), "2021"),
        (waiting("被保险人首次投保的，自本合同生效之日起180天内为等待期。"), "2020"),
    ],
)
def test_the_same_value_another_edition_and_a_condition_are_no_disagreement(workspace, taken, text, edition):
    taken(waiting("自本合同生效之日起90天内为等待期。"), "产品条款")
    assert differing(workspace, taken(text, "产品说明书", edition)) == []


def test_two_clauses_of_a_document_that_say_different_things_are_a_finding(workspace, taken):
    two = waiting("自本合同生效之日起90天内为等待期。", "自本合同生效之日起30天内为等待期。")
    (said,) = differing(workspace, taken(two, "产品条款"))
    assert all(each in said for each in ("2.1", "90天", "2.2", "30天"))


def test_what_differs_is_told_in_the_same_order_each_time(workspace, taken):
    def text(days, age):
        return clause_text(
            ("1.1", "投保范围", f"凡出生满28天至{age}周岁，符合承保条件的人，均可作为被保险人。"),
            ("1.2", "犹豫期", f"自您签收本合同次日起，有{days}日的犹豫期。"),
            ("1.3", "宽限期", f"宽限期为{days}日。自保险费约定支付日的次日零时起计算。"),
            ("1.4", "等待期", f"自本合同生效之日起{days}天内为等待期。"),
            title="甲",
        )

    taken(text(15, 60), "产品条款")
    said = differing(workspace, taken(text(20, 65), "产品说明书"))
    labels = [each.label for each in workspace.library.pack.facts.fields]
    places = [next(place for place, label in enumerate(labels) if f"“{label}”" in each) for each in said]
    assert len(places) == 4
    assert places == sorted(places)
