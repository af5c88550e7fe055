"""A click on a link anywhere opens this program; what is written for that is the user's own and can be taken back."""

import configparser
import re

import pytest

from insurance_desktop.domain.errors import LibraryReadOnly
from insurance_desktop.services.connecting.link_handlers import DESKTOP_FILE, DesktopHandlers
from insurance_desktop.services.connecting.link_registry import COMMAND, KEY, RegistryHandlers, command_line
from insurance_desktop.services.connecting.link_scheme import (
    forget_scheme,
    link_command,
    register_scheme,
    scheme_state,
)

ARGUMENT = re.compile(r'"((?:\\.|[^"\\])*)"')
MIME = "x-scheme-handler/baoxian"


@pytest.fixture
def handlers(tmp_path):
    return DesktopHandlers(tmp_path / "share" / "applications", tmp_path / "config" / "mimeapps.list")


@pytest.fixture
def defaults(tmp_path):
    (tmp_path / "config").mkdir()
    return tmp_path / "config" / "mimeapps.list"


def handler_of(defaults):
    """Read as the system reads it: an ini file whose names keep their case."""
    read = configparser.RawConfigParser(strict=True)
    read.optionxform = str
    read.read(defaults, encoding="utf-8")
    return read.get("Default Applications", MIME, fallback="")


def run_line(tmp_path):
    text = (tmp_path / "share" / "applications" / DESKTOP_FILE).read_text(encoding="utf-8")
    return next(line.removeprefix("Exec=") for line in text.splitlines() if line.startswith("Exec="))


def test_links_are_registered_for_the_user_and_forgotten_again(handlers, tmp_path):
    library = tmp_path / "library.db"
    assert not scheme_state(library, handlers).is_registered
    state = register_scheme(library, handlers)
    assert state.is_registered
    assert str(tmp_path / "share") in state.place
    assert "mimeapps.list" in state.place
    assert handler_of(tmp_path / "config" / "mimeapps.list") == f"{DESKTOP_FILE};"
    assert not scheme_state(tmp_path / "another.db", handlers).is_registered
    assert not forget_scheme(library, handlers).is_registered
    assert handler_of(tmp_path / "config" / "mimeapps.list") == ""
    assert not (tmp_path / "share" / "applications" / DESKTOP_FILE).exists()


@pytest.mark.parametrize("name", ["my library.db", "50%.db", 'a"b.db', "a$b`c.db", "a\\b.db", "资料库.db"])
def test_whatever_the_library_is_called_the_handler_starts_it_with_the_link_last(handlers, tmp_path, name):
    library = tmp_path / name
    register_scheme(library, handlers)
    string = run_line(tmp_path).replace("\\\\", "\\")  # the escapes of a string, then those of an argument
    assert string.endswith('" %u')
    words = [re.sub(r"\\(.)", r"\1", word).replace("%%", "%") for word in ARGUMENT.findall(string)]
    assert words == list(link_command(library))


def test_other_defaults_stay_as_they_are_and_the_former_handler_comes_back(handlers, defaults):
    before = (
        "# mine\n[Added Associations]\ntext/plain=a.desktop;\n\n[Default Applications]\n"
        "text/html=browser.desktop\nx-scheme-handler/baoxian=other.desktop\n\n"
        "[Removed Associations]\nimage/png=b.desktop;\n"
    )
    defaults.write_text(before, encoding="utf-8")
    library = defaults.with_name("library.db")
    register_scheme(library, handlers)
    register_scheme(library, handlers)  # once more is no more
    assert handler_of(defaults) == f"{DESKTOP_FILE};other.desktop;"
    forget_scheme(library, handlers)
    assert handler_of(defaults) == "other.desktop;"
    kept = [line for line in before.splitlines() if "baoxian" not in line]
    assert [line for line in defaults.read_text(encoding="utf-8").splitlines() if "baoxian" not in line] == kept


def test_a_list_that_cannot_be_read_is_left_alone(handlers, defaults):
    defaults.write_bytes(b"\xff\xfe broken")
    with pytest.raises(LibraryReadOnly):
        register_scheme(defaults.with_name("library.db"), handlers)
    assert defaults.read_bytes() == b"\xff\xfe broken"


class Registry:
    """The functions of winreg that are used, over a dictionary; a key with keys inside cannot be deleted."""

    HKEY_CURRENT_USER, REG_SZ = "HKCU", 1

    def __init__(self):
        self.keys: dict[str, dict[str, str]] = {}

    class Key:
        def __init__(self, values):
            self.values = values

        def __enter__(self):
            return self

        def __exit__(self, *_):
            return False

    def CreateKey(self, _root, path):
        parts = path.split("\\")
        for length in range(1, len(parts) + 1):
            self.keys.setdefault("\\".join(parts[:length]), {})
        return self.Key(self.keys[path])

    def OpenKey(self, _root, path):
        if path not in self.keys:
            raise FileNotFoundError(path)
        return self.Key(self.keys[path])

    def QueryValueEx(self, key, name):
        if name not in key.values:
            raise FileNotFoundError(name)
        return key.values[name], self.REG_SZ

    def SetValueEx(self, key, name, _reserved, _kind, value):
        key.values[name] = value

    def DeleteKey(self, _root, path):
        if path not in self.keys:
            raise FileNotFoundError(path)
        if any(each.startswith(path + "\\") for each in self.keys):
            raise PermissionError(path)
        del self.keys[path]


def test_on_windows_a_key_of_the_users_own_says_it_and_goes_again(tmp_path):
    registry = Registry()
    handlers, library = RegistryHandlers(registry), tmp_path / "my library.db"
    assert register_scheme(library, handlers).is_registered
    assert registry.keys[KEY]["URL Protocol"] == ""
    assert registry.keys[COMMAND][""].endswith(' open "%1"')
    assert f'"{library}"' in command_line(link_command(library))
    assert not forget_scheme(library, handlers).is_registered
    assert not [each for each in registry.keys if "baoxian" in each]
    assert not forget_scheme(library, handlers).is_registered  # nothing there is no fault
