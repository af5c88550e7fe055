"""Tries an upgrade and its way back with the programs themselves.

    python -m development.release.taken_back COMMIT [--question 犹豫期有几天]

The program of COMMIT makes a library; this one opens it, which brings it to its own schema. Then the former program
must refuse the library, open the backup that was left beside it and find in it what it found before, and this one must
bring that backup forward again.
"""

import argparse
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
APPROVING = ("--reviewer", "try", "--accept-findings", "--reason", "try")

Program = Callable[..., Any]


def program(folder: Path, home: Path) -> Program:
    """The command line of the checkout in `folder`: called with its words, it answers with its JSON."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")}

    def ask(*words: object) -> Any:
        line = [sys.executable, "-m", "insurance_desktop", *map(str, words), "--json"]
        return json.loads(subprocess.run(line, cwd=folder, env=environment, check=False, stdout=subprocess.PIPE).stdout)

    return ask


def former_checkout(commit: str, folder: Path) -> Path:
    """The files of a commit, without its history."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def found(ask: Program, library: Path, question: str) -> tuple[str, list[tuple[str, str]]]:
    """What a search answers: its status, and the clauses with their words."""
    said = ask("search", question, "--library", library)
    return said.get("status", said.get("error", {}).get("code")), [
        (each["chunk_id"], each["content"]) for each in said.get("results", ())
    ]


def there_and_back(commit: str, question: str, place: Path) -> dict[str, bool]:
    """Each step with whether it went as it must."""
    former = program(former_checkout(commit, place / "former"), place / "former-home")
    now = program(ROOT, place / "home")
    library = place / "library.db"
    samples = ROOT / "resources" / "samples"
    for each in former("import", *samples.glob("*.pdf"), "--library", library)["documents"]:
        former("review", "approve", each["document_id"], *APPROVING, "--library", library)
    before = found(former, library, question)
    now("index", "--library", library)
    schema, backup = min(
        (int(each.suffixes[-2].removeprefix(".before-schema-")), each)
        for each in place.glob("library.db.before-schema-*.backup")
    )
    steps = {
        "the former program finds something in the library that it made": bool(before[1]),
        "this program finds something in it": bool(found(now, library, question)[1]),
        "the former program refuses what was brought forward": found(former, library, question)[0] == "library_too_new",
        f"the former program finds the same in the backup (before schema {schema})": found(former, backup, question)
        == before,
        "doctor of the former program has nothing to say of it": is_healthy(former("doctor", "--library", backup)),
    }
    now("index", "--library", backup)
    steps["this program brings the backup forward"] = bool(found(now, backup, question)[1])
    return steps


def is_healthy(said: Any) -> bool:
    """What concerns the library; a machine without a display is no fault of it."""
    return bool(said["checks"]) and all(each["ok"] for each in said["checks"] if each["name"] in ("library", "index"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit")
    parser.add_argument("--question", default="\u72b9\u8c6b\u671f\u6709\u51e0\u5929")
    call = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        steps = there_and_back(call.commit, call.question, Path(place))
    for step, went in steps.items():
        print("yes" if went else "NO ", step)
    sys.exit(not all(steps.values()))


if __name__ == "__main__":
    main()
