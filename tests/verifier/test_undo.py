"""Moves taken back: the state that follows, the numbers of decisions, and undos that take back too much."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from engine.games import GAMES
from tests.engine.toy import HUSH
from tests.engine.vector_toy import VECTOR_TOY
from tests.verifier.vectors import chained_anew
from tests.verifier.writer import Writer
from verifier.verify import verify

GAMES_HERE = {**GAMES, "hush": HUSH, "toy": VECTOR_TOY}


def codes(export: Any, **more: Any) -> set[str]:
    return {finding.code for finding in verify(export, **{"games": GAMES_HERE, **more})}


def last(writer: Writer, kind: str) -> int:
    return max(event["seq"] for event in writer.events if event["type"] == kind)


def answer(writer: Writer, seat: int) -> int:
    """The seat plays as its bot would; the seq of the judgement."""
    assert writer.say(seat, writer.ask(seat)) is None
    return last(writer, "move.judged")


def begun(game: str = "zertz", bots: tuple[str | None, ...] = (None, "random")) -> Writer:
    return Writer(GAMES_HERE[game], list(bots))


def taken_back() -> Writer:
    """ZERTZ: a person moves, the bot answers, and the person takes both back."""
    writer = begun()
    answer(writer, 0)
    answer(writer, 1)
    writer.undo(last(writer, "match.started"))
    return writer


def finished(writer: Writer) -> Any:
    writer.play()
    return writer.export()


# -- good ones --------------------------------------------------------------------------------------------------------


def test_a_match_with_moves_taken_back_holds():
    writer = taken_back()
    start = writer.events[last(writer, "match.started")]
    assert writer.events[-1]["type"] == "move.undone"
    assert (writer.events[-1]["dp"], writer.events[-1]["df"]) == (start["dp"], start["df"])
    assert codes(finished(writer)) == set()


def test_it_holds_without_the_rules_as_well():
    assert codes(finished(taken_back()), games={}) == set()


def test_an_undo_can_go_back_to_an_undo():
    writer = taken_back()
    target = last(writer, "move.undone")
    answer(writer, 0)
    writer.undo(target)
    assert codes(finished(writer)) == set()


def test_an_undo_can_go_back_to_a_refusal():
    writer = begun()
    assert writer.say(0, "nonsense") is not None
    target = last(writer, "move.judged")
    answer(writer, 0)
    writer.undo(target)
    assert codes(finished(writer)) == set()


def test_a_hidden_move_taken_back_is_not_shown_later():
    writer = Writer(HUSH, [None, "greedy"], {"rounds": 1})
    start = last(writer, "match.started")
    assert writer.say(0, "pass") is None
    first = last(writer, "move.made")
    writer.undo(start)
    answer(writer, 0)
    second = last(writer, "move.made")
    answer(writer, 1)
    shown = [entry.get("of") for entry in writer.events[-1]["pub"]["shown"]]
    assert second in shown
    assert first not in shown
    assert codes(finished(writer)) == set()


def test_two_people_can_agree_on_an_undo():
    writer = begun(bots=(None, None))
    answer(writer, 0)
    writer.undo(last(writer, "match.started"))
    assert codes(finished(writer)) == set()


@pytest.mark.parametrize("seat", [0, 1])
def test_the_bundle_of_a_seat_holds_with_a_move_taken_back(seat):
    assert codes(taken_back().so_far(seat), bundle=True) == set()


# -- numbers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
def test_whoever_was_asked_or_is_asked_has_a_new_number(seat):
    """Seat 1 was asked its second question when seat 0 took its move back; seat 0 would have had its second next."""
    writer = begun(bots=(None, None))
    answer(writer, 0)
    answer(writer, 1)
    back = last(writer, "move.judged")
    answer(writer, 0)
    writer.undo(back)
    answer(writer, 0)
    answer(writer, 1)
    made = [event for event in writer.events if event["actor"] == f"seat:{seat}" and event["type"] == "move.made"]
    assert [event["pub"]["decision"] for event in made] == [[1, 2, 4], [1, 3]][seat]
    export = finished(writer)
    assert codes(export) == set()
    export["events"][made[-1]["seq"]]["pub"]["decision"] -= 1
    assert "JUDGE" in codes(chained_anew(export))


# -- bad ones ---------------------------------------------------------------------------------------------------------


def undone(export: Any) -> Any:
    return next(event for event in export["events"] if event["type"] == "move.undone")


@pytest.mark.parametrize("name", ["dp", "df"])
def test_digests_of_another_state_are_reported(name):
    export = finished(taken_back())
    undone(export)[name] = "ab" * 32
    assert codes(chained_anew(export)) == {"UNDO", "STATE"}
    assert codes(chained_anew(export), games={}) == {"UNDO"}


def test_an_undo_that_changes_nothing_is_reported_by_the_rules():
    """The log says that the first move was taken back, but goes on as if it stood."""
    writer = begun()
    answer(writer, 0)
    here = copy.deepcopy(writer.kept[last(writer, "move.judged")])
    writer.kept[last(writer, "match.started")] = here
    writer.undo(last(writer, "match.started"))
    assert {"UNDO", "STATE"} <= codes(finished(writer))


@pytest.mark.parametrize("target", [0, 4, 5, 7, 99])
def test_an_undo_goes_back_to_a_step_in_force(target):
    """Of the events 0 is the table, 4 a move, 5 the judgement taken back, 7 the undo itself."""
    writer = begun()
    answer(writer, 0)
    writer.undo(last(writer, "match.started"))
    assert [writer.events[seq]["type"] for seq in (4, 5, 7)] == ["move.made", "move.judged", "move.undone"]
    answer(writer, 0)
    second = writer.undo(7)
    export = finished(writer)
    assert codes(export) == set()
    export["events"][second if target == 5 else 7]["pub"]["to"] = target
    for games in (GAMES_HERE, {}):
        findings = verify(chained_anew(export), games=games)
        assert ("UNDO", "goes back to what is no state in force") in [
            (finding.code, finding.text) for finding in findings
        ]


@pytest.mark.parametrize("games", [GAMES_HERE, {}])
def test_a_draw_is_not_taken_back(games):
    """The invented game draws a token after each move; to take that back would be to draw again."""
    writer = begun("toy", (None, "dabbler"))
    start = last(writer, "match.started")
    judged = answer(writer, 0)
    assert any(part["seq"] == judged and part["payload"].get("draws") for part in writer.opened)
    state, _, stood = writer.kept[start]
    writer.kept[start] = state, writer.picks, stood  # the indices of picks go on
    writer.undo(start)
    assert "UNDO" in codes(finished(writer), games=games)


def test_a_timer_that_ran_out_is_not_taken_back():
    writer = Writer(HUSH, [None, "greedy"], {"rounds": 2})
    start = last(writer, "match.started")
    answer(writer, 0)
    writer.run_out()
    state, _, stood = writer.kept[start]
    writer.kept[start] = state, writer.picks, stood
    writer.undo(start)
    findings = verify(writer.so_far(0), games={}, bundle=True)
    assert any("timer" in finding.text for finding in findings if finding.code == "UNDO")


def test_a_move_that_waits_is_judged_before_an_undo():
    writer = begun()
    judged = answer(writer, 0)
    made = writer.events[judged - 1]
    writer.undo(last(writer, "match.started"))
    writer.events.pop(judged)
    assert made["type"] == "move.made"
    export = renumbered(writer.so_far(0))
    assert "JUDGE" in codes(export, bundle=True)


def renumbered(export: Any) -> Any:
    made = copy.deepcopy(export)
    for seq, event in enumerate(made["events"]):
        event["seq"] = seq
    return chained_anew(made)


@pytest.mark.parametrize(("asked", "expected"), [([0], set()), ([1], {"ASKED"}), ([0, 1], {"ASKED"}), ([], {"ASKED"})])
def test_who_is_asked_after_an_undo_is_what_the_rules_say(asked, expected):
    export = finished(taken_back())
    undone(export)["pub"]["asked"] = asked
    assert codes(chained_anew(export)) == expected


def test_an_accepted_undo_is_no_end_by_agreement():
    writer = begun(bots=(None, None))
    answer(writer, 0)
    writer.undo(last(writer, "match.started"))
    assert codes(writer.export([0, 1], "agreement")) == {"SCORE"}


def test_an_accepted_undo_makes_no_later_move_too_late():
    writer = begun(bots=(None, None))
    answer(writer, 0)
    writer.undo(last(writer, "match.started"))
    writer.asked[0] += 1
    made = writer.add("move.made", "seat:0", {"decision": writer.asked[0]}, {"0": {"move": writer.ask(0)}})
    refusal = {"of": made, "seat": 0, "verdict": "refused", "code": "too-late", "move": "?", "chance": []}
    writer.add("move.judged", "server", refusal, **writer.digests())
    assert codes(writer.export([0, 1], "agreement"), games={}) == {"JUDGE"}


@pytest.mark.parametrize("damage", [{"actor": "seat:0", "cmd": "x"}, {"dp": None}, {"sealed": {"0": "ab" * 32}}])
def test_an_undo_of_another_form_is_reported(damage):
    export = finished(taken_back())
    undone(export).update(damage)
    assert "FORM" in codes(chained_anew(export))
