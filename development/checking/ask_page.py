"""The page /ask in a real browser: asked by keyboard, its evidence opened, stopped, reloaded, pictured light, dark and
at a phone's width.

    python -m development.checking.ask_page FOLDER [--library FILE]

Needs Chromium on the path. FOLDER gets the pictures, which somebody has to look at.
"""

import argparse
import base64
import json
import shutil
import subprocess
import tempfile
import time
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any, Self

from websockets.sync.client import ClientConnection, connect

from development.web_server import WebServer, say_and_leave

PATIENCE = 60.0
QUESTION = "犹豫期有多少天？"
NAMES = ("chromium", "chromium-browser", "google-chrome")
WIDTHS = {"desk": (1100, 800), "phone": (360, 740)}
OPTIONS = (
    *("--headless=new", "--remote-debugging-port=0", "--no-first-run", "--disable-gpu", "--no-sandbox"),
    *("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"),
    "--autoplay-policy=no-user-gesture-required",
)


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


def check(server: WebServer, browser: Browser, folder: Path) -> list[str]:
    """What went wrong, in sentences."""
    faults = []

    def expect(script: str, fault: str) -> None:
        if not browser.waits(script):
            faults.append(fault)

    url = f"http://{server.address}"
    browser.opens(f"{url}/?token={server.token}")
    browser.opens(f"{url}/ask")
    browser.types(QUESTION)
    browser.presses("Enter", 13)
    expect(ANSWERED.format(count=1), "no answer to a question that was typed")
    expect("document.querySelector('.answer').textContent.includes('犹豫期')", "the answer does not hold its words")
    expect("!document.querySelector('.answer').textContent.includes('**')", "Markdown is shown as signs")
    for name, size in WIDTHS.items():
        for is_dark in (False, True):
            browser.looks(is_dark=is_dark, size=size)
            browser.pictures(folder / f"{name}-{'dark' if is_dark else 'light'}.png")
        expect("document.documentElement.scrollWidth <= innerWidth", f"the page is wider than a {name}")
    browser.opens(f"{url}/ask?lang=en")
    expect("document.querySelectorAll('.answer .chips a').length > 0", "the conversation is gone after a reload")
    browser.pictures(folder / "phone-english.png")
    evidence = browser.value("document.querySelector('.chips a').href")
    browser.opens(evidence)
    expect("document.querySelector('.words') !== null", "a chip does not lead to its evidence")
    browser.looks(is_dark=False, size=WIDTHS["desk"])
    browser.pictures(folder / "evidence.png")
    return faults + browser.told + (["the server crashed"] if server.tracebacks() else [])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--library", type=Path)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with WebServer(asked.library) as server, Browser() as browser:
        return say_and_leave(check(server, browser, asked.folder))


if __name__ == "__main__":
    raise SystemExit(main())
