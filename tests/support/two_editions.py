"""One product in two editions, and another product beside it, as hand-written clauses."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from two_products import EMBEDDER

from development.bare_library import BareDocument, add_pending, add_verified, clause, open_engine
from insurance_desktop.domain.conversion import Clause, Item, Reference
from insurance_desktop.domain.geometry import Box
from insurance_desktop.services.library.library import Library

NAME, OTHER = "青松定期寿险", "白杨医疗保险"
SUICIDE = "被保险人自本合同成立之日起二年内自杀，但被保险人自杀时为无民事行为能力人的除外；"
OLD_WAITING = "自本合同生效之日起90日为等待期，等待期内确诊重大疾病的，我们不承担给付保险金的责任。"
NEW_WAITING = "自本合同生效之日起180日为等待期，等待期内确诊重大疾病的，我们不承担给付保险金的责任。"
RETIRED = "本合同提供特别关爱金五百元，旧版独有。"


def _items(*texts: str) -> tuple[Item, ...]:
    return tuple(Item(f"（{number}）", text) for number, text in enumerate(texts, 1))


def _exclusions(*texts: str) -> Clause:
    items = _items(*texts)
    text = "因下列情形之一导致被保险人身故的，我们不承担给付保险金的责任：\n"
    text += "\n".join(item.mark + item.text for item in items)
    return clause("2.4", "责任免除", text, category=("Exclusion",), items=items, page_number=4)


def old_clauses() -> tuple[Clause, ...]:
    return (
        clause("1.1", "合同构成", "本合同由保险条款、保险单、投保书和批注组成。"),
        clause("2.2", "等待期", OLD_WAITING),
        clause("2.3", "身故保险金", "被保险人身故的，我们按基本保险金额给付身故保险金。"),
        _exclusions("被保险人故意犯罪；", SUICIDE, "战争、军事冲突；"),
        clause("2.5", "特别关爱金", RETIRED),
        clause("5.1", "犹豫期", "自您签收本合同次日起，有15日的犹豫期（见 8.1）。"),
        clause("8.1", "犹豫期的计算", "犹豫期按自然日计算。", category=("Definition",)),
    )


def new_clauses() -> tuple[Clause, ...]:
    return (
        clause("1.1", "合同构成", "本合同由保险条款、保险单、投保书和批注组成。"),
        clause("2.2", "等待期", NEW_WAITING, boxes=(Box(3, 70, 100, 520, 120),), page_number=3),
        clause("2.3", "身故保险金", "被保险人身故的，我们按基本保险金额给付身故保险金。"),
        _exclusions("被保险人故意犯罪；", SUICIDE, "被保险人酒后驾驶机动车；", "战争、军事冲突；"),
        clause("5.2", "犹豫期", "自您签收本合同次日起，有15日的犹豫期（见 8.1）。"),
        clause("5.3", "宽限期", "分期支付保险费的，自支付日的次日零时起60日为宽限期。"),
        clause("8.1", "犹豫期的计算", "犹豫期按自然日计算。", category=("Definition",)),
    )


def edition(label: str, day: str, clauses: tuple[Clause, ...]) -> BareDocument:
    number = "5.1" if label == "一版" else "5.2"
    pointer = Reference(number, "8.1", "definition", "（见 8.1）", True)
    return BareDocument(
        NAME, clauses, (pointer,), "QS01", "青松人寿", "定期寿险", label, day, "产品条款", f"{label}.pdf"
    )


@contextmanager
def library_of_editions(path: Path) -> Iterator[Library]:
    """Documents 1 (superseded) and 2 (current) of one product, 3 of another one, 4 pending."""
    with open_engine(path, EMBEDDER) as engine:
        with engine.library.database.write() as connection:
            for document in (
                edition("一版", "2021-05-01", old_clauses()),
                edition("二版", "2025-05-01", new_clauses()),
                BareDocument(
                    OTHER,
                    (clause("2.2", "免赔额", "年度免赔额为10000元，社会医疗保险的报销不能抵扣免赔额。"),),
                    code="BY02",
                    company="白杨健康",
                    document_type="产品条款",
                ),
            ):
                add_verified(connection, document, engine.library.pack, EMBEDDER)
            waiting = BareDocument(
                "待核验产品", (clause("1.1", "保障", "这段文字还没有人核验过，不可引用。"),), code="W1"
            )
            add_pending(connection, waiting, engine.library.pack)
        yield engine
