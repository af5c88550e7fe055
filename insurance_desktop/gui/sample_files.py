"""The PDFs that ship with the program, to try everything with."""

from pathlib import Path

from insurance_desktop import paths


def sample_files() -> list[Path]:
    return sorted((paths.resource_root() / "samples").glob("*.pdf"))
