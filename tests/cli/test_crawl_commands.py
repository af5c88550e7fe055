"""`crawl status`, `receipts`, `sites`: what the library's own tables say about the collection."""

import pytest

from insurance_desktop.services.library.library import open_library

ROWS = """
INSERT INTO sites (name, last_success, state) VALUES
    ('pingan-life', '2026-11-20T08:00:00+00:00', '{"domains": ["life.pingan.com"]}'), ('other', NULL, '{}');
INSERT INTO breakers (domain, open_until, cause) VALUES
    ('life.pingan.com', '2999-11-21T09:00:00+00:00', 'HTTP 403'), ('elsewhere.example', NULL, NULL);
INSERT INTO works (id, pack, kind, code, name, created_at) VALUES (1, 'insurance', 'product', '2124', '甲', '2026');
INSERT INTO editions (id, work_id, label) VALUES (1, 1, '2124-1'), (2, 1, '2124-2');
INSERT INTO attachments (edition_id, document_type, url, listed_at, site) VALUES
    (1, '产品条款', 'https://life.pingan.com/a.pdf', '2026', 'pingan-life'),
    (2, '产品条款', 'https://life.pingan.com/b.pdf', '2026', 'pingan-life');
INSERT INTO receipts (run_id, at, method, url, status, bytes, sha256, outcome) VALUES
    ('r1', '2026-11-20T07:59:59+00:00', 'GET', 'https://life.pingan.com/robots.txt', 200, 12, NULL, 'ok'),
    ('r1', '2026-11-20T08:00:00+00:00', 'GET', 'https://life.pingan.com/user/1', NULL, NULL, NULL, 'refused');
"""


@pytest.fixture
def collected(command_line):
    with open_library(command_line.library) as library, library.database.write() as connection:
        for statement in ROWS.split(";\n"):
            connection.run(statement)
    return command_line


def test_status_names_each_site_with_its_breaker_and_what_came_from_it(collected):
    other, pingan = collected.answer("crawl", "status")["sites"]
    assert pingan == {
        "site": "pingan-life",
        "last_success": "2026-11-20T08:00:00+00:00",
        "last_discovery": None,
        "breaker": {"domain": "life.pingan.com", "open_until": "2999-11-21T09:00:00+00:00", "cause": "HTTP 403"},
        "products": 1,
        "documents": 0,
        "waiting": 2,
        "failed": 0,
        "needs_person": None,
        "oldest_check": None,
        "gone": 0,
        "alarms": [],
    }
    assert (other["breaker"], other["products"]) == (None, 0)
    assert "HTTP 403" in collected.on_library("crawl", "status").out


def test_receipts_stand_in_the_order_of_the_requests_refusals_included(collected):
    receipts = collected.answer("crawl", "receipts")["receipts"]
    assert [each["outcome"] for each in receipts] == ["ok", "refused"]
    assert set(receipts[0]) >= {"at", "method", "url", "status", "bytes", "sha256", "outcome", "run_id"}
    assert "robots.txt" in collected.on_library("crawl", "receipts").out


def test_sites_are_listed_without_a_library(command_line):
    assert "pingan-life" in command_line.answer("crawl", "sites")["sites"]
    assert not command_line.library.exists()
