"""A site of regulations: sixty pages, from its first one down to conventions, chapters and regulations."""

from urllib.parse import urlsplit

from stand_in_site import HTML, FakeClock, Reply

HOST = "https://rules.example.org"
FILE = """
order = 9
pack = "insurance"
label = "Rules"
company = "Rules"
adapter = "html_tree"
origin = "https://rules.example.org"
disclosure_folders = ["/rules/"]

[catalogue]
path = "/rules/index.html"
follow = ['/rules/[a-z]+/index\\.html', '/rules/[a-z]+/chapter-\\d+\\.html']
breadcrumb = "nav.breadcrumb"

[catalogue.page_types]
"法规" = ['/rules/[a-z]+/chapter-\\d+/regulation-\\d+\\.html']
"""
CONVENTIONS = ("solas", "marpol", "stcw")
CHAPTERS = 4
REGULATIONS = (4, 4, 4, 3)
"""In the chapters of a convention; the last chapter of the last one has one less."""


def regulations(convention, chapter):
    """How many a chapter has: 15, 15 and 14 in the three conventions."""
    return REGULATIONS[chapter - 1] - (convention == "stcw" and chapter == CHAPTERS)


class TreeSite:
    """`gone` are paths that answer 404, `soft` paths whose page is served as JSON with status 200."""

    def __init__(self):
        self.clock = FakeClock()
        self.asked = []
        self.gone = set()
        self.soft = set()
        self.pages = dict(self._made())

    def answer(self, asked):
        self.asked.append(asked)
        path = urlsplit(asked.url).path
        if path == "/robots.txt":
            return Reply(200, {}, (b"User-agent: *\nAllow: /\n",))
        if path in self.soft:
            return Reply(200, {"content-type": "application/json"}, (b'{"error": "later"}',))
        if path in self.gone or path not in self.pages:
            return Reply(404)
        return Reply(200, HTML, (self.pages[path].encode(),))

    def _made(self):
        yield "/rules/index.html", page((), "Rules", *((f"{each}/index.html", each.upper()) for each in CONVENTIONS))
        for convention in CONVENTIONS:
            name = convention.upper()
            links = [(f"chapter-{number}.html", f"Chapter {number}") for number in range(1, CHAPTERS + 1)]
            yield f"/rules/{convention}/index.html", page((name,), name, *links)
            for chapter in range(1, CHAPTERS + 1):
                yield from self._chapter(convention, chapter)

    @staticmethod
    def _chapter(convention, chapter):
        folder, above = f"/rules/{convention}/chapter-{chapter}", (convention.upper(), f"Chapter {chapter}")
        numbers = range(1, regulations(convention, chapter) + 1)
        links = [(f"chapter-{chapter}/regulation-{number}.html", f"Regulation {number}") for number in numbers]
        yield f"{folder}.html", page(above, above[1], *links)
        for number in numbers:
            text = f"第{number}条 {convention} {chapter} 的规定。参见"
            other = "<a href='../chapter-1/regulation-1.html#a1'>第一章</a>"
            body = f"<p id='a{number}'>{text}{other}。</p>"
            yield (
                f"{folder}/regulation-{number}.html",
                page((*above, f"Regulation {number}"), f"{above[0]} {number}", body=body),
            )


def page(trail, title, *links, body=""):
    """A page with the navigation that all pages of the site have."""
    listed = "".join(f"<li><a href='{href}'>{words}</a></li>" for href, words in links)
    return (
        "<!DOCTYPE html><html><head><title>t</title></head><body><header><a href='/rules/index.html'>Home</a></header>"
        f"<nav class='breadcrumb'>{' &gt; '.join(trail)}</nav><main><h1>{title}</h1><ul>{listed}</ul>{body}</main>"
        "<footer><a href='https://elsewhere.example.org/x.html'>Partner</a> <a href='/login'>Login</a></footer>"
        "</body></html>"
    )
