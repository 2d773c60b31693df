"""Offers and plans as the log holds them: which are open, what follows a plan, which states an undo may go back to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

DRAW, UNDO, PAUSE, ABORT = "draw", "undo", "pause", "abort"
KINDS: Final = (DRAW, UNDO, PAUSE, ABORT)
AGREEMENT, VACATION, DIRECTOR_PAUSE = "agreement", "vacation", "director"  # reasons of pauses
Ply = tuple[int, str]  # seat, text


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that is open."""

    offer: int
    seat: int
    kind: str
    to: int | None = None
    accepted: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Offers:
    """The open offers of a match, and what keeps one from being repeated."""

    made: int = 0  # so many in all
    open: Mapping[int, Offer] = field(default_factory=dict)
    last: Mapping[tuple[int, str], int] = field(default_factory=dict)  # seat and kind -> seq of the last offer
    stood: Mapping[int, int] = field(default_factory=dict)  # seat -> seq of the last judgement that let its move stand

    def may_repeat(self, seat: int, kind: str) -> bool:
        """The same kind again only after a move of one's own has stood since."""
        last = self.last.get((seat, kind))
        return last is None or self.stood.get(seat, -1) > last

    def of(self, seat: int) -> Offer | None:
        return next((offer for offer in self.open.values() if offer.seat == seat), None)

    def with_offer(self, offer: Offer, seq: int) -> Offers:
        last = {**self.last, (offer.seat, offer.kind): seq}
        return replace(self, made=max(self.made, offer.offer), open={**self.open, offer.offer: offer}, last=last)

    def answered(self, number: int, seat: int, accepted: bool) -> Offers:
        offer = self.open.get(number)
        if offer is None:
            return self
        if not accepted:
            return self.without(number)
        agreed = replace(offer, accepted=offer.accepted | {seat})
        return replace(self, open={**self.open, number: agreed})

    def without(self, *numbers: int) -> Offers:
        return replace(self, open={key: offer for key, offer in self.open.items() if key not in numbers})

    def lapsed(self) -> Offers:
        return replace(self, open={}) if self.open else self

    def moved(self, seat: int) -> Offers:
        """A seat that moves takes its own offers back."""
        return self.without(*(key for key, offer in self.open.items() if offer.seat == seat))

    def stands(self, seat: int, seq: int) -> Offers:
        return replace(self, open={}, stood={**self.stood, seat: seq})


@dataclass(frozen=True, slots=True)
class Plan:
    """What a seat has left to be answered: its lines, and the plies since it was made."""

    seq: int
    lines: tuple[tuple[Ply, ...], ...]
    plies: tuple[Ply, ...] = ()

    def followed(self, ply: Ply) -> Plan | None:
        """After one more ply; None: no line goes on so, the plan is over."""
        plies = (*self.plies, ply)
        if any(line[: len(plies)] == plies for line in self.lines):
            return replace(self, plies=plies)
        return None

    def answer(self, seat: int) -> str | None:
        """What the seat says now, if a line says so."""
        size = len(self.plies)
        for line in self.lines:
            if len(line) > size and line[:size] == self.plies and line[size][0] == seat:
                return line[size][1]
        return None


def read_lines(lines: Sequence[Sequence[Sequence[object]]]) -> tuple[tuple[Ply, ...], ...]:
    """The lines of a plan as the log keeps them."""
    return tuple(tuple((int(str(seat)), str(text)) for seat, text in line) for line in lines)


@dataclass(frozen=True, slots=True)
class Mark:
    """An event whose state an undo may go back to, and what it brought: who moved, and whether anybody learned."""

    seq: int
    mover: int | None = None
    learned: bool = False
    person: bool = False  # the mover was a person then, whoever holds the seat now


Trail = tuple[Mark, ...]


def extended(trail: Trail, mark: Mark) -> Trail:
    """Nobody goes back behind an event by which somebody learned something."""
    return (mark,) if mark.learned else (*trail, mark)


def undo_targets(trail: Trail, seat: int) -> list[int]:
    """The events that a seat may ask to go back to: since then it has moved, and no other person has."""
    targets: list[int] = []
    own = False
    for mark in reversed(trail):
        if own:
            targets.append(mark.seq)
        if mark.learned or (mark.person and mark.mover != seat):
            break
        own = own or (mark.person and mark.mover == seat)
    return targets
