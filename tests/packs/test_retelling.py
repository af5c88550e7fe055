"""What a library keeps in one language is read in another, and nothing of the document is changed by it."""

import pytest

from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.packs.retelling import retold
from insurance_desktop.packs.wording import DEFAULT_LANGUAGE, catalogue, filled, say, speak, speak_in_window

SIGNS = {"count": 3, "page": 7, "pages": 9, "text": "我们不承担“甲”的责任；乙等", "before": "１", "after": "２"}


@pytest.fixture
def english():
    speak("en")
    yield
    speak(DEFAULT_LANGUAGE)
    speak_in_window(False)


def kept(key, **values):
    """As the library has it."""
    return catalogue()[f"convert.{key}"].format(**values)


def test_a_finding_is_read_in_the_language_that_is_spoken(english):
    words = kept("unreadable", where=kept("on_pages", page=3, count=7), count=12)
    assert (
        retold(words)
        == "Page 3 and others, 7 pages: characters that nobody could read: 12. Put them right from the original."
    )


def test_a_sentence_within_another_one_is_not_taken_for_the_whole(english):
    first = kept("paragraph_cut", count=1, cases="“现为解除合同时”")
    assert retold(kept("open_findings", count=1, first=first)) == (
        "Places that a person had to check when it was converted: 1. "
        "The first: Paragraphs that break off within a sentence: 1. The rest may stand elsewhere: “现为解除合同时”."
    )


def test_cases_are_told_one_by_one_and_quotations_stay(english):
    cases = (
        f"{kept('jump', before='1', number='3')}{kept('listing')}{kept('jump_at_start', number='2')}{kept('and_more')}"
    )
    told = retold(kept("section_jump", count=3, cases=cases))
    assert told.endswith("“1” is followed by “3”; it begins with “2” and more.")


def test_words_of_the_document_are_never_told_anew(english):
    words = retold(kept("hidden_text", page=7, text=kept("blank_page", page=1)))
    assert words.endswith(kept("blank_page", page=1))
    assert retold("第三条 保险责任") == "第三条 保险责任"


def test_an_error_that_was_kept_with_its_advice_is_read_with_it(english):
    assert retold(f"{kept('encrypted')} {kept('encrypted_hint')}").endswith("then import it.")


def test_what_was_kept_in_english_is_read_in_chinese(english):
    words = say("services.collected_code_missing", asked="K1")
    speak(DEFAULT_LANGUAGE)
    assert retold(words) == say("services.collected_code_missing", asked="K1")


@pytest.mark.parametrize("kind", [each for each in FindingKind if f"convert.{each}" in catalogue()])
def test_every_kind_of_finding_is_found_again_and_said_in_english(english, kind):
    """Even where a value holds signs that the sentence has, too."""
    key = f"convert.{kind}"
    values = dict.fromkeys(("where", "cases", "reason", "stage", "first"), "甲、乙")
    assert retold(filled(catalogue()[key], Filled(SIGNS | values))) == filled(
        catalogue("en")[key], Filled(SIGNS | values)
    )


class Filled(dict):
    def __missing__(self, name):
        return f"《{name}》"


def test_the_window_is_told_of_buttons_where_the_library_keeps_a_command():
    words = kept("ocr_not_installed", extra="insurance-desktop[ocr]")
    assert retold(words) == words
    speak_in_window()
    assert "insurance-desktop" not in retold(words)
    speak_in_window(False)
