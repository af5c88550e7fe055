"""A library that collects from the stand-in site: originals that say themselves what their conversion is."""

import hashlib
import json

from stand_in_site import as_transport
from stand_ins import open_workspace_with

from insurance_desktop.crawl.connection import open_http
from insurance_desktop.domain.conversion import Conversion, Coverage, Finding, PrintedFacts
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.states import ConversionStatus, Severity
from insurance_desktop.services.collecting import runs
from insurance_desktop.services.collecting.session import CollectionRequest, Outside

HEAD = b"%PDF-1.7 filing\n"
TAIL = b"\n%%EOF\n"


def filing(text="条款", *, hidden=0, code=None, company=None, document_type=None, name=None):
    """The bytes of a filed PDF and what its page 1 prints."""
    said = {
        "text": text,
        "hidden": hidden,
        "printed": {
            "product_code": code,
            "company": company,
            "document_type": document_type,
            "product_name": name,
        },
    }
    return HEAD + json.dumps(said).encode() + b" " * 1200 + TAIL


class FilingWorkers:
    """Converts filings in this process."""

    before_each = staticmethod(lambda: None)

    def convert(self, original, pack_name):
        self.before_each()
        said = json.loads(original.removeprefix(HEAD).removesuffix(TAIL))
        text = f"# {said['text']}\n"
        return Conversion(
            sha256=hashlib.sha256(original).hexdigest(),
            pages=1,
            status=ConversionStatus.CONVERTED,
            reason=None,
            markdown=text,
            coverage=Coverage(len(text), len(text), 0, 0),
            printed=PrintedFacts(**said["printed"]),
            findings=(Finding(FindingKind.HIDDEN_TEXT, Severity.WARNING, "hidden"),) * said["hidden"],
            converter="filing-1",
        )

    def convert_many(self, sources, pack_name, told, cancel):
        for key, original in sources:
            yield key, self.convert(original, pack_name)

    def close(self):
        """Nothing to end."""


def open_collected(path):
    workers = FilingWorkers()
    return open_workspace_with(path, workers=lambda: workers)


def outside(site, draw=lambda low, high: (low + high) / 2):
    """The stand-in site as the only thing outside."""
    return Outside(open_http=lambda agent: open_http(agent, as_transport(site)), clock=site.clock, draw=draw)


def collect(workspace, site, step="run", name="pingan-life", **request):
    """One step on the stand-in site under the real one's addresses."""
    request = CollectionRequest(name, **request)
    if step == "discover":
        return runs.discover(workspace.library, request, outside=outside(site))
    return getattr(runs, step)(workspace.library, workspace.converter, request, outside=outside(site))
