"""The gate of C12c: which ranking configuration a library answers with, and on what grounds it may.

A program has one configuration: its model, tokenizer, windows, fitted numbers, question memory and pack. A library
remembers which one it answers with. The one that a program ships with is adopted when the first document is indexed;
after an upgrade the new one is *proposed*. Both answer until they are judged, for there is nothing else to answer with,
and say so wherever their standing is told; what was not judged since an upgrade says it in every answer. Judging is due
from the first verified document on, after each change and every `JUDGED_FOR` (`ranking_judgement.judge_when_due`). One
that misses a bar is *refused* and answers nothing until a person overrides with a reason, or a better one comes. The
configuration that was judged good here before goes on answering when it misses a bar, and every answer says so.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from insurance_desktop.domain.errors import NotFound
from insurance_desktop.domain.evaluation import Evaluation, JudgedBar
from insurance_desktop.domain.plain import plain, restored
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.database import Connection
from insurance_desktop.store.evaluation import configurations
from insurance_desktop.store.evaluation.configurations import Run, Verdict
from insurance_desktop.store.json_forms import moment

from .configuration import Configuration

JUDGED_FOR = timedelta(days=30)
"""How long a verdict holds (C12c: monthly)."""


class Standing(StrEnum):
    """How the program's configuration stands in a library."""

    SHIPPED = "shipped"
    """Nothing was indexed yet, or what the program ships with was adopted with the first document; not judged yet."""
    ACTIVE = "active"
    """It was judged here and passed, or a person overrode the bars."""
    PROPOSED = "proposed"
    """Another one was active before; this one has not been judged here."""
    REFUSED = "refused"
    """It missed a bar here: it answers nothing."""


@dataclass(frozen=True, slots=True)
class RankingState:
    """The configuration of this program in this library, and the last word on it and on the active one.

    `judged_at`: when it was last judged here (UTC, ISO 8601). `is_due`: never, or longer ago than a verdict holds.
    """

    standing: Standing
    configuration: Configuration
    verdict: Verdict | None
    active: Verdict | None
    changed_parts: tuple[str, ...] = ()
    judged_at: str | None = None
    is_due: bool = True

    @property
    def has_missed(self) -> bool:
        """It answers, and the last time that it was judged here it missed a bar."""
        is_refused = self.verdict is not None and self.verdict.verdict == configurations.REFUSED
        return self.standing is Standing.ACTIVE and is_refused

    @property
    def is_overdue(self) -> bool:
        """It was judged here, but too long ago."""
        return self.is_due and self.judged_at is not None

    @property
    def needs_somebody(self) -> bool:
        """It was not judged since an upgrade or for too long, or it missed a bar: that must not go unsaid."""
        return self.standing in (Standing.PROPOSED, Standing.REFUSED) or self.has_missed or self.is_overdue

    @property
    def words(self) -> str:
        """How it stands, in a sentence."""
        if self.has_missed and self.verdict is not None:
            return say("evaluating.answers_but_missed", at=self.verdict.at[:10], reason=self.verdict.reason)
        words = say(f"evaluating.standing_{self.standing.value}")
        return words + (say("evaluating.judged_long_ago", at=(self.judged_at or "")[:10]) if self.is_overdue else "")


@dataclass(frozen=True, slots=True)
class History:
    verdicts: tuple[Verdict, ...]
    runs: tuple[Run, ...]

    def behind(self, verdict: Verdict) -> tuple[Run, ...]:
        """The runs that a verdict stands on."""
        return tuple(each for each in self.runs if each.run_id in verdict.runs)


def state_of(connection: Connection, engine: SearchEngine) -> RankingState:
    pack = engine.library.pack.name
    now = engine.configuration
    active = configurations.active(connection, pack)
    verdict = configurations.last_of(connection, pack, now.fingerprint)
    is_refused = verdict is not None and verdict.verdict == configurations.REFUSED
    if active is None:
        standing = Standing.REFUSED if verdict is not None else Standing.SHIPPED
    elif active.fingerprint == now.fingerprint:
        standing = Standing.ACTIVE
        if active.verdict == configurations.ADOPTED:  # nobody has ever found it good: one miss and it is not
            standing = Standing.REFUSED if is_refused else Standing.SHIPPED
    else:
        standing = Standing.REFUSED if is_refused else Standing.PROPOSED
    judged_at = None if verdict is None or verdict.verdict == configurations.ADOPTED else verdict.at
    changed = _changed(connection, engine, active)
    return RankingState(standing, now, verdict, active, changed, judged_at, _is_old(judged_at, engine.library.now()))


def _is_old(judged_at: str | None, now: str) -> bool:
    return judged_at is None or moment(now) - moment(judged_at) >= JUDGED_FOR


def current_state(engine: SearchEngine) -> RankingState:
    with engine.library.database.read() as connection:
        return state_of(connection, engine)


def _changed(connection: Connection, engine: SearchEngine, active: Verdict | None) -> tuple[str, ...]:
    """Names of the parts in which this program's configuration differs from the active one."""
    before = None if active is None else configurations.get(connection, engine.library.pack.name, active.fingerprint)
    if before is None:
        return ()
    now = engine.configuration.parts
    return tuple(name for name, part in now.items() if before.parts.get(name) != part)


def refusal(connection: Connection, engine: SearchEngine) -> str | None:
    """Why nothing may be answered, in a sentence; None where answers may be given."""
    verdict = configurations.last_of(connection, engine.library.pack.name, engine.configuration.fingerprint)
    if verdict is None or verdict.verdict != configurations.REFUSED:
        return None
    if state_of(connection, engine).standing is not Standing.REFUSED:
        return None
    return say("evaluating.refused_configuration", at=verdict.at[:10], reason=verdict.reason)


def warning(engine: SearchEngine) -> str:
    """What must not go unsaid of the ranking, in a sentence; "" where it may be trusted as before."""
    with engine.library.database.read() as connection:
        if not configurations.verdicts(connection, engine.library.pack.name):
            return ""
        state = state_of(connection, engine)
    return state.words if state.needs_somebody else ""


def caution(connection: Connection, engine: SearchEngine) -> str:
    """What every answer says of the ranking that it comes from: without its model, not judged since an upgrade, or a
    bar missed; "" where it may be trusted as before."""
    state = state_of(connection, engine)
    alone = say("search.words_alone", model=engine.embedder.settings.model) if engine.embedder.is_missing else ""
    if state.has_missed and state.verdict is not None:
        return alone + say("evaluating.caution_missed", at=state.verdict.at[:10])
    return alone + (say("evaluating.caution_unjudged") if state.standing is Standing.PROPOSED else "")


def adopt_first(connection: Connection, engine: SearchEngine) -> None:
    """The first configuration that a library is indexed with is the one that the program ships with: not judged."""
    if not configurations.verdicts(connection, engine.library.pack.name):
        known = _known(connection, engine)
        configurations.add_verdict(connection, known, configurations.ADOPTED, at=engine.library.now())


def _known(connection: Connection, engine: SearchEngine) -> int:
    now = engine.configuration
    return configurations.put(connection, engine.library.pack.name, now.fingerprint, now.parts, engine.library.now())


def record(engine: SearchEngine, evaluation: Evaluation) -> int:
    """Keeps a run with the configuration that it judged; returns its id."""
    with engine.library.database.write() as connection:
        return configurations.add_run(
            connection,
            configurations.NewRun(
                configuration_id=_known(connection, engine),
                at=engine.library.now(),
                golden=evaluation.golden,
                golden_sha256=evaluation.golden_sha256,
                questions=evaluation.questions,
                measured=evaluation.measured,
                passed=evaluation.passed,
                metrics=json.dumps(plain(evaluation), ensure_ascii=False),
            ),
        )


def recorded(library: Library, run_id: int) -> Evaluation:
    """The evaluation of a run as it was kept. NotFound where there is none."""
    with library.database.read() as connection:
        report = configurations.report_of(connection, run_id)
    if report is None:
        raise NotFound("evaluating.unknown_run", run_id=run_id)
    found: Evaluation = restored(Evaluation, report)
    return found


def history(library: Library) -> History:
    with library.database.read() as connection:
        pack = library.pack.name
        return History(configurations.verdicts(connection, pack), configurations.runs(connection, pack))


def decide(
    engine: SearchEngine, judged: Sequence[tuple[int, Evaluation]], *, reviewer: str, override_reason: str | None = None
) -> Verdict:
    """The verdict on the configuration after these runs: activated, overridden by a person, or refused.

    The configuration that is active already stays so: what misses a bar cannot become active, and is not torn out.
    """
    library = engine.library
    missed = [bar for _, evaluation in judged for bar in evaluation.bars if not bar.passed]
    said = [evaluation for _, evaluation in judged if evaluation.bars]  # no bar speaks of the others' questions
    passed = bool(said) and all(evaluation.passed for evaluation in said)
    if passed:
        verdict, reason = configurations.ACTIVATED, ""
    elif override_reason is not None:
        verdict, reason = configurations.OVERRIDDEN, override_reason.strip()
    else:
        verdict, reason = configurations.REFUSED, _missed(missed) or say("evaluating.unjudged")
    with library.database.write() as connection:
        configurations.add_verdict(
            connection,
            _known(connection, engine),
            verdict,
            at=library.now(),
            reviewer=reviewer.strip(),
            reason=reason,
            runs=[run for run, _ in judged],
        )
        return configurations.verdicts(connection, library.pack.name)[-1]


def _missed(bars: Sequence[JudgedBar]) -> str:
    """The bars by name: what a log keeps must be readable without the run."""
    return ", ".join(dict.fromkeys(f"{each.bar.tier} {each.bar.figure}" for each in bars))
