"""The house's arithmetic of clocks and the verifier's share no code: on any log they give the same numbers.

The logs are made up at random, of a game without rules: `asked` says who is asked.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from services.log import fair
from services.matches.clock import arithmetic
from tests.services.test_clock import log_of
from verifier.clocks import clock_table

HOUR = 3_600_000
STEPS = 30
CLOCKS: list[dict[str, Any]] = [
    {"kind": "per_move", "ms": HOUR},
    {"kind": "fischer", "start_ms": 9 * HOUR, "increment_ms": HOUR // 2},
    {"kind": "fischer", "start_ms": 30 * HOUR, "increment_ms": 5 * HOUR, "cap_ms": 31 * HOUR},
    {"kind": "byoyomi", "main_ms": HOUR, "periods": 3, "period_ms": HOUR // 2},
    {"kind": "byoyomi", "main_ms": 0, "periods": 1, "period_ms": 5 * HOUR},
]
RESTING: list[dict[str, Any]] = [
    {"kind": "per_move", "ms": 900 * HOUR, "rest_days": [3, 4]},
    {"kind": "fischer", "start_ms": 900 * HOUR, "increment_ms": HOUR, "rest_hours": [22, 8]},
    {"kind": "byoyomi", "main_ms": 60 * HOUR, "periods": 9, "period_ms": 99 * HOUR, "rest_days": [6]},
    {"kind": "per_move", "ms": 900 * HOUR, "rest_days": [0, 2], "rest_hours": [1, 3]},
]


class RandomLog:
    """Grows by one decision of chance after another; `events` are as an export has them, without a chain."""

    def __init__(self, seed: int, clock: dict[str, Any]) -> None:
        self.chance, self.clock = random.Random(seed), clock
        self.seats = self.chance.choice([2, 3])
        self.at = datetime(2026, 3, 2, 9, tzinfo=UTC)
        self.events: list[dict[str, Any]] = []
        self.waiting: list[tuple[int, int]] = []  # seq of a move, its seat
        self.asked: list[int] = []
        self.paused: set[tuple[int, str]] = set()
        self.bots: set[int] = set()
        self.judged: dict[int, int] = {}  # seat -> seq of the last judgement of its moves
        self.offers = 0
        self._open()

    def _add(self, kind: str, actor: str, pub: dict[str, Any], seat: int | None = None) -> None:
        sealed = {} if seat is None else {str(seat): ""}
        at = fair.time_text(self.at)
        head = {"seq": len(self.events), "type": kind, "actor": actor, "at": at}
        self.events.append(head | {"pub": pub, "sealed": sealed, "dp": None, "df": None})

    def _open(self) -> None:
        opening = {"game": "sketch", "rules_version": 1, "options": {}, "seats": self.seats, "seed_commit": ""}
        self._add("table.opened", "acct:a0", opening | {"clock": self.clock})
        for seat in range(self.seats):
            offset = self.chance.choice([0, 210, -300])
            taken = {"seat": seat, "account": f"a{seat}", "entropy": "", "utc_offset": offset}
            self._add("seat.taken", f"acct:a{seat}", taken)
        seats = [{"account": f"a{seat}"} for seat in range(self.seats)]
        self._add("match.started", "server", {"seats": seats, "beacon": "", "chance": [], "asked": self._ask()})

    def _ask(self, *kept: int) -> list[int]:
        some = self.chance.sample(range(self.seats), self.chance.choice([1, 1, 2]))
        self.asked = sorted({*some, *kept})
        return self.asked

    def grow(self) -> None:
        self.at += timedelta(milliseconds=self.chance.choice([0, 1, 20, 3000, HOUR // 3, HOUR, 7 * HOUR]))
        if self.waiting and self.chance.random() < 0.6:
            self._judge()
            return
        quiet = [self._pause, self._credit]
        if not self.waiting:
            quiet += [self._run_out, self._undo, self._replace, self._resign]
            quiet += [] if self.clock in RESTING else [self._expire, self._expire]
        self.chance.choice([self._move] * len(quiet) + quiet)()

    def _move(self) -> None:
        free = sorted(set(self.asked) - {seat for _, seat in self.waiting})
        if free:
            seat = self.chance.choice(free)
            self.waiting.append((len(self.events), seat))
            self._add("move.made", f"{'bot' if seat in self.bots else 'seat'}:{seat}", {"decision": 1}, seat)

    def _judge(self) -> None:
        """No question is taken away by a move that was recorded before it was put, or that is answered already."""
        of, seat = self.waiting.pop(0)
        stands = self.chance.random() < 0.8 or self.events[of]["actor"] == "server"
        kept = {other for _, other in self.waiting} | {other for other in self.asked if self.judged.get(other, 0) > of}
        asked = self._ask(*kept) if stands else self.asked
        self.judged[seat] = len(self.events)
        verdict = {"verdict": "stands" if stands else "refused", "code": None if stands else "no", "move": "?"}
        self._add("move.judged", "server", {"of": of, "seat": seat, **verdict, "chance": [], "asked": asked})

    def _run_out(self) -> None:
        self._add("time.up", "server", {"chance": [], "asked": self._ask()})

    def _undo(self) -> None:
        self.offers += 1
        seat, to = self.chance.randrange(self.seats), self.seats + 1
        self._add("offer.made", f"seat:{seat}", {"seat": seat, "offer": self.offers, "kind": "undo", "to": to})
        self._add("move.undone", "server", {"to": to, "offer": self.offers, "asked": self._ask()})

    def _pause(self) -> None:
        seat, reason = self.chance.randrange(self.seats), self.chance.choice(["vacation", "director"])
        kind = "resumed" if (seat, reason) in self.paused else "paused"
        self.paused ^= {(seat, reason)}
        self._add(f"clock.{kind}", "server", {"seats": [seat], "reason": reason})

    def _credit(self) -> None:
        self._add("clock.credited", "server", {"seat": self.chance.randrange(self.seats), "ms": 9_999})

    def _replace(self) -> None:
        seat = self.chance.randrange(self.seats)
        if seat in self.bots:
            self._add("seat.returned", f"seat:{seat}", {"seat": seat})
        else:
            account = {"seat": seat, "account": f"n{len(self.events)}", "utc_offset": 60}
            self._add("seat.substituted", "director:d", account)
        self.bots.discard(seat)

    def _resign(self) -> None:
        seat = self.chance.randrange(self.seats)
        if seat not in self.bots:
            self._add("seat.resigned", f"seat:{seat}", {"seat": seat})
            self._take_over(seat)

    def _take_over(self, seat: int) -> None:
        self._add("seat.substituted", "server", {"seat": seat, "bot": "greedy"})
        self.bots.add(seat)

    def _expire(self) -> None:
        """Whoever is due first; a seat alone may be moved for."""
        table = clock_table(self.export())
        due = {seat: ms for seat, ms in enumerate(table["deadlines"][0]["ms"]) if ms is not None}
        expired = [seat for seat, ms in due.items() if ms == min(due.values())]
        if due:
            start = datetime.fromisoformat(table["started_at"])
            self.at = max(self.at, start + timedelta(milliseconds=min(due.values())))
        for seat in expired:
            self._add("clock.expired", "server", {"seat": seat})
        if len(expired) == 1 and self.chance.random() < 0.6:
            self.waiting.append((len(self.events), expired[0]))
            self._add("move.made", "server", {"decision": 1, "idle": True}, expired[0])
        else:
            for seat in expired:
                self._take_over(seat)

    def export(self) -> dict[str, Any]:
        return {"match": "random", "events": self.events, "opened": []}


@pytest.mark.parametrize("clock", [*CLOCKS, *RESTING], ids=str)
@pytest.mark.parametrize("seed", range(12))
def test_both_give_the_same_stints_and_deadlines_after_every_event(seed, clock):
    log = RandomLog(seed, clock)
    for _ in range(STEPS):
        log.grow()
    for upto in range(log.seats + 1, len(log.events)):
        keeper = arithmetic(clock, log.seats, "greedy", log_of({"export": log.export()}, upto))
        start = keeper.book.started
        due = [None if at is None else at - start for at in keeper.book.deadlines(log.seats)]
        table = clock_table(log.export(), upto)
        assert [stint.as_json() for stint in keeper.ended] == table["stints"]
        assert [{"after_seq": upto, "ms": due}] == table["deadlines"]
