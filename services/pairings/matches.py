"""What the service tells about a match when a decision depends on it. Nothing here is recorded."""

from __future__ import annotations

from dataclasses import dataclass, field

MISSING, RUNNING, ENDED, ABORTED = "missing", "running", "ended", "aborted"


@dataclass(frozen=True, slots=True)
class MatchFact:
    """A match as its own log has it. Times are charged ms by the seats' own clocks.

    `head` is the hash of its `match.ended` or `match.aborted`; `places` come from `match.ended` at three and four
    seats and are left out at two, where `winners` says it all.
    """

    match: str
    status: str = MISSING
    head: str = ""
    winners: tuple[int, ...] = ()
    places: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    reason: str = ""
    answered: frozenset[int] = frozenset()  # seats that have answered a question
    asked: frozenset[int] = frozenset()  # seats with an open question
    overdue: frozenset[int] = frozenset()  # seats past their first deadline
    waited_ms: dict[int, int] = field(default_factory=dict)  # on the first question, by seat
    used_ms: dict[int, int] = field(default_factory=dict)  # over all stints, by seat
    bots: frozenset[int] = frozenset()  # seats of people that a bot holds now

    @property
    def over(self) -> bool:
        return self.status in (ENDED, ABORTED)


def fact_places(fact: MatchFact, seats: int) -> tuple[int, ...]:
    """Places by seat: the engine's own at three and four seats, by winners at two."""
    if fact.places is not None:
        return fact.places
    return tuple(1 if seat in fact.winners or not fact.winners else 1 + len(fact.winners) for seat in range(seats))
