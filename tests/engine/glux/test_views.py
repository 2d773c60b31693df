"""What each eye sees and hears, and what stays hidden (G50-G53)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.chance import Stream
from engine.core.game import News, Ply, Shown
from engine.core.replay import step
from engine.games.glux import GAME
from engine.games.glux.state import Phase
from tests.engine.glux.positions import at, opened, play, random_match


def ply_of(state, text):
    (seat,) = GAME.to_act(state)
    return Ply(at=0, seat=seat, move=GAME.read(state, seat, text))


def test_g50_placed_tokens_bags_and_what_is_left_are_public():
    state = at("A9=05 M1=13 F9=02.14", hands=("16", "34"))
    for eye in (None, 0, 1):
        seen = GAME.view(state, eye)
        assert "02.14" in seen["position"]
        assert seen["left"] == [[8, 6, 8], [8, 8, 6]]
        assert seen["bags"] == [21, 21]


def test_a_match_that_was_given_up_shows_every_hand():
    state = at("A9=05 M1=13", hands=("16", "34"))
    for eye in (None, 0, 1):
        seen = GAME.revealed(state, eye)
        assert seen["hands"] == ["16", "34"]
        assert [line.params for line in GAME.describe(seen) if line.code == "held"] == [
            {"seat": 0, "token": "16"},
            {"seat": 1, "token": "34"},
        ]
        assert "hands" not in GAME.view(state, eye)


def test_g51_a_hand_is_seen_by_its_owner_alone():
    state = at("A9=05 M1=13", hands=("16", "34"))
    assert [GAME.view(state, eye)["hand"] for eye in (None, 0, 1)] == [None, "16", "34"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_g51_views_of_others_do_not_change_with_the_hand(seats):
    states, _ = random_match(seats, 2)
    for state in states[:: 3 * seats]:
        if state.phase is not Phase.PLACE:
            continue
        for other in ("16", "25", "34"):
            bag = dict(zip(("16", "25", "34"), state.bags[0], strict=True))
            if not state.hands[0] or not bag[other]:
                continue
            swapped = {kind: n + (kind == state.hands[0]) - (kind == other) for kind, n in bag.items()}
            twin = replace(state, hands=(other, *state.hands[1:]), bags=(tuple(swapped.values()), *state.bags[1:]))
            for eye in (None, *range(1, seats)):
                assert GAME.view(twin, eye) == GAME.view(state, eye)
                if eye is not None:
                    assert GAME.legal_texts(twin, eye) == GAME.legal_texts(state, eye)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_imagined_state_looks_the_same_to_its_eye(seats):
    states, _ = random_match(seats, 3)
    for number, state in enumerate(states):
        for eye in (None, *range(seats)):
            seen = GAME.view(state, eye)
            twin = GAME.imagine(seen, eye, Stream(b"imagine", "test", number))
            assert GAME.view(twin, eye) == seen
            if eye is not None:
                assert GAME.legal_texts(twin, eye) == GAME.legal_texts(state, eye)


def test_imagined_hands_come_from_what_is_left():
    state = at("A9=05 M1=13", hands=("16", "34"))
    seen = GAME.view(state, 0) | {"left": [[8, 7, 8], [0, 3, 1]], "bags": [22, 3]}
    hands = {GAME.imagine(seen, 0, Stream(b"hands", "test", n)).hands for n in range(40)}
    assert hands == {("16", "25"), ("16", "34")}


def test_g52_a_draw_into_the_hand_is_shown_to_its_owner_alone():
    state = at("A9=05 M1=13")
    placed = step(GAME, state, ply_of(state, "F9=1"))
    question = GAME.draw(placed)
    ply = Ply(at=0, draw=question, drawn=("25",))
    after = step(GAME, placed, ply)
    assert question.eye == 0
    assert GAME.news(placed, ply, after, 0) == (News("drawn", {"token": "25"}),)
    assert GAME.news(placed, ply, after, 1) == GAME.news(placed, ply, after, None) == ()


def test_g52_placing_shows_the_draw_that_brought_the_token():
    states, plies = random_match(3, 4)
    drawn, draws = {}, []
    for before, ply, after in zip(states, plies, states[1:], strict=False):
        if ply.kind == "deal":
            drawn.setdefault(ply.draw.label, []).append(ply.drawn[0])
            assert GAME.shown(before, ply, after) == ()
        elif before.phase is Phase.PLACE:
            (shown,) = GAME.shown(before, ply, after)
            assert shown == Shown(draw=(f"hand/{ply.seat}", len(drawn[f"hand/{ply.seat}"]) - 1))
            assert drawn[shown.draw[0]][shown.draw[1]] == before.hands[ply.seat]
            draws.append(shown.draw)
        else:
            assert GAME.shown(before, ply, after) == ()
    assert len(draws) == len(set(draws)) == 3 * 23


def test_news_of_the_opening():
    state = GAME.setup(2, {})
    ply = Ply(at=0, draw=GAME.draw(state), drawn=("1",))
    after = step(GAME, state, ply)
    assert GAME.news(state, ply, after, None) == (News("first", {"seat": 1}),)
    start = Ply(at=0, draw=GAME.draw(after), drawn=("25",))
    dealt = step(GAME, after, start)
    assert GAME.news(after, start, dealt, None) == (News("start-token", {"seat": 1, "token": "25"}),)
    laid = ply_of(dealt, "S=5")
    assert GAME.news(dealt, laid, step(GAME, dealt, laid), 0) == (
        News("start-placed", {"seat": 1, "cell": "M1", "face": 5}),
        News("leads", {"seat": 1, "room": "3", "pips": 5}),
    )


@pytest.mark.parametrize(
    ("lying", "text", "expected"),
    [
        ("A9=05 M1=13", "A4=6", [News("placed", {"seat": 0, "cell": "A4", "face": 6})]),
        (
            "A9=05 M1=13 F9=14",
            "F9=1",
            [
                News("covered", {"seat": 0, "cell": "F9", "face": 1, "seat_under": 1, "under": 4}),
                News("leads", {"seat": 0, "room": "8", "pips": 1}),
            ],
        ),
        (
            "A9=05 M1=13 G9=16",
            "F9=6",
            [
                News("placed", {"seat": 0, "cell": "F9", "face": 6}),
                News("level", {"room": "8", "pips": 6}),
            ],
        ),
    ],
)
def test_news_of_a_placement_tell_who_leads_the_room_when_that_changes(lying, text, expected):
    state = at(lying)
    ply = ply_of(state, text)
    assert list(GAME.news(state, ply, step(GAME, state, ply), None)) == expected


def test_news_tell_who_is_out_and_who_is_finished():
    state = at("A9=01.01 M1=13 A8=11.12 B9=11.12", turn=1, hands=("34", "25"), left=0)
    ply = ply_of(state, "J1=2")
    assert GAME.news(state, ply, step(GAME, state, ply), None)[-2:] == (
        News("finished", {"seat": 1}),
        News("out", {"seat": 0}),
    )


def test_moves_are_public_in_full():
    state = opened(2, "0 16")
    (first, _) = GAME.legal_moves(state, 0)
    assert GAME.write(first, None) == GAME.write(first, 0) == "S=1"


def test_the_position_string_is_as_the_rules_file_spells_it():
    text = GAME.write_position(at("A9=05 M1=13 B9=03.15"))
    assert text.split("/")[0] == ",".join(["-"] * 12 + ["13"])
    assert text.split("/")[8] == ",".join(["05", "03.15"] + ["-"] * 11)
    assert GAME.read_position(text) is None
    assert play(at("A9=05 M1=13"), "F9=1").last is not None


def test_g20_the_seat_that_is_asked_is_shown_from_where_it_can_count_to_each_cell():
    state = at("A9=05 D5=06 M1=13 F7=14", hands=("16", "34"))
    assert GAME.view(state, 0)["ways"] == [["D5", 6, "J5"], ["A9", 5, "A4"], ["A9", 5, "F9"]]


def test_the_gallery_and_seats_that_are_not_asked_are_shown_no_ways():
    state = at("A9=05 M1=13", hands=("16", "34"))
    assert GAME.view(state, 1)["ways"] == []
    assert "ways" not in GAME.view(state, None)
