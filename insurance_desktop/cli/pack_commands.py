"""The commands `packs`: which packs there are, whether their models are here, and how others come in place."""

from argparse import Namespace

from .console import Report
from .using import report


def packs_list(_call: Namespace) -> Report:
    from insurance_desktop.services.pack_models import pack_models

    return report(pack_models(), key="packs")


def packs_install(call: Namespace) -> Report:
    from insurance_desktop.services.pack_models import install

    return report(install(call.model_file))
