"""Deciding: a position and what was recorded since become the events that follow. Pure: no database, no clock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from engine.core import chance
from engine.core.errors import MoveError
from engine.core.game import Draw, Json, Seat, Shown
from services.log import fair
from services.log.append import Draft, Head
from services.log.read import Recorded
from services.matches import events as ev
from services.matches.fold import HIDDEN, SEATING, Fold, Past, Position, Result, Waiting, elapsed, pick_key
from services.playing.keys import Keys
from services.readers.news import Lines, event_news

TOO_LATE: Final = "too-late"
_ENDINGS: Final[Mapping[type[ev.MatchEvent], str]] = {ev.SeatResigned: "resign", ev.ClockExpired: "time"}


@dataclass(frozen=True, slots=True)
class Decided:
    """The events that follow, the position after them, and the news of recorded and new events by their seq."""

    position: Position
    drafts: tuple[Draft, ...] = ()
    news: Mapping[int, Lines] = field(default_factory=dict)
    gallery: Json = None  # the gallery's view of the position, where it was needed
    judged: tuple[Waiting, ...] = ()  # the moves that were judged
    refused: int = 0  # so many of them were refused


class Deciding:
    """Decides what follows in one match behind its head; the seqs of drafts are known, as they are written only there.

    `at`: the database's time when the match was read.
    """

    def __init__(
        self, position: Position | None, keys: Keys | None, head: Head, at: datetime, past: Past | None = None
    ) -> None:
        self.fold = Fold(position, past)
        self._keys, self.at = keys, max(at, head.at)
        self.next_seq = head.seq + 1
        self._move: Waiting | None = None  # the one that is being judged
        self.drafts: list[Draft] = []
        self.news: dict[int, Lines] = {}
        self.judged: list[Waiting] = []
        self.refused = 0
        self.gallery: Json = None
        self.ending: tuple[str, Seat] | None = None  # the house's reason, and the seat it is about

    @property
    def keys(self) -> Keys:
        assert self._keys is not None, "chance is drawn only by whoever holds the seed"
        return self._keys

    def decided(self) -> Decided:
        # Recorded facts without a judgement of their own (a resignation after the end) move the position too.
        position = replace(self.fold.position, seq=self.next_seq - 1)
        return Decided(position, tuple(self.drafts), self.news, self.gallery, tuple(self.judged), self.refused)

    # -- what was recorded --------------------------------------------------------------------------------------------

    def take(self, recorded: Recorded) -> None:
        """One event that was recorded since the position, in order of seq. A move is judged at once."""
        event = self.fold.take(recorded)
        if isinstance(event, ev.MoveMade):
            self._judge(self.fold.waiting(recorded.seq))
            return
        self.news[recorded.seq] = event_news(self.fold, event)
        if type(event) in _ENDINGS and self.ending is None:
            self.ending = (_ENDINGS[type(event)], recorded.pub["seat"])

    def _judge(self, move: Waiting) -> None:
        self.judged.append(move)
        self._move = move
        self.fold.steps = []
        if self.ending is not None and self.fold.game.winners(self.fold.position.state) is None:
            self._refuse(move, TOO_LATE)
            return
        try:
            read = self.fold.answer(move)
        except MoveError as error:
            self._refuse(move, error.code)
            return
        record = self._draw_all(elapsed(self.fold.position.begun, move.at))
        public = self.fold.game.write(read, None)
        event = ev.MoveJudged(of=move.seq, seat=move.seat, verdict=ev.STANDS, code=None, move=public, chance=record.pub)
        self._add_ply(event, record)

    def _refuse(self, move: Waiting, code: str) -> None:
        self.refused += 1
        event = ev.MoveJudged(of=move.seq, seat=move.seat, verdict=ev.REFUSED, code=code, move=HIDDEN, chance=())
        self._add(event, dp=self.fold.position.played.dp, df=self.fold.position.played.df)

    # -- what the house itself brings about ---------------------------------------------------------------------------

    def begin(self, lot: bool) -> None:
        """The match starts: the lot of seats, if drawn, and the opening draws."""
        holders = self.fold.position.kept.holders
        record = ChanceRecord()
        self.fold.steps = []
        order = sorted(holders)
        if lot and len(holders) > 1:
            drawn = self._draw_lot(record, len(holders))
            order = [int(seat) for seat in drawn]
        self._draw_all(0, record)
        seats = [holders[seat].as_json() for seat in order]
        self._add_ply(ev.MatchStarted(seats=seats, beacon="", chance=record.pub), record)

    def _draw_lot(self, record: ChanceRecord, seats: int) -> tuple[str, ...]:
        question = Draw(SEATING, tuple((str(seat), 1) for seat in range(seats)), seats)
        drawn = chance.draw(self.keys.chance, SEATING, 0, question.bag, seats)
        record.add(question, 0, drawn)
        self.fold.count_picks({SEATING: seats})
        return drawn

    def run_timers(self) -> None:
        """Every timer of the rules that has run out by now; all recorded moves are judged."""
        while self.outcome() is None and self._timer_ran_out():
            at = elapsed(self.fold.position.begun, self.at)
            self.fold.steps = []
            self.fold.run_out(at)
            record = self._draw_all(at)
            self._add_ply(ev.TimeUp(chance=record.pub), record)

    def _timer_ran_out(self) -> bool:
        due = self.fold.game.deadline(self.fold.position.state)
        return due is not None and elapsed(self.fold.position.begun, self.at) >= due

    # -- the end ------------------------------------------------------------------------------------------------------

    def outcome(self) -> Result | None:
        """How the match is over, by the rules or by the house, if it is."""
        state, game = self.fold.position.state, self.fold.game
        winners = game.winners(state)
        if winners is not None:
            reason = game.reason(state) or "played-out"
            return Result(tuple(game.scores(state)), tuple(sorted(winners)), reason)
        if self.ending is None:
            return None
        reason, loser = self.ending
        return Result(tuple(game.scores(state)), _others_ahead(game.scores(state), loser), reason)

    def end_if_over(self) -> None:
        """The end and the reveal, if the match is over."""
        result = self.outcome()
        if result is None:
            return
        event = ev.MatchEnded(scores=list(result.scores), winners=list(result.winners), reason=result.reason)
        self._add(event, dp=self.fold.position.played.dp, df=self.fold.position.played.df)
        self.reveal()

    def reveal(self) -> None:
        self._add(ev.SeedRevealed(seed=self.keys.seed.hex()))

    # -- drafts -------------------------------------------------------------------------------------------------------

    def _draw_all(self, at: int, record: ChanceRecord | None = None) -> ChanceRecord:
        record = record or ChanceRecord()
        while (question := self.fold.game.draw(self.fold.position.state)) is not None:
            first = self.fold.position.played.drawn.get(question.label, 0)
            drawn = chance.draw(self.keys.chance, question.label, first, question.bag, question.count)
            self.fold.deal(question, drawn, at)
            record.add(question, first, drawn)
        return record

    def _add_ply(self, event: ev.MatchStarted | ev.MoveJudged | ev.TimeUp, record: ChanceRecord) -> None:
        parts = record.parts()
        shown = self._shown(parts)
        if shown and not isinstance(event, ev.MatchStarted):
            event = replace(event, shown=shown)
        game, state = self.fold.game, self.fold.position.state
        self.gallery = game.view(state, None)
        full = fair.full_digest(self.keys.state, game.dump(state))
        self._add(event, parts, fair.public_digest(self.gallery), full)

    def _shown(self, parts: dict[str, dict[str, Json]]) -> list[ev.Record]:
        """fairness.md 3.3: what was masked and is shown now goes to everybody, or to the seat that learns it."""
        public: list[ev.Record] = []
        for taken in self.fold.steps:
            for shown in self.fold.game.shown(taken.before, taken.ply, taken.after):
                record = self._shown_record(shown)
                if shown.eye is None:
                    public.append(record)
                else:
                    parts.setdefault(str(shown.eye), {}).setdefault("shown", []).append(record)
        return public

    def _shown_record(self, shown: Shown) -> dict[str, Json]:
        played = self.fold.position.played
        if shown.draw is not None:
            label, n = shown.draw
            return {"label": label, "n": n, "out": played.masked[pick_key(label, n)]}
        assert shown.move is not None
        seat, number = shown.move
        stood = played.stood[seat]
        if self._move is not None and self._move.seat == seat:
            stood = (*stood, self._move.seq)
        seq = stood[number]
        return {"of": seq, "move": self.fold.text_of(seq)}

    def _add(
        self,
        event: ev.MatchEvent,
        parts: Mapping[str, Json] | None = None,
        dp: str | None = None,
        df: str | None = None,
    ) -> None:
        draft = event.draft(ev.SERVER, at=self.at, parts=parts, dp=dp, df=df)
        recorded = Recorded(
            self.next_seq, draft.type, draft.actor, self.at, draft.pub, dp, df, draft.seat, draft.decision, draft.of,
            draft.parts,
        )  # fmt: skip
        self.fold.note(event, recorded)
        self._move = None
        self.news[self.next_seq] = event_news(self.fold, event)
        self.drafts.append(draft)
        self.next_seq += 1


def _others_ahead(scores: Sequence[int], loser: Seat) -> tuple[int, ...]:
    """Who wins when a seat has lost by the house: the other of two, of more those of the others who lead."""
    others = [seat for seat in range(len(scores)) if seat != loser]
    best = max((scores[seat] for seat in others), default=0)
    return tuple(others if len(scores) == 2 else [seat for seat in others if scores[seat] == best])


class ChanceRecord:
    """Who gets which outcomes of the draws of one event, and the questions that were asked."""

    def __init__(self) -> None:
        self.pub: list[dict[str, Json]] = []
        self.seats: dict[int, list[dict[str, Json]]] = {}
        self.end: list[dict[str, Json]] = []
        self.draws: list[dict[str, Json]] = []

    def add(self, question: Draw, first: int, drawn: Iterable[str]) -> None:
        records = [{"label": question.label, "n": first + i, "out": out} for i, out in enumerate(drawn)]
        if question.eye is None:
            self.pub.extend(records)
        elif question.eye == "nobody":
            self.end.extend(records)
        else:
            self.seats.setdefault(question.eye, []).extend(records)
        eye = "pub" if question.eye is None else "end" if question.eye == "nobody" else str(question.eye)
        bag = [list(pair) for pair in question.bag]
        self.draws.append({"label": question.label, "bag": bag, "count": question.count, "eye": eye, "n": first})

    def parts(self) -> dict[str, dict[str, Json]]:
        parts: dict[str, dict[str, Any]] = {str(seat): {"chance": records} for seat, records in self.seats.items()}
        if self.draws:
            parts["end"] = {"draws": self.draws}
            if self.end:
                parts["end"]["chance"] = self.end
        return parts
