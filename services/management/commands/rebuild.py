"""manage.py rebuild [MATCH…]: redraw what readers see from the log; without ids also ratings and tournaments."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from tqdm import tqdm

from services.management.commands.audit import chosen
from services.ratings.rebuild import rebuild_ratings
from services.readers.rebuild import rebuild_match
from services.tournaments.rebuild import rebuild_tournaments


class Command(BaseCommand):
    help = "Redraw everything that follows from the log. Play may go on meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", nargs="*", help="ids of matches; none: all")

    def handle(self, *args: Any, **options: Any) -> None:
        ids = list(chosen(options["match"], not options["match"], None).values_list("pk", flat=True))
        bad = 0
        for match_id in tqdm(ids, unit=" matches", file=getattr(self.stderr, "_out", None), disable=None):
            try:
                rebuild_match(match_id)
            except Exception as error:
                bad += 1
                self.stdout.write(f"{match_id} cannot be redrawn: {type(error).__name__}: {error}")
        self.stdout.write(f"{len(ids) - bad} matches redrawn, {bad} failed")
        if not options["match"]:
            self.stdout.write(f"{rebuild_ratings()} matches rated")
            self.stdout.write(f"{rebuild_tournaments()} tournaments redrawn")
        if bad:
            raise SystemExit(1)
