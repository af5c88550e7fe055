"""The system's reasons stand in the language that is spoken: its own words are in its own."""

import errno
import os

import pytest

from insurance_desktop.packs.system_reasons import REASONS, reason_of, system_refused
from insurance_desktop.packs.wording import DEFAULT_LANGUAGE, speak


@pytest.fixture(params=["zh", "en"])
def spoken(request):
    speak(request.param)
    yield request.param
    speak(DEFAULT_LANGUAGE)


def refused(number):
    return OSError(number, os.strerror(number), "甲.pdf")


def test_every_reason_has_words_of_its_language(spoken):
    for number in (*REASONS, errno.EDOM):
        words = reason_of(refused(number))
        assert words
        assert words.isascii() == (spoken == "en"), words


def test_a_rare_reason_is_told_by_its_number():
    assert reason_of(refused(errno.EDOM)) == f"系统错误 {errno.EDOM}"


def test_a_file_that_another_program_keeps_is_told_apart_from_one_without_permission():
    held = refused(errno.EACCES)
    held.winerror = 32
    assert reason_of(held) == "正被别的程序占用"
    assert reason_of(refused(errno.EACCES)) == "没有访问权限"


def test_what_nobody_knew_more_about_names_the_file():
    assert "甲.pdf" in str(system_refused(refused(errno.EACCES)).values)
