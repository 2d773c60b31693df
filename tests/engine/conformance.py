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

from engine.core import chance
from engine.core.chance import Stream
from engine.core.errors import BadOptions
from engine.core.game import Game, Options, Ply, complete_options
from engine.core.replay import step
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
        at = next(i for i, one in enumerate(self.states) if one is state)
        return self.plies[at - 1].at if at else 0

    def steps(self) -> Iterator[tuple[Any, Ply, Any]]:
        return zip(self.states, self.plies, self.states[1:], strict=False)


def sizes() -> list[Table]:
    return [Table(key, seats) for key, game in TESTED.items() for seats in game.info.seats]


def variants() -> list[Table]:
    """Other values of every option, at the smallest table that allows them, with up to two more options."""
    found = []
    for key, game in TESTED.items():
        for name, schema in game.info.options.items():
            others = [value for value in _values(schema) if value != schema["default"]]
            for value in some(others, MOST_VALUES):
                if (table := _allowed(key, name, value)) is not None:
                    found.append(table)
    return found


def _allowed(key: str, name: str, value: Any) -> Table | None:
    others = [
        (other, one)
        for other, schema in TESTED[key].info.options.items()
        for one in _values(schema)
        if other != name and one != schema["default"]
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
    state = game.setup(table.seats, table.all_options)
    states, plies, drawn, at = [state], [], dict[str, int](), 0
    while game.winners(state) is None:
        assert len(plies) < MOST_PLIES, f"{table} does not end"
        ply = next_ply(game, state, Stream(seed, "play", len(plies)), seed, drawn, at)
        at, state = ply.at, step(game, state, ply)
        states.append(state)
        plies.append(ply)
    return Recorded(game, table.seats, tuple(states), tuple(plies))


def next_ply(game: Game[Any, Any], state: Any, stream: Stream, seed: bytes, drawn: dict[str, int], at: int) -> Ply:
    """A random ply; `drawn` counts the picks of each label."""
    if (question := game.draw(state)) is not None:
        first = drawn.get(question.label, 0)
        drawn[question.label] = first + question.count
        out = chance.draw(seed, question.label, first, question.bag, question.count)
        return Ply(at=at, draw=question, drawn=out)
    due = game.deadline(state)
    open_seats = [seat for seat in sorted(game.to_act(state)) if game.legal_texts(state, seat)]
    if due is not None and (not open_seats or stream.uniform(8) == 0):
        return Ply(at=max(at, due))
    later = at + stream.uniform(1000)
    seat = stream.choose(open_seats)
    text = stream.choose(game.legal_texts(state, seat))
    return Ply(at=later if due is None or later < due else at, seat=seat, move=game.read(state, seat, text))


def folder(game: Game[Any, Any]) -> Path:
    return Path(inspect.getfile(type(game))).parent


def texts(game: Game[Any, Any], lang: str) -> Any:
    place = folder(game) / ("toy_texts" if game is HUSH else "texts")
    return json.loads((place / f"{lang}.json").read_text(encoding="utf-8"))


def seats_asked(match: Recorded) -> list[tuple[Any, int]]:
    return [(state, seat) for state in match.sample() for seat in sorted(match.game.to_act(state))]


def some(items: list[Any], most: int = 24) -> list[Any]:
    """About as many as wanted, spread over the list."""
    return items[:: max(1, len(items) // most)]


def damaged(text: str) -> set[str]:
    middle = len(text) // 2
    found = {"", "?", "x", text + "!", "~" + text, text[1:], text[:-1], text + text, text.swapcase(), text + "\n"}
    found |= {text[:middle] + "~" + text[middle + 1 :], text[::-1], " " + text, "9" * 400, "[" * 400, "\u0661\ud83d"}
    return found - {text}
