"""Lays out the .app for macOS on Linux.

    python -m development.release.macos darwin-arm64|darwin-x86_64 OUT

OUT gets `insurance-desktop-VERSION-SYSTEM-unfinished.tar.gz`: the bundle with its libraries, Info.plist and icon, and
finish.sh; its bill of materials and SHA256SUMS. No registry serves a CPython for macOS whose maker can be checked here,
and nobody but a Mac signs: finish.sh puts in python.org's own, signs, packs and has it notarised. Nothing of this was
run on a Mac.
"""

import argparse
import plistlib
import shutil
import tarfile
from pathlib import Path

from development.release.foreign import PYTHON, ROOT, SYSTEMS, lay_libraries, note_form
from development.release.icons import apple_icon
from development.release.packing import checksums
from development.release.supply import write_bill
from insurance_desktop import __version__
from insurance_desktop.domain.licences import Installation
from insurance_desktop.domain.links import SCHEME
from insurance_desktop.domain.updates import Form
from insurance_desktop.packs.wording import LANGUAGES, sentences_of

from .slices import cut_all

HERE = Path(__file__).parent
BUNDLE = "insurance-desktop"
PROGRAM = "insurance-desktop-window"
PACKAGE = "3.13.2"
"""The Python that finish.sh is given."""
LAUNCHER = f"""#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
exec "$here/../Frameworks/Python.framework/Versions/{PYTHON}/bin/python{PYTHON}" -I -m insurance_desktop "$@"
"""
RIGHTS = ("com.apple.security.cs.allow-unsigned-executable-memory",)
"""What notarised programs must ask for: ONNX Runtime and ctypes make memory that runs."""


def information(oldest: str) -> dict[str, object]:
    """Info.plist: who it is, which links and files it opens, from which macOS on it runs."""
    return {
        "CFBundleDevelopmentRegion": "zh_CN",
        "CFBundleDisplayName": sentences_of("zh")["gui.application"],
        "CFBundleExecutable": PROGRAM,
        "CFBundleIconFile": BUNDLE,
        "CFBundleIdentifier": BUNDLE,
        "CFBundleInfoDictionaryVersion": "6.0",
        "CFBundleLocalizations": ["zh_CN", "en"],
        "CFBundleName": BUNDLE,
        "CFBundlePackageType": "APPL",
        "CFBundleShortVersionString": __version__,
        "CFBundleVersion": __version__,
        "CFBundleURLTypes": [{"CFBundleURLName": SCHEME, "CFBundleURLSchemes": [SCHEME]}],
        "CFBundleDocumentTypes": [
            {"CFBundleTypeRole": "Viewer", "LSHandlerRank": "Alternate", "LSItemContentTypes": ["com.adobe.pdf"]}
        ],
        "LSApplicationCategoryType": "public.app-category.business",
        "LSMinimumSystemVersion": oldest,
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": "AGPL-3.0-or-later",
    }


def lay_bundle(system: str, app: Path) -> None:
    """Everything but Python itself."""
    shutil.rmtree(app, ignore_errors=True)
    contents = app / "Contents"
    resources = contents / "Resources"
    site = resources / "site-packages"
    lay_libraries(system, site)
    cut_all(site, system.partition("-")[2])
    note_form(site, Form.APP)
    (contents / "Info.plist").write_bytes(plistlib.dumps(information(SYSTEMS[system].oldest)))
    (resources / f"{BUNDLE}.icns").write_bytes(apple_icon())
    for language, folder in zip(LANGUAGES, ("zh_CN", "en"), strict=True):
        words = resources / f"{folder}.lproj" / "InfoPlist.strings"
        words.parent.mkdir()
        words.write_text(f'CFBundleDisplayName = "{sentences_of(language)["gui.application"]}";\n', encoding="utf-8")
    (contents / "MacOS").mkdir()
    for name in (PROGRAM, BUNDLE):
        launcher = contents / "MacOS" / name
        launcher.write_text(LAUNCHER, encoding="utf-8")
        launcher.chmod(0o755)
    shutil.copy(ROOT / "LICENSE", resources)


def pack(system: str, app: Path, out: Path) -> Path:
    """The bundle with the script that finishes it; an archive that keeps the links inside Qt's frameworks."""
    name = f"{BUNDLE}-{__version__}-{system}-unfinished"
    target = out / f"{name}.tar.gz"
    rights = out / "entitlements.plist"
    rights.write_bytes(plistlib.dumps(dict.fromkeys(RIGHTS, True)))
    with tarfile.open(target, "w:gz", compresslevel=6) as archive:
        for each in (app, HERE / "finish.sh", rights):
            archive.add(each, f"{name}/{each.name}")
    return target


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("system", choices=[each for each in SYSTEMS if each.startswith("darwin")])
    parser.add_argument("out", type=Path)
    call = parser.parse_args()
    out = call.out.absolute()
    out.mkdir(parents=True, exist_ok=True)
    app = out / f"{BUNDLE}.app"
    lay_bundle(call.system, app)
    installation = Installation(app / "Contents" / "Resources" / "site-packages", Form.APP, PACKAGE)
    bill = write_bill(out / f"{BUNDLE}-{__version__}-{call.system}.cdx.json", installation)
    target = pack(call.system, app, out)
    checksums(out, (target, bill))
    total = sum(each.stat().st_size for each in app.rglob("*") if each.is_file() and not each.is_symlink())
    print(f"{app.name}\t{total / 1e6:.1f} MB")
    print(f"{target.name}\t{target.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
