"""A site's file becomes its description, or a complete list of its faults."""

import pytest

from insurance_desktop import paths
from insurance_desktop.crawl.sites import declared
from insurance_desktop.crawl.sites.adapters import ADAPTERS
from insurance_desktop.crawl.sites.declared import load_site, read_site, site_names
from insurance_desktop.crawl.sites.site_file import SETTINGS
from insurance_desktop.domain.errors import SiteError
from insurance_desktop.packs.registry import pack_names
from insurance_desktop.packs.wording import sentence

SITE = """
order = 3
pack = "insurance"
label = "A"
company = "B"
adapter = "html_table"
origin = "https://www.example.org"
disclosure_folders = ["/list/"]

[catalogue]
path = "/list?page={page}"
rows = "tr"
cells = { name = 0, files = 1 }
headings = { name = ["n"] }
types = { clauses = ["c"] }
beside = []
"""


@pytest.fixture
def written(tmp_path):
    def write(text):
        file = tmp_path / "made.toml"
        file.write_text(text, encoding="utf-8")
        return file

    return write


def faults_of(file):
    with pytest.raises(SiteError) as caught:
        read_site(file)
    assert all(each in str(sentence(caught.value)) for each in caught.value.faults)
    return caught.value.faults


def test_a_site_is_what_its_file_says(written):
    site = read_site(written(SITE))
    assert (site.name, site.pack, site.settings.cells, site.file_origins) == (
        "made",
        "insurance",
        {"name": 0, "files": 1},
        (),
    )


@pytest.mark.parametrize(
    ("given", "instead", "fault"),
    [
        ('company = "B"\n', "", "made.toml: company: 缺少必填的键"),
        ("order = 3", "order = true", "made.toml: order: 应为数字，实际是true 或 false"),
        ('"/list/"', "7", "made.toml: disclosure_folders[0]: 应为文本，实际是数字"),
        ('pack = "insurance"', 'pack = "recipes"', "made.toml: pack: 没有“recipes”；现有：insurance, maritime"),
        ("html_table", "pdf_list", "made.toml: adapter: 没有“pdf_list”；现有：json_list, html_table"),
        ("https://www", "http://www", "made.toml: origin: “http://www.example.org”不是 https 的源"),
        ('.org"', '.org/"', "made.toml: origin: “https://www.example.org/”不是 https 的源"),
        ("beside = []\n", "", "made.toml: catalogue.beside: 缺少必填的键"),
        ("files = 1", 'files = "1"', "made.toml: catalogue.cells.files: 应为数字，实际是文本"),
        ("beside = []", "besides = []", "made.toml: catalogue.besides: 未知的键；可用的键：path, rows"),
    ],
)
def test_a_fault_names_file_key_and_reason(written, given, instead, fault):
    assert given in SITE
    assert any(each.startswith(fault) for each in faults_of(written(SITE.replace(given, instead, 1))))


def test_all_faults_are_told_at_once(written):
    broken = SITE.replace('label = "A"\n', "").replace("order = 3", 'order = "3"').replace('rows = "tr"\n', "")
    assert [each.split(": ")[1] for each in faults_of(written(broken))] == ["label", "order", "catalogue.rows"]


def test_a_file_that_is_no_toml_or_is_not_there_is_one_fault(written, tmp_path):
    (no_toml,) = faults_of(written("order = "))
    (not_there,) = faults_of(tmp_path / "nowhere.toml")
    assert no_toml.startswith("made.toml: -: 不是合法的 TOML")
    assert not_there.startswith("nowhere.toml: -: 文件无法读取")


def test_a_faulty_file_stands_last_in_the_list_and_tells_its_faults_when_it_is_asked(tmp_path, monkeypatch):
    sites = tmp_path / "sites"
    sites.mkdir()
    (sites / "good.toml").write_text(SITE, encoding="utf-8")
    (sites / "bad.toml").write_text("label = 1", encoding="utf-8")
    monkeypatch.setattr(paths, "resource_root", lambda: tmp_path)
    for each in (declared._names_in_order, load_site):
        monkeypatch.setattr(declared, each.__name__, each.__wrapped__)
    assert site_names() == ("good", "bad")
    with pytest.raises(SiteError):
        declared.load_site("bad")


@pytest.mark.parametrize("name", site_names())
def test_the_shipped_sites_name_a_pack_and_settings_of_their_adapter(name):
    site = load_site(name)
    assert site.pack in pack_names()
    assert isinstance(site.settings, SETTINGS[site.adapter])


def test_there_are_settings_for_each_adapter():
    assert SETTINGS.keys() == ADAPTERS.keys()
