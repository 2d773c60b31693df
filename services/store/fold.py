"""The fold of a log: recorded events become a position. Referee, history, audit and rebuild all stand on it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from engine.core.codec import canonical_trusted
from engine.core.errors import MoveError
from engine.core.game import Draw, Game, Json, News, Ply
from engine.core.replay import answer, step
from services.store.log import Recorded, read
from services.store.models import Match, Snapshot

SNAPSHOT_EVERY = 50
HOUSE_REASONS = ("resign", "time", "agreement", "forfeit", "ruling")


class BrokenLog(Exception):
    """The log does not fold: a recorded judgement or outcome does not fit the rules."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended, by the rules or by the house."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Position:
    """Where a match stands after the event `seq`, and what is needed to go on."""

    state: Any
    seq: int
    ply: int
    drawn: Mapping[str, int]  # label -> index of its next pick
    asked: tuple[int, ...]  # moves judged, by seat; the open decision is one more
    stood: tuple[tuple[int, ...], ...]  # seqs of the moves that stand, by seat
    masked: Mapping[str, str]  # "label n" -> outcome of draws not everybody saw
    dp: str | None
    df: str | None
    result: Result | None = None

    @property
    def decisions(self) -> tuple[int, ...]:
        return tuple(count + 1 for count in self.asked)


@dataclass(frozen=True, slots=True)
class Step:
    """One ply that the fold took, for news."""

    before: Any
    ply: Ply
    after: Any


def start(game: Game[Any, Any], seats: int, options: Mapping[str, Json]) -> Position:
    none: tuple[tuple[int, ...], ...] = ((),) * seats
    return Position(game.setup(seats, options), -1, 0, {}, (0,) * seats, none, {}, None, None)


def elapsed(started: datetime, at: datetime) -> int:
    """The engine's time: whole milliseconds since the match began."""
    span = at - started
    return (span.days * 86_400 + span.seconds) * 1000 + span.microseconds // 1000


def pick_key(label: str, n: int) -> str:
    return f"{label} {n}"


class Fold:
    """Folds events one after another. `steps` holds the plies of the last event folded."""

    def __init__(self, game: Game[Any, Any], position: Position, started: datetime | None) -> None:
        self.game, self.position, self.started = game, position, started
        self.steps: list[Step] = []
        self._made: dict[int, Recorded] = {}

    def take(self, event: Recorded) -> None:
        self.steps = []
        handler = _HANDLERS.get(event.type)
        if handler is not None:
            handler(self, event)
        self.position = replace(
            self.position, seq=event.seq, dp=event.dp or self.position.dp, df=event.df or self.position.df
        )

    def _start(self, event: Recorded) -> None:
        self.started = event.at
        seats = len(event.pub["seats"])
        self._count(_lot(event))
        self._deal(event, 0)
        self.position = replace(self.position, asked=(0,) * seats)

    def _made_move(self, event: Recorded) -> None:
        self._made[event.seq] = event

    def _judged(self, event: Recorded) -> None:
        made = self._made.pop(event.pub["of"])
        seat = event.pub["seat"]
        position = self.position
        asked = _raised(position.asked, seat)
        if event.pub["verdict"] == "refused":
            self.position = replace(position, asked=asked)
            return
        at = elapsed(self._begun(), made.at)
        try:
            move, after = answer(self.game, position.state, seat, made.parts[str(seat)]["move"], at)
        except MoveError as error:
            raise BrokenLog(f"seq {event.seq}: a standing move is refused: {error.code}") from None
        stood = tuple((*seqs, made.seq) if one == seat else seqs for one, seqs in enumerate(position.stood))
        self._stepped(Ply(at=at, seat=seat, move=move), after)
        self.position = replace(self.position, asked=asked, stood=stood)
        self._deal(event, at)

    def _time_up(self, event: Recorded) -> None:
        at = elapsed(self._begun(), event.at)
        ply = Ply(at=at)
        self._stepped(ply, step(self.game, self.position.state, ply))
        self._deal(event, at)

    def _ended(self, event: Recorded) -> None:
        pub = event.pub
        result = Result(tuple(pub["scores"]), tuple(pub["winners"]), pub["reason"])
        self.position = replace(self.position, result=result)

    def _begun(self) -> datetime:
        if self.started is None:
            raise BrokenLog("a ply before match.started")
        return self.started

    def _stepped(self, ply: Ply, after: Any) -> None:
        self.steps.append(Step(self.position.state, ply, after))
        self.position = replace(self.position, state=after, ply=self.position.ply + 1)

    def _deal(self, event: Recorded, at: int) -> None:
        outcomes = {
            pick_key(one["label"], one["n"]): one["out"]
            for records in (event.pub, *event.parts.values())
            for one in records.get("chance", ())
        }
        while (question := self.game.draw(self.position.state)) is not None:
            first = self.position.drawn.get(question.label, 0)
            keys = [pick_key(question.label, first + i) for i in range(question.count)]
            try:
                drawn = tuple(outcomes[key] for key in keys)
            except KeyError:
                raise BrokenLog(f"seq {event.seq}: no outcome recorded for {question.label} {first}") from None
            self.deal(question, drawn, at)

    def deal(self, question: Draw, drawn: tuple[str, ...], at: int) -> None:
        """Answer the open draw."""
        ply = Ply(at=at, draw=question, drawn=drawn)
        first = self.position.drawn.get(question.label, 0)
        self._stepped(ply, step(self.game, self.position.state, ply))
        self._count({question.label: question.count})
        if question.eye is not None:
            new = {pick_key(question.label, first + i): out for i, out in enumerate(drawn)}
            self.position = replace(self.position, masked={**self.position.masked, **new})

    def _count(self, picks: Mapping[str, int]) -> None:
        drawn = dict(self.position.drawn)
        for label, count in picks.items():
            drawn[label] = drawn.get(label, 0) + count
        self.position = replace(self.position, drawn=drawn)

    def news(self, eye: int | None) -> list[News]:
        """What the last event told that eye."""
        return [line for one in self.steps for line in self.game.news(one.before, one.ply, one.after, eye)]


_HANDLERS = {
    "match.started": Fold._start,
    "move.made": Fold._made_move,
    "move.judged": Fold._judged,
    "time.up": Fold._time_up,
    "match.ended": Fold._ended,
}


def _lot(event: Recorded) -> dict[str, int]:
    picks = sum(one["label"] == "seating" for one in event.pub["chance"])
    return {"seating": picks} if picks else {}


def _raised(counts: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(count + (one == seat) for one, count in enumerate(counts))


# -- from the store ---------------------------------------------------------------------------------------------------


def fold_match(match: Match, game: Game[Any, Any], upto: int | None = None, snapshots: bool = True) -> Fold:
    """Fold a stored match up to a seq (None: as far as it is judged), from the nearest snapshot."""
    limit = match.judged_seq if upto is None else upto
    begin = _nearest(match, game, limit) if snapshots else None
    fold = Fold(game, begin or start(game, match.seats, match.options), match.started_at)
    fold_events(fold, read(match.id, fold.position.seq, limit))
    return fold


def fold_events(fold: Fold, events: Iterable[Recorded]) -> None:
    for event in events:
        fold.take(event)


def _nearest(match: Match, game: Game[Any, Any], limit: int) -> Position | None:
    row = Snapshot.objects.filter(match_id=match.id, seq__lte=limit).order_by("-seq").first()
    return None if row is None else load_position(game, row.seq, row.data)


def save_snapshot(match_id: UUID, game: Game[Any, Any], position: Position) -> None:
    Snapshot.objects.bulk_create(
        [Snapshot(match_id=match_id, seq=position.seq, data=dump_position(game, position))], ignore_conflicts=True
    )


def dump_position(game: Game[Any, Any], position: Position) -> str:
    data = {
        "state": game.dump(position.state),
        "ply": position.ply,
        "drawn": position.drawn,
        "asked": position.asked,
        "stood": position.stood,
        "masked": position.masked,
        "dp": position.dp,
        "df": position.df,
    }
    return canonical_trusted(data).decode()


def load_position(game: Game[Any, Any], seq: int, text: str) -> Position:
    data = json.loads(text)
    stood = tuple(tuple(seqs) for seqs in data["stood"])
    return Position(
        game.load(data["state"]), seq, data["ply"], data["drawn"], tuple(data["asked"]), stood, data["masked"],
        data["dp"], data["df"],
    )  # fmt: skip
