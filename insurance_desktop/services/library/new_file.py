"""A file for others, at a place that a person chose: whole or not at all, and never in the place of another."""

import os
from pathlib import Path

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.packs.system_reasons import reason_of
from insurance_desktop.unfinished import write_new


def new_place(target: Path) -> Path:
    """Where the file goes. UsageError where one is there already."""
    place = target.expanduser().absolute()
    if os.path.lexists(place):
        raise UsageError("services.export_exists", target=str(place))
    return place


def put_new(content: bytes, target: Path) -> None:
    """Write it. UsageError where a file has come there meanwhile, or none can be written there."""
    try:
        if not write_new(target, content):
            raise UsageError("services.export_exists", target=str(target))
    except OSError as error:
        raise UsageError("services.export_failed", target=str(target), detail=reason_of(error)) from error
