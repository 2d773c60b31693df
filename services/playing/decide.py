"""Deciding: a position and what was recorded since become the events that follow. Pure: no database, no clock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from engine.core import chance
from engine.core.errors import MoveError
from engine.core.game import Draw, Json, Seat, Shown, ranked
from services.log import fair
from services.log.append import Draft, Head
from services.log.read import Recorded
from services.matches import events as ev
from services.matches.fold import Fold
from services.matches.noting import Past
from services.matches.position import HIDDEN, SEATING, Position, Result, WaitingAnswer, elapsed, pick_key
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
    judged: tuple[WaitingAnswer, ...] = ()  # the moves that were judged
    refused: int = 0  # so many of them were refused


@dataclass(frozen=True, slots=True)
class Ending:
    """In logs of the old form: what has ended the match, to be carried out by the referee."""

    reason: str
    seat: Seat
    seq: int


class Deciding:
    """Decides what follows in one match behind its head; the seqs of drafts are known, as they are written only there.

    `at`: the database's time when the match was read. Without `keys` nothing can be judged or drawn.
    """

    def __init__(
        self, position: Position | None, keys: Keys | None, head: Head, at: datetime, past: Past | None = None
    ) -> None:
        self.fold = Fold(position, past)
        self._keys, self.at = keys, max(at, head.at)
        self.next_seq = head.seq + 1
        self._move: WaitingAnswer | None = None  # the one that is being judged
        self.drafts: list[Draft] = []
        self.news: dict[int, Lines] = {}
        self.judged: list[WaitingAnswer] = []
        self.refused = 0
        self.gallery: Json = None
        self.ending: Ending | None = None

    @property
    def position(self) -> Position:
        return self.fold.position

    @property
    def keys(self) -> Keys:
        assert self._keys is not None, "chance is drawn only by whoever holds the seed"
        return self._keys

    def decided(self) -> Decided:
        # Recorded facts without a judgement of their own (a resignation after the end) move the position too.
        position = replace(self.position, seq=self.next_seq - 1)
        return Decided(position, tuple(self.drafts), self.news, self.gallery, tuple(self.judged), self.refused)

    # -- what was recorded --------------------------------------------------------------------------------------------

    def take(self, recorded: Recorded) -> None:
        """One event that was recorded since the position, in order of seq."""
        event = self.fold.take(recorded)
        self.news[recorded.seq] = event_news(self.fold, event)
        if not self.position.kept.dated and type(event) in _ENDINGS and self.ending is None:
            self.ending = Ending(_ENDINGS[type(event)], recorded.pub["seat"], recorded.seq)

    def judge_all(self) -> None:
        """Every move that waits, in the order of recording; and what plans answer then."""
        while self.position.kept.waiting:
            self._judge(next(iter(self.position.kept.waiting.values())))
            self.answer_by_plans()

    def _judge(self, move: WaitingAnswer) -> None:
        self.judged.append(move)
        self._move = move
        self.fold.steps = []
        if self.ending is not None and move.seq > self.ending.seq and self.rules_result() is None:
            self._refuse(move, TOO_LATE)
            return
        try:
            read = self.fold.answer(move)
        except MoveError as error:
            self._refuse(move, error.code)
            return
        record = self._draw_all(elapsed(self.position.begun, move.at))
        public = self.fold.game.write(read, None)
        event = ev.MoveJudged(of=move.seq, seat=move.seat, verdict=ev.STANDS, code=None, move=public, chance=record.pub)
        self._add_ply(event, record)

    def _refuse(self, move: WaitingAnswer, code: str) -> None:
        self.refused += 1
        asked = self.position.played.asked if self.position.kept.dated else None
        event = ev.MoveJudged(
            of=move.seq, seat=move.seat, verdict=ev.REFUSED, code=code, move=HIDDEN, chance=(), asked=asked
        )
        self.add(event, dp=self.position.played.dp, df=self.position.played.df)

    def answer_by_plans(self) -> None:
        """async.md 4: whoever is asked and has left an answer is answered for, in the same append."""
        kept = self.position.kept
        if self.position.over or kept.agreed_pause:
            return
        waiting = {move.seat for move in kept.waiting.values()}
        for seat in self.position.played.asked:
            plan = kept.plans.get(seat)
            text = None if plan is None or seat in waiting else plan.answer(seat)
            if plan is not None and text is not None:
                event = ev.MoveMade(seat=seat, decision=kept.decisions[seat], plan=plan.seq)
                self.add(event, {str(seat): {"move": text}}, actor=ev.seat_actor(seat))

    # -- what the house itself brings about ---------------------------------------------------------------------------

    def begin(self, lot: bool, dated: bool = True) -> None:
        """The match starts: the lot of seats, if drawn, and the opening draws. `dated`: events say who is asked."""
        holders = self.position.kept.holders
        record = ChanceRecord()
        self.fold.steps = []
        order = sorted(holders)
        if lot and len(holders) > 1:
            drawn = self._draw_lot(record, len(holders))
            order = [int(seat) for seat in drawn]
        self._draw_all(0, record)
        seats = [holders[seat].as_json() for seat in order]
        self._add_ply(ev.MatchStarted(seats=seats, beacon="", chance=record.pub), record, dated)

    def _draw_lot(self, record: ChanceRecord, seats: int) -> tuple[str, ...]:
        question = Draw(SEATING, tuple((str(seat), 1) for seat in range(seats)), seats)
        drawn = chance.draw(self.keys.chance, SEATING, 0, question.bag, seats)
        record.add(question, 0, drawn)
        self.fold.count_picks({SEATING: seats})
        return drawn

    def run_timers(self) -> None:
        """Every timer of the rules that has run out by now; all recorded moves are judged."""
        while not self.position.over and self.outcome() is None and self._timer_ran_out():
            at = elapsed(self.position.begun, self.at)
            self.fold.steps = []
            self.fold.run_out(at)
            record = self._draw_all(at)
            self._add_ply(ev.TimeUp(chance=record.pub), record)

    def _timer_ran_out(self) -> bool:
        due = self.fold.game.deadline(self.position.state)
        return due is not None and elapsed(self.position.begun, self.at) >= due

    # -- the end ------------------------------------------------------------------------------------------------------

    def rules_result(self) -> Result | None:
        state, game = self.position.state, self.fold.game
        winners = game.winners(state)
        if winners is None:
            return None
        return Result(tuple(game.scores(state)), tuple(sorted(winners)), game.reason(state) or "played-out")

    def outcome(self) -> Result | None:
        """How the match is over, by the rules or by what waits for the referee, if it is."""
        result = self.rules_result()
        if result is None and self.ending is not None:
            return self.house_result(self.ending.reason, {self.ending.seat})
        return result

    def house_result(self, reason: str, losers: set[Seat]) -> Result:
        """async.md 2: the engine's present scores; with two seats the other wins, with more who leads of the others.

        Whoever expired or resigned never wins, whether a bot has taken the seat over or not.
        """
        scores = tuple(self.fold.game.scores(self.position.state))
        gone = losers | set(self.position.kept.away)
        others = [seat for seat in range(len(scores)) if seat not in gone]
        best = max((scores[seat] for seat in others), default=0)
        winners = others if len(scores) == 2 else [seat for seat in others if scores[seat] == best]
        return Result(scores, tuple(winners), reason)

    def end_if_over(self) -> None:
        """The end and the reveal, if the match is over and does not say so yet."""
        result = None if self.position.over else self.outcome()
        if result is not None:
            self.end(result)
            self.reveal()

    def end(self, result: Result) -> None:
        played = self.position.played
        event = ev.MatchEnded(scores=list(result.scores), winners=list(result.winners), reason=result.reason)
        if self.position.kept.dated and len(result.scores) > 2:
            event = replace(event, places=self._places(result))
        self.add(event, dp=played.dp, df=played.df)

    def _places(self, result: Result) -> list[int]:
        """The engine's own order; of an end by the house: winners, then the others by their scores, who left last."""
        if self.rules_result() is not None:
            return list(self.fold.game.places(self.position.state))
        left = {*self.position.kept.leaving, *self.position.kept.away}
        scores = enumerate(result.scores)
        return list(ranked([(seat not in result.winners, seat in left, -score) for seat, score in scores]))

    def reveal(self) -> None:
        self.add(ev.SeedRevealed(seed=self.keys.seed.hex()))

    # -- drafts -------------------------------------------------------------------------------------------------------

    def _draw_all(self, at: int, record: ChanceRecord | None = None) -> ChanceRecord:
        record = record or ChanceRecord()
        while (question := self.fold.game.draw(self.position.state)) is not None:
            first = self.position.played.drawn.get(question.label, 0)
            drawn = chance.draw(self.keys.chance, question.label, first, question.bag, question.count)
            self.fold.deal(question, drawn, at)
            record.add(question, first, drawn)
        return record

    def _add_ply(
        self, event: ev.MatchStarted | ev.MoveJudged | ev.TimeUp, record: ChanceRecord, dated: bool | None = None
    ) -> None:
        parts = record.parts()
        shown = self._shown(parts)
        if shown and not isinstance(event, ev.MatchStarted):
            event = replace(event, shown=shown)
        game, state = self.fold.game, self.position.state
        if self.position.kept.dated if dated is None else dated:
            event = replace(event, asked=sorted(game.to_act(state)))
        self.gallery = game.view(state, None)
        full = fair.full_digest(self.keys.state, game.dump(state))
        self.add(event, parts, fair.public_digest(self.gallery), full)

    def _shown(self, parts: dict[str, dict[str, Json]]) -> list[ev.Record]:
        """fairness.md 3.3: what was masked and is shown now goes to everybody, or to the seat that learns it.

        The state of a fork counts moves and picks of its source too, its log does not: nothing is named there.
        """
        public: list[ev.Record] = []
        if self.position.kept.forked:
            return public
        for taken in self.fold.steps:
            for shown in self.fold.game.shown(taken.before, taken.ply, taken.after):
                record = self._shown_record(shown)
                if shown.eye is None:
                    public.append(record)
                else:
                    parts.setdefault(str(shown.eye), {}).setdefault("shown", []).append(record)
        return public

    def _shown_record(self, shown: Shown) -> dict[str, Json]:
        played = self.position.played
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

    def add(
        self,
        event: ev.MatchEvent,
        parts: Mapping[str, Json] | None = None,
        dp: str | None = None,
        df: str | None = None,
        *,
        actor: str = ev.SERVER,
        cmd: str | None = None,
        once: str | None = None,
    ) -> int:
        """One more event, folded at once; its seq."""
        seq = self.next_seq
        draft = event.draft(actor, cmd=cmd, at=self.at, parts=parts, dp=dp, df=df, once=once)
        recorded = Recorded(
            seq, draft.type, draft.actor, self.at, draft.pub, dp, df, draft.seat, draft.decision, draft.of, draft.parts
        )
        self.fold.note(event, recorded)
        self._move = None
        self.news[seq] = event_news(self.fold, event)
        self.drafts.append(draft)
        self.next_seq += 1
        return seq


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
