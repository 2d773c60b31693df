"""What holds in every position that random play reaches."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from engine.core import codec
from engine.core.chance import Stream
from engine.core.errors import IllegalMove
from engine.core.game import Ply
from engine.core.replay import replay, step
from engine.games.saboteur_duel import GAME
from engine.games.saboteur_duel.data import BREAK_CARD, COUNTERS, DECK, PATHS, SHAPES, STARTS
from engine.games.saboteur_duel.rules.rounds import undrawn_cards
from engine.games.saboteur_duel.rules.tunnel import tunnel_of, unpack
from engine.games.saboteur_duel.state import LayCard, goal_cells, start_cells
from tests.engine.saboteur_duel.positions import walk

SIDES = {"N": (0, -1, "S"), "E": (1, 0, "W"), "S": (0, 1, "N"), "W": (-1, 0, "E")}


def chooser(seed):
    stream = Stream(seed, "choice", 0)

    def choose(state, seat, texts):
        building = [text for text in texts if text[0] in "PBKRO"]
        return stream.choose(building if building and stream.uniform(4) else texts)

    return choose


def match(seats, number, options=None):
    seed = b"property %d" % number
    return walk(seats, seed, chooser(seed), options)


@pytest.mark.parametrize(("seats", "colour"), [(1, "green"), (1, "blue"), (2, "green")])
def test_every_card_is_somewhere_exactly_once(seats, colour):
    for _, _, state in match(seats, 1, {"colour": colour}):
        places = Counter(dict(undrawn_cards(state)))
        places.update(state.gone_paths)
        places.update(laid.card for laid in state.table)
        places.update(state.spent)
        for seat in range(seats):
            places.update(state.hands[seat])
            places.update(state.hidden[seat])
            places.update(BREAK_CARD[tool] for tool in state.broken[seat])
        assert places == Counter(DECK)
        assert state.pile == sum(dict(undrawn_cards(state)).values()) - (10 if seats == 1 else 0)
        assert 0 <= state.counters <= COUNTERS[seats]
        assert 0 <= state.keys_left <= 2


@pytest.mark.parametrize("seats", [1, 2])
def test_a_match_has_three_rounds_and_refolds_to_the_same_digest(seats):
    plies, states = [], []
    for before, ply, after in match(seats, 2):
        states.append(before)
        plies.append(ply)
        last = after
    assert len(last.ledger) == 3
    assert GAME.winners(last) is not None
    assert codec.digest(GAME.dump(replay(GAME, states[0], plies))) == codec.digest(GAME.dump(last))
    for state in states[::17]:
        assert GAME.load(GAME.dump(state)) == state


@pytest.mark.parametrize("seats", [1, 2])
def test_s24_s25_while_the_pile_lasts_no_hand_is_empty_and_one_can_always_pass(seats):
    for _, ply, state in match(seats, 8):
        if state.step == "turn":
            assert not state.pile or all(state.hands), ply
            assert any(text.startswith("X:") for text in GAME.legal_texts(state, state.turn))


@pytest.mark.parametrize("seats", [1, 2])
def test_listed_moves_stand_and_read_back(seats):
    for before, ply, _ in islice(match(seats, 3), 0, None, 5):
        if ply.kind == "deal":
            assert GAME.to_act(before) == frozenset()
            continue
        texts = GAME.legal_texts(before, ply.seat)
        assert texts == sorted(set(texts))
        assert len(texts) == len(list(GAME.legal_moves(before, ply.seat)))
        for text in texts:
            move = GAME.read(before, ply.seat, text)
            assert GAME.write(move, ply.seat) == text
            assert "?" not in text
            GAME.play(before, ply.seat, move, 0)


@pytest.mark.parametrize("seats", [1, 2])
def test_the_list_of_placements_agrees_with_play(seats):
    for before, ply, _ in islice(match(seats, 4), 0, None, 40):
        if before.step != "turn":
            continue
        listed = {move for move in GAME.legal_moves(before, before.turn) if isinstance(move, LayCard)}
        for card in {card for card in before.hands[before.turn] if card in PATHS}:
            for x in range(-3, 10):
                for y in range(-5, 6):
                    for turn in range(len(SHAPES[card])):
                        move = LayCard(card, x, y, turn)
                        assert stands(before, move) == (move in listed), (move, ply)


def stands(state, move):
    try:
        GAME.play(state, state.turn, move, 0)
    except IllegalMove:
        return False
    return True


# -- walking, once more and slowly


def letters(mask):
    return [arm for arm, bit in zip("NESW", (1, 2, 4, 8), strict=True) if mask & bit]


def slow_reach(state, colour):
    """The nodes in reach, by trying every pair of nodes until nothing changes."""
    lying = {cell: SHAPES[STARTS[c]][0] for c, cell in start_cells(state)}
    lying |= {(laid.x, laid.y): SHAPES[laid.card][laid.turn] for laid in state.table}
    for goal, cell in zip(state.goals, goal_cells(state), strict=True):
        if goal.turn is not None:
            lying[cell] = SHAPES[goal.face][goal.turn]
    keys = {(key.x, key.y, key.arm) for key in state.keys}
    bribed = {(bribe.x, bribe.y) for bribe in state.bribes}
    starts = dict(start_cells(state))

    def walkable(cell, arm):
        shape = lying[cell]
        if arm in letters(shape.troll) and cell not in bribed:
            return False
        return arm not in letters(shape.doors[1 - colour]) or (*cell, arm) in keys

    reached, grown = {(starts[colour], 0)}, True
    while grown:
        grown = False
        for cell, group in sorted(reached):
            shape = lying[cell]
            beside = set()
            for arm in letters(shape.groups[group]):
                dx, dy, back = SIDES[arm]
                there = (cell[0] + dx, cell[1] + dy)
                if there in lying and back in letters(lying[there].open):
                    index = next(i for i, arms in enumerate(lying[there].groups) if back in letters(arms))
                    if walkable(cell, arm) and walkable(there, back):
                        beside.add((there, index))
            for ladder, other in lying.items():
                if other.card in ("LG", "LB"):
                    start = starts.get(0 if other.card == "LG" else 1)
                    if start is not None and cell in (ladder, start):
                        beside |= {(ladder, 0), (start, 0)}
            if not beside <= reached:
                reached |= beside
                grown = True
    return reached


@pytest.mark.parametrize("seats", [1, 2])
def test_s30_reach_equals_a_slow_search(seats):
    for number in (5, 6):
        for _, _, state in islice(match(seats, number), 0, None, 25):
            tunnel = tunnel_of(state)
            for colour in state.colours:
                quick = {(unpack(node >> 2), node & 3) for node in tunnel.reach(colour).nodes}
                assert quick == slow_reach(state, colour)


def test_the_old_state_is_left_alone():
    kept = []
    for before, ply, _ in islice(match(2, 7), 60):
        kept.append((before, codec.digest(GAME.dump(before)), ply))
    for before, digest, ply in kept:
        step(GAME, before, Ply(at=0, seat=ply.seat, move=ply.move, draw=ply.draw, drawn=ply.drawn))
        assert codec.digest(GAME.dump(before)) == digest
