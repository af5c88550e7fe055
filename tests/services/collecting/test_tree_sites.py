"""A site whose pages are the documents: each is asked for politely once, and comes with what it stands in."""

import pytest
from collected_library import collect
from stand_ins import open_workspace_with
from tree_site import FILE, HOST, TreeSite

from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.crawl.sites import declared
from insurance_desktop.domain.errors import SiteChanged, SiteError
from insurance_desktop.domain.kinds import ExclusionReason
from insurance_desktop.domain.states import ConversionStatus
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.library import documents
from insurance_desktop.services.review import decisions


class PageWorkers:
    """Converts pages in this process."""

    def convert(self, original, pack_name):
        return convert_bytes(original, load_pack(pack_name))

    def close(self):
        """Nothing to end."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The sites of this program are the one of these tests."""
    sites = tmp_path / "sites"
    sites.mkdir()
    (sites / "rules.toml").write_text(FILE, encoding="utf-8")
    monkeypatch.setattr(declared, "_folder", lambda: sites)
    for kept in (declared._names_in_order, declared.load_site):
        kept.cache_clear()
    yield sites
    for kept in (declared._names_in_order, declared.load_site):
        kept.cache_clear()


@pytest.fixture
def workspace(tmp_path, folder):
    with open_workspace_with(tmp_path / "library.db", workers=PageWorkers) as opened:
        yield opened


def paths_of(site):
    return [each.path for each in site.asked if each.kind != "robots"]


def test_all_pages_of_the_tree_are_found_and_each_document_is_taken_in(workspace):
    site = TreeSite()
    assert len(site.pages) == 60
    report = collect(workspace, site, name="rules")
    assert report.is_clean, report
    found = documents.list_documents(workspace.library)
    assert len(found) == 44
    assert {each.conversion_status for each in found} == {ConversionStatus.CONVERTED}
    assert sorted(paths_of(site)) == sorted(site.pages)
    assert {each.url.partition("/rules/")[0] for each in site.asked if each.kind != "robots"} == {HOST}


def test_a_page_comes_with_its_breadcrumb_its_parent_its_type_and_its_address(workspace):
    collect(workspace, TreeSite(), name="rules")
    found = {each.product_name: each for each in documents.list_documents(workspace.library)}
    one = found["SOLAS Chapter 2 Regulation 3"]
    assert one.document_type == "法规"
    assert one.download_url == f"{HOST}/rules/solas/chapter-2/regulation-3.html"
    with workspace.library.database.read() as connection:
        told = connection.value("SELECT attributes FROM works WHERE id = ?", (one.product_id,))
    assert '"breadcrumb":"SOLAS > Chapter 2 > Regulation 3"' in told.replace(": ", ":")
    assert f'"parent":"{HOST}/rules/solas/chapter-2.html"' in told.replace(": ", ":")


def test_navigation_is_out_of_the_text_and_links_to_other_pages_are_kept(workspace):
    collect(workspace, TreeSite(), name="rules", limit=1)
    sheet = decisions.show(workspace.library, documents.list_documents(workspace.library)[0].document_id)
    assert "Home" not in sheet.markdown and "Login" not in sheet.markdown and "Chapter" not in sheet.markdown
    reasons = {each.reason for each in sheet.coverage.exclusions}
    assert {ExclusionReason.PAGE_HEADER, ExclusionReason.PAGE_FOOTER, ExclusionReason.NAVIGATION} <= reasons
    assert {span.link for span in sheet.source_map if span.link} == {"../chapter-1/regulation-1.html#a1"}


def test_a_second_run_asks_for_no_document_again(workspace):
    site = TreeSite()
    collect(workspace, site, name="rules")
    site.asked.clear()
    again = collect(workspace, site, name="rules", rechecks=0)
    assert again.acquisition.wanted == 0
    assert not [each for each in paths_of(site) if "regulation" in each]


def test_what_comes_in_place_of_a_page_is_no_document(workspace):
    site = TreeSite()
    site.soft.add("/rules/solas/chapter-1/regulation-1.html")
    report = collect(workspace, site, name="rules")
    assert len(report.acquisition.failed) == 1 and not report.is_clean
    assert len(documents.list_documents(workspace.library)) == 43


def test_a_first_page_that_leads_nowhere_is_a_changed_site(workspace):
    site = TreeSite()
    site.pages["/rules/index.html"] = "<!DOCTYPE html><html><body><p>Moved.</p></body></html>"
    with pytest.raises(SiteChanged):
        collect(workspace, site, "discover", name="rules")


def test_a_pattern_that_is_none_is_named(folder):
    (folder / "rules.toml").write_text(FILE.replace("'/rules/[a-z]+/index", "'/rules/[a-z+/index"), encoding="utf-8")
    with pytest.raises(SiteError) as caught:
        declared.load_site("rules")
    assert any("follow[0]" in each for each in caught.value.faults)
