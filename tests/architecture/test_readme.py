"""The README's two lines are there as they are promised, and what it names exists."""

import json
import re
import shlex

import pytest
from package_source import ROOT

from insurance_desktop.cli.parser import read_arguments

README = (ROOT / "README.md").read_text(encoding="utf-8")

COMMANDS = sorted(set(re.findall(r"^insurance-desktop (.+?)(?:\s+#.*)?$", README, re.MULTILINE)))


def line(name: str) -> str:
    """The shell line that stands under `<!-- line: name -->`."""
    (found,) = re.findall(rf"<!-- line: {name} -->\n```sh\n(.+)\n```", README)
    return found


def test_one_line_installs_and_runs_the_demo():
    assert line("demo").startswith("python3 -m venv ")
    assert line("demo").endswith("insurance-desktop demo")


def test_one_line_installs_the_dev_extra_and_runs_all_tests():
    assert line("test").startswith("python3 -m venv ")
    assert '".[dev]"' in line("test")
    assert "-m pytest" in line("test")
    assert "tests/" not in line("test")


def test_the_lines_stand_for_windows_too():
    (windows,) = re.findall(r"```powershell\n(.+?)```", README, re.DOTALL)
    assert windows.count("py -3 -m venv") == 2
    assert r".venv\Scripts\insurance-desktop demo" in windows
    assert r".venv\Scripts\python -m pytest" in windows


def test_ci_takes_the_test_line_from_the_readme():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "<!-- line: test -->" in script
    assert "pytest" not in script


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\((?!https?:)([^)#]+)\)", README))))
def test_a_link_leads_to_a_file(target):
    assert (ROOT / target).exists()


@pytest.mark.parametrize("module", sorted(set(re.findall(r"-m ((?:insurance_desktop|development)\.[\w.]+)", README))))
def test_a_module_that_is_named_exists(module):
    place = ROOT / module.replace(".", "/")
    assert place.with_suffix(".py").is_file() or (place / "__main__.py").is_file()


def test_the_mcp_configuration_can_be_pasted():
    (snippet,) = re.findall(r"```json\n(.+?)```", README, re.DOTALL)
    (server,) = json.loads(snippet)["mcpServers"].values()
    assert server["args"][0] == "mcp"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_line_that_is_shown_is_understood(command):
    words, _, _ = command.partition(" > ")  # where the shell puts the output is its own affair
    assert read_arguments(shlex.split(words))


def test_chinese_comes_first_and_the_licence_is_named():
    assert README.startswith("# 保险条款工作台")
    assert README.count("AGPL-3.0-or-later") >= 2
    assert "GNU AFFERO GENERAL PUBLIC LICENSE" in (ROOT / "LICENSE").read_text(encoding="utf-8")
