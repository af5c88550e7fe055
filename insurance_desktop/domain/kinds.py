"""Kinds that code names: of findings, and of what a conversion leaves out. What packs and stored files add stays text.

Types of documents and of tables are not here: no code names one, they are a pack's own words.
"""

from enum import StrEnum
from typing import Self


class ReasonKind(StrEnum):
    """Families of findings, and what else makes a document wait; in the order in which they weigh."""

    UNREAD_PAGES = "unread_pages"
    FLAGGED_TABLES = "flagged_tables"
    TEXT_DIFFERS = "text_differs"
    EDITED_TEXT = "edited_text"
    UNRESOLVED_REFERENCES = "unresolved_references"
    STRUCTURE = "structure"
    HIDDEN_TEXT = "hidden_text"
    IDENTITY = "identity"
    PROPOSED_EXCLUSIONS = "proposed_exclusions"
    OCR_SUGGESTIONS = "ocr_suggestions"
    OTHER = "other"
    SECOND_REVIEWER = "second_reviewer"
    DRAFT = "draft"


class FindingKind(StrEnum):
    """What a finding says; `family` is what the queue of reviews counts it under."""

    family: ReasonKind

    def __new__(cls, name: str, family: ReasonKind = ReasonKind.OTHER) -> Self:
        """A member that is its name, with the family beside it."""
        member = str.__new__(cls, name)
        member._value_ = name
        member.family = family
        return member

    PAGE_BROKEN = "page_broken", ReasonKind.UNREAD_PAGES
    PAGE_WITHOUT_TEXT = "page_without_text", ReasonKind.UNREAD_PAGES
    PAGE_TEXT_UNSEEN = "page_text_unseen", ReasonKind.UNREAD_PAGES
    PAGE_GARBLED = "page_garbled", ReasonKind.UNREAD_PAGES
    PAGE_MOSTLY_PICTURE = "page_mostly_picture", ReasonKind.UNREAD_PAGES
    UNREADABLE = "unreadable", ReasonKind.UNREAD_PAGES
    REPAIRED = "repaired", ReasonKind.UNREAD_PAGES
    UNACCOUNTED = "unaccounted", ReasonKind.UNREAD_PAGES
    ACCOUNTED_TWICE = "accounted_twice", ReasonKind.UNREAD_PAGES
    WORDS_UNACCOUNTED = "words_unaccounted", ReasonKind.UNREAD_PAGES
    SIGNS_UNREADABLE = "signs_unreadable", ReasonKind.UNREAD_PAGES
    PICTURES_UNREAD = "pictures_unread", ReasonKind.UNREAD_PAGES

    TABLE_IRREGULAR = "table_irregular", ReasonKind.FLAGGED_TABLES
    TABLE_STRADDLING = "table_straddling", ReasonKind.FLAGGED_TABLES
    TABLE_UNTRUSTED = "table_untrusted", ReasonKind.FLAGGED_TABLES
    TABLE_HEADLESS = "table_headless", ReasonKind.FLAGGED_TABLES
    TABLE_PAGE_BREAK = "table_page_break", ReasonKind.FLAGGED_TABLES
    TABLE_CUT = "table_cut", ReasonKind.FLAGGED_TABLES
    TABLE_OVERFLOW = "table_overflow", ReasonKind.FLAGGED_TABLES

    SIGNS_LOST = "signs_lost", ReasonKind.TEXT_DIFFERS
    SIGNS_ADDED = "signs_added", ReasonKind.TEXT_DIFFERS
    SIGNS_CHANGED = "signs_changed", ReasonKind.TEXT_DIFFERS
    SIGNS_THROUGHOUT = "signs_throughout", ReasonKind.TEXT_DIFFERS
    SIGNS_MOVED = "signs_moved", ReasonKind.TEXT_DIFFERS
    CRITICAL_LOST = "critical_lost", ReasonKind.TEXT_DIFFERS
    CRITICAL_ADDED = "critical_added", ReasonKind.TEXT_DIFFERS
    CRITICAL_CHANGED = "critical_changed", ReasonKind.TEXT_DIFFERS
    NUMBER_SPLIT = "number_split", ReasonKind.TEXT_DIFFERS
    NUMBER_JOINED = "number_joined", ReasonKind.TEXT_DIFFERS
    NUMBER_BROKEN = "number_broken", ReasonKind.TEXT_DIFFERS
    WORDS_SPLIT = "words_split", ReasonKind.TEXT_DIFFERS
    WORDS_JOINED = "words_joined", ReasonKind.TEXT_DIFFERS
    SECOND_UNREADABLE = "second_unreadable", ReasonKind.TEXT_DIFFERS
    SECOND_MORE = "second_more", ReasonKind.TEXT_DIFFERS
    READINGS_DIFFER = "readings_differ", ReasonKind.TEXT_DIFFERS
    LEFT_OUT_WORDS = "left_out_words", ReasonKind.TEXT_DIFFERS

    EDIT = "edit", ReasonKind.EDITED_TEXT

    REFERENCE_OPEN = "reference_open", ReasonKind.UNRESOLVED_REFERENCES
    REFERENCE_DIFFERS = "reference_differs", ReasonKind.UNRESOLVED_REFERENCES

    SECTION_TWICE = "section_twice", ReasonKind.STRUCTURE
    SECTION_JUMP = "section_jump", ReasonKind.STRUCTURE
    CONTENTS_MISSING = "contents_missing", ReasonKind.STRUCTURE
    CONTENTS_DIFFERS = "contents_differs", ReasonKind.STRUCTURE
    STRUCTURE_NOT_FOUND = "structure_not_found", ReasonKind.STRUCTURE
    SECTION_INTRUDES = "section_intrudes", ReasonKind.STRUCTURE
    SECTION_TOO_LARGE = "section_too_large", ReasonKind.STRUCTURE
    EXCLUSION_IN_DOUBT = "exclusion_in_doubt", ReasonKind.STRUCTURE
    TITLE_CUT = "title_cut", ReasonKind.STRUCTURE
    TITLE_LOST = "title_lost", ReasonKind.STRUCTURE
    TITLE_OPEN = "title_open", ReasonKind.STRUCTURE
    TITLE_IS_TEXT = "title_is_text", ReasonKind.STRUCTURE
    LABEL_OUTSIDE = "label_outside", ReasonKind.STRUCTURE
    PARAGRAPH_CUT = "paragraph_cut", ReasonKind.STRUCTURE
    CHAIN_LEFT = "chain_left", ReasonKind.STRUCTURE
    DEFINITIONS_LEFT = "definitions_left", ReasonKind.STRUCTURE
    DEFINITION_IN_TEXT = "definition_in_text", ReasonKind.STRUCTURE
    REFERENCE_CHAIN = "reference_chain", ReasonKind.STRUCTURE

    HIDDEN_TEXT = "hidden_text", ReasonKind.HIDDEN_TEXT
    REVISIONS_OPEN = "revisions_open", ReasonKind.TEXT_DIFFERS
    WORDS_HIDDEN = "words_hidden", ReasonKind.HIDDEN_TEXT
    CLIPPED_TEXT = "clipped_text", ReasonKind.HIDDEN_TEXT
    LABEL_IN_TABLE = "label_in_table", ReasonKind.HIDDEN_TEXT
    WATERMARK_TEXT = "watermark_text", ReasonKind.HIDDEN_TEXT

    SAME_EDITION_OTHER_BYTES = "same_edition_other_bytes", ReasonKind.IDENTITY
    METADATA_DIFFERS = "metadata_differs", ReasonKind.IDENTITY
    PRODUCT_NAME_UNKNOWN = "product_name_unknown", ReasonKind.IDENTITY
    SEVERAL_PRODUCTS = "several_products", ReasonKind.IDENTITY

    PROPOSED_EXCLUSION = "proposed_exclusion", ReasonKind.PROPOSED_EXCLUSIONS

    OCR_SUGGESTION = "ocr_suggestion", ReasonKind.OCR_SUGGESTIONS
    OCR_FAILED = "ocr_failed", ReasonKind.OCR_SUGGESTIONS
    OCR_LEFT = "ocr_left", ReasonKind.OCR_SUGGESTIONS
    OCR_NOT_INSTALLED = "ocr_not_installed", ReasonKind.OCR_SUGGESTIONS

    BLANK_PAGE = "blank_page"
    FAINT_TEXT = "faint_text"
    IMPORTED_HIDDEN_TEXT = "imported_hidden_text"
    COLLECTED_HIDDEN_TEXT = "collected_hidden_text"
    COLLECTED_CODE_DIFFERS = "collected_code_differs"
    COLLECTED_CODE_MISSING = "collected_code_missing"
    COLLECTED_ISSUER_DIFFERS = "collected_issuer_differs"
    COLLECTED_TYPE_UNCONFIRMED = "collected_type_unconfirmed"
    COLLECTED_FILE_CHANGED = "collected_file_changed"
    FACTS_DIFFER = "facts_differ"
    FIGURE_NOWHERE = "figure_nowhere"
    FIGURE_BOOK_ABSENT = "figure_book_absent"
    PRIORITY_UNKNOWN = "priority_unknown"


def family_of(kind: str) -> ReasonKind:
    """The family of a finding's kind; OTHER for one of a stored file that this program does not write."""
    try:
        return FindingKind(kind).family
    except ValueError:
        return ReasonKind.OTHER


class ExclusionReason(StrEnum):
    """Why glyphs are not in the Markdown. A pack's forms of noise may name reasons of their own."""

    PAGE_HEADER = "page_header"
    PAGE_FOOTER = "page_footer"
    PAGE_NUMBER = "page_number"
    LINE_NUMBER = "line_number"
    CONTENTS = "contents"
    DOTTED_LEADER = "dotted_leader"
    DECORATIVE = "decorative"
    QR_CAPTION = "qr_caption"
    WATERMARK = "watermark"
    REPEATED_HEADER = "repeated_header"
    REPEATED_LABEL = "repeated_label"
    STROKE_DUPLICATE = "stroke_duplicate"
    HIDDEN = "hidden"
    CLIPPED = "clipped"
    OFF_PAGE = "off_page"
    EDITED = "edited"
    MARKUP = "markup"
    COMMENT = "comment"
    FRONT_MATTER = "front_matter"
    LINK_TARGET = "link_target"
    PICTURE = "picture"
    NAVIGATION = "navigation"
    SCRIPT = "script"
    STYLE = "style"
    PAGE_METADATA = "page_metadata"
    CONTROLS = "controls"
    DELETED_REVISION = "deleted_revision"
    FIELD_CODE = "field_code"
    REPEATED_FORM = "repeated_form"
    DATA_COLUMN = "data_column"


UNSEEN = frozenset({ExclusionReason.HIDDEN, ExclusionReason.CLIPPED, ExclusionReason.OFF_PAGE})
"""Reasons of glyphs that no reader of the page sees."""


class ProposalReason(StrEnum):
    """Why a passage outside the exclusions is proposed as one."""

    REFUSAL = "refusal"
    """Words that refuse."""
    LIMIT = "limit"
    """Words that narrow."""
    TYPOGRAPHY = "typography"
    """Printed as the document prints its exclusions."""
