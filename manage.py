"""Django's commands, on the stores of the running house, or on stores started for the command."""

from __future__ import annotations

import os
import sys

from deploy.embedded import StoreProblem
from deploy.house import borrowed_stores


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    from django.core.management import execute_from_command_line

    try:
        with borrowed_stores():
            execute_from_command_line(sys.argv)
    except StoreProblem as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
