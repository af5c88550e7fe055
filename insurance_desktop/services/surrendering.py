"""FR-002a: what the clauses say of ending or reducing a policy, verbatim and side by side. Never a computed amount."""

from collections.abc import Sequence
from dataclasses import dataclass

from insurance_desktop.domain.answers import Quotation, RelatedTable, SurrenderAnswer
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack, Operation
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.index.sentences import sentences
from insurance_desktop.packs.wording import say
from insurance_desktop.store import clauses
from insurance_desktop.store.clauses import ClauseRow
from insurance_desktop.store.database import Connection

from .hits import sources_of
from .indexing import is_stale
from .library import Library
from .product_scope import product_scope
from .scoping import NoScope

_LONGEST_POLICY = 150


@dataclass(frozen=True, slots=True)
class _Said:
    """What the clauses say of one operation."""

    definition: Quotation | None
    rules: tuple[Quotation, ...]
    conditions: tuple[Quotation, ...]
    consequences: tuple[Quotation, ...]
    rows: tuple[ClauseRow, ...]


def surrender_logic(
    library: Library, product: str | int, operation: str, policy_year: int | None = None
) -> SurrenderAnswer:
    """The rules of `operation` (a name of the pack's operations) in a product's verified clauses."""
    wanted = library.pack.operation(operation)
    if wanted is None:
        names = ", ".join(each.name for each in library.pack.operations)
        raise UsageError("search.unknown_operation", operation=operation, names=names)
    if policy_year is not None and not 1 <= policy_year <= _LONGEST_POLICY:
        raise UsageError("search.policy_year_out_of_range", year=policy_year, limit=_LONGEST_POLICY)
    with library.database.read() as connection:
        scope = product_scope(connection, library, product)
        if isinstance(scope, NoScope):
            return _nothing(wanted, scope)
        if is_stale(connection, library):
            return _nothing(wanted, NoScope(AnswerStatus.INDEX_STALE, say("search.index_stale")))
        rows = [row for row in clauses.of_documents(connection, scope) if not library.pack.is_guide(row.section_id)]
        return _answer(connection, library.pack, wanted, rows)


def _nothing(operation: Operation, why: NoScope) -> SurrenderAnswer:
    return SurrenderAnswer(
        why.status, why.message, operation.label, None, (), (), (), (), "", (), (), candidates=why.candidates
    )


def _answer(
    connection: Connection, pack: DomainPack, operation: Operation, rows: Sequence[ClauseRow]
) -> SurrenderAnswer:
    said = {each.name: _said_of(each, rows) for each in pack.operations}
    mine = said[operation.name]
    tables = tuple(
        RelatedTable(row.clause_id, row.section_id, row.table)
        for row in rows
        if row.table is not None and _concerns_table(operation, row)
    )
    notices = [pack.sentences["logic_only"]]
    if not tables:
        notices.append(pack.sentences["see_cash_value_table"])
    if not mine.rows:
        return SurrenderAnswer(
            AnswerStatus.NO_MATCH,
            say("search.operation_not_mentioned", operation=operation.label),
            operation.label,
            None,
            (),
            (),
            (),
            tables,
            _comparison(pack, said),
            (),
            tuple(notices),
        )
    sources = sources_of(connection, mine.rows)
    return SurrenderAnswer(
        status=AnswerStatus.OK,
        message=None,
        operation_name=operation.label,
        definition=mine.definition,
        calculation_rules=mine.rules,
        conditions=mine.conditions,
        consequences=mine.consequences,
        related_tables=tables,
        comparison_note=_comparison(pack, said),
        source_references=tuple(sources.reference(row) for row in mine.rows),
        notices=tuple(notices),
    )


def _said_of(operation: Operation, rows: Sequence[ClauseRow]) -> _Said:
    """The sentences that concern an operation, each under the first heading whose words it holds."""
    titled = [row for row in rows if _is_titled(operation, row)]
    sections = {row.row for row in titled}
    rules: list[Quotation] = []
    conditions: list[Quotation] = []
    consequences: list[Quotation] = []
    used: dict[int, ClauseRow] = {}
    for row in rows:
        if row.is_table:
            continue
        for sentence in sentences(row.text):
            if row.row not in sections and not any(word in sentence for word in operation.words):
                continue
            for words, kept in (
                (operation.consequence_words, consequences),
                (operation.rule_words, rules),
                (operation.condition_words, conditions),
            ):
                if any(word in sentence for word in words):
                    kept.append(_quotation(row, sentence))
                    used[row.row] = row
                    break
    return _Said(
        _definition(operation, titled), tuple(rules), tuple(conditions), tuple(consequences), tuple(used.values())
    )


def _definition(operation: Operation, titled: Sequence[ClauseRow]) -> Quotation | None:
    """The first sentence of the clause that bears the operation's name, the pack's first titles before later ones."""
    for title in operation.titles:
        for row in titled:
            said = sentences(row.text)
            if said and normalised(title) in normalised(row.section_title):
                return _quotation(row, said[0])
    return None


def _is_titled(operation: Operation, row: ClauseRow) -> bool:
    title = normalised(row.section_title)
    return any(normalised(name) in title for name in operation.titles)


def _concerns_table(operation: Operation, row: ClauseRow) -> bool:
    kind = row.table.table_type if row.table is not None else ""
    said = normalised(row.section_title + kind)
    return any(normalised(name) in said for name in operation.titles)


def _quotation(row: ClauseRow, text: str) -> Quotation:
    return Quotation(text, row.clause_id, row.section_id, row.section_title)


def _comparison(pack: DomainPack, said: dict[str, _Said]) -> str:
    """Where each operation is written, and which one the clauses do not know."""
    lines = []
    for operation in pack.operations:
        sections = dict.fromkeys(f"{row.section_id} {row.section_title}".strip() for row in said[operation.name].rows)
        if sections:
            lines.append(say("search.operation_stands_in", operation=operation.label, sections="; ".join(sections)))
        else:
            lines.append(say("search.operation_not_mentioned", operation=operation.label))
    return " ".join(lines)
