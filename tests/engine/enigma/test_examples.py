"""The ten worked examples of the rules."""

from __future__ import annotations

from engine.games.enigma import GAME
from engine.games.enigma.data import PUZZLES
from engine.games.enigma.rules.conduits import grid_of, system_of
from engine.games.enigma.rules.kinds import blocks, pipes, weights
from tests.engine.enigma.table import Hand, Layer


def test_example_1_the_rulebooks_weights_have_one_answer_among_56_distributions():
    data = {"left": [6, 13], "right": [5, 7], "use": 5}
    solutions = weights.solve(data)
    assert solutions.answers == ({"left": [1, 1], "right": [1, 2]},)
    assert len(list(weights.distributions(5, 4))) == 56
    assert solutions.nodes == 44
    assert weights.fault(data, solutions.first) is None


def test_example_2_w01_wants_four_weights_and_not_three():
    data = PUZZLES["w01"].data
    assert data == {"left": [5, 4], "right": [8, 2], "use": 4}
    assert weights.fault(data, {"left": [2, 0], "right": [1, 1]}) is None
    assert weights.fault(data, {"left": [0, 2], "right": [1, 0]}) == "count"


def test_example_3_the_lifted_yellow_block_of_b02_leaves_a_gap_though_the_view_is_the_same():
    data = PUZZLES["b02"].data
    answer = blocks.solve(data).first
    assert blocks.fault(data, answer) is None
    lifted = answer | {"Y": [[x, y, z + 1] for x, y, z in answer["Y"]]}
    heap = {tuple(cube): block for block, cubes in lifted.items() for cube in cubes}
    assert blocks.seen_from_above(heap) == blocks.columns(data)
    assert blocks.fault(data, lifted) == "gap"


def test_example_4_p01_with_the_cap_turned_or_a_piece_on_a_plug_is_wrong():
    data = PUZZLES["p01"].data
    assert data["excluded"] == {"L": 1, "E": 1}
    assert data["blocked"] == [1, 5]
    cells = pipes.solve(data).first["cells"]
    assert cells[2][0] == "E"
    turned = [*cells[:2], ["E", 1], *cells[3:]]
    assert pipes.fault(data, {"cells": turned}) == "border"
    plugged = [cells[0], ["E", 0], *cells[2:]]
    assert pipes.fault(data, {"cells": plugged}) == "plugged"


def test_example_5_sand_of_a_minute_lets_72000_succeed_and_72001_fail():
    # One after another, the fastest last: every attempt is in time when it is made.
    hand = Hand(seats=4, mode="async", sand_ms=60000).choose("weights", "tangram", "pipes", "blocks", at=0)
    for seat, elapsed in ((0, 48000), (2, 72000), (3, 72001), (1, 12000)):
        start = hand.at
        hand.play(seat, "O", start).solve(seat, start + elapsed)
    assert [result.elapsed for result in hand.state.past] == [48000, 12000, 72000, 72001]
    assert [result.success for result in hand.state.past] == [True, True, True, False]


def test_example_6_the_first_cap_has_eight_moves():
    hand = Layer("w01").ready(0)
    wanted = "P:-1,0,1;- P:-1,0,1;0 P:0,-1,2;- P:0,-1,2;0 P:0,1,0;- P:0,1,0;0 P:1,0,3;- P:1,0,3;0"
    assert hand.moves(0) == wanted.split()


def test_example_7_the_cap_that_closes_pays_both_meeples_and_sends_them_home():
    hand = Layer("w01", "w02").lay(0, "P:0,-1,2;0")
    system = system_of(grid_of(hand.state.table), (0, 0, 0), hand.state.meeples)
    assert (len(system.parts), len(system.open_ends)) == (2, 1)
    assert [meeple.seat for meeple in hand.state.meeples] == [0]
    hand.lay(1, "P:1,0,3;0")
    assert GAME.scores(hand.state) == (2, 1)
    assert hand.state.meeples == ()
    assert hand.view(None)["supply"] == [3, 3]


def test_example_8_a_colour_that_is_held_takes_no_second_meeple():
    hand = Layer("w01", "w08").lay(0, "P:0,-1,2;0").ready(1)
    assert [text for text in hand.moves(1) if text.startswith("P:1,0,")] == ["P:1,0,1;-", "P:1,0,3;-"]
    assert hand.refusal(1, "P:1,0,1;0") == "colour-taken"


def merged(*more):
    hand = Layer("w10", "w11", "w12", *more)
    return hand.lay(0, "P:0,-1,2;1").lay(1, "P:-1,0,0;1").lay(0, "P:-1,-1,1;0")


def test_example_9_after_a_merge_both_meeples_of_a_colour_score_fully():
    hand = merged("w01", "w02")
    system = system_of(grid_of(hand.state.table), (-1, -1, 0), hand.state.meeples)
    assert len(system.open_ends) == 2
    assert sorted(m.seat for m in system.meeples) == [0, 0, 1]
    (drawn,) = GAME.aids(hand.view(None))["systems"]
    assert drawn == {
        "parts": [[-1, -1, 0], [-1, 0, 0], [0, -1, 0], [0, 0, 0], [0, 0, 1]],
        "ends": [[0, 0, 1], [0, 0, 2]],
        "cells": [["R", 2], ["B", 5], ["Y", 3]],
        "meeples": [[0, "Y", 3], [1, "Y", 3], [0, "B", 5]],
    }
    hand.lay(1, "P:1,0,3;-")
    assert GAME.scores(hand.state) == (0, 0)
    hand.lay(0, "P:0,1,0;-")
    system = system_of(grid_of(hand.state.table), (0, 0, 0), ())
    assert [system.colours.count(colour) for colour in "RBY"] == [3, 5, 4]
    assert GAME.scores(hand.state) == (9, 4)
    assert hand.state.meeples == ()


def test_example_9_before_the_close_w16_may_hold_what_its_rotation_joins():
    hand = merged("w16").ready(1)
    at_1_0 = [text for text in hand.moves(1) if text.startswith("P:1,0,")]
    assert at_1_0 == ["P:1,0,2;-", "P:1,0,2;0", "P:1,0,2;1", "P:1,0,3;-", "P:1,0,3;1"]


def test_example_10_without_open_ends_a_cross_is_discarded_and_a_cap_laid_blank_to_blank():
    hand = merged("w01", "w02", "w24").lay(1, "P:1,0,3;-").lay(0, "P:0,1,0;-").ready(1)
    assert hand.moves(1) == ["P:discard"]
    assert hand.refusal(1, "P:2,0,0;-") == "sides-disagree"
    hand.play(1, "P:discard")
    assert "w24" not in {laid.tile for laid in hand.state.table}
    # The caps w01 and w02 are on the table; w03 is a cap as well.
    caps = merged("w01", "w02", "w03").lay(1, "P:1,0,3;-").lay(0, "P:0,1,0;-").ready(1)
    bare = {text.split(";")[0] for text in caps.moves(1)}
    assert 2 * len(bare) == 48
