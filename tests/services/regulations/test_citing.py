"""Every common spelling of a citation comes to one place; what says anything else comes to none."""

import pytest

from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.regulations.citing import cited, instrument_in, place_printed, place_said

RULES = load_pack("maritime").regulations

SPELLINGS = {
    "SOLAS III/31.1.4": (
        "SOLAS III/31.1.4",
        "solas iii/31.1.4",
        "SOLAS 3/31.1.4",
        "[SOLAS III/31.1.4]",
        "SOLAS III-31.1.4",
        "SOLAS Ch.III Reg.31.1.4",
        "SOLAS Ch III Reg 31.1.4",
        "SOLAS Ch. 3 Reg. 31.1.4",
        "SOLAS Chapter III Regulation 31.1.4",
        "SOLAS chapter III, regulation 31, paragraph 1.4",
        "SOLAS Regulation III/31.1.4",
        "SOLAS reg. III/31 para 1.4",
        "SOLAS Chapter III/31.1.4",
        "SOLAS ChapterIII/Regulation31.1.4",
        "SOLAS 1974 III/31.1.4",
        "SOLAS 74/78 III/31.1.4",
        "paragraph 1.4 of regulation 31 of chapter III of SOLAS",
        "Regulation 31.1.4 of Chapter III of the SOLAS Convention",
        "SOLAS 第三章第31条第1.4款",
        "SOLAS第三章第三十一条1.4",
        "SOLAS公约第III章第31条第1款第4项",
        "国际海上人命安全公约第三章第31条1.4",
        "ＳＯＬＡＳ III/31.1.4",
    ),
    "SOLAS II-1/3-6": (
        "SOLAS II-1/3-6",
        "SOLAS 2-1/3-6",
        "SOLAS Regulation II-1/3-6",
        "regulation II-1/3-6 of SOLAS",
        "SOLAS chapter II-1 regulation 3-6",
        "SOLAS第II-1章第3-6条",
        "SOLAS 公约第二-1章第3-6条",
    ),
    "MARPOL Annex I/14.7": (
        "MARPOL Annex I/14.7",
        "MARPOL I/14.7",
        "MARPOL Annex I Reg. 14.7",
        "MARPOL Annex I, Regulation 14, paragraph 7",
        "MARPOL 73/78 Annex I regulation 14.7",
        "MARPOL AnnexI/Regulation14.7",
        "MARPOL Annex I Chapter 3 Reg 14.7",
        "regulation 14.7 of Annex I of MARPOL",
        "regulation 14.7 of MARPOL Annex I",
        "MARPOL附则I第14条第7款",
        "MARPOL附则一第十四条第七款",
        "防污公约附则I第14条第7款",
    ),
    "LSA Code 6.1.3": (
        "LSA Code 6.1.3",
        "LSA 6.1.3",
        "LSA Code section 6.1.3",
        "section 6.1.3 of the LSA Code",
        "国际救生设备规则6.1.3",
    ),
    "SOLAS II-2/25(d)(ii)": (
        "SOLAS II-2/25(d)(ii)",
        "SOLAS II-2/25.d.ii",
        "SOLAS II-2 Reg. 25 para (d)(ii)",
        "paragraph (d)(ii) of regulation 25 of chapter II-2 of SOLAS",
    ),
    "SOLAS Article VIII": ("SOLAS Article VIII", "SOLAS Art. VIII", "Article VIII of SOLAS", "SOLAS Article 8"),
}


def said(text):
    instrument, rest = instrument_in(text, RULES)
    place = instrument and place_said(rest, instrument, RULES)
    return instrument, place


@pytest.mark.parametrize(
    ("text", "wanted"), [(text, wanted) for wanted, spellings in SPELLINGS.items() for text in spellings]
)
def test_a_spelling_means_the_same_place_as_the_id(text, wanted):
    instrument, place = said(text)
    known, meant = said(wanted)
    assert (instrument, place.key) == (known, meant.key)
    assert cited(meant, known, RULES) == wanted


@pytest.mark.parametrize("text", ["SOLAS lifeboats", "SOLAS III/31 for tankers", "救生艇", "SOLAS"])
def test_what_says_more_or_less_than_a_place_is_none(text):
    assert said(text)[1] is None


def test_different_numbers_are_different_places():
    texts = ("SOLAS II-1/3", "SOLAS II-1/3-6", "SOLAS II-2/3", "SOLAS II/13", "SOLAS III/3", "SOLAS Article III")
    assert len({said(text)[1].key for text in texts}) == len(texts)


@pytest.mark.parametrize(
    ("name", "headings", "wanted"),
    [
        ("SOLAS", ("ANNEX", "CHAPTER III", "PART B", "Regulation 31"), "SOLAS III/31"),
        ("SOLAS", ("CHAPTER II-2", "PART B"), "SOLAS II-2/Part B"),
        ("SOLAS", ("CHAPTER III", "PART B", ""), None),
        ("MARPOL", ("Annex I", "Chapter 3", "Part B", "Regulation 14"), "MARPOL Annex I/14"),
        ("MARPOL", ("Annex I", "Appendix II", "2"), "MARPOL Annex I/Appendix II.2"),
        ("LSA Code", ("CHAPTER 6", "6.1"), "LSA Code 6.1"),
    ],
)
def test_the_headings_above_a_section_tell_its_place(name, headings, wanted):
    instrument, _ = instrument_in(name, RULES)
    place = place_printed(headings, instrument, RULES)
    assert (place and cited(place, instrument, RULES)) == wanted
