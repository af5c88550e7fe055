"""What the commands of commands.txt print about the library, as text and as JSON."""

from pathlib import Path

from .prints import Prints
from .program import Program

PART = "commands"
COMMANDS = Path(__file__).with_name("commands.txt")


def run_commands(program: Program, corpus: Path, prints: Prints) -> None:
    """Notes the exit code and both streams of each command, in text and in JSON."""
    lines = [line for line in COMMANDS.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    for line in lines:
        words = [word.replace("CORPUS", str(corpus)) for word in line.split()]
        said = program.run(*words)
        prints.note(PART, f"{line} (text)", [said.code, said.out, said.err])
        if "--help" not in words:
            said = program.run(*words, "--json")
            prints.note(PART, f"{line} (json)", [said.code, said.json, said.err])
