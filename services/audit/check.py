"""The verifier on a stored match."""

from __future__ import annotations

from services.audit.export import export_match
from services.audit.report import Finding
from services.audit.verify import verify
from services.store.models import Match


def check_match(match: Match, *, bots: bool = True) -> list[Finding]:
    """All findings; a running match is checked as far as the log can be opened by nobody but us."""
    return verify(export_match(match), bundle=not match.revealed, bots=bots)
