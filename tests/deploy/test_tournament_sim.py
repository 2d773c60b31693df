"""The simulation of a tournament, at small size: a real house, a whole event, and the verifier's word."""

from __future__ import annotations

from deploy.bench.stack import running_house
from deploy.tournament_sim import read_options, simulate


def test_a_whole_event_is_played_against_a_real_house_and_its_audit_holds(capfd):
    with running_house() as stack:
        for words in (
            ["--format", "swiss", "--entrants", "7", "--rounds", "2", "--seed", "3", "--quiet"],
            ["--format", "knockout", "--entrants", "4", "--quiet"],
        ):
            assert simulate(stack, read_options(words)) == 0
    assert capfd.readouterr().out.count(", holds") == 2
