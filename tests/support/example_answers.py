"""One full answer of each kind, every field filled, as a service would give it."""

from datetime import UTC, datetime

from insurance_desktop.domain.answers import (
    ClauseAnswer,
    ClauseLink,
    ClausePlace,
    DefinitionText,
    ExceptionClause,
    ExclusionAnswer,
    ExclusionItem,
    Hit,
    Nearest,
    OperationWords,
    Quotation,
    ReadTogether,
    RelatedTable,
    SearchAnswer,
    SourceReference,
    StoredReference,
    SurrenderAnswer,
)
from insurance_desktop.domain.conversion import Table
from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.editions import (
    ChangeCounts,
    ClauseChange,
    ComparedClause,
    ComparedDocument,
    ComparisonAnswer,
    TextChange,
)
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.product_answers import LookedUpProduct, LookupAnswer
from insurance_desktop.domain.quotes import Difference, QuoteAnswer, QuoteCheck, QuotePlace, Verdict
from insurance_desktop.domain.reading import (
    CellCandidate,
    DocumentCounts,
    DocumentsAnswer,
    LibraryStatusAnswer,
    RankingStanding,
    SiteFreshness,
    TableAnswer,
    TableCell,
)
from insurance_desktop.domain.states import AnswerStatus, ConversionStatus, EditionStatus, ReviewStatus

SOURCE = SourceReference(
    product_name="砚湖青松两全保险",
    product_code="YH1001",
    company="砚湖人寿",
    document_type="产品条款",
    document_id=12,
    edition="YH1001-2",
    pdf_path="砚湖人寿/YH1001/YH1001-2/产品条款.pdf",
    page_number=4,
    boxes=(Box(4, 70.12, 120.0, 520.3, 402.8),),
    download_url=None,
    pdf_sha256="ab" * 32,
    text_sha256="cd" * 32,
    verified_by="甲",
    verified_at="2026-11-21T08:00:00+00:00",
)
PRODUCT = LookedUpProduct(
    7,
    "YH1001",
    "砚湖青松两全保险",
    "砚湖人寿",
    "两全保险",
    "2025-06-01",
    0.97,
    "name",
    "两全保险",
    "出生满28天至60周岁",
    "90天",
)
TABLE = Table(
    5, "rate", ("年龄", "费率"), (("18", "1.2"),), 1, 2, "元", spans=((0, 0, 1, 2),), boxes=(Box(5, 0, 0, 9, 9),)
)
HIT = Hit(
    chunk_id="abababab-1.4-0123456789ab",
    content="从您签收保险单的第二天算起，您有十五日的犹豫期。\n第二段。",
    section_id="1.4",
    section_title="犹豫期",
    breadcrumb=("1 您与我们的合同", "1.4 犹豫期"),
    category=("Process",),
    similarity_score=0.93,
    edition_status=EditionStatus.CURRENT,
    source_reference=SOURCE,
    read_together=(ReadTogether("abababab-9.3-0123456789ab", "9.3", "definition"),),
    is_table=True,
    table_data=TABLE,
    explain={"cosine": 0.61},
)
SEARCH = SearchAnswer(
    AnswerStatus.OK,
    "犹豫期",
    {"product_code": "YH1001"},
    "一句话",
    (HIT,),
    (Nearest("c15", "1.5", "保险期间", "砚湖青松两全保险", 12),),
    (PRODUCT,),
    True,
    "next",
)
LOOKUP = LookupAnswer(AnswerStatus.OK, None, (PRODUCT,))
EXCLUSIONS = ExclusionAnswer(
    AnswerStatus.OK,
    None,
    "matched",
    True,
    (
        ExclusionItem(
            HIT.chunk_id,
            "2.5",
            "责任免除",
            "（5）",
            1,
            "matched",
            "因下列情形之一导致被保险人身故的，我们不承担给付保险金的责任：",
            "被保险人酒后驾驶",
            (ExceptionClause("但另有约定的除外", "2.6"),),
            (HIT.chunk_id,),
            SOURCE,
        ),
    ),
    (SOURCE,),
    0.9,
    "命中 1 条责任免除",
    "本结果仅供参考，实际理赔以保险合同和公司审核为准",
    8,
    True,
    (PRODUCT,),
)
PLACE = (Box(4, 70, 120, 520, 402),)
QUOTATION = Quotation("您可以解除合同。", HIT.chunk_id, "7.1", "您解除合同的手续及风险", 4, PLACE)
SURRENDER = SurrenderAnswer(
    AnswerStatus.OK,
    None,
    "退保",
    QUOTATION,
    (QUOTATION,),
    (QUOTATION,),
    (QUOTATION,),
    (RelatedTable(HIT.chunk_id, "5.1", "现金价值", 6, TABLE, (("保单年度", "现金价值"), ("1", "320"))),),
    "退保与减额交清的对照",
    (SOURCE,),
    ("本工具只提供计算逻辑，具体金额请参考保单",),
    (OperationWords("减额交清", QUOTATION, (QUOTATION,), (), (QUOTATION,)),),
    (PRODUCT,),
)
CLAUSE = ClauseAnswer(
    AnswerStatus.OK,
    None,
    HIT,
    ClauseLink("abababab-1-0123456789ab", "1", "您与我们的合同"),
    ClauseLink("abababab-1.3-0123456789ab", "1.3", "投保范围"),
    ClauseLink("abababab-1.5-0123456789ab", "1.5", "保险期间"),
    (StoredReference("9.3", "definition", "（见 9.3）", True, "abababab-9.3-0123456789ab"),),
    (DefinitionText("abababab-9.3-0123456789ab", "9.3", "签收日", "指您在回执上签字的那一天，以公历计算，不含当日。"),),
    (ClauseLink("abababab-1.4-00000000000b", "1.4", "犹豫期"),),
    (ClausePlace(HIT.chunk_id, "1.4", "犹豫期", 12, "产品条款", "YH1001-2"),),
    (PRODUCT,),
)
CELL = TableAnswer(
    AnswerStatus.OK,
    None,
    HIT.chunk_id,
    "附表",
    "费率表",
    "rate",
    "元",
    True,
    ("年龄", "费率"),
    ("18",),
    (("18", "1.2"),),
    1,
    TableCell("1.2", "18", "费率", "元", Box(5, 1, 2, 3, 4), 1, 1),
    (CellCandidate("18", "费率", 1, 1, "1.2"),),
    (ClauseLink(HIT.chunk_id, "附表", "费率表"),),
    SOURCE,
)
QUOTE = QuoteAnswer(
    AnswerStatus.OK,
    QuoteCheck(
        "您有十日的犹豫期",
        Verdict.NOT_FOUND,
        "没有这段话",
        (Difference("changed", "十", "十五", True),),
        HIT.chunk_id,
        "1.4",
        "犹豫期",
        "您有十五日的犹豫期",
        "但另有约定的除外",
        0.9,
        EditionStatus.CURRENT,
        SOURCE,
        (QuotePlace(HIT.chunk_id, "1.4", "犹豫期", "砚湖青松两全保险", 12),),
    ),
    (PRODUCT,),
)
DOCUMENT = Document(
    document_id=12,
    sha256="ab" * 32,
    product_id=7,
    product_code="YH1001",
    product_name="砚湖青松两全保险",
    company="砚湖人寿",
    document_type="产品条款",
    product_category="两全保险",
    edition="YH1001-2",
    edition_status=EditionStatus.CURRENT,
    publish_time="2025-06-01",
    download_url=None,
    logical_path=SOURCE.pdf_path,
    pages=9,
    conversion_status=ConversionStatus.CONVERTED,
    reason=None,
    review_status=ReviewStatus.VERIFIED,
    version_id=3,
    indexed_clauses=80,
    imported_at=datetime(2026, 11, 21, tzinfo=UTC),
)
DOCUMENTS = DocumentsAnswer(AnswerStatus.OK, None, (DOCUMENT,), (PRODUCT,))
SIDE = ComparedDocument(
    12, "砚湖青松两全保险", "YH1001", "产品条款", "1", EditionStatus.SUPERSEDED, None, "a.pdf", "ab" * 32, 80
)
COMPARED = ComparedClause(HIT.chunk_id, "1.4", "犹豫期", 4, PLACE, "从您签收保险单的第二天算起，您有十五日的犹豫期。")
COMPARISON = ComparisonAnswer(
    AnswerStatus.OK,
    None,
    SIDE,
    SIDE,
    ChangeCounts(70, 5, 2, 2, 1, 0),
    (ClauseChange("changed", COMPARED, COMPARED, (TextChange("changed", "十五", "二十", True),), True),),
    True,
    "1",
)
STATUS = LibraryStatusAnswer(
    AnswerStatus.OK,
    None,
    DocumentCounts(3, 1, 2, 0, 1, 0),
    2,
    1,
    240,
    True,
    "2026-11-21T08:00:00+00:00",
    "2026-11-21T09:00:00+00:00",
    (SiteFreshness("pingan-life", None),),
    "0.1.0",
    ranking=RankingStanding("shipped", None, True, "还没有在本库测评过。"),
)
