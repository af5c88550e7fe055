"""A file `portable` beside the program keeps all that is the user's there: nothing is left on the machine."""

import sys
from pathlib import Path

from marks import needs_qt

from insurance_desktop import paths
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.library.documents import list_documents
from insurance_desktop.services.workspace import open_workspace


def built(folder: Path, monkeypatch, *, portable: bool) -> Path:
    """From now on the program that runs is a built one in this folder."""
    folder.mkdir(parents=True, exist_ok=True)
    if portable:
        (folder / "portable").touch()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(folder / "insurance-desktop"))
    monkeypatch.delenv(paths.LIBRARY_VARIABLE, raising=False)
    return folder


def own_places():
    return (
        paths.default_library(),
        paths.token_folder(),
        paths.state_folder(),
        paths.cache_folder(),
        paths.conversation_file(),
        paths.memory_settings_file(),
    )


def test_library_settings_and_cache_lie_beside_a_portable_program(tmp_path, monkeypatch):
    stick = built(tmp_path / "stick", monkeypatch, portable=True)
    assert all(stick in each.parents for each in own_places())
    assert paths.default_library() == stick / "user" / "data" / "library.db"


def test_without_the_file_nothing_lies_there(tmp_path, monkeypatch):
    stick = built(tmp_path / "stick", monkeypatch, portable=False)
    assert not any(stick in each.parents for each in own_places())


def test_a_program_that_is_not_built_looks_in_its_environment(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert paths.portable_folder() is None
    (tmp_path / "portable").touch()
    assert paths.portable_folder() == tmp_path / "user"


def test_what_windows_installer_lays_down_looks_beside_its_programs_not_beside_python(tmp_path, monkeypatch):
    (tmp_path / "insurance-desktop.exe").touch()
    (tmp_path / "portable").touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "python"))
    assert paths.portable_folder() == tmp_path / "user"


def test_a_library_that_the_environment_names_is_taken_all_the_same(tmp_path, monkeypatch):
    built(tmp_path / "stick", monkeypatch, portable=True)
    monkeypatch.setenv(paths.LIBRARY_VARIABLE, str(tmp_path / "named.db"))
    assert paths.default_library() == tmp_path / "named.db"


@needs_qt
def test_two_versions_side_by_side_have_libraries_and_windows_of_their_own(tmp_path, monkeypatch):
    from insurance_desktop.gui.process.single_instance import socket_name

    seen = []
    for name in ("old", "new"):
        built(tmp_path / name, monkeypatch, portable=True)
        seen.append((paths.default_library(), socket_name(paths.default_library()), socket_name(tmp_path / "one.db")))
    assert all(old != new for old, new in zip(*seen, strict=True))


def test_two_programs_on_one_library_see_what_the_other_imports(tmp_path):
    samples = [paths.resource_root() / "samples" / f"clause-{number}.pdf" for number in (1, 2)]
    with open_workspace(tmp_path / "one.db") as first, open_workspace(tmp_path / "one.db") as second:
        for workspace, sample in zip((first, second), samples, strict=True):
            import_paths(workspace.library, workspace.converter, [sample])
        for workspace in (first, second):
            assert len(list_documents(workspace.library)) == 2


@needs_qt
def test_a_second_window_on_a_library_is_the_first_one_and_another_librarys_is_not(tmp_path):
    from insurance_desktop.gui.process.single_instance import socket_name

    library, link = tmp_path / "one.db", tmp_path / "link.db"
    library.touch()
    link.symlink_to(library)
    assert socket_name(library) == socket_name(link)
    assert socket_name(library) != socket_name(tmp_path / "other.db")
