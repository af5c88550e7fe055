"""One full answer of each kind, every field filled, as a service would give it."""

from insurance_desktop.domain.answers import (
    ExceptionClause,
    ExclusionAnswer,
    ExclusionItem,
    Hit,
    LookupAnswer,
    Nearest,
    OperationWords,
    ProductMatch,
    Quotation,
    ReadTogether,
    RelatedTable,
    SearchAnswer,
    SourceReference,
    SurrenderAnswer,
)
from insurance_desktop.domain.conversion import Table
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.states import AnswerStatus, EditionStatus

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
PRODUCT = ProductMatch(7, "YH1001", "砚湖青松两全保险", "砚湖人寿", "两全保险", "2025-06-01", 0.97, "name")
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
    (Nearest("1.5", "保险期间", "砚湖青松两全保险", 12),),
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
            "matched",
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
