"""The engine on a line, spoken to as a real process (specs: the engine on a line)."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from engine.core import chance, codec

TOY = (
    "import engine.games; from tests.engine.toy import HUSH; engine.games.GAMES['hush'] = HUSH; "
    "from engine.__main__ import main; raise SystemExit(main())"
)


class Process:
    """A running engine; one line in, one line out."""

    def __init__(self, *arguments: str, toy: bool = True) -> None:
        command = [sys.executable, "-c", TOY] if toy else [sys.executable, "-m", "engine"]
        self.process = subprocess.Popen([*command, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def line(self, data: bytes) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(data + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def __call__(self, cmd: str, **more: Any) -> Any:
        return self.line(json.dumps({"cmd": cmd, **more}).encode())

    def ok(self, cmd: str, **more: Any) -> Any:
        answer = self(cmd, **more)
        assert answer["ok"] is True, answer
        return answer

    def error(self, cmd: str, **more: Any) -> str:
        answer = self(cmd, **more)
        assert set(answer) == {"ok", "error", "detail"}, answer
        assert answer["ok"] is False
        assert answer["detail"]
        return answer["error"]

    def close(self) -> tuple[bytes, int]:
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert self.process.stdout is not None
        rest = self.process.stdout.read()
        self.process.stdout.close()
        return rest, self.process.wait(10)


@pytest.fixture(scope="module")
def running():
    process = Process()
    yield process
    assert process.close() == (b"", 0)


@pytest.fixture
def engine(running):
    """The toy for two, nothing dealt yet."""
    running.ok("new", game="hush", seats=2, options={})
    return running


def deal_opening(engine: Process, star: str = "2") -> Any:
    for drawn in (["6"], ["1", "2", "3"], ["2", "4", "5"]):
        engine.ok("deal", drawn=drawn)
    return engine.ok("deal", drawn=[star])["status"]


def test_the_shelf_is_listed_without_a_position():
    process = Process(toy=False)
    games = process.ok("games")["games"]
    assert process("status")["error"] == "bad-request"
    assert process.close() == (b"", 0)
    assert "zertz" in [game["key"] for game in games]
    for game in games:
        assert set(game) == {"key", "title", "seats", "rules_version", "options", "bots"}
        assert "random" in game["bots"]
        assert all("default" in schema for schema in game["options"].values())


def test_a_new_match_opens_with_its_first_draw_and_shows_the_bag(engine):
    status = engine.ok("status")["status"]
    bag = [[str(card), 2] for card in range(1, 7)]
    assert status == {
        "draw": {"label": "aside", "bag": bag, "count": 1, "eye": "nobody"},
        "to_act": [],
        "deadline": None,
        "over": False,
        "scores": [0, 0],
        "winners": None,
        "reason": None,
        "ply": 0,
    }


def test_a_draw_comes_before_any_seat(engine):
    assert engine.ok("legal", seat=0)["moves"] == []
    assert engine.error("play", seat=0, move="pass") == "not-your-turn"
    assert engine.error("choose", seat=0, bot="greedy", budget=1, seed="00") == "not-your-turn"


@pytest.mark.parametrize("drawn", [[], ["7"], ["1", "1"], ["aside"]])
def test_a_deal_must_fit_the_draw(engine, drawn):
    assert engine.error("deal", drawn=drawn) == "bad-draw"
    assert engine.ok("status")["status"]["ply"] == 0


@pytest.mark.parametrize("drawn", [None, "6", [6], {"6": 1}, [None], [["6"]]])
def test_a_deal_that_is_no_list_of_texts_is_a_bad_request(engine, drawn):
    assert engine.error("deal", drawn=drawn) == "bad-request"


def test_draws_tell_their_eyes_and_count_as_plies(engine):
    eyes = [engine.ok("status")["status"]["draw"]["eye"]]
    for drawn in (["6"], ["1", "2", "3"], ["2", "4", "5"]):
        eyes.append(engine.ok("deal", drawn=drawn)["status"]["draw"]["eye"])
    status = engine.ok("deal", drawn=["3"])["status"]
    assert eyes == ["nobody", 0, 1, None]
    assert (status["draw"], status["to_act"], status["deadline"], status["ply"]) == (None, [0, 1], 60000, 4)


def test_a_deal_without_an_open_draw_is_refused(engine):
    deal_opening(engine)
    assert engine.error("deal", drawn=["1"]) == "bad-draw"


def test_legal_moves_are_sorted_and_have_a_digest(engine):
    deal_opening(engine)
    moves = engine.ok("legal", seat=0)["moves"]
    assert moves == ["lay 1", "lay 2", "lay 3", "pass"]
    answer = engine.ok("legal", seat=0, digest=True)
    assert answer == {"ok": True, "n": 4, "digest": codec.hashlib.sha256("\n".join(moves).encode()).hexdigest()[:16]}
    assert engine.error("legal", seat=0, digest=1) == "bad-request"


def test_a_seat_that_has_answered_has_no_moves_and_may_not_play(engine):
    deal_opening(engine)
    answer = engine.ok("play", seat=0, move="lay 3", at=10)
    assert answer["text"] == "lay 3"
    assert answer["status"]["to_act"] == [1]
    assert engine.ok("legal", seat=0)["moves"] == []
    assert engine.error("play", seat=0, move="lay 2", at=20) == "not-your-turn"


def test_refused_moves_leave_the_position_alone(engine):
    deal_opening(engine)
    before = engine.ok("state")
    assert engine.error("play", seat=0, move="lay 6") == "illegal-move"
    assert engine.error("play", seat=0, move="lay x") == "unreadable-move"
    assert engine.error("play", seat=0, move="") == "unreadable-move"
    assert engine.error("play", seat=0, move="lay 1", at=60000) == "illegal-move"
    assert engine.ok("state") == before


def test_the_state_is_given_with_its_digest(engine):
    answer = engine.ok("state")
    assert answer["digest"] == codec.digest(answer["state"])


def test_a_view_tells_an_eye_what_it_may_know(engine):
    deal_opening(engine)
    assert engine.ok("view", eye=0)["view"]["hands"] == [[1, 2, 3], 3]
    assert engine.ok("view", eye=1)["view"]["hands"] == [3, [2, 4, 5]]
    assert engine.ok("view", eye=None)["view"]["hands"] == [3, 3]
    for eye in (2, -1, True, "0", [0]):
        assert engine.error("view", eye=eye) == "bad-request"


def test_time_before_the_deadline_is_no_ply_and_at_the_deadline_it_is_one(engine):
    deal_opening(engine)
    assert engine.ok("time", at=59999)["status"]["ply"] == 4
    status = engine.ok("time", at=60000)["status"]
    assert (status["ply"], status["draw"]["label"]) == (5, "star")
    assert engine.ok("time", at=10**9)["status"]["ply"] == 5


def test_time_in_a_game_without_timers_changes_nothing(engine):
    before = engine.ok("new", game="zertz", seats=2, options={})
    assert engine.ok("time", at=10**9) == before


def test_undo_goes_back_over_plies_of_every_kind(engine):
    states = [engine.ok("state")]
    for request in (
        {"cmd": "deal", "drawn": ["6"]},
        {"cmd": "deal", "drawn": ["1", "2", "3"]},
        {"cmd": "deal", "drawn": ["2", "4", "5"]},
        {"cmd": "deal", "drawn": ["1"]},
        {"cmd": "play", "seat": 0, "move": "lay 1", "at": 5},
        {"cmd": "time", "at": 60000},
    ):
        assert engine.line(json.dumps(request).encode())["ok"]
        states.append(engine.ok("state"))
    for before in reversed(states[:-1]):
        engine.ok("undo")
        assert engine.ok("state") == before
    assert engine.error("undo") == "bad-request"
    assert engine.ok("state") == states[0]


def test_a_match_is_over_and_stays_over(engine):
    engine.ok("new", game="hush", seats=2, options={"rounds": 1})
    deal_opening(engine)
    engine.ok("play", seat=1, move="lay 5")
    assert engine.ok("play", seat=0, move="lay 3")["status"]["to_act"] == [1]
    status = engine.ok("play", seat=1, move="keep")["status"]
    assert (status["over"], status["winners"], status["scores"], status["reason"]) == (True, [1], [0, 2], "all-rounds")
    assert engine.error("play", seat=1, move="keep") == "over"
    assert engine.error("choose", seat=1, bot="random", budget=1, seed="00") == "over"
    assert engine.ok("legal", seat=1)["moves"] == []
    assert engine.ok("playouts", n=2, seed="00ff")["plies"] == 0


def test_a_bot_gives_the_same_answer_to_the_same_question(engine):
    deal_opening(engine)
    asked = {"seat": 1, "bot": "random", "budget": 400, "seed": "00ff"}
    first = engine.ok("choose", **asked)
    assert all(engine.ok("choose", **asked) == first for _ in range(3))
    assert first["move"] in engine.ok("legal", seat=1)["moves"]
    assert engine.ok("choose", seat=1, bot="greedy", seed="00ff")["move"] == "lay 5"


@pytest.mark.parametrize(
    "wrong",
    [{"bot": "nobody"}, {"bot": None}, {"budget": 0}, {"budget": True}, {"seed": "0"}, {"seed": "xx"}, {"seed": 7}],
)
def test_a_bot_asked_wrongly_is_a_bad_request(engine, wrong):
    deal_opening(engine)
    assert engine.error("choose", **{"seat": 1, "bot": "greedy", "budget": 1, "seed": "00", **wrong}) == "bad-request"


def test_playouts_tell_plies_seconds_and_wins(engine):
    for game, seats in (("hush", 3), ("zertz", 2)):
        engine.ok("new", game=game, seats=seats, options={})
        answer = engine.ok("playouts", n=10, seed="00ff")
        assert answer["plies"] > 10
        assert answer["seconds"] >= 0
        assert len(answer["wins"]) == seats
        again = engine.ok("playouts", n=10, seed="00ff")
        assert (again["plies"], again["wins"]) == (answer["plies"], answer["wins"])
    for n in (0, -1, None, "3", True, 10**9):
        assert engine.error("playouts", n=n, seed="00") == "bad-request"


def test_a_position_is_written_and_loaded_where_the_rules_define_it(engine):
    start = engine.ok("new", game="zertz", seats=2, options={})
    text = engine.ok("position")["position"]
    moves = engine.ok("legal", seat=0, digest=True)
    engine.ok("play", seat=0, move=engine.ok("legal", seat=0)["moves"][0])
    assert engine.ok("load", game="zertz", position=text) == start
    assert engine.ok("legal", seat=0, digest=True) == moves
    for damaged in ("", text[:-3] + "???", "x" * 5000):
        assert engine.error("load", game="zertz", position=damaged) == "bad-request"
    assert engine.ok("position")["position"] == text


def test_a_game_without_position_texts_does_not_know_the_command(engine):
    assert engine.error("position") == "unknown-command"
    assert engine.error("load", game="hush", position="anything") == "unknown-command"


@pytest.mark.parametrize("seats", [0, 1, 4, -2, True, None, "2", [2]])
def test_a_wrong_number_of_seats_is_bad_options(engine, seats):
    assert engine.error("new", game="hush", seats=seats, options={}) == "bad-options"


@pytest.mark.parametrize("options", [{"rounds": 9}, {"rounds": True}, {"rounds": None}, {"none": 1}, {"sand": "5000"}])
def test_unfit_options_are_bad_options(engine, options):
    assert engine.error("new", game="hush", seats=2, options=options) == "bad-options"


@pytest.mark.parametrize("game", [None, "", "chess", 5, ["zertz"], {"zertz": 1}])
def test_an_unknown_game_is_a_bad_request(engine, game):
    assert engine.error("new", game=game, seats=2, options={}) == "bad-request"
    assert engine.error("load", game=game, position="") == "bad-request"


@pytest.mark.parametrize(
    "request_",
    [
        {"cmd": "play", "seat": 0},
        {"cmd": "play", "seat": 0, "move": 5},
        {"cmd": "play", "seat": True, "move": "pass"},
        {"cmd": "play", "seat": 9, "move": "pass"},
        {"cmd": "play", "seat": 0, "move": "pass", "at": -1},
        {"cmd": "play", "seat": 0, "move": "pass", "at": True},
        {"cmd": "play", "seat": 0, "move": "pass", "at": "0"},
        {"cmd": "play", "seat": 0, "move": "pass", "at": None},
        {"cmd": "legal"},
        {"cmd": "legal", "seat": "0"},
        {"cmd": "time"},
        {"cmd": "time", "at": 1.5},
        {"cmd": "new", "game": "hush", "seats": 2, "options": []},
        {"cmd": None},
        {"cmd": ["new"]},
        {"cmd": 1},
        {},
    ],
    ids=json.dumps,
)
def test_wrong_types_are_bad_requests(engine, request_):
    deal_opening(engine)
    before = engine.ok("state")
    answer = engine.line(json.dumps(request_).encode())
    assert (answer["ok"], answer["error"]) == (False, "bad-request")
    assert engine.ok("state") == before


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"not json",
        b"{",
        b"[]",
        b"5",
        b"null",
        b'"cmd"',
        b'{"cmd":"status","cmd":"games"}',
        b'{"cmd":NaN}',
        b'{"cmd":"status","x":1e3}',
        b'{"cmd":"status","x":9007199254740992}',
        b'{"cmd":"status","x":"\\ud800"}',
        b'{"cmd":"\xff"}',
        b"\xff\xfe\x00",
        b"\x00",
        b"[" * 200_000,
        b'{"a":' * 900 + b"1" + b"}" * 900,
        b'{"cmd":"status","x":' + b"9" * 6000 + b"}",
    ],
    ids=range(18),
)
def test_lines_that_are_no_request_are_bad_requests(engine, line):
    answer = engine.line(line)
    assert (answer["ok"], answer["error"]) == (False, "bad-request")


def test_an_unknown_command_says_so(engine):
    assert engine.error("resign") == "unknown-command"
    assert engine.error("_status") == "unknown-command"
    assert engine.error("__init__") == "unknown-command"


def test_a_line_of_one_mebibyte_is_read_and_a_longer_one_is_not(engine):
    def padded(size: int) -> bytes:
        body = b'{"cmd":"status","pad":"%s"}'
        return body % (b"x" * (size - len(body) + 2))

    assert len(padded(1 << 20)) == 1 << 20
    assert engine.line(padded(1 << 20))["ok"] is True
    assert engine.line(padded((1 << 20) + 1))["error"] == "bad-request"
    assert engine.line(padded(5 << 20))["error"] == "bad-request"
    assert engine.ok("status")["status"]["ply"] == 0


def test_the_end_of_input_ends_it_even_in_the_middle_of_a_line():
    done = subprocess.run(
        [sys.executable, "-m", "engine"], input=b'{"cmd":"undo"}\n{"cmd":"ga', capture_output=True, check=False
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert [json.loads(line)["error"] for line in done.stdout.splitlines()] == ["bad-request", "bad-request"]


def test_nobody_listening_is_no_crash():
    process = subprocess.Popen(
        [sys.executable, "-m", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.close()
    _, complaints = process.communicate(b'{"cmd":"games"}\n' * 3)
    assert (process.returncode, complaints) == (0, b"")


def test_with_a_seed_the_engine_answers_its_own_draws_by_fair1():
    process = Process("--draw", "00ff")
    status = process.ok("new", game="hush", seats=2, options={})["status"]
    state = process.ok("state")["state"]
    key, bag = bytes.fromhex("00ff"), tuple((str(card), 2) for card in range(1, 7))
    assert (status["draw"], status["ply"], status["to_act"]) == (None, 4, [0, 1])
    assert [str(state["aside"])] == list(chance.draw(key, "aside", 0, bag, 1))
    assert process.error("undo") == "bad-request"
    process.ok("play", seat=0, move="pass")
    two = process.ok("play", seat=1, move="pass")["status"]
    assert (two["draw"], two["ply"]) == (None, 7)
    assert process.ok("undo")["status"]["ply"] == 5
    assert process.ok("play", seat=1, move="pass")["status"] == two
    assert process.close() == (b"", 0)


def test_a_seed_that_is_no_hex_is_refused_at_the_start():
    done = subprocess.run([sys.executable, "-m", "engine", "--draw", "xyz"], capture_output=True, check=False)
    assert done.returncode == 2
