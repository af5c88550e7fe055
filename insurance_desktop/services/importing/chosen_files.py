"""What a person chooses or drops: files, folders, archives, and a CSV manifest that says what they are."""

from collections.abc import Sequence
from pathlib import Path

from insurance_desktop.domain.documents import ImportedFile
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.running import CancelCheck, ProgressCallback, ignore_progress, never_cancelled
from insurance_desktop.services.importing.converter import Converter
from insurance_desktop.services.library.library import Library

from .ingestion import import_paths
from .manifest import read_manifest

MANIFEST_SUFFIX = ".csv"


def import_chosen(
    library: Library,
    converter: Converter,
    chosen: Sequence[Path],
    *,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> tuple[ImportedFile, ...]:
    """Import what was chosen; a CSV among it is the manifest, and alone it brings the files that it names beside it.

    Raises what `import_paths` raises, and UsageError for two manifests.
    """
    manifests = [each for each in chosen if each.suffix.lower() == MANIFEST_SUFFIX]
    others = [each for each in chosen if each not in manifests]
    if len(manifests) > 1:
        raise UsageError("services.two_manifests", names=", ".join(each.name for each in manifests))
    manifest = manifests[0] if manifests else None
    if manifest is not None and not others:
        others = files_beside(manifest)
    return import_paths(library, converter, others, manifest=manifest, progress=progress, cancel=cancel)


def files_beside(manifest: Path) -> list[Path]:
    """The files and archives in the manifest's folder, or below it, that its lines name, each once, in their order."""
    folder = manifest.absolute().parent
    found: dict[Path, None] = {}
    for row in read_manifest(manifest):
        named = folder / row.file.strip().replace("\\", "/")
        # A name may lead into an archive (材料.zip/条款.pdf): then the archive is what lies beside the manifest.
        file = next((each for each in (named, *named.parents) if each.is_file()), None)
        if file is not None and file.resolve().is_relative_to(folder.resolve()):
            found[file] = None
    return list(found)
