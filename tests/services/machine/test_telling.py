"""Who started the program by a double-click is told on the screen why there is no window."""

from insurance_desktop.packs.wording import Sentence
from insurance_desktop.services.machine.telling import tell_by

WORDS = Sentence("窗口打不开：系统缺少 libEGL.so.1。", "请在终端里运行：sudo apt-get install libegl1。")


def told(tmp_path, *there: str) -> list[str]:
    """The programs that were asked, on a desktop that has these."""
    asked: list[str] = []

    def run(way) -> bool:
        asked.append(way[0])
        assert any("libegl1" in word for word in way)
        return way[0] in there

    tell_by(WORDS, run, tmp_path)
    return asked


def test_the_first_program_that_is_there_says_it(tmp_path):
    assert told(tmp_path, "zenity", "xmessage")[-1] == "zenity"
    assert not list(tmp_path.iterdir())


def test_where_there_is_none_a_file_on_the_desktop_says_it(tmp_path):
    told(tmp_path)
    (file,) = tmp_path.iterdir()
    assert "libegl1" in file.read_text(encoding="utf-8")


def test_without_a_desktop_nothing_is_made(tmp_path):
    told(tmp_path / "none")
    assert not (tmp_path / "none").exists()
