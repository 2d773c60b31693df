"""`python -m deploy.migrate`: Django's checks, tables brought up to date, every role's grants. Runs as the owner."""

from __future__ import annotations

import os
import sys


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", interactive=False, verbosity=0, skip_checks=False)
    from deploy.roles import grant_where_possible

    grant_where_possible()
    return 0


if __name__ == "__main__":
    sys.exit(main())
