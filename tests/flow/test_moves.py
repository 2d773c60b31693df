"""Promises 1, 2, 8: what a move meets on its way in, against real processes."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.live import Guest, listen, pair, until


@pytest.fixture
def at_play(house):
    return pair(house)


def mover(match: str, people: list[Guest]) -> tuple[Guest, dict]:
    """Whose turn it is, and the frame with the question."""

    def find():
        for person in people:
            frame = person.frame(match)
            if frame["winners"] is not None or frame["decision"]:
                return person, frame
        return None

    return until(find)


def moves_made(guest: Guest, match: str) -> list[dict]:
    events = guest.get(f"/api/matches/{match}/events").json()["events"]
    return [event for event in events if event["type"] == "move.made"]


def test_the_same_post_twice_gives_the_same_answer_and_one_event(at_play):
    match, people = at_play
    who, frame = mover(match, people)
    command = str(uuid.uuid4())
    first = who.move(match, frame["decision"], frame["moves"][0], command)
    again = who.move(match, frame["decision"], frame["moves"][0], command)
    assert first.status_code == again.status_code == 202
    assert first.json() == again.json()
    until(lambda: who.frame(match)["seq"] > frame["seq"])
    late = who.move(match, frame["decision"], frame["moves"][0], command)
    assert (late.status_code, late.json()) == (202, first.json())
    assert len(moves_made(who, match)) == 1


def test_a_command_id_with_another_body_is_refused(at_play):
    match, people = at_play
    who, frame = mover(match, people)
    command = str(uuid.uuid4())
    assert who.move(match, frame["decision"], frame["moves"][0], command).status_code == 202
    other = who.move(match, frame["decision"], frame["moves"][1], command)
    assert (other.status_code, other.json()["error"]) == (409, "command-reused")


@pytest.mark.parametrize("followed", [False, True])
def test_of_two_moves_for_one_decision_exactly_one_wins_a_hundred_times(house, followed):
    """Followed by a stream, the gateway knows the head of the log and records without reading it first."""
    rounds, conflicts = 0, {"already-answered", "stale-decision", "not-your-turn", "match-over"}
    with ThreadPoolExecutor(2) as pool:
        while rounds < 100:
            match, people = pair(house)
            stream = listen(people[0], match) if followed else None
            while rounds < 100:
                who, frame = mover(match, people)
                if frame["winners"] is not None:
                    break
                two = (frame["moves"][0], frame["moves"][-1])
                answers = list(pool.map(lambda text: who.move(match, frame["decision"], text), two))  # noqa: B023
                assert sorted(answer.status_code for answer in answers) == [202, 409]
                lost = next(answer for answer in answers if answer.status_code == 409)
                assert lost.json()["error"] in conflicts
                assert lost.json()["seq"] >= frame["seq"]
                until(lambda: who.frame(match)["seq"] > frame["seq"])  # noqa: B023
                rounds += 1
            made = moves_made(people[0], match)
            keys = [(event["actor"], event["pub"]["decision"]) for event in made]
            assert len(keys) == len(set(keys))
            if stream is not None:
                assert stream.frames[-1][0] >= frame["seq"]
                stream.close()


def test_of_fifty_posts_at_once_one_counts(at_play):
    match, people = at_play
    who, frame = mover(match, people)
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda text: who.move(match, frame["decision"], text), frame["moves"][:50]))
    assert sorted(answer.status_code for answer in answers) == [202] + [409] * 49
    assert len(moves_made(who, match)) == 1


def test_a_stale_tab_gets_the_present_seq(at_play):
    match, people = at_play
    who, frame = mover(match, people)
    assert who.move(match, frame["decision"], frame["moves"][0], wait=5).status_code == 200
    stale = who.move(match, frame["decision"], frame["moves"][1])
    assert stale.status_code == 409
    assert stale.json()["seq"] > frame["seq"]


def test_the_seat_that_is_not_asked_cannot_move(at_play):
    match, people = at_play
    who, frame = mover(match, people)
    other = next(person for person in people if person is not who)
    answer = other.move(match, 1, frame["moves"][0])
    assert (answer.status_code, answer.json()["error"]) == (409, "not-your-turn")


def test_a_stranger_cannot_move_and_sees_the_gallery(at_play, house):
    match, people = at_play
    _, frame = mover(match, people)
    stranger = house.guest()
    answer = stranger.move(match, frame["decision"], frame["moves"][0])
    assert (answer.status_code, answer.json()["error"]) == (403, "not-your-seat")
    seen = stranger.frame(match)
    assert (seen["eye"], seen["decision"], seen["moves"]) == (None, None, None)
    nobody = house.http.post(f"/api/matches/{match}/moves", json={"decision": 1, "move": "-", "command_id": "x"})
    assert nobody.status_code == 401
    assert stranger.post(f"/api/matches/{match}/resignation").status_code == 403


def test_a_private_match_does_not_exist_for_strangers(house):
    match, people = pair_private(house)
    stranger = house.guest()
    for path in ("", "/frame", "/events", "/export", "/frames/5", "/stream"):
        assert stranger.get(f"/api/matches/{match}{path}").status_code == 404, path
    assert stranger.move(match, 1, "Wd4,d1").status_code == 404
    assert stranger.post(f"/api/tables/{match}/seats").status_code == 404
    assert people[0].get(f"/api/matches/{match}/frame").status_code == 200


def pair_private(house):
    ann, bea = house.guest("Ann"), house.guest("Bea")
    opened = ann.post("/api/tables", {"game": "zertz", "seats": 2, "private": True}).json()
    assert bea.post(f"/api/tables/{opened['id']}/seats").status_code == 404
    assert bea.post(f"/api/tables/{opened['id']}/seats", {"invite": opened["invite"]}).status_code == 201
    ann.frame(opened["id"])
    return opened["id"], [ann, bea]


def test_an_illegal_move_is_refused_with_the_rule_in_the_readers_language(at_play):
    match, people = at_play
    who, frame = mover(match, people)
    body = {"decision": frame["decision"], "move": "x a1Wa3", "command_id": str(uuid.uuid4())}
    answer = who.post(f"/api/matches/{match}/moves", body)
    assert (answer.status_code, answer.json()["error"]) == (422, "illegal-move")
    assert answer.json()["detail"].startswith("Z")
    persian = who.post(f"/api/matches/{match}/moves", body, headers={"Accept-Language": "fa"})
    assert persian.json()["detail"] != answer.json()["detail"]
    unreadable = who.post(f"/api/matches/{match}/moves", body | {"move": "hello"})
    assert (unreadable.status_code, unreadable.json()["error"]) == (422, "unreadable-move")
    assert len(moves_made(who, match)) == 0


def _types(who, match):
    return [event["type"] for event in who.get(f"/api/matches/{match}/export").json()["events"]]


def test_resigning_ends_the_match_and_reveals_the_seed(at_play):
    match, people = at_play
    assert people[0].post(f"/api/matches/{match}/resignation").status_code == 202
    over = until(lambda: (f := people[1].frame(match, after=-1)) and f["winners"] is not None and f)
    assert (over["winners"], over["reason"]) == ([1], "resign")
    assert any("resigned" in line["text"] for line in over["news"])
    until(lambda: _types(people[1], match)[-2:] == ["match.ended", "seed.revealed"])
    late = people[0].move(match, 1, "Wd4,d1")
    assert (late.status_code, late.json()["error"]) == (409, "match-over")


def test_z31_a_move_in_another_readable_form_is_recorded_in_the_listed_form(at_play):
    match, people = at_play
    who, _ = mover(match, people)
    command = str(uuid.uuid4())
    first = who.move(match, 1, "WD4,d1", command)
    assert first.status_code == 202, first.text
    assert who.move(match, 1, "WD4,d1", command).json() == first.json()
    answer = who.move(match, 1, "WD4,d1", command, wait=10)
    assert (answer.status_code, answer.json()["seq"]) == (200, first.json()["seq"])
    other = who.move(match, 1, "WD4,e1", command)
    assert (other.status_code, other.json()["error"]) == (409, "command-reused")
    assert len(moves_made(who, match)) == 1
    judged = [
        event for event in who.get(f"/api/matches/{match}/events").json()["events"] if event["type"] == "move.judged"
    ]
    assert judged[0]["pub"]["move"] == "Wd4,d1"
