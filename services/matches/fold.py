"""The fold of a match's log: recorded events become a position. The only thing that changes a position.

Referee, history, rebuild and the house's audit use this one fold. Deciding uses its steps (`answer`, `deal`, `run_out`)
and then `note`, so that a move is played once, whoever makes the event.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.errors import MoveError
from engine.core.game import Draw, News, Ply
from engine.core.replay import answer, step
from services.log.read import Recorded
from services.matches import events as ev
from services.matches.noting import Noting, Past
from services.matches.position import SEATING, BrokenLog, Position, Step, WaitingAnswer, elapsed, pick_key


class Fold(Noting):
    """Folds events one after another. `steps` holds the plies of the last event folded.

    `past` is asked when a move is taken back; without it such an event breaks the fold.
    """

    def __init__(self, position: Position | None = None, past: Past | None = None) -> None:
        super().__init__(position, past)
        self.steps: list[Step] = []

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

    def waiting(self, seq: int) -> WaitingAnswer:
        try:
            return self.position.kept.waiting[seq]
        except KeyError:
            raise BrokenLog(f"seq {seq} is no move that waits for its judgement") from None

    def text_of(self, seq: int) -> str:
        """The text of a move that is waiting, or stands and is not public yet."""
        waiting = self.position.kept.waiting.get(seq)
        return self.position.played.texts[str(seq)] if waiting is None else waiting.text

    def answer(self, move: WaitingAnswer) -> Any:
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

    # -- for readers --------------------------------------------------------------------------------------------------

    def news(self, eye: int | None) -> list[News]:
        """What the last event said to that eye."""
        return [line for taken in self.steps for line in self.game.news(taken.before, taken.ply, taken.after, eye)]


def seating_picks(chance: Iterable[ev.Record]) -> dict[str, int]:
    """The lot of seats is drawn by the house, not asked for by the game."""
    picks = sum(record["label"] == SEATING for record in chance)
    return {SEATING: picks} if picks else {}


def fold_events(events: Iterable[Recorded], begin: Fold | None = None) -> Fold:
    """Fold a list; a move that is taken back is looked up in the same list."""
    recorded = list(events)
    fold = begin or Fold()
    if fold.past is None:
        fold.past = lambda seq: fold_events(event for event in recorded if event.seq <= seq).position.played
    for event in recorded:
        fold.take(event)
    return fold
