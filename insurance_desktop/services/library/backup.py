"""A backup: a complete, closed library in one new file."""

from pathlib import Path

from insurance_desktop.domain.errors import LibraryError, LibraryReadOnly

from .library import Library


def backup(library: Library, target: Path) -> Path:
    """Copy the library as it is now into `target`, which must not exist while its folder must, and say where it lies.

    The copy needs no log beside it: it can be carried away and opened read-only from any medium. Readers and a running
    import are not disturbed.
    """
    target = target.expanduser().absolute()
    try:
        if target.exists():
            raise LibraryError("services.backup_exists", target=str(target))
        if not target.parent.is_dir():
            raise LibraryError("services.backup_without_folder", target=str(target), folder=str(target.parent))
    except OSError as error:
        raise LibraryReadOnly("store.folder_not_writable", path=str(target), folder=str(target.parent)) from error
    if not library.database.copy_to(target):
        raise LibraryError("services.backup_exists", target=str(target))
    return target
