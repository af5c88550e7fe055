"""The page /ask in a real browser: asked by keyboard and microphone, heard, stopped, reloaded, fed with hostile text,
and pictured in both languages, light and dark, on a desk and at a phone's width.

    python -m development.checking.ask_page FOLDER [--library FILE]

Needs Chromium on the path. FOLDER gets the pictures, which somebody has to look at.
"""

import argparse
import base64
import io
import json
import math
import os
import shutil
import subprocess
import tempfile
import time
import wave
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

from websockets.sync.client import ClientConnection, connect

from development.bare_library import BareDocument, add_verified, clause, open_engine
from development.fake_endpoint import Exchange, FakeEndpoint, hears, says, speaks
from development.web_server import WebServer, say_and_leave
from insurance_desktop.index.embedding import shipped_embedder
from insurance_desktop.services.asking.model_settings import keep_endpoint

PATIENCE = 60.0
QUESTION = "犹豫期有多少天？"
NAMES = ("chromium", "chromium-browser", "google-chrome")
WIDTHS = {"desk": (1280, 800), "phone": (390, 844)}
OPTIONS = (
    *("--headless=new", "--remote-debugging-port=0", "--no-first-run", "--disable-gpu", "--no-sandbox"),
    *("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"),
    "--autoplay-policy=no-user-gesture-required",
)


LAST = "document.querySelector('.turn:last-child .told')?.textContent === words.{word}"
HOSTILE = (
    '<img src=x onerror="window.ran=1"><script>window.ran=2</script>[点这里](javascript:window.ran=3)'
    '<a href="https://evil.example/">退款</a>![图](https://evil.example/x.png) https://evil.example/'
)
RECORDED = b"\x1aE\xdf\xa3"
"""How WebM begins."""


class Browser:
    """One tab of a headless Chromium, driven over its own protocol."""

    def __init__(self, language: str = "zh-CN") -> None:
        program = next((found for each in NAMES if (found := shutil.which(each))), None)
        if program is None:
            raise SystemExit(f"none of {', '.join(NAMES)} is on the path")
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        folder = f"--user-data-dir={self._profile.name}"
        self._process = subprocess.Popen(
            [program, *OPTIONS, folder, f"--accept-lang={language}", "about:blank"], stderr=subprocess.DEVNULL
        )
        self._open = ExitStack()
        self._numbers = count(1)
        self.told: list[str] = []
        self._line = self._connected()
        target = self.does("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.does("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for each in ("Page.enable", "Runtime.enable", "Log.enable"):
            self.does(each)

    def _connected(self) -> ClientConnection:
        self._session = ""
        file = Path(self._profile.name) / "DevToolsActivePort"
        end = time.monotonic() + PATIENCE
        while not (file.exists() and len(lines := file.read_text().split()) == 2):
            if time.monotonic() > end:
                raise SystemExit("the browser did not start")
            time.sleep(0.1)
        line = connect(f"ws://127.0.0.1:{lines[0]}{lines[1]}", max_size=None, proxy=None)
        self._open.callback(line.close)
        return line

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self._open.close()
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._profile.cleanup()

    def does(self, method: str, **given: Any) -> dict[str, Any]:
        """A command and its result; what the page complains of meanwhile goes to `told`."""
        number = next(self._numbers)
        at = {"sessionId": self._session} if self._session else {}
        self._line.send(json.dumps({"id": number, "method": method, "params": given, **at}))
        while True:
            message = json.loads(self._line.recv(timeout=PATIENCE))
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return dict(message["result"])
            if message.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
                self.told.append(json.dumps(message["params"], ensure_ascii=False)[:600])

    def opens(self, url: str) -> None:
        self.does("Page.navigate", url=url)
        self.waits("document.readyState === 'complete'")

    def value(self, script: str) -> Any:
        """What an expression is in the page."""
        found = self.does(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True, userGesture=True
        )
        if "exceptionDetails" in found:
            raise RuntimeError(json.dumps(found["exceptionDetails"], ensure_ascii=False)[:600])
        return found["result"].get("value")

    def waits(self, script: str) -> bool:
        """Until it is true; whether it became so."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.value(script):
                return True
            time.sleep(0.1)
        return False

    def types(self, text: str) -> None:
        self.does("Input.insertText", text=text)

    def presses(self, key: str, code: int) -> None:
        named = {"key": key, "code": key, "windowsVirtualKeyCode": code, "text": "\r" if key == "Enter" else ""}
        self.does("Input.dispatchKeyEvent", type="keyDown", **named)
        self.does("Input.dispatchKeyEvent", type="keyUp", **named)

    def looks(self, *, is_dark: bool, size: tuple[int, int]) -> None:
        width, height = size
        self.does(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500
        )
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}]
        self.does("Emulation.setEmulatedMedia", features=scheme)

    def pictures(self, file: Path) -> None:
        file.write_bytes(base64.b64decode(self.does("Page.captureScreenshot", format="png")["data"]))


ANSWERED = "document.querySelectorAll('.answer .chips').length >= {count} && document.getElementById('stop').hidden"


class Reader:
    """Somebody who has entered the page; what they did not see is in `faults`."""

    def __init__(self, server: WebServer, browser: Browser) -> None:
        self.url = f"http://{server.address}"
        self.browser = browser
        self.faults: list[str] = []
        browser.opens(f"{self.url}/?token={server.token}")
        browser.opens(f"{self.url}/ask")

    def expect(self, script: str, fault: str) -> None:
        if not self.browser.waits(script):
            self.faults.append(fault)

    def asks(self, question: str, answers: int) -> None:
        """By keyboard, until so many answers are there."""
        self.browser.types(question)
        self.browser.presses("Enter", 13)
        self.expect(ANSWERED.format(count=answers), f"no answer to {question}")


def check_writing(reader: Reader, folder: Path) -> None:
    browser = reader.browser
    reader.asks(QUESTION, 1)
    reader.expect("document.querySelector('.answer').textContent.includes('犹豫期')", "the answer lacks its words")
    reader.expect("!document.querySelector('.answer').textContent.includes('**')", "Markdown is shown as signs")
    for language in ("zh", "en"):
        browser.opens(f"{reader.url}/ask?lang={language}")
        reader.expect("document.querySelector('.answer .chips a') !== null", "the conversation is gone after a reload")
        _pictures(reader, folder, language)
    browser.opens(browser.value("document.querySelector('.chips a').href"))
    reader.expect("document.querySelector('.words') !== null", "a chip does not lead to its evidence")
    browser.pictures(folder / "evidence.png")


def _pictures(reader: Reader, folder: Path, name: str) -> None:
    for width, size in WIDTHS.items():
        for is_dark in (False, True):
            reader.browser.looks(is_dark=is_dark, size=size)
            reader.browser.value("scrollTo(0, document.body.scrollHeight)")
            reader.browser.pictures(folder / f"{name}-{width}-{'dark' if is_dark else 'light'}.png")
        reader.expect("document.documentElement.scrollWidth <= innerWidth", f"{name} is wider than a {width}")


def check_voice(reader: Reader, endpoint: FakeEndpoint, folder: Path) -> None:
    """The fake microphone to its end, an answer read to its end, and what is too long or stopped."""
    browser = reader.browser
    browser.opens(f"{reader.url}/ask")
    browser.value("parts.begin.click(), parts.record.click()")
    reader.expect("recorder?.state === 'recording'", "the microphone is not recorded")
    browser.pictures(folder / "recording.png")
    browser.value("new Promise((done) => setTimeout(done, 1000))")
    browser.value("parts.record.click()")
    reader.expect(ANSWERED.format(count=1), "no answer to a spoken question")
    reader.expect(f"document.querySelector('.asked').textContent === '{QUESTION}'", "what was heard is not shown")
    if not any(RECORDED in each.body for each in endpoint.asked if isinstance(each.body, bytes)):
        reader.faults.append("what was recorded did not arrive")
    browser.value("document.querySelector('.play').click()")
    reader.expect("document.querySelector('.play').textContent === words.silence", "an answer is not read aloud")
    reader.expect("document.querySelector('.play').textContent === words.play", "a reading does not end")
    heard = len(endpoint.asked)
    browser.value("void askSpoken(new Blob([new Uint8Array(5e6)], { type: 'audio/webm' })), stop()")
    reader.expect(LAST.format(word="stopped"), "a recording that was stopped goes on")
    browser.value("void askSpoken(new Blob([new Uint8Array(15e6)], { type: 'audio/webm' }))")
    reader.expect(LAST.format(word="too_long"), "what is too long is told as something else")
    browser.pictures(folder / "too-long.png")
    reader.asks(QUESTION, 2)
    if len(endpoint.asked) > heard:
        reader.faults.append("a stopped recording was sent")


def check_forgetting(reader: Reader, folder: Path) -> None:
    """An earlier start's cookie, and questions of the day before."""
    browser = reader.browser
    browser.does("Network.clearBrowserCookies")
    browser.value("leave()")
    browser.types(QUESTION)
    browser.presses("Enter", 13)
    reader.expect(LAST.format(word="restarted"), "a server that was started anew is told as something else")
    browser.pictures(folder / "restarted.png")
    browser.value("recall(kept()[0].id)")
    reader.expect("parts.notice.textContent === words.restarted", "a conversation is called forgotten, but is not")
    aged = "kept().map((each) => ({ ...each, at: each.at - LASTS }))"
    browser.value(f"localStorage.setItem(KEPT, JSON.stringify({aged})), store(kept())")
    reader.expect("localStorage.getItem(KEPT) === '[]'", "questions are kept for more than a day")


def check_hostile(reader: Reader, folder: Path) -> None:
    """Markup in an address, a clause and what a model writes is text wherever it is shown."""
    browser = reader.browser
    reader.asks(QUESTION, 1)
    reader.expect("document.querySelector('.answer').textContent.includes('<img')", "the hostile text is not shown")
    browser.value("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    reader.expect("document.querySelector('details del')?.textContent.includes('<img')", "nothing of it was struck")
    _harmless(reader, "an answer")
    _pictures(reader, folder, "hostile")
    evidence = browser.value("document.querySelector('.chips a').href")
    browser.value(f"markdown(turn('x'), {json.dumps(HOSTILE)}, {{ 1: '1' }})")
    _harmless(reader, "Markdown that nobody checked")
    asked = quote(f"{QUESTION}{HOSTILE}")
    for name, url in {"evidence": evidence, "a search": f"{reader.url}/?query={asked}&product={asked}"}.items():
        browser.opens(url)
        _harmless(reader, name)


def _harmless(reader: Reader, where: str) -> None:
    """Once what could have run had its time."""
    reader.browser.value("new Promise((done) => setTimeout(done, 300))")
    reader.expect("window.ran === undefined", f"a script ran in {where}")
    reader.expect("!document.querySelector('main :is(img, iframe, script, [onerror])')", f"markup in {where}")
    strange = "[...document.links].filter((each) => each.origin !== location.origin).length"
    reader.expect(f"{strange} === 0", f"a link leads out of {where}")


def check(endpoint: FakeEndpoint, library: Path | None, folder: Path) -> list[str]:
    """What went wrong, in sentences."""
    faults = []
    keep_endpoint(endpoint.speaking(fast="", strong="", voice="any"))
    with WebServer(library) as server, Browser() as browser:
        reader = Reader(server, browser)
        check_writing(reader, folder)
        check_voice(reader, endpoint, folder)
        faults += [*browser.told, *(["the server crashed"] if server.tracebacks() else [])]
        check_forgetting(reader, folder)  # refusals are in the browser's log from here on
        faults += reader.faults
    keep_endpoint(endpoint.speaking(voice="any"))
    with WebServer(hostile_library(folder / "hostile.db")) as server, Browser() as browser:
        reader = Reader(server, browser)
        check_hostile(reader, folder)
        return faults + reader.faults + browser.told


def hostile_library(path: Path) -> Path:
    """One verified clause that is full of markup."""
    path.unlink(missing_ok=True)
    embedder = shipped_embedder()
    hostile = clause("1.4", "犹豫期", f"自您签收本合同之日起，您有二十日的犹豫期。{HOSTILE}。")
    with open_engine(path, embedder) as engine, engine.library.database.write() as connection:
        document = BareDocument("青松两全保险", (hostile,), document_type=f"产品条款{HOSTILE}")
        add_verified(connection, document, engine.library.pack, embedder)
    return path


def stand_in(exchange: Exchange) -> None:
    """Hears the question, reads a tone, and writes what no page may obey."""
    if exchange.asked.path.endswith("transcriptions"):
        hears(QUESTION)(exchange)
    elif exchange.asked.path.endswith("speech"):
        speaks(tone())(exchange)
    else:
        says("自您签收本合同之日起，您有二十日的犹豫期[1]。" * 3 + f"{HOSTILE}[1]。", size=9)(exchange)


def tone(seconds: float = 1.0, rate: int = 8000) -> bytes:
    """A sound that a browser can play."""
    written = io.BytesIO()
    with wave.open(written, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(rate)
        waves = (math.sin(2 * math.pi * 440 * at / rate) for at in range(int(seconds * rate)))
        sound.writeframes(b"".join(int(8000 * each).to_bytes(2, "little", signed=True) for each in waves))
    return written.getvalue()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--library", type=Path)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as state, FakeEndpoint(stand_in) as endpoint:
        os.environ["XDG_STATE_HOME"] = state  # the person's own endpoints stay out of it
        return say_and_leave(check(endpoint, asked.library, asked.folder))


if __name__ == "__main__":
    raise SystemExit(main())
