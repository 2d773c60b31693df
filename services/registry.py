"""The shelf of the services: what each is, as plain data. Processes, routes, health and documents follow from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Final

from services.facts import Fact

# One line per service: the module that holds its row as ROW. They are named, not imported: ground knows no service.
SERVICES: Final = (
    "services.referee.service",
    "services.opponents.service",
    "services.clocks.service",
    "services.auditor.service",
    "services.notices.service",
    "services.ratings.service",
    "services.tournaments.service",
    "services.records.service",
    "services.analysis.service",
    "services.lobby.service",
    "services.sweeper.service",
)
GAME_QUEUE: Final = "game."


@dataclass(frozen=True, slots=True)
class Reach:
    """What a process may do in the database. Its role there gets exactly this (`deploy/roles.py`).

    A word is a package of `services/` and means its tables, or one of those with a word of their own: `seeds` (who
    writes them adds some and reads none), `commitments` (seeds of streams that are not opened yet), `checkpoints`
    (leaves and what is signed over them), `sign_in` (sessions and tokens). `log` is without the first two; to write it,
    without the first three.
    """

    reads: tuple[str, ...]
    writes: tuple[str, ...]
    says: bool = False  # adds facts to the outbox
    follows: bool = False  # takes facts from it

    def __or__(self, other: Reach) -> Reach:
        """What both may do together: for a process that runs several services."""
        return Reach(
            self.reads + other.reads, self.writes + other.writes, self.says or other.says, self.follows or other.follows
        )


@dataclass(frozen=True, slots=True)
class Service:
    """The row of a service."""

    name: str
    does: str  # in a few words
    queue: str  # empty: it has none; GAME_QUEUE: one per game
    tasks: tuple[str, ...]
    reads: tuple[str, ...]  # words of `Reach`
    writes: tuple[str, ...]
    says: tuple[type[Fact], ...] = ()
    follows: tuple[type[Fact], ...] = ()
    many: int = 1  # how many processes may run at the same time, of each queue; 0: as many as one likes
    time_limit: int = 40  # seconds for a task
    long: bool = False  # its tasks are acknowledged early and hold a claim row: they may take longer than the limit
    vital: bool = False  # without it nobody can play: /readyz fails
    group: str = "house"  # the process of `make up` that runs it together with others
    pool: str = "threads"  # "prefork" for work on the CPU that others must not wait for
    workers: int = 2  # threads or child processes
    nice: int = 0
    tick: float = 3.0  # seconds between two ticks of the sweeper; 0: it gets none
    rest: float = 1.0  # seconds after a poke for facts in which others wait for the tick: many at once cost less
    door: bool = False  # web writes its tables, too: what is asked by its read.py
    while_dead: str = ""

    @property
    def per_game(self) -> bool:
        return self.queue == GAME_QUEUE

    @property
    def reach(self) -> Reach:
        return Reach(self.reads, self.writes, says=bool(self.says), follows=bool(self.follows))

    def queues(self, games: Iterable[str]) -> list[str]:
        if self.per_game:
            return [GAME_QUEUE + game for game in sorted(games)]
        return [self.queue] if self.queue else []


@cache
def services() -> tuple[Service, ...]:
    rows: list[Service] = []
    for name in SERVICES:
        rows.append(import_module(name).ROW)
    return tuple(rows)


GROUND_OF_WEB: Final = ("log", "seeds", "commitments", "people", "sign_in", "matches", "readers")


@cache
def web_reach() -> Reach:
    """Of the web process: the door of every service, and reader of nobody's seeds."""
    rows = [row for row in services() if row.name in row.writes]
    doors = tuple(row.name for row in rows if row.door)
    return Reach(tuple(row.name for row in rows), (*GROUND_OF_WEB, *doors), says=True)


def service_of(name: str) -> Service:
    """Raises LookupError with the names there are."""
    by_name = {row.name: row for row in services()}
    if name not in by_name:
        raise LookupError(f"no service {name}; there are {', '.join(sorted(by_name))}")
    return by_name[name]


def followers_of(kind: type[Fact]) -> tuple[Service, ...]:
    return _followers(kind.NAME)


@cache
def _followers(name: str) -> tuple[Service, ...]:
    return tuple(row for row in services() if name in [kind.NAME for kind in row.follows])
