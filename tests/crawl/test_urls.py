"""No request leaves for a forbidden path, whatever its spelling, and none leaves unencrypted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from insurance_desktop.crawl.urls import ALWAYS_FORBIDDEN, Refusal, UrlRules, redirect_target, refusal
from insurance_desktop.packs.wording import say

SITE = "https://life.example.cn"


@pytest.mark.parametrize(
    "url",
    [
        f"{SITE}/ilife-home/product/getPlanClausePdf?planCode=1826&attachmentType=1",
        f"{SITE}/gongkaixinxipilu/baoxianchanpinmulujitiaokuan.jsp",
        f"{SITE}/policyholder-notices/list.html",
        f"{SITE}/users-guide/a.pdf",
        f"{SITE}/files/mypolicy/a.pdf",
        f"{SITE}/a.pdf?next=/policy/user",
        f"{SITE}/",
        SITE,
        "http://127.0.0.1:8043/list",
        "http://localhost:8043/list",
        "http://[::1]:8043/list",
    ],
)
@pytest.mark.requirement("EC-004", "C10")
def test_an_address_of_public_files_may_be_asked_for(url):
    assert refusal(url) is None


@pytest.mark.parametrize(
    "path",
    [
        "/policy/list",
        "/policy",
        "/a/user/1",
        "/POLICY/a.pdf",
        "/a/Policy.do",
        "/policy;jsessionid=1/a",
        "/%70olicy/a",
        "/%2570olicy/a",
        "/a%2Fpolicy%2Fb",
        "/a\\user\\b",
        "/ｐｏｌｉｃｙ/a",
        "/files/../user/a.pdf",
        "/user%20/a",
        "/%25252525252570olicy/a",
    ],
)
@pytest.mark.requirement("EC-004", "C10")
def test_a_forbidden_segment_is_refused_in_every_spelling(path):
    assert refusal(SITE + path) is Refusal.FORBIDDEN_PATH


@pytest.mark.requirement("C10")
def test_a_site_adds_its_own_forbidden_segments():
    rules = UrlRules(forbidden=frozenset({"Member"}))
    assert refusal(f"{SITE}/member/a", rules) is Refusal.FORBIDDEN_PATH
    assert refusal(f"{SITE}/policy/a", rules) is Refusal.FORBIDDEN_PATH
    assert refusal(f"{SITE}/members/a", rules) is None


@pytest.mark.parametrize(
    "url",
    [
        "http://life.example.cn/a.pdf",
        "http://127.0.0.1.example.cn/a.pdf",
        "http://localhost.example.cn/a.pdf",
        "ftp://life.example.cn/a.pdf",
        "file://localhost/etc/passwd",
    ],
)
def test_only_https_leaves_this_machine(url):
    assert refusal(url) is Refusal.NOT_HTTPS


@pytest.mark.parametrize(
    "url", ["", "a.pdf", "https://", "https://[::1/a", "https://a:99999/b", f"{SITE}/a\tb", f"{SITE}/a b", "file:///a"]
)
def test_what_is_no_address_is_refused(url):
    assert refusal(url) is Refusal.NOT_AN_ADDRESS


def test_an_address_with_a_password_is_refused():
    assert refusal("https://me:secret@life.example.cn/a.pdf") is Refusal.CREDENTIALS


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        ("/b.pdf", f"{SITE}/b.pdf"),
        ("b.pdf", f"{SITE}/files/b.pdf"),
        ("//cdn.example.cn/b.pdf", "https://cdn.example.cn/b.pdf"),
        ("../user/b.pdf", Refusal.FORBIDDEN_PATH),
        ("http://life.example.cn/b.pdf", Refusal.NOT_HTTPS),
        ("https://[", Refusal.NOT_AN_ADDRESS),
    ],
)
@pytest.mark.requirement("EC-004", "C10")
def test_every_hop_of_a_redirect_is_checked_again(location, expected):
    assert redirect_target(f"{SITE}/files/a.pdf", location) == expected


@given(
    before=st.lists(st.text(alphabet="abcdef.-", max_size=6), max_size=3),
    word=st.sampled_from(sorted(ALWAYS_FORBIDDEN)),
    encoded=st.sets(st.integers(0, 5)),
    upper=st.sets(st.integers(0, 5)),
)
def test_no_mixture_of_case_and_encoding_lets_a_forbidden_segment_through(before, word, encoded, upper):
    spelled = [letter.upper() if place in upper else letter for place, letter in enumerate(word)]
    spelled = [f"%{ord(letter):02X}" if place in encoded else letter for place, letter in enumerate(spelled)]
    assert refusal("/".join([SITE, *before, "".join(spelled), "a.pdf"])) is Refusal.FORBIDDEN_PATH


@pytest.mark.parametrize("each", Refusal)
def test_every_refusal_has_its_sentence(each):
    assert SITE in say(each, url=SITE)
