"""A regulation with the pointers around it, from a hit and from the outline: drawn, walked through, gone back."""

from dataclasses import replace

import pytest
from example_answers import SOURCE
from fake_services import document
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from insurance_desktop.domain.practice import PracticeAnswer, PracticeEntry, PracticeHit
from insurance_desktop.domain.regulations import (
    ConceptLink,
    RegulationAnswer,
    RegulationEdge,
    RegulationLink,
    RelatedAnswer,
    Relation,
)
from insurance_desktop.domain.states import AnswerStatus, ReviewStatus
from insurance_desktop.gui.look.theme import DARK, LIGHT
from insurance_desktop.gui.pages import Place
from insurance_desktop.gui.search.practice_card import PracticeCard
from insurance_desktop.packs.wording import say
from insurance_desktop.services.regulations.around import RegulationAround

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
OWN = "SOLAS III/31"


def edge(source, to, *, kind=Relation.REFERENCES, resolved=True, anchor="regulation 1", title="Lids"):
    return RegulationEdge(kind, source, to, resolved, anchor, title)


def found(name, *edges, concepts=()):
    link = RegulationLink(name, "Crew of a raft", f"c-{name}", 1)
    related = RelatedAnswer(AnswerStatus.OK, None, link, edges, concepts)
    return RegulationAround(RegulationAnswer(AnswerStatus.OK, None), related)


@pytest.fixture
def shown(window, services, qtbot):
    """The window of a regulation with a pointer of each kind."""
    rafts = ConceptLink("life-saving appliances", ("救生设备",), (RegulationLink("SOLAS III", "Rafts", "c-3", 1),))
    edges = (
        edge(OWN, "LSA Code 6.1", anchor="section 6.1 of the LSA Code"),
        edge(OWN, "LSA Code 6.1", anchor="section 6.1"),
        edge(OWN, OWN),
        edge(OWN, "Regulation 77", resolved=False, anchor="Regulation 77", title=""),
        edge("SOLAS II-1/3", OWN),
        edge("Unified Interpretations 31", OWN, kind=Relation.INTERPRETS),
    )
    services.around = {
        OWN: found(OWN, *edges, concepts=(rafts,)),
        "SOLAS II-1/3": found("SOLAS II-1/3"),
        "life-saving appliances": RegulationAround(
            RegulationAnswer(AnswerStatus.NOT_FOUND, "nothing"), RelatedAnswer(AnswerStatus.OK, None, concepts=(rafts,))
        ),
        "XXX": RegulationAround(
            RegulationAnswer(AnswerStatus.NOT_FOUND, "没有 XXX"), RelatedAnswer(AnswerStatus.NOT_FOUND, "没有 XXX")
        ),
    }
    window.context.regulation_wanted.emit(OWN)
    qtbot.waitUntil(lambda: window.regulation_window.graph.canvas.middle is not None)
    return window.regulation_window


def nodes(made):
    return {node.name: (node, widget) for node, widget in made.graph.canvas.nodes}


def press(qtbot, made, name):
    nodes(made)[name][1].setFocus()
    qtbot.keyClick(nodes(made)[name][1], Qt.Key.Key_Return)


def test_each_end_of_the_pointers_is_there_once_with_its_printed_words(shown):
    told = nodes(shown)
    assert set(told) == {
        "LSA Code 6.1",
        "Regulation 77",
        "SOLAS II-1/3",
        "Unified Interpretations 31",
        "life-saving appliances",
    }
    assert "section 6.1 of the LSA Code · section 6.1" in told["LSA Code 6.1"][1].toolTip()


def test_a_screen_reader_is_told_what_each_is_and_where_it_is_not_here(shown):
    told = nodes(shown)
    assert told["Unified Interpretations 31"][1].accessibleName().endswith(say("regulation_window.kind_interprets"))
    assert not isinstance(told["Regulation 77"][1], QPushButton)
    assert told["Regulation 77"][1].accessibleName().endswith(say("regulation_window.not_here"))


def test_sources_stand_left_and_targets_right_of_the_regulation(shown):
    told, middle = nodes(shown), shown.graph.canvas.middle.geometry()
    assert told["SOLAS II-1/3"][1].geometry().right() < middle.left()
    assert told["LSA Code 6.1"][1].geometry().left() > middle.right()
    assert told["life-saving appliances"][1].geometry().top() > middle.bottom()


def test_the_keyboard_walks_on_and_back(shown, qtbot):
    press(qtbot, shown, "SOLAS II-1/3")
    qtbot.waitUntil(lambda: shown.field.text() == "SOLAS II-1/3")
    assert not shown.graph.canvas.nodes
    shown.back.setFocus()
    qtbot.keyClick(shown.back, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: shown.field.text() == OWN)
    assert not shown.back.isEnabled()


def test_a_subject_shows_its_regulations(shown, qtbot):
    press(qtbot, shown, "life-saving appliances")
    qtbot.waitUntil(lambda: set(nodes(shown)) == {"SOLAS III"})
    assert not shown.text.isVisible()


def test_practice_stands_apart_from_the_text_of_the_regulation(shown, services, qtbot):
    assert shown.practice.isHidden() and shown.notice.isHidden()
    hit = PracticeHit(PracticeEntry("ladle", "厨师的长柄勺", ("勺",), "每筏一把。"), 5, (), (), "c-1", SOURCE)
    services.around["SOLAS II-1/3"] = replace(services.around["SOLAS II-1/3"], practice=(hit,))
    press(qtbot, shown, "SOLAS II-1/3")
    qtbot.waitUntil(lambda: "每筏一把。" in shown.practice.toPlainText())
    assert "每筏一把。" not in shown.text.toPlainText()
    assert shown.notice.text() == say("search.practice_notice")


def test_what_is_not_there_is_said(shown, qtbot):
    shown.field.setText("XXX")
    qtbot.keyClick(shown.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: shown.message.text() == "没有 XXX")
    assert shown.graph.canvas.middle is None


def test_the_pointers_are_drawn_in_the_colours_in_use(shown, window):
    for choice, colours in (("dark", DARK), ("light", LIGHT)):
        window.context.theme.choose(choice)
        picture = shown.graph.canvas.grab().toImage()
        drawn = {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(0, picture.height(), 2)}
        assert colours.muted in drawn and colours.accent in drawn


def test_a_hit_leads_to_its_pointers_where_there_are_regulations(window, services, qtbot):
    services.around = {"c-3.2": found("c-3.2")}
    window.show_page("search")
    window.search.question.setText("犹豫期几天")
    window.search.ask()
    qtbot.waitUntil(lambda: bool(window.search.cards))
    assert window.search.cards[0].relate_button.isHidden()
    window.context.field.regulations.instruments = ("SOLAS",)
    window.search.ask()
    qtbot.waitUntil(lambda: bool(window.search.cards) and not window.search.cards[0].relate_button.isHidden())
    card = window.search.cards[0]
    services.around = {card.hit.chunk_id: found(OWN)}
    card.setFocus()
    qtbot.keyClick(card, Qt.Key.Key_R, CTRL_SHIFT)
    qtbot.waitUntil(lambda: window.regulation_window is not None and window.regulation_window.field.text() == OWN)


def test_practice_stands_behind_the_hits_and_says_that_it_is_practice(window, services, qtbot):
    window.context.field.practice.document_type = "实务"
    window.show_page("search")
    window.search.question.setText("犹豫期几天")
    services.practised = PracticeAnswer(AnswerStatus.NO_MATCH, "没有", "不是条文")
    window.search.ask()
    qtbot.waitUntil(lambda: bool(window.search.cards))
    source = window.search.cards[0].hit.source_reference
    entry = PracticeEntry("ladle", "厨师的长柄勺", ("勺",), "每筏一把。", decision_tree=("数筏",), rests_on=("编的",))
    services.practised = PracticeAnswer(
        AnswerStatus.OK, None, "不是条文", (PracticeHit(entry, 2, ("勺",), (), "c-1", source),)
    )
    window.search.ask()
    qtbot.waitUntil(lambda: bool(window.search.findChildren(PracticeCard)))
    (card,) = window.search.findChildren(PracticeCard)
    assert card.accessibleName() == "【实务】厨师的长柄勺"
    assert card.accessibleDescription() == "不是条文"
    assert "1. 数筏" in card.words.text() and "编的" in card.words.text()
    assert card not in window.search.cards


def test_the_outline_leads_to_the_pointers_of_the_chosen_regulation(window, services, qtbot):
    window.context.field.regulations.instruments = ("SOLAS",)
    services.holds(document(1, review_status=ReviewStatus.VERIFIED))
    window.show_page("review")
    window.review.open(Place(1))
    qtbot.waitUntil(lambda: window.review.opened is not None)
    assert not window.review.outline.relate.isHidden()
    clause = window.review.opened.review.clauses[1]
    services.around = {(1, clause.section_id): found(OWN)}
    window.review.outline.follow(1)
    window.review.outline.relate.click()
    qtbot.waitUntil(lambda: window.regulation_window is not None and window.regulation_window.field.text() == OWN)
