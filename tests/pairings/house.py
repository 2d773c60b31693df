"""A house in memory for tests: does the steps that `decide` names, with matches that end as a random source says."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from services.pairings.commands import be_ready, standing_entries
from services.pairings.decide import after_pairing, decide, watched_matches
from services.pairings.drafts import NoPairing
from services.pairings.errors import TournamentRefused
from services.pairings.events import EntryWithdrawn, RoundPaired, TournamentSeedRevealed
from services.pairings.lifecycle import close_event, start_event
from services.pairings.matches import ABORTED, ENDED, RUNNING, MatchFact
from services.pairings.pairing import pair_next
from services.pairings.steps import (
    AbortByRuling,
    BotTakesSeat,
    CloseTournament,
    EndByRuling,
    EndByTime,
    ForfeitSeat,
    OpenMatch,
    PairRound,
    ResignSeat,
    RevealSeed,
    StartTournament,
    Step,
    Write,
)
from services.pairings.times import to_text
from tests.pairings.logs import SEED, Log


class House:
    """Plays a log to its end. Time stands still between steps unless a test moves it."""

    def __init__(
        self, log: Log, seed: int = 0, abort: float = 0.0, previous: Sequence[Sequence[str]] | None = None
    ) -> None:
        self.log = log
        self.facts: dict[str, MatchFact] = {}
        self.random = random.Random(seed)
        self.abort = abort
        self.previous = previous
        self.clock = 1_790_000_000_000
        self.steps: list[Step] = []

    def now(self) -> str:
        return to_text(self.clock)

    def due(self) -> tuple[Step, ...]:
        watched = {match: self.facts.get(match, MatchFact(match)) for match in watched_matches(self.log.state)}
        return decide(self.log.state, now=self.now(), facts=watched)

    def settle(self, most: int = 5000) -> None:
        """Do what is due until nothing is."""
        for _ in range(most):
            steps = self.due()
            if not steps:
                return
            for step in steps:
                self.do(step)
        raise AssertionError("never comes to rest")

    def do(self, step: Step) -> None:
        self.steps.append(step)
        match step:
            case Write(event):
                self.log.write(event)
            case StartTournament():
                self.log.write(start_event(self.log.state, {}, SEED))
            case PairRound():
                self.do(after_pairing(pair_next(self.log.state, now=self.now(), previous=self.previous)))
            case CloseTournament(reason):
                self.log.write(close_event(self.log.state, SEED, reason))
            case RevealSeed():
                self.log.write(TournamentSeedRevealed(SEED.hex()))
            case OpenMatch():
                self.facts[step.match] = MatchFact(step.match, RUNNING, asked=frozenset(range(len(step.entries))))
            case _:
                self._order(step)

    def _order(self, step: Step) -> None:
        fact = self.facts[step.match]  # type: ignore[union-attr]
        assert fact.status == RUNNING
        match step:
            case ResignSeat(_, seat) | ForfeitSeat(_, seat):
                reason = "resign" if isinstance(step, ResignSeat) else "forfeit"
                self._end(fact, (1 - seat,), reason)
            case BotTakesSeat(_, seat, _):
                self.facts[fact.match] = replace(fact, bots=fact.bots | {seat})
            case EndByTime(_, places):
                self._end(fact, tuple(s for s, place in enumerate(places) if place == 1), "time")
            case EndByRuling():
                self._end(fact, (), "ruling")
            case AbortByRuling():
                self.facts[fact.match] = replace(fact, status=ABORTED, head="cd" * 32)

    def _end(
        self,
        fact: MatchFact,
        winners: tuple[int, ...],
        reason: str,
        places: tuple[int, ...] | None = None,
        scores: tuple[int, ...] | None = None,
    ) -> None:
        self.facts[fact.match] = replace(
            fact, status=ENDED, head="cd" * 32, winners=winners, reason=reason, places=places, scores=scores
        )

    def running(self) -> list[MatchFact]:
        return [fact for fact in self.facts.values() if fact.status == RUNNING]

    def play_match(self, fact: MatchFact) -> None:
        if self.random.random() < self.abort:
            self.facts[fact.match] = replace(fact, status=ABORTED, head="ef" * 32)
            return
        seats = len(fact.asked)
        if seats == 2:
            self._end(fact, self.random.choice([(0,), (0,), (1,), (0, 1)]), "connected", None, (3, 2))
            return
        scores = tuple(self.random.randint(-3, 40) for _ in range(seats))
        places = tuple(1 + sum(other > own for other in scores) for own in scores)
        self._end(fact, tuple(s for s in range(seats) if places[s] == 1), "last-card", places, scores)

    def play(self, leave: float = 0.0, most: int = 3000) -> None:
        """To the end: matches end one after another, now and then somebody withdraws."""
        for _ in range(most):
            self.settle()
            if self.log.state.revealed:
                return
            if self.log.state.start is not None and self.random.random() < leave:
                standing = standing_entries(self.log.state)
                if len(standing) > 2:
                    self.log.write(EntryWithdrawn(self.random.choice(standing)))
                    continue
            if self.log.format == "arena":
                self._arena_moment()
            elif self.running():
                self.play_match(self.random.choice(self.running()))
        raise AssertionError("never ends")

    def _arena_moment(self) -> None:
        self.clock += self.random.choice((1000, 5000, 20_000))
        for entry in standing_entries(self.log.state):
            if self.random.random() < 0.5:
                try:
                    self.log.write(be_ready(self.log.state, self.log.state.holder(entry)))
                except TournamentRefused:
                    continue
        if self.running() and self.random.random() < 0.7:
            self.play_match(self.random.choice(self.running()))


def paired_or_none(log: Log) -> RoundPaired | None:
    event = pair_next(log.state, now=log.now())
    return None if isinstance(event, NoPairing) else event
