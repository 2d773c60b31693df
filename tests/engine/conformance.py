"""Random matches, recorded ply by ply, for the tests that every game must pass."""

from __future__ import annotations

import hashlib
import inspect
import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.core import table as tables
from engine.core.chance import Stream
from engine.core.errors import BadOptions
from engine.core.game import Game, Options, Ply, complete_options
from engine.games import GAMES
from tests.engine.toy import HUSH

MOST_PLIES = 4000
SAMPLE = 8
MOST_VALUES = 5  # of one option
TESTED: dict[str, Game[Any, Any]] = {**GAMES, HUSH.info.key: HUSH}


@dataclass(frozen=True)
class Table:
    key: str
    seats: int
    options: tuple[tuple[str, Any], ...] = ()  # those that are not the default

    def __str__(self) -> str:
        return "-".join([self.key, str(self.seats), *(f"{name}={value}" for name, value in self.options)])

    @property
    def game(self) -> Game[Any, Any]:
        return TESTED[self.key]

    @property
    def all_options(self) -> Options:
        return complete_options(self.game, self.seats, dict(self.options))


@dataclass(frozen=True)
class Recorded:
    """states[i] is the state before plies[i]; the last state is the end."""

    game: Game[Any, Any]
    seats: int
    states: tuple[Any, ...]
    plies: tuple[Ply, ...]

    def eyes(self) -> tuple[int | None, ...]:
        return (None, *range(self.seats))

    def sample(self, most: int = SAMPLE) -> list[Any]:
        """Some states in which nobody waits for chance, spread over the match, the last one included."""
        calm = [state for state in self.states if self.game.draw(state) is None]
        stride = max(1, len(calm) // most)
        return [*calm[:-1:stride], calm[-1]]

    def time_of(self, state: Any) -> int:
        """The time of the ply before this state."""
        at = next(i for i, known in enumerate(self.states) if known is state)
        return self.plies[at - 1].at if at else 0

    def steps(self) -> Iterator[tuple[Any, Ply, Any]]:
        return zip(self.states, self.plies, self.states[1:], strict=False)


def sizes() -> list[Table]:
    return [Table(key, seats) for key, game in TESTED.items() for seats in game.info.seats]


def variants() -> list[Table]:
    """Other values of every option, at the smallest table that allows them, with up to two more options."""
    tables = []
    for key, game in TESTED.items():
        for name, schema in game.info.options.items():
            others = [value for value in _values(schema) if value != schema["default"]]
            for value in some(others, MOST_VALUES):
                if (table := _allowed(key, name, value)) is not None:
                    tables.append(table)
    return tables


def _allowed(key: str, name: str, value: Any) -> Table | None:
    others = [
        (other, setting)
        for other, schema in TESTED[key].info.options.items()
        for setting in _values(schema)
        if other != name and setting != schema["default"]
    ]
    for more in (few for n in range(3) for few in itertools.combinations(others, n)):
        given = Table(key, 0, ((name, value), *more))
        if (seats := _smallest(given)) is not None:
            return Table(key, seats, given.options)
    return None


def _values(schema: Any) -> list[Any]:
    if "enum" in schema:
        return list(schema["enum"])
    if schema.get("type") == "boolean":
        return [False, True]
    if schema.get("type") == "integer":
        return [schema[name] for name in ("minimum", "maximum") if name in schema]
    return []


def _smallest(table: Table) -> int | None:
    for seats in table.game.info.seats:
        try:
            complete_options(table.game, seats, dict(table.options))
        except BadOptions:
            continue
        return seats
    return None


@cache
def recorded(table: Table, number: int = 0) -> Recorded:
    """One random match; the same table and number always give the same match."""
    game, seed = table.game, hashlib.sha256(f"conformance/{table}/{number}".encode()).digest()
    match = tables.Table.opened(game, table.seats, dict(table.options), tables.from_key(seed))
    while not match.over:
        assert len(match.steps) < MOST_PLIES, f"{table} does not end"
        play_any(match, Stream(seed, "play", len(match.steps)))
    return Recorded(game, table.seats, tuple(match.states), tuple(match.plies))


def play_any(match: tables.Table[Any], stream: Stream) -> None:
    """A random ply: some listed move of some seat, now and then the game's own timer."""
    due = match.game.deadline(match.state)
    open_seats = [seat for seat in match.asked() if match.legal(seat)]
    if due is not None and (not open_seats or stream.uniform(8) == 0):
        match.time_up()
        return
    later = match.at + stream.uniform(1000)
    seat = stream.choose(open_seats)
    text = stream.choose(match.legal(seat))
    match.play(seat, text, later if due is None or later < due else match.at)


def folder(game: Game[Any, Any]) -> Path:
    return Path(inspect.getfile(type(game))).parent


def texts(game: Game[Any, Any], lang: str) -> Any:
    return json.loads((folder(game) / "texts" / f"{lang}.json").read_text(encoding="utf-8"))


def seats_asked(match: Recorded) -> list[tuple[Any, int]]:
    return [(state, seat) for state in match.sample() for seat in sorted(match.game.to_act(state))]


def some(items: list[Any], most: int = 24) -> list[Any]:
    """About as many as wanted, spread over the list."""
    return items[:: max(1, len(items) // most)]


def damaged(text: str) -> set[str]:
    middle = len(text) // 2
    texts = {"", "?", "x", text + "!", "~" + text, text[1:], text[:-1], text + text, text.swapcase(), text + "\n"}
    texts |= {text[:middle] + "~" + text[middle + 1 :], text[::-1], " " + text, "9" * 400, "[" * 400, "\u0661\ud83d"}
    return texts - {text}
