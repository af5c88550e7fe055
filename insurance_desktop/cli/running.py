"""Runs one command line: every outcome becomes a printed answer and an exit code."""

import logging
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from traceback import format_exception

from insurance_desktop import __version__, paths
from insurance_desktop.domain.errors import UsageError, WorkbenchError
from insurance_desktop.domain.running import Cancelled
from insurance_desktop.domain.serving import ServerOptions, WebOptions
from insurance_desktop.packs.system_reasons import reason_of, system_refused
from insurance_desktop.packs.wording import DEFAULT_LANGUAGE, Sentence, language, say, sentence, speak

from .console import begin_progress, drop_stdout, fail, print_line, print_report
from .serving import read_server_call


@dataclass(frozen=True, slots=True)
class Faces:
    """The faces beside this one; each takes the library's path and returns an exit code. The window's second word is
    whether the library is to be read only."""

    window: Callable[[Path, bool], int]
    linked: Callable[[Path, str], int]
    server: Callable[[Path, ServerOptions], int]
    web: Callable[[Path, WebOptions], int]


def main(argv: Sequence[str], faces: Faces) -> int:
    """Runs one command line and returns its exit code. No exception leaves it, no traceback reaches the user."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    before = language()
    begin_progress()
    try:
        code = _guarded(argv, faces, as_json="--json" in argv)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        drop_stdout()
        return 1
    finally:
        speak(before)


def _language_meant(argv: Sequence[str]) -> str:
    """What the console speaks: asked for here, else in the environment, else Chinese. Read ahead of all else: the
    parser itself speaks. Servers speak the language of what they serve."""
    words = [*argv, ""]
    named = [
        word.partition("=")[2] or following
        for word, following in pairwise(words)
        if word.partition("=")[0] == "--language"
    ]
    return named[-1] if named else os.environ.get("INSURANCE_DESKTOP_LANGUAGE", DEFAULT_LANGUAGE)


def _guarded(argv: Sequence[str], faces: Faces, as_json: bool) -> int:
    try:
        return _run(argv, faces, as_json)
    except BrokenPipeError:
        raise
    except WorkbenchError as error:
        return fail(error.code, sentence(error), as_json, 2 if isinstance(error, UsageError) else 1)
    except (KeyboardInterrupt, Cancelled):
        return fail("cancelled", Sentence(say("cli.cancelled"), say("cli.cancelled_hint")), as_json)
    except OSError as error:
        _record(error)
        refused = system_refused(error)
        return fail(refused.code, sentence(refused), as_json)
    except Exception as error:
        return fail("unexpected", _record(error), as_json)


def _run(argv: Sequence[str], faces: Faces, as_json: bool) -> int:
    served = read_server_call(argv)
    if served is not None:
        return faces.server(_library(served.library), served.options)
    if list(argv) == ["--version"]:  # all commands would be imported to say the same
        print_line(__version__)
        return 0
    from .parser import is_server, read_arguments

    speak(_language_meant(argv))
    try:
        call = read_arguments(argv)
    except SystemExit as done:  # --help has printed itself
        return int(done.code or 0)
    if is_server(call):
        speak(DEFAULT_LANGUAGE)
    call.library = _library(call.library)
    call.faces = faces
    try:
        return _answered(call, as_json)
    except WorkbenchError:
        raise
    except Exception as error:
        from insurance_desktop.services.library.library import damage_behind

        damage = damage_behind(call.library, error)
        if damage is None:
            raise
        raise damage from error


def _answered(call: Namespace, as_json: bool) -> int:
    outcome = call.run(call)
    if isinstance(outcome, int):
        return outcome
    if call.pack_said is not None:
        said = "" if as_json else _other_packs(call)
        text = "\n".join(filter(None, (outcome.text, said)))
        outcome = replace(outcome, answer={**outcome.answer, "pack": call.pack_said}, text=text)
    return print_report(outcome, as_json)


def _other_packs(call: Namespace) -> str:
    """That the library holds more than the pack that was answered by, where nothing in the call told which is meant."""
    from insurance_desktop.packs.labels import pack_label
    from insurance_desktop.services.library.library import packs_in
    from insurance_desktop.services.library.packs import ANY_PACK

    from .using import pack_meant

    if pack_meant(call) != ANY_PACK:
        return ""
    others = [name for name in packs_in(call.library) if name != call.pack_said]
    named = say("cli.listing_joint").join(say("cli.pack_named", label=pack_label(name), name=name) for name in others)
    return say("cli.other_packs", shown=pack_label(call.pack_said), others=named)


def _library(named: str | None) -> Path:
    return (Path(named) if named else paths.default_library()).expanduser().absolute()


def _record(error: Exception) -> Sentence:
    """Keeps the traceback of an unexpected error in the log and says where."""
    message = say("cli.unexpected", kind=type(error).__name__)
    log = paths.state_folder() / "errors.log"
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{datetime.now(UTC).isoformat()} {__version__}\n{''.join(format_exception(error))}\n")
    except OSError as fault:
        return Sentence(message, say("cli.unlogged", log=log, reason=reason_of(fault)))
    return Sentence(message, say("cli.logged", log=log))
