"""Which edition a question sees."""

import pytest
from two_products import EMBEDDER

from development.bare_library import BareDocument, add_verified, clause
from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.states import EditionStatus
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.search.clause_search import search
from insurance_desktop.services.search.engine import SearchEngine


@pytest.fixture
def editions(empty: SearchEngine) -> Library:
    """One product in an edition of 2020 and one of 2024."""
    with empty.library.database.write() as connection:
        for label, year, days in (("A-1", "2020-01-01", "10"), ("A-2", "2024-01-01", "20")):
            document = BareDocument(
                "平安甲两全保险",
                (clause("5.1", "犹豫期", f"自签收次日起有{days}日的犹豫期。"),),
                code="A",
                company="平安人寿",
                label=label,
                publish_time=year,
            )
            add_verified(connection, document, empty.library.pack, EMBEDDER)
    return empty


def found(engine: SearchEngine, **given: object) -> list[tuple[str | None, EditionStatus]]:
    answer = search(engine, SearchRequest("犹豫期", **given))  # type: ignore[arg-type]
    return [(hit.source_reference.edition, hit.edition_status) for hit in answer.results]


def test_by_default_the_current_edition_answers(editions: SearchEngine) -> None:
    assert found(editions) == [("A-2", EditionStatus.CURRENT)]


def test_an_older_edition_is_asked_by_name_and_says_what_it_is(editions: SearchEngine) -> None:
    assert found(editions, edition="A-1") == [("A-1", EditionStatus.SUPERSEDED)]
    assert found(editions, edition="A-9") == []


def test_a_day_chooses_the_edition_that_was_valid(editions: SearchEngine) -> None:
    assert found(editions, as_of="2022-06-30") == [("A-1", EditionStatus.SUPERSEDED)]
    assert found(editions, as_of="2025-01-01") == [("A-2", EditionStatus.CURRENT)]
    assert found(editions, as_of="2019-01-01") == []


@pytest.mark.parametrize("day", ["2022-02-30", "2022-13", "someday"])
def test_a_day_that_no_calendar_has_is_refused(editions: SearchEngine, day: str) -> None:
    with pytest.raises(UsageError) as refused:
        found(editions, as_of=day)
    assert refused.value.key == "search.unknown_day"
