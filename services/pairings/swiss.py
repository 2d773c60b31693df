"""A Swiss round: the Dutch system up to 300 entrants, else or if that fails the weighted matching, and which it was."""

from __future__ import annotations

from services.pairings.check import swiss_faults
from services.pairings.drafts import NoPairing, RoundDraft, drawn_round
from services.pairings.events import ByeGiven
from services.pairings.ledger import Ledger
from services.pairings.swiss_cost import seated
from services.pairings.swiss_dutch import ENGINE, VERSION, DutchFailed, pair_dutch
from services.pairings.swiss_field import SwissField, swiss_field
from services.pairings.swiss_matching import match_swiss

DUTCH_LIMIT = 300
FAILED, HARD_RULE, SIZE = "failed", "hard-rule", "size"


def pair_swiss(ledger: Ledger, number: int, dutch_limit: int = DUTCH_LIMIT) -> RoundDraft | NoPairing:
    field = swiss_field(ledger, number)
    if len(field.players) < 2:
        return NoPairing("swiss-exhausted")
    if len(field.players) > dutch_limit:
        return pair_by_matching(ledger, field, SIZE)
    try:
        draft = _dutch_draft(ledger, field)
    except DutchFailed:
        return pair_by_matching(ledger, field, FAILED)
    if swiss_faults(ledger, drawn_round(field.tournament, number, draft, None)):
        return pair_by_matching(ledger, field, HARD_RULE)
    return draft


def _dutch_draft(ledger: Ledger, field: SwissField) -> RoundDraft:
    tables, bye = pair_dutch(ledger, field)
    return RoundDraft(ENGINE, VERSION, tables, _byes(ledger, field, bye))


def pair_by_matching(ledger: Ledger, field: SwissField, fallback: str) -> RoundDraft | NoPairing:
    pairing = match_swiss(field)
    if pairing is None:
        return NoPairing("swiss-exhausted")
    players = field.players
    tables = tuple(seated(field, players[first], players[second]) for first, second in pairing.pairs)
    bye = players[pairing.bye].entry if pairing.bye is not None else None
    return RoundDraft("matching", "1", tables, _byes(ledger, field, bye), fallback, pairing.cost)


def _byes(ledger: Ledger, field: SwissField, bye: int | None) -> tuple[ByeGiven, ...]:
    asked = [request.entry for request in ledger.state.bye_requests if request.round == field.round]
    given = [ByeGiven(entry, "half") for entry in sorted(set(asked)) if not ledger.out(entry)]
    return (*given, *([ByeGiven(bye, "pairing")] if bye is not None else []))
