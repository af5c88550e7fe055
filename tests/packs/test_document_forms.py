"""The kind of every document of the corpus is read from its first lines, with the words of the pack alone."""

import unicodedata
from pathlib import Path

import pymupdf
import pytest

from insurance_desktop.packs.loader import load_pack

PACK = load_pack("insurance")
KINDS = {
    "kangaibao__doc_baoxiantiaokuan": "产品条款",
    "kangaibao__doc_jiankanggaozhi": "健康告知",
    "kangaibao__doc_jubaozhiye": "职业类别表",
    "kangaibao__doc_toubaoxuzhi": "投保须知",
    "msbaoxian__doc_baoxiantiaokuanA": "产品条款",
    "msbaoxian__doc_jiankanggaozhi": "健康告知",
    "msbaoxian__doc_jubaozhiye": "职业类别表",
    "toulianxian__pdf_shuomingshu": "产品说明书",
    "toulianxian__pdf_tiaokuan": "产品条款",
    "toulianxian__pdf_touzizhanghu": "投资账户说明书",
    "toulianxian__pdf_weituokoukuan": "委托扣款协议",
    "toulianxian__citypdf_modules_anhui": "投保提示书",
}


def kind_of(lines: list[str]) -> str | None:
    """The form whose words stand in the earliest line."""
    return next(
        (form.document_type for line in lines for form in PACK.document_forms if any(w in line for w in form.words)),
        None,
    )


@pytest.mark.corpus
@pytest.mark.parametrize("name", KINDS)
def test_the_first_lines_tell_the_kind(corpus: Path, name: str):
    with pymupdf.open(corpus / "insurance" / f"youngpj-{name}.pdf") as document:
        text = unicodedata.normalize("NFKC", document[0].get_text())
    lines = ["".join(line.split()) for line in text.splitlines()]
    assert kind_of(lines) == KINDS[name]


def test_a_product_name_keeps_the_word_insurance():
    words = [word for form in PACK.document_forms for word in form.words]
    assert not [word for word in words if "民生康e保费用补偿医疗保险条款".endswith(word) and word != "条款"]
