"""A library of many documents that can be opened and drawn: one sample, converted once, under as many names."""

import hashlib
from dataclasses import replace

from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.services.importing import ingestion
from insurance_desktop.services.importing.converter import Converter
from insurance_desktop.services.library.library import Library


def fill(library: Library, converter: Converter, sample: bytes, count: int) -> None:
    """So many documents, each of a product of its own; they wait for review."""
    conversion = converter.workers.convert(sample, library.pack.name)
    for number in range(1, count + 1):
        content = sample + b"\n%% document %d\n" % number
        name = f"{conversion.printed.product_name} {number:05}"
        printed = replace(conversion.printed, product_name=name, product_code=f"{number:05}", filing_number=None)
        taken = ingestion.store_original(library, f"document-{number:05}.pdf", content, GivenMetadata())
        made = replace(conversion, sha256=hashlib.sha256(content).hexdigest(), printed=printed)
        ingestion.store_conversion(library, taken.document.document_id, made)
