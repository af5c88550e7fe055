"""The token of a library: who has it may ask. It lies beside the user's own data, never in the library, which travels.

It stays the same from start to start, so that a client is configured once; deleting its file makes a new one.
"""

import re
import secrets
from hashlib import sha256
from pathlib import Path

from insurance_desktop import paths
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.lasting import write_whole
from insurance_desktop.packs.system_reasons import system_refused

_TOKEN = re.compile(r"[!-~]{20,512}")
"""What a header carries as it is, and nobody guesses."""
_BYTES = 32


def token_of(library: Path, named: Path | None = None) -> str:
    """The token in the named file or in the library's own; a new one where there is no such file.

    UsageError where a named file holds none. SystemRefused where the file can be neither read nor made.
    """
    file = named.expanduser().absolute() if named else own_file(library)
    try:
        kept = None if paths.is_absent(file) else file.read_bytes().decode("latin-1").strip()
        if kept is not None and _TOKEN.fullmatch(kept):
            return kept
        if kept is not None and named:
            raise UsageError("http_server.no_token_in_file", file=file)
        made = secrets.token_urlsafe(_BYTES)
        write_whole(file, made.encode("ascii") + b"\n")  # a new file belongs to its user alone
    except OSError as error:
        raise system_refused(error) from error
    return made


def own_file(library: Path) -> Path:
    """Where a library's token lies when no file is named."""
    place = str(library.expanduser().resolve())
    return paths.token_folder() / f"{sha256(place.encode('utf-8', 'surrogateescape')).hexdigest()[:24]}.token"
