"""SGF as Boardspace writes it: clicks become moves, and what is not understood is refused."""

from __future__ import annotations

import io
import tracemalloc

import pytest

from services.records import sgf_games
from services.records.plays import NotTaken, read_line
from services.records.sgf import read_game
from services.records.sgf_games import LONGEST_GAME, games_in
from tests.services.records.boardspace import LINES, RECORDS, clicks, sgf

FIRST = RECORDS[0]


def refusal(text: str) -> tuple[str, int | None, str | None]:
    with pytest.raises(NotTaken) as caught:
        read_game(text.encode())
    return caught.value.code, caught.value.ply, caught.value.rule


def test_every_real_match_written_as_clicks_is_the_same_play():
    for data, record in zip(LINES, RECORDS, strict=True):
        if record["goal"] == "standard" and record["board"] in (37, 48, 61) and "-" not in record["moves"]:
            assert read_game(sgf(record).encode()).id == read_line(data).id


def test_games_are_cut_apart_whatever_stands_in_their_comments():
    file = sgf(FIRST) + "rubbish" + sgf(RECORDS[1])
    games = games_in(io.BytesIO(file.encode("latin-1")))
    assert [read_game(game).id for game in games] == [read_line(data).id for data in LINES[:2]]


GAMES = [rb"(;C[(]A[\]\)\\](;B[(]))", rb"(;C[\\\]])", rb"(;A[)](;]"]
TEXT = b"x" + GAMES[0] + b"y[(;z(;)]" + GAMES[1] + rb"]\ " + GAMES[2]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_games_are_cut_alike_wherever_a_chunk_ends(size, monkeypatch):
    monkeypatch.setattr(sgf_games, "CHUNK", size)
    assert list(games_in(io.BytesIO(TEXT))) == GAMES


@pytest.mark.parametrize("filling", ["\U0001f600", "(", "[](", "\\"])
def test_a_game_without_an_end_is_refused_and_never_held(filling):
    file = io.BytesIO(("(;C[" if filling[0] != "(" else "(;").encode() + filling.encode() * 2**20 + b"](;)")
    tracemalloc.start()
    (game,) = games_in(file)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3 * LONGEST_GAME < len(file.getbuffer())
    assert len(game) == LONGEST_GAME + 1
    assert refusal(game.decode(errors="replace"))[0] == "bad-record"


def test_the_ring_may_go_before_the_marble_and_clicks_may_be_taken_back():
    ops = [(0, "R- B 1"), (0, "PickB x"), (0, "RtoB 2 2 A 1"), (0, "BtoR A 1 2 2"), (0, "R+ B 1"), (0, "RtoR 0 1")]
    ops += [(0, "R- B 1"), (0, "RtoB 2 0 A 1"), (0, "DropB x"), (0, "Done")]
    rest = [(ply % 2, op) for ply, move in enumerate(FIRST["moves"]) for op in [*clicks(move), "Done"] if ply]
    assert read_game(sgf(FIRST, ops + rest).encode()).id == read_line(LINES[0]).id


def test_a_jump_may_be_taken_back():
    ops = []
    for ply, move in enumerate(FIRST["moves"]):
        made = clicks(move)
        if move == "x a1Ba3":
            made = [made[0], "BtoB A 3 A 1", made[0]]
        ops += [(ply % 2, op) for op in [*made, "Done"]]
    assert read_game(sgf(FIRST, ops).encode()).id == read_line(LINES[0]).id


def test_whoever_moves_first_is_seat_0():
    ops = [(1 - ply % 2, op) for ply, move in enumerate(FIRST["moves"]) for op in [*clicks(move), "Done"]]
    assert read_game(sgf(FIRST, ops).encode()).id == read_line(LINES[0]).id


@pytest.mark.parametrize(("player", "result"), [(0, "0-1"), (1, "1-0")])
def test_a_resignation_ends_a_play(player, result):
    play = read_game(sgf(FIRST, [(0, "RtoB 2 0 A 1"), (0, "R- B 1"), (0, "Done"), (player, "Resign")]).encode())
    assert (play.moves, play.result, play.reason) == (("Wa1,b1",), result, "resign")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(;SU[hex]P0[1 Done])", ("unknown-game", None, None)),
        ("(;P0[1 Done])", ("unknown-game", None, None)),
        ("(;SU[zertz+9]P0[1 Done])", ("bad-options", None, None)),
        ("(;SU[zertz](;P0[1 Done]))", ("bad-record", None, None)),
        ("(;SU[zertz]P0[1 Teleport A 1])", ("bad-record", None, None)),
        ("(;SU[zertz]", ("bad-record", None, None)),
        ("(;SU[zertz]P0[1 RtoB 2 0 D 4]P0[2 R- D 5]P0[3 Done])", ("illegal-move", 1, "not-free")),
        ("(;SU[zertz]P0[1 BtoB D 4 D 6]P0[3 Done])", ("illegal-move", 1, "no-marble")),
        ("(;SU[zertz]P0[1 RtoB 2 0 D 4]P0[2 R- D 1]P0[3 Done])", ("wrong-result", 1, None)),
        (
            "(;SU[zertz]P0[1 RtoB 2 0 D 4]P0[2 R- D 1]P0[3 Done]P0[4 RtoB 2 0 A 4]P0[5 R- A 1]P0[6 Done])",
            ("illegal-move", 2, "not-your-turn"),
        ),
    ],
)
def test_what_is_not_understood_is_refused(text, expected):
    assert refusal(text) == expected
