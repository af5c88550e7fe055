"""Plays dialogues against the reading of follow-ups and counts what came of them, for each half of the dialogues.

python -m development.checking.follow_ups tests/services/asking/dialogues.toml
"""

import argparse
import sys
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from insurance_desktop.domain.answers import ClauseLink
from insurance_desktop.domain.asking import Conversation, Role, Turn
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.asking.coreference import Resolved, resolve

RIGHT, WRONG, MISSED, ALONE, CARRIED = "right", "wrong", "missed", "left alone", "carried over"
"""A follow-up read rightly, wrongly, or not at all; a question that stands alone left so, or not."""

Dialogue = dict[str, Any]


def read_dialogues(file: Path) -> list[Dialogue]:
    found: list[Dialogue] = tomllib.loads(file.read_text("utf-8"))["dialogue"]
    return found


def halves(dialogues: list[Dialogue]) -> dict[str, list[Dialogue]]:
    """Those that were chosen by, and those that were kept back."""
    return {"chosen by": dialogues[::2], "kept back": dialogues[1::2]}


def conversation_of(said: Sequence[Any], pack: DomainPack) -> Conversation:
    """What answers to these questions leave behind: each with the works and the clauses of its answer."""
    turns: list[Turn] = []
    active: tuple[ClauseLink, ...] = ()
    entities: tuple[tuple[str, str], ...] = ()
    for place, (question, works, clauses) in enumerate(said):
        cited = tuple(ClauseLink(f"{place}-{each}", *each.split(": ", 1)) for each in clauses)
        about = tuple((pack.work_kind, each) for each in works)
        turns.append(Turn(f"u{place}", Role.USER, question, ""))
        turns.append(Turn(f"a{place}", Role.ASSISTANT, "", "", cited=cited, entities=about))
        active, entities = (*cited, *active), about or entities
    return Conversation("dialogue", tuple(turns), active_clauses=active, entities=entities)


def outcome(dialogue: Dialogue, found: Resolved) -> str:
    wanted, unwanted = dialogue.get("has", []), dialogue.get("lacks", [])
    if found.text == dialogue["asks"]:
        return MISSED if wanted else ALONE
    if not wanted:
        return CARRIED
    is_right = all(each in found.text for each in wanted) and not any(each in found.text for each in unwanted)
    return RIGHT if is_right else WRONG


def played(dialogues: Sequence[Dialogue], pack: DomainPack) -> list[tuple[Dialogue, Resolved, str]]:
    """Each dialogue with its question as it was read, and what that is worth."""
    read = [(each, resolve(each["asks"], conversation_of(each["said"], pack), pack)) for each in dialogues]
    return [(each, found, outcome(each, found)) for each, found in read]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dialogues", type=Path)
    pack = load_pack("insurance")
    for name, half in halves(read_dialogues(parser.parse_args().dialogues)).items():
        found = played(half, pack)
        counts = Counter(result for _, _, result in found)
        sys.stdout.write(f"{name}: {', '.join(f'{result} {counts[result]}' for result in sorted(counts))}\n")
        for dialogue, read, result in found:
            if result not in (RIGHT, ALONE):
                sys.stdout.write(f"  {result}: {dialogue['asks']} -> {read.text}\n")


if __name__ == "__main__":
    main()
