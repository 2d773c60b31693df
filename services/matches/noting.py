"""What events change in a position beside their plies: holders, decisions, clocks, offers, plans, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from engine.core.game import Game
from engine.games import game_of
from services.log.read import Recorded
from services.matches import events as ev
from services.matches.agreements import AGREEMENT, Mark, Offer, Plan, extended, read_lines
from services.matches.clock import Bookkeeper, open_book
from services.matches.position import (
    HIDDEN,
    Away,
    BrokenLog,
    Holder,
    Kept,
    Played,
    Position,
    Result,
    WaitingAnswer,
    usual_substitute,
)

Past = Callable[[int], Played]  # the first half of the position after an earlier event


class Noting:
    """The half of the fold that knows no plies. `past` is asked when a move is taken back."""

    def __init__(self, position: Position | None, past: Past | None) -> None:
        self._position = position
        self._game: Game[Any, Any] | None = None
        self.past = past
        self.ended_plans: Mapping[int, str] = {}  # plans that the last event ended by itself: seat -> why

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

    def _play(self, **changes: Any) -> None:
        position = self.position
        self._position = replace(position, played=replace(position.played, **changes))

    def _keep(self, **changes: Any) -> None:
        position = self.position
        self._position = replace(position, kept=replace(position.kept, **changes))

    def note(self, event: ev.MatchEvent, recorded: Recorded) -> None:
        """Everything but the plies, which were taken before."""
        plans = {} if self._position is None else self._position.kept.plans
        if isinstance(event, ev.TableOpened):
            self._open(event)
        elif handler := _NOTES.get(type(event)):
            handler(self, event, recorded)
        self.ended_plans = self._ended_plans(plans, event) if plans else {}
        clocks = self.position.kept.clocks
        if clocks is not None:
            keeper = Bookkeeper(clocks)
            keeper.take(event, recorded)
            self._keep(clocks=keeper.book)
        played = self.position.played
        if recorded.dp is not None:
            played = replace(played, dp=recorded.dp, df=recorded.df)
        self._position = replace(self.position, seq=recorded.seq, played=played)

    def _ended_plans(self, before: Mapping[int, Plan], event: ev.MatchEvent) -> dict[int, str]:
        """Which plans are gone, and why. A seat gets no note that it dropped or replaced its own."""
        if isinstance(event, ev.PlanDropped):
            return {}
        gone = [seat for seat in before if seat not in self.position.kept.plans]
        return {seat: _why_ended(before[seat], event) for seat in gone}

    def _open(self, event: ev.TableOpened) -> None:
        kept = Kept(
            event.game, event.rules_version, event.options, event.seats, clock=event.clock, rated=bool(event.rated),
            delay=event.delay, tournament=event.tournament,
        )  # fmt: skip
        self._position = Position(-1, Played(None), kept)
        if event.clock is not None:
            self._keep(clocks=open_book(event.clock, event.seats, usual_substitute(self.game)))
        if event.source is None:
            self._play(state=self.game.setup(event.seats, event.options))
        else:
            self._play(state=self.game.load(event.source["state"]))
            self._keep(forked=True, offset=event.source["ms"])

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
        dated = event.asked is not None
        self._keep(started=recorded.at, holders=holders, entropy=entropy, decisions=(1,) * seats, dated=dated)
        self._ask()
        self._mark(Mark(recorded.seq, learned=True))

    def _note_made(self, event: ev.MoveMade, recorded: Recorded) -> None:
        text = recorded.parts[str(event.seat)]["move"]
        person = recorded.actor == ev.seat_actor(event.seat)
        move = WaitingAnswer(recorded.seq, event.seat, text, recorded.at, person)
        kept = self.position.kept
        idle = kept.idle | {event.seat} if event.idle else kept.idle - {event.seat}
        self._keep(waiting={**kept.waiting, recorded.seq: move}, offers=kept.offers.moved(event.seat), idle=idle)

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
            person = kept.waiting[event.of].person
            self._mark(Mark(recorded.seq, event.seat, _learned(event, recorded), person))
            self._keep(offers=self.position.kept.offers.stands(event.seat, recorded.seq))
            self._follow_plans(event, recorded, kept.waiting[event.of])
        else:
            self._mark(Mark(recorded.seq))
            self._drop_plan(event.seat)

    def _mark(self, mark: Mark) -> None:
        self._play(trail=extended(self.position.played.trail, mark))

    def _drop_plan(self, *seats: int) -> None:
        plans = self.position.kept.plans
        if any(seat in plans for seat in seats):
            self._keep(plans={seat: plan for seat, plan in plans.items() if seat not in seats})

    def _follow_plans(self, event: ev.MoveJudged, recorded: Recorded, move: WaitingAnswer) -> None:
        """A plan goes on along its lines; a draw, a masked move or any other ply ends it."""
        plans = self.position.kept.plans
        if not plans:
            return
        going: dict[int, Plan] = {}
        for seat, plan in plans.items():
            text = move.text if event.seat == seat else event.move
            hidden = event.seat != seat and HIDDEN in event.move
            next_plan = None if hidden or _drew(event, recorded) else plan.followed((event.seat, text))
            if next_plan is not None:
                going[seat] = next_plan
        self._keep(plans=going)

    def _note_time_up(self, event: ev.TimeUp, recorded: Recorded) -> None:
        self._note_shown(event.shown)
        self._ask()
        self._mark(Mark(recorded.seq, learned=True))
        self._keep(offers=self.position.kept.offers.lapsed(), plans={})

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
        decisions = _raised(position.kept.decisions, {*position.played.asked, *played.asked})
        kept = replace(position.kept, decisions=decisions, offers=position.kept.offers.lapsed(), plans={})
        self._position = replace(position, played=played, kept=kept)
        self._mark(Mark(recorded.seq))

    def _note_substituted(self, event: ev.SeatSubstituted, recorded: Recorded) -> None:
        kept = self.position.kept
        before = kept.holders.get(event.seat)
        away = {seat: who for seat, who in kept.away.items() if seat != event.seat}
        if event.bot is not None and before is not None and before.account is not None and event.seat in kept.leaving:
            away[event.seat] = Away(before.account, kept.leaving[event.seat])
        self._change_holder(event.seat, Holder(event.account, event.bot), away)

    def _note_returned(self, event: ev.SeatReturned, recorded: Recorded) -> None:
        kept = self.position.kept
        account = kept.away[event.seat].account
        away = {seat: who for seat, who in kept.away.items() if seat != event.seat}
        self._change_holder(event.seat, Holder(account), away)

    def _change_holder(self, seat: int, holder: Holder, away: Mapping[int, Away]) -> None:
        kept = self.position.kept
        leaving = {other: how for other, how in kept.leaving.items() if other != seat}
        holders = {**kept.holders, seat: holder}
        self._keep(holders=holders, away=away, leaving=leaving, offers=kept.offers.lapsed())
        self._drop_plan(seat)

    def _note_expired(self, event: ev.ClockExpired, recorded: Recorded) -> None:
        may_return = self.position.kept.clocks is None or self.position.kept.clocks.clock.returns
        self._keep(leaving={**self.position.kept.leaving, event.seat: may_return})

    def _note_resigned(self, event: ev.SeatResigned, recorded: Recorded) -> None:
        self._keep(leaving={**self.position.kept.leaving, event.seat: False})

    def _note_offered(self, event: ev.OfferMade, recorded: Recorded) -> None:
        offer = Offer(event.offer, event.seat, event.kind, event.to)
        self._keep(offers=self.position.kept.offers.with_offer(offer, recorded.seq))

    def _note_answered(self, event: ev.OfferAnswered, recorded: Recorded) -> None:
        self._keep(offers=self.position.kept.offers.answered(event.offer, event.seat, event.accepted))

    def _note_paused(self, event: ev.ClockPaused, recorded: Recorded) -> None:
        """A pause by agreement stands: its offer is closed."""
        if event.reason == AGREEMENT:
            self._keep(offers=self.position.kept.offers.lapsed(), agreed_pause=True)

    def _note_resumed(self, event: ev.ClockResumed, recorded: Recorded) -> None:
        if event.reason == AGREEMENT:
            self._keep(agreed_pause=False)

    def _note_plan(self, event: ev.PlanMade, recorded: Recorded) -> None:
        lines = read_lines(recorded.parts[str(event.seat)]["lines"])
        self._keep(plans={**self.position.kept.plans, event.seat: Plan(recorded.seq, lines)})

    def _note_plan_dropped(self, event: ev.PlanDropped, recorded: Recorded) -> None:
        self._drop_plan(event.seat)

    def _note_ended(self, event: ev.MatchEnded, recorded: Recorded) -> None:
        self._play(result=Result(tuple(event.scores), tuple(event.winners), event.reason), asked=())
        self._keep(offers=self.position.kept.offers.lapsed(), plans={})

    def _note_aborted(self, event: ev.MatchAborted, recorded: Recorded) -> None:
        self._play(asked=())
        self._keep(aborted=event.reason, offers=self.position.kept.offers.lapsed(), plans={})

    def _ask(self) -> None:
        self._play(asked=tuple(sorted(self.game.to_act(self.position.state))))


_NOTES: Final[Mapping[type[ev.MatchEvent], Callable[[Any, Any, Recorded], None]]] = {
    ev.SeatTaken: Noting._note_taken,
    ev.SeatLeft: Noting._note_left,
    ev.MatchStarted: Noting._note_started,
    ev.MoveMade: Noting._note_made,
    ev.MoveJudged: Noting._note_judged,
    ev.TimeUp: Noting._note_time_up,
    ev.MoveUndone: Noting._note_undone,
    ev.SeatSubstituted: Noting._note_substituted,
    ev.SeatReturned: Noting._note_returned,
    ev.ClockExpired: Noting._note_expired,
    ev.SeatResigned: Noting._note_resigned,
    ev.OfferMade: Noting._note_offered,
    ev.OfferAnswered: Noting._note_answered,
    ev.ClockPaused: Noting._note_paused,
    ev.ClockResumed: Noting._note_resumed,
    ev.PlanMade: Noting._note_plan,
    ev.PlanDropped: Noting._note_plan_dropped,
    ev.MatchEnded: Noting._note_ended,
    ev.MatchAborted: Noting._note_aborted,
}


def _why_ended(plan: Plan, event: ev.MatchEvent) -> str:
    """A reason of `house.plan_over_…`."""
    if isinstance(event, ev.MoveJudged):
        if not event.stands:
            return "refused"
        return "done" if plan.plies in plan.lines else "off"
    return _PLAN_ENDS.get(type(event), "off")


_PLAN_ENDS: Final[Mapping[type[ev.MatchEvent], str]] = {
    ev.MoveUndone: "undone",
    ev.SeatSubstituted: "holder",
    ev.SeatReturned: "holder",
    ev.MatchEnded: "match",
    ev.MatchAborted: "match",
}


def _drew(event: ev.MoveJudged, recorded: Recorded) -> bool:
    return bool(event.chance) or any("draws" in part or "chance" in part for part in recorded.parts.values())


def _learned(event: ev.MoveJudged, recorded: Recorded) -> bool:
    """Whether anybody learned anything by this event, be it that something was drawn for nobody's eye."""
    parts = recorded.parts.values()
    return _drew(event, recorded) or bool(event.shown) or any("shown" in part or "told" in part for part in parts)


def _raised(numbers: tuple[int, ...], seats: Iterable[int]) -> tuple[int, ...]:
    raised = set(seats)
    return tuple(number + (seat in raised) for seat, number in enumerate(numbers))
