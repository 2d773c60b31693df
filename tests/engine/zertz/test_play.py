"""Random matches: the list of moves, the fast paths, views and dumps agree with the rules at every ply."""

import random
from collections import Counter
from itertools import pairwise

import pytest

from engine.bots.playouts import random_matches
from engine.core import codec
from engine.core.chance import Stream
from engine.core.game import Ply
from engine.games.zertz import GAME
from engine.games.zertz.bots.kernel import DRAWN, NOBODY, PASS, Dice, Position
from engine.games.zertz.data import BOARDS, COLOURS, each
from engine.games.zertz.rules.rings import chains, free_rings, isolated, jumps
from engine.games.zertz.state import Capture, ClaimMissed, Pass, Placement
from tests.engine.zertz.table import CLAIM, SIZES, at, new

TABLES = [{"board": size} for size in SIZES] + [{"goal": "blitz"}, {**CLAIM}, {**CLAIM, "board": 61}]


def random_match(options, seed):
    """Every state of a match with random moves, each with the move that led to it."""
    chance = random.Random(seed)
    state = new(**options)
    yield None, None, state
    while GAME.winners(state) is None:
        texts = GAME.legal_texts(state, state.side)
        # with the claim procedure captures would drown among placements
        short = [text for text in texts if text[0] in "x!"]
        text = chance.choice(short if short and chance.random() < 0.5 else texts)
        after = GAME.play(state, state.side, GAME.read(state, state.side, text), 0)
        yield state, text, after
        state = after


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_the_spelled_list_equals_the_built_list_in_ascii_order(options):
    for _, _, state in random_match(options, 1):
        texts = GAME.legal_texts(state, state.side)
        assert texts == sorted({GAME.write(move, state.side) for move in GAME.legal_moves(state, state.side)})
        assert bool(texts) == bool(GAME.to_act(state))


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_a_view_tells_the_whole_state(options):
    for _, _, state in random_match(options, 2):
        for eye in (0, 1, None):
            view = GAME.view(state, eye)
            codec.canonical(view)
            assert GAME.imagine(view, eye, Stream(b"", "imagine", 0)) == state


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_a_dump_is_canonical_json_and_loads_to_the_same_state(options):
    for _, _, state in random_match(options, 3):
        data = codec.parse(codec.canonical(GAME.dump(state)))
        assert GAME.load(data) == state


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_z1_no_marble_is_lost_or_made(options):
    for _, _, state in random_match(options, 4):
        for kind, total in enumerate(new(**options).pool):
            held = state.pool[kind] + state.captured[0][kind] + state.captured[1][kind]
            assert held + state.marbles[kind].bit_count() == total
        assert state.occupied & ~state.rings == 0


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_every_ply_has_news_for_everybody(options):
    for before, text, after in random_match(options, 5):
        if before is not None:
            ply = Ply(at=0, seat=before.side, move=GAME.read(before, before.side, text))
            lines = GAME.news(before, ply, after, None)
            assert lines
            assert any(news.code.split("-")[0] in ("won", "drawn", "lost") for news in lines) == after.over


def as_kernel(state, move):
    bit_of = state.board.bit_of
    match move:
        case Pass():
            return PASS
        case Placement(colour, ring, removed):
            return -1 - COLOURS.index(colour), bit_of[ring], bit_of[removed] if removed else 0
        case Capture(start, jumps):
            bits, at_ = [bit_of[start]], bit_of[start]
            for _, ring in jumps:
                to = bit_of[ring]
                bits += [1 << ((at_.bit_length() + to.bit_length()) // 2 - 1), to]
                at_ = to
            return tuple(bits)
        case ClaimMissed():
            raise AssertionError("the kernel knows no claims")


@pytest.mark.parametrize("options", TABLES[:7], ids=str)
def test_the_kernel_follows_the_rules_ply_by_ply(options):
    for seed in range(6):
        position = None
        for before, text, state in random_match(options, seed):
            if before is None:
                position = Position(state)
                continue
            position.play(as_kernel(before, GAME.read(before, before.side, text)))
            assert_same(position, state)


def assert_same(position, state):
    assert position.rings == state.rings
    assert tuple(position.marbles) == state.marbles
    assert tuple(position.pool) == state.pool
    assert tuple(map(tuple, position.captured)) == state.captured
    assert position.side == state.side
    winner = NOBODY if not state.over else DRAWN if state.winner is None else state.winner
    assert position.winner == winner
    assert position.count_moves() == len(GAME.legal_texts(state, state.side))


@pytest.mark.parametrize(
    ("position", "moves"),
    [
        (
            "37 ----/-----/---G--/--Bo---/--GB--/Go---/GB-- 0,0,0 3,2,2 3,2,5 2",
            ["Bf2", "x f2Gd4", "x c4Be3", "Gc4"] * 2,
        ),
        ("48 BBB-B/-B-Wo-/----WoG/B-----WB/BG---G-/-oG--B/GWG-W/G-GB 1,0,0 0,0,0 0,0,0 2", ["Wb5"]),
        ("37 Woo-/-----/------/-------/------/---o-/--oB 0,0,0 0,0,0 1,0,3 1", ["-", "Ba2,f4"]),
        ("37 ----/-----/------/B------/W-----/G----/Wo-- 1,1,3 0,2,2 3,4,4 1", ["Bg2"]),
    ],
)
def test_the_kernel_ends_matches_as_the_rules_do(position, moves):
    state = at(position)
    fast = Position(state)
    for text in moves:
        move = GAME.read(state, state.side, text)
        fast.play(as_kernel(state, move))
        state = GAME.play(state, state.side, move, 0)
        assert_same(fast, state)


PERFT = {37: 3_277_260, 40: 4_327_668, 43: 5_608_800, 44: 5_889_240, 48: 7_824_600, 61: 17_000_496}


@pytest.mark.parametrize("size", SIZES)
def test_two_plies_have_the_counts_of_the_rules(size):
    state = new(board=size)
    first, total = Position(state), 0
    for move in GAME.legal_moves(state, 0):
        position = first.copy()
        position.play(as_kernel(state, move))
        total += position.count_moves()
    assert total == PERFT[size]


def test_playouts_are_the_same_for_the_same_seed_and_as_long_as_measured():
    state = new()
    plies, wins = GAME.playouts(state, 600, b"a" * 32)
    assert GAME.playouts(state, 600, b"a" * 32) == (plies, wins)
    assert GAME.playouts(state, 600, b"b" * 32) != (plies, wins)
    assert 29 < plies / 600 < 32  # 30.6 on average over millions
    assert sum(wins) == 600
    assert 240 < wins[0] < 360


@pytest.mark.parametrize(
    "text",
    [
        "37 oo--/-oo--/--o---/-------/------/-----/---B 1,0,1 0,0,0 0,0,0 1",
        "37 ----/-----/--Bo--/--Go---/--GB--/-----/---- 1,1,1 1,2,4 2,4,5 1",
        "37 oooo/oBooo/oooGoo/ooooooo/oooWBo/ooooG/oooo 5,6,8 0,0,0 0,0,0 1",
    ],
)
def test_playouts_pick_every_legal_move_about_equally_often(text):
    dice, first, met = Dice(37, b"c" * 32), Position(at(text)), Counter()
    for _ in range(8000):
        position = first.copy()
        position.random_ply(dice)
        met[(position.rings, *position.marbles, *position.captured[0])] += 1
    even = 8000 / first.count_moves()
    assert len(met) == first.count_moves()
    assert all(0.6 * even < times < 1.4 * even for times in met.values())


@pytest.mark.parametrize("fast", [True, False])
def test_z27_playouts_count_a_draw_for_both_and_a_double_loss_for_nobody(fast):
    position = "48 BBB-B/-B-Wo-/----WoG/B-----WB/BG---G-/-oG--B/GWG-W/G-GB 1,0,0 0,0,0 0,0,0 2"  # a third ends dead

    def wins(dead_position):
        state = at(position, dead_position=dead_position)
        return sum((GAME.playouts(state, 30, b"d") if fast else random_matches(GAME, state, 30, b"d"))[1])

    assert wins("draw") > 30 > wins("double_loss")


def test_the_kernel_has_no_fast_path_for_claims_and_for_what_is_over():
    assert GAME.playouts(new(**CLAIM), 10, b"") is None


# -- the bit sets, held against the words of the rules on the lattice ------------------------------------------------

CIRCLE = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))  # Z5


def places(bits):
    return {divmod(bit.bit_length() - 1, 10) for bit in each(bits)}


def around(place):
    return [(place[0] + q, place[1] + s) for q, s in (*CIRCLE, CIRCLE[0])]


@pytest.mark.parametrize("size", SIZES)
def test_z13_z19_z20_bit_sets_agree_with_the_lattice(size):
    chance = random.Random(size)
    for _ in range(60):
        rings = sum(bit for bit in BOARDS[size].label_of if chance.random() < 0.6)
        vacant = sum(bit for bit in each(rings) if chance.random() < 0.4)
        on, empty = places(rings), places(vacant)
        free = {place for place in empty if any(not {a, b} & on for a, b in pairwise(around(place)))}
        assert places(free_rings(rings, vacant)) == free
        assert places(isolated(rings, vacant)) == on - flooded(on, empty)


def flooded(on, start):
    reached, edge = set(start), list(start)
    while edge:
        for near in around(edge.pop()):
            if near in on and near not in reached:
                reached.add(near)
                edge.append(near)
    return reached


@pytest.mark.parametrize("size", SIZES)
def test_z18_marbles_taken_off_at_the_end_of_a_chain_give_the_same_chains(size):
    chance, met = random.Random(size), 0
    for _ in range(60):
        occupied = sum(chance.sample(list(BOARDS[size].label_of), 16))
        vacant = BOARDS[size].rings & ~occupied
        quick = chains(occupied, vacant)
        assert sorted(quick) == sorted(late_chains(occupied, vacant))
        met += sum(len(chain) > 3 for chain in quick)
    assert met > 10


def late_chains(occupied, vacant):
    """Every complete chain, its marbles left where they are until it is over."""
    waiting, ended = [(start,) for start in each(occupied)], []
    while waiting:
        chain = waiting.pop()
        onward = [
            (*chain, over, to)
            for over, to in jumps(chain[-1], occupied & ~chain[0], vacant | chain[0])
            if over not in chain[1::2]
        ]
        waiting += onward
        if not onward and len(chain) > 1:
            ended.append(chain)
    return ended
