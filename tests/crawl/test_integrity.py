"""A download counts only as a whole PDF, and what came instead has a name."""

import pytest

from insurance_desktop.crawl.integrity import TAIL_WITHIN, IntegrityFault, pdf_fault
from insurance_desktop.packs.wording import say

BODY = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n"
WHOLE = BODY + b"trailer\n<<>>\n%%EOF\n"


def test_the_samples_are_whole(samples):
    for path in samples.glob("*.pdf"):
        content = path.read_bytes()
        assert pdf_fault(content, len(content)) is None


@pytest.mark.parametrize("after", [0, 3, TAIL_WITHIN - 5])
def test_the_end_mark_stands_within_the_last_bytes(after):
    assert pdf_fault(BODY + b"%%EOF" + b"\n" * after) is None
    assert pdf_fault(BODY + b"%%EOF" + b"\n" * TAIL_WITHIN) is IntegrityFault.NO_END


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", IntegrityFault.EMPTY),
        (b'{"responseSts":{"flag":"-1","message":"\xe7\xa8\x8b\xe5\xba\x8f"}}', IntegrityFault.JSON_ANSWER),
        (b'{"CODE":"31019888","MSG":"x"}', IntegrityFault.CAPTCHA),
        (b'{"data":{"CODE":31019888}}', IntegrityFault.CAPTCHA),
        (b'[{"CODE":"31019888"', IntegrityFault.JSON_ANSWER),
        (b"[" * 100_000, IntegrityFault.JSON_ANSWER),
        (b"\xef\xbb\xbf\r\n<!DOCTYPE html><html></html>", IntegrityFault.HTML_ANSWER),
        (b"<HTML><head></head></HTML>", IntegrityFault.HTML_ANSWER),
        (b"PK\x03\x04", IntegrityFault.NOT_A_PDF),
        (b"\x00\xff\xfe", IntegrityFault.NOT_A_PDF),
        (b"  " + WHOLE, IntegrityFault.NOT_A_PDF),
        (BODY, IntegrityFault.NO_END),
    ],
)
def test_what_came_instead_of_a_pdf_has_a_name(content, fault):
    assert pdf_fault(content) is fault


@pytest.mark.parametrize("declared", [len(WHOLE) - 1, len(WHOLE) + 1, 0])
def test_another_length_than_declared_is_a_fault(declared):
    assert pdf_fault(WHOLE, declared) is IntegrityFault.WRONG_LENGTH


def test_a_cut_file_is_never_taken_for_a_whole_one(samples):
    content = (samples / "rates.pdf").read_bytes()
    for kept in range(1, len(content) - 8, max(1, len(content) // 200)):
        assert pdf_fault(content[:kept], len(content)) is not None
        assert pdf_fault(content[:kept]) is not None


@pytest.mark.parametrize("fault", IntegrityFault)
def test_every_fault_has_its_sentence(fault):
    assert "https://a.cn/b" in say(fault, url="https://a.cn/b")
