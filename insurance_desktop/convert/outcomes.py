"""How a conversion ends: converted, in need of a person, or failed."""

from collections.abc import Sequence

from insurance_desktop import __version__
from insurance_desktop.domain.conversion import Conversion, Fault, Finding
from insurance_desktop.domain.states import ConversionStatus, Severity
from insurance_desktop.packs.wording import say

CONVERTER = f"insurance-desktop {__version__}"


def failed(sha256: str, fault: Fault) -> Conversion:
    """The empty result of a file that could not be converted."""
    return Conversion(sha256, 0, ConversionStatus.FAILED, fault.reason, converter=CONVERTER, faults=(fault,))


def status_of(found: Sequence[Finding]) -> tuple[ConversionStatus, str | None]:
    """CONVERTED, or NEEDS_ATTENTION with the first thing that needs a person."""
    blocking = [finding for finding in found if finding.severity is Severity.BLOCKING]
    if not blocking:
        return ConversionStatus.CONVERTED, None
    reason = say("convert.open_findings", count=len(blocking), first=blocking[0].message)
    return ConversionStatus.NEEDS_ATTENTION, reason
