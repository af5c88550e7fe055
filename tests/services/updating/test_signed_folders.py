"""What the program does not know by its hash is installed by its signature: packs, and models with their settings."""

import hashlib
import io
import shutil
import zipfile
from pathlib import Path

import pytest
from published_release import Publisher

from development.release.signed_folder import packed
from development.release.signing import sign
from insurance_desktop import paths
from insurance_desktop.domain.errors import PackError, UpdateRefused, UsageError
from insurance_desktop.index.embedding import shipped_embedder
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import pack_folder, pack_names
from insurance_desktop.packs.wording import sentence
from insurance_desktop.services.pack_models import InstalledModel, InstalledPack, install
from insurance_desktop.services.updating.settings import set_update_address

ENGLISH_PACK = Path(__file__).resolve().parents[2] / "packs" / "english"
NETWORK = b"another network"


@pytest.fixture(autouse=True)
def _no_pack_is_remembered():
    load_pack.cache_clear()
    yield
    load_pack.cache_clear()


@pytest.fixture
def trusted(publisher):
    """The publisher whose key the user has set."""
    set_update_address(publisher.address, publisher.key)
    return publisher


def signed(publisher, folder, out):
    out.mkdir(exist_ok=True)
    archive = packed(folder, out)
    sign(archive, publisher.private, "for a test")
    return archive


@pytest.fixture
def tools(tmp_path):
    """A pack of its own name."""
    folder = tmp_path / "made" / "tools"
    shutil.copytree(ENGLISH_PACK, folder)
    told = (folder / "pack.toml").read_text(encoding="utf-8").replace('name = "english"', 'name = "tools"')
    (folder / "pack.toml").write_text(told, encoding="utf-8")
    (folder / "agreement.py").unlink()
    return folder


@pytest.fixture
def model(tmp_path):
    """The English model with another network."""
    folder = tmp_path / "made" / "en"
    shutil.copytree(paths.model_folder("en"), folder)
    settings = folder / "embedding.toml"
    known = shipped_embedder("en").settings
    text = settings.read_text(encoding="utf-8").replace(known.sha256, hashlib.sha256(NETWORK).hexdigest())
    settings.write_text(text.replace(f'name = "{known.name}"', 'name = "newer"'), encoding="utf-8")
    (folder / known.model).write_bytes(NETWORK)
    return folder


def nothing_was_installed():
    return not [each for each in paths.installed_packs().rglob("*") if each.is_file()]


def test_a_signed_pack_is_offered_beside_those_that_ship(trusted, tools, tmp_path):
    before = pack_names()
    done = install(signed(trusted, tools, tmp_path))
    assert isinstance(done, InstalledPack)
    assert (done.pack, done.label, done.former) == ("tools", "Hire agreements", "")
    assert pack_names() == (*before, "tools")
    assert load_pack("tools").sentences["no_match"] == "No clause was found."
    assert pack_folder("tools") == Path(done.path)
    assert [each.name for each in paths.installed_packs().iterdir() if each.is_dir()] == ["tools"]


def test_a_pack_that_is_installed_again_takes_the_place_of_the_former_which_is_kept(trusted, tools, tmp_path):
    install(signed(trusted, tools, tmp_path))
    load_pack("tools")
    text = (tools / "pack.toml").read_text(encoding="utf-8")
    (tools / "pack.toml").write_text(text.replace("Hire agreements", "Hire of tools"), encoding="utf-8")
    done = install(signed(trusted, tools, tmp_path))
    assert done.label == load_pack("tools").label == "Hire of tools"
    assert 'label = "Hire agreements"' in (Path(done.former) / "pack.toml").read_text(encoding="utf-8")
    assert pack_names().count("tools") == 1


def test_a_signed_model_takes_the_place_of_the_one_that_the_program_knew(trusted, model, tmp_path):
    before = shipped_embedder("en")
    done = install(signed(trusted, model, tmp_path))
    assert isinstance(done, InstalledModel) and "maritime" in done.packs and done.signed_by
    embedder = shipped_embedder("en")
    assert embedder.settings.name == done.model == "newer"
    assert not embedder.is_missing and embedder.model_path.read_bytes() == NETWORK
    assert embedder.fingerprint != before.fingerprint


def test_without_a_key_nobody_is_believed(publisher, tools, tmp_path):
    with pytest.raises(UpdateRefused) as caught:
        install(signed(publisher, tools, tmp_path))
    assert caught.value.key == "packs.no_key" and nothing_was_installed()


def test_an_archive_without_a_signature_is_a_file_that_the_program_does_not_know(trusted, tools, tmp_path):
    with pytest.raises(UsageError) as caught:
        install(packed(tools, tmp_path))
    assert caught.value.key == "packs.no_known_model" and ".minisig" in sentence(caught.value).hint


@pytest.mark.parametrize("spoil", ["content", "signer", "signature"])
def test_what_was_changed_or_signed_by_another_is_refused(trusted, tools, tmp_path, spoil):
    archive = signed(trusted, tools, tmp_path)
    signature = archive.with_name(f"{archive.name}.minisig")
    if spoil == "content":
        archive.write_bytes(archive.read_bytes() + b"\0")
    elif spoil == "signer":
        sign(archive, Publisher(tmp_path / "other").private, "for a test")
    else:
        signature.write_text("none", encoding="utf-8")
    with pytest.raises(UpdateRefused) as caught:
        install(archive)
    expected = {"content": "wrong_signature", "signer": "other_key", "signature": "no_signature"}
    assert caught.value.key == f"updates.{expected[spoil]}" and nothing_was_installed()


def test_a_pack_with_faults_is_named_with_them_and_the_former_one_stays(trusted, tools, tmp_path):
    install(signed(trusted, tools, tmp_path))
    with (tools / "pack.toml").open("a", encoding="utf-8") as file:
        file.write("\nnonsense = 1\n")
    with pytest.raises(PackError) as caught:
        install(signed(trusted, tools, tmp_path))
    assert "nonsense" in "".join(caught.value.faults)
    assert load_pack("tools").label == "Hire agreements"


def test_a_pack_that_ships_is_not_replaced(trusted, tmp_path):
    with pytest.raises(UpdateRefused) as caught:
        install(signed(trusted, pack_folder("fund_exam"), tmp_path))
    assert caught.value.key == "packs.ships" and nothing_was_installed()


@pytest.mark.parametrize("spoil", ["network", "settings", "tokenizer"])
def test_a_model_that_is_not_whole_is_refused(trusted, model, tmp_path, spoil):
    settings = shipped_embedder("en").settings
    if spoil == "network":
        (model / settings.model).write_bytes(NETWORK + b"!")
    else:
        (model / {"settings": "embedding.toml", "tokenizer": "tokenizer.json"}[spoil]).unlink()
    with pytest.raises(UpdateRefused) as caught:
        install(signed(trusted, model, tmp_path))
    assert caught.value.key == "packs.archive_unusable" and sentence(caught.value).hint
    assert not paths.installed_models("en").exists()


@pytest.mark.parametrize(
    "names",
    [
        ("tools/../../pack.toml",),
        ("/tools/pack.toml",),
        ("tools\\pack.toml",),
        ("tools/pack.toml", "others/pack.toml"),
        ("pack.toml",),
        (),
    ],
)
def test_an_archive_holds_one_folder_and_no_way_out_of_it(trusted, tmp_path, names):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name in names:
            entry = zipfile.ZipInfo("x")
            entry.filename = name
            archive.writestr(entry, "name = 'tools'")
    file = tmp_path / "tools.zip"
    file.write_bytes(content.getvalue())
    sign(file, trusted.private, "for a test")
    with pytest.raises(UpdateRefused) as caught:
        install(file)
    assert caught.value.key == "packs.archive_unusable" and nothing_was_installed()


def test_a_file_that_is_no_archive_and_one_that_is_a_link_are_refused(trusted, tmp_path):
    cut, linked = tmp_path / "cut.zip", tmp_path / "linked.zip"
    cut.write_bytes(b"PK\x03\x04 and no more")
    with zipfile.ZipFile(linked, "w") as archive:
        entry = zipfile.ZipInfo("tools/pack.toml")
        entry.external_attr = 0o120777 << 16
        archive.writestr(entry, "/etc/passwd")
    for file in (cut, linked):
        sign(file, trusted.private, "for a test")
        with pytest.raises(UpdateRefused) as caught:
            install(file)
        assert caught.value.key == "packs.archive_unusable"
    assert nothing_was_installed()
