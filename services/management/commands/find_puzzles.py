"""manage.py find_puzzles: search matches and the house's collection for puzzles, those that were not searched yet."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from tqdm import tqdm

from services.analysis.puzzles import search_in, unsearched


class Command(BaseCommand):
    help = "Find ZERTZ puzzles in matches that are over and public, and in the house's collection of records."

    def handle(self, *args: Any, **options: Any) -> None:
        waiting, puzzles = unsearched(), 0
        with tqdm(waiting, file=getattr(self.stderr, "_out", None), disable=None) as bar:
            for subject in bar:
                puzzles += search_in(subject) is not None
                bar.set_postfix_str(f"{puzzles} puzzles", refresh=False)
        self.stdout.write(f"searched {len(waiting)}, new puzzles {puzzles}")
