"""An insurer's disclosure site as one function: asked in, reply out, with a vocabulary of faults.

`Site().answer(asked)` is the site. `as_transport(site)` puts it behind httpx without a socket, `on_loopback(site)`
behind a real one. A fault says where, how, how often: `site.fails("file", "cut", times=2)`.
"""

import gzip
import json
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import httpx

FLAGS = {
    1: "clauseContent",
    2: "premAttachment",
    3: "recordList",
    4: "actuaryInstruction",
    5: "legalPerson",
    6: "existResvAttachment",
    7: "productInstruction",
}
LIST = "/ilife-home/product/getProductList"
FILE = "/ilife-home/product/getPlanClausePdf"
JSON = {"content-type": "application/json"}
HTML = {"content-type": "text/html; charset=utf-8"}
PDF = {"content-type": "application/pdf"}
FOREVER = 10**9


class FakeClock:
    """Time that passes only where someone sleeps or works."""

    def __init__(self):
        self.elapsed = 0.0
        self.offset = 1_760_000_000.0

    def steady(self):
        return self.elapsed

    def wall(self):
        return self.elapsed + self.offset

    def sleep(self, seconds):
        assert seconds > 0
        self.elapsed += seconds

    work = sleep


@dataclass(frozen=True)
class Asked:
    """One request as the site saw it, `at` the clock's steady time."""

    at: float
    method: str
    url: str
    headers: dict
    body: bytes

    @property
    def path(self):
        return urlsplit(self.url).path

    @property
    def kind(self):
        if self.path == "/robots.txt":
            return "robots"
        return "list" if self.path in (LIST, "/info/4596") else "file"


@dataclass
class Reply:
    """`pieces` come one after the other; `work` is what each takes of the fake clock's time."""

    status: int = 200
    headers: dict = field(default_factory=dict)
    pieces: tuple = (b"",)
    work: float = 0.01


@dataclass
class Fault:
    """One entry of a site's trouble: on requests of this kind, this often, after some went well."""

    where: str
    how: str
    times: int
    after: int
    detail: str


class Site:
    """`rows` are the lines of the catalogue, `files` the bytes by (plan, edition, number), `robots` the robots.txt."""

    def __init__(self, clock=None):
        self.clock = clock or FakeClock()
        self.rows = []
        self.files = {}
        self.robots = "User-agent: *\nAllow: /\n"
        self.faults = []
        self.asked = []
        self.pages = True
        self.per_page = 500

    def lists(self, code, *, edition=1, name=None, sale="在售", numbers=(1,), filing=None, day="2025-07-20", **more):
        """One more edition in the catalogue, with these attachments; returns its row."""
        row = {
            "planCode": code,
            "actualPlanCode": code,
            "versionNo": f"{code}-{edition}",
            "clauseName": name or f"平安产品{code}",
            "planSalesStatus": sale,
            "planPlanType": "普通型",
            "startDate": day,
            "sccode": filing or f"平安人寿〔2025〕两全保险{code}号",
            **{flag: "1" if number in numbers else "0" for number, flag in FLAGS.items()},
            **more,
        }
        self.rows.append(row)
        return row

    def serves(self, code, edition, number, content):
        self.files[code, f"{code}-{edition}", str(number)] = content

    def fails(self, where, how, *, times=1, after=0, detail=""):
        self.faults.append(Fault(where, how, times, after, detail))

    def answer(self, asked):
        """The site."""
        self.asked.append(asked)
        fault = self._fault(asked.kind)
        if fault is not None:
            return spoiled(fault, lambda: self._well(asked))
        return self._well(asked)

    def _fault(self, kind):
        for each in self.faults:
            if each.where == kind and each.times:
                if each.after:
                    each.after -= 1
                    continue
                each.times -= 1
                return each
        return None

    def _well(self, asked):
        if asked.kind == "robots":
            return Reply(404) if self.robots is None else Reply(200, {}, (self.robots.encode(),))
        if asked.path == LIST and asked.method == "POST":
            return self._list(json.loads(asked.body))
        if asked.path == "/info/4596":
            return self._page(int(parse_qs(urlsplit(asked.url).query)["page"][0]))
        if asked.path == FILE:
            query = {name: values[0] for name, values in parse_qs(urlsplit(asked.url).query).items()}
            content = self.files.get((query["planCode"], query["versionNo"], query["attachmentType"]))
            if content is None:
                return wrong_json()
            return Reply(200, {**PDF, "content-length": str(len(content)), "etag": f'"{hash(content)}"'}, (content,))
        content = self.files.get(asked.path)
        return Reply(404) if content is None else Reply(200, PDF, (content,))

    def _list(self, body):
        wanted = {"Y": "在售", "N": "停售"}[body["planSalesStatus"]]
        rows = [each for each in self.rows if each["planSalesStatus"] == wanted]
        if self.pages:
            start = (body["pageNum"] - 1) * self.per_page
            rows = rows[start : start + self.per_page]
        said = {"CODE": "00", "MSG": "成功", "DATA": rows}
        return Reply(200, JSON, (json.dumps({"data": said}).encode(),))

    def _page(self, number):
        rows = self.rows[(number - 1) * 10 : number * 10]
        lines = "".join(
            f"<tr><td>{each['name']}</td><td>{each['category']}</td><td>{each['sale']}</td><td>{each['links']}</td></tr>"
            for each in rows
        )
        return Reply(200, HTML, (f"<html><body><table><tbody>{lines}</tbody></table></body></html>".encode(),))


def wrong_json():
    """How the first site says that an edition is not there: with status 200."""
    said = {"responseSts": {"flag": "-1", "message": "程序异常"}}
    return Reply(200, JSON, (json.dumps(said).encode(),))


def spoiled(fault, well):
    """What comes instead of the right reply."""
    how, detail = fault.how, fault.detail
    if how.isdigit():
        return Reply(int(how), {"retry-after": detail} if detail else {}, (b"no",))
    if how == "redirect":
        return Reply(302, {"location": detail})
    if how == "captcha":
        return Reply(200, JSON, (json.dumps({"CODE": "31019888", "MSG": "请完成验证"}).encode(),))
    if how == "wrong_json":
        return wrong_json()
    if how == "html":
        return Reply(200, HTML, (b"<!DOCTYPE html><html><body>maintenance</body></html>",))
    if how == "empty":
        return Reply(200, PDF)
    reply = well()
    whole = b"".join(reply.pieces)
    if how == "cut":
        return Reply(200, PDF, (whole[: len(whole) // 2],))
    if how == "short":  # the length that was said is not the one that comes
        return Reply(200, reply.headers, (whole[: len(whole) // 2],))
    if how == "drip":
        return Reply(200, PDF, tuple(whole[n : n + 1] for n in range(min(len(whole), 60))), work=9.0)
    if how == "bomb":
        return Reply(200, {**PDF, "content-encoding": "gzip"}, (gzip.compress(b"%PDF-" + bytes(24 << 20)),))
    if how == "packed":
        packed = gzip.compress(whole)
        return Reply(200, {**PDF, "content-encoding": "gzip", "content-length": str(len(packed))}, (packed,))
    if how == "flood":
        return Reply(200, PDF, (bytes(1 << 20),) * 40)
    if how == "brotli":
        return Reply(200, {**PDF, "content-encoding": "br"}, (whole,))
    if how == "refuses":
        raise httpx.ConnectError("refused")
    if how == "hangs":
        raise httpx.ReadTimeout("timed out")
    raise ValueError(how)


class Pieces(httpx.SyncByteStream):
    """A body in pieces that each take their time."""

    def __init__(self, reply, clock):
        self.reply = reply
        self.clock = clock

    def __iter__(self):
        for piece in self.reply.pieces:
            if self.reply.work:
                self.clock.work(self.reply.work)
            yield piece


def as_transport(site):
    """The site behind httpx, on the site's own clock."""

    def handle(request):
        asked = Asked(site.clock.steady(), request.method, str(request.url), dict(request.headers), request.content)
        reply = site.answer(asked)
        return httpx.Response(reply.status, headers=reply.headers, stream=Pieces(reply, site.clock))

    return httpx.MockTransport(handle)


@contextmanager
def on_loopback(site):
    """The site behind a real socket of this machine; gives its address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self):
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            here = f"http://{self.headers['host']}{self.path}"
            headers = {name.lower(): value for name, value in self.headers.items()}
            reply = site.answer(Asked(site.clock.wall(), self.command, here, headers, body))
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                if name != "content-length":
                    self.send_header(name, value)
            content = b"".join(reply.pieces)
            self.send_header("content-length", reply.headers.get("content-length", str(len(content))))
            self.send_header("connection", "close")
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = answer

        def log_message(self, *arguments):
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
