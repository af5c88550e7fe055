"""Pins what a build is made of, each wheel by its hash: `python -m development.release.requirements`.

Asks the registry what the program, its extra `ai` and PyInstaller need for this Python on this system, and writes it to
requirements-linux.txt; a build takes that and nothing else.
"""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FILE = Path(__file__).with_name("requirements-linux.txt")
TOOLS = ("pyinstaller", "setuptools", "hatchling")
"""What builds; the program's extra `build` names more, which a build does not need."""


def pins(report: dict[str, Any]) -> list[str]:
    """A line for each distribution of pip's report of an installation, without the checkout's own."""
    found = [each for each in report["install"] if "archive_info" in each["download_info"]]
    return sorted(
        f"{each['metadata']['name'].lower()}=={each['metadata']['version']}"
        f" --hash=sha256:{each['download_info']['archive_info']['hashes']['sha256']}"
        for each in found
    )


def main() -> int:
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        ask: list[str | Path] = ["install", "-q", "--dry-run", "-I", "--only-binary", ":all:", "--report", report]
        subprocess.run([sys.executable, "-m", "pip", *ask, f"{ROOT}[ai]", *TOOLS], check=True)
        lines = pins(json.loads(report.read_text(encoding="utf-8")))
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    head = f"# CPython {version}, {sys.platform} x86_64; made by `python -m development.release.requirements`"
    FILE.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
