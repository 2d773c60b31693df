"""Components, options, draft and opening (P1-P16), and draws (P66-P69a)."""

import json
from pathlib import Path

import pytest

import engine.games.potion_explosion as folder
from engine.core.errors import BadDraw, BadOptions
from engine.core.game import Ply, complete_options
from engine.core.replay import step
from engine.games.potion_explosion import GAME
from engine.games.potion_explosion.data import DESIGNS, KINDS, RECIPES
from engine.games.potion_explosion.rules.tokens import read_tokens, write_tokens
from tests.engine.potion_explosion.positions import at, desk, moves, only, opened, random_plies, say, seat_of


def deal(state, *drawn):
    return step(GAME, state, Ply(0, draw=GAME.draw(state), drawn=drawn))


def test_p7_checksums_of_the_tile_table():
    assert 2 * len(DESIGNS) == 64
    holes = "".join(recipe.holes for recipe in RECIPES.values()) * 2
    assert len(holes) == 352
    assert [holes.count(colour) for colour in "RBKY"] == [88] * 4
    assert 2 * sum(recipe.points for recipe in RECIPES.values()) == 432


@pytest.mark.parametrize("kind", KINDS)
def test_p2_every_kind_has_designs_of_four_to_seven_holes_and_one_starter(kind):
    mine = [recipe for recipe in RECIPES.values() if recipe.kind == kind]
    assert [len(recipe.holes) for recipe in mine] == [4, 5, 6, 7]
    assert [recipe.starter for recipe in mine] == [True, False, False, False]
    holes = "".join(recipe.holes for recipe in mine)
    assert sorted(map(holes.count, "RBKY")) in ([5, 5, 6, 6],)


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_p3_eight_kinds_have_their_letters_and_names(lang):
    assert KINDS == "WLMJASUF"
    words = json.loads((Path(folder.__file__).parent / "texts" / f"{lang}.json").read_text("utf-8"))["words"]
    assert len({words[kind] for kind in KINDS}) == 8


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_p4_p5_p6_tokens_desks_and_dispenser_before_the_match(seats):
    state = opened(seats)
    assert (state.countdown + state.bank, state.helps_left) == (15, 21)
    assert state.desks == (desk(),) * seats
    assert [len(own_desk.slots) for own_desk in state.desks] == [2] * seats
    assert (len(state.tracks), sum(state.bag)) == (5, 80)


def test_p8_turns_go_round_from_the_first_seat():
    ended = [
        before.turn
        for before, ply, _ in random_plies(3, 71, most=500)
        if ply.kind == "move" and GAME.write(ply.move, None).startswith("E:")
    ]
    assert len(ended) > 6
    assert ended == [turn % 3 for turn in range(len(ended))]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_p11_two_starters_for_each_seat_are_drawn_from_twelve(seats):
    question = GAME.draw(opened(seats))
    assert (question.label, question.count) == ("starter", 2 * seats)
    assert question.bag == tuple((f"{kind}4", 2) for kind in "WLMJAS")


@pytest.mark.parametrize(("excluded", "left_out"), [("beginner", "UF"), ("WJ", "WJ"), ("UF", "UF")])
def test_p9_two_kinds_are_left_out(excluded, left_out):
    state = opened(excluded=excluded)
    assert state.excluded == left_out
    assert sum(state.unseen) == 48
    assert not set(left_out) & {design[0] for design, _ in GAME.draw(state).bag}


def test_p9_random_kinds_are_the_first_draw():
    state = opened(excluded="random")
    assert GAME.draw(state).label == "kinds"
    assert GAME.draw(state).bag == tuple((kind, 1) for kind in KINDS)
    assert GAME.draw(state).count == 2
    after = deal(state, "F", "M")
    assert after.excluded == "MF"
    assert GAME.draw(after).label == "starter"


@pytest.mark.parametrize("bad", [{"excluded": "FU"}, {"excluded": "WW"}, {"countdown": 0}, {"countdown": 16}, {"x": 1}])
def test_p9_p10_other_options_are_refused(bad):
    with pytest.raises(BadOptions):
        complete_options(GAME, 2, bad)


@pytest.mark.parametrize(("seats", "countdown"), [(2, 4), (3, 5), (4, 6)])
def test_p10_the_countdown_is_two_more_than_the_seats(seats, countdown):
    assert (opened(seats).countdown, opened(seats).bank) == (countdown, 15 - countdown)
    assert opened(seats, countdown=9).countdown == 9


@pytest.mark.parametrize(
    ("seats", "order"), [(2, [0, 1, 1, 0]), (3, [0, 1, 2, 2, 1, 0]), (4, [0, 1, 2, 3, 3, 2, 1, 0])]
)
def test_p12_the_draft_goes_up_and_comes_back(seats, order):
    state = say(opened(seats))
    assert len(state.offer) == 2 * seats
    asked = []
    for _ in order:
        asked.append(seat_of(state))
        state = say(state, moves(state)[0])
    assert asked == order
    assert (state.phase, state.turn, state.round) == ("main", 0, 1)


def test_p12_two_equal_designs_are_one_choice_and_p13_the_first_goes_to_slot_a():
    state = deal(opened(), "W4", "W4", "A4", "S4")
    assert moves(state) == ["S:A4", "S:S4", "S:W4"]
    after = say(state, "S:W4")
    assert [tile.design for tile in after.desks[0].slots] == ["W4", ""]
    assert after.offer == ("W4", "A4", "S4")
    assert [tile.design for tile in say(after, "S:W4", "S:A4").desks[1].slots] == ["W4", "A4"]


@pytest.mark.parametrize(("seats", "sizes"), [(2, (9, 9, 9, 9, 8)), (3, (9, 9, 8, 8, 8)), (4, (8, 8, 8, 8, 8))])
def test_p14_sizes_of_the_stacks(seats, sizes):
    state = say(opened(seats))
    while state.phase == "draft":
        state = say(state, moves(state)[0])
    assert state.sizes == sizes
    assert all(state.tops)
    assert sum(state.unseen) == sum(sizes) - 5


def test_p15_p16_the_dispenser_is_filled_after_the_last_draft_pick():
    state = deal(opened(), "W4", "L4", "A4", "S4")
    assert (state.bag, state.tracks) == ((20, 20, 20, 20), ("",) * 5)
    state = say(state, "S:W4", "S:L4", "S:A4")
    state = step(GAME, state, Ply(0, 0, GAME.read(state, 0, "S:S4")))
    tiles = GAME.draw(state)
    assert (tiles.label, tiles.count, tiles.eye) == ("tile", 5, None)
    state = deal(state, "W5", "W5", "L7", "M4", "A4")
    marbles = GAME.draw(state)
    assert (marbles.label, marbles.bag, marbles.count) == (
        "marble",
        (("R", 20), ("B", 20), ("K", 20), ("Y", 20)),
        45,
    )
    drawn = ("R", "B", "K", "Y", "R") * 9
    assert write_tokens(state, drawn)[:6] == ("1R", "2B", "3K", "4Y", "5R", "1R")
    after = deal(state, *drawn)
    assert after.tracks[0] == "R" * 9  # P15: nothing explodes
    assert seat_of(after) == 0


def test_p67_a_tile_is_turned_up_from_all_that_were_not_seen():
    unseen = (2, 0, 1) + (0,) * (len(DESIGNS) - 3)
    state = at(desks=(desk("W4"), desk("W4", "A4")), unseen=unseen, picked=True)
    asked = GAME.play(say(state, "E:"), 0, GAME.read(state, 0, "N3"), 0)
    assert (GAME.draw(asked).label, GAME.draw(asked).count) == ("tile", 1)
    assert GAME.draw(asked).bag == ((DESIGNS[0], 2), (DESIGNS[2], 1))


def test_p68_tokens_are_read_back_and_a_wrong_place_is_refused():
    state = GAME.play(at("KRRRYBKYB"), 0, GAME.read(at(), 0, "T1.3"), 0)
    assert read_tokens(state, "1Y") == ("Y",)
    with pytest.raises(BadDraw):
        read_tokens(state, "2Y")


@pytest.mark.parametrize("drawn", [(), ("Y", "Y"), ("Q",), ("K",)])
def test_p68_a_draw_that_does_not_fit_is_refused(drawn):
    state = at("KRRRYBKYB", bag="RRYYB")
    asked = GAME.play(state, 0, GAME.read(state, 0, "T1.1"), 0)
    with pytest.raises(BadDraw):
        GAME.deal(asked, drawn)
    with pytest.raises(BadDraw):
        GAME.deal(state, ("R",))


def test_p69a_empty_colours_are_left_out_of_the_bag_and_a_sure_draw_is_asked():
    state = at("KRRRYBKYB", bag="R")
    asked = GAME.play(state, 0, GAME.read(state, 0, "T1.1"), 0)
    assert (GAME.draw(asked).bag, GAME.draw(asked).count) == ((("R", 1),), 1)


def test_p69a_no_draw_is_asked_when_the_bag_is_empty():
    state = only("KRRRYBKYB", desks=(desk(), desk()))
    assert GAME.draw(GAME.play(state, 0, GAME.read(state, 0, "T1.1"), 0)) is None
