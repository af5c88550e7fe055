"""Sites with a paged table, each written as another author would: the same products in other markup.

`TableSite("portal")` is a site as one function, like the stand-in of the first kind. Every author's pages list the same
products; what differs is the table, the links, the paging, the signs and how the pages end.
"""

from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from collected_library import filing
from stand_in_site import HTML, PDF, FakeClock, Reply

PER_PAGE = 10
HOST = "https://static-cdn.newchinalife.com"


@dataclass(frozen=True)
class Product:
    """One line of the list."""

    number: int

    @property
    def name(self):
        return f"新华“安心{self.number}号”终身寿险（分红型）"

    @property
    def path(self):
        return f"/ncl/pdf/202401{self.number % 28 + 1:02}/{self.number}"


@dataclass
class TableSite:
    """`author` is one of AUTHORS."""

    author: str
    count: int = 23
    clock: FakeClock = field(default_factory=FakeClock)
    asked: list = field(default_factory=list)

    @property
    def products(self):
        return [Product(number) for number in range(self.count)]

    def answer(self, asked):
        self.asked.append(asked)
        parts = urlsplit(asked.url)
        if parts.path == "/robots.txt":
            return Reply(404)
        if parts.path == "/info/4596":
            number = int(parse_qs(parts.query)["page"][0])
            return AUTHORS[self.author](self, number)
        name = parts.path.rpartition("/")[2]
        return Reply(200, PDF, (filing(name),)) if "/ncl/pdf/" in parts.path else Reply(404)

    def page(self, number):
        return self.products[(number - 1) * PER_PAGE : number * PER_PAGE]

    @property
    def pages(self):
        return -(-self.count // PER_PAGE)


def portal(site, number):
    """A layout table around it all, a numbered column, GB 18030 by meta alone, relative links; 404 after the end."""
    if number > site.pages:
        return Reply(404, HTML, (b"<html>not found</html>",))
    lines = "".join(
        f"""<TR CLASS='odd' onclick="x('<td>')"><TD align=center>{at}</TD>
        <TD title="x"><a href="javascript:void(0)" target=_blank>&nbsp;{each.name.replace("“", "&ldquo;")}
        </a></TD><td nowrap>人寿保险<!-- <td>no</td> --></td><td><font color=red>在售</font></td>
        <td><a href='../{each.path[1:]}.PDF?v=2&amp;t=1' >【保险条款】(PDF)</a><br/>|
        <a href="../{each.path[1:]}-rate.pdf"><span>费率</span>表</a> <a href="/help.html">说明书</a></td></TR>
        <!-- <tr><td>0</td><td>旧产品</td><td></td><td></td><td></td></tr> -->"""
        for at, each in enumerate(site.page(number), 1)
    )
    links = "".join(f'<a href="?page={each}">{each}</a>' for each in range(1, site.pages + 1))
    text = f"""<html><head><meta http-equiv=Content-Type content="text/html; charset=gb2312"></head><body>
    <table width=100%><tbody><tr><td>导航</td><td><table id=list cellspacing=0><tbody>
    <tr bgcolor=#eee><td>序号</td><td>产品名称</td><td>产品类别</td><td>销售状态</td><td>相关文件</td></tr>
    {lines}</tbody></table>{links}</td></tr></tbody></table></body></html>"""
    return Reply(200, {"content-type": "text/html"}, (text.encode("gb18030"),))


def typed(site, number):
    """A code, a column for each type with nothing but 下载, names over two rows; after the end the last page again."""
    lines = ""
    for each in site.page(min(number, site.pages)):
        lines += f"""<tr><td rowspan="2"><p>N{each.number:03}</p></td><td rowspan="2">{each.name}</td>
        <td rowspan=2>在售</td><td><a href="{HOST}{each.path}.pdf">下载</a></td>
        <td><a href="{HOST}{each.path}-rate.pdf" title="x">点击下载</a></td><td>无</td></tr>
        <tr><td colspan="3">备注：以条款为准</td></tr>"""
    text = f"""<!DOCTYPE html><html><body><table><thead><tr><th>产品代码</th><th>产品名称</th><th>状态</th><th>条款</th>
    <th>产品费率表</th><th>现金价值表</th></tr></thead><tbody>{lines}</tbody></table></body></html>"""
    return Reply(200, {"content-type": "text/html;charset=ISO-8859-1"}, (text.encode(),))


def bare(site, number):
    """No body and no heading, a mark of order, a base, pictures as links, plain http; an empty word after the end."""
    lines = "".join(
        f"""<tr><td><b>{each.name[:4]}</b>{each.name[4:]}<td>人寿保险<td>在售<td>
        <a href="//static-cdn.newchinalife.com{each.path}.pdf"><img src=p.gif alt="产品条款"></a>
        <a href="http://static-cdn.newchinalife.com{each.path}-rate.pdf" title="费率表"><img src=p.gif></a>"""
        for each in site.page(number)
    )
    nothing = '<tr><td colspan="4" class="none">暂无数据</td></tr>'
    text = f'<html><base href="{HOST}/"><table class="t">{lines or nothing}</table><script>var a="<tr><td>"</script>'
    return Reply(200, HTML, (b"\xef\xbb\xbf" + text.encode(),))


def nested(site, number):
    """The files in a table of their own within the cell; an empty table after the end."""
    lines = "".join(
        f"""<tr><td>{each.name}</td><td>人寿保险</td><td>在售</td><td><table><tbody>
        <tr><td>1</td><td>a</td><td>b</td><td><a href="{HOST}{each.path}.pdf">条款.pdf</a></td></tr>
        <tr><td><a href="{HOST}{each.path}-rate.pdf">费率表 下载</a></td></tr></tbody></table></td></tr>"""
        for each in site.page(number)
    )
    text = f"<html><body><table><tbody>{lines}</tbody></table></body></html>"
    return Reply(200, HTML, (text.encode(),))


AUTHORS = {"portal": portal, "typed": typed, "bare": bare, "nested": nested}
