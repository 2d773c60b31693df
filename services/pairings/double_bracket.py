"""Double knockout as it unfolds: upper round r and the lower tables beside it in round r of the log, then the final.

With 2**p positions the lower bracket has 2(p-1) rounds, played in rounds 2 to 2p-1 of the log: its odd rounds among
the survivors (the first among the losers of upper round 1), its even rounds against the losers of the next upper
round, who enter in reversed order of their tables. Round 2p is the final, round 2p+1 the final played again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from services.pairings.brackets import Duel, Followed, Slot, bracket_rounds, first_duels, follow, pair_up
from services.pairings.ledger import Ledger


@dataclass(slots=True)
class DoubleUnfolded:
    """The bracket as far as it is paired: the duels of the next round of the log, and who is out since when."""

    upper: tuple[Duel, ...]
    lower: tuple[Duel, ...] = ()
    final: Duel | None = None
    dropped: dict[int, tuple[Slot, ...]] = field(default_factory=dict)  # upper round -> losers, reversed
    out: dict[int, int] = field(default_factory=dict)
    survivors: tuple[Slot, ...] = ()  # of the lower bracket
    unbeaten: Slot = None  # the winner of the upper bracket
    champion: Slot = None
    decided: bool = True
    over: bool = False


def unfold_double(ledger: Ledger, seeds: tuple[int, ...]) -> DoubleUnfolded:
    depth = bracket_rounds(len(seeds))
    bracket = DoubleUnfolded(first_duels(seeds))
    for number in range(1, len(ledger.state.rounds) + 1):
        if bracket.final is not None:
            _follow_final(ledger, number, bracket, seeds, depth)
        else:
            _follow_round(ledger, number, bracket, seeds, depth)
        if not bracket.decided or bracket.over:
            break
    return bracket


def _follow_round(ledger: Ledger, number: int, bracket: DoubleUnfolded, seeds: tuple[int, ...], depth: int) -> None:
    upper = follow(ledger, number, bracket.upper, seeds)
    lower = follow(ledger, number, bracket.lower, seeds)
    bracket.decided = upper.decided and lower.decided
    if not bracket.decided:
        bracket.out.update({loser: number for loser in lower.losers if loser is not None})
        return
    _mark_out(bracket, number, bracket.upper, (*upper.winners, *upper.losers))
    _mark_out(bracket, number, bracket.lower, lower.winners)
    if bracket.upper:
        bracket.dropped[number] = upper.losers[::-1]
        if number == depth:
            bracket.unbeaten = upper.winners[0]
    bracket.upper = pair_up(upper.winners) if number < depth else ()
    bracket.survivors = lower.winners if bracket.lower else bracket.survivors
    _set_lower(bracket, number + 1, depth)


def _set_lower(bracket: DoubleUnfolded, number: int, depth: int) -> None:
    """The lower duels of round `number` of the log, or the final after the last of them."""
    lower_round = number - 1
    if number >= 2 * depth:
        last = bracket.dropped[1][0] if depth == 1 else bracket.survivors[0]
        bracket.lower, bracket.final = (), (bracket.unbeaten, last)
        if bracket.unbeaten is None or last is None:
            bracket.champion, bracket.over = bracket.unbeaten or last, True
    elif lower_round == 1:
        bracket.lower = pair_up(bracket.dropped[1])
    elif lower_round % 2:
        bracket.lower = pair_up(bracket.survivors)
    else:
        bracket.lower = tuple(zip(bracket.survivors, bracket.dropped[lower_round // 2 + 1], strict=True))


def _follow_final(ledger: Ledger, number: int, bracket: DoubleUnfolded, seeds: tuple[int, ...], depth: int) -> None:
    """The final is played again if the unbeaten one loses it."""
    if bracket.final is None:
        return
    followed: Followed = follow(ledger, number, (bracket.final,), seeds)
    bracket.decided = followed.decided
    if not followed.decided:
        return
    winner, loser = followed.winners[0], followed.losers[0]
    again = number == 2 * depth and winner is not None and winner != bracket.unbeaten and loser is not None
    if again and not ledger.out(loser or 0):
        return
    for entry in bracket.final:
        if entry is not None and entry != winner:
            bracket.out[entry] = number
    bracket.champion, bracket.over = winner, True


def _mark_out(bracket: DoubleUnfolded, number: int, duels: Sequence[Duel], staying: Sequence[Slot]) -> None:
    for entry in (slot for duel in duels for slot in duel if slot is not None):
        if entry not in staying:
            bracket.out[entry] = number


def double_tiers(bracket: DoubleUnfolded, seeds: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Entrants by how long they stayed, those out in the same round together, in order of seeds."""
    lasted = {entry: bracket.out.get(entry, 10**6) for entry in seeds}
    rounds = sorted(set(lasted.values()), reverse=True)
    return tuple(tuple(entry for entry in seeds if lasted[entry] == number) for number in rounds)
