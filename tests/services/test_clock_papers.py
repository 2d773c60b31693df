"""docs/clocks.md: every worked example is a small log; what the text says follows from it, in house and verifier."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from services.log import fair
from services.matches.clock import arithmetic
from tests.services.test_clock import log_of
from verifier.clocks import clock_table

PAPER = Path(__file__).parents[2] / "docs" / "clocks.md"
STINTS = "| seat | asked | answered | decisions | paused | charged | house | left | end |"
HAPPENED = "| at (UTC) | event |"


@cache
def examples() -> dict[str, str]:
    """Heading -> text, of every section that has a log."""
    sections = re.split(r"^## ", PAPER.read_text(), flags=re.MULTILINE)[1:]
    named = dict(section.split("\n", 1) for section in sections)
    return {name: text for name, text in named.items() if HAPPENED in text}


def rows(text: str, head: str) -> list[list[str]]:
    """The cells of the table that begins with that head."""
    lines = text[text.index(head) :].split("\n")[2:]
    table = lines[: next(number for number, line in enumerate(lines) if not line.startswith("|"))]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in table]


def numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",") if number]


class ExampleLog:
    """The log that a table of events tells of."""

    def __init__(self, text: str) -> None:
        block = re.search(r"```json\n(.*?)```", text, flags=re.DOTALL)
        assert block is not None
        self.clock: dict[str, Any] = json.loads(block.group(1))
        self.offsets = [int(offset) for offset in re.findall(r"`utc_offset` (-?\d+)", text)]
        self.events: list[dict[str, Any]] = []
        self.at = ""
        self.asked: list[int] = []
        happened = rows(text, HAPPENED)
        self._time(happened[0][0])
        self._open()
        for at, event in happened:
            self._time(at)
            words = event.split()
            self.WRITERS[words[0]](self, words)

    def _time(self, text: str) -> None:
        self.at = fair.time_text(datetime.fromisoformat(text).replace(tzinfo=UTC))

    def _open(self) -> None:
        opening = {"game": "sketch", "rules_version": 1, "options": {}, "seed_commit": "", "clock": self.clock}
        self._add("table.opened", "acct:a0", opening | {"seats": len(self.offsets)})
        for seat, offset in enumerate(self.offsets):
            taken = {"seat": seat, "account": f"a{seat}", "entropy": "", "utc_offset": offset}
            self._add("seat.taken", f"acct:a{seat}", taken)

    def _add(self, kind: str, actor: str, pub: dict[str, Any], seat: int | None = None) -> None:
        head = {"seq": len(self.events), "type": kind, "actor": actor, "at": self.at}
        sealed = {} if seat is None else {str(seat): ""}
        self.events.append(head | {"pub": pub, "sealed": sealed, "dp": None, "df": None})

    def _started(self, words: list[str]) -> None:
        seats = [{"account": f"a{seat}"} for seat in range(len(self.offsets))]
        self.asked = numbers(words[2])
        self._add("match.started", "server", {"seats": seats, "beacon": "", "chance": [], "asked": self.asked})

    def _made(self, words: list[str]) -> None:
        self._add("move.made", f"seat:{words[1]}", {"decision": 1}, int(words[1]))

    def _judged(self, words: list[str]) -> None:
        """`move.judged 0 → 1`: the oldest move of seat 0 that waits; then seat 1 is asked."""
        seat, judged = int(words[1]), {event["pub"].get("of") for event in self.events}
        waiting = [event for event in self.events if event["type"] == "move.made" and event["seq"] not in judged]
        of = next(event["seq"] for event in waiting if event["actor"] == f"seat:{seat}")
        self.asked = numbers(words[3]) if len(words) > 3 else []
        verdict = {"verdict": "stands", "code": None, "move": "go", "chance": [], "asked": self.asked}
        self._add("move.judged", "server", {"of": of, "seat": seat, **verdict})

    def _pause(self, words: list[str]) -> None:
        self._add(words[0], "server", {"seats": numbers(words[1]), "reason": words[2]})

    def _credited(self, words: list[str]) -> None:
        self._add("clock.credited", "server", {"seat": int(words[1]), "ms": int(words[2]), "reason": words[3]})

    WRITERS: dict[str, Callable[[ExampleLog, list[str]], None]] = {
        "match.started": _started,
        "move.made": _made,
        "move.judged": _judged,
        "clock.paused": _pause,
        "clock.resumed": _pause,
        "clock.credited": _credited,
    }

    def export(self) -> dict[str, Any]:
        return {"match": "example", "events": self.events, "opened": []}


def span(ms: int) -> str:
    """A duration as the text writes it: 1 d 02:30:00, with milliseconds where there are some."""
    days, rest = divmod(ms, 86_400_000)
    hours, rest = divmod(rest, 3_600_000)
    minutes, rest = divmod(rest, 60_000)
    seconds, thousandths = divmod(rest, 1000)
    clock = f"{hours:02}:{minutes:02}:{seconds:02}" + (f".{thousandths:03}" if thousandths else "")
    return f"{days} d {clock}" if days else clock


def moment(started: str, ms: int | None) -> str:
    if ms is None:
        return "–"
    at = datetime.fromisoformat(started) + timedelta(milliseconds=ms)
    text = f"{at:%Y-%m-%d %H:%M:%S}" + (f".{at.microsecond // 1000:03}" if at.microsecond else "")
    return text


def stint_line(started: str, stint: dict[str, Any]) -> str:
    cells = [
        stint["seat"], moment(started, stint["asked"]), moment(started, stint["answered"]), stint["decisions"],
        *(span(stint[name]) for name in ("paused", "charged", "house", "left")), stint["end"],
    ]  # fmt: skip
    return "| " + " | ".join(map(str, cells)) + " |"


@pytest.mark.parametrize("name", examples())
def test_the_stints_of_an_example_are_those_of_its_log(name):
    text = examples()[name]
    table = clock_table(ExampleLog(text).export())
    lines = [stint_line(table["started_at"], stint) for stint in table["stints"]]
    written = text[text.index(STINTS) :].split("\n")[2 : 2 + len(lines) + 1]
    assert written[:-1] == lines
    assert not written[-1].startswith("|")


@pytest.mark.parametrize("name", examples())
def test_house_and_verifier_agree_on_an_example(name):
    log = ExampleLog(examples()[name])
    keeper = arithmetic(log.clock, len(log.offsets), "greedy", log_of({"export": log.export()}))
    assert [stint.as_json() for stint in keeper.ended] == clock_table(log.export())["stints"]


@pytest.mark.parametrize("name", examples())
def test_the_deadlines_that_an_example_names_are_those_of_its_log(name):
    """Written as: after event N … seat S … **moment**; the events of the table are counted from 1."""
    text = examples()[name]
    log = ExampleLog(text)
    named = re.findall(r"[Aa]fter event (\d+) the deadline of seat (\d) is \*\*([^*]+)\*\*", text)
    assert named
    for event, seat, written in named:
        table = clock_table(log.export(), len(log.offsets) + int(event))
        assert moment(table["started_at"], table["deadlines"][0]["ms"][int(seat)]) == written


def test_every_example_that_people_ask_for_is_there():
    wanted = ("Tehran", "midnight", "vacation", "outage", "ten decisions", "simultaneous")
    assert [word for word in wanted if not any(word in name for name in examples())] == []
