"""Set-up, choosing, laying and the end: E1-E20, E30-E42, E85-E88."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.errors import BadOptions
from engine.core.game import complete_options
from engine.games.enigma import GAME
from engine.games.enigma.data import KINDS, TILES, tiles_of
from tests.engine.enigma.table import Hand, Layer


def test_e1_two_to_four_sit_at_a_table():
    assert GAME.info.seats == (2, 3, 4)
    with pytest.raises(BadOptions):
        complete_options(GAME, 5, {})


def test_e2_everybody_starts_with_three_meeples_and_no_points():
    hand = Hand(seats=3)
    assert hand.view(None)["supply"] == [3, 3, 3]
    assert GAME.scores(hand.state) == (0, 0, 0)


def test_e6_e7_e98_the_options_have_their_defaults_and_bounds():
    assert complete_options(GAME, 2, {}) == {"mode": "async", "sand_ms": 60000, "cap_ms": 300000, "grace_ms": 0}
    for wrong in ({"sand_ms": 50000}, {"cap_ms": 59999}, {"cap_ms": 3600001}, {"grace_ms": 10001}, {"mode": "blitz"}):
        with pytest.raises(BadOptions):
            complete_options(GAME, 2, wrong)


def test_e10_only_the_tops_are_drawn_at_the_start_each_from_its_unseen_tiles():
    hand = Hand()
    assert [draw.label for draw in hand.asked] == ["top/weights", "top/tangram", "top/pipes", "top/blocks", "first"]
    assert [item for item, _ in hand.asked[0].bag] == [f"w{n:02d}" for n in range(1, 28)]
    assert all(draw.count == 1 and draw.eye is None for draw in hand.asked)
    assert hand.asked[4].bag == (("0", 1), ("1", 1))


def test_e11_the_start_tile_lies_at_the_origin():
    assert Hand().view(None)["table"] == [[0, 0, "start", 0]]


def test_e12_the_start_player_is_drawn():
    assert GAME.to_act(Hand(seats=3, first=2).state) == {2}


def test_e20_seats_choose_clockwise_from_the_start_player_each_another_kind():
    hand = Hand(seats=3, first=1)
    assert hand.moves(1) == ["C:blocks", "C:pipes", "C:tangram", "C:weights"]
    hand.choose("pipes")
    assert hand.moves(2) == ["C:blocks", "C:tangram", "C:weights"]
    assert hand.refusal(2, "C:pipes") == "kind-taken"
    hand.choose("blocks")
    assert GAME.to_act(hand.state) == {0}


def test_e20_the_new_top_is_drawn_before_the_next_seat_is_asked():
    hand = Hand(tops=["p05", "p07"]).choose("pipes")
    assert hand.view(None)["desks"][0]["tile"] == "p05"
    assert hand.view(None)["piles"]["pipes"]["top"] == "p07"
    assert hand.asked[-1].label == "top/pipes"
    assert "p05" not in dict(hand.asked[-1].bag)


def test_other_phases_refuse_moves_that_do_not_belong_to_them():
    hand = Hand()
    assert hand.refusal(0, "G") == "wrong-phase"
    assert hand.refusal(0, "P:0,1,0;-") == "wrong-phase"
    assert hand.refusal(1, "C:pipes") == "not-your-turn"


def test_e30_the_successful_lay_one_after_another_from_the_start_player():
    hand = Hand(seats=3, first=2, mode="live").choose("weights", "pipes", "blocks")
    for seat in (0, 1, 2):
        hand.solve(seat, 1000 + seat)
    laid = []
    while hand.state.phase == "lay":
        (seat,) = GAME.to_act(hand.state)
        laid.append(seat)
        hand.play(seat, hand.moves(seat)[0])
    assert laid == [2, 0, 1]


def test_e31_a_tile_goes_on_a_free_square_beside_another():
    hand = Layer("w01").ready(0)
    assert hand.refusal(0, "P:0,0,0;-") == "square-taken"
    assert hand.refusal(0, "P:2,0,0;-") == "not-adjacent"
    assert hand.refusal(0, "P:1,1,0;-") == "not-adjacent"


def test_e32_shared_sides_must_agree():
    assert Layer("w01").ready(0).refusal(0, "P:0,-1,0;-") == "sides-disagree"


def test_e33_one_shared_side_must_join_channels():
    hand = Layer("w01", "w02").lay(0, "P:0,-1,2;-").ready(1)
    # Beside the cap, blank against blank: allowed by E32 alone.
    assert hand.refusal(1, "P:-1,-1,0;-") == "not-joined"


def test_e34_discarding_is_refused_while_the_tile_fits():
    assert Layer("w01").ready(0).refusal(0, "P:discard") == "must-lay"


def test_e35_an_empty_supply_leaves_no_meeple_to_put():
    hand = Layer("w17", "t17", "w18", "w25", "w24")
    while hand.state.phase != "over" and hand.view(None)["supply"][0]:
        hand.ready(0)
        hand.play(0, next(text for text in hand.moves(0) if not text.endswith("-")))
    hand.ready(0)
    assert all(text.endswith(";-") for text in hand.moves(0))
    text = hand.moves(0)[0]
    assert hand.refusal(0, text[:-1] + "0") == "no-meeple"


def test_e35_a_cell_the_tile_does_not_have_is_refused():
    assert Layer("w01").ready(0).refusal(0, "P:1,0,3;1") == "no-such-cell"


def test_e36_e87_a_system_with_an_open_end_pays_nothing():
    hand = Layer("w01").lay(0, "P:0,-1,2;0")
    assert GAME.scores(hand.state) == (0, 0)
    assert len(hand.state.meeples) == 1


def test_e37_a_meeple_on_the_closing_tile_scores_at_once():
    hand = Layer("w01", "w04").lay(0, "P:0,-1,2;-").lay(1, "P:1,0,3;0")
    assert GAME.scores(hand.state) == (0, 3)  # red: start, cap and the closing tile
    assert hand.state.meeples == ()


def test_e38_x_grows_east_and_y_grows_south():
    hand = Layer("w01").lay(0, "P:0,1,0;-")
    assert hand.view(None)["table"][-1] == [0, 1, "w01", 0]


def test_e42_the_marker_goes_clockwise_and_desks_are_cleared():
    hand = Hand(mode="live").choose("weights", "pipes").play(0, "G").play(1, "G")
    assert (hand.state.phase, hand.state.round, hand.state.first) == ("choose", 2, 1)
    assert all(desk["kind"] is None for desk in hand.view(None)["desks"])


def give_up_round(hand):
    while hand.state.phase == "choose":
        (seat,) = GAME.to_act(hand.state)
        hand.play(seat, hand.moves(seat)[-1])  # the last kind of the alphabet that is left
    for seat in range(hand.seats):
        hand.play(seat, "G")


def test_e41_the_match_ends_when_fewer_piles_than_seats_are_left():
    hand = Hand(seats=4)
    rounds = 0
    while hand.state.phase != "over":
        rounds += 1
        give_up_round(hand)
    assert rounds == 27
    assert GAME.reason(hand.state) == "piles"
    assert GAME.winners(hand.state) == {0, 1, 2, 3}


def test_e41_two_seats_play_on_while_two_piles_are_left():
    hand = Hand(seats=2)
    while hand.state.phase != "over":
        give_up_round(hand)
    assert sum(pile["left"] for pile in hand.view(None)["piles"].values()) == 27 * 4 - 2 * hand.state.round
    assert sum(pile["top"] is not None for pile in hand.view(None)["piles"].values()) < 2


def test_e20_an_empty_pile_is_refused_and_asks_for_no_draw():
    hand = Hand(seats=2)
    while hand.view(None)["piles"]["weights"]["top"] is not None:
        give_up_round(hand)
    (seat,) = GAME.to_act(hand.state)
    assert hand.refusal(seat, "C:weights") == "pile-empty"
    assert sum(draw.label == "top/weights" for draw in hand.asked) == 27


def played_out(seed):
    from engine import ladder

    return ladder.play_match(GAME, [("strong", 12), ("greedy", 1)], seed)[0]


def test_e40_fifteen_points_end_the_match_at_the_end_of_the_round_and_most_points_win():
    state = played_out(b"\1" * 32)
    assert state.reason == "points"
    assert max(state.scores) >= 15
    best = [seat for seat, score in enumerate(state.scores) if score == max(state.scores)]
    assert GAME.winners(state) <= set(best)


def test_e40_a_tie_goes_to_more_meeples_on_the_table_then_is_shared():
    """E41 ends the match with no points: seat 0 has a meeple on the table."""
    hand = Hand(mode="live", tops=["w01"]).choose("weights", "pipes").play(1, "G").solve(0).play(0, "P:0,-1,2;0")
    while hand.state.phase != "over":
        give_up_round(hand)
    assert GAME.scores(hand.state) == (0, 0)
    assert GAME.winners(hand.state) == {0}


# -- conduit sides ----------------------------------------------------------------------------------------------------


def test_e85_rotation_carries_north_to_east_to_south_to_west():
    cap = TILES["w01"]
    assert [sides.index(0) for sides in cap.sides] == [0, 1, 2, 3]


def test_e5_cells_are_red_blue_or_yellow():
    assert {colour for tile in TILES.values() for _, colour in tile.cells} == set("RBY")


def test_e86_the_start_tile_counts_its_cells_through_its_parts():
    start = TILES["start"]
    assert start.parts == (("NE", "RB"), ("SW", "YB"))
    assert start.cells == ((0, "R"), (0, "B"), (1, "Y"), (1, "B"))


def test_e88_each_kind_has_the_same_structures_and_the_colours_are_counted():
    structures = []
    for kind in KINDS:
        tiles = [TILES[tile] for tile in tiles_of(kind)]
        channels = Counter(sum(len(edges) for edges, _ in tile.parts) for tile in tiles)
        assert channels == {1: 4, 2: 12, 3: 7, 4: 4}
        structures.append([[(edges, len(cells)) for edges, cells in tile.parts] for tile in tiles])
    assert all(structure == structures[0] for structure in structures)
    cells = Counter(colour for tile in TILES.values() if tile.id != "start" for _, colour in tile.cells)
    assert cells == {"R": 67, "B": 69, "Y": 68}


def test_no_side_of_a_tile_has_two_channels():
    for tile in TILES.values():
        edges = "".join(edges for edges, _ in tile.parts)
        assert len(set(edges)) == len(edges)
