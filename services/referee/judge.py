"""Pure judging: a position and what was recorded since become the events that follow. No database, no clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from engine.core import chance
from engine.core.errors import MoveError
from engine.core.game import Draw, Game, Json, Ply, Seat, Shown
from engine.core.replay import answer, step
from services import fair
from services.projections.news import Lines, event_news
from services.store.fold import Fold, Position, Result, elapsed, pick_key
from services.store.log import Draft, Recorded

_ENDS = {"seat.resigned": "resign", "clock.expired": "time"}


@dataclass(frozen=True, slots=True)
class Keys:
    """The secrets the referee judges with: what chance follows from, and what full digests are keyed with."""

    chance: bytes
    state: bytes
    match_seed: bytes  # bots' keys follow from it


@dataclass(slots=True)
class Verdict:
    """Drafts of the events that follow, and the news of recorded and new events by their seq."""

    position: Position
    drafts: list[Draft] = field(default_factory=list)
    news: dict[int, Lines] = field(default_factory=dict)


class Judge:
    """Judges one match. The seqs of drafts are known: nobody else appends while the match is locked.

    `text_of` tells the text of a recorded move by its seq, for moves that are shown later.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        position: Position,
        keys: Keys,
        started: datetime,
        head_seq: int,
        text_of: Callable[[int], str],
    ) -> None:
        self.game, self.keys, self.started, self.text_of = game, keys, started, text_of
        self.fold = Fold(game, position, started)
        self.verdict = Verdict(position)
        self.next_seq = head_seq + 1
        self.gallery: Json = None  # the gallery's view of the position, once it was needed
        self.over: tuple[str, Seat] | None = None  # the house's reason, and the seat it is about

    @property
    def position(self) -> Position:
        return self.fold.position

    # -- what was recorded
    def take(self, event: Recorded) -> None:
        """One recorded event that waits for its judgement, in order of seq."""
        if event.type == "move.made":
            self._judge_move(event)
            return
        self.fold.steps = []
        self.verdict.news[event.seq] = event_news(self.fold, event.type, event.pub)
        if event.type in _ENDS and self.over is None:
            self.over = (_ENDS[event.type], event.pub["seat"])

    def _judge_move(self, made: Recorded) -> None:
        seat = made.seat
        assert seat is not None
        text = made.parts[str(seat)]["move"]
        at = elapsed(self.started, made.at)
        self.fold.steps = []
        if self.over is not None and self.game.winners(self.position.state) is None:
            self._refuse(made, seat, "too-late")
            return
        try:
            move, after = answer(self.game, self.position.state, seat, text, at)
        except MoveError as error:
            self._refuse(made, seat, error.code)
            return
        self._stand(made, seat, move, after, at)

    def _refuse(self, made: Recorded, seat: Seat, code: str) -> None:
        self._raise_asked(seat)
        pub = {"of": made.seq, "seat": seat, "verdict": "refused", "code": code, "move": "?", "chance": []}
        self._add(Draft("move.judged", "server", pub, dp=self.position.dp, df=self.position.df, of=made.seq))

    def _stand(self, made: Recorded, seat: Seat, move: Any, after: Any, at: int) -> None:
        self.fold._stepped(Ply(at=at, seat=seat, move=move), after)
        self._raise_asked(seat)
        stood = tuple((*q, made.seq) if one == seat else q for one, q in enumerate(self.position.stood))
        self.fold.position = replace(self.position, stood=stood)
        told = self._draw_all(at)
        pub = {
            "of": made.seq, "seat": seat, "verdict": "stands", "code": None,
            "move": self.game.write(move, None), "chance": told.pub,
        }  # fmt: skip
        self._add_ply("move.judged", pub, told, of=made.seq)

    def time_up(self, at: datetime) -> None:
        """The game's timer has run out; every recorded move is judged by now."""
        self.fold.steps = []
        ply = Ply(at=elapsed(self.started, at))
        self.fold._stepped(ply, step(self.game, self.position.state, ply))
        told = self._draw_all(ply.at)
        self._add_ply("time.up", {"chance": told.pub}, told, moment=at)

    def begin(self, holders: Sequence[Mapping[str, Json]], beacon: str, lot: Sequence[str], at: datetime) -> None:
        """match.started: the lot of seats (if drawn) and the opening draws."""
        self.fold.steps = []
        told = _Told()
        if lot:
            self._record_lot(told, lot)
        told = self._draw_all(0, told)
        self._add_ply("match.started", {"seats": list(holders), "beacon": beacon, "chance": told.pub}, told, moment=at)

    def _record_lot(self, told: _Told, lot: Sequence[str]) -> None:
        bag = [[str(seat), 1] for seat in range(len(lot))]
        told.draws.append({"label": "seating", "bag": bag, "count": len(lot), "eye": "pub", "n": 0})
        told.pub.extend({"label": "seating", "n": n, "out": out} for n, out in enumerate(lot))
        self.fold.position = replace(self.position, drawn={"seating": len(lot)})

    # -- the end
    def finish(self) -> Result | None:
        """How the match is over, by the rules or by the house, if it is."""
        state = self.position.state
        winners = self.game.winners(state)
        if winners is not None:
            reason = self.game.reason(state) or "played-out"
            return Result(tuple(self.game.scores(state)), tuple(sorted(winners)), reason)
        if self.over is None:
            return None
        reason, loser = self.over
        scores = tuple(self.game.scores(state))
        others = [seat for seat in range(len(scores)) if seat != loser]
        best = max((scores[seat] for seat in others), default=0)
        ahead = others if len(scores) == 2 else [seat for seat in others if scores[seat] == best]
        return Result(scores, tuple(ahead), reason)

    def end(self, result: Result, seed: bytes | None) -> None:
        pub = {"scores": list(result.scores), "winners": list(result.winners), "reason": result.reason}
        self._add(Draft("match.ended", "server", pub, dp=self.position.dp, df=self.position.df))
        self.fold.position = replace(self.position, result=result)
        if seed is not None:
            self._add(Draft("seed.revealed", "server", {"seed": seed.hex()}))

    # -- helpers
    def _raise_asked(self, seat: Seat) -> None:
        asked = tuple(count + (one == seat) for one, count in enumerate(self.position.asked))
        self.fold.position = replace(self.position, asked=asked)

    def _draw_all(self, at: int, told: _Told | None = None) -> _Told:
        told = told or _Told()
        while (question := self.game.draw(self.position.state)) is not None:
            first = self.position.drawn.get(question.label, 0)
            drawn = chance.draw(self.keys.chance, question.label, first, question.bag, question.count)
            self.fold.deal(question, drawn, at)
            told.record(question, first, drawn)
        return told

    def _add_ply(
        self, kind: str, pub: dict[str, Json], told: _Told, of: int | None = None, moment: datetime | None = None
    ) -> None:
        parts = told.parts()
        self._show(pub, parts)
        self.gallery = self.game.view(self.position.state, None)
        dp = fair.public_digest(self.gallery)
        df = fair.full_digest(self.keys.state, self.game.dump(self.position.state))
        self.fold.position = replace(self.position, dp=dp, df=df)
        self._add(Draft(kind, "server", pub, parts=parts, dp=dp, df=df, of=of, at=moment))

    def _show(self, pub: dict[str, Json], parts: dict[str, dict[str, Json]]) -> None:
        """fairness.md 3.3: what was masked and is told now goes to everybody, or to the seat that learns it."""
        for one in self.fold.steps:
            for shown in self.game.shown(one.before, one.ply, one.after):
                record = self._shown_record(shown)
                if shown.eye is None:
                    pub.setdefault("shown", []).append(record)
                else:
                    parts.setdefault(str(shown.eye), {}).setdefault("shown", []).append(record)

    def _shown_record(self, shown: Shown) -> dict[str, Json]:
        if shown.draw is not None:
            label, n = shown.draw
            return {"label": label, "n": n, "out": self.position.masked[pick_key(label, n)]}
        assert shown.move is not None
        seat, number = shown.move
        made = self.position.stood[seat][number]
        return {"of": made, "move": self.text_of(made)}

    def _add(self, draft: Draft) -> None:
        self.verdict.drafts.append(draft)
        self.verdict.news[self.next_seq] = event_news(self.fold, draft.type, draft.pub)
        self.fold.position = replace(self.position, seq=self.next_seq)
        self.verdict.position = self.position
        self.next_seq += 1


class _Told:
    """Who is told what of the draws of one event."""

    def __init__(self) -> None:
        self.pub: list[dict[str, Json]] = []
        self.seats: dict[int, list[dict[str, Json]]] = {}
        self.end: list[dict[str, Json]] = []
        self.draws: list[dict[str, Json]] = []

    def record(self, question: Draw, first: int, drawn: Sequence[str]) -> None:
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
        parts: dict[str, dict[str, Json]] = {str(seat): {"chance": found} for seat, found in self.seats.items()}
        if self.draws:
            parts["end"] = {"draws": self.draws}
            if self.end:
                parts["end"]["chance"] = self.end
        return parts
