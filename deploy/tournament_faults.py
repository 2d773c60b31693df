"""`python -m deploy.tournament_faults`: small tournaments while their house is broken again and again, then verified.

Workers, the web, Redis and PostgreSQL are killed, Redis is emptied, connections are cut. Every start comes twice at the
same time, pairing is asked for again and again, all results of a round come at once, and somebody withdraws while the
next round is being paired. What is sent is sent again until it is answered, with the same command id.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from tqdm import tqdm

from deploy.bench.stack import Stack, running_house
from deploy.breaking import PATIENCE, Breaking, Helper, helping, patient, send
from deploy.tournament_sim import SLOW, Caller, Refused, new_caller, verdict_of

HANDS: Final = 12  # calls at the same time
LONGEST: Final = 180.0  # seconds without anything new in any event
WITHDRAWALS: Final = 0.3  # share of rounds in which somebody withdraws while the next one is paired
NOT_WHOLE: Final = 3  # of the verifier: it holds as far as it could look
BACK: Final = 5.0  # seconds in an arena until who is not ready says so again
_LIVE: Final = {"kind": "fischer", "start_ms": 60_000, "increment_ms": 0}


@dataclass(frozen=True, slots=True)
class EventPlan:
    """How an event is opened, and how many enter."""

    format: str
    fewest: int
    most: int
    rounds: int | None = None  # None: as the format says
    game: str = "zertz"
    seats: int = 2
    clock: Mapping[str, Any] = field(default_factory=lambda: SLOW)
    rules: Mapping[str, Any] = field(default_factory=dict)

    def body(self) -> dict[str, Any]:
        rounds = {} if self.rounds is None else {"rounds": self.rounds}
        return (
            {"game": self.game, "format": self.format, "seats": self.seats, "clock": self.clock}
            | rounds
            | ({"rules": self.rules} if self.rules else {})
        )


PLANS: Final = (
    EventPlan("swiss", 5, 8, 3),
    EventPlan("arena", 4, 6, clock=_LIVE, rules={"minutes": 1}),
    EventPlan("groups", 4, 7, game="glux", seats=4, rules={"group": 5}),
    EventPlan("swiss_pods", 6, 7, 2, game="glux", seats=3),
    EventPlan("round_robin", 3, 5),
    EventPlan("knockout", 4, 7),
    EventPlan("double_knockout", 4, 5),
    EventPlan("groups", 4, 8),
    EventPlan("league", 4, 6),
    EventPlan("swiss_pods", 5, 9, 2, game="potion_explosion", seats=4),
    EventPlan("swiss", 4, 7, 2),
)
# -- one event --------------------------------------------------------------------------------------------------------


@dataclass
class SmallEvent:
    """A tournament of a few, its people, and what was drawn for it."""

    stack: Stack
    helper: Helper
    number: int
    luck: random.Random
    path: str = ""
    director: Caller | None = None
    people: list[Caller] = field(default_factory=list)
    starts: list[str] = field(default_factory=list)  # what a double click was answered
    done: set[str] = field(default_factory=set)  # matches that were given up
    left: set[int] = field(default_factory=set)
    asked: float = 0.0  # when everybody was last asked to be ready
    over: bool = False

    @property
    def host(self) -> Caller:
        assert self.director is not None
        return self.director

    @property
    def plan(self) -> EventPlan:
        return PLANS[self.number % len(PLANS)]

    def open(self) -> None:
        self.director = patient(new_caller, self.stack.port, f"Host {self.number}")
        card = send(self.host, "/api/tournaments", name=f"Event {self.number}", **self.plan.body())
        self.path = f"/api/tournaments/{card['id']}"
        for entrant in range(self.luck.randint(self.plan.fewest, self.plan.most)):
            person = patient(new_caller, self.stack.port, f"Entrant {entrant + 1}")
            send(person, f"{self.path}/entries", entropy=self.luck.randbytes(8).hex())
            self.people.append(person)

    def start(self, hands: ThreadPoolExecutor) -> None:
        """A double click."""

        def click() -> str:
            try:
                send(self.host, f"{self.path}/start")
            except Refused as error:
                return str(error.status)
            return "202"

        clicks = [hands.submit(click) for _ in range(2)]
        self.starts = sorted(done.result() for done in clicks)

    def get(self, path: str = "") -> Any:
        return patient(self.host.get, self.path + path)

    def act(self, hands: ThreadPoolExecutor) -> int:
        """Everybody whose match runs gives it up, all at once; pairing is asked for, and somebody may withdraw."""
        if self.get()["status"] == "finished":
            self.over = True
            return 1
        games = [game for game in self._running() if game["match"] not in self.done]
        work = [hands.submit(self._give_up, game) for game in games]
        if self.plan.format == "arena":
            work += self._be_ready(hands)
        if games:
            work.append(hands.submit(self.helper.do, "pair", self.path.rsplit("/", 1)[1]))
        if games and not self.left and self.luck.random() < WITHDRAWALS:
            self.left.add(entry := self.luck.randint(1, len(self.people)))
            work.append(hands.submit(self._withdraw, entry))
        for done in work:
            done.result()
        return len(games)

    def _be_ready(self, hands: ThreadPoolExecutor) -> list[Future[None]]:
        """Everybody who can; one of them leaves again and again."""
        if time.monotonic() - self.asked < BACK:
            return []
        self.asked = time.monotonic()
        restless = self.luck.choice(self.people)
        return [hands.submit(self._try, person, "leave" if person is restless else "ready") for person in self.people]

    def _try(self, person: Caller, act: str) -> None:
        with suppress(Refused):  # ready by now, not ready, withdrawn, or over
            send(person, f"{self.path}/{act}")

    def _running(self) -> list[dict[str, Any]]:
        running = []
        for line in self.get("/rounds")["rounds"]:
            if line["status"] == "running":
                games = [table["games"][-1] for table in self.get(f"/rounds/{line['round']}")["tables"]]
                running += [game for game in games if game["status"] == "running"]
        return running

    def _give_up(self, game: dict[str, Any]) -> None:
        """One after another resigns until the match is over: at three and four seats bots go on for the others."""
        people = [entry for entry in game["entries"] if isinstance(entry, int)]
        self.luck.shuffle(people)
        for entry in people if len(people) > 2 else people[:1]:
            with suppress(Refused):  # over by now, not opened yet, or a move waits: the next look shows it
                patient(self.people[entry - 1].post, f"/api/matches/{game['match']}/resignation")
                if len(people) == 2:
                    self.done.add(game["match"])

    def _withdraw(self, entry: int) -> None:
        self._try(self.people[entry - 1], "withdrawal")

    # -- the verdict

    def faults(self) -> list[str]:
        """What is wrong with its log; nothing is expected."""
        export, code, text = self._verified()
        of_type: dict[str, list[dict[str, Any]]] = {}
        for event in export["events"]:
            of_type.setdefault(event["type"], []).append(event["pub"])
        faults = [f"{len(of_type[name])} times {name}" for name in ONCE if len(of_type.get(name, ())) != 1]
        faults += [] if self.starts == ["202", "409"] else [f"a double click on start was answered {self.starts}"]
        faults += repeated("round.paired", [pub["round"] for pub in of_type.get("round.paired", ())])
        results = [(pub["round"], pub["table"], pub["game"]) for pub in of_type.get("result.noted", ())]
        faults += repeated("result.noted", results)
        faults += self._seated_twice(of_type.get("round.paired", ()))
        shown = self.get("/standings")
        if shown["digest"] != of_type["tournament.closed"][0]["standings"] or not shown["final"]:
            faults.append("the standings shown are not those of the log")
        return faults + ([] if code == 0 else [f"the verifier: {text}"])

    def _verified(self) -> tuple[Any, int, str]:
        """The export and what the verifier makes of it, as soon as all seeds are revealed."""
        end = time.monotonic() + PATIENCE
        while True:
            export = self.get("/export?matches=1")
            code, text = verdict_of(export)
            if code != NOT_WHOLE or time.monotonic() > end:
                return export, code, text
            time.sleep(0.5)

    def _seated_twice(self, rounds: Sequence[dict[str, Any]]) -> list[str]:
        """Where everybody has one table a round; groups are compared with their design by the verifier."""
        if self.plan.format in ("groups", "league"):
            return []
        faults = []
        for drawn in rounds:
            people = [entry for table in drawn["tables"] for entry in table["entries"]]
            faults += repeated(f"round {drawn['round']}: entry", people + [bye["entry"] for bye in drawn["byes"]])
        return faults


ONCE: Final = ("tournament.opened", "tournament.started", "tournament.closed", "seed.revealed")


def repeated(what: str, items: Sequence[Any]) -> list[str]:
    return [f"{what} {item} {many} times" for item, many in Counter(items).items() if many > 1]


# -- all of them ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of all events."""

    events: int
    matches: int
    broken: Counter[str]
    wrong: tuple[str, ...]


def play(stack: Stack, *, events: int, together: int, seed: int, quiet: bool) -> Outcome:
    """So many at a time. Raises SystemExit if nothing happens any more."""
    luck = random.Random(seed)
    with helping(stack) as helper, ThreadPoolExecutor(HANDS) as hands:
        all_of_them = [SmallEvent(stack, helper, number, random.Random(f"{seed} {number}")) for number in range(events)]
        breaking = Breaking(stack, helper, luck)
        with tqdm(total=events, desc="events", unit="event", disable=quiet) as bar:
            for at in range(0, events, together):
                _play(all_of_them[at : at + together], breaking, hands, bar)
        wrong = [f"event {event.number}: {text}" for event in all_of_them for text in event.faults()]
    return Outcome(events, sum(len(event.done) for event in all_of_them), breaking.done, tuple(wrong))


def _play(events: Sequence[SmallEvent], breaking: Breaking, hands: ThreadPoolExecutor, bar: Any) -> None:
    for event in events:
        event.open()
    breaking.break_something()
    for event in events:
        event.start(hands)
    since = time.monotonic()
    while running := [event for event in events if not event.over]:
        acted = sum(event.act(hands) for event in running)
        bar.update(sum(event.over for event in running))
        if acted:  # results are noted, rounds closed and paired from here on
            breaking.break_something()
            since = time.monotonic()
        elif time.monotonic() - since > LONGEST:
            raise SystemExit(f"nothing happens any more: {[event.path for event in running]}")
        else:
            time.sleep(0.5)


def report(outcome: Outcome, seconds: float) -> int:
    """Printed; the exit code."""
    for text in outcome.wrong:
        print(text)
    faults = ", ".join(f"{many} {name}" for name, many in sorted(outcome.broken.items()))
    print(f"{outcome.events} events, {outcome.matches} matches, {seconds:.0f} s; {faults}: {len(outcome.wrong)} faults")
    return 1 if outcome.wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m deploy.tournament_faults", description=__doc__)
    parser.add_argument("--events", type=int, default=50)
    parser.add_argument("--together", type=int, default=10, help="events played at the same time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the house is taken down as by Ctrl-C
    with running_house() as stack:
        began = time.perf_counter()
        outcome = play(stack, events=options.events, together=options.together, seed=options.seed, quiet=options.quiet)
        return report(outcome, time.perf_counter() - began)


if __name__ == "__main__":
    sys.exit(main())
