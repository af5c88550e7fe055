"""Makes what wine lacks, beside a copy of the folder that is tried: `python stubs.py FOLDER` (needs ziglang, pefile).

numpy's core names complex functions of Microsoft's C library that wine 10 only declares: a library of ours has them,
hands every other name on to wine's, and takes the place of wine's in the copy's list of imports. Qt's core wants ICU,
which wine does not have: a library answers each call with nothing. The folder that ships is not touched.
"""

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pefile

HERE = Path(__file__).parent
WINES = b"api-ms-win-crt-math-l1-1-0.dll"
OURS = b"insurance-desktop-try-math.dll"
"""As long as the other name, whose place it takes."""


def imports(file: Path, library: str) -> list[str]:
    """What a program names of one library."""
    read = pefile.PE(str(file), fast_load=True)
    read.parse_data_directories([pefile.DIRECTORY_ENTRY["IMAGE_DIRECTORY_ENTRY_IMPORT"]])
    entries = [each for each in read.DIRECTORY_ENTRY_IMPORT if each.dll.decode().lower() == library]
    return [each.name.decode() for entry in entries for each in entry.imports if each.name]


def build(target: Path, code: str, exports: str) -> None:
    with TemporaryDirectory() as folder:
        source, definition = Path(folder) / "stub.c", Path(folder) / "stub.def"
        source.write_text(code, encoding="utf-8")
        definition.write_text(f"LIBRARY {target.name}\nEXPORTS\n{exports}", encoding="utf-8")
        line = [sys.executable, "-m", "ziglang", "cc", "-target", "x86_64-windows-gnu", "-shared", "-O1"]
        subprocess.run([*line, "-o", target, source, definition], check=True, cwd=folder)


def lend_numpy(core: Path) -> None:
    """A math library for numpy's core."""
    code = (HERE / "crt_math.c").read_text(encoding="utf-8")
    own = set(re.findall(r"(?:REAL|COMPLEX)\((\w+)\)", code)) - {"name"}
    own = {f"{each}{width}" for each in own | {"cpow"} for width in ("", "f", "l")}
    patched = [each for each in core.glob("_multiarray_*.pyd") if WINES in each.read_bytes()]
    wanted = {name for each in patched for name in imports(each, WINES.decode())}
    lines = [f"  {name}={'try_' + name if name in own else 'ucrtbase.' + name}\n" for name in sorted(wanted)]
    build(core / OURS.decode(), code, "".join(lines))
    for each in patched:
        each.write_bytes(each.read_bytes().replace(WINES, OURS))


def lend_qt(folder: Path) -> None:
    """An ICU that knows no coding: Qt's own (UTF-8, UTF-16, Latin-1) do not ask it."""
    names = imports(folder / "Qt6Core.dll", "icuuc.dll")
    code = "".join(f"__declspec(dllexport) void *{name}(void) {{ return 0; }}\n" for name in names)
    build(folder / "icuuc.dll", code, "".join(f"  {name}\n" for name in names))


if __name__ == "__main__":
    site = Path(sys.argv[1]) / "python" / "Lib" / "site-packages"
    lend_numpy(site / "numpy" / "_core")
    lend_qt(site / "PySide6")
