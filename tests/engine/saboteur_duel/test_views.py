"""What each eye may know (section 10), and that nothing hidden shows through views, news, texts or refusals."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.core.chance import Stream
from engine.core.errors import MoveError
from engine.core.game import Ply, Shown
from engine.core.replay import step
from engine.games.saboteur_duel import GAME
from engine.games.saboteur_duel.data import DECK, GOALS
from engine.games.saboteur_duel.rules.rounds import undrawn_cards, undrawn_goals
from engine.games.saboteur_duel.state import DiscardTwo, PassCards
from tests.engine.saboteur_duel.positions import deal, moves, play, position, walk

EYES = (0, 1, None)


# -- the table of section 10, line by line


def test_the_table_counters_keys_sabotage_and_coins_are_open_to_all():
    state = position("1,-1=X1 1,1=T3", keys="1,-1,E", bribes="1,1,1", broken=("pick", "lamp"), coins=((1,), (2,)))
    for eye in EYES:
        seen = GAME.view(state, eye)
        assert seen["table"] == [["X1", 1, -1, 0], ["T3", 1, 1, 0]]
        assert (seen["keys"], seen["bribes"]) == ([[1, -1, "E"]], [[1, 1, 1]])
        assert (seen["counters"], seen["keys_left"]) == (7, 1)
        assert (seen["broken"], seen["coins"]) == ([["pick"], ["lamp"]], [[1], [2]])


def test_sizes_of_pile_hands_and_discards_are_open_to_all():
    state = play(position(hands=("HH VV CA", "CB CB")), "X:CA+HH", "D1 D2")
    for eye in EYES:
        seen = GAME.view(state, eye)
        assert (seen["pile"], seen["hand_sizes"], seen["hidden_sizes"]) == (34, [3, 2], [2, 0])


def test_a_hand_is_its_owners_only():
    state = position(hands=("HH VV", "CB CB"))
    assert GAME.view(state, 0)["hands"] == [["HH", "VV"], None]
    assert GAME.view(state, 1)["hands"] == [None, ["CB", "CB"]]
    assert GAME.view(state, None)["hands"] == [None, None]


def test_no_view_shows_the_bag_of_a_draw():
    state = play(position(hands=("HH", "VV")), "X:HH")
    assert GAME.draw(state) is not None
    for eye in EYES:
        assert "bag" not in json.dumps(GAME.view(state, eye))


def test_a_face_down_goal_is_known_to_the_looker_and_the_look_to_all():
    state = play(position(hands=("MAP", "")), "M:5,0", "Z13", "HH")
    assert [GAME.view(state, eye)["goals"][1]["face"] for eye in EYES] == ["Z13", None, None]
    assert [GAME.view(state, eye)["goals"][1]["looked"] for eye in EYES] == [[0]] * 3
    assert "Z13" not in json.dumps([GAME.view(state, 1), GAME.view(state, None)])


def test_played_repaired_and_fallen_cards_are_open_to_all():
    state = play(position("1,-1=HH", hands=("ROCK", "")), "F:1,-1", "VV")
    assert all(GAME.view(state, eye)["spent"] == ["HH", "ROCK"] for eye in EYES)


def test_face_down_discards_are_the_discarders_only():
    state = play(position(hands=("HH VV CA", ""), broken=("cart", "")), "D:CA+HH>cart", "D1")
    assert [GAME.view(state, eye)["hidden"] for eye in EYES] == [[["HH", "CA"], None], [None, []], [None, None]]
    assert all(GAME.view(state, eye)["spent"] == ["SC"] for eye in EYES)


def test_what_left_the_game_is_open_to_all():
    state = position(gone_paths=("GN",), gone_goals=("Z05",))
    for eye in EYES:
        seen = GAME.view(state, eye)
        assert (seen["gone_paths"], seen["gone_goals"]) == (["GN"], ["Z05"])


def test_a_goal_is_public_while_its_turn_is_chosen():
    row = "1,-1=HH 2,-1=HH 3,-1=HH 4,-1=HH"
    state = play(position(row, hands=("CB", "")), "P:CB@5,-1:0", "Z15")
    assert state.step == "orient"
    assert all(GAME.view(state, eye)["goals"][0]["face"] == "Z15" for eye in EYES)


def test_when_the_match_is_over_every_drawn_card_is_shown():
    state = position(hands=("HH", "VV VV"), goal="g2=Z13", broken=("", ""), round=3, claims=" ".join(["9,9,0,1,1"] * 7))
    state = replace(state, table=position("1,-1=T3").table)
    state = play(state, "B:1,-1")
    assert state.step == "over"
    for eye in EYES:
        seen = GAME.view(state, eye)
        assert seen["hands"] == [["HH"], ["VV", "VV"]]
        assert [goal["face"] for goal in seen["goals"]] == [None, "Z13", None, None, None, None]


def test_the_gallery_of_a_solo_match_sees_neither_hand_nor_discards():
    state = play(position(hands=("HH VV",)), "X:HH", "CA")
    assert GAME.view(state, 0)["hands"] == [["VV", "CA"]]
    assert GAME.view(state, 0)["hidden"] == [["HH"]]
    assert (GAME.view(state, None)["hands"], GAME.view(state, None)["hidden"]) == ([None], [None])


# -- news and what a ply brings to light


def news_of(before, text_or_drawn, eye, seat=None):
    if seat is None:
        ply = Ply(at=0, draw=GAME.draw(before), drawn=tuple(text_or_drawn.split()))
    else:
        ply = Ply(at=0, seat=seat, move=GAME.read(before, seat, text_or_drawn))
    after = step(GAME, before, ply)
    return [(line.code, dict(line.params)) for line in GAME.news(before, ply, after, eye)]


def test_discards_are_named_to_the_discarder_only():
    state = position(hands=("HH VV", ""))
    public = ("passed", {"seat": 0, "count": 2})
    assert news_of(state, "X:HH+VV", 1, seat=0) == news_of(state, "X:HH+VV", None, seat=0) == [public]
    assert news_of(state, "X:HH+VV", 0, seat=0) == [
        public,
        ("discarded-card", {"card": "HH"}),
        ("discarded-card", {"card": "VV"}),
    ]


def test_a_look_is_shown_to_all_and_its_face_to_the_looker():
    state = position(hands=("MAP", ""))
    assert news_of(state, "M:5,0", None, seat=0) == [("looked", {"seat": 0, "cell": "5,0"})]
    state = play(state, "M:5,0")
    assert [news_of(state, "Z13", eye) for eye in EYES] == [[("saw-goal", {"goal": "g2", "face": "Z13"})], [], []]


def test_a_second_look_shows_the_old_draw_to_the_second_looker():
    state = play(position(hands=("MAP", "MAP")), "M:5,0", "Z13", "HH")
    ply = Ply(at=0, seat=1, move=GAME.read(state, 1, "M:5,0"))
    after = step(GAME, state, ply)
    assert GAME.shown(state, ply, after) == (Shown(eye=1, draw=("goal/g2", 0)),)
    assert news_of(state, "M:5,0", 0, seat=1) == [("looked", {"seat": 1, "cell": "5,0"})]
    assert news_of(state, "M:5,0", 1, seat=1)[1] == ("saw-goal", {"goal": "g2", "face": "Z13"})


def test_a_goal_looked_at_is_shown_to_all_when_it_is_turned_up():
    row = "1,-1=HH 2,-1=HH 3,-1=HH 4,-1=HH"
    for face in ("Z05", "Z15"):
        state = position(row, hands=("CB", ""), goal=f"g1={face}")
        ply = Ply(at=0, seat=0, move=GAME.read(state, 0, "P:CB@5,-1:0"))
        after = step(GAME, state, ply)
        assert GAME.shown(state, ply, after) == (Shown(draw=("goal/g1", 0)),)
        assert ("revealed", {"goal": "g1", "face": face}) in news_of(state, "P:CB@5,-1:0", None, seat=0)
        if after.step == "orient":
            turn = Ply(at=0, seat=0, move=GAME.read(after, 0, "O:5,-2:1"))
            assert GAME.shown(after, turn, step(GAME, after, turn)) == ()


def test_claims_of_the_ply_that_ends_the_round_are_in_the_news():
    row = "1,-1=HH 2,-1=HH 3,-1=HH 4,-1=HH"
    up = "g2=Z05/0 g3=Z04/0 g4=Z14/0 g5=Z18/0 g6=Z16/0"
    state = position(row, hands=("CB", ""), goal=f"g1=Z06 {up}")
    codes = [code for code, _ in news_of(state, "P:CB@5,-1:0", None, seat=0)]
    assert codes == ["laid", "revealed", "claimed", "round-over", "gained", "gained", "round-begins"]


def test_solo_strikes_are_shown_to_the_gallery_and_hand_cards_are_not():
    state = play(position("1,0=HH", hands=("HH",)), "X:HH")
    assert news_of(state, "SP", None) == [("struck", {"seat": 0, "tool": "pick"})]
    assert news_of(state, "ROCK", None) == [("rock-struck", {"seat": 0, "card": "HH", "cell": "1,0"})]
    assert news_of(state, "VV", None) == [("drew", {"seat": 0, "count": 1})]
    assert news_of(state, "VV", 0)[1] == ("drew-card", {"card": "VV"})


# -- the same public history over two different hidden deals


def record(seats, seed, steps):
    """A match by random play as plies."""
    stream = Stream(seed, "choice", 0)

    def choose(state, seat, texts):
        # More maps and discards than usual, so that secrets pile up.
        loud = [text for text in texts if text[0] in "MPKBO"]
        return stream.choose(loud if loud and stream.uniform(3) else texts)

    return [ply for _, (_, ply, _) in zip(range(steps), walk(seats, seed, choose), strict=False)]


def swap(ply, seat, names):
    """The ply as it would be had the hidden cards of that seat been others."""
    if ply.kind == "deal":
        if ply.draw.eye == seat:
            return replace(ply, drawn=tuple(names.get(card, card) for card in ply.drawn))
        return ply
    if ply.seat == seat and isinstance(ply.move, PassCards | DiscardTwo):
        cards = tuple(sorted(names.get(card, card) for card in ply.move.cards))
        return replace(ply, move=replace(ply.move, cards=cards))
    return ply


def hidden_of(seat, state):
    """Cards of one round that stayed hidden in that seat's hand or discards, and cards nobody drew."""
    held = {*state.hands[seat], *state.hidden[seat]}
    known = {card for other in range(state.seats) if other != seat for card in state.hands[other] + state.hidden[other]}
    public = {laid.card for laid in state.table} | set(state.spent) | {c for c in DECK if DECK[c] > 1}
    return sorted(held - known - public), dict(undrawn_cards(state))


@pytest.mark.parametrize("seats", [1, 2])
def test_two_deals_with_one_public_history_look_the_same_to_every_other_eye(seats):
    tried = 0
    for number in range(16):
        plies = record(seats, b"two deals %d" % number, 40)
        state = GAME.setup(seats, {"colour": "green"})
        for ply in plies:
            state = step(GAME, state, ply)
        if state.round > 1:
            continue
        mine, free = hidden_of(0, state)
        fits = [c for c in free if DECK[c] == 1 and not (seats == 1 and c == "ROCK")]
        if not mine or not fits:
            continue
        names = {mine[0]: fits[0], fits[0]: mine[0]}
        others = [swap(ply, 0, names) for ply in plies]
        tried += compare(seats, plies, others, watchers=(1, None) if seats == 2 else (None,))
    assert tried >= 5


def compare(seats, plies, others, watchers):
    """Fails unless the watchers see and hear the same; true if the two deals do differ."""
    state = state_2 = GAME.setup(seats, {"colour": "green"})
    for ply, other in zip(plies, others, strict=True):
        after, after_other = step(GAME, state, ply), step(GAME, state_2, other)
        if ply.kind == "move":
            assert GAME.write(ply.move, None) == GAME.write(other.move, None)
        for eye in watchers:
            assert GAME.view(after, eye) == GAME.view(after_other, eye)
            assert GAME.news(state, ply, after, eye) == GAME.news(state_2, other, after_other, eye)
        assert GAME.shown(state, ply, after) == GAME.shown(state_2, other, after_other)
        state, state_2 = after, after_other
        if 1 in watchers and not GAME.draw(state):
            same_answers(state, state_2, 1)
    return (state.hands[0], state.hidden[0]) != (state_2.hands[0], state_2.hidden[0])


PROBES = ["X:HH", "X:HH+VV", "P:HH@1,1:0", "P:VV@0,0:0", "S:SP", "R:RPL>pick", "F:1,1", "M:5,0", "D:HH+VV>cart",
          "K:1,1,E", "B:1,1", "O:5,0:0", "X:?", "P:D1@0,2:0", "nonsense"]  # fmt: skip


def answer(state, seat, text):
    try:
        step(GAME, state, Ply(at=0, seat=seat, move=GAME.read(state, seat, text)))
    except MoveError as refusal:
        return refusal.code, dict(refusal.params)
    return "stands"


def same_answers(state, state_2, seat):
    assert GAME.legal_texts(state, seat) == GAME.legal_texts(state_2, seat)
    for text in PROBES:
        assert answer(state, seat, text) == answer(state_2, seat, text)


def test_a_goal_seen_by_one_seat_changes_nothing_for_the_others():
    state = play(position(hands=("MAP HH", "HH MAP")), "M:5,0")
    first, second = deal(state, "Z13"), deal(state, "Z01")
    for eye in (1, None):
        assert GAME.view(first, eye) == GAME.view(second, eye)
        ply = [Ply(at=0, draw=GAME.draw(state), drawn=(face,)) for face in ("Z13", "Z01")]
        assert GAME.news(state, ply[0], first, eye) == GAME.news(state, ply[1], second, eye)
    first, second = deal(first, "VV"), deal(second, "VV")
    assert moves(first) == moves(second)
    for text in [*PROBES, *moves(first)]:
        assert answer(first, 1, text) == answer(second, 1, text)


# -- imagining


@pytest.mark.parametrize("seats", [1, 2])
def test_an_imagined_state_has_the_same_view_and_the_same_moves(seats):
    stream = Stream(b"imagine", "pick", seats)

    def choose(state, seat, texts):
        return stream.choose(texts)

    eyes = (None, *range(seats))
    for number, (_, _, state) in enumerate(walk(seats, b"imagined", choose)):
        for eye in eyes:
            seen = GAME.view(state, eye)
            assert json.loads(json.dumps(seen)) == seen
            dreamt = GAME.imagine(seen, eye, Stream(b"dream", "imagine", number))
            assert GAME.view(dreamt, eye) == seen
            if eye is not None:
                assert GAME.legal_texts(dreamt, eye) == GAME.legal_texts(state, eye)


def test_an_imagined_state_holds_a_whole_box_of_cards():
    state = play(position(hands=("MAP VV HH", "CA CB D1")), "M:5,0", "Z13", "HH")
    for eye in EYES:
        dreamt = GAME.imagine(GAME.view(state, eye), eye, Stream(b"dream", "imagine", 1))
        assert sum(count for _, count in undrawn_cards(dreamt)) == sum(count for _, count in undrawn_cards(state))
        assert len(undrawn_goals(dreamt)) == len(GOALS) - 1
        assert [len(hand) for hand in dreamt.hands] == [3, 3]


def test_a_match_that_was_given_up_hides_nothing_more():
    state = position(hands=("HH VV", "CB CB"), goal="g1=Z10")
    for eye in EYES:
        seen = GAME.revealed(state, eye)
        assert seen["hands"] == [["HH", "VV"], ["CB", "CB"]]
        assert seen["goals"][0]["face"] == "Z10"
