"""The computer's view of matches and records: every game, killed in the middle, who may ask and who may see."""

from __future__ import annotations

import json
import uuid

import pytest
from django.test import override_settings

from engine.bots.appraisal import appraise
from engine.games import GAMES
from services.analysis import computer
from services.analysis.computer import look, strongest
from services.analysis.due import due
from services.analysis.models import ComputerStep, ComputerView
from services.analysis.plays import played_of
from services.analysis.read import mark_of
from services.bus import pokes as bus_pokes
from services.log import clock
from services.log.models import Event
from services.matches.models import Match
from services.people.accounts import new_guest
from services.people.tokens import new_token
from services.playing.tables import Wish, open_table, take_seat
from services.records.plays import read_line
from services.records.store import store_plays
from services.referee.tasks import advance
from tests.services.conftest import seated
from tests.services.records.boardspace import LINES
from tests.services.records.test_forks import answer_all, over, played
from tests.services.test_offers import SLOW, answer, last, offer, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Bots think for a moment only; pokes are noted, not sent."""
    for game in GAMES:
        monkeypatch.setattr(type(strongest(game)), "budget", 20)
    noted: list = []
    monkeypatch.setattr(bus_pokes, "poke", lambda task, *args, **kwargs: noted.append((task, args)))
    return noted


def ask(client, match_id, account=None, method="get", query=""):
    headers = {} if account is None else {"HTTP_AUTHORIZATION": f"Bearer {new_token(account)}"}
    path = f"/api/matches/{match_id}/computer{query}"
    return client.generic(method.upper(), path, "{}" if method == "post" else "", "application/json", **headers)


def drain(quick) -> None:
    while quick:
        task, args = quick.pop(0)
        if task == "analysis.look" and look(uuid.UUID(args[0])):
            quick.append((task, args))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_move_that_stands_is_looked_at_from_the_seat_that_made_it(client, quick, game):
    match_id, people = over(game, 6)
    assert ask(client, match_id).json()["status"] == "none"
    asked = ask(client, match_id, people[0], "post")
    assert (asked.status_code, asked.json()["status"], asked.json()["steps"]) == (202, "waiting", [])
    drain(quick)
    report = ask(client, match_id).json()
    bot = strongest(game)
    assert (report["status"], report["done"], report["of"]) == ("done", 6, 6)
    assert (report["bot"], report["bot_version"], report["budget"]) == (bot.key, bot.version, 20)
    outline = client.get(f"/api/matches/{match_id}/outline").json()["steps"]
    made = [(step["seq"], step["seat"]) for step in outline if step["type"] == "move.judged"]
    assert [(step["seq"], step["seat"]) for step in report["steps"]] == made
    record = client.get(f"/api/matches/{match_id}/record?as=text").content.decode().splitlines()
    texts = [line.split(" ", 2)[2] for line in record if not line.startswith("#")]
    assert [step["played"] for step in report["steps"]] == texts
    for step, standing in zip(report["steps"], played_of(match_id).moves, strict=True):
        assert 0 <= step["lost"] <= step["value"] <= 1000
        assert step["mark"] == mark_of(step["lost"])
        assert step["line"][0] == step["best"]
        assert standing.move == step["played"]


def test_the_same_bot_gives_the_same_numbers_again(client, quick):
    match_id, people = over("saboteur_duel", 5)
    ask(client, match_id, people[0], "post")
    drain(quick)
    first = ask(client, match_id).json()
    assert ask(client, match_id, people[1], "post").json() == first
    assert quick == []
    ComputerView.objects.all().delete()
    ask(client, match_id, people[1], "post")
    drain(quick)
    assert ask(client, match_id).json() == first


def test_from_how_much_a_move_is_marked():
    marks = [mark_of(lost) for lost in (0, 49, 50, 99, 100, 199, 200, 1000)]
    assert marks == [None, None, *["inaccuracy"] * 2, *["mistake"] * 2, *["blunder"] * 2]


def test_a_worker_that_was_killed_is_gone_on_for_where_it_was_and_nothing_is_done_twice(
    client, quick, monkeypatch, house_clock
):
    monkeypatch.setattr("services.analysis.due.NIGHT", ())  # no puzzles, at whatever hour the test runs
    match_id, people = over("zertz", 6)
    monkeypatch.setattr("services.analysis.due.NIGHT", ())  # the search for puzzles would be due as well
    ask(client, match_id, people[0], "post")
    (view,) = ComputerView.objects.values_list("pk", flat=True)
    seen = []

    def killed(*args):
        if len(seen) == 3:
            raise SystemExit
        seen.append(args[3:5])
        return appraise(*args)

    monkeypatch.setattr(computer, "appraise", killed)
    with pytest.raises(SystemExit):
        look(view)
    report = ask(client, match_id).json()
    assert (report["status"], report["done"], report["of"], len(report["steps"])) == ("running", 3, 6, 3)
    assert look(view) is False  # its claim still holds
    assert len(seen) == 3
    quick.clear()
    due(clock.now())
    assert quick == []
    house_clock(seconds=11)
    due(clock.now())
    assert quick == [("analysis.look", (str(view),))]
    monkeypatch.setattr(computer, "appraise", lambda *args: seen.append(args[3:5]) or appraise(*args))
    drain(quick)
    report = ask(client, match_id).json()
    assert (report["status"], report["done"], len(seen), len(report["steps"])) == ("done", 6, 6, 6)


def test_whoever_was_overtaken_keeps_nothing(client, quick, monkeypatch):
    match_id, people = over("zertz", 3)
    ask(client, match_id, people[0], "post")
    (view,) = ComputerView.objects.values_list("pk", flat=True)

    def slow(*args):
        if ComputerStep.objects.count() == 1:
            ComputerView.objects.filter(pk=view).update(claim=uuid.uuid4())
        return appraise(*args)

    monkeypatch.setattr(computer, "appraise", slow)
    assert look(view) is False
    assert ComputerStep.objects.count() == ComputerView.objects.get().done == 1


def test_a_long_match_is_looked_at_stretch_by_stretch(client, quick, monkeypatch):
    monkeypatch.setattr(computer, "STRETCH", 0.0)
    match_id, people = over("glux", 4)
    ask(client, match_id, people[0], "post")
    view = ComputerView.objects.get().pk
    assert [look(view) for _ in range(5)] == [True, True, True, False, False]
    assert ask(client, match_id).json()["status"] == "done"


def test_a_record_is_looked_at_too(client, quick):
    play = read_line(LINES[0])
    store_plays([play], clock.now())
    ask(client, play.id, new_guest(), "post")
    drain(quick)
    report = ask(client, play.id).json()
    assert [step["played"] for step in report["steps"]] == list(play.moves)
    assert [step["seq"] for step in report["steps"]] == list(range(1, len(play.moves) + 1))


def test_a_fork_is_looked_at_from_where_it_begins(client, quick):
    source, people = over("zertz", 4)
    seq = client.get(f"/api/matches/{source}/outline").json()["steps"][2]["seq"]
    headers = {"HTTP_AUTHORIZATION": f"Bearer {new_token(people[0])}"}
    body = json.dumps({"seq": seq, "bots": {"1": "random"}})
    fork = client.post(f"/api/matches/{source}/fork", body, "application/json", **headers).json()["id"]
    advance(fork)
    answer_all(fork, people[:1], 1)
    (move,) = played_of(uuid.UUID(fork)).moves
    earlier = played_of(source).moves[2]
    assert (move.seat, move.before) == (earlier.seat, earlier.before)


def test_moves_that_were_taken_back_are_not_looked_at(pokes):
    match, people = seated("zertz", clock=SLOW)
    before = last(match, "match.started")
    play(match, people, 0)
    answer(match, people[1], offer(match, people[0], "undo", to=before.seq))
    assert played_of(match.id).moves == ()
    play(match, people, 0, pick=1)
    play(match, people, 1)
    judged = Event.objects.filter(stream_id=match.id, type="move.judged").order_by("seq").values_list("seq", flat=True)
    assert [(move.seat, move.seq) for move in played_of(match.id).moves] == list(enumerate(judged[1:]))


# -- who may ask, who may see -----------------------------------------------------------------------------------------


def test_what_is_not_over_is_looked_at_for_nobody(client, quick):
    match_id, people = played("zertz", 3)
    for account, method in ((people[0], "get"), (people[0], "post"), (None, "get"), (new_guest(), "post")):
        answer = ask(client, match_id, account, method)
        assert (answer.status_code, answer.json()["error"]) == (409, "not-over")
    assert ask(client, uuid.uuid4(), people[0], "post").status_code == 404
    assert ask(client, uuid.uuid4()).status_code == 404
    assert not ComputerView.objects.exists()


def test_only_who_is_signed_in_may_ask(client, quick):
    match_id, _ = over("zertz", 2)
    assert ask(client, match_id, None, "post").status_code == 401
    assert not ComputerView.objects.exists()


def test_of_a_private_match_others_learn_nothing(client, quick):
    people = [new_guest("First"), new_guest("Second")]
    match_id = open_table(account=people[0].pk, wish=Wish("zertz", 2, lot=False, private=True)).id
    invite = Match.objects.get(pk=match_id).invite
    take_seat(match_id=match_id, account=people[1].pk, invite=invite)
    advance(str(match_id))
    answer_all(match_id, people, 2)
    client.post(
        f"/api/matches/{match_id}/resignation", "{}", "application/json",
        HTTP_AUTHORIZATION=f"Bearer {new_token(people[0])}",
    )  # fmt: skip
    advance(str(match_id))
    other = new_guest()
    assert ask(client, match_id).status_code == ask(client, match_id, other, "post").status_code == 404
    assert ask(client, match_id, people[1], "post").status_code == 202
    assert ask(client, match_id, other, query=f"?invite={invite}").json()["status"] == "waiting"


def test_a_match_with_a_delay_is_not_over_for_who_is_not_seated_until_it_has_passed(client, quick, house_clock):
    people = [new_guest("First"), new_guest("Second")]
    match_id = open_table(account=people[0].pk, wish=Wish("zertz", 2, lot=False, delay={"ms": 600_000})).id
    take_seat(match_id=match_id, account=people[1].pk)
    advance(str(match_id))
    answer_all(match_id, people, 2)
    client.post(
        f"/api/matches/{match_id}/resignation", "{}", "application/json",
        HTTP_AUTHORIZATION=f"Bearer {new_token(people[0])}",
    )  # fmt: skip
    advance(str(match_id))
    assert ask(client, match_id, people[0], "post").status_code == 202
    assert ask(client, match_id).json()["error"] == "not-over"
    house_clock(minutes=11)
    assert ask(client, match_id).json()["status"] == "waiting"


def test_an_account_asks_so_often_a_day_and_may_look_as_often_as_it_likes(client, quick, settings):
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] | {"computer": "2/day"}
    match_id, people = over("zertz", 1)
    with override_settings(REST_FRAMEWORK=settings.REST_FRAMEWORK | {"DEFAULT_THROTTLE_RATES": rates}):
        codes = [ask(client, match_id, people[0], "post").status_code for _ in range(3)]
        assert codes == [202, 202, 429]
        assert ask(client, match_id, people[0]).status_code == 200
        assert ask(client, match_id, people[1], "post").status_code == 202
