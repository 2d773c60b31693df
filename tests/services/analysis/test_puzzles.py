"""Puzzles on real stores: out of records and matches, the one of the day, answers, and what must not come out."""

from __future__ import annotations

import json
import uuid
from io import StringIO

import pytest
from django.core.management import call_command

from services.analysis import puzzles
from services.analysis.due import due
from services.analysis.models import Puzzle, PuzzleTry, Searched
from services.analysis.puzzles import choose_today, puzzle_of, search_in, search_on, unsearched
from services.bus import pokes as bus_pokes
from services.log import clock
from services.matches.models import Match
from services.people.accounts import new_guest
from services.people.tokens import new_token
from services.playing.intake import submit_move
from services.playing.tables import Wish, open_table, take_seat
from services.readers.models import Frame
from services.records.plays import read_line
from services.records.store import store_plays
from services.referee.tasks import advance
from tests.services.records.boardspace import LINES, RECORDS

pytestmark = pytest.mark.django_db(transaction=True)
SHORT = 24  # a record whose puzzle has three plies
WITH_PUZZLE = (7, 14, 24)


@pytest.fixture(autouse=True)
def noted(monkeypatch):
    noted: list = []
    monkeypatch.setattr(bus_pokes, "poke", lambda task, *args, **kwargs: noted.append((task, args)))
    return noted


def collected(*numbers: int) -> list:
    plays = [read_line(LINES[number]) for number in numbers]
    store_plays(plays, clock.now())
    return plays


def the_puzzle(number: int = SHORT) -> Puzzle:
    (play,) = collected(number)
    puzzle = search_in(play.id)
    assert puzzle is not None
    return puzzle


def ask(client, puzzle, account=None, **body):
    headers = {} if account is None else {"HTTP_AUTHORIZATION": f"Bearer {new_token(account)}"}
    return client.post(f"/api/puzzles/{puzzle}/answers", json.dumps(body), "application/json", **headers)


def played_out(number: int, **wish) -> uuid.UUID:
    """A real match played again in this house."""
    people = [new_guest("First"), new_guest("Second")]
    match_id = open_table(account=people[0].pk, wish=Wish("zertz", 2, lot=False, **wish)).id
    take_seat(match_id=match_id, account=people[1].pk, invite=Match.objects.get(pk=match_id).invite)
    advance(str(match_id))
    for move in read_line(LINES[number]).moves:
        frame = Frame.objects.filter(match_id=match_id, decision__isnull=False).first()
        submit_move(
            match_id=match_id, account=people[frame.eye].pk, decision=frame.decision, move=move,
            command_id=str(uuid.uuid4()),
        )  # fmt: skip
        advance(str(match_id))
    return match_id


class Terminal(StringIO):
    """Progress is drawn for people alone."""

    def isatty(self) -> bool:
        return True


# -- search ------------------------------------------------------------------------------------------------------------


def test_the_command_finds_puzzles_in_the_collection_once():
    collected(*range(26))
    out, bar = StringIO(), Terminal()
    call_command("find_puzzles", stdout=out, stderr=bar)
    expected = [number for number in WITH_PUZZLE if number < 26]
    assert f"searched 26, new puzzles {len(expected)}" in out.getvalue()
    assert "26/26" in bar.getvalue()
    records = {str(read_line(LINES[number]).id) for number in expected}
    assert {str(row.subject) for row in Puzzle.objects.all()} == records
    again = StringIO()
    call_command("find_puzzles", stdout=again)
    assert "searched 0, new puzzles 0" in again.getvalue()


def test_what_an_account_brought_is_no_puzzle_for_all():
    store_plays([read_line(LINES[SHORT])], clock.now(), new_guest().pk)
    assert unsearched() == []


def test_only_matches_that_everybody_may_know_by_now_are_searched(house_clock):
    shown = played_out(SHORT)
    played_out(SHORT, private=True)
    late = played_out(SHORT, delay={"ms": 600_000})
    begun = open_table(account=new_guest().pk, wish=Wish("zertz", 2, lot=False, bots={1: "random"})).id
    advance(str(begun))
    assert unsearched() == [shown]
    house_clock(minutes=11)
    assert set(unsearched()) == {shown, late}
    puzzle = search_in(shown)
    assert puzzle is not None
    assert search_in(late) is None  # the same position: no second puzzle
    assert unsearched() == []
    assert Puzzle.objects.get() == puzzle


def test_of_a_match_and_its_record_the_puzzle_is_the_same_and_says_where_it_stood(client):
    match_id, (play,) = played_out(SHORT), collected(SHORT)
    puzzle = search_in(match_id)
    assert search_in(play.id) is None
    frame = client.get(f"/api/matches/{match_id}/frames/{puzzle.seq}").json()
    assert frame["view"]["position"] == puzzle.position
    Puzzle.objects.all().delete()
    Searched.objects.all().delete()
    again = search_in(play.id)
    assert (again.position, again.line, again.seq) == (puzzle.position, puzzle.line, len(play.moves) - puzzle.plies)


def test_a_search_that_was_killed_is_gone_on_with_and_nothing_is_searched_twice(monkeypatch, noted, house_clock):
    collected(*range(8))
    seen: list = []

    def killed(subject):
        if len(seen) == 3:
            raise SystemExit
        seen.append(subject)
        return search_in(subject)

    monkeypatch.setattr(puzzles, "search_in", killed)
    with pytest.raises(SystemExit):
        search_on()
    assert search_on() is False  # its claim still holds
    assert len(seen) == Searched.objects.count() == 3
    house_clock(seconds=11)
    monkeypatch.setattr(puzzles, "search_in", lambda subject: seen.append(subject) or search_in(subject))
    assert search_on() is False
    assert len(seen) == len(set(seen)) == Searched.objects.count() == 8


def test_a_long_search_goes_stretch_by_stretch(monkeypatch):
    collected(0, 1, 2)
    monkeypatch.setattr(puzzles, "STRETCH", 0.0)
    assert [search_on() for _ in range(3)] == [True, True, False]


def test_by_night_what_was_not_searched_is_due(noted):
    now = clock.now()
    night, day = now.replace(hour=2), now.replace(hour=14)
    due(night)
    assert noted == []
    collected(SHORT)
    due(day)
    assert noted == []
    due(night)
    assert noted == [("analysis.puzzles", ())]


# -- of the day -------------------------------------------------------------------------------------------------------


def test_each_day_has_its_puzzle_and_none_comes_again_before_all_were_shown():
    for play in collected(7, 14, 24):
        search_in(play.id)
    days = [clock.now().date().replace(day=day) for day in range(1, 5)]
    shown = []
    for day in days:
        before = puzzle_of(day)
        choose_today(day)
        choose_today(day)
        assert puzzle_of(day) == before
        shown.append(before.pk)
    assert len(set(shown[:3])) == 3
    assert shown[3] == shown[0]


def test_the_puzzle_of_the_day_gives_nothing_away(client):
    assert client.get("/api/puzzles/today").json()["error"] == "no-puzzle"
    assert client.get("/api/puzzles/today").status_code == 404
    puzzle = the_puzzle()
    today = client.get("/api/puzzles/today").json()
    assert today == {
        "id": str(puzzle.pk), "position": puzzle.position, "goal": "standard", "seat": puzzle.seat, "plies": 3,
        "tried": 0, "solved": 0,
    }  # fmt: skip


# -- answers ----------------------------------------------------------------------------------------------------------


def test_a_puzzle_is_solved_move_by_move(client):
    puzzle, me = the_puzzle(), new_guest()
    first, reply, last = puzzle.line
    assert ask(client, puzzle.pk, me, moves=[first]).json() == {"state": "right", "reply": reply}
    assert ask(client, puzzle.pk, me, moves=[first, last]).json() == {
        "state": "solved", "reply": None, "line": puzzle.line,
        "from": {"match": str(puzzle.subject), "seq": puzzle.seq},
    }  # fmt: skip
    today = client.get("/api/puzzles/today").json()
    assert (today["tried"], today["solved"]) == (1, 1)
    played = RECORDS[SHORT]["moves"]
    assert ask(client, puzzle.pk, moves=[played[-3], played[-1]]).json()["state"] == "solved"  # as it was played then
    today = client.get("/api/puzzles/today").json()
    assert (today["tried"], today["solved"]) == (2, 2)


def test_a_wrong_move_gives_nothing_away_and_an_illegal_one_is_refused(client):
    puzzle = the_puzzle(14)
    legal = client.post(
        "/api/tries", json.dumps({"position": puzzle.position, "line": []}), "application/json"
    ).json()["moves"][str(puzzle.seat)]  # fmt: skip
    wrong = next(move for move in legal if move != puzzle.line[0])
    assert ask(client, puzzle.pk, moves=[wrong]).json() == {"state": "wrong", "reply": None}
    for moves, code in ((["x a1Wb1"], None), (["nonsense"], "unreadable-move"), ([puzzle.line[0]] * 2, None)):
        answer = ask(client, puzzle.pk, moves=moves)
        assert (answer.status_code, answer.json()["error"]) == (422, "illegal-move")
        assert code in (None, answer.json()["code"])
    today = client.get("/api/puzzles/today").json()
    assert (today["tried"], today["solved"]) == (1, 0)


def test_who_gives_up_sees_the_answer_and_has_not_solved_it(client):
    puzzle, me = the_puzzle(), new_guest()
    answer = ask(client, puzzle.pk, me, give_up=True).json()
    assert (answer["state"], answer["reply"], answer["line"]) == ("right", None, puzzle.line)
    assert answer["from"]["match"] == str(puzzle.subject)
    assert ask(client, puzzle.pk, me, moves=[puzzle.line[0], puzzle.line[2]]).json()["state"] == "solved"
    assert client.get("/api/puzzles/today").json()["solved"] == 0


@pytest.mark.parametrize(
    "body", [{}, {"moves": []}, {"moves": ["-"] * 5}, {"moves": [7]}, {"moves": "-"}, {"give_up": 1}, {"more": 1}]
)
def test_a_bad_answer_is_refused(client, body):
    assert ask(client, uuid.uuid4(), **body).status_code == 400
    assert not PuzzleTry.objects.exists()


def test_a_puzzle_that_is_not_there(client):
    assert ask(client, uuid.uuid4(), moves=["-"]).status_code == 404


def test_tries_are_among_ones_own_data_and_go_with_the_account(client):
    puzzle, me = the_puzzle(), new_guest("Mina")
    ask(client, puzzle.pk, me, moves=[puzzle.line[0]])
    headers = {"HTTP_AUTHORIZATION": f"Bearer {new_token(me)}"}
    data = client.get("/api/me/data", **headers).json()
    assert data["puzzles"] == [{"puzzle": str(puzzle.pk), "solved": False, "gave_up": False}]
    client.delete("/api/me", json.dumps({"name": "Mina"}), "application/json", **headers)
    assert not PuzzleTry.objects.exists()
