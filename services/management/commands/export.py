"""manage.py export MATCH: the fair1 export of one match on standard output."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from services.management.commands.audit import chosen
from services.readers.export import export_match


class Command(BaseCommand):
    help = "Write the export of a match; while it runs, the envelopes alone."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match")

    def handle(self, *args: Any, **options: Any) -> None:
        match = chosen([options["match"]], False, None).get()
        self.stdout.write(json.dumps(export_match(match), ensure_ascii=False, indent=1))
