"""`manage.py operator LOGIN`: somebody keeps order from now on; with `--off` no more."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from services.people.operators import make_operator


class Command(BaseCommand):
    help = "Let a kept account keep order at /admin/, or end that (--off)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("login")
        parser.add_argument("--off", action="store_true", help="keeps order no more")

    def handle(self, *args: Any, **options: Any) -> None:
        login, off = str(options["login"]), bool(options["off"])
        if not make_operator(login, not off):
            self.stderr.write(f"no kept account has the login {login!r}")
            sys.exit(1)
        self.stdout.write(f"{login} keeps order {'no more' if off else 'from now on'}")
