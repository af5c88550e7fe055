"""Paragraphs are told by the count of their marks; what could be one of two is none."""

from insurance_desktop.services.regulations.paragraphs import paragraphs_of


def told(text):
    return {".".join(each.steps): text[each.start : each.end].strip() for each in paragraphs_of(text)}


def test_numbers_letters_and_romans_are_inside_each_other():
    found = told("(a) One\n(i) of two\n(ii) of three\n(b) Two\n")
    assert list(found) == ["a", "a.i", "a.ii", "b"]
    assert found["a"] == "(a) One\n(i) of two\n(ii) of three"
    assert found["b"] == "(b) Two"


def test_the_letter_after_h_is_told_from_the_first_roman_by_what_follows():
    letters = "\n".join(f"({letter}) word" for letter in "abcdefghij")
    assert list(told(letters)) == list("abcdefghij")
    nested = "\n".join(f"({mark}) word" for mark in ("a", "b", "c", "d", "e", "f", "g", "h", "i", "ii", "j"))
    assert "h.i" not in told(nested) or "i" not in told(nested)


def test_a_mark_that_follows_none_ends_what_could_be_cited():
    found = told("1 First\n2 Second\n7 Seventh\n")
    assert "7" not in found


def test_decimal_numbers_are_parts_of_the_number_before():
    assert list(told("1 One\n1.1 Half\n1.2 Other half\n2 Two\n")) == ["1", "1.1", "1.2", "2"]
