"""Conversions in killable processes: what hangs, crashes or eats memory costs itself and nothing else."""

import os
import pickle
import subprocess
import sys
import threading
from pathlib import Path

import pymupdf
import pytest

from insurance_desktop import paths
from insurance_desktop.convert.running.processes import Limits, WorkerDied, WorkerProcess
from insurance_desktop.convert.running.rendering import PageRenderer
from insurance_desktop.convert.running.worker_loop import Order
from insurance_desktop.convert.running.workers import ConversionLimits, ConversionWorkers
from insurance_desktop.convert.steps import Report, Step
from insurance_desktop.domain.conversion import Conversion
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.running import AtPage, Cancelled, PageWork
from insurance_desktop.domain.states import ConversionStatus


def never_ends(order: Order, report: Report) -> Conversion:
    threading.Event().wait()
    raise AssertionError("unreachable")


def dies(order: Order, report: Report) -> Conversion:
    os._exit(9)


def is_at_page_112(order: Order, report: Report) -> Conversion:
    report(Step("pdf", 112, 347))
    return never_ends(order, report)


def eats_memory(order: Order, report: Report) -> Conversion:
    hoard = [bytearray(64 * 1024 * 1024) for _ in range(64)]
    raise AssertionError(len(hoard))


def keeps_what_it_read(order: Order, report: Report) -> Conversion:
    """Tells which process it is."""
    kept.append(b"\1" * int(order.original))
    return Conversion(str(os.getpid()), 0, ConversionStatus.FAILED, None)


kept: list[bytes] = []


def stumbles(order: Order, report: Report) -> Conversion:
    raise RuntimeError("a fault of ours")


def a_pdf(words: str) -> bytes:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 72), words, fontname="china-s", fontsize=11)
        return document.tobytes()


@pytest.fixture(scope="module")
def workers():
    with ConversionWorkers() as running:
        yield running


@pytest.mark.requirement("FR-004")
def test_a_good_file_comes_back_from_the_worker_as_markdown(workers):
    assert "本合同的保险期间为一年" in workers.convert(a_pdf("本合同的保险期间为一年。"), "insurance").markdown


def test_the_same_bytes_give_the_same_conversion_in_any_process(workers):
    original = (paths.resource_root() / "samples" / "clause-1.pdf").read_bytes()
    with ConversionWorkers() as others:
        assert pickle.dumps(workers.convert(original, "insurance")) == pickle.dumps(
            others.convert(original, "insurance")
        )


@pytest.mark.parametrize(
    ("original", "words"),
    [
        (b"", "0 字节"),
        (b"PK\x03\x04 not found", "不是 PDF"),
        (b"%PDF-1.7\n%broken", "PDF"),
    ],
)
@pytest.mark.requirement("EC-002")
def test_a_file_that_cannot_be_read_is_failed_with_one_sentence(workers, original, words):
    result = workers.convert(original, "insurance")
    assert result.status is ConversionStatus.FAILED
    assert words in result.reason
    assert result.markdown == ""


def test_a_truncated_file_is_never_silently_converted(workers):
    original = a_pdf("本合同的保险期间为一年。")
    result = workers.convert(original[: len(original) // 3], "insurance")
    assert result.status is not ConversionStatus.CONVERTED
    assert result.reason


def test_a_file_without_pages_is_failed_in_words(workers):
    result = workers.convert(without_pages(), "insurance")
    assert result.status is ConversionStatus.FAILED and result.reason.startswith("PDF 里没有任何页面")


def without_pages() -> bytes:
    """A sound PDF whose page tree is empty."""
    written = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate((b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] /Count 0 >>"), 1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer << /Size 3 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(written)
    return written + b"xref\n0 3\n0000000000 65535 f \n" + table + end


def test_an_encrypted_file_that_an_empty_password_opens_is_converted(workers):
    assert "一年" in workers.convert(encrypted(""), "insurance").markdown


def test_an_encrypted_file_with_a_password_is_failed(workers):
    result = workers.convert(encrypted("secret"), "insurance")
    assert result.status is ConversionStatus.FAILED
    assert "密码" in result.reason


def encrypted(user_password: str) -> bytes:
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), "保险期间为一年。", fontname="china-s")
        return document.tobytes(
            encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="owner", user_pw=user_password, permissions=0
        )


def test_a_conversion_that_never_ends_is_killed_and_the_next_file_gets_a_new_worker():
    with ConversionWorkers(ConversionLimits(seconds=1.5), job=never_ends) as workers:
        first, second = workers.convert(b"one", "insurance"), workers.convert(b"two", "insurance")
    assert first.status is second.status is ConversionStatus.FAILED
    assert "秒" in first.reason


def test_a_worker_that_dies_costs_only_its_file():
    with ConversionWorkers(job=dies) as workers:
        results = dict(workers.convert_many([("a", b"one"), ("b", b"two")], "insurance"))
    assert [each.status for each in results.values()] == [ConversionStatus.FAILED] * 2


@pytest.mark.skipif(sys.platform == "win32", reason="on Windows the parent watches the memory instead")
def test_a_conversion_that_eats_memory_is_failed():
    with ConversionWorkers(ConversionLimits(memory_bytes=1024**3), job=eats_memory) as workers:
        reason = workers.convert(b"one", "insurance").reason
        assert "内存" in reason


def hoards(connection, limits) -> None:
    """A child that no limit of the system holds back."""
    connection.recv()
    hoard = bytearray(200 * 1024 * 1024)
    threading.Event().wait(len(hoard))


def test_the_parent_sees_what_a_child_holds_and_ends_it_where_the_system_does_not():
    worker = WorkerProcess(hoards, Limits(seconds=120.0, memory_bytes=150 * 1024 * 1024))
    with pytest.raises(WorkerDied):
        worker.ask("begin")


def test_a_worker_that_holds_much_after_a_large_file_gives_it_back_by_making_room_for_a_new_one():
    with ConversionWorkers(job=keeps_what_it_read) as workers:
        first, second, third = (workers.convert(size, "insurance").sha256 for size in (b"10", b"400000000", b"10"))
    assert first == second != third


def test_what_a_library_prints_in_a_worker_does_not_reach_the_parents_stdout(tmp_path):
    program = (
        "import os\n"
        "from insurance_desktop.convert.running.processes import Limits, WorkerProcess, confine\n"
        "def prints(connection, limits):\n"
        "    confine(0)\n"
        "    os.write(1, b'noise')\n"
        "    connection.send(connection.recv())\n"
        "if __name__ == '__main__':\n"
        "    worker = WorkerProcess(prints, Limits(60.0, 0))\n"
        "    print(worker.ask('answer'))\n"
    )
    script = tmp_path / "program.py"
    script.write_text(program, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run([sys.executable, str(script)], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "answer\n"


def test_a_fault_of_the_converter_is_a_reason_and_no_traceback():
    with ConversionWorkers(job=stumbles) as workers:
        reason = workers.convert(b"one", "insurance").reason
        assert "RuntimeError" in reason


def test_many_files_come_back_in_the_order_they_went_in():
    sources = [(number, a_pdf(f"第{number}份文件。")) for number in range(5)]
    with ConversionWorkers(count=2) as workers:
        results = list(workers.convert_many(sources, "insurance"))
    assert [key for key, _ in results] == [0, 1, 2, 3, 4]
    assert all(f"第{key}份文件" in result.markdown for key, result in results)


def test_a_cancelled_batch_stops_at_the_next_file():
    with ConversionWorkers() as workers, pytest.raises(Cancelled):
        list(workers.convert_many([(1, a_pdf("一")), (2, a_pdf("二"))], "insurance", cancel=lambda: True))


def test_a_large_file_tells_at_which_page_it_is_while_it_is_converted():
    heard = []

    def tell(key, at):
        heard.append((key, at))

    with ConversionWorkers(job=is_at_page_112) as workers, pytest.raises(Cancelled):
        list(workers.convert_many([("a", b"one")], "insurance", tell, cancel=lambda: bool(heard)))
    assert heard == [("a", AtPage(PageWork.READING, 112, 347))]


def test_the_parent_never_imports_pymupdf_nor_onnxruntime():
    program = (
        "import sys; import insurance_desktop.convert.running.workers, insurance_desktop.convert.clauses.clause_tree;"
        "import insurance_desktop.convert.clauses.references, insurance_desktop.convert.text.editing;"
        "import insurance_desktop.convert.running.rendering;"
        "print([name for name in ('pymupdf', 'onnxruntime', 'pypdfium2', 'PySide6') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_page_is_drawn_as_png_with_its_size_in_points():
    original = a_pdf("页面")
    with PageRenderer() as renderer:
        page = renderer.render(original, "sha", 1, 72)
        again = renderer.render(b"", "sha", 1, 72)
    assert page == again
    assert page.png.startswith(b"\x89PNG")
    assert (round(page.page_width), page.width) == (595, 595)
    assert pymupdf.Pixmap(page.png).width == page.width


@pytest.mark.parametrize(("original", "page"), [(b"nonsense", 1), (b"", 1)])
def test_what_cannot_be_drawn_is_an_error_with_a_sentence(original, page):
    with PageRenderer() as renderer, pytest.raises(SourceError):
        renderer.render(original, "other", page, 72)


def test_a_page_that_is_not_there_is_an_error():
    with PageRenderer() as renderer, pytest.raises(SourceError):
        renderer.render(a_pdf("页面"), "sha", 7, 72)
