"""Tournaments measured: pairing, opening matches, standings of a thousand, and moves while five hundred matches start.

Each part that needs a process of its own, for its CPU and memory, is `python -m deploy.bench.tournaments PART …`.
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import psycopg

from deploy.bench.stack import Stack
from deploy.house import ROOT
from deploy.tournament_sim import SLOW, Caller, new_caller
from services.pairings import events as ev
from services.pairings.fold import apply
from services.pairings.formats import GameFacts
from services.pairings.ledger import make_ledger
from services.pairings.lifecycle import close_round_event, start_event
from services.pairings.matches import ENDED, MatchFact
from services.pairings.notes import result_event
from services.pairings.opening import fill_opening
from services.pairings.pairing import pair_next
from services.pairings.rulings import RuleHold, RuleRelease
from services.pairings.state import TournamentState

SEED: Final = b"\x07" * 32
AT: Final = "2030-01-01T00:00:00.000Z"
GAME: Final = GameFacts("zertz", (2,), 2)
EVERYBODY_AT_ONCE: Final = 32  # of whom all play all: 496 matches
PATIENCE: Final = 300.0


# -- a Swiss event without matches ------------------------------------------------------------------------------------


class Course:
    """Events of a Swiss of so many, with results drawn from a seed; `spent`: CPU seconds of each pairing."""

    def __init__(self, entrants: int, rounds: int, tournament: str) -> None:
        self.entrants, self.rounds, self.luck = entrants, rounds, random.Random(entrants)
        self.state, self.spent = TournamentState(tournament), list[float]()

    def opening(self) -> ev.TournamentOpened:
        draft = fill_opening({"game": "zertz", "format": "swiss", "rounds": self.rounds, "clock": SLOW}, GAME)
        return draft.opened(GAME, (str(uuid.UUID(int=1)),), "00" * 32)

    def take(self, event: Any, actor: str = "server") -> tuple[Any, str]:
        self.state = apply(self.state, ev.RecordedEvent(self.state.seq + 1, AT, actor, event))
        return event, actor

    def begin(self) -> Iterator[tuple[Any, str]]:
        """Entries and the start."""
        for entry in range(1, self.entrants + 1):
            account = str(uuid.UUID(int=self.luck.getrandbits(128)))
            yield self.take(ev.EntryMade(entry, account, ""), f"acct:{account}")
        ratings = {entry: self.luck.randint(1000, 2200) for entry in self.state.entered()}
        yield self.take(start_event(self.state, ratings, SEED), f"director:{uuid.UUID(int=1)}")

    def one_round(self, to_the_end: bool = True) -> Iterator[tuple[Any, str]]:
        began = time.process_time()
        paired = pair_next(self.state, now=AT)
        self.spent.append(time.process_time() - began)
        assert isinstance(paired, ev.RoundPaired)
        yield self.take(paired)
        ledger = make_ledger(self.state)
        for game in list(self.state.round(paired.round).games()) if to_the_end else ():
            winners = self.luck.choice(((0,), (1,), (0, 1)))
            fact = MatchFact(game.match, ENDED, "ab" * 32, winners, None, (3, 2), "connected")
            yield self.take(result_event(ledger, game, fact))
        if to_the_end:
            yield self.take(close_round_event(self.state, paired.round))


def pair(entrants: int, rounds: int) -> None:
    """Prints as JSON the engine, the CPU seconds of each round, and the most memory in MB."""
    course = Course(entrants, rounds, str(uuid.UUID(int=entrants)))
    course.take(course.opening())
    events = [*course.begin()]
    for _ in range(rounds):
        events += course.one_round()
    engines = sorted({event.engine for event, _ in events if isinstance(event, ev.RoundPaired)})
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"engines": engines, "cpu": course.spent, "mb": memory}))


# -- in the stores of a house -----------------------------------------------------------------------------------------


def store(entrants: int, rounds: int) -> None:
    """A tournament whose matches nobody opens: it is parked. Prints its id."""
    import django

    django.setup()
    from services.people.accounts import new_guest
    from services.tournaments import read
    from services.tournaments.models import Tournament
    from services.tournaments.streams import Said, commit, load, prepare

    host = new_guest("Bench").pk
    body = {"name": f"Swiss of {entrants}", "game": "zertz", "format": "swiss", "rounds": rounds, "clock": SLOW}
    answer = read.open_tournament(
        account=host, body=body | {"command_id": str(uuid.uuid4())}, asker=f"acct:{host}", present=read.card_json
    )
    tournament = uuid.UUID(answer.body["id"])
    Tournament.objects.filter(pk=tournament).update(parked="bench")
    loaded = load(tournament)
    course = Course(entrants, rounds, str(tournament))
    course.state = loaded.state
    loaded = commit(prepare(loaded, [Said(event, actor) for event, actor in course.begin()]))
    for _ in range(rounds):
        course.state = loaded.state
        loaded = commit(prepare(loaded, [Said(event, actor) for event, actor in course.one_round()]))
    print(tournament)


def touch(tournament: str) -> None:
    """One event more: whatever was reckoned has to be reckoned anew."""
    import django

    django.setup()
    from services.pairings.events import RulingMade
    from services.tournaments.streams import Said, commit, load, prepare

    loaded = load(uuid.UUID(tournament))
    ruling = RuleRelease() if loaded.state.held else RuleHold()
    director = f"director:{loaded.state.opened.directors[0]}"
    commit(prepare(loaded, [Said(RulingMade(ruling, "other", loaded.head.seq), director)]))


def open_many(count: int) -> None:
    """Prints as JSON the CPU ms a match of this process, and its statements a batch."""
    import django

    django.setup()
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from services.people.accounts import new_guest
    from services.playing.boards import Board, BoardPlace, open_boards
    from services.tournaments.boards import BATCH

    people = [new_guest(f"Bench {number}").pk for number in range(2)]
    place = BoardPlace(uuid.uuid4(), 1, 1, 1)
    boards = [
        Board(uuid.uuid4(), os.urandom(32), "zertz", {}, tuple(people), people[0], SLOW, place=place)
        for _ in range(count)
    ]
    open_boards(boards[:BATCH])
    with CaptureQueriesContext(connection) as captured:
        open_boards(boards[BATCH : 2 * BATCH])
    began = time.process_time()
    for at in range(2 * BATCH, count, BATCH):
        open_boards(boards[at : at + BATCH])
    spent = (time.process_time() - began) / max(1, count - 2 * BATCH)
    print(json.dumps({"ms": spent * 1000, "statements": len(captured), "batch": BATCH}))


def run(part: str, *words: object, stack: Stack | None = None) -> str:
    """A part in a process of its own; what it prints."""
    env = dict(os.environ) if stack is None else os.environ | json.loads(stack.house.environment.read_text())
    argv = [sys.executable, "-m", "deploy.bench.tournaments", part, *map(str, words)]
    done = subprocess.run(argv, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""


# -- measured over HTTP -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Looks:
    """Seconds until an answer was there: the very first, the first after a new event, and again."""

    first: list[float]
    anew: list[float]
    again: list[float]


def until_followed(stack: Stack) -> None:
    """Until nobody has to follow anything any more: what was stored at once kept all services busy."""
    with psycopg.connect(_database(stack), autocommit=True) as line:
        while line.execute("SELECT EXISTS (SELECT 1 FROM store_outbox)").fetchone() == (True,):
            time.sleep(0.2)


def _database(stack: Stack) -> str:
    return str(json.loads(stack.house.environment.read_text())["DATABASE_URL"])


def look(stack: Stack, tournament: str, path: str) -> Looks:
    first = [_timed(stack, path)]
    anew = []
    for _ in range(3):
        run("touch", tournament, stack=stack)
        anew.append(_timed(stack, path))
    return Looks(first, anew, [_timed(stack, path) for _ in range(20)])


def _timed(stack: Stack, path: str) -> float:
    began = time.perf_counter()
    Caller(stack.port).text(path)
    return time.perf_counter() - began


@dataclass
class Rush:
    """An all-play-all of which every match starts at once; `seconds`: from the start until the last one is open."""

    director: Caller
    path: str
    database: str
    seconds: float = 0.0
    matches: int = EVERYBODY_AT_ONCE * (EVERYBODY_AT_ONCE - 1) // 2

    def start(self) -> threading.Thread:
        thread = threading.Thread(target=self._start, daemon=True)
        thread.start()
        return thread

    def _start(self) -> None:
        """Counted in the database: asking the web for each match would be the load that is measured."""
        began = time.perf_counter()
        self.director.post(f"{self.path}/start")
        counted = "SELECT count(*) FROM store_match WHERE tournament = %s"
        with psycopg.connect(self.database, autocommit=True) as line:
            while line.execute(counted, [self.path.rsplit("/", 1)[1]]).fetchone() != (self.matches,):
                if time.perf_counter() - began > PATIENCE:
                    raise SystemExit("the matches are not opened")
                time.sleep(0.2)
        self.seconds = time.perf_counter() - began


def prepare_rush(stack: Stack) -> Rush:
    director = new_caller(stack.port, "Director")
    body = {"name": "Everybody at once", "game": "zertz", "format": "round_robin", "rules": {"at_once": True}}
    path = f"/api/tournaments/{director.post('/api/tournaments', clock=SLOW, **body)['id']}"
    for number in range(EVERYBODY_AT_ONCE):
        new_caller(stack.port, f"Entrant {number + 1}").post(f"{path}/entries")
    return Rush(director, path, _database(stack))


if __name__ == "__main__":
    part, *rest = sys.argv[1:]
    if part == "touch":
        touch(rest[0])
    else:
        {"pair": pair, "store": store, "open": open_many}[part](*map(int, rest))  # type: ignore[operator]
