"""Play records: what is read, what they are called, what is refused and with which code."""

from __future__ import annotations

import hashlib
import json
import uuid

import pytest

from engine.core.codec import canonical
from services.records.plays import NotTaken, read_line
from tests.services.records.boardspace import LINES, RECORDS

RECORD = RECORDS[0]


def line(**changes) -> bytes:
    record = {name: value for name, value in (RECORD | changes).items() if value is not ...}
    return json.dumps(record).encode()


def refusal(data: bytes) -> tuple[str, int | None, str | None]:
    with pytest.raises(NotTaken) as caught:
        read_line(data)
    return caught.value.code, caught.value.ply, caught.value.rule


def test_every_real_match_is_taken_with_its_moves_in_core_form():
    for data, record in zip(LINES, RECORDS, strict=True):
        play = read_line(data)
        assert play.moves == tuple(move.partition(" x ")[0] if move[0] in "WGB" else move for move in record["moves"])
        assert (play.result, play.reason, play.final) == (record["result"], record["reason"], record["final"])
        assert len(play.positions) == len(play.moves) + 1


def test_the_id_is_the_digest_of_the_play_alone():
    options = {
        "board": 37, "goal": "standard", "tournament": False, "capture_rule": "strict", "dead_position": "draw",
    }  # fmt: skip
    play = read_line(LINES[0])
    body = {
        "game": "zertz", "options": options, "moves": list(play.moves), "result": play.result, "reason": play.reason,
    }  # fmt: skip
    assert play.id == uuid.UUID(bytes=hashlib.sha256(canonical(body)).digest()[:16])
    assert read_line(line(id="other", year=1999, players=["A", "B"], game="zertz", tournament=False)).id == play.id
    assert read_line(line(moves=list(play.moves), final=..., year=..., tags=...)).id == play.id


@pytest.mark.parametrize(
    ("data", "code", "ply", "rule"),
    [
        (b"{", "bad-record", None, None),
        (b"[]", "bad-record", None, None),
        (b'{"moves": 1.5}', "bad-record", None, None),
        (b"\xff", "bad-record", None, None),
        (b" " * 65_537, "bad-record", None, None),
        (line(moves=...), "bad-record", None, None),
        (line(moves="Wa1"), "bad-record", None, None),
        (line(moves=[1]), "bad-record", None, None),
        (line(moves=["-"] * 501), "bad-record", None, None),
        (line(result=1), "bad-record", None, None),
        (line(final=[]), "bad-record", None, None),
        (line(year="x"), "bad-record", None, None),
        (line(tags="x"), "bad-record", None, None),
        (line(game=7), "bad-record", None, None),
        (line(game="chess"), "unknown-game", None, None),
        (line(board=38), "bad-options", None, None),
        (line(board="37"), "bad-options", None, None),
        (line(board=48, goal="blitz"), "bad-options", None, None),
        (line(tournament=True), "bad-options", None, None),
        (line(moves=["Wa1,b1", "hello"]), "unreadable-move", 2, None),
        (line(moves=["Wa1,b1", "Wa1,d7"]), "illegal-move", 2, "ring-filled"),
        (line(moves=["Wa1,d4"]), "illegal-move", 1, "not-free"),
        (line(moves=["Wi9,d4"]), "illegal-move", 1, "no-such-ring"),
        (line(moves=["Wa1,b1 x Wa1"]), "illegal-move", 1, "wrong-taken"),
        (line(moves=[*RECORD["moves"], "Wa1,a2"]), "after-end", len(RECORD["moves"]) + 1, None),
        (line(moves=RECORD["moves"][:-1]), "wrong-result", len(RECORD["moves"]) - 1, None),
        (line(result="1-0"), "wrong-result", len(RECORD["moves"]), None),
        (line(result="2-0"), "wrong-result", len(RECORD["moves"]), None),
        (line(reason="white"), "wrong-result", len(RECORD["moves"]), None),
        (line(reason="resign"), "wrong-result", len(RECORD["moves"]), None),
        (line(final=RECORD["final"][:-1] + "2"), "wrong-result", len(RECORD["moves"]), None),
        (line(moves=[], reason="agreement", result="1-0", final=...), "wrong-result", None, None),
    ],
)
def test_what_is_refused_has_its_code_the_ply_and_the_rule(data, code, ply, rule):
    assert refusal(data) == (code, ply, rule)


@pytest.mark.parametrize(
    ("result", "reason"), [("1-0", "resign"), ("0-1", "time"), ("1/2", "agreement"), ("0-0", "forfeit")]
)
def test_a_play_may_end_early_outside_the_rules(result, reason):
    play = read_line(line(moves=RECORD["moves"][:7], result=result, reason=reason, final=...))
    assert (len(play.moves), play.result, play.reason) == (7, result, reason)


def test_a_repeated_key_is_no_record():
    assert refusal(b'{"board":37,"board":48,"goal":"standard","moves":[],"result":"1-0","reason":"resign"}')[0] == (
        "bad-record"
    )
