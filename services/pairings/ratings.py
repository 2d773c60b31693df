"""Ratings (tournaments.md section 5): Plackett-Luce in our own decimal arithmetic, so that every machine gets the same.

34 digits, half-even. mu and sigma are kept as whole millionths, rounded half-even after each match. The order of
operations below is part of the definition; `openskill` is what the tests compare with.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal, DivisionByZero, InvalidOperation, Overflow

DIGITS = Context(prec=34, rounding=ROUND_HALF_EVEN, traps=[InvalidOperation, DivisionByZero, Overflow])
MILLION = 1_000_000
BETA = DIGITS.divide(Decimal(25), Decimal(6))
TAU = DIGITS.divide(Decimal(1), Decimal(12))
KAPPA = Decimal("0.0001")
PROVISIONAL_MATCHES = 10


@dataclass(frozen=True, slots=True)
class Rating:
    """mu and sigma in millionths."""

    mu: int = 25 * MILLION
    sigma: int = 8_333_333

    @property
    def shown(self) -> int:
        return _rounded(DIGITS.add(Decimal(1500), DIGITS.multiply(Decimal(40), _less(_real(self.mu), Decimal(25)))))

    @property
    def range(self) -> int:
        return _rounded(DIGITS.multiply(Decimal(80), _real(self.sigma)))

    @property
    def floor(self) -> int:
        """mu - 3 sigma in millionths: lists are in this order, the highest first."""
        return self.mu - 3 * self.sigma


NEW = Rating()


def rate(before: Sequence[Rating], places: Sequence[int]) -> tuple[Rating, ...]:
    """Ratings after a match; places by seat, 1,1,3 style."""
    mus = [_real(rating.mu) for rating in before]
    squares = [_plus(_square(_real(rating.sigma)), _square(TAU)) for rating in before]
    c = _spread(squares)
    strengths = [DIGITS.exp(DIGITS.divide(mu, c)) for mu in mus]
    sums = [_sum(s for s, place in zip(strengths, places, strict=True) if place >= own) for own in places]
    sharing = [Decimal(sum(other == own for other in places)) for own in places]
    after = []
    for seat, square in enumerate(squares):
        omega, delta = _gains(seat, places, strengths, sums, sharing)
        sigma = DIGITS.sqrt(square)
        part = DIGITS.divide(square, c)
        gamma = DIGITS.divide(sigma, c)
        mu = _plus(mus[seat], DIGITS.multiply(part, omega))
        shrink = DIGITS.multiply(gamma, DIGITS.multiply(DIGITS.divide(part, c), delta))
        kept = DIGITS.max(_less(Decimal(1), shrink), KAPPA)
        after.append(Rating(_millionths(mu), _millionths(DIGITS.multiply(sigma, DIGITS.sqrt(kept)))))
    return tuple(after)


def _gains(
    seat: int,
    places: Sequence[int],
    strengths: Sequence[Decimal],
    sums: Sequence[Decimal],
    sharing: Sequence[Decimal],
) -> tuple[Decimal, Decimal]:
    """How much better the place was than expected, and how much was learnt, over all seats placed no worse."""
    omega = delta = Decimal(0)
    for other, place in enumerate(places):
        if place > places[seat]:
            continue
        chance = DIGITS.divide(strengths[seat], sums[other])
        surprise = _less(Decimal(1), chance) if other == seat else DIGITS.minus(chance)
        omega = _plus(omega, DIGITS.divide(surprise, sharing[other]))
        learnt = DIGITS.multiply(chance, _less(Decimal(1), chance))
        delta = _plus(delta, DIGITS.divide(learnt, sharing[other]))
    return omega, delta


def expected_first(ratings: Sequence[Rating]) -> tuple[int, ...]:
    """Chance of the first place in thousandths, e^(mu/c) over their sum; the largest remainders make it 1000."""
    c = _spread([_square(_real(rating.sigma)) for rating in ratings])
    strengths = [DIGITS.exp(DIGITS.divide(_real(rating.mu), c)) for rating in ratings]
    whole = _sum(strengths)
    exact = [DIGITS.divide(DIGITS.multiply(Decimal(1000), strength), whole) for strength in strengths]
    floors = [int(value) for value in exact]
    left = 1000 - sum(floors)
    by_remainder = sorted(range(len(exact)), key=lambda seat: (floors[seat] - exact[seat], seat))
    return tuple(floor + (seat in by_remainder[:left]) for seat, floor in enumerate(floors))


def is_provisional(matches: int) -> bool:
    """A question mark until ten rated matches."""
    return matches < PROVISIONAL_MATCHES


def _spread(squares: Sequence[Decimal]) -> Decimal:
    """c: the root of all variances and one beta squared for each seat."""
    return DIGITS.sqrt(_sum(_plus(square, _square(BETA)) for square in squares))


def _sum(values: Iterable[Decimal]) -> Decimal:
    total = Decimal(0)
    for value in values:
        total = DIGITS.add(total, value)
    return total


def _plus(first: Decimal, second: Decimal) -> Decimal:
    return DIGITS.add(first, second)


def _less(first: Decimal, second: Decimal) -> Decimal:
    return DIGITS.subtract(first, second)


def _square(value: Decimal) -> Decimal:
    return DIGITS.multiply(value, value)


def _real(millionths: int) -> Decimal:
    return DIGITS.divide(Decimal(millionths), Decimal(MILLION))


def _millionths(value: Decimal) -> int:
    return _rounded(DIGITS.multiply(value, Decimal(MILLION)))


def _rounded(value: Decimal) -> int:
    return int(DIGITS.to_integral_value(value))
