"""manage.py audit MATCH… | --all | --since DATE: verify chain, chance and refold of stored matches."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet

from services.auditor.check import NOT_REFOLDED, examine_match, printable
from services.matches.models import Match
from services.progress import Progress


class Command(BaseCommand):
    help = "Verify the logs of matches: a line per failure; exit code 1 if there was any, 3 if some were not refolded."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", nargs="*", help="ids of matches")
        parser.add_argument("--all", action="store_true", help="every match there is")
        parser.add_argument("--since", help="matches opened since this day, YYYY-MM-DD")
        parser.add_argument("--no-bots", action="store_true", help="do not ask the bots again (much faster)")

    def handle(self, *args: Any, **options: Any) -> None:
        matches = chosen(options["match"], options["all"], options["since"])
        total, bad, unfolded, events = matches.count(), 0, 0, 0
        progress = Progress(self.stderr, total)
        for match in matches.iterator():
            report = examine_match(match, bots=not options["no_bots"])
            bad += bool(report.findings)
            unfolded += bool(report.unfolded)
            events += match.head.seq + 1
            # Of a match that runs no sentence is told: it might quote what is still sealed.
            found = [one if match.revealed else f"{one.code} {one.seq}" for one in report.findings]
            for line in (*found, *(f"note: {text}" for text in report.notes)):
                self.stdout.write(printable(f"{match.id} {line}"))
            progress.step(f"{events} events, {bad} failed")
        skipped = f", {unfolded} not refolded" if unfolded else ""
        self.stdout.write(f"{total} matches, {events} events: {bad} failed{skipped}")
        if bad or unfolded:
            raise SystemExit(1 if bad else NOT_REFOLDED)


def chosen(ids: list[str], everything: bool, since: str | None) -> QuerySet[Match]:
    """The matches a command is asked for. Raises CommandError with what to do."""
    if sum((bool(ids), everything, since is not None)) != 1:
        raise CommandError("Name match ids, or --all, or --since YYYY-MM-DD.")
    matches = Match.objects.select_related("stream").order_by("opened_at")
    if since is not None:
        try:
            day = datetime.strptime(since, "%Y-%m-%d").replace(tzinfo=UTC)
        except ValueError:
            raise CommandError("--since takes a day as YYYY-MM-DD.") from None
        return matches.filter(opened_at__gte=day)
    if not ids:
        return matches
    try:
        wanted = {UUID(one) for one in ids}
    except ValueError:
        raise CommandError("A match id is a UUID; the address of its page ends with it.") from None
    missing = wanted - set(matches.filter(pk__in=wanted).values_list("pk", flat=True))
    if missing:
        raise CommandError(f"No such match: {', '.join(sorted(map(str, missing)))}")
    return matches.filter(pk__in=wanted)
