"""The adapters by the name with which a site asks for one."""

from collections.abc import Callable

from .declared import SiteDescription
from .html_table import HtmlTableAdapter
from .html_tree import HtmlTreeAdapter
from .json_list import JsonListAdapter

Adapter = JsonListAdapter | HtmlTableAdapter | HtmlTreeAdapter
ADAPTERS: dict[str, Callable[[SiteDescription], Adapter]] = {
    "json_list": JsonListAdapter,
    "html_table": HtmlTableAdapter,
    "html_tree": HtmlTreeAdapter,
}


def adapter_of(site: SiteDescription) -> Adapter:
    """The adapter that reads this site's lists."""
    return ADAPTERS[site.adapter](site)
