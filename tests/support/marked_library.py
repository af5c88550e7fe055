"""A library whose unread texts bear a mark in every place that an answer could take words from: the names, codes and
files of documents, titles, section ids, items and cells of clauses.

A pending and a rejected document of products of their own stand for PDFs whose first page told who they are; two more
belong to the product whose current edition is verified. That edition was verified with marks first and edited back;
the edition before it is superseded.
"""

from pathlib import Path

from development.bare_library import BareDocument, add_pending, add_verified, clause, open_engine
from insurance_desktop.domain.conversion import Clause, Item, Table
from insurance_desktop.domain.states import ConversionStatus
from insurance_desktop.index.embedding import shipped_embedder
from insurance_desktop.services.review import decisions
from insurance_desktop.store.works import documents
from insurance_desktop.store.works.documents import Outcome

NAME, CODE = "澄江安心定期寿险", "CJ0801"
STATES = ("pending", "rejected", "editedback", "superseded")
SUPERSEDED, CURRENT, OWN_PENDING, OWN_REJECTED, PENDING, REJECTED = 1, 2, 3, 4, 5, 6


def mark(state: str, place: str) -> str:
    """A word that stands in one place of the library alone."""
    return f"zq{state}{place}xv"


def _clauses(state: str | None) -> tuple[Clause, ...]:
    """The clauses of a contract; with a state, each bears its mark in every place."""

    def words(place: str) -> str:
        return "" if state is None else mark(state, place)

    items = (
        Item("（1）", f"投保人对被保险人的故意杀害{words('item')}；"),
        Item("（2）", f"被保险人酒后驾驶机动车{words('item')}；"),
    )
    listed = "因下列情形之一导致被保险人身故的，我们不承担给付保险金的责任：\n"
    rates = Table(
        page=3,
        table_type="费率表" + words("table"),
        headers=("投保年龄", "男" + words("header"), "女"),
        rows=(("30周岁" + words("row"), "120" + words("cell"), "96"), ("31周岁", "125", "99")),
        row_count=2,
        column_count=3,
        unit="元",
    )
    printed = "\n".join("\t".join(row) for row in (rates.headers, *rates.rows))
    own = () if state is None else (clause(f"9.{words('section')}", words("alone"), words("only") + "另有约定。"),)
    return (
        clause("1.3", "犹豫期" + words("title"), f"自您签收本合同次日起，有20日的犹豫期{words('text')}。"),
        clause("2.2", "等待期" + words("title"), f"自本合同生效之日起180日为等待期{words('text')}。"),
        clause(
            "2.4",
            "责任免除" + words("title"),
            listed + "\n".join(each.mark + each.text for each in items),
            items=items,
            category=("Exclusion",),
        ),
        clause("5.1", "解除合同" + words("title"), f"您解除合同的，我们退还现金价值{words('text')}。"),
        clause("附表", "费率表" + words("title"), printed, is_table=True, table_data=rates, page_number=3),
        *own,
    )


def _unread(state: str, number: int) -> BareDocument:
    """A document whose product is known from its own first page alone."""
    return BareDocument(
        f"澄江长乐{mark(state, 'name')}",
        _clauses(state),
        code=mark(state, "code"),
        company=f"{mark(state, 'company')}人寿",
        category=f"定期寿险{mark(state, 'category')}",
        label=f"{number}{mark(state, 'edition')}",
        publish_time="2025-06-01",
        document_type=f"产品条款{mark(state, 'type')}",
        file_name=f"{mark(state, 'file')}.pdf",
    )


def _more_of_the_product(state: str) -> BareDocument:
    """A newer document of the verified product that nobody has verified."""
    return BareDocument(
        NAME,
        _clauses(state),
        code=CODE,
        label=f"2026{mark(state, 'newedition')}",
        publish_time="2026-01-01",
        document_type=f"产品条款{mark(state, 'newtype')}",
        file_name=f"{mark(state, 'newfile')}.pdf",
    )


def _edition(label: str, day: str, clauses: tuple[Clause, ...]) -> BareDocument:
    return BareDocument(NAME, clauses, (), CODE, "澄江人寿", "定期寿险", label, day, "产品条款", f"{label}.pdf")


def build(path: Path) -> Path:
    embedder = shipped_embedder()
    with open_engine(path, embedder) as engine:
        with engine.library.database.write() as connection:
            add_verified(
                connection, _edition("2021版", "2021-03-01", _clauses("superseded")), engine.library.pack, embedder
            )
            current = _edition("2025版", "2025-03-01", _clauses("editedback"))
            assert add_verified(connection, current, engine.library.pack, embedder) == CURRENT
            version = documents.get(connection, CURRENT).version_id
            why = f"第 1 页的表格装不下自己的文字：{mark('editedback', 'conversion')}"
            documents.store_outcome(connection, CURRENT, Outcome(1, ConversionStatus.NEEDS_ATTENTION, why, version))
            for state, place in (("pending", OWN_PENDING), ("rejected", OWN_REJECTED)):
                assert add_pending(connection, _unread(state, place), engine.library.pack) == place
            for state, place in (("pending", PENDING), ("rejected", REJECTED)):
                assert add_pending(connection, _more_of_the_product(state), engine.library.pack) == place
        for document_id in (OWN_REJECTED, REJECTED):
            decisions.reject(engine.library, document_id, reviewer="乙", reason=mark("rejected", "reason"))
        clean = BareDocument(NAME, _clauses(None))
        markdown = "\n\n".join(f"### {each.section_id} {each.section_title}\n\n{each.text}" for each in clean.clauses)
        decisions.edit(engine.library, CURRENT, markdown=markdown, reviewer="甲", reason=mark("editedback", "reason"))
        decisions.approve(engine, CURRENT, reviewer="甲", accept_findings_reason=mark("editedback", "reason"))
    return path
