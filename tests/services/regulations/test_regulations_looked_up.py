"""Regulations looked up in a library of two made-up conventions: whole, cited exactly, followed across documents."""

import pytest
from made_conventions import LONG

from insurance_desktop.services.answers.library_reader import LibraryReader
from insurance_desktop.services.library.packs import PackChoice
from insurance_desktop.services.regulations.around import around_section
from insurance_desktop.services.regulations.lookup import get_regulation, related_regulations


def lookup(command_line, reference, *more, code=0):
    return command_line.answer("regulations", "lookup", reference, *more, code=code)


def words(text):
    return text.split()


def test_a_regulation_is_given_by_its_id_with_what_stands_around_it(on_conventions):
    found = lookup(on_conventions, "SOLAS chapter III, regulation 31")["regulation"]
    assert found["id"] == "SOLAS III/31"
    assert found["title"] == "Crew of a raft"
    assert found["breadcrumb"][0] == "SOLAS"
    assert found["parent"] == "SOLAS III/Part A"
    assert found["children"] == ["SOLAS III/31.1", "SOLAS III/31.2"]
    assert "shall be in the charge of a cook" in found["text"]


def test_a_paragraph_is_given_with_its_own_parts(on_conventions):
    found = lookup(on_conventions, "SOLAS III/31.1")["regulation"]
    assert found["text"].startswith("1 Each raft") and found["text"].endswith("section 9 of the LSA Code.")
    assert found["children"] == ["SOLAS III/31.1.1", "SOLAS III/31.1.2"]


@pytest.mark.parametrize("reference", ["III/31.1.2", "SOLAS III/31.1.2", "第三章第31条第1.2款"])
def test_a_paragraph_is_given_alone(on_conventions, reference):
    found = lookup(on_conventions, reference)["regulation"]
    assert found["id"] == "SOLAS III/31.1.2"
    assert found["parent"] == "SOLAS III/31.1"
    assert found["text"].startswith("1.2 The ladle") and "cook" not in found["text"]


def test_a_regulation_in_several_parts_is_given_whole(on_conventions):
    text, cursor = "", ()
    while True:
        answer = lookup(on_conventions, "SOLAS III/30", *cursor)
        text += answer["regulation"]["text"] + " "
        if not answer["truncated"]:
            break
        cursor = ("--cursor", answer["next_cursor"])
    assert words(text) == words(LONG)
    assert len(text) > 10_000


def test_a_paragraph_in_a_later_part_is_on_its_own_page(on_conventions):
    first = lookup(on_conventions, "SOLAS III/30(a)")["regulation"]
    last = lookup(on_conventions, "SOLAS III/30(t)")["regulation"]
    assert last["text"].startswith("(t) Tea chest number 20")
    assert last["page_number"] > first["page_number"]
    assert last["source_reference"]["page_number"] == last["page_number"]
    assert last["chunk_id"] != first["chunk_id"]


@pytest.mark.parametrize(
    "reference", ["SOLAS III/99", "SOLAS III/31.1.9", "MARPOL Annex I/1", "LSA Code 6.1.7", "rafts"]
)
def test_what_is_not_there_is_not_found_and_nothing_beside_it_is_given(on_conventions, reference):
    answer = lookup(on_conventions, reference)
    assert answer["status"] == "not_found"
    assert answer["regulation"] is None


def test_a_number_that_two_chapters_have_is_to_be_chosen_from(on_conventions):
    answer = lookup(on_conventions, "SOLAS regulation 31")
    assert answer["status"] == "ambiguous"
    assert {each["id"] for each in answer["candidates"]} == {"SOLAS III/31", "SOLAS V/31"}


def test_a_number_that_is_printed_twice_is_nobodys_until_one_is_chosen(on_conventions):
    answer = lookup(on_conventions, "SOLAS V/40")
    assert (answer["status"], answer["regulation"]) == ("ambiguous", None)
    assert [each["title"] for each in answer["candidates"]] == ["Hours of silence", "Hours of song"]
    chosen = lookup(on_conventions, answer["candidates"][1]["chunk_id"])["regulation"]
    assert (chosen["id"], "after dinner" in chosen["text"]) == ("SOLAS V/40", True)


def test_an_appendix_is_found_by_its_number_in_either_form(on_conventions):
    references = lookup(on_conventions, "SOLAS V/31")["regulation"]["references"]
    assert [(each["anchor"], each["resolved"]) for each in references] == [("appendix 4", True)]
    assert lookup(on_conventions, references[0]["to"])["regulation"]["title"] == "Form of a tune"


def test_pointers_lead_inside_the_document_and_into_another_one(on_conventions):
    edges = on_conventions.answer("regulations", "graph", "SOLAS III/31")["edges"]
    told = {(each["source"], each["kind"], each["to"], each["resolved"]) for each in edges}
    assert ("SOLAS II-1/3", "REFERENCES", "SOLAS III/31", True) in told
    assert ("SOLAS III/31", "AMENDS", "SOLAS II-1/3", True) in told
    assert ("SOLAS III/31", "REFERENCES", "LSA Code 6.1", True) in told
    assert ("LSA Code 6.2", "REFERENCES", "SOLAS III/31", True) in told


def test_a_pointer_that_leads_nowhere_keeps_its_words(on_conventions):
    references = lookup(on_conventions, "SOLAS III/31")["regulation"]["references"]
    assert [each["to"] for each in references if not each["resolved"]] == [
        "Regulation 77 of Chapter II-1",
        "section 9 of the LSA Code",
    ]


def test_a_pointer_to_another_edition_or_to_a_paragraph_that_is_not_there_leads_nowhere(on_conventions):
    references = lookup(on_conventions, "LSA Code 6.3")["regulation"]["references"]
    assert [(each["to"], each["resolved"]) for each in references] == [
        ("SOLAS III/31", True),
        ("regulation II-1/3 of SOLAS", False),
        ("regulation III/30 of SOLAS", False),
        ("regulation III/31.9 of SOLAS", False),
    ]


def test_an_interpretation_is_no_regulation_and_says_which_one_it_interprets(on_conventions):
    assert "in the charge of a cook" in lookup(on_conventions, "SOLAS III/31")["regulation"]["text"]
    own = "Unified Interpretations of SOLAS Chapter III/Regulation 31"
    interpretation = lookup(on_conventions, own)["regulation"]
    assert interpretation["text"].startswith("A ladle of tin")
    assert [(each["kind"], each["to"]) for each in interpretation["references"]] == [
        ("INTERPRETS", "SOLAS III/31"),
        ("REFERENCES", "SOLAS III/30"),
    ]
    edges = on_conventions.answer("regulations", "graph", "SOLAS III/31")["edges"]
    assert [each["source"] for each in edges if each["kind"] == "INTERPRETS"] == [own]


def test_an_interpretation_without_a_numbered_heading_is_of_what_its_text_opens_with(on_conventions):
    references = lookup(on_conventions, "Unified Interpretations of SOLAS Appendix I")["regulation"]["references"]
    told = {(each["kind"], each["to"], each["resolved"]) for each in references}
    assert ("INTERPRETS", "SOLAS II-1/3-6", True) in told
    assert ("REFERENCES", "Regulation 88 of Chapter III", False) in told
    assert ("REFERENCES", "regulation III/31.9", False) in told


def test_a_regulation_is_told_with_its_subjects_and_a_subject_with_its_regulations(on_conventions):
    concepts = on_conventions.answer("regulations", "graph", "SOLAS III/31")["concepts"]
    assert [each["name"] for each in concepts] == ["life-saving appliances"]
    assert [each["id"] for each in concepts[0]["regulations"]] == ["SOLAS III", "LSA Code 6.1"]
    by_name = on_conventions.answer("regulations", "graph", "救生设备")
    assert (by_name["status"], by_name["regulation"], by_name["concepts"]) == ("ok", None, concepts)


def test_a_regulation_that_bears_the_number_in_another_edition_has_no_part_in_a_subject(on_conventions):
    assert on_conventions.answer("regulations", "graph", "SOLAS II-1/29")["concepts"] == []
    assert on_conventions.answer("regulations", "graph", "steering gear")["concepts"][0]["regulations"] == []


def test_a_person_reads_the_regulation_and_where_it_is_printed(on_conventions):
    said = on_conventions.on_library("regulations", "lookup", "LSA Code 6.1")
    assert said.code == 0
    assert "LSA Code 6.1  Handles" in said.out
    assert "The handle of a ladle shall be of ash." in said.out
    assert "第 1 页" in said.out


def test_insurance_clauses_are_no_regulations(on_samples):
    assert on_samples.answer("regulations", "lookup", "SOLAS III/31", "--pack", "maritime")["regulation"] is None


def test_what_is_around_a_section_is_told_of_verified_documents_alone(prepared_conventions):
    with LibraryReader(prepared_conventions, pack=PackChoice("maritime")) as reader:
        held = reader.ask(get_regulation, "SOLAS III/31").regulation
        document = held.source_reference.document_id
        found = reader.ask(around_section, document, held.aliases[0])
        assert found.regulation.regulation.id == "SOLAS III/31"
        assert len(found.related.edges) >= len(reader.ask(related_regulations, "SOLAS III/31").edges)
        other = reader.ask(around_section, document + 100, held.aliases[0])
    assert (other.regulation.regulation, other.related.edges) == (None, ())
    assert "还没有核验" in other.related.message
