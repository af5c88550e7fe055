"""A shipped TOML file is parsed once; afterwards its copy is read, as long as it is whole and of this very file."""

from pathlib import Path

import pytest

from insurance_desktop.packs import loader
from insurance_desktop.packs.kept_toml import entries_of


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    file = tmp_path / "field.toml"
    file.write_text("name = \"险\"\nlevels = [1, 2.5, true]\nforms = [{ pattern = '\\d+' }]\n", encoding="utf-8")
    return file


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "toml"


def copies(cache: Path) -> list[Path]:
    return sorted(cache.iterdir())


def test_the_copy_says_what_the_file_says(shipped, cache):
    first, again = entries_of(shipped, cache), entries_of(shipped, cache)

    assert first == again == loader.parsed(shipped)
    assert [type(each) for each in again["levels"]] == [int, float, bool]


def test_a_copy_is_read_and_not_the_file_once_more(shipped, cache, monkeypatch):
    entries_of(shipped, cache)
    monkeypatch.setattr("tomllib.loads", lambda text: pytest.fail("the file was parsed again"))

    assert entries_of(shipped, cache)["name"] == "险"


@pytest.mark.parametrize("damage", [b"", b"{}", b"no hash\n{}", "cut"])
def test_a_copy_that_is_not_whole_is_made_again(shipped, cache, damage):
    entries_of(shipped, cache)
    (copy,) = copies(cache)
    whole = copy.read_bytes()
    copy.write_bytes(whole[:-9] if damage == "cut" else damage)

    assert entries_of(shipped, cache)["name"] == "险"
    assert copy.read_bytes() == whole


def test_a_changed_file_has_a_copy_of_its_own_and_the_former_one_goes(shipped, cache):
    entries_of(shipped, cache)
    (former,) = copies(cache)
    shipped.write_text('name = "other"\n', encoding="utf-8")

    assert entries_of(shipped, cache) == {"name": "other"}
    assert former not in copies(cache)
    assert len(copies(cache)) == 1


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(shipped, tmp_path):
    in_the_way = tmp_path / "cache"
    in_the_way.write_text("a file where the folder would be", encoding="utf-8")

    assert entries_of(shipped, in_the_way / "toml")["name"] == "险"


def test_what_json_cannot_hold_is_not_kept(shipped, cache):
    shipped.write_text("day = 2026-11-22\n", encoding="utf-8")

    assert str(entries_of(shipped, cache)["day"]) == "2026-11-22"
    assert not cache.exists()


def test_files_of_one_name_in_two_folders_keep_their_copies(tmp_path, cache):
    for language in ("zh", "en"):
        (tmp_path / language).mkdir()
        (tmp_path / language / "gui.toml").write_text(f'name = "{language}"\n', encoding="utf-8")

    for _ in range(2):
        assert [entries_of(tmp_path / each / "gui.toml", cache)["name"] for each in ("zh", "en")] == ["zh", "en"]
    assert len(copies(cache)) == 2
