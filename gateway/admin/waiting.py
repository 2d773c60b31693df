"""How much waits for an operator: what the first page of the admin counts."""

from __future__ import annotations

from services.notices.read import failing_notices
from services.readers.order import all_appeals, all_reports, bot_tables, parked_facts, parked_matches


def waiting_counts() -> dict[str, int]:
    """By the name of the model."""
    return {
        "report": all_reports().filter(done=False).count(),
        "appeal": all_appeals().filter(done=False).count(),
        "parkedmatch": parked_matches().count(),
        "outbox": parked_facts().count(),
        "bottable": bot_tables().count(),
        "outgoing": failing_notices().count(),
    }
