"""What was built and what is known of it, as one table: artefact, size, what was run, what was seen, what is untried.

    python -m development.release.report OUT

OUT holds the artefacts and the tables `trial-*.md` of whoever tried them; RELEASE.md is written beside. What nobody
tried is said to be so. Ends with 1 where a trial names a step that did not go.
"""

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

REPORT = "RELEASE.md"
PARTS = {
    "_amd64.deb": ("the .deb",),
    "-linux-x86_64.tar.gz": ("the archive",),
    "-setup.exe": ("the installer", "with stand-ins"),
}
"""How an artefact's name ends, and how the headings begin below which a trial's table is about it."""
UNFINISHED = "-unfinished.tar.gz"
"""What another system finishes: nothing of it runs here."""
LIMITS = {"-linux-x86_64.tar.gz": 220}
"""MB that an artefact may have (issue 28)."""
_LEFT = re.compile(
    r"^Untried here: (.*?)(?:\n\n|\Z)|^\| \*\*only a real \w+ can show\*\* \|[^|]*\| ([^|]*) \|$",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class Trial:
    """Of one artefact on one system: its steps, each with whether it went, and what they leave open."""

    system: str
    steps: dict[str, bool]
    untried: str

    @property
    def failed(self) -> list[str]:
        return [step for step, went in self.steps.items() if not went]


def trial_of(headings: tuple[str, ...], table: Path) -> Trial | None:
    """What a table says below these headings, which are rows that neither went nor failed; None where it is nothing."""
    text = table.read_text(encoding="utf-8", errors="replace")  # a shell cuts lines within a sign
    steps: dict[str, bool] = {}
    inside = False
    for row in re.findall(r"^\| (.*) \|$", text, re.MULTILINE)[1:]:
        name, went, *_ = (cell.strip() for cell in row.split("|"))
        if not went:
            inside = name.strip("*").startswith(headings)
        elif inside:
            steps[name] = went == "yes"
    left = _LEFT.search(text)
    untried = " ".join((left[1] or left[2]).split()) if left else ""
    return Trial(table.stem.removeprefix("trial-"), steps, untried) if steps else None


def rows(out: Path) -> Iterator[tuple[str, str, list[Trial]]]:
    """Each artefact of the folder with its size in MB and the trials of it."""
    endings = (*PARTS, UNFINISHED)
    for file in sorted(each for each in out.iterdir() if each.name.endswith(endings)):
        ending = next(each for each in endings if file.name.endswith(each))
        size = f"{file.stat().st_size / 1e6:.1f} MB" + (f" (at most {LIMITS[ending]})" if ending in LIMITS else "")
        tables = sorted(out.glob("trial-*.md")) if ending in PARTS else []
        trials = [trial for table in tables if (trial := trial_of(PARTS[ending], table))]
        yield file.name, size, trials


def report(out: Path) -> str:
    lines = ["| artefact | size | what was run | what was seen | what is untried |", "|---|---:|---|---|---|"]
    for name, size, trials in rows(out):
        if not trials:
            lines.append(f"| {name} | {size} | nothing | – | all of it |")
        for trial in trials:
            run = f"{trial.system}: {', '.join(trial.steps)}"
            seen = f"{len(trial.steps) - len(trial.failed)} of {len(trial.steps)} went"
            failed = f"; **not**: {', '.join(trial.failed)}" if trial.failed else ""
            lines.append(f"| {name} | {size} | {run} | {seen}{failed} | {trial.untried or 'the table does not say'} |")
    return "\n".join([*lines, ""])


def write_report(out: Path) -> str:
    said = report(out)
    (out / REPORT).write_text(said, encoding="utf-8")
    return said


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    call = parser.parse_args()
    print(write_report(call.out), end="")
    return 1 if any(trial.failed for *_, trials in rows(call.out) for trial in trials) else 0


if __name__ == "__main__":
    raise SystemExit(main())
