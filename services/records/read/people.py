"""What records know of an account: how its matches went, what it has brought and analysed; and forgetting that."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.db import connection

from services.log import fair
from services.log.clock import NOW
from services.records.index import DRAWN, LOST, WON
from services.records.models import Analysis, Explored, Holding, ImportJob

_RESULTS: Final = f"""
    SELECT e.game, p.outcome, count(*) FROM records_entryseat p JOIN records_entry e ON e.id = p.entry_id
     WHERE p.who = %s AND NOT e.private AND e.public_at <= {NOW}
"""
_AGAINST: Final = """
    AND EXISTS (SELECT FROM records_entryseat o WHERE o.entry_id = p.entry_id AND o.seat <> p.seat AND o.who = %s)
"""


def results_of(who: str, opponent: str = "") -> dict[str, dict[str, int]]:
    """By game: public matches that are over, and how they went; with an opponent only those against it."""
    sql, values = (_RESULTS + _AGAINST, [who, opponent]) if opponent else (_RESULTS, [who])
    games: dict[str, dict[str, int]] = {}
    with connection.cursor() as cursor:
        cursor.execute(f"{sql} GROUP BY 1, 2", values)
        for game, outcome, number in cursor.fetchall():
            counts = games.setdefault(game, {"matches": 0, WON: 0, LOST: 0, DRAWN: 0})
            counts["matches"] += number
            counts[outcome] += number
    return games


def kept_of(account: UUID) -> dict[str, Any]:
    """For the account itself."""
    jobs = ImportJob.objects.filter(account=account).defer("body").order_by("at")
    held = Holding.objects.filter(account=account).order_by("at")
    trees = Analysis.objects.filter(account=account).order_by("at")
    return {
        "imports": [{"id": str(job.pk), "at": fair.time_text(job.at), "status": job.status} for job in jobs],
        "records": [{"id": str(row.subject), "at": fair.time_text(row.at)} for row in held],
        "analyses": [{"id": str(row.pk), "name": row.name, "shared": row.shared, "tree": row.tree} for row in trees],
    }


def forget(account: UUID) -> None:
    """Lists, imports and analyses of an account that is erased. Call it in the transaction of that."""
    ImportJob.objects.filter(account=account).delete()
    Holding.objects.filter(account=account).delete()
    Analysis.objects.filter(account=account).delete()
    Explored.objects.filter(shelf=str(account)).delete()
