"""The libraries of another system than the one that builds: which wheels it needs, and the folder that they make.

    python -m development.release.foreign windows-x86_64     pins them anew (needs uv, which reads foreign markers)

pip judges a marker such as `sys_platform == "win32"` by the machine that it runs on, so it would leave out pywin32 and
colorama; uv judges it by the system that is named. What uv chooses is pinned with the hash of its one wheel, and a
build takes that and nothing else, with pip alone.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from insurance_desktop.domain.entity import entity

ROOT = Path(__file__).resolve().parents[2]
PYTHON = "3.13"
"""The one that the Windows runtime of the registry has (windows.py); macOS takes the same."""


@entity
class System:
    """`triple` is what uv calls it, `platform` what wheels do: the oldest version of it that is served, for a Mac
    told to uv as `oldest`, too."""

    triple: str
    platform: str
    oldest: str = ""


SYSTEMS = {
    "windows-x86_64": System("x86_64-pc-windows-msvc", "win_amd64"),
    "darwin-arm64": System("aarch64-apple-darwin", "macosx_14_0_arm64", "14.0"),
    "darwin-x86_64": System("x86_64-apple-darwin", "macosx_13_0_x86_64", "13.0"),
}
NEVER_USED = (
    "PySide6/**/*.pyi", "PySide6/*.exe", "PySide6/qml", "PySide6/include", "PySide6/typesystems", "PySide6/metatypes",
    "PySide6/doc", "PySide6/glue", "PySide6/scripts", "PySide6/support", "PySide6/resources", "PySide6/lib/cmake",
    "PySide6/Qt/qml", "PySide6/Qt/libexec", "PySide6/Qt/metatypes",
    "PySide6/**/qml*", "PySide6/**/Qt6Quick*", "PySide6/**/Qt6Qml*", "PySide6/**/Qt6Labs*", "PySide6/**/Qt6Lottie*",
    "PySide6/**/Qt6Designer*", "PySide6/**/Qt6Help*", "PySide6/**/Qt6Test*", "PySide6/**/Qt6Sql*",
    "PySide6/**/QtQuick*", "PySide6/**/QtQml*", "PySide6/**/QtLabs*", "PySide6/**/QtLottie*", "PySide6/**/QtDesigner*",
    "PySide6/**/QtHelp*", "PySide6/**/QtTest*", "PySide6/**/QtSql*", "PySide6/**/QtUiTools*", "PySide6/Qt6UiTools*",
    "PySide6/**/QtOpenGL*", "PySide6/Qt6OpenGL*", "PySide6/opengl32sw.dll", "PySide6/**/QtXml*", "PySide6/Qt6Xml*",
    "PySide6/**/QtConcurrent*", "PySide6/Qt6Concurrent*", "PySide6/**/QtSvgWidgets*", "PySide6/Qt6SvgWidgets*",
    "PySide6/QtDBus.pyd", "PySide6/Qt6DBus.dll", "PySide6/plugins/platforms/q[dm]*", "PySide6/*pyside6qml*",
    "PySide6/**/plugins/platforminputcontexts/*qtvirtualkeyboard*", "PySide6/**/plugins/imageformats/*qpdf*",
    "PySide6/lupdate", "PySide6/lrelease", "PySide6/svgtoqml", "numpy/_core/*_tests.*",
    "PySide6/**/plugins/sqldrivers", "PySide6/**/plugins/designer", "PySide6/**/plugins/generic",
    "PySide6/**/plugins/vectorimageformats", "PySide6/**/plugins/tls", "PySide6/**/plugins/networkinformation",
    "PySide6/**/plugins/imageformats/*q[gtw]*", "PySide6/**/plugins/imageformats/*qicns*",
    "PySide6/Assistant*", "PySide6/Designer*", "PySide6/Linguist*",
    "PySide6/**/translations/*_[!ez]*", "PySide6/**/translations/*_e[!n]*",
    "*/vcamp140.dll", "*/vccorlib140.dll", "*/vcomp140.dll", "*/concrt140.dll",
    "pymupdf/layout", "pymupdf/mupdf-devel", "onnxruntime/tools", "onnxruntime/transformers", "onnxruntime/datasets",
    "onnxruntime/quantization", "onnxruntime/backend", "onnxruntime/capi/onnxruntime.dll",
    "onnxruntime/capi/libonnxruntime*.dylib", "apsw/sqlite_extra*", "apsw/fts_test_strings",
    "networkx*", "hf_xet*", "huggingface_hub*", "fsspec*", "tqdm*", "colorama*", "*sympy*", "mpmath*",
    "pymupdf4llm*", "pymupdf_layout*", "tabulate*", "pypdfium2_cli", "google", "protobuf*", "flatbuffers*",
    "lxml/html", "lxml/objectify*", "lxml/isoschematron",
    "pythonwin", "PyWin32.chm", "adodbapi", "isapi", "win32com", "win32comext", "bin", "share", "include",
    "pywin32_system32/pythoncom*", "pythoncom.py", "win32/win32help*", "win32/odbc*", "win32/scripts",
    "win32/lib/win[ein]*", "win32/lib/win32[giprs]*", "win32/lib/win32cryptcon*", "win32/lib/commctrl*",
    "win32/lib/mmsystem*", "numpy/testing",
    "**/__pycache__", "**/tests", "win32/test", "win32/Demos", "numpy/f2py",
    "numpy/_pyinstaller", "**/*.pxd", "**/*.pyx", "**/*.pxi", "**/*.lib", "**/*.pyi", "lxml/includes",
    "numpy/_core/include", "selectolax/*.c", "win32/include", "win32/libs",
)  # fmt: skip
"""What no line of the program loads, by the names that wheels of all systems give it."""


def pin(system: str) -> Path:
    """Asks the registry anew and writes the list."""
    found = SYSTEMS[system]
    with TemporaryDirectory() as folder:
        chosen, report = Path(folder) / "chosen.txt", Path(folder) / "report.json"
        ask = ["pip", "compile", "--quiet", "--no-header", "--no-annotate", "--extra", "ai", "--only-binary", ":all:"]
        place = ["--python-platform", found.triple, "--python-version", PYTHON]
        environment = {**os.environ, "MACOSX_DEPLOYMENT_TARGET": found.oldest}
        subprocess.run(["uv", *ask, *place, "-o", chosen, ROOT / "pyproject.toml"], check=True, env=environment)
        _pip(system, "--dry-run", "--ignore-installed", "--report", report, "--target", folder, "-r", chosen)
        told: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    lines = sorted(
        f"{each['metadata']['name'].lower()}=={each['metadata']['version']}"
        f" --hash=sha256:{each['download_info']['archive_info']['hashes']['sha256']}"
        for each in told["install"]
    )
    file = pinned(system)
    head = f"# CPython {PYTHON}, {system}, by `python -m development.release.foreign {system}`"
    file.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
    return file


def pinned(system: str) -> Path:
    return Path(__file__).with_name(f"requirements-{system}.txt")


def lay_libraries(system: str, site: Path) -> None:
    """The pinned wheels, each by its hash, and the program itself, without what it never loads."""
    site.mkdir(parents=True)
    _pip(system, "--require-hashes", "--no-compile", "--target", site, "-r", pinned(system))
    with TemporaryDirectory() as folder:
        build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, str(ROOT)]
        subprocess.run(build, check=True)
        [wheel] = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(site)
    for pattern in NEVER_USED:
        for each in [*site.glob(pattern)]:
            shutil.rmtree(each) if each.is_dir() and not each.is_symlink() else each.unlink(missing_ok=True)


def note_form(site: Path, form: str) -> None:
    """Tells the program how it came here (services/machine/own_form.py)."""
    (site / "insurance_desktop" / "resources" / "form").write_text(f"{form}\n", encoding="utf-8")


def _pip(system: str, *words: object) -> None:
    place = ["--platform", SYSTEMS[system].platform, "--python-version", PYTHON, "--implementation", "cp"]
    place.append("--ignore-requires-python")  # pip asks the Python that runs it; uv has asked the right one
    line = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:", *place]
    subprocess.run([*line, *map(str, words)], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("system", choices=sorted(SYSTEMS))
    print(pin(parser.parse_args().system))


if __name__ == "__main__":
    main()
