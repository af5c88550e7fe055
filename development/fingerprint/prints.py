"""Named answers as hashes, without what differs between two runs of the same program."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?")
DURATION = re.compile(r"\d+\.\d+ 秒")
VARYING = frozenset(("previous_hash", "entry_hash", "seconds", "version"))
"""Keys whose value depends on when and by which release a library was made: each decision's hash holds the moment of
the decision and the hash before it."""


class Steadied:
    """Takes out of an answer what time, place and release put in; all else stays to the last sign.

    `places` are strings that a run chose, such as its temporary folder, with the name that stands for each.
    """

    def __init__(self, places: Mapping[str, str], begun: datetime) -> None:
        days = [f"{begun.astimezone(UTC) + timedelta(days=offset):%Y-%m-%d}" for offset in (-1, 0, 1)]
        self._words = {**places, **dict.fromkeys(days, "<day>")}

    def __call__(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, Mapping):
            return {name: "<varies>" if name in VARYING else self(each) for name, each in value.items()}
        if isinstance(value, Iterable):
            return [self(each) for each in value]
        return value

    def _text(self, text: str) -> str:
        text = DURATION.sub("<duration>", MOMENT.sub("<moment>", text))
        for word, name in self._words.items():
            text = text.replace(word, name)
        return text


class Prints:
    """The hashes of one run by part and name; `keep` is a folder for the steadied answers under their hashes."""

    def __init__(self, steadied: Steadied, keep: Path | None = None) -> None:
        self.parts: dict[str, dict[str, str]] = {}
        self._steadied = steadied
        self._keep = keep
        if keep:
            keep.mkdir(parents=True, exist_ok=True)

    def note(self, part: str, name: str, answer: Any) -> None:
        """Hashes one answer. ValueError where the part has one of that name already."""
        known = self.parts.setdefault(part, {})
        if name in known:
            raise ValueError(f"{part}: {name} is noted twice")
        written = json.dumps(self._steadied(answer), ensure_ascii=False, indent=1)
        known[name] = sha256(written.encode("utf-8", "surrogatepass")).hexdigest()
        if self._keep:
            (self._keep / known[name]).write_text(written, encoding="utf-8", errors="surrogatepass")

    def report(self) -> dict[str, Any]:
        """All hashes, and one over each part."""
        parts = {part: dict(sorted(prints.items())) for part, prints in sorted(self.parts.items())}
        return {"over_all": {part: _over(prints.items()) for part, prints in parts.items()}, "parts": parts}


def _over(pairs: Iterable[tuple[str, str]]) -> str:
    return sha256("\n".join(" ".join(pair) for pair in pairs).encode()).hexdigest()


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """Part, name and both hashes of what is not the same in two reports; the hash is "" where one has no such name.

    What one report has no part of at all (`--only`) was not looked at and is left out.
    """
    both = kinds(before) & kinds(after)
    for part in sorted({*before["parts"], *after["parts"]}):
        old, new = before["parts"].get(part, {}), after["parts"].get(part, {})
        for name in sorted({*old, *new}):
            if old.get(name) != new.get(name) and part.partition(".")[0] in both:
                yield part, name, old.get(name, ""), new.get(name, "")


def kinds(report: Mapping[str, Any]) -> set[str]:
    """What a report has parts of: "convert" for "convert.markdown"."""
    return {part.partition(".")[0] for part in report["parts"]}
