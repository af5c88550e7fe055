"""The page on which a person asks in words and reads checked answers; the rest is done by resources/web/ask.js."""

import json
from collections.abc import Mapping
from xml.etree.ElementTree import Element

from insurance_desktop.packs.wording import DEFAULT_LANGUAGE, LANGUAGES, catalogue

from .pages import document, element

ASK, SCRIPT = "/ask", "/ask.js"
_WORDS = (
    *("ask_page.title", "ask_page.search", "ask_page.docs", "ask_page.history", "ask_page.begin"),
    *("ask_page.placeholder", "ask_page.send", "ask_page.stop", "ask_page.you", "ask_page.answer"),
    *("ask_page.working", "ask_page.writing", "ask_page.stopped", "ask_page.failed", "ask_page.forgotten"),
    *("ask_page.record", "ask_page.recording", "ask_page.hearing", "ask_page.no_microphone", "ask_page.spoken"),
    *("ask_page.play", "ask_page.silence", "ask_page.struck", "ask_page.unverified"),
    *("ask_page.confidence_high", "ask_page.confidence_medium", "ask_page.confidence_low"),
)


def language_of(wished: str, accepted: str) -> str:
    """The wished language where there is a catalogue for it, else the first that the browser accepts."""
    named = [wished, *(each.partition(";")[0].strip()[:2].lower() for each in accepted.split(","))]
    return next((each for each in named if each in LANGUAGES), DEFAULT_LANGUAGE)


def ask_page(language: str, paths: Mapping[str, str]) -> str:
    """The empty page. `paths` are what its script asks, by name."""
    words = {key.partition(".")[2]: catalogue(language)[key] for key in _WORDS}
    other = next(each for each in LANGUAGES if each != language)
    way = element(
        "nav",
        *(element("a", text, href=to) for text, to in ((words["search"], "/"), (words["docs"], "/docs"))),
        element("a", catalogue(other)["ask_page.own_language"], href=f"{ASK}?lang={other}", lang=other),
    )
    past = element("select", element("option", words["history"], value=""), id="past", aria_label=words["history"])
    bar = element("div", element("h1", words["title"]), past, _button("begin", words["begin"]), class_="bar")
    talk = element("div", id="talk", role="log", aria_live="polite", aria_label=words["title"])
    notice = element("p", id="notice", role="status", class_="quiet")
    main = element("main", bar, talk, notice, _form(words))
    main.attrib |= {"id": "ask", "data-words": json.dumps(words), "data-paths": json.dumps(dict(paths))}
    return document(words["title"], way, main, language=language, script=SCRIPT)


def _form(words: Mapping[str, str]) -> Element:
    question = element(
        "textarea",
        id="question",
        rows=2,
        maxlength=2000,
        placeholder=words["placeholder"],
        aria_label=words["placeholder"],
        autofocus="autofocus",
    )
    send = element("button", words["send"], id="send", type="submit")
    stop = _button("stop", words["stop"])
    stop.attrib["hidden"] = "hidden"
    return element("form", question, _button("record", words["record"]), send, stop, id="form")


def _button(name: str, text: str) -> Element:
    return element("button", text, id=name, type="button")
