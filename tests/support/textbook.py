"""A small textbook of funds as hand-written clauses, and questions on it."""

from development.bare_library import BareDocument, clause
from insurance_desktop.domain.conversion import Clause

BOOK = "基金基础（上册）"


def _section(number: int, title: str, text: str) -> Clause:
    return clause(f"1.{number}", title, text, chunk_index=number, breadcrumb=("第1章 基金概述", title))


SECTIONS = (
    _section(1, "封闭式基金", "封闭式基金的份额总额在合同期限内固定不变，持有人不得申请赎回，份额可以在交易所买卖。"),
    _section(2, "开放式基金", "开放式基金的份额总额不固定，持有人可以在约定的时间和场所申购或者赎回。"),
    _section(
        3,
        "上市条件",
        "基金份额上市交易，应当符合下列条件：\n（一）基金合同期限为五年以上；\n（二）募集金额不低于二亿元；\n"
        "（三）份额持有人不少于一千人。",
    ),
    _section(
        4,
        "管理人的禁止行为",
        "基金管理人不得有下列行为：\n（一）将自有财产混同于基金财产；\n（二）不公平地对待其管理的不同基金；\n"
        "（三）向持有人承诺收益。",
    ),
    _section(
        5,
        "托管人的职责",
        "基金托管人应当履行下列职责：\n（一）安全保管基金财产；\n（二）复核基金净值；\n（三）监督管理人的投资运作。",
    ),
    _section(6, "持有人大会", "召开持有人大会，召集人应当至少提前三十日公告会议的时间、形式和审议事项。"),
    _section(
        7,
        "大会的表决",
        "大会作出决定，应当经出席会议的持有人所持表决权的二分之一以上通过；更换管理人须经三分之二以上通过。",
    ),
    _section(8, "募集期限", "基金管理人应当自收到准予注册文件之日起六个月内进行募集。"),
    _section(9, "信息披露", "公开披露的信息包括招募说明书、基金合同、净值和定期报告，不得对投资业绩进行预测。"),
    _section(10, "收费", "申购费和赎回费由投资人承担，管理费和托管费从基金财产中列支。"),
)
FIGURE = clause(
    "1.11",
    "图1-1 基金的分类",
    "按运作方式，基金分为封闭式和开放式；按投资对象，基金分为股票基金、债券基金和货币基金。",
    chunk_index=11,
    breadcrumb=("第1章 基金概述", "基金的分类", "图1-1 基金的分类"),
)
TEXTBOOK = BareDocument(BOOK, (*SECTIONS, FIGURE), code="FUND1")

LISTED = "基金份额上市交易，募集金额应当不低于（ ）。A. 五千万元 B. 一亿元 C. 2亿元 D. 5亿元"
NEGATIVE = (
    "下列不属于基金托管人职责的是（ ）。"
    "A. 安全保管基金财产 B. 复核基金净值 C. 制定投资组合的具体方案 D. 监督管理人的投资运作"
)
COMBINED = (
    "基金份额上市交易的条件有（ ）。\nⅠ. 基金合同期限为5年以上\nⅡ. 份额持有人不少于1000人\nⅢ. 总部设在直辖市\n"
    "A. Ⅰ、Ⅲ\nB. Ⅰ、Ⅱ\nC. Ⅱ、Ⅲ\nD. Ⅰ、Ⅱ、Ⅲ"
)
OFF_TOPIC = "红烧肉怎么做才好吃？"
UNHELD = "我国最早的证券投资基金成立于哪一年？A. 1991年 B. 1997年 C. 2001年 D. 2003年"
