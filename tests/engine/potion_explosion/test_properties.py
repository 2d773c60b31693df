"""What holds after every ply of random play, at every table size, with every kind in play somewhere."""

from collections import Counter
from functools import cache

import pytest

from engine.core import codec
from engine.core.chance import Stream
from engine.core.errors import GameError, IllegalMove
from engine.core.game import Ply
from engine.core.replay import replay, step
from engine.games.potion_explosion import GAME
from engine.games.potion_explosion.data import COLOURS
from engine.games.potion_explosion.rules.dispenser import room
from tests.engine.potion_explosion.positions import opened, random_plies

TABLES = [(2, {"excluded": "random"}), (3, {"excluded": "WA"}), (4, {"excluded": "JS", "countdown": 15}), (2, {})]


def marbles(state):
    on_tiles = "".join(tile.filled[1::2] for desk in state.desks for tile in desk.slots)
    pools = "".join(desk.pool for desk in state.desks)
    lying = "".join(state.tracks) + on_tiles + pools + state.hand + state.held + "".join(state.spoils)
    return [n + lying.count(colour) for n, colour in zip(state.bag, COLOURS, strict=True)]


def tiles(state):
    shown = sum(1 for top in state.tops if top) + sum(len(desk.done) for desk in state.desks)
    return sum(state.unseen) + shown + len(state.offer) + sum(bool(t.design) for d in state.desks for t in d.slots)


@pytest.mark.parametrize(("number", "table"), list(enumerate(TABLES)))
def test_p1_no_marble_and_no_tile_is_lost_and_p21_holds(number, table):
    for before, ply, after in random_plies(table[0], number, table[1]):
        assert marbles(after) == [20] * 4
        if after.phase not in ("kinds", "offer", "draft"):
            assert tiles(after) == 48
        if GAME.draw(after) is None and after.phase not in ("draft", "over"):
            assert room(after.tracks, after.bag) == 0
        assert len(after.desk.pool) <= 3
        if ply.kind == "move":
            assert before == codec.load(type(before), codec.dump(before))


@pytest.mark.parametrize(("number", "table"), list(enumerate(TABLES)))
def test_every_match_ends_and_refolds_to_the_same_state(number, table):
    steps = list(random_plies(table[0], 10 + number, table[1]))
    last = steps[-1][2]
    assert GAME.winners(last)
    assert replay(GAME, opened(table[0], **table[1]), [ply for _, ply, _ in steps]) == last


@pytest.mark.parametrize("eye", [0, 1, None])
def test_p66_a_view_is_enough_to_make_the_position_again(eye):
    for _, _, after in random_plies(2, 20, {"excluded": "random"}, most=120):
        view = codec.parse(codec.canonical(GAME.view(after, eye)))
        again = GAME.imagine(view, eye, Stream(b"", "imagine", 0))
        assert again == after
        assert GAME.view(again, eye) == view


def test_a_frame_stays_small():
    for _, _, after in random_plies(4, 30, {"excluded": "WL"}):
        shown = [GAME.view(after, 0), *(GAME.legal_texts(after, seat) for seat in GAME.to_act(after))]
        assert len(codec.canonical(shown)) < 20_000


def test_listed_moves_are_written_read_and_playable():
    for number, (before, ply, _) in enumerate(random_plies(3, 40, {"excluded": "WA"})):
        if ply.kind != "move" or number % 7:
            continue
        for text in GAME.legal_texts(before, before.turn):
            move = GAME.read(before, before.turn, text)
            assert GAME.write(move, None) == text
            GAME.play(before, before.turn, move, 0)


def damaged(text, stream):
    at = stream.uniform(len(text) + 1)
    letter = stream.choose("123456789RBKYabTHDSWLMJAUFPQENx.:-")
    return stream.choose([text[:at] + letter + text[at + 1 :], text[:at] + letter + text[at:], text[:at]])


def test_a_move_is_playable_exactly_when_it_is_listed():
    stream, tried = Stream(b"damage", "damage", 0), 0
    for before, ply, _ in random_plies(4, 50, {"excluded": "random"}, most=500):
        if ply.kind != "move":
            continue
        listed = set(GAME.legal_texts(before, before.turn))
        for text in [damaged(GAME.write(ply.move, None), stream) for _ in range(8)]:
            try:
                GAME.play(before, before.turn, GAME.read(before, before.turn, text), 0)
                played = True
            except GameError:
                played = False
            assert played == (text in listed), text
            tried += not played
    assert tried > 500


def test_while_chance_is_asked_no_seat_has_a_move():
    for before, ply, _ in random_plies(2, 60, {}, most=150):
        if ply.kind == "deal":
            assert GAME.to_act(before) == frozenset()
            assert GAME.legal_texts(before, before.turn) == []
            with pytest.raises(IllegalMove):
                step(GAME, before, Ply(0, before.turn, GAME.read(before, 0, "T1.1")))


@cache
def match():
    """A match of two with Blind Love and the Filter in play."""
    return tuple(random_plies(2, 72, {"excluded": "WA"}))


def test_p38_placed_marbles_stay_until_their_tile_is_complete():
    for before, _, after in match():
        for was, now in zip(before.desks[0].slots, after.desks[0].slots, strict=True):
            if was.design and was.design == now.design:
                assert Counter(pairs(was)) <= Counter(pairs(now))


def pairs(tile):
    return zip(tile.filled[::2], tile.filled[1::2], strict=True)


def test_p57_nobody_completes_more_than_two_potions_in_a_turn_and_only_love_empties_a_pool():
    done = [0, 0]
    for before, ply, after in match():
        grown = [len(now.done) - len(was.done) for was, now in zip(before.desks, after.desks, strict=True)]
        other = 1 - before.turn
        done[before.turn] += grown[before.turn]
        assert done[before.turn] <= 2
        assert grown[other] == 0
        text = GAME.write(ply.move, None) if ply.kind == "move" else ""
        if before.phase == "main" and not text.startswith(("DL", "DSL")):
            assert after.desks[other].pool == before.desks[other].pool
        if text.startswith("E:"):
            done[before.turn] = 0


MOST = {"T": 40, "H": 40, "DM": 35, "E": 20, "J": 24}


def test_p73_a_list_of_moves_stays_short():
    for before, ply, _ in match()[::5]:
        if ply.kind == "move":
            listed = GAME.legal_texts(before, before.turn)
            assert all(sum(text.startswith(sort) for text in listed) <= most for sort, most in MOST.items())


def test_p75_a_random_match_takes_some_forty_rounds():
    assert 15 < match()[-1][2].round < 80


def test_p62_all_seats_have_had_the_same_number_of_turns():
    for seats in (2, 3, 4):
        turns = [0] * seats
        for before, ply, _ in random_plies(seats, 70):
            if ply.kind == "move" and GAME.write(ply.move, None).startswith("E:"):
                turns[before.turn] += 1
        assert len(set(turns)) == 1
