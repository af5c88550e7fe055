"""Builds from a clean clone what somebody without Python installs on Linux: an archive with an installer, and a .deb.

    python -m development.release OUT [--folder FOLDER]

OUT holds the program's folder afterwards, `insurance-desktop-VERSION-linux-x86_64.tar.gz`, a `.deb`, the bill of
materials (CycloneDX) and SHA256SUMS.
The build environment is made of development/release/requirements-linux.txt alone, each wheel by its hash. With
`--folder` one that was built before is packed again. Needs dpkg-deb and strip; takes some fifteen minutes on two cores.
`bash development/release/trial.sh` tries the results in bare systems, and `python -m development.release.report OUT`
then writes the table of what is known of them, RELEASE.md.
"""

import argparse
import platform
import subprocess
from pathlib import Path

from development.release.deb import debian_package
from development.release.folder import built_folder
from development.release.packing import PROGRAM, archive, checksums
from development.release.report import write_report
from development.release.sizes import table
from development.release.supply import write_bill
from insurance_desktop import __version__
from insurance_desktop.domain.licences import Installation
from insurance_desktop.domain.updates import Form


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--folder", type=Path, help="packs this one and builds none")
    call = parser.parse_args()
    out = call.out.absolute()
    out.mkdir(parents=True, exist_ok=True)
    moment = int(_git("log", "-1", "--format=%ct"))
    folder = call.folder or built_folder(Path(_git("rev-parse", "--show-toplevel")), out, moment)
    print(table(folder))
    installation = Installation(folder / "_internal", Form.ARCHIVE, platform.python_version())
    bill = write_bill(out / f"{PROGRAM}-{__version__}-linux-x86_64.cdx.json", installation)
    made = (archive(folder, out, moment), debian_package(folder, out, moment), bill)
    checksums(out, made)
    print(write_report(out), end="")
    return 0


def _git(*words: str) -> str:
    here = Path(__file__).parent
    return subprocess.run(["git", "-C", here, *words], check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    raise SystemExit(main())
