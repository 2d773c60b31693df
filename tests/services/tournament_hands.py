"""Hands to play a stored tournament with: a director, entrants, matches that end by resignation or at random."""

from __future__ import annotations

import random
import uuid
from typing import Any, TypeAlias

from services.errors import Refusal
from services.log import clock
from services.matches.models import Match, Seat
from services.opponents import tasks as opponents
from services.pairings.state import TournamentState
from services.people.accounts import new_guest
from services.playing.offers import resign
from services.referee.tasks import advance as judge
from services.tournaments import read as tournaments
from services.tournaments.read import Answer, Asked
from services.tournaments.tasks import follow, tick

Pokes: TypeAlias = list[tuple[str, tuple[Any, ...]]]
PER_MOVE = {"kind": "per_move", "ms": 86_400_000}


def command() -> str:
    return str(uuid.uuid4())


def card(loaded: tournaments.Loaded) -> dict[str, Any]:
    return tournaments.card_json(loaded)


class Evening:
    """A tournament and everybody at it. `pokes` are noted by the fixture and done here."""

    def __init__(self, pokes: Pokes, format_key: str, entrants: int = 0, game: str = "zertz", **body: Any) -> None:
        self.pokes, self.random = pokes, random.Random(f"{format_key} {entrants}")
        self.director = new_guest("director").pk
        asked = {"name": "Evening", "game": game, "format": format_key, "command_id": command(), "clock": PER_MOVE}
        answer = tournaments.open_tournament(
            account=self.director, body={**asked, **body}, asker=f"acct:{self.director}", present=card
        )
        assert answer.status == 201, answer
        self.id = uuid.UUID(answer.body["id"])
        self.people = [new_guest(f"entrant {number + 1}").pk for number in range(entrants)]
        for account in self.people:
            self.enter(account)

    # -- requests

    def asked(self, who: uuid.UUID | None = None, /, **body: Any) -> Asked:
        return Asked(self.id, who or self.director, command(), body)

    def enter(self, account: uuid.UUID) -> Answer:
        return tournaments.enter(self.asked(account), entropy="ab" * 8)

    def start(self) -> Answer:
        return tournaments.start(self.asked())

    def rule(self, ruling: str, reason: str = "other", seen: int | None = None, **fields: Any) -> Answer:
        body = {"ruling": ruling, "reason": reason, "seen": self.state.seq if seen is None else seen, **fields}
        return tournaments.rule(self.asked(None, **body))

    # -- what is so

    @property
    def state(self) -> TournamentState:
        return tournaments.load(self.id).state

    def running(self) -> list[Match]:
        return list(Match.objects.filter(tournament=self.id, status="running").order_by("pk"))

    # -- what happens

    def settle(self) -> None:
        """Everything that was poked and everything that is due."""
        for _ in range(50):
            self._do_pokes()
            before = self.state.seq
            tick()
            self._do_pokes()
            if self.state.seq == before and not self.pokes:
                return
        raise AssertionError("never comes to rest")

    def _do_pokes(self) -> None:
        while self.pokes:
            task, args = self.pokes.pop(0)
            if task == "referee.advance":
                judge(*args)
            elif task == "opponents.think":
                opponents.think(*args)
            elif task == "tournaments.follow":
                follow()

    def end(self, match: Match, loser: int | None = None) -> None:
        seats = list(Seat.objects.filter(match=match, account__isnull=False).order_by("seat"))
        seat = self.random.choice(seats) if loser is None else seats[loser]
        assert seat.account is not None
        resign(match_id=match.id, account=seat.account)

    def play_round(self) -> None:
        for match in self.running():
            match.refresh_from_db()
            while match.status == "running":
                try:
                    self.end(match)
                except Refusal:
                    judge(str(match.id))
                self._do_pokes()
                match.refresh_from_db()
        self.settle()

    def play(self, most: int = 60) -> None:
        self.settle()
        for _ in range(most):
            if self.state.revealed:
                return
            self.play_round()
        raise AssertionError("never ends")


def now() -> str:
    from services.log import fair

    return fair.time_text(clock.now())
