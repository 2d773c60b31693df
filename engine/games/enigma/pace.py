"""How long an opponent takes for a puzzle: par time, spread log-normally, in whole numbers (section 11)."""

from __future__ import annotations

from engine.core.chance import Stream

SPREAD = 350  # 0.35, in thousandths
_ONE = 10**9
_FACES = 10**6


def solving_ms(par_s: int, pace: int, chance: Stream) -> int:
    """par_s * pace / 100 * exp(0.35 z), z close to a standard normal number."""
    return par_s * 10 * pace * exponential(SPREAD * normal(chance) // 1000) // _ONE


def normal(chance: Stream) -> int:
    """Twelve even numbers between 0 and 1 less six, in billionths: mean 0, deviation 1."""
    return sum(chance.uniform(_FACES) for _ in range(12)) * (_ONE // _FACES) - 6 * _ONE


def exponential(x: int) -> int:
    """exp of a number in billionths, in billionths, by its series: no machine's rounding can change a match."""
    if x < 0:
        return _ONE * _ONE // exponential(-x)
    total = term = _ONE
    n = 1
    while term:
        term = term * x // (_ONE * n)
        total += term
        n += 1
    return total
