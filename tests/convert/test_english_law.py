"""English legal texts: units with their titles, their ids under the units that number anew, contents and paragraphs."""

from paper import Paper, kinds, reasons, sections

from insurance_desktop.domain.kinds import ExclusionReason, FindingKind

WIDTH = 475
FLAG = (
    "Every ship flying the flag of a State that has signed the present Convention shall carry on board the record that "
    "is described below, and the master shall show it to an officer of the port who asks for it. "
)
IN_FULL = "All of this is laid down for the ships of any size and for their owners and for the masters under"


def set_lines(paper: Paper, text: str, *, x: float = 60, width: float = WIDTH, hang: float = 0, size: float = 10.5):
    """Ragged lines as a typesetter breaks them; further lines `hang` points in."""
    import pymupdf

    words, left = text.split(), x
    while words:
        row = [words.pop(0)]
        while words and pymupdf.get_text_length(" ".join([*row, words[0]]), "helv", size) <= width - left + x:
            row.append(words.pop(0))
        paper.words(left, " ".join(row), size=size)
        paper.y += 13
        left = x + hang
    paper.y += 7


def centred(paper: Paper, text: str, *, size: float = 10.5):
    import pymupdf

    paper.words((595 - pymupdf.get_text_length(text, "helv", size)) / 2, text, size=size, bold=True)
    paper.y += 14


def a_convention(chapters=("CHAPTER I", "CHAPTER II-1")) -> Paper:
    paper = Paper()
    centred(paper, "CONVENTION ON RECORDS OF SHIPS, 1981", size=14)
    paper.y += 10
    for number, title in (("Article I", "General obligations"), ("Article II", "Signature")):
        centred(paper, number)
        centred(paper, title)
        set_lines(paper, FLAG)
    for chapter in chapters:
        paper.new_page()
        centred(paper, chapter)
        kind = "CARGO" if "-" in chapter else "OTHER"
        centred(paper, f"SURVEYS OF {kind} SHIPS AND OF THEIR RECORDS BEFORE THE VOYAGES THAT ARE")
        centred(paper, f"DESCRIBED BELOW FOR {kind} SHIPS")
        centred(paper, "PART A - GENERAL")
        for number in (1, 2):
            centred(paper, f"Regulation {number}")
            centred(paper, "Application" if number == 1 else "Fire pumps, mains and hoses")
            paper.words(60, f"(a) {IN_FULL}")
            paper.words(60, f"Regulation {number} of {chapter.title()}, as amended.", y=paper.y + 13)
            paper.y += 33
    return paper


def test_a_title_below_its_number_is_the_title_and_further_rows_belong_to_it():
    found = sections(a_convention().convert())
    assert found["ArticleI"].section_title == "General obligations"
    assert found["ArticleII"].text == FLAG.strip()
    assert (
        found["CHAPTERI"].section_title
        == "SURVEYS OF OTHER SHIPS AND OF THEIR RECORDS BEFORE THE VOYAGES THAT ARE DESCRIBED BELOW FOR OTHER SHIPS"
    )


def test_numbers_that_start_again_stand_under_the_widest_unit_that_tells_them_apart():
    found = list(sections(a_convention().convert()))
    assert found == [
        "ArticleI",
        "ArticleII",
        *("CHAPTERI", "CHAPTERI/PARTA", "CHAPTERI/Regulation1", "CHAPTERI/Regulation2"),
        *("CHAPTERII-1", "CHAPTERII-1/PARTA", "CHAPTERII-1/Regulation1", "CHAPTERII-1/Regulation2"),
    ]


def test_numbers_that_are_counted_through_stand_alone():
    found = list(sections(a_convention(chapters=("CHAPTER I",)).convert()))
    assert found[-3:] == ["PARTA", "Regulation1", "Regulation2"]


def test_a_line_of_text_that_begins_with_the_name_of_a_unit_is_no_heading():
    found = sections(a_convention().convert())
    assert found["CHAPTERI/Regulation1"].text.endswith("for the masters under Regulation 1 of Chapter I, as amended.")


def test_levels_follow_the_units_that_the_document_has():
    found = sections(a_convention().convert())
    assert [found[each].level for each in ("CHAPTERI", "CHAPTERI/PARTA", "CHAPTERI/Regulation1")] == [2, 3, 4]
    assert found["CHAPTERI/Regulation1"].parent_section == "CHAPTERI/PARTA"


def test_units_that_do_not_stand_out_are_found_by_standing_alone():
    paper = Paper()
    for number in range(1, 5):
        paper.words(60, f"Article {number}")
        paper.y += 13
        paper.words(60, "Duties of the master and of the owner")
        paper.y += 20
        paper.words(60, f"{number} {IN_FULL}")
        paper.words(60, "Article 3 of the Convention.", y=paper.y + 13)
        paper.y += 33
    found = sections(paper.convert())
    assert list(found) == ["Article1", "Article2", "Article3", "Article4"]
    assert found["Article2"].section_title == "Duties of the master and of the owner"
    assert found["Article4"].text.endswith("the masters under Article 3 of the Convention.")


def test_an_article_whose_text_stands_behind_its_number_has_no_title():
    paper = Paper()
    for number in range(1, 4):
        set_lines(paper, f"Article {number}. {FLAG}")
    found = sections(paper.convert())
    assert list(found) == ["Article1", "Article2", "Article3"]
    assert found["Article2"].section_title == ""
    assert found["Article2"].text.endswith(FLAG.strip())


def test_marks_of_paragraphs_open_items_and_hang():
    paper = Paper()
    centred(paper, "Rule 1")
    set_lines(paper, "(a) " + FLAG)
    set_lines(paper, "(ii) " + FLAG, x=80)
    set_lines(paper, ".3 " + FLAG, x=100, hang=20)
    set_lines(paper, "1.2 " + FLAG)
    items = sections(paper.convert())["Rule1"].items
    assert [(item.mark, item.text) for item in items] == [(mark, FLAG.strip()) for mark in ("(a)", "(ii)", ".3", "1.2")]


def test_a_word_cut_at_the_end_of_a_line_keeps_its_hyphen_and_nothing_else_comes_between():
    paper = Paper()
    centred(paper, "Rule 1")
    paper.words(60, "The owner of the vessel shall send the words of the notice to the Secretary-")
    paper.words(60, "General of the Organization, who hands it to all of the Contracting Govern-", y=paper.y + 13)
    paper.words(60, "ments on the day after, in the order in which they have joined the body.", y=paper.y + 26)
    text = sections(paper.convert())["Rule1"].text
    assert "Secretary-General of" in text and "Govern-ments on" in text


def test_a_paragraph_goes_on_over_the_page():
    paper = Paper()
    centred(paper, "Rule 1")
    paper.y = 760
    paper.words(60, "The master shall keep the book of the ship at hand for as long as the ship is in")
    paper.new_page()
    paper.words(60, "the port, and shall show it to any officer who asks for it.")
    paper.y += 30
    centred(paper, "Rule 2")
    set_lines(paper, FLAG)
    text = sections(paper.convert())["Rule1"].text
    assert text.endswith("as long as the ship is in the port, and shall show it to any officer who asks for it.")


def test_contents_over_pages_leave_the_text_and_agree_with_it():
    paper = Paper()
    centred(paper, "Contents")
    entries = [f"Rule {number} Lights and shapes of the {number} kind" for number in range(1, 61)]
    for number, entry in enumerate(entries):
        if number % 40 == 39:
            paper.new_page()
        paper.words(60, f"{entry} {'.' * (60 if number % 7 else 12)}")
        paper.words(520, str(number + 3))
        paper.y += 15
    for number, entry in enumerate(entries):
        if number % 10 == 0:
            paper.new_page()
        paper.words(60, entry, bold=True)
        paper.y += 16
        set_lines(paper, FLAG)
    conversion = paper.convert()
    assert len([each for each in sections(conversion) if each.startswith("Rule")]) == 60
    assert "Rule60" in reasons(conversion)[ExclusionReason.CONTENTS].replace(" ", "")
    assert not {FindingKind.CONTENTS_MISSING, FindingKind.CONTENTS_DIFFERS, FindingKind.SECTION_TWICE} & kinds(
        conversion
    )


def test_what_stands_at_the_same_height_on_scattered_pages_is_text():
    paper = Paper()
    for number in range(1, 9):
        if number > 1:
            paper.new_page()
        paper.words(60, f"Annex {number}" if number % 3 else "Appendix II", bold=True)
        paper.y += 40
        set_lines(paper, FLAG + f"This is page {number}.")
    conversion = paper.convert()
    assert conversion.markdown.count("Appendix II") == 2
    assert ExclusionReason.PAGE_HEADER not in reasons(conversion)


def test_a_raised_mark_of_a_note_is_no_title_and_no_line_of_its_own():
    paper = Paper()
    for number in (11, 12):
        paper.words(60, f"Regulation {number}", bold=True, size=12)
        paper.words(136, "5", y=paper.y - 4, size=6.5)
        paper.y += 17
        paper.words(60, "Port State control", bold=True, size=12)
        paper.y += 20
        set_lines(paper, FLAG)
    found = sections(paper.convert())
    assert found["Regulation11"].section_title == "Port State control"


def test_a_title_may_stand_on_the_page_after_its_number():
    paper = Paper()
    centred(paper, "Regulation 12")
    centred(paper, "Portable lights")
    set_lines(paper, FLAG)
    paper.y = 780
    centred(paper, "Regulation 13")
    paper.new_page()
    centred(paper, "Portable radio apparatus")
    set_lines(paper, FLAG)
    found = sections(paper.convert())
    assert found["Regulation13"].section_title == "Portable radio apparatus"
    assert found["Regulation13"].text == FLAG.strip()


def test_a_remark_in_brackets_below_a_title_is_text():
    paper = Paper()
    centred(paper, "PART A - GENERAL")
    centred(paper, "(Part A applies to ships that have been built after the date given above)")
    centred(paper, "Regulation 1")
    centred(paper, "Application")
    set_lines(paper, FLAG)
    assert sections(paper.convert())["PARTA"].section_title == "GENERAL"


def test_blanks_of_a_form_are_text_and_an_entry_of_contents_is_not():
    paper = Paper()
    centred(paper, "Appendix I")
    centred(paper, "Form of the record")
    for words in ("Name of ship", "Port of registry", "Capacity of tanks"):
        paper.words(60, f"{words} {'.' * 40} m3")
        paper.y += 20
    conversion = paper.convert()
    assert conversion.markdown.count("." * 40) == 3
    assert ExclusionReason.CONTENTS not in reasons(conversion)
