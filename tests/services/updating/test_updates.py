"""A newer version is believed when its publisher signed it, and only then; what is fetched is what was signed."""

import dataclasses
import hashlib
import json
import platform
import sys
from base64 import b64encode
from datetime import timedelta

import httpx
import pytest
from published_release import TODAY, WHEEL, Publisher

from insurance_desktop import __version__, paths
from insurance_desktop.crawl.connection import open_http
from insurance_desktop.domain.errors import AnswerFailed, Offline, RequestRefused, ServerFault, UpdateRefused
from insurance_desktop.domain.running import Cancelled
from insurance_desktop.domain.updates import Form, UpdateStatus
from insurance_desktop.packs.wording import sentence
from insurance_desktop.services.updating.settings import (
    UpdateSettings,
    read_update_settings,
    set_update_address,
)
from insurance_desktop.services.updating.source import Source
from insurance_desktop.services.updating.updates import check_for_update, fetch_update

ADDRESS = "https://releases.example/stable/insurance-desktop.toml"


def checked(publisher, *, address=None, key=None, today=TODAY, **way):
    settings = UpdateSettings(address or publisher.address, key or publisher.key)
    return check_for_update(settings, source(settings, **way), today=today)


def fetched(publisher, version="9.1.0", *, address=None, today=TODAY, **way):
    settings = UpdateSettings(address or publisher.address, publisher.key)
    return fetch_update(settings, source(settings, **way), version, today=today)


def source(settings, *, offline=lambda: False, answer=None, **more):
    def opener(agent):
        return open_http(agent, httpx.MockTransport(answer))

    return Source(settings.address, offline, **({"opener": opener} if answer else {}), **more)


def serving(publisher):
    """The publisher's folder behind a web address."""

    def answer(request):
        file = publisher.folder / request.url.path.rpartition("/")[2]
        return httpx.Response(200, stream=httpx.ByteStream(file.read_bytes())) if file.exists() else httpx.Response(404)

    return answer


def refusal_of(*arguments, do=checked, **named):
    with pytest.raises(UpdateRefused) as caught:
        do(*arguments, **named)
    assert not [each for each in paths.update_folder().rglob("*") if each.is_file()]
    return caught.value.key.removeprefix("updates.")


def test_a_newer_version_is_told_with_what_changed_and_who_signed(publisher):
    publisher.releases()
    found = checked(publisher)
    assert (found.status, found.version, found.running) == (UpdateStatus.AVAILABLE, "9.1.0", __version__)
    assert found.changes == ("找得更快",)
    assert (found.file.name, found.valid_until) == (WHEEL, TODAY + timedelta(90))


@pytest.mark.parametrize(("version", "status"), [(__version__, UpdateStatus.CURRENT), ("0.0.1", UpdateStatus.AHEAD)])
def test_what_is_not_newer_is_not_offered(publisher, version, status):
    publisher.releases(version)
    assert checked(publisher).status is status
    assert refusal_of(publisher, version, do=fetched) == "nothing_newer"


def test_a_verified_file_is_laid_beside_with_the_next_step(publisher):
    publisher.releases(content=b"the wheel itself")
    found = fetched(publisher)
    place = paths.update_folder() / "9.1.0" / WHEEL
    assert place.read_bytes() == b"the wheel itself"
    assert found.sha256 == hashlib.sha256(b"the wheel itself").hexdigest()
    assert str(place) in found.steps and "before-schema" in found.steps
    assert found.former == __version__ and not found.is_installable


def test_the_same_comes_over_the_web(publisher):
    publisher.releases(content=b"x" * 3_000_000)
    assert checked(publisher, address=ADDRESS, answer=serving(publisher)).version == "9.1.0"
    assert fetched(publisher, address=ADDRESS, answer=serving(publisher)).version == "9.1.0"


def test_the_offline_switch_is_obeyed_before_anything_leaves(publisher):
    def answer(_request):
        raise AssertionError("a request left")

    with pytest.raises(Offline):
        checked(publisher, address=ADDRESS, answer=answer, offline=lambda: True)


def test_a_manifest_of_another_key_is_refused(publisher, tmp_path):
    publisher.releases()
    assert refusal_of(publisher, key=Publisher(tmp_path / "other").key) == "other_key"


def test_the_key_s_id_alone_convinces_nobody(publisher, tmp_path):
    """A thief can write any id in front of his own signature."""
    thief = Publisher(publisher.folder)
    thief.releases()
    signature = publisher.folder / "insurance-desktop.toml.minisig"
    lines = signature.read_text().splitlines()
    honest = publisher.releases().read_text().splitlines()
    thief.releases(content=b"worse")
    signature.write_text("\n".join([lines[0], honest[1], *lines[2:]]) + "\n")
    assert refusal_of(publisher) == "wrong_signature"


def test_a_manifest_that_was_changed_after_signing_is_refused(publisher):
    publisher.releases()
    file = publisher.folder / "insurance-desktop.toml"
    file.write_text(file.read_text().replace("9.1.0", "9.1.1"))
    assert refusal_of(publisher) == "wrong_signature"


def test_the_comment_that_is_signed_cannot_be_changed(publisher):
    signature = publisher.releases()
    signature.write_text(signature.read_text().replace("for a test", "for a testament"))
    assert refusal_of(publisher) == "wrong_signature"


@pytest.mark.parametrize(
    "signature", [b"", b"\xff\xfe", b"a\nb\nc\nd\n", b"untrusted comment: x\nRUQ=\ntrusted comment: y\nAA==\n"]
)
def test_what_is_no_signature_is_refused(publisher, signature):
    publisher.releases().write_bytes(signature)
    assert refusal_of(publisher) == "no_signature"


def test_a_signature_that_is_missing_is_said(publisher):
    publisher.releases().unlink()
    assert refusal_of(publisher) == "unreadable"
    with pytest.raises(AnswerFailed):
        checked(publisher, address=ADDRESS, answer=serving(publisher))


def test_an_older_version_than_one_seen_before_is_refused(publisher):
    publisher.releases("9.2.0")
    checked(publisher)
    publisher.releases("9.1.0")
    assert refusal_of(publisher) == "backwards"


def test_a_manifest_past_its_date_is_refused(publisher):
    publisher.releases(days=30)
    checked(publisher, today=TODAY + timedelta(30))
    assert refusal_of(publisher, today=TODAY + timedelta(31)) == "too_old"


def test_only_the_version_that_was_shown_is_fetched(publisher):
    publisher.releases("9.2.0")
    assert refusal_of(publisher, "9.1.0", do=fetched) == "other_version"


@pytest.mark.parametrize("content", [b"another", b"the wheel", b""])
def test_a_file_that_is_not_the_signed_one_is_not_kept(publisher, content):
    publisher.releases(content=b"a wheel")
    (publisher.folder / WHEEL).write_bytes(content)
    assert refusal_of(publisher, do=fetched) in ("file_differs", "too_large")
    assert not list((paths.update_folder() / "9.1.0").iterdir())


def test_a_file_for_another_machine_is_not_offered(publisher):
    publisher.releases(name="insurance-desktop-9.1.0-darwin-arm64.zip")
    assert checked(publisher).file is None
    assert refusal_of(publisher, do=fetched) == "no_file"


@pytest.mark.parametrize(
    ("place", "form"),
    [
        ("/opt/insurance-desktop/0.2.0/insurance-desktop", Form.DEB),
        ("/home/a/.local/lib/insurance-desktop/0.2.0/insurance-desktop", Form.ARCHIVE),
    ],
)
def test_a_built_program_asks_for_the_form_that_it_came_in(publisher, monkeypatch, place, form):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", place)
    for name in ("insurance-desktop_9.1.0_amd64.deb", "insurance-desktop-9.1.0-linux-x86_64.tar.gz"):
        publisher.releases(name=name)
    monkeypatch.setattr(platform, "system", lambda: "Linux")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    assert checked(publisher).file.form is form
    assert __version__ in fetched(publisher).steps


GOOD = """version = "9.1.0"
published = 2026-11-29
valid_until = 2027-01-01
[[files]]
name = "a.whl"
form = "wheel"
bytes = 7
sha256 = "{}"
system = ""
[changes]
zh = []
""".format("0" * 64)


@pytest.mark.parametrize(
    ("good", "bad", "key"),
    [
        ('"9.1.0"', '"9.1.0-rc1"', "version"),
        ('"9.1.0"', "9.1", "version"),
        ("2026-11-29", '"2026-11-29"', "published"),
        ("2026-11-29", "2026-11-29T00:00:00Z", "published"),
        ('"a.whl"', '"../a.whl"', "files[0].name"),
        ('"a.whl"', '"/etc/a.whl"', "files[0].name"),
        ('"a.whl"', '"..\\\\a.whl"', "files[0].name"),
        ('"a.whl"', '"C:a.whl"', "files[0].name"),
        ('"a.whl"', '".profile"', "files[0].name"),
        ('"wheel"', '"script"', "files[0].form"),
        ('"wheel"', '["wheel"]', "files[0].form"),
        ("= 7", "= 0", "files[0].bytes"),
        ("= 7", "= 99999999999", "files[0].bytes"),
        ("= 7", "= true", "files[0].bytes"),
        ("0" * 64, "0" * 63, "files[0].sha256"),
        ('system = ""', 'system = "a b"', "files[0].system"),
        ("zh = []", "zh = 3", "changes.zh"),
        ('version = "9.1.0"\n', "", "version"),
        ("[changes]", "run = 'rm'\n[changes]", "files[0].run"),
        (GOOD, "version = [", "-"),
        (GOOD, "a = " + "[" * 5000, "-"),
    ],
)
def test_a_manifest_with_a_fault_is_refused_by_its_key(publisher, good, bad, key):
    publisher.signs(GOOD.replace(good, bad))
    with pytest.raises(UpdateRefused) as caught:
        checked(publisher)
    assert f"\n{key}: " in sentence(caught.value).message


def test_a_manifest_beyond_its_size_is_not_received(publisher):
    publisher.signs("# " + "x" * (300 << 10))
    assert refusal_of(publisher) == "too_large"
    with pytest.raises(AnswerFailed) as caught:
        checked(publisher, address=ADDRESS, answer=serving(publisher))
    assert caught.value.key == "updates.too_large"


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        (httpx.Response(302, headers={"location": "https://elsewhere.example/x"}), AnswerFailed),
        (httpx.Response(404), AnswerFailed),
        (httpx.Response(503), ServerFault),
        (httpx.Response(206, content=b"half"), AnswerFailed),
        (httpx.Response(200, headers={"content-encoding": "gzip"}, stream=httpx.ByteStream(b"x")), AnswerFailed),
        (httpx.Response(200, headers={"content-length": "9"}, stream=httpx.ByteStream(b"x")), ServerFault),
    ],
)
def test_answers_that_are_no_file_are_refused(publisher, reply, fault):
    with pytest.raises(fault):
        checked(publisher, address=ADDRESS, answer=lambda _request: reply)


def test_a_plain_http_address_is_not_asked(publisher):
    with pytest.raises(RequestRefused):
        checked(publisher, address=ADDRESS.replace("https", "http"), answer=lambda _request: httpx.Response(200))


def test_a_fetch_that_is_stopped_leaves_nothing(publisher):
    publisher.releases(content=b"x" * 3_000_000)
    stopped = iter([False] * 4)
    with pytest.raises(Cancelled):
        fetched(publisher, cancel=lambda: next(stopped, True))
    assert not list((paths.update_folder() / "9.1.0").iterdir())


def test_without_an_address_nothing_is_looked_for(publisher):
    settings = read_update_settings()
    with pytest.raises(UpdateRefused, match="no_address"):
        check_for_update(settings, source(settings))


def test_address_and_key_are_kept_together_and_taken_back(publisher):
    set_update_address(ADDRESS, publisher.key)
    assert read_update_settings() == UpdateSettings(ADDRESS, publisher.key)
    set_update_address("", "")
    assert read_update_settings() == UpdateSettings()


@pytest.mark.parametrize(
    "address",
    ["", "http://releases.example/a.toml", "https://a:b@releases.example/a.toml", f"{ADDRESS}?x=1", "folder/a.toml",
     "https://releases.example/"],
)  # fmt: skip
def test_an_address_that_cannot_be_trusted_to_mean_one_file_is_refused(publisher, address):
    with pytest.raises(UpdateRefused, match="address_unusable"):
        set_update_address(address, publisher.key)


@pytest.mark.parametrize("key", ["", "RWQ", "%%%", b64encode(b"ED" + bytes(40)).decode()])
def test_what_is_no_key_is_refused(key):
    with pytest.raises(UpdateRefused, match="key_unusable"):
        set_update_address(ADDRESS, key)


def test_what_the_organisation_set_is_used_and_not_changed_by_the_user(publisher):
    given, _ = paths.update_settings_files()
    given.parent.mkdir(parents=True)
    given.write_text(json.dumps({"address": ADDRESS, "key": publisher.key}))
    assert read_update_settings() == UpdateSettings(ADDRESS, publisher.key, is_given=True)
    with pytest.raises(UpdateRefused, match="set_by_organisation"):
        set_update_address(ADDRESS, publisher.key)


def test_settings_that_cannot_be_read_stop_the_check():
    """Another address than the one that was set must not be asked."""
    _, own = paths.update_settings_files()
    own.parent.mkdir(parents=True)
    own.write_text("{")
    with pytest.raises(UpdateRefused, match="settings_unreadable"):
        read_update_settings()


def test_minisign_s_own_signatures_are_understood():
    """Made with minisign 0.11: `minisign -G -W`, `minisign -S -t "a comment" -m manifest`."""
    from insurance_desktop.services.updating.signatures import read_key, refuse_unsigned

    key = read_key(MINISIGN_KEY)
    refuse_unsigned(b"version\n", MINISIGN_SIGNATURE, key, file="manifest")
    with pytest.raises(UpdateRefused, match="wrong_signature"):
        refuse_unsigned(b"version", MINISIGN_SIGNATURE, key, file="manifest")
    other = dataclasses.replace(key, key=bytes(32))
    with pytest.raises(UpdateRefused, match="wrong_signature"):
        refuse_unsigned(b"version\n", MINISIGN_SIGNATURE, other, file="manifest")


MINISIGN_KEY = """untrusted comment: minisign public key 8045661E5658D551
RWRR1VhWHmZFgHgYaWlFj3W76xRuSfzlinHsQkrzDxqmK1mFgwFU6HJd
"""

MINISIGN_SIGNATURE = b"""untrusted comment: signature from minisign secret key
RURR1VhWHmZFgIfMU39LD5ZUhY9r+nOAu6n5ch5/8qDy98Vxf4zdDQVnGdvUdkVO7rZ9xpnVIykbPXDGcKLa8zW3ZxomdXgf9QI=
trusted comment: a comment
yVaQ+Ov2TlJOjp++2XGXuppi0uogAr3b5PMDipWe4mLWU9Rt/8GF7+Wt125sqBec01w8txbluZMPPlRkhEK7BQ==
"""
