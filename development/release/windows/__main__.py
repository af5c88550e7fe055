"""Builds the installer for Windows on Linux.

    python -m development.release.windows OUT [--folder FOLDER] [--quick]

OUT gets `insurance-desktop-VERSION-windows-x86_64-setup.exe`, the folder that is in it, its bill of materials and
SHA256SUMS. Needs makensis, CPython 3.13
for the bytecode, and osslsigncode to look at Python's signatures; packing takes half an hour on a busy core, `--quick`
a minute for a third more bytes. With `--folder` one that was built before is packed again.
`bash development/release/windows/trial.sh` tries it under wine.
"""

import argparse
import shutil
import subprocess
import tempfile
import tomllib
from pathlib import Path

from development.release.foreign import PYTHON, ROOT, lay_libraries, note_form
from development.release.icons import windows_icon
from development.release.packing import checksums
from development.release.supply import write_bill
from insurance_desktop import __version__
from insurance_desktop.domain.licences import Installation
from insurance_desktop.domain.updates import Form
from insurance_desktop.packs.wording import sentences_of
from insurance_desktop.services.machine.licences import parts

from .bytecode import compiler, lay_bytecode
from .launchers import lay_launchers
from .runtime import VERSION, fetch, lay_runtime, misnamed, signer

HERE = Path(__file__).parent
SYSTEM = "windows-x86_64"
LANGUAGES = {"zh": "SIMPCHINESE", "en": "ENGLISH"}
MAKERS = ("Python Software Foundation", "Microsoft Windows Software Compatibility Publisher")
SIGNED = {".exe", ".dll", ".pyd", ".cat"}


def build_folder(folder: Path, compiling: str) -> None:
    """What is installed."""
    shutil.rmtree(folder, ignore_errors=True)
    python = folder / "python"
    with tempfile.TemporaryDirectory() as fetched:
        archive, stubs = fetch(Path(fetched))
        compiling = compiler(compiling, lay_runtime(archive, python))
        lay_launchers(stubs, folder)
    site = python / "Lib" / "site-packages"
    lay_libraries(SYSTEM, site)
    note_form(site, Form.SETUP)
    lay_bytecode(python / "Lib", compiling)
    shutil.copy(HERE / "path.py", folder)
    (folder / "insurance-desktop.ico").write_bytes(windows_icon())
    shutil.copy(ROOT / "LICENSE", folder)


def unsigned(folder: Path) -> list[str]:
    """What of Python does not carry its maker's signature, or that of Microsoft's libraries beside it."""
    python = folder / "python"
    ours = sorted(each for each in python.rglob("*") if each.suffix in SIGNED and "site-packages" not in each.parts)
    return [str(each.relative_to(python)) for each in ours if signer(each) not in MAKERS]


def words() -> str:
    """The installer's sentences, and the program's name out of the catalogue."""
    own = tomllib.loads((HERE / "words.toml").read_text(encoding="utf-8"))
    lines: list[str] = []
    for language, name in LANGUAGES.items():
        told = {"Title": sentences_of(language)["gui.application"], **own[language]}
        lines += [f'LangString {key} ${{LANG_{name}}} "{text}"' for key, text in told.items()]
    return "\n".join(lines) + "\n"


def build_installer(folder: Path, out: Path, *, quick: bool) -> Path:
    target = out / f"insurance-desktop-{__version__}-{SYSTEM}-setup.exe"
    with tempfile.TemporaryDirectory() as place:
        told = Path(place) / "words.nsh"
        told.write_text(words(), encoding="utf-8-sig")
        named: dict[str, object] = {"VERSION": __version__, "SOURCE": folder, "TARGET": target, "WORDS": told}
        if quick:
            named["QUICK"] = "1"
        line = ["makensis", "-V2", "-INPUTCHARSET", "UTF8", *(f"-D{name}={value}" for name, value in named.items())]
        subprocess.run([*line, HERE / "installer.nsi"], check=True)
    return target


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--python", default=f"python{PYTHON}", help="makes the bytecode; of the runtime's version")
    call = parser.parse_args()
    out = call.out.absolute()
    folder = call.folder.absolute() if call.folder else out / "windows"
    if call.folder is None:
        build_folder(folder, call.python)
    missing = unsigned(folder)
    if missing:
        raise SystemExit(f"without the signature of its maker: {', '.join(missing)}")
    installation = Installation(folder / "python" / "Lib" / "site-packages", Form.SETUP, VERSION)
    others = misnamed(folder / "python", parts(installation))
    if others:
        raise SystemExit(f"inside in another version than parts.toml says: {', '.join(others)}")
    bill = write_bill(out / f"insurance-desktop-{__version__}-{SYSTEM}.cdx.json", installation)
    target = build_installer(folder, out, quick=call.quick)
    checksums(out, (target, bill))
    total = sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())
    print(f"{folder.name}\t{total / 1e6:.1f} MB")
    print(f"{target.name}\t{target.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
