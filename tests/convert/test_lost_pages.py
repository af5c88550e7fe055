"""One bad page costs that page: what hangs, dies or eats memory there is left out and said; the rest comes back."""

import os
import threading

import pymupdf
import pytest
from marks import linux_only
from paper import Paper

from insurance_desktop.convert import splitting
from insurance_desktop.convert.running.worker_loop import Order, convert_job
from insurance_desktop.convert.running.workers import ConversionLimits, ConversionWorkers
from insurance_desktop.convert.steps import Report, Step
from insurance_desktop.domain.conversion import Conversion
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.running import Cancelled
from insurance_desktop.domain.states import ConversionStatus, Severity

SHORT = ConversionLimits(page_seconds=2.5)


def with_reader(trap, order: Order, report: Report) -> Conversion:
    """The real conversion with a trap on some pages; runs in the worker, which the test throws away."""
    read = splitting.read_page

    def trapped(document, number):
        trap(number)
        return read(document, number)

    splitting.read_page = trapped
    return convert_job(order, report)


def hangs_on_page_two(order: Order, report: Report) -> Conversion:
    return with_reader(lambda number: number == 2 and threading.Event().wait(), order, report)


def dies_on_page_two(order: Order, report: Report) -> Conversion:
    return with_reader(lambda number: number == 2 and os._exit(9), order, report)


def dies_on_every_page(order: Order, report: Report) -> Conversion:
    return with_reader(lambda number: os._exit(9), order, report)


def eats_memory_on_page_two(order: Order, report: Report) -> Conversion:
    return with_reader(lambda number: number == 2 and [bytearray(64 * 1024 * 1024) for _ in range(64)], order, report)


def stumbles_on_page_two(order: Order, report: Report) -> Conversion:
    def trap(number):
        if number == 2:
            raise LookupError("what nobody foresaw")

    return with_reader(trap, order, report)


def dies_in_the_second_reading_of_page_two(order: Order, report: Report) -> Conversion:
    """The real conversion; the process ends when the second reading begins its second page."""

    def trapped(step: Step) -> None:
        report(step)
        if step[:2] == ("second_reading", 2):
            os._exit(9)

    return convert_job(order, trapped)


def hangs_over_the_whole(order: Order, report: Report) -> Conversion:
    report(Step("document", 0, 3))
    threading.Event().wait()
    raise AssertionError("unreachable")


def three_pages() -> bytes:
    paper = Paper()
    for page, words in enumerate(("甲页第一段的文字。", "乙页第二段的文字。", "丙页第三段的文字。")):
        if page:
            paper.new_page()
        paper.paragraph(words)
    return paper.bytes()


def converted(job, limits: ConversionLimits = SHORT) -> Conversion:
    with ConversionWorkers(limits, job=job) as workers:
        return workers.convert(three_pages(), "insurance")


@pytest.mark.parametrize(
    ("job", "words"),
    [(hangs_on_page_two, "秒"), (dies_on_page_two, "意外退出"), (stumbles_on_page_two, "LookupError")],
)
@pytest.mark.requirement("EC-002")
def test_a_bad_page_is_left_out_and_said_with_page_and_stage(job, words):
    check_that_page_two_is_lost(converted(job), words)


@linux_only("elsewhere the parent watches the memory instead")
def test_a_page_that_eats_memory_is_left_out_and_said():
    limits = ConversionLimits(memory_bytes=1024**3)
    check_that_page_two_is_lost(converted(eats_memory_on_page_two, limits), "内存")


def test_a_page_that_only_the_second_reading_cannot_take_keeps_its_text():
    result = converted(dies_in_the_second_reading_of_page_two)
    assert result.status is ConversionStatus.NEEDS_ATTENTION
    assert all(words in result.markdown for words in ("甲页第一段", "乙页第二段", "丙页第三段"))
    assert [(fault.stage, fault.page) for fault in result.faults] == [("second_reading", 2)]
    unread = [finding for finding in result.findings if finding.kind == FindingKind.SECOND_UNREADABLE]
    assert [(finding.severity, finding.box.page) for finding in unread] == [(Severity.BLOCKING, 2)]


def check_that_page_two_is_lost(result: Conversion, words: str) -> None:
    assert result.status is ConversionStatus.NEEDS_ATTENTION
    assert "甲页第一段" in result.markdown and "丙页第三段" in result.markdown
    assert "乙页" not in result.markdown
    assert [(fault.stage, fault.page) for fault in result.faults] == [("pdf", 2)]
    assert words in result.faults[0].reason
    broken = [finding for finding in result.findings if finding.kind == FindingKind.PAGE_BROKEN]
    assert [(finding.severity, finding.box.page) for finding in broken] == [(Severity.BLOCKING, 2)]
    assert "第 2 页" in broken[0].message and "读取页面" in broken[0].message and words in broken[0].message


def test_a_file_whose_pages_kill_worker_after_worker_is_given_up_in_words():
    paper = Paper()
    for _ in range(5):
        paper.new_page()
    with ConversionWorkers(job=dies_on_every_page) as workers:
        result = workers.convert(paper.bytes(), "insurance")
    assert result.status is ConversionStatus.FAILED
    assert [fault.page for fault in result.faults] == [1, 2, 3, 4]
    assert "第 1, 2, 3, 4 页" in result.reason


def test_the_limit_of_a_page_does_not_end_the_stages_of_the_whole_document():
    result = converted(hangs_over_the_whole, ConversionLimits(seconds=6.0, page_seconds=2.0))
    assert result.status is ConversionStatus.FAILED
    assert result.reason.startswith("转换超过 6 秒")
    assert result.faults[0].page is None


def test_a_batch_is_cancelled_while_a_file_hangs():
    answers = iter((False, False, False))
    with ConversionWorkers(job=hangs_over_the_whole) as workers, pytest.raises(Cancelled):
        list(workers.convert_many([(1, three_pages())], "insurance", cancel=lambda: next(answers, True)))


def test_a_batch_that_is_cancelled_at_once_leaves_no_worker_behind():
    answers = iter((False,))
    with ConversionWorkers(job=hangs_over_the_whole) as workers, pytest.raises(Cancelled):
        list(workers.convert_many([(1, three_pages())], "insurance", cancel=lambda: next(answers, True)))


def test_a_page_of_two_million_strokes_costs_that_page():
    result = with_content_on_page_two(b"0 0 m 9 9 l S\n" * 2_000_000)
    assert [fault.page for fault in result.faults] == [2]
    assert "甲页" in result.markdown and "丙页" in result.markdown


def test_a_page_of_two_million_glyphs_costs_that_page():
    row = b"(" + b"x" * 1000 + b") Tj\n"
    result = with_content_on_page_two(b"BT /helv 1 Tf 72 72 Td\n" + row * 2_000 + b"ET")
    assert [fault.page for fault in result.faults] == [2]
    assert "甲页" in result.markdown and "丙页" in result.markdown


def with_content_on_page_two(content: bytes) -> Conversion:
    with pymupdf.open(stream=three_pages(), filetype="pdf") as document:
        page = document[1]
        page.insert_text((72, 300), "x", fontname="helv")
        document.update_stream(page.get_contents()[0], content)
        original = document.tobytes(deflate=True)
    with ConversionWorkers(SHORT) as workers:
        return workers.convert(original, "insurance")
