"""A folder as a publisher lays it out: a file, its manifest, a signature by a key made for the test."""

from datetime import date
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from development.release.publishing import MANIFEST, manifest, release_files
from development.release.signing import public_line, sign

TODAY = date(2026, 11, 29)
WHEEL = "insurance_desktop-9.1.0-py3-none-any.whl"


class Publisher:
    """Lays releases into a folder and signs them."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.private = Ed25519PrivateKey.generate()
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def key(self):
        return public_line(self.private)

    @property
    def address(self):
        return str(self.folder / MANIFEST)

    def releases(self, version="9.1.0", *, name=WHEEL, content=b"a wheel", days=90, today=TODAY):
        (self.folder / name).write_bytes(content)
        changes = {"zh": ["找得更快"], "en": ["Finds sooner"]}
        return self.signs(manifest(release_files(self.folder), changes, version, today, days))

    def signs(self, text):
        """Whatever it is."""
        file = self.folder / MANIFEST
        file.write_text(text, encoding="utf-8")
        return sign(file, self.private, "for a test")
