"""The play of a match that is over, as text: every move that stands, in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.core.game import Json
from engine.games import game_of
from services.errors import BadRequest, Conflict
from services.log.models import Event, SealedPart
from services.matches import events as ev
from services.matches.models import Match
from services.matches.position import Position, Result
from services.readers.history import position_at

ZERTZ: Final = "zertz"
# What a record of section 4 knows beside the ends by the rules.
BY_THE_HOUSE: Final = frozenset({"resign", "time", "agreement", "forfeit"})
_RESULTS: Final[Mapping[tuple[int, ...], str]] = {(0,): "1-0", (1,): "0-1", (0, 1): "1/2", (): "0-0"}


@dataclass(frozen=True, slots=True)
class PrintedMove:
    """A move that stands: its seat and its whole text."""

    seat: int
    move: str


@dataclass(frozen=True, slots=True)
class PrintedRecord:
    match: Match
    position: Position  # at the end
    moves: tuple[PrintedMove, ...]

    @property
    def result(self) -> Result | None:
        return self.position.result


def record_of(match: Match) -> PrintedRecord:
    """Raises Conflict before everything is revealed."""
    if not match.revealed:
        raise Conflict("not-over")
    position = position_at(match.id, match.head.seq)
    return PrintedRecord(match, position, _standing(match, position))


def _standing(match: Match, position: Position) -> tuple[PrintedMove, ...]:
    """Moves that were taken back stand no more; the others in the order in which they were judged."""
    stood = {seq for seqs in position.played.stood for seq in seqs}
    judged = Event.objects.filter(stream_id=match.id, type=ev.MoveJudged.TYPE, of__in=stood).order_by("seq")
    texts: dict[int, Any] = dict(
        SealedPart.objects.filter(stream_id=match.id, seq__in=stood).values_list("seq", "payload")
    )
    return tuple(
        PrintedMove(event.pub["seat"], texts[event.pub["of"]]["move"])
        for event in judged.only("pub")
        if event.pub["verdict"] == ev.STANDS
    )


def record_text(record: PrintedRecord) -> str:
    """Lines with `#` that say what was played, then a line `N SEAT MOVE` for each move."""
    match, result = record.match, record.result
    about = {
        "match": match.id,
        "game": match.game,
        "rules_version": match.rules_version,
        "seats": match.seats,
        **match.options,
        "scores": " ".join(map(str, result.scores)) if result else "-",
        "winners": " ".join(map(str, result.winners)) or "-" if result else "-",
        "reason": result.reason if result else record.position.kept.aborted or "-",
    }
    head = [f"# {name} {_word(value)}" for name, value in about.items()]
    moves = [f"{n} {played.seat} {played.move}" for n, played in enumerate(record.moves, 1)]
    return "\n".join([*head, *moves]) + "\n"


def _word(value: object) -> str:
    """Of a field that is written behind `#`; nothing is a dash."""
    if value is None:
        return "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


def record_json(record: PrintedRecord) -> dict[str, Json]:
    """A ZERTZ record, which imports as itself. Of another game, or without a result it could tell: BadRequest."""
    match, result, state = record.match, record.result, record.position.state
    if match.game != ZERTZ:
        raise BadRequest({"as": "json is for ZERTZ alone"})
    game = game_of(match.game, match.rules_version)
    if result is None or (game.reason(state) != result.reason and result.reason not in BY_THE_HOUSE):
        raise BadRequest({"as": "a record tells an end by the rules, by resignation, time, agreement or forfeit"})
    return {
        "game": match.game,
        **match.options,
        "moves": [played.move for played in record.moves],
        "result": _RESULTS[tuple(result.winners)],
        "reason": result.reason,
        "final": game.write_position(state),
    }
