"""The house's arithmetic of thinking time: the vectors to the millisecond, and what holds for every log."""

from __future__ import annotations

import json
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from services.log.read import Recorded
from services.matches import events as ev
from services.matches.clock import Bookkeeper, arithmetic

VECTORS = Path(__file__).with_name("async_vectors.json")


@cache
def vectors() -> list[dict[str, Any]]:
    known: list[dict[str, Any]] = json.loads(VECTORS.read_text())["good"]
    return known


def seat_of(event: dict[str, Any]) -> int | None:
    if event["type"] != "move.made":
        return None
    role, _, number = event["actor"].partition(":")
    return int(next(iter(event["sealed"]))) if role == "server" else int(number)


def recorded(event: dict[str, Any]) -> Recorded:
    at = datetime.fromisoformat(event["at"])
    return Recorded(
        event["seq"], event["type"], event["actor"], at, event["pub"], event["dp"], event["df"], seat_of(event),
        event["pub"].get("decision"), event["pub"].get("of"), {},
    )  # fmt: skip


def log_of(vector: dict[str, Any], upto: int | None = None) -> list[tuple[ev.MatchEvent, Recorded]]:
    events = [recorded(event) for event in vector["export"]["events"]]
    return [(ev.event_of(event), event) for event in events if upto is None or event.seq <= upto]


def kept(vector: dict[str, Any], upto: int | None = None) -> Bookkeeper | None:
    opening = vector["export"]["events"][0]["pub"]
    if "clock" not in opening:
        return None
    return arithmetic(opening["clock"], opening["seats"], "greedy", log_of(vector, upto))


@pytest.mark.parametrize("vector", vectors(), ids=[vector["name"] for vector in vectors()])
def test_stints_and_deadlines_come_out_to_the_millisecond(vector):
    keeper = kept(vector)
    stints = [] if keeper is None else [stint.as_json() for stint in keeper.ended]
    assert stints == vector["expect"]["stints"]
    for expected in vector["expect"]["deadlines"]:
        book = kept(vector, expected["after_seq"]).book
        start = book.started
        seats = len(expected["ms"])
        assert [None if at is None else at - start for at in book.deadlines(seats)] == expected["ms"]
