"""Tournaments through the real service: one pairing a round, nobody twice, standings that anybody can recompute."""

from __future__ import annotations

import pytest

from services.auditor.check import check_match
from services.matches.models import Match
from services.pairings.events import read_envelope
from services.pairings.fold import fold
from services.pairings.standings import standings
from services.tournaments import read as tournaments
from tests.services.tournament_hands import Evening
from verifier.tournaments import examine_tournament

pytestmark = pytest.mark.django_db(transaction=True)


def must_be_whole(evening: Evening) -> None:
    """The export folds to the live state; each round is paired once; nobody sits twice in a round."""
    export = tournaments.export_tournament(evening.id, matches=True)
    state = fold(str(evening.id), map(read_envelope, export["events"]))
    assert state == evening.state
    assert state.revealed
    types = [event["type"] for event in export["events"]]
    assert types[-2:] == ["tournament.closed", "seed.revealed"]
    assert standings(state).digest == state.closed.standings
    noted = [event["pub"] for event in export["events"] if event["type"] == "result.noted"]
    for result in noted:
        ends = [event for event in export["exports"][result["match"]]["events"] if event["hash"] == result["head"]]
        assert [event["type"] for event in ends] in (["match.ended"], ["match.aborted"])
    assert len({(result["round"], result["table"], result["game"]) for result in noted}) == len(noted)


def test_a_swiss_of_seven_runs_to_its_end_by_itself(pokes):
    evening = Evening(pokes, "swiss", 7, rounds=3)
    evening.start()
    evening.play()
    must_be_whole(evening)
    assert [len(paired.tables) for paired in evening.state.rounds] == [3, 3, 3]
    assert len({bye.entry for paired in evening.state.rounds for bye in paired.byes}) == 3


FORMATS = [
    ("swiss", 8, "zertz", {}),
    ("round_robin", 5, "zertz", {"rules": {"at_once": False}}),
    ("round_robin", 4, "zertz", {"rules": {"at_once": True, "twice": True}}),
    ("knockout", 6, "zertz", {"rules": {"third": True}}),
    ("knockout", 4, "zertz", {"rules": {"best_of": 3}}),
    ("double_knockout", 5, "zertz", {}),
    ("groups", 8, "zertz", {"rules": {"group": 4, "final": {"kind": "bracket", "k": 4}}}),
    ("groups", 5, "glux", {"seats": 4, "rules": {"group": 5}}),
    ("swiss_pods", 9, "glux", {"seats": 4, "rounds": 2}),
    ("swiss_pods", 7, "glux", {"seats": 3, "rounds": 2, "rules": {"bots": True}}),
    ("league", 9, "zertz", {"rules": {"group": 3}}),
]


@pytest.mark.parametrize(("format_key", "entrants", "game", "body"), FORMATS)
def test_every_format_runs_to_its_end_by_itself(pokes, format_key, entrants, game, body):
    evening = Evening(pokes, format_key, entrants, game, **body)
    evening.start()
    evening.play()
    must_be_whole(evening)
    assert evening.state.closed.reason == "done"
    must_hold(evening)


def must_hold(evening: Evening) -> None:
    """The verifier finds nothing in the tournament nor in its matches."""
    export = tournaments.export_tournament(evening.id, matches=True)
    report = examine_tournament(export)
    assert [str(finding) for finding in report.findings] == []
    for match in Match.objects.select_related("stream").filter(tournament=evening.id):
        assert check_match(match, bots=False) == [], match.id


def test_a_match_comes_with_the_export_once_its_own_seed_is_revealed(pokes):
    """Between its end and the reveal its log would not hold."""
    evening = Evening(pokes, "swiss", 2, rounds=1)
    evening.start()
    evening.settle()
    (match,) = evening.running()
    evening.end(match)
    assert tournaments.export_tournament(evening.id, matches=True)["exports"] == {}
    evening.settle()
    assert list(tournaments.export_tournament(evening.id, matches=True)["exports"]) == [str(match.id)]
    must_hold(evening)
