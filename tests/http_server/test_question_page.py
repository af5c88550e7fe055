"""The page for a person who asks: answers, and what is nearest where there is none."""

import re

import httpx
import pytest

WITHOUT_ANSWER = "附近哪家饭馆的红烧肉好吃？"


def test_a_question_without_an_answer_shows_the_nearest_titles_that_it_promises(program):
    told = program.get("/api/v1/search", params={"query": WITHOUT_ANSWER}).json()
    shown = program.get("/", params={"query": WITHOUT_ANSWER}).text
    assert told["status"] == "no_match" and told["nearest"]
    assert told["message"] in shown and "最接近的标题" in shown
    links = re.findall(r'<a href="(/clause/[^"]+)">([^<]+)</a>', shown)
    assert len(links) == len(told["nearest"])
    for (path, title), near in zip(links, told["nearest"], strict=True):
        assert near["section_id"] in title
        assert program.get(path).status_code == httpx.codes.OK


def test_a_product_s_name_that_is_not_exact_shows_the_products_that_it_may_mean(program):
    shown = program.get("/", params={"query": "犹豫期", "product": "青松"}).text
    (again,) = re.findall(r'<a href="(/\?[^"]+)">砚湖青松两全保险</a>', shown)
    assert "1.4 犹豫期" in program.get(again.replace("&amp;", "&")).text


@pytest.mark.parametrize("asked", ["<b>x</b>", "红烧肉"])
def test_what_is_asked_never_becomes_markup(program, asked):
    assert "<b>x" not in program.get("/", params={"query": asked}).text
