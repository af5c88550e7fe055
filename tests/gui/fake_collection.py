"""The services that collect: sites that can be told how they stand, and runs that wait or fail."""

import threading
from dataclasses import replace
from types import SimpleNamespace

from use_cases import stands_for

import insurance_desktop.services.collecting.alarms
import insurance_desktop.services.collecting.overview
import insurance_desktop.services.collecting.records
import insurance_desktop.services.collecting.runs
import insurance_desktop.services.collecting.schedule
import insurance_desktop.services.collecting.settings
from insurance_desktop.domain.running import Cancelled, Progress
from insurance_desktop.services.collecting.acquisition import AcquisitionReport, FailedFile
from insurance_desktop.services.collecting.alarms import ToldAlarm
from insurance_desktop.services.collecting.overview import CollectionOverview, SiteOverview
from insurance_desktop.services.collecting.runs import CollectionReport
from insurance_desktop.services.collecting.settings import CollectionSettings
from insurance_desktop.store.collecting.collection import Receipt, Run, SiteState


def site(name="pingan-life", **changes):
    made = SiteOverview(name, "平安人寿", "https://life.pingan.com", None, None, None, False)
    return replace(made, **changes)


def state(**changes):
    made = SiteState("pingan-life", "2026-11-20T08:00:00+00:00", None, 120, 700, None, 30, 2)
    return replace(made, **changes)


def ended_run(documents=(), changed=(), products=()):
    report = {
        "discovery": {"new_products": list(products)},
        "acquisition": {"documents": list(documents), "changed": list(changed)},
    }
    at = "2026-11-20T08:00:00+00:00"
    return Run("r1", "pingan-life", "run", at, at, "done", None, report)


def receipt(outcome="ok", url="https://life.pingan.com/a.pdf", **changes):
    made = Receipt("2026-11-20T08:00:00+00:00", "GET", url, 200, 54_321, "a" * 64, outcome, "r1", "file", None)
    return replace(made, **changes)


def acquired(**changes):
    made = AcquisitionReport(3, (7, 8), (), 1, 0, (), (), 0)
    return replace(made, **changes)


def failed_file(message="文件不完整。"):
    return FailedFile("https://life.pingan.com/a.pdf", "甲", "产品条款", "crawl.no_end", message)


def alarm(number=3, **changes):
    at = "2026-11-20T08:00:00+00:00"
    made = ToldAlarm(number, "pingan-life", "file_changed", at, 8, 7, "甲的条款换了内容。", "请核验文件 #8。")
    return replace(made, **changes)


class FakeCollection:
    """`collecting_waits` holds runs until it is set; `collecting_fails` is raised by them."""

    sites = (site(),)
    offline = False
    contact = ""
    rechecks = 3
    user_switch = None
    receipts = ()
    due = ()
    daily = ()
    brings = CollectionReport("pingan-life", "r1", None, acquired())
    collecting_fails = None

    @property
    def collecting_waits(self):
        return self.__dict__.setdefault("_collecting", threading.Event())

    @property
    def collected(self):
        """What was asked for: (method, argument)."""
        return self.__dict__.setdefault("_collected", [])

    @stands_for(insurance_desktop.services.collecting.overview.overview)
    def collection(self, _):
        successes = [each.state.last_success for each in self.sites if each.state and each.state.last_success]
        return CollectionOverview(self.sites, self.read_settings(_), max(successes, default=None), self.user_switch)

    @stands_for(insurance_desktop.services.collecting.runs.run)
    def collect(self, _, _converter, request, *, progress, cancel):
        self.collected.append(("collect", request.site))
        progress(Progress(3, 10, "甲 产品条款"))
        while self.__dict__.get("_collecting") and not self.collecting_waits.wait(0.01):
            if cancel():
                raise Cancelled
        if self.collecting_fails is not None:
            raise self.collecting_fails
        return self.brings

    @stands_for(insurance_desktop.services.collecting.schedule.checks)
    def due_sites(self, _):
        return tuple(SimpleNamespace(site=each, is_due=True) for each in self.due)

    @stands_for(insurance_desktop.services.collecting.schedule.run_due)
    def run_due(self, _, _converter, *, progress, cancel):
        self.collected.append(("run_due", self.due))
        self.due = ()
        return self.daily

    @stands_for(insurance_desktop.services.collecting.alarms.acknowledge)
    def answer_alarm(self, _, alarm_id, *, reviewer, reason):
        self.collected.append(("answer_alarm", (alarm_id, reviewer, reason)))
        self.sites = tuple(replace(each, alarms=()) for each in self.sites)

    @stands_for(insurance_desktop.services.collecting.records.confirm_folder)
    def confirm_folder(self, _, site, folder, *, reviewer, reason):
        self.collected.append(("confirm_folder", (site, folder, reviewer, reason)))
        self.collecting_fails = None

    @stands_for(insurance_desktop.services.collecting.records.latest_receipts)
    def latest_receipts(self, _, most):
        return self.receipts

    @stands_for(insurance_desktop.services.collecting.records.export_receipts)
    def export_receipts(self, _, target):
        target.write_text("x", encoding="utf-8")
        return len(self.receipts)

    @stands_for(insurance_desktop.services.collecting.settings.set_rechecks)
    def set_rechecks(self, _, rechecks):
        self.collected.append(("set_rechecks", rechecks))
        self.rechecks = rechecks

    @stands_for(insurance_desktop.services.collecting.settings.set_contact)
    def set_contact(self, _, contact):
        self.collected.append(("set_contact", contact))
        self.contact = contact

    @stands_for(insurance_desktop.services.collecting.settings.set_offline)
    def set_offline(self, _, offline):
        self.collected.append(("set_offline", offline))
        self.offline = offline

    @stands_for(insurance_desktop.services.collecting.settings.read_settings)
    def read_settings(self, _):
        return CollectionSettings(self.offline, self.contact, self.rechecks)
