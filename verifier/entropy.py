"""What each seat gave to the luck of a match: a line a seat, to compare with what its client has kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from verifier.log import Log, pub
from verifier.report import Report


def note(log: Log, report: Report) -> None:
    """Seats as they are once the match has begun, before that as they were taken."""
    report.entropy.extend(_lines(log))


def _lines(log: Log) -> Iterator[str]:
    given = {taken["account"]: taken["entropy"] for taken in log.taken.values() if "account" in taken}
    unused = ", left out of a duplicate deal" if "deal" in log.opening else ""
    for seat, holder in _holders(log):
        if "account" not in holder:
            yield f"seat {seat} bot {holder['bot']} gave none"
            continue
        entropy = given.get(holder["account"], "")
        amount = f"{len(entropy) // 2} bytes of entropy: {entropy}{unused}" if entropy else "none"
        yield f"seat {seat} account {holder['account']} gave {amount}"


def _holders(log: Log) -> list[tuple[int, Mapping[str, Any]]]:
    if log.started is not None:
        return list(enumerate(pub(log.started)["seats"]))
    return sorted(log.taken.items())
