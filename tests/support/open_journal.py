"""A client with everything it remembers in plain sight, for tests of the rules alone."""

from stand_in_site import as_transport

from insurance_desktop.crawl.breaker import BreakerState
from insurance_desktop.crawl.client import Client
from insurance_desktop.crawl.connection import open_http
from insurance_desktop.crawl.pace import Pace
from insurance_desktop.crawl.traffic import Ask, Outcome, Purpose
from insurance_desktop.crawl.urls import UrlRules

ORIGIN = "https://life.pingan.com"
LIST = f"{ORIGIN}/ilife-home/product/getProductList"


class OpenJournal:
    """Keeps what a library would keep; `receipts` are [departure, arrival or None, reason of a refusal]."""

    def __init__(self):
        self.offline = False
        self.receipts = []
        self.breakers = {}
        self.robots_files = {}
        self.folders = ()

    def is_offline(self):
        return self.offline

    def departs(self, departure):
        self.receipts.append([departure, None, None])
        return len(self.receipts) - 1

    def arrived(self, receipt, arrival):
        assert self.receipts[receipt][1] is None
        self.receipts[receipt][1] = arrival

    def refused(self, departure, reason):
        self.receipts.append([departure, None, reason])

    def breaker(self, domain):
        return self.breakers.get(domain, BreakerState())

    def keep_breaker(self, domain, state):
        self.breakers[domain] = state

    def robots(self, origin):
        return self.robots_files.get(origin)

    def keep_robots(self, origin, file):
        self.robots_files[origin] = file

    def confirmed_folders(self, origin):
        return self.folders

    @property
    def outcomes(self):
        return [
            Outcome.REFUSED if reason else arrival.outcome if arrival else Outcome.SENT
            for _, arrival, reason in self.receipts
        ]


def a_client(site, journal=None, *, last_start=None, jitter=0.0, **more):
    """A client that can reach the stand-in site alone, under any address."""
    draw = more.pop("draw", lambda low, high: (low + high) / 2)
    return Client(
        http=open_http("insurance-desktop/0 (test)", as_transport(site)),
        journal=journal or OpenJournal(),
        pace=Pace(last_start, site.clock, lambda: jitter),
        clock=site.clock,
        rules=more.pop("rules", UrlRules()),
        posts=more.pop("posts", frozenset({LIST})),
        draw=draw,
        **more,
    )


def a_file(path="/files/a.pdf", origin=ORIGIN, **more):
    return Ask(origin + path, Purpose.FILE, **more)


def a_list(url=LIST, body=b'{"pageNum":1,"planSalesStatus":"Y"}'):
    return Ask(url, Purpose.LIST, "POST", body)
