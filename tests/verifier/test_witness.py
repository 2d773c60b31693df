"""A witness against a house that keeps its log for a while and then contradicts it in each way, over real HTTP."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest

from services.log import fair, merkle
from verifier.__main__ import main

SECRET, OTHER = bytes([1] * 32), bytes([2] * 32)
LEAVES = [b"leaf %d" % number for number in range(20)]


class WatchedHouse:
    """Checkpoints over the leaves it claims to have. A test changes what it says."""

    def __init__(self) -> None:
        self.leaves, self.secret, self.origin = list(LEAVES), SECRET, "house/one"
        self.said: list[dict] = []
        self.signs = True
        self.proves = True

    def say(self, size):
        root = merkle.merkle_root(self.leaves[:size])
        body = fair.checkpoint_body(self.origin, size, root, f"2026-11-01T00:00:{len(self.said):02}.000Z")
        if not self.signs:
            self.said.append({"body": body, "key": None, "sig": None})
            return
        sig = fair.sign(self.secret, fair.CHECKPOINT, body)
        self.said.append({"body": body, "key": fair.public_key(self.secret), "sig": sig})

    def answer(self, path, query):
        first = int(query.get("from", ["0"])[0])
        if path == "/api/checkpoint":
            return self.said[-1]
        if path == "/api/checkpoints":
            return {"results": [said for said in self.said if said["body"]["size"] >= first], "next": None}
        size = int(path.split("/")[3])
        nodes = merkle.grow(0, {}, self.leaves)
        proof = merkle.consistency_proof(first, size, nodes.__getitem__) if self.proves else []
        return {"from": first, "to": size, "path": proof}


@pytest.fixture
def house():
    house = WatchedHouse()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            parts = urlsplit(self.path)
            body = json.dumps(house.answer(parts.path, parse_qs(parts.query))).encode()
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    house.url = f"http://127.0.0.1:{server.server_port}"
    yield house
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def look(house, tmp_path, capsys):
    """Look once; the state stays from one look to the next."""

    def once():
        code = main(["witness", house.url, "--state", str(tmp_path / "state.json"), "--once"])
        return code, capsys.readouterr().out

    return once


def test_a_house_that_keeps_its_log_is_followed(house, look):
    house.say(3)
    assert look()[0] == 0
    for size in (3, 4, 9, 9, 16, 20):
        house.say(size)
    code, out = look()
    assert code == 0
    assert "20 leaves" in out
    assert "7 checkpoints followed" in out


def test_a_house_that_begins_with_nothing_is_followed(house, look):
    house.say(0)
    assert look()[0] == 0
    house.say(5)
    assert look()[0] == 0


def test_what_was_seen_is_kept_in_the_state(house, look, tmp_path):
    house.say(3)
    look()
    assert json.loads((tmp_path / "state.json").read_text()) == house.said[-1]


def test_a_bad_signature_is_reported(house, look):
    house.say(3)
    house.said[-1]["sig"] = "00" * 64
    code, out = look()
    assert (code, "bad signature" in out) == (1, True)


def test_a_key_without_a_signature_is_reported(house, look):
    house.say(3)
    house.said[-1]["sig"] = None
    assert look()[0] == 1


def test_a_log_that_has_shrunk_is_reported(house, look):
    house.say(9)
    look()
    house.said.clear()
    house.say(8)
    code, out = look()
    assert (code, "shrunk" in out) == (1, True)


def test_another_root_of_the_same_size_is_reported(house, look):
    house.say(9)
    look()
    house.leaves[2] = b"other"
    house.say(9)
    code, out = look()
    assert (code, "forked" in out) == (1, True)


def test_a_log_that_goes_on_from_another_is_reported(house, look):
    house.say(9)
    look()
    house.leaves[2] = b"other"
    house.say(12)
    code, out = look()
    assert (code, "forked" in out) == (1, True)


def test_a_fork_that_was_signed_in_between_is_reported(house, look):
    """The newest is right again, but the feed holds what was shown to others."""
    house.say(9)
    look()
    house.leaves[10] = b"other"
    house.say(12)
    house.leaves[10] = LEAVES[10]
    house.say(15)
    code, out = look()
    assert (code, "forked" in out) == (1, True)


def test_a_house_that_cannot_prove_it_is_reported(house, look):
    house.say(9)
    look()
    house.proves = False
    house.say(12)
    assert look()[0] == 1


def test_another_key_is_reported(house, look):
    house.say(3)
    look()
    house.secret = OTHER
    house.say(4)
    code, out = look()
    assert (code, "another key" in out) == (1, True)


def test_a_house_that_stops_signing_is_reported(house, look):
    house.say(3)
    look()
    house.signs = False
    house.say(4)
    assert look()[0] == 1


def test_another_origin_is_reported(house, look):
    house.say(3)
    look()
    house.origin = "house/two"
    house.say(4)
    code, out = look()
    assert (code, "another origin" in out) == (1, True)


def test_a_checkpoint_written_during_the_look_contradicts_nothing(house, look):
    house.say(9)
    look()
    house.say(12)
    honest = house.answer

    def answer(path, query):
        honest_answer = honest(path, query)
        if path == "/api/checkpoint":
            house.say(14)
        return honest_answer

    house.answer = answer
    code, out = look()
    assert (code, "14 leaves" in out) == (0, True)


def test_after_a_contradiction_the_state_holds_what_was_seen_before(house, look):
    house.say(9)
    look()
    house.leaves[2] = b"other"
    house.say(12)
    assert look()[0] == 1
    assert look()[0] == 1


def test_without_an_answer_nothing_is_contradicted(house, look):
    house.answer = lambda path, query: {"results": "nonsense"}
    assert look()[0] == 2


def test_a_state_that_is_none_is_refused(house, look, tmp_path):
    (tmp_path / "state.json").write_text("{}")
    house.say(3)
    assert look()[0] == 2
