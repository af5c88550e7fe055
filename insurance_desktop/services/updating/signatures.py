"""Signatures in minisign's form: ed25519 over the file's BLAKE2b, the key an ed25519 key with an id of its own.

The form is not ours on purpose: a signature can be made and checked with `minisign`, too, which many systems have,
so nobody has to believe this program about itself. The key is set by the person who sets the address: a server that
is taken over cannot name another.
"""

import binascii
import hashlib
from base64 import b64decode

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import UpdateRefused

ENDING = ".minisig"
"""A signature has the name of its file and this."""

MOST_BYTES = 4096
"""A signature has some 300."""

KEY_FORM, SIGNATURE_FORM = b"Ed", b"ED"
"""First bytes of a key, and of a signature over a hash; the older one over the whole file is not taken."""

_NAME, _KEY, _SIGNATURE = 8, 32, 64
_TRUSTED = "trusted comment: "


@entity
class PublicKey:
    """`id` tells keys apart; minisign shows it in capitals, the last byte first."""

    id: bytes
    key: bytes

    @property
    def name(self) -> str:
        return self.id[::-1].hex().upper()


def read_key(text: str) -> PublicKey:
    """A public key as minisign writes it: its line, or its whole file. UpdateRefused where it is none."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    content = _decoded(lines[-1] if lines else "")
    if len(content) != 2 + _NAME + _KEY or not content.startswith(KEY_FORM):
        raise UpdateRefused("updates.key_unusable", given=text.strip()[:80])
    return PublicKey(content[2 : 2 + _NAME], content[2 + _NAME :])


def refuse_unsigned(content: bytes, signature: bytes, key: PublicKey, *, file: str) -> None:
    """UpdateRefused where `signature` is not this key's, over exactly this content."""
    lines = signature.decode("utf-8", "replace").splitlines()
    made = _decoded(lines[1]) if len(lines) == 4 and lines[2].startswith(_TRUSTED) else b""
    if len(made) != 2 + _NAME + _SIGNATURE or not made.startswith(SIGNATURE_FORM):
        raise UpdateRefused("updates.no_signature", file=file)
    if made[2 : 2 + _NAME] != key.id:
        found = PublicKey(made[2 : 2 + _NAME], b"")
        raise UpdateRefused("updates.other_key", file=file, found=found.name, expected=key.name)
    of_content = made[2 + _NAME :]
    comment = lines[2].removeprefix(_TRUSTED).encode("utf-8")
    checked = Ed25519PublicKey.from_public_bytes(key.key)
    try:
        checked.verify(of_content, hashlib.blake2b(content).digest())
        checked.verify(_decoded(lines[3]), of_content + comment)
    except InvalidSignature as wrong:
        raise UpdateRefused("updates.wrong_signature", file=file, name=key.name) from wrong


def _decoded(line: str) -> bytes:
    """What a line says in base64, nothing where it is none."""
    try:
        return b64decode(line, validate=True)
    except (binascii.Error, ValueError):
        return b""
