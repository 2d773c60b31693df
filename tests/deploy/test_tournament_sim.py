"""The simulation of a tournament, at small size: a real house, a whole event, and the verifier's word; then faults."""

from __future__ import annotations

import pytest

from deploy.bench.stack import running_house
from deploy.tournament_faults import play
from deploy.tournament_sim import read_options, simulate


@pytest.fixture(scope="module")
def stack():
    with running_house() as running:
        yield running


def test_a_whole_event_is_played_against_a_real_house_and_its_audit_holds(stack, capfd):
    for words in (
        ["--format", "swiss", "--entrants", "7", "--rounds", "2", "--seed", "3", "--quiet"],
        ["--format", "knockout", "--entrants", "4", "--quiet"],
    ):
        assert simulate(stack, read_options(words)) == 0
    assert capfd.readouterr().out.count(", holds") == 2


@pytest.mark.timeout(400)
def test_small_events_end_whole_while_processes_die_redis_forgets_and_connections_are_cut(stack):
    """Clicks on start come twice, results at once, a withdrawal while a round is paired; nothing happens twice."""
    outcome = play(stack, events=3, together=3, seed=2, quiet=True)
    assert outcome.wrong == ()
    assert {"Redis emptied", "connections cut"} < set(outcome.broken)
