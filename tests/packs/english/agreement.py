"""A made agreement of the English pack as a PDF: headings 1 and 1.1, sentences below them, a number on each page."""

import pymupdf

LEFT, RIGHT, SIZE, PITCH = 72, 523, 11, 16

CLAUSES = (
    ("1", "Hire", ""),
    ("1.1", "Hire period", "The hire period begins on the day of delivery and ends after 14 days."),
    ("1.2", "Deposit", "The Hirer pays a deposit of 50 pounds, and the Owner returns it with the tool."),
    ("2", "Liability", ""),
    ("2.1", "Exclusions", "Damage by frost is not covered. Theft from an open vehicle is not covered."),
    ("2.2", "Early return", "A Hirer who returns early is charged for the days of the hire period that have passed."),
)


def agreement(title: str = "Cordless Drill Agreement", code: str = "A-17", clauses=CLAUSES) -> bytes:
    """The PDF of one agreement."""
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((LEFT, 80), title, fontsize=16, fontname="hebo")
    page.insert_text((LEFT, 104), "Northwood Tool Hire Ltd", fontsize=SIZE)
    page.insert_text((LEFT, 120), f"Agreement No. {code}", fontsize=SIZE)
    y = 160.0
    for number, heading, text in clauses:
        page.insert_text((LEFT, y), f"{number} {heading}", fontsize=SIZE + 1, fontname="hebo")
        y += PITCH
        for line in _lines(text):
            page.insert_text((LEFT, y), line, fontsize=SIZE)
            y += PITCH
        y += PITCH / 2
    page.insert_text((270, 800), "Page 1 of 1", fontsize=9)
    return document.tobytes()


def _lines(text: str) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        wider = f"{lines[-1]} {word}" if lines else word
        if lines and pymupdf.get_text_length(wider, fontsize=SIZE) <= RIGHT - LEFT:
            lines[-1] = wider
        else:
            lines.append(word)
    return lines
