"""Filed PDFs are often locked against changes: they open without a password, or say why they do not."""

import pymupdf
import pytest
from collected_library import collect
from stand_in_site import Site

from insurance_desktop.domain.states import ConversionStatus
from insurance_desktop.services.library import documents
from insurance_desktop.services.workspace import open_workspace

CIPHERS = {"AES-128": pymupdf.PDF_ENCRYPT_AES_128, "AES-256": pymupdf.PDF_ENCRYPT_AES_256}


def locked(words, cipher, password):
    """A clause with encrypted object streams, as official files have them."""
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 100), f"1.1 犹豫期 {words}", fontname="china-s")
        content = document.tobytes(
            encryption=cipher, user_pw=password, owner_pw="owner", use_objstms=1, garbage=3, deflate=True
        )
    assert b"/ObjStm" in content
    assert b"/Encrypt" in content
    return content


@pytest.mark.requirement("EC-001")
def test_an_empty_password_opens_a_collected_file_and_an_unknown_one_fails_with_the_reason(tmp_path):
    site = Site()
    for code, (name, cipher) in enumerate(CIPHERS.items()):
        site.lists(str(code), numbers=(1, 7))
        site.serves(str(code), 1, 1, locked(f"{name}的犹豫期为二十日。", cipher, ""))
        site.serves(str(code), 1, 7, locked(name, cipher, "secret"))
    with open_workspace(tmp_path / "library.db") as workspace:
        report = collect(workspace, site)
        assert len(report.acquisition.documents) == 4
        found = documents.list_documents(workspace.library)
        for each in found:
            if each.document_type == "产品条款":
                assert each.conversion_status in (ConversionStatus.CONVERTED, ConversionStatus.NEEDS_ATTENTION)
                assert each.pages == 1
            else:
                assert each.conversion_status is ConversionStatus.FAILED
                assert "密码" in each.reason
        assert collect(workspace, site).acquisition.wanted == 0  # a locked file is not asked for again and again
