"""Logs that operators ruled over: they hold, and a ruling that is left out or for another seat is seen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.verifier.async_logs import Damaged, findings
from verifier.verify import verify

LOGS = {
    entry["name"]: entry["log"]
    for entry in json.loads((Path(__file__).parent / "operator_logs.json").read_text("utf-8"))
}
CREDIT, OF_TWO, OF_THREE = LOGS


@pytest.mark.parametrize("name", LOGS)
def test_a_log_with_an_operators_ruling_holds(name: str) -> None:
    assert verify(LOGS[name]) == []


DAMAGES: list[tuple[Damaged, str, int]] = [
    (Damaged(LOGS[OF_TWO]).drop(4), "TIMEOUT", 4),
    (Damaged(LOGS[OF_THREE]).change(5, seat=0), "SUBST", 6),
    (Damaged(LOGS[CREDIT]).change(4, actor="server", seat=1), "CREDIT", 4),
]


@pytest.mark.parametrize(("log", "code", "seq"), DAMAGES, ids=[code for _, code, _ in DAMAGES])
def test_a_ruling_that_is_missing_or_about_another_seat_is_seen(log: Damaged, code: str, seq: int) -> None:
    assert (code, seq) in findings(log.export())
