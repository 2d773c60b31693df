"""Audits stored matches over and over until so many events are verified; prints matches, events, failures, CPU."""

from __future__ import annotations

import itertools
import sys
import time

import django


def main(wanted: int) -> None:
    django.setup()
    from services.auditor.check import check_match
    from services.matches.models import Match

    matches = list(Match.objects.select_related("stream").order_by("opened_at"))
    began = time.process_time()
    checked = events = failed = 0
    for match in itertools.cycle(matches):
        failed += bool(check_match(match))
        checked, events = checked + 1, events + match.head.seq + 1
        if events >= wanted:
            break
    print(checked, events, failed, f"{time.process_time() - began:.1f}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
