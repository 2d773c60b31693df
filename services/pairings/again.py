"""Every recorded round paired once more by the engine that the log names, in the version that the log names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from services.pairings.drafts import NoPairing, drawn_round
from services.pairings.events import RecordedEvent, RoundPaired
from services.pairings.fold import apply
from services.pairings.ledger import make_ledger
from services.pairings.pairing import draft_round
from services.pairings.state import TournamentState
from services.pairings.swiss_dutch import ENGINE, VERSION


@dataclass(slots=True)
class PairedAgain:
    """`differ`: seqs of rounds that the engine pairs otherwise; `not_at_hand`: rounds of a version that is not here."""

    differ: list[int] = field(default_factory=list)
    not_at_hand: list[str] = field(default_factory=list)


def pair_again(
    tournament: str, events: Iterable[RecordedEvent], previous: Sequence[Sequence[str]] | None = None
) -> PairedAgain:
    """`previous`: the last season's divisions (league)."""
    outcome, state = PairedAgain(), TournamentState(tournament)
    for recorded in events:
        if isinstance(recorded.event, RoundPaired):
            _compare(outcome, state, recorded.seq, recorded.event, previous)
        state = apply(state, recorded)
    return outcome


def _compare(
    outcome: PairedAgain, state: TournamentState, seq: int, event: RoundPaired, previous: Sequence[Sequence[str]] | None
) -> None:
    # What the Dutch engine gives up, or gives against a hard rule, is paired by our own: then it is asked first, too.
    if event.engine == ENGINE and event.version != VERSION:
        outcome.not_at_hand.append(
            f"round {event.round} was paired by {ENGINE} {event.version}; installed is {VERSION}"
        )
        return
    draft = draft_round(make_ledger(state), event.round, previous)
    if isinstance(draft, NoPairing) or drawn_round(state.tournament, event.round, draft, event.deadline) != event:
        outcome.differ.append(seq)
