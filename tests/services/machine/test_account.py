"""A name is proposed where an account is a person's."""

import os
from types import SimpleNamespace

import pytest

from insurance_desktop.services.machine.account import person_of_account, proposed

pwd = pytest.importorskip("pwd", reason="Windows keeps its accounts elsewhere")


@pytest.mark.parametrize(
    ("full", "account", "name"),
    [("王敏,3 楼,010-1", "wangmin", "王敏"), (" ", "wangmin", "wangmin"), ("Wang Min", "wm", "Wang Min"), ("", "", "")],
)
def test_the_full_name_goes_before_that_of_the_account(full, account, name):
    assert proposed(full, account) == name


@pytest.mark.parametrize(("account", "name"), [("root", ""), ("admin", ""), ("lilei", "Li Lei")])
def test_an_account_that_many_share_proposes_nobody(account, name, monkeypatch):
    monkeypatch.setattr(pwd, "getpwuid", lambda _number: SimpleNamespace(pw_gecos="Li Lei", pw_name=account))
    assert person_of_account() == name


def test_a_number_without_an_account_proposes_nobody(monkeypatch):
    monkeypatch.setattr(os, "getuid", lambda: 2**31 - 7)
    assert person_of_account() == ""
