"""Every whole event of tournament_vectors.json comes out as written: lots, pairings, digests, standings, reasons."""

from __future__ import annotations

import pytest

from engine.core.chance import seed_commit
from services.pairings.drafts import drawn_round
from services.pairings.events import (
    EntryMade,
    ResultNoted,
    RoundClosed,
    RoundPaired,
    TournamentClosed,
    TournamentSeedRevealed,
    TournamentStarted,
)
from services.pairings.fold import apply, fold
from services.pairings.ids import tournament_match_id, tournament_match_seed
from services.pairings.league import season_result
from services.pairings.ledger import make_ledger
from services.pairings.lifecycle import close_event, close_round_event, seed_of_tournament, start_event
from services.pairings.lots import draw_start
from services.pairings.pairing import draft_round
from services.pairings.points import PointsTable
from services.pairings.standings import standings
from services.pairings.state import TournamentState
from services.pairings.swiss import pair_by_matching
from services.pairings.swiss_field import swiss_field
from services.pairings.texts_en import why_sentence
from services.pairings.why import reasons
from tests.pairings.logs import recorded, tournament_of, vector, vectors

NAMES = [good["name"] for good in vectors()]
every = pytest.mark.parametrize("name", NAMES)


def before_each(good):
    """Every event with the state before it."""
    state = TournamentState(tournament_of(good))
    for event in recorded(good):
        yield state, event.event
        state = apply(state, event)


def finished(good):
    return fold(tournament_of(good), recorded(good))


def seed_of(good):
    return bytes.fromhex(next(e.event.seed for e in recorded(good) if isinstance(e.event, TournamentSeedRevealed)))


def test_there_are_42_whole_events_of_all_eight_formats():
    assert len(NAMES) == 42
    assert len({good["events"][0]["pub"]["format"] for good in vectors()}) == 8


@every
def test_an_event_is_read_and_written_without_a_change(name):
    good = vector(name)
    assert [event.event.pub() for event in recorded(good)] == [envelope["pub"] for envelope in good["events"]]


@every
def test_the_final_rows_have_their_places_points_and_tie_breaks(name):
    good = vector(name)
    assert [row.as_json() for row in standings(finished(good)).rows] == good["standings"]


@every
def test_the_reasons_are_word_for_word(name):
    good = vector(name)
    state = finished(good)
    why = reasons(standings(state), state.opened.tiebreaks)
    assert [why_sentence(reason) for reason in why if reason is not None] == good["why"]


@every
def test_every_round_closes_with_its_digest(name):
    for state, event in before_each(vector(name)):
        if isinstance(event, RoundClosed):
            assert close_round_event(state, event.round) == event


@every
def test_the_close_has_its_lots_places_and_digest(name):
    good = vector(name)
    closes = [(s, e) for s, e in before_each(good) if isinstance(e, TournamentClosed)]
    assert [close_event(state, seed_of(good), event.reason) for state, event in closes] == [closes[0][1]]


@every
def test_the_start_has_its_lots_and_order(name):
    good = vector(name)
    for state, event in before_each(good):
        if isinstance(event, TournamentStarted):
            made = start_event(state, dict(event.ratings), seed_of(good))
            assert (made.order, made.chance, made.draws) == (event.order, event.chance, event.draws)


@every
def test_every_pairing_comes_out(name):
    good = vector(name)
    previous = season_result(finished(vector(good["previous"]))) if "previous" in good else None
    pairings = 0
    for state, event in before_each(good):
        if isinstance(event, RoundPaired):
            ledger = make_ledger(state)
            if event.engine == "matching":
                draft = pair_by_matching(ledger, swiss_field(ledger, event.round), "failed")
            else:
                draft = draft_round(ledger, event.round, previous)
            assert drawn_round(state.tournament, event.round, draft, event.deadline) == event
            pairings += 1
    assert pairings


@every
def test_every_noted_result_has_the_points_of_its_places(name):
    for state, event in before_each(vector(name)):
        if isinstance(event, ResultNoted) and event.places is not None and state.opened.format != "arena":
            game = next(g for g in state.round(event.round).tables[event.table - 1].games if g.game == event.game)
            points = PointsTable.read(state.opened.points, state.opened.seats).of_places(event.places)
            bots = event.bots or ()
            assert event.points == tuple(0 if e in bots else p for e, p in zip(game.entries, points, strict=True))


@every
def test_every_match_id_is_derived(name):
    good = vector(name)
    tournament = tournament_of(good)
    for event in (event.event for event in recorded(good)):
        if isinstance(event, RoundPaired):
            for drawn in event.tables:
                assert drawn.match == tournament_match_id(tournament, event.round, drawn.table, 1)
        if isinstance(event, ResultNoted):
            assert event.match == tournament_match_id(tournament, event.round, event.table, event.game)


@every
def test_the_seed_fits_its_commitment(name):
    good = vector(name)
    assert seed_commit(tournament_of(good), seed_of(good)) == good["events"][0]["pub"]["seed_commit"]


def test_the_seed_of_a_match_comes_from_the_tournament():
    good = vector("swiss-2-follow")
    ((match, export),) = good["exports"].items()
    seed = tournament_match_seed(seed_of_tournament(finished(good), seed_of(good)), match)
    assert seed_commit(match, seed) == export["events"][0]["pub"]["seed_commit"]


def test_the_committed_seed_and_every_entropy_change_the_lots():
    good = vector("swiss-8")
    state = finished(good)
    seed, entries = seed_of(good), state.started.order
    other = bytes(32)
    assert seed_of_tournament(state, seed) != seed_of_tournament(state, other)
    assert draw_start(seed_of_tournament(state, seed), entries, True).chance == state.started.chance
    assert draw_start(seed_of_tournament(state, other), entries, True).chance != state.started.chance


def test_a_late_entry_adds_no_entropy():
    good = vector("swiss-6-late-half")
    events = recorded(good)
    before = fold(
        tournament_of(good), [e for e in events if not (isinstance(e.event, EntryMade) and e.event.entry == 6)]
    )
    assert seed_of_tournament(finished(good), seed_of(good)) == seed_of_tournament(before, seed_of(good))
