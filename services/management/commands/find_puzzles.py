"""manage.py find_puzzles: search matches and the house's collection for puzzles, those that were not searched yet."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from services.analysis.puzzles import search_in, unsearched
from services.progress import Progress


class Command(BaseCommand):
    help = "Find ZERTZ puzzles in matches that are over and public, and in the house's collection of records."

    def handle(self, *args: Any, **options: Any) -> None:
        waiting, found = unsearched(), 0
        bar = Progress(self.stdout, len(waiting))
        for subject in waiting:
            found += search_in(subject) is not None
            bar.step(f"{found} puzzles")
        self.stdout.write(f"searched {len(waiting)}, new puzzles {found}")
