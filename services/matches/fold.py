"""The fold of a match's log: recorded events become a position. The only thing that changes a position.

Referee, history, rebuild and the house's audit use this one fold. Deciding uses its steps (`answer`, `deal`, `run_out`)
and then `note`, so that a move is played once, whoever makes the event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from engine.core.errors import MoveError
from engine.core.game import Draw, Game, Json, News, Ply
from engine.core.replay import answer, step
from engine.games import game_of
from services.log.read import Recorded
from services.matches import events as ev


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
class Waiting:
    """A recorded move that is not judged yet."""

    seq: int
    seat: int
    text: str
    at: datetime


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
    waiting: Mapping[int, Waiting] = field(default_factory=dict)  # by seq, in order


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
    def bots(self) -> dict[int, str]:
        return {seat: holder.bot for seat, holder in sorted(self.kept.holders.items()) if holder.bot is not None}

    @property
    def begun(self) -> datetime:
        if self.kept.started is None:
            raise BrokenLog("a ply before the match started")
        return self.kept.started


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


Past = Callable[[int], Played]  # the first half of the position after an earlier event


class Fold:
    """Folds events one after another. `steps` holds the plies of the last event folded.

    `past` is asked when a move is taken back; without it such an event breaks the fold.
    """

    def __init__(self, position: Position | None = None, past: Past | None = None) -> None:
        self._position = position
        self._game: Game[Any, Any] | None = None
        self.past = past
        self.steps: list[Step] = []

    @property
    def position(self) -> Position:
        if self._position is None:
            raise BrokenLog("the log does not begin with a table")
        return self._position

    @property
    def game(self) -> Game[Any, Any]:
        if self._game is None:
            self._game = game_of(self.position.kept.game, self.position.kept.rules_version)
        return self._game

    # -- an event that is recorded ------------------------------------------------------------------------------------

    def take(self, recorded: Recorded) -> ev.MatchEvent:
        """Fold one recorded event: its plies, then what it changes beside them."""
        self.steps = []
        event = ev.event_of(recorded)
        self._play_recorded(event, recorded)
        self.note(event, recorded)
        return event

    def _play_recorded(self, event: ev.MatchEvent, recorded: Recorded) -> None:
        match event:
            case ev.MatchStarted():
                self.count_picks(seating_picks(event.chance))
                self._deal_recorded(recorded, 0)
            case ev.MoveJudged() if event.stands:
                move = self.waiting(event.of)
                try:
                    self.answer(move)
                except MoveError as error:
                    raise BrokenLog(f"seq {recorded.seq}: a standing move is refused: {error.code}") from None
                self._deal_recorded(recorded, elapsed(self.position.begun, move.at))
            case ev.TimeUp():
                self.run_out(elapsed(self.position.begun, recorded.at))
                self._deal_recorded(recorded, elapsed(self.position.begun, recorded.at))

    def _deal_recorded(self, recorded: Recorded, at: int) -> None:
        outcomes = {
            pick_key(record["label"], record["n"]): record["out"]
            for records in (recorded.pub, *recorded.parts.values())
            for record in records.get("chance", ())
        }
        while (question := self.game.draw(self.position.state)) is not None:
            first = self.position.played.drawn.get(question.label, 0)
            keys = [pick_key(question.label, first + i) for i in range(question.count)]
            try:
                drawn = tuple(outcomes[key] for key in keys)
            except KeyError:
                raise BrokenLog(f"seq {recorded.seq}: no outcome recorded for {question.label} {first}") from None
            self.deal(question, drawn, at)

    # -- steps --------------------------------------------------------------------------------------------------------

    def waiting(self, seq: int) -> Waiting:
        try:
            return self.position.kept.waiting[seq]
        except KeyError:
            raise BrokenLog(f"seq {seq} is no move that waits for its judgement") from None

    def text_of(self, seq: int) -> str:
        """The text of a move that is waiting, or stands and is not public yet."""
        waiting = self.position.kept.waiting.get(seq)
        return self.position.played.texts[str(seq)] if waiting is None else waiting.text

    def answer(self, move: Waiting) -> Any:
        """Play a seat's answer; the move that was read. Raises MoveError, and then nothing has changed."""
        at = elapsed(self.position.begun, move.at)
        read, after = answer(self.game, self.position.state, move.seat, move.text, at)
        self._stepped(Ply(at=at, seat=move.seat, move=read), after)
        return read

    def run_out(self, at: int) -> None:
        """The game's own timer runs out."""
        ply = Ply(at=at)
        self._stepped(ply, step(self.game, self.position.state, ply))

    def deal(self, question: Draw, drawn: tuple[str, ...], at: int) -> None:
        """Answer the open draw."""
        ply = Ply(at=at, draw=question, drawn=drawn)
        first = self.position.played.drawn.get(question.label, 0)
        self._stepped(ply, step(self.game, self.position.state, ply))
        self.count_picks({question.label: question.count})
        if question.eye is not None:
            new = {pick_key(question.label, first + i): out for i, out in enumerate(drawn)}
            self._play(masked={**self.position.played.masked, **new})

    def count_picks(self, picks: Mapping[str, int]) -> None:
        drawn = dict(self.position.played.drawn)
        for label, count in picks.items():
            drawn[label] = drawn.get(label, 0) + count
        self._play(drawn=drawn)

    def _stepped(self, ply: Ply, after: Any) -> None:
        self.steps.append(Step(self.position.state, ply, after))
        self._play(state=after, ply=self.position.played.ply + 1)

    def _play(self, **changes: Any) -> None:
        position = self.position
        self._position = replace(position, played=replace(position.played, **changes))

    def _keep(self, **changes: Any) -> None:
        position = self.position
        self._position = replace(position, kept=replace(position.kept, **changes))

    # -- what an event changes beside its plies -----------------------------------------------------------------------

    def note(self, event: ev.MatchEvent, recorded: Recorded) -> None:
        """Everything but the plies, which were taken before."""
        if isinstance(event, ev.TableOpened):
            self._open(event)
        elif handler := _NOTES.get(type(event)):
            handler(self, event, recorded)
        played = self.position.played
        if recorded.dp is not None:
            played = replace(played, dp=recorded.dp, df=recorded.df)
        self._position = replace(self.position, seq=recorded.seq, played=played)

    def _open(self, event: ev.TableOpened) -> None:
        kept = Kept(event.game, event.rules_version, event.options, event.seats)
        self._position = Position(-1, Played(None), kept)
        self._play(state=self.game.setup(event.seats, event.options))

    def _note_taken(self, event: ev.SeatTaken, recorded: Recorded) -> None:
        holder = Holder(event.account, event.bot, event.entropy)
        self._keep(holders={**self.position.kept.holders, event.seat: holder})

    def _note_left(self, event: ev.SeatLeft, recorded: Recorded) -> None:
        kept = self.position.kept
        self._keep(holders={seat: holder for seat, holder in kept.holders.items() if seat != event.seat})

    def _note_started(self, event: ev.MatchStarted, recorded: Recorded) -> None:
        before = self.position.kept.holders
        entropy = {holder.account: holder.entropy for holder in before.values() if holder.account is not None}
        seats = len(event.seats)
        holders = {seat: Holder(holder.get("account"), holder.get("bot")) for seat, holder in enumerate(event.seats)}
        self._play(stood=((),) * seats)
        self._keep(started=recorded.at, holders=holders, entropy=entropy, decisions=(1,) * seats)
        self._ask()

    def _note_made(self, event: ev.MoveMade, recorded: Recorded) -> None:
        text = recorded.parts[str(event.seat)]["move"]
        move = Waiting(recorded.seq, event.seat, text, recorded.at)
        self._keep(waiting={**self.position.kept.waiting, recorded.seq: move})

    def _note_judged(self, event: ev.MoveJudged, recorded: Recorded) -> None:
        kept = self.position.kept
        waiting = {seq: move for seq, move in kept.waiting.items() if seq != event.of}
        self._keep(waiting=waiting, decisions=_raised(kept.decisions, (event.seat,)))
        if event.stands:
            stood = self.position.played.stood
            self._play(
                stood=tuple((*seqs, event.of) if seat == event.seat else seqs for seat, seqs in enumerate(stood))
            )
            if HIDDEN in event.move:
                self._play(texts={**self.position.played.texts, str(event.of): kept.waiting[event.of].text})
            self._note_shown(event.shown)
            self._ask()

    def _note_time_up(self, event: ev.TimeUp, recorded: Recorded) -> None:
        self._note_shown(event.shown)
        self._ask()

    def _note_shown(self, shown: Iterable[ev.Record] | None) -> None:
        """Texts that everybody may read by now need not be kept."""
        public = {str(record["of"]) for record in shown or () if "of" in record}
        if public:
            texts = self.position.played.texts
            self._play(texts={seq: text for seq, text in texts.items() if seq not in public})

    def _note_undone(self, event: ev.MoveUndone, recorded: Recorded) -> None:
        """Whoever was asked or is asked now gets a new number, so that no answer meant for another state counts."""
        if self.past is None or event.to >= recorded.seq:
            raise BrokenLog(f"seq {recorded.seq}: the position after {event.to} is not at hand")
        position = self.position
        played = self.past(event.to)
        kept = replace(
            position.kept, decisions=_raised(position.kept.decisions, {*position.played.asked, *played.asked})
        )
        self._position = replace(position, played=played, kept=kept)

    def _note_substituted(self, event: ev.SeatSubstituted, recorded: Recorded) -> None:
        holders = {**self.position.kept.holders, event.seat: Holder(event.account, event.bot)}
        self._keep(holders=holders)

    def _note_ended(self, event: ev.MatchEnded, recorded: Recorded) -> None:
        self._play(result=Result(tuple(event.scores), tuple(event.winners), event.reason), asked=())

    def _note_aborted(self, event: ev.MatchAborted, recorded: Recorded) -> None:
        self._play(asked=())

    def _ask(self) -> None:
        self._play(asked=tuple(sorted(self.game.to_act(self.position.state))))

    # -- for readers --------------------------------------------------------------------------------------------------

    def news(self, eye: int | None) -> list[News]:
        """What the last event said to that eye."""
        return [line for taken in self.steps for line in self.game.news(taken.before, taken.ply, taken.after, eye)]


_NOTES: Final[Mapping[type[ev.MatchEvent], Callable[[Fold, Any, Recorded], None]]] = {
    ev.SeatTaken: Fold._note_taken,
    ev.SeatLeft: Fold._note_left,
    ev.MatchStarted: Fold._note_started,
    ev.MoveMade: Fold._note_made,
    ev.MoveJudged: Fold._note_judged,
    ev.TimeUp: Fold._note_time_up,
    ev.MoveUndone: Fold._note_undone,
    ev.SeatSubstituted: Fold._note_substituted,
    ev.MatchEnded: Fold._note_ended,
    ev.MatchAborted: Fold._note_aborted,
}


def seating_picks(chance: Iterable[ev.Record]) -> dict[str, int]:
    """The lot of seats is drawn by the house, not asked for by the game."""
    picks = sum(record["label"] == SEATING for record in chance)
    return {SEATING: picks} if picks else {}


SEATING: Final = "seating"
HIDDEN: Final = "?"  # what stands in a public text for a part that not everybody may read


def _raised(numbers: tuple[int, ...], seats: Iterable[int]) -> tuple[int, ...]:
    raised = set(seats)
    return tuple(number + (seat in raised) for seat, number in enumerate(numbers))


def fold_events(events: Iterable[Recorded], begin: Fold | None = None) -> Fold:
    """Fold a list; a move that is taken back is found again in the same list."""
    recorded = list(events)
    fold = begin or Fold()
    if fold.past is None:
        fold.past = lambda seq: fold_events(event for event in recorded if event.seq <= seq).position.played
    for event in recorded:
        fold.take(event)
    return fold
