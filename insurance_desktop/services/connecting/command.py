"""The commands that start a server for somebody else: absolute, in need of no PATH, no environment and no folder."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

PACKAGE = "insurance_desktop"
PROGRAM = "insurance-desktop"
ROOT = Path(__file__).resolve().parents[3]
FROM_A_CHECKOUT = (
    "import sys; sys.path.insert(0, {root!r}); from insurance_desktop.__main__ import main; sys.exit(main())"
)


def server_command(library: Path, pack: str | None = None, toolsets: Sequence[str] = ()) -> tuple[str, ...]:
    """Starts the server on this library, from anywhere; with a pack, it answers from that one alone; of `toolsets`, it
    offers these."""
    named = () if pack is None else ("--pack", pack)
    chosen = ("--toolset", *toolsets) if toolsets else ()
    return (*program_command(), "mcp", "--library", str(library.expanduser().absolute()), *named, *chosen)


def serves(command: Sequence[str], library: Path) -> bool:
    """Whether a command starts this very program's server on this library, whatever of it is offered."""
    ours = server_command(library)
    return tuple(command[: len(ours)]) == ours


def toolsets_in(command: Sequence[str]) -> tuple[str, ...]:
    """The toolsets that a server's command names; none = the usual ones."""
    return tuple(command[command.index("--toolset") + 1 :]) if "--toolset" in command else ()


def web_command(library: Path) -> tuple[str, ...]:
    """Serves this library to this machine's browsers and programs for as long as its input is held open."""
    return (*program_command(), "serve", "--library", str(library.expanduser().absolute()), "--while-asked", "--json")


def program_command() -> tuple[str, ...]:
    """Starts this very program's console face: the built one, or this interpreter with this package."""
    if getattr(sys, "frozen", False):
        program = Path(sys.executable)  # the window is another executable beside it, without streams
        return (str(_lasting(program.with_name(f"{PROGRAM}{program.suffix}"))),)
    interpreter = _interpreter()
    if not _finds_this_package(interpreter):
        return (interpreter, "-P", "-c", FROM_A_CHECKOUT.format(root=str(ROOT)))
    script = next((each for each in _scripts(Path(interpreter)) if each.is_file()), None)
    return (str(script),) if script else (interpreter, "-P", "-m", PACKAGE)


def _interpreter() -> str:
    """Not resolved: a link is what makes it the environment's own. On Windows the window's has no streams."""
    running = Path(sys.executable).absolute()
    with_streams = running.with_name("python.exe")
    return str(with_streams if running.name.lower() == "pythonw.exe" else running)


def _scripts(interpreter: Path) -> tuple[Path, ...]:
    """Where the console program lies: beside its Python; on Windows also above the folder that the installer lays."""
    if sys.platform != "win32":
        return (interpreter.with_name(PROGRAM),)
    name = f"{PROGRAM}.exe"
    return interpreter.with_name(name), interpreter.parent.with_name(name)


def _lasting(program: Path) -> Path:
    """The name that an installer leads to the newest version, where it leads here: a version's folder goes with it."""
    names = (folder / program.name for folder in (Path("/usr/bin"), Path.home() / ".local" / "bin"))
    return next((name for name in names if name.exists() and name.samefile(program)), program)


@cache
def _finds_this_package(interpreter: str) -> bool:
    """Whether an interpreter with no environment, started elsewhere, imports the package that is running now."""
    asked = f"import importlib.util as u; s = u.find_spec({PACKAGE!r}); print(s.origin if s else '')"
    done = subprocess.run(
        [interpreter, "-c", asked],
        cwd=Path(interpreter).anchor,
        env=bare_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    here = importlib.util.find_spec(PACKAGE)
    return done.returncode == 0 and here is not None and done.stdout.strip() == here.origin


def bare_environment() -> dict[str, str]:
    """Nothing; on Windows what no process can do without."""
    needed = ("SYSTEMROOT", "WINDIR", "TEMP", "TMP") if sys.platform == "win32" else ()
    return {name: os.environ[name] for name in needed if name in os.environ}
