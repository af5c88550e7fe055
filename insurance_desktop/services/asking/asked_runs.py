"""Golden questions put to `ask`, as a library keeps what came of them."""

from dataclasses import replace

from insurance_desktop.domain.asked_evaluation import AskedEvaluation, AskedRun
from insurance_desktop.domain.plain import plain, restored
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.evaluation import answer_runs
from insurance_desktop.store.evaluation.answer_runs import ASK, AnswerRun


def keep(engine: SearchEngine, found: AskedEvaluation) -> int:
    """Keeps an evaluation with the configuration that it measured; returns its id."""
    library = engine.library
    run = AnswerRun(
        0,
        library.now(),
        found.golden,
        found.golden_sha256,
        found.questions,
        dict(engine.configuration.parts),
        plain(replace(found, arms=tuple(replace(arm, figures=dict(arm.figures)) for arm in found.arms))),
    )
    with library.database.write() as connection:
        return answer_runs.add(connection, library.pack.name, ASK, run)


def asked_runs(library: Library) -> tuple[AskedRun, ...]:
    """The evaluations that the library keeps, the newest first, each with the id of the one before on its set."""
    with library.database.read() as connection:
        rows = answer_runs.listed(connection, library.pack.name, ASK)
    found: list[AskedRun] = []
    newest: dict[str, int] = {}
    for row in rows:
        before = newest.get(row.paper_sha256)
        newest[row.paper_sha256] = row.run_id
        found.append(AskedRun(row.run_id, row.at, restored(AskedEvaluation, row.report), before))
    return tuple(reversed(found))
