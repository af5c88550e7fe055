"""Makes keys and signatures in minisign's form, which services/updating/signatures.py (and `minisign -V`) checks.

The private key is an encrypted PKCS #8 file: minisign's own form of it would need another key derivation than the one
that every tool for keys reads.
"""

import hashlib
from base64 import b64encode
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from insurance_desktop.lasting import write_whole
from insurance_desktop.services.updating.signatures import ENDING, KEY_FORM, SIGNATURE_FORM


def make_key(file: Path, password: str) -> str:
    """A new private key in a new file that its user alone can read; returns the public key's line.

    FileExistsError where the file is there.
    """
    if file.exists():
        raise FileExistsError(file)
    key = Ed25519PrivateKey.generate()
    content = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(password.encode()),
    )
    write_whole(file, content)
    return public_line(key)


def read_private_key(file: Path, password: str) -> Ed25519PrivateKey:
    """ValueError where it is no such key, or the password another."""
    key = serialization.load_pem_private_key(file.read_bytes(), password.encode())
    if not isinstance(key, Ed25519PrivateKey):
        raise ValueError(f"{file} holds another kind of key")
    return key


def public_line(key: Ed25519PrivateKey) -> str:
    """The public key as a person sets it: minisign's line, with an id that follows from the key."""
    public = key.public_key().public_bytes_raw()
    return b64encode(KEY_FORM + _id(key) + public).decode()


def sign(file: Path, key: Ed25519PrivateKey, comment: str) -> Path:
    """Writes the signature beside the file, over an older one."""
    made = key.sign(hashlib.blake2b(file.read_bytes()).digest())
    lines = (
        "untrusted comment: insurance-desktop",
        b64encode(SIGNATURE_FORM + _id(key) + made).decode(),
        f"trusted comment: {comment}",
        b64encode(key.sign(made + comment.encode())).decode(),
    )
    target = file.with_name(file.name + ENDING)
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return target


def _id(key: Ed25519PrivateKey) -> bytes:
    return hashlib.blake2b(key.public_key().public_bytes_raw(), digest_size=8).digest()
