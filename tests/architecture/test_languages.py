"""English says what Chinese says: the same keys, the same values, nothing left unfinished."""

import re

import pytest
from test_wording import CJK, placeholders

from insurance_desktop.packs.wording import DEFAULT_LANGUAGE, LANGUAGES, catalogue, language, say, sentences_of, speak

CHINESE = sentences_of(DEFAULT_LANGUAGE)
ROOMS_IN_CHINESE_ALONE = {
    "answer_desk": "AI clients are told in the language of the clauses",
    "http_server": "answers and pages in the language of the clauses",
    "mcp_server": "AI clients are told in the language of the clauses",
}
CHINESE_IN_ENGLISH = {
    "gui.ask_placeholder",  # a question to Chinese clauses
    "gui.language_zh",
    "index.running_text",  # what the model reads, not a person
    "demonstrating.question",  # asked of the Chinese samples
    "demonstrating.unanswerable",
}
OTHERS = [each for each in LANGUAGES if each != DEFAULT_LANGUAGE]


@pytest.fixture
def english():
    speak("en")
    yield
    speak(DEFAULT_LANGUAGE)


@pytest.mark.parametrize("other", OTHERS)
def test_every_sentence_is_there_in_every_language(other):
    wanted = {key for key in CHINESE if key.partition(".")[0] not in ROOMS_IN_CHINESE_ALONE}
    written = set(sentences_of(other))
    assert sorted(wanted - written) == [], "missing"
    assert sorted(written - wanted) == [], "left over"


@pytest.mark.parametrize("other", OTHERS)
def test_no_sentence_is_unfinished(other):
    written = sentences_of(other)
    assert [key for key, text in written.items() if not text.strip() or "TODO" in text] == []
    assert [key for key, text in written.items() if CJK.search(text) and key not in CHINESE_IN_ENGLISH] == []


@pytest.mark.parametrize("other", OTHERS)
def test_a_sentence_has_the_same_values_in_every_language(other):
    differ = [key for key, text in sentences_of(other).items() if placeholders(text) != placeholders(CHINESE[key])]
    assert differ == []


def test_the_rooms_that_speak_chinese_alone_are_still_there():
    assert set(ROOMS_IN_CHINESE_ALONE) <= {key.partition(".")[0] for key in CHINESE}


def test_another_language_is_spoken_from_the_next_sentence_on(english):
    assert say("gui.page_library") == "Library"
    assert say("convert.blank_page", page=3) == CHINESE["convert.blank_page"].format(page=3)


def test_one_thing_is_not_told_as_several(english):
    assert say("gui.converted_again", count=1) == "1 document was converted again."
    assert say("gui.converted_again", count=2) == "2 documents were converted again."
    several = re.compile(r"\{count\} (?!of )(?:[a-z]+ )?[a-z]+s\b|\w\(s\)")
    assert [key for key, text in sentences_of("en").items() if several.search(text)] == []


def test_a_language_that_nobody_wrote_stays_chinese(english):
    speak("tlh")
    assert language() == DEFAULT_LANGUAGE
    assert catalogue(language()) == catalogue()
