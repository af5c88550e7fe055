"""A question that calls a product as people do is asked of it alone; a word that names hold too narrows nothing."""

import pytest

from development.bare_library import BareDocument, add_verified, clause
from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.index.embedding import shipped_embedder
from insurance_desktop.services.answers.library_reader import LibraryReader
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.products.scope import scope_of
from insurance_desktop.services.search.named_products import asked_of

MINSHENG, PINGAN = "民生人寿保险股份有限公司", "中国平安人寿保险股份有限公司"
PRODUCTS = {
    "民生乐多保终身重大疾病保险": (MINSHENG, "本合同指民生乐多保终身重大疾病保险合同。等待期九十天。"),
    "民生附加乐多保疾病保险": (MINSHENG, "附加乐多保疾病保险的等待期一百八十天。"),
    "民生小满定期寿险": (MINSHENG, "犹豫期十五天。"),
    "平安长乐未央年金保险（分红型）（2020版）": (PINGAN, "“长乐未央年金保险”简称“长乐未央（2020）”。"),
    "平安白头偕老两全保险": (PINGAN, "年金领取日为约定日。"),
    "平安附加急救车费用保险": (PINGAN, "急救车费用是指救护车的费用，凭急救车费用发票给付。"),
    "平安法定传染病保险": (PINGAN, "被保险人患病的，给付保险金。"),
    "平安守护医疗保险": (PINGAN, "因法定传染病住院的，等待期三十天。"),
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    path = tmp_path_factory.mktemp("short") / "library.db"
    with open_library(path) as library, library.database.write() as connection:
        for number, (name, (company, text)) in enumerate(PRODUCTS.items()):
            sections = (clause("1", "总则", text),)
            document = BareDocument(name, sections, code=f"N{number}", company=company, document_type="产品条款")
            add_verified(connection, document, library.pack, shipped_embedder())
    with LibraryReader(path) as reader:
        yield reader


def narrowed_to(reader, question):
    def products(engine):
        with engine.library.database.read() as connection:
            whole = scope_of(connection, engine.product_names, SearchRequest(query=question))
            asked = asked_of(connection, engine, question, whole)
            names = "SELECT w.name FROM documents AS d JOIN works AS w ON w.id = d.work_id WHERE d.id = ?"
            return {connection.value(names, (each,)) for each in asked.scope.documents} if asked.narrowed else set()

    return reader.ask(products)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("乐多保的等待期多久", {"民生乐多保终身重大疾病保险"}),
        ("附加乐多保的等待期多久", {"民生附加乐多保疾病保险"}),
        ("民生小满犹豫期几天", {"民生小满定期寿险"}),
        ("小满定期寿险犹豫期几天", {"民生小满定期寿险"}),
        ("我买了长乐未央，能退吗", {"平安长乐未央年金保险（分红型）（2020版）"}),
        ("乐多保和长乐未央哪个好", {"民生乐多保终身重大疾病保险", "平安长乐未央年金保险（分红型）（2020版）"}),
        ("白头偕老什么时候领钱", {"平安白头偕老两全保险"}),
        ("平安白头偕老两全保险和乐多保哪个好", {"平安白头偕老两全保险", "民生乐多保终身重大疾病保险"}),
    ],
)
def test_a_product_is_named_in_short(reader, question, names):
    assert narrowed_to(reader, question) == names


@pytest.mark.parametrize(
    "question",
    [
        "我们夫妻白头偕老，受益人能写对方吗",
        "急救车费用报销吗",
        "法定传染病赔吗",
        "小满那天出院算住院吗",
        "重大疾病怎么赔",
        "医疗费用怎么报销",
    ],
)
def test_words_that_names_hold_too_narrow_nothing(reader, question):
    assert narrowed_to(reader, question) == set()
