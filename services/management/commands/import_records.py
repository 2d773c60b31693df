"""manage.py import_records FILE…: fill the house's collection with records, SGF or exports, packed with gzip or not."""

from __future__ import annotations

import gzip
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from services.log import clock
from services.records.models import ImportLine
from services.records.take import EXPORT, RECORDS, SGF, Numbered, outcomes, records_in

FORMS: Final = {".sgf": SGF, ".json": EXPORT}  # by how the name ends; anything else holds a record a line
BATCH: Final = 500


class Command(BaseCommand):
    help = "Add plays to the house's collection, for everybody: a line per refusal; exit code 1 if there was any."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="+", type=Path, help=".jsonl, .sgf or .json (an export), or these with .gz")

    def handle(self, *args: Any, **options: Any) -> None:
        counts: Counter[str] = Counter()
        for path in options["file"]:
            for batch in batches(path):
                with transaction.atomic():
                    lines = outcomes(batch, form_of(path), clock.now(), None)
                counts.update(line.outcome for line in lines)
                for line in lines:
                    if line.error:
                        self.stdout.write(refusal(path, line))
        self.stdout.write(f"added {counts['added']}, known {counts['known']}, refused {counts['refused']}")
        if counts["refused"]:
            raise SystemExit(1)


def form_of(path: Path) -> str:
    return FORMS.get(Path(path.name.removesuffix(".gz")).suffix.lower(), RECORDS)


def batches(path: Path) -> Iterator[list[Numbered]]:
    """Raises CommandError for a file that cannot be read."""
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            records = records_in(form_of(path), file)
            while batch := list(islice(records, BATCH)):
                yield batch
    except (OSError, EOFError) as error:
        raise CommandError(f"{path} cannot be read: {error}") from None


def refusal(path: Path, line: ImportLine) -> str:
    place = "-" if line.ply is None else line.ply
    return f"{path}:{line.line} ply {place} {line.error}"
