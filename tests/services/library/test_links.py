"""Links: what is made is followed, in the library and its copies; what a stranger writes is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stand_ins import clause_text

from insurance_desktop.domain.errors import NotFound, UsageError
from insurance_desktop.domain.links import Link, read_link
from insurance_desktop.services.library.documents import get_document
from insurance_desktop.services.library.library import backup, open_library
from insurance_desktop.services.library.links import follow, link_to_clause, link_to_document
from insurance_desktop.services.review import decisions

TEXT = clause_text(("1.1", "犹豫期", "犹豫期为15日。"), ("第六条", "等待期", "等待期为90日。"))
SHA = "ab" * 32
HEX = st.text(alphabet="0123456789abcdef", min_size=12, max_size=12)
SECTION = st.text(alphabet="0123456789./第六条附件（）【】%?#&=: -", min_size=1, max_size=24).map(
    lambda text: "".join(text.split()) or "1"
)


@pytest.fixture
def verified(workspace, one_document):
    document_id = one_document(TEXT)
    decisions.approve(workspace.engine, document_id, reviewer="王")
    with workspace.library.database.read() as connection:
        ids = [row[0] for row in connection.rows("SELECT clause_id FROM clauses ORDER BY chunk_index")]
    return document_id, ids


@given(HEX, SECTION, st.none() | st.integers(1, 99_999))
def test_a_link_reads_back_as_it_was_written(digits, section, page):
    link = Link("0" * 4 + digits, SHA, f"{SHA[:8]}-{section}-{digits}", page)
    assert read_link(str(link)) == link
    assert str(link).isascii()


@pytest.mark.requirement("FR-007")
def test_a_clause_opens_at_its_page_and_boxes(library, verified):
    document_id, ids = verified
    for clause_id in ids:
        place = follow(library, link_to_clause(library, clause_id))
        assert (place.document.document_id, place.clause_id, place.page) == (document_id, clause_id, 1)
        assert place.boxes
        assert (place.is_clause_gone, place.is_other_library) == (False, False)


def test_a_copy_of_the_library_follows_the_same_links(library, verified, tmp_path):
    link = link_to_clause(library, verified[1][0])
    backup(library, tmp_path / "copy.db")
    with open_library(tmp_path / "copy.db") as copy:
        assert not follow(copy, link).is_other_library


def test_another_library_with_the_same_original_says_so(library, verified, tmp_path):
    link = link_to_clause(library, verified[1][0])
    with open_library(tmp_path / "other.db") as other, pytest.raises(NotFound):
        follow(other, link)
    changed = link.replace(link[10:26], "0" * 16)
    assert follow(library, changed).is_other_library


def test_a_clause_that_is_no_longer_verified_opens_its_document_and_says_so(library, verified):
    document_id, (clause_id, *_) = verified
    link = link_to_clause(library, clause_id)
    decisions.reject(library, document_id, reviewer="王", reason="错")
    place = follow(library, link)
    assert (place.document.document_id, place.page, place.boxes, place.is_clause_gone) == (document_id, 1, (), True)
    with pytest.raises(NotFound):
        link_to_clause(library, clause_id)


def test_a_document_has_links_to_its_pages_alone(library, verified):
    document_id, _ = verified
    assert follow(library, link_to_document(library, document_id, 1)).page == 1
    assert get_document(library, document_id).sha256 in link_to_document(library, document_id)
    with pytest.raises(NotFound):
        link_to_document(library, document_id, 2)


LIBRARY = "baoxian://0123456789abcdef"


@pytest.mark.requirement("EC-004")
@pytest.mark.parametrize(
    "hostile",
    [
        "",
        "baoxian://",
        "file:///etc/passwd",
        f"http://0123456789abcdef/{SHA}",
        f"baoxian://0123456789abcdef@evil/{SHA}",
        f"baoxian://0123456789abcdef:80/{SHA}",
        f"{LIBRARY}/../../etc/passwd",
        f"{LIBRARY}/{SHA}/../../etc/passwd",
        f"{LIBRARY}/{SHA}/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        f"{LIBRARY}/{SHA}/C:%5Cwindows",
        f"{LIBRARY}/{SHA}/{'c' * 8}-1-{'d' * 12}",
        f"{LIBRARY}/{SHA}/abababab-%00-{'d' * 12}",
        f"{LIBRARY}/{SHA}/abababab-%ff%fe-{'d' * 12}",
        f"{LIBRARY}/{SHA}/abababab-%0a--library=x-{'d' * 12}",
        f"{LIBRARY}/{SHA}?page=0",
        f"{LIBRARY}/{SHA}?page=-1",
        f"{LIBRARY}/{SHA}?page=1&library=/tmp/x.db",
        f"{LIBRARY}/{SHA}?library=/tmp/x.db",
        f"{LIBRARY}/{SHA}#x",
        f"{LIBRARY}/{SHA}\n--library /tmp/x.db",
        f"{LIBRARY}/{SHA} --library /tmp/x.db",
        f"--library=/tmp/x.db {LIBRARY}/{SHA}",
        f"{LIBRARY}/{SHA.upper()}",
        f"{LIBRARY}/{SHA}/{'%41' * 300}",
        "baoxian://" + "a" * 100_000,
    ],
)
def test_what_is_not_exactly_a_link_is_refused(library, hostile):
    with pytest.raises(UsageError):
        follow(library, hostile)
