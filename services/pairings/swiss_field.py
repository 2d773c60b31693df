"""What a Swiss engine looks at before a round: who is to be paired, with scores, meetings, seats and floats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from services.pairings.ledger import FORFEIT_WIN, PAIRING, EntrantRecord, Ledger
from services.pairings.lots import SEAT

DOWN, LEVEL, UP = "down", "level", "up"


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    entry: int
    number: int  # starting number
    score: int
    met: frozenset[int]
    seats: tuple[int, ...]  # of the matches played, oldest first
    floats: tuple[str, str]  # of the last round and of the one before
    may_have_bye: bool

    @property
    def balance(self) -> int:
        """Times on seat 0 minus times on seat 1."""
        return len(self.seats) - 2 * sum(self.seats)


@dataclass(frozen=True)
class SwissField:
    """Players in order: points, then starting number."""

    tournament: str
    round: int
    players: tuple[SwissPlayer, ...]
    first_seat: int  # lot/seat: of odd starting numbers, where seats are otherwise equal

    @cached_property
    def group_sizes(self) -> Mapping[int, int]:
        return Counter(player.score for player in self.players)

    @cached_property
    def by_entry(self) -> Mapping[int, SwissPlayer]:
        return {player.entry: player for player in self.players}


def swiss_field(ledger: Ledger, round_number: int) -> SwissField:
    """Those who are in and have not asked for a bye in this round."""
    state = ledger.state
    resting = {request.entry for request in state.bye_requests if request.round == round_number}
    players = [_player(ledger, entry, round_number) for entry in ledger.present() if entry not in resting]
    players.sort(key=lambda player: (-player.score, player.number))
    seat = next((int(drawn.out) for drawn in state.started.chance if drawn.label == SEAT), 0)
    return SwissField(state.tournament, round_number, tuple(players), seat)


def _player(ledger: Ledger, entry: int, round_number: int) -> SwissPlayer:
    record = ledger.records[entry]
    won_idle = any(idle.kind == PAIRING for idle in record.idle)
    won_idle = won_idle or any(sitting.kind == FORFEIT_WIN for sitting in record.sittings)
    return SwissPlayer(
        entry,
        ledger.state.numbers[entry],
        record.points,
        record.met,
        tuple(sitting.seat for sitting in record.played),
        (float_of(ledger.records, record, round_number - 1), float_of(ledger.records, record, round_number - 2)),
        not won_idle,
    )


def float_of(records: Mapping[int, EntrantRecord], record: EntrantRecord, round_number: int) -> str:
    """Down: more points than the opponent before that round, or points without playing; up: fewer."""
    for sitting in record.sittings:
        if sitting.round != round_number:
            continue
        if not sitting.played:
            return DOWN if sitting.points else LEVEL
        own = record.points_before(round_number)
        other = records[sitting.others[0]].points_before(round_number)
        return DOWN if own > other else UP if own < other else LEVEL
    return DOWN if any(idle.points for idle in record.idle if idle.round == round_number) else LEVEL
