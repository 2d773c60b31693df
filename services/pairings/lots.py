"""Lots of a tournament: fair1 draws of the starting order, of the first seats and of what stays tied at the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.core.chance import chance_key, draw, match_seed
from services.pairings.events import ChanceOutcome, ChanceQuestion

START, SEAT, LAST = "lot/start", "lot/seat", "lot/final"


@dataclass(frozen=True, slots=True)
class Lots:
    """Questions to chance and their outcomes, in the order asked, as an event's `draws` and `chance`."""

    chance: tuple[ChanceOutcome, ...] = ()
    draws: tuple[ChanceQuestion, ...] = ()

    def __add__(self, other: Lots) -> Lots:
        return Lots(self.chance + other.chance, self.draws + other.draws)

    def outs(self, label: str) -> tuple[str, ...]:
        return tuple(outcome.out for outcome in self.chance if outcome.label == label)


def tournament_seed(seed: bytes, tournament: str, entropy: Iterable[tuple[str, str]]) -> bytes:
    """From the committed seed and the (account, entropy) of all who are entered at the start."""
    return match_seed(seed, tournament, entropy, "")


def _ask(key: bytes, label: str, first: int, items: Sequence[str], count: int) -> Lots:
    bag = tuple((item, 1) for item in items)
    outs = draw(key, label, first, bag, count)
    outcomes = tuple(ChanceOutcome(label, first + i, out) for i, out in enumerate(outs))
    return Lots(outcomes, (ChanceQuestion(label, first, bag, count, "pub"),))


def draw_start(seed_of_tournament: bytes, entries: Iterable[int], with_seat: bool) -> Lots:
    """All entries in the order drawn; Swiss also draws the first seat of odd starting numbers."""
    key = chance_key(seed_of_tournament)
    names = [str(entry) for entry in sorted(entries)]
    lots = _ask(key, START, 0, names, len(names))
    return lots + _ask(key, SEAT, 0, ("0", "1"), 1) if with_seat else lots


def draw_last(seed_of_tournament: bytes, tied: Iterable[Iterable[int]]) -> Lots:
    """One draw of all members for each tied group, from the top; the label's index runs on."""
    key, lots, first = chance_key(seed_of_tournament), Lots(), 0
    for group in tied:
        names = [str(entry) for entry in sorted(group)]
        lots += _ask(key, LAST, first, names, len(names))
        first += len(names)
    return lots


def starting_order(ratings: Mapping[int, int | None], lots: Lots) -> tuple[int, ...]:
    """Starting numbers: the higher rating first, no rating last, then the lot."""
    drawn = {int(out): index for index, out in enumerate(lots.outs(START))}

    def key(entry: int) -> tuple[bool, int, int]:
        rating = ratings[entry]
        return rating is None, -(rating or 0), drawn[entry]

    return tuple(sorted(ratings, key=key))
