"""A pack, or the model of a language, as one signed file that `packs install` takes.

    python -m development.release.signed_folder FOLDER OUT --key KEY.pem

FOLDER is a pack's (pack.toml; it bears the pack's name) or a model's (embedding.toml with the network's sha256,
tokenizer, reference vectors and network; it is called after the language). OUT gets FOLDER.zip, the same bytes each
time, and its signature. The key is that of newer versions (development/release/publishing.py).
"""

import argparse
import zipfile
from pathlib import Path

from development.release.publishing import password
from development.release.signing import read_private_key, sign

FIRST = (1980, 1, 1, 0, 0, 0)
"""The time of every file inside: whoever packs, and when, makes no difference."""


def packed(folder: Path, out: Path) -> Path:
    """The folder with all that is in it; what is hidden stays out."""
    folder = folder.resolve()
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    target = out / f"{folder.name}.zip"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            place = file.relative_to(folder.parent)
            if not any(part.startswith((".", "__pycache__")) for part in place.parts):
                entry = zipfile.ZipInfo(place.as_posix(), FIRST)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, file.read_bytes())
    return target


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--key", type=Path, required=True)
    call = parser.parse_args()
    key = read_private_key(call.key, password())
    archive = packed(call.folder, call.out)
    print(archive, sign(archive, key, f"insurance-desktop {archive.name}"), sep="\n")


if __name__ == "__main__":
    main()
