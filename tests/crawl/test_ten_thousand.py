"""Over ten thousand requests of every kind, over domains, redirects, faults and restarts, the pace is kept."""

import random
from contextlib import suppress
from itertools import pairwise
from urllib.parse import urlsplit

import pytest
from open_journal import LIST, OpenJournal, a_client, a_file, a_list
from stand_in_site import Site

from insurance_desktop.crawl.pace import LEAST_INTERVAL
from insurance_desktop.crawl.urls import path_segments
from insurance_desktop.domain.errors import CollectionError

REQUESTS = 10_000
DOMAINS = ("life.pingan.com", "static.example.cn", "www.example.cn")
FAULTS = ("500", "429", "403", "404", "cut", "html", "wrong_json", "captcha", "empty", "hangs", "refuses", "drip")
PLACES = ("/policy/1", "/files/b.pdf", "https://static.example.cn/files/a.pdf", "/a/user/b", "/files/%70olicy/x")


def misbehave(site, source):
    """One more trouble, drawn at random."""
    where = source.choice(("file", "file", "file", "list", "robots"))
    if source.random() < 0.4:
        site.fails(where, "redirect", detail=source.choice(PLACES))
    else:
        detail = source.choice(("", "30", "4000")) if source.random() < 0.3 else ""
        site.fails(where, source.choice(FAULTS), times=source.randint(1, 4), detail=detail)


@pytest.mark.requirement("FR-003", "FR-008", "EC-003", "EC-004")
def test_any_two_starts_keep_their_distance_and_no_forbidden_path_is_touched():
    source = random.Random(2026)
    site, journal = Site(), OpenJournal()
    site.files["/files/a.pdf"] = site.files["/files/b.pdf"] = b"%PDF-" + b"x" * 80
    client = a_client(site, journal)
    runs = 0
    while len(site.asked) < REQUESTS:
        if source.random() < 0.03:  # a restart: it knows that somebody asked before, and no more
            runs += 1
            client = a_client(site, journal, last_start=site.clock.wall(), jitter=source.choice((0.0, 0.4)))
            site.clock.offset += source.choice((0, 0, -3600, 1e-3))  # and the machine's clock may have been set
        if source.random() < 0.08:
            misbehave(site, source)
        if source.random() < 0.01:
            site.clock.work(source.choice((5.0, 400.0, 100_000.0)))
        path = source.choice(("/files/a.pdf", "/files/b.pdf", "/files/a.pdf", "/policy/a.pdf", "/x/USER/a"))
        ask = a_list(LIST) if source.random() < 0.2 else a_file(path, f"https://{source.choice(DOMAINS)}")
        with suppress(CollectionError):
            client.fetch(ask)
        if journal.breaker(urlsplit(ask.url).hostname).is_open(site.clock.wall()) and source.random() < 0.05:
            site.clock.work(90_000.0)
    starts = [each.at for each in site.asked]
    assert min(after - before for before, after in pairwise(starts)) >= LEAST_INTERVAL - 1e-6
    assert not [each.url for each in site.asked if {"policy", "user"} & set(path_segments(urlsplit(each.url).path))]
    left = [departure for departure, arrival, reason in journal.receipts if reason is None]
    assert len(left) == len(site.asked)  # a receipt for each, and no more
    assert runs > 50
    assert {each.url.split("/")[2] for each in site.asked} == set(DOMAINS)
    assert {each.kind for each in site.asked} == {"robots", "list", "file"}
