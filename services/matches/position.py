"""Where a match stands after an event: the position, in the half that an undo takes back and the half it never does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from engine.core.game import Game, Json, Ply
from services.matches.agreements import Offers, Plan, Trail
from services.matches.clock import ClockBook

MIDDLE_LEVEL: Final = 2
SEATING: Final = "seating"
HIDDEN: Final = "?"  # what stands in a public text for a part that not everybody may read


class BrokenLog(Exception):
    """The log does not fold: a recorded judgement or outcome does not fit the rules."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended, by the rules or by the house."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Holder:
    """Who sits on a seat: an account or a bot."""

    account: str | None = None
    bot: str | None = None
    entropy: str = ""

    def as_json(self) -> dict[str, str]:
        return {"bot": self.bot} if self.bot is not None else {"account": self.account or ""}


@dataclass(frozen=True, slots=True)
class WaitingAnswer:
    """A recorded move that is not judged yet."""

    seq: int
    seat: int
    text: str
    at: datetime
    person: bool = True  # sent or planned by a person, not by a bot or for an idle seat


@dataclass(frozen=True, slots=True)
class Away:
    """Whose seat a bot has taken over, and whether that person may come back."""

    account: str
    may_return: bool


@dataclass(frozen=True, slots=True)
class Played:
    """The half of a position that an undo takes back."""

    state: Any
    ply: int = 0
    stood: tuple[tuple[int, ...], ...] = ()  # seqs of the moves that stand, by seat
    drawn: Mapping[str, int] = field(default_factory=dict)  # label -> index of its next pick
    masked: Mapping[str, str] = field(default_factory=dict)  # "label n" -> outcome of draws not everybody saw
    texts: Mapping[str, str] = field(default_factory=dict)  # seq of a standing move -> text, until public
    asked: tuple[int, ...] = ()  # seats with an open decision
    trail: Trail = ()  # the states in force that an undo may go back to
    result: Result | None = None
    dp: str | None = None
    df: str | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """The half that no undo takes back."""

    game: str
    rules_version: int
    options: Mapping[str, Json]
    seats: int
    started: datetime | None = None
    decisions: tuple[int, ...] = ()  # the number of each seat's open or next question
    holders: Mapping[int, Holder] = field(default_factory=dict)
    entropy: Mapping[str, str] = field(default_factory=dict)  # account -> entropy, of those who sat there at the start
    waiting: Mapping[int, WaitingAnswer] = field(default_factory=dict)  # by seq, in order
    dated: bool = False  # events say who is asked: not in logs begun before there were clocks
    clock: Mapping[str, Json] | None = None
    clocks: ClockBook | None = None
    offers: Offers = field(default_factory=Offers)
    plans: Mapping[int, Plan] = field(default_factory=dict)  # by seat
    away: Mapping[int, Away] = field(default_factory=dict)  # seats that a bot has taken over, by seat
    idle: frozenset[int] = frozenset()  # seats whose last answer was the server's, for they let their time pass
    leaving: Mapping[int, bool] = field(default_factory=dict)  # seats that expired or resigned -> may come back
    agreed_pause: bool = False  # all clocks stand by agreement
    aborted: str | None = None
    rated: bool = False
    delay: Mapping[str, int] | None = None
    tournament: str | None = None
    forked: bool = False  # it begins inside another match
    offset: int = 0  # of a fork: the milliseconds that had passed at its source


@dataclass(frozen=True, slots=True)
class Position:
    """Where a match stands after the event `seq`."""

    seq: int
    played: Played
    kept: Kept

    @property
    def state(self) -> Any:
        return self.played.state

    @property
    def result(self) -> Result | None:
        return self.played.result

    @property
    def open_decisions(self) -> dict[int, int]:
        """Seat -> the decision it is asked."""
        return {seat: self.kept.decisions[seat] for seat in self.played.asked}

    @property
    def people(self) -> frozenset[int]:
        """The seats that are held by accounts."""
        return frozenset(seat for seat, holder in self.kept.holders.items() if holder.account is not None)

    @property
    def over(self) -> bool:
        return self.played.result is not None or self.kept.aborted is not None

    @property
    def bots(self) -> dict[int, str]:
        return {seat: holder.bot for seat, holder in sorted(self.kept.holders.items()) if holder.bot is not None}

    @property
    def begun(self) -> datetime:
        """When the time of the plies began to run; of a fork that was before its start."""
        if self.kept.started is None:
            raise BrokenLog("a ply before the match started")
        return self.kept.started - timedelta(milliseconds=self.kept.offset)


@dataclass(frozen=True, slots=True)
class Step:
    """One ply that the fold took, for news."""

    before: Any
    ply: Ply
    after: Any


def elapsed(started: datetime, at: datetime) -> int:
    """The engine's time: whole milliseconds since the match began."""
    span = at - started
    return (span.days * 86_400 + span.seconds) * 1000 + span.microseconds // 1000


def pick_key(label: str, n: int) -> str:
    return f"{label} {n}"


def usual_substitute(game: Game[Any, Any]) -> str:
    """The bot that takes over an absent seat where none is named: a middle level."""
    return min(game.bots.values(), key=lambda bot: (abs(bot.level - MIDDLE_LEVEL), bot.key)).key if game.bots else ""
