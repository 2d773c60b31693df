"""Search, positions and explorer against real stores."""

from __future__ import annotations

import json
import uuid
from collections import Counter

import pytest

from engine.games import GAMES
from services.bus import pokes as bus_pokes
from services.facts import StreamRevealed
from services.log import clock
from services.matches.models import Match
from services.people.accounts import new_guest
from services.people.tokens import new_token
from services.playing.offers import resign
from services.playing.tables import Wish, open_table, take_seat
from services.ratings.models import RatingStep
from services.records.due import index_missing
from services.records.follow import handle
from services.records.models import Entry
from services.records.plays import read_line
from services.records.store import store_plays
from services.referee.tasks import advance
from tests.services.records.boardspace import LINES

pytestmark = pytest.mark.django_db(transaction=True)
ZERTZ = GAMES["zertz"]


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(bus_pokes, "poke", lambda *args, **kwargs: None)


def collected(number: int) -> list:
    plays = [read_line(line) for line in LINES[:number]]
    store_plays(plays, clock.now())
    return plays


def ended(game: str = "zertz", **wish):
    """A match of two accounts in which seat 0 resigned; its id and the accounts."""
    first, second = new_guest("First"), new_guest("Second")
    match_id = open_table(account=first.pk, wish=Wish(game, 2, lot=False, **wish)).id
    take_seat(match_id=match_id, account=second.pk)
    advance(str(match_id))
    resign(match_id=match_id, account=first.pk)
    advance(str(match_id))
    return match_id, first, second


def indexed(**wish):
    match_id, first, second = ended(**wish)
    handle([StreamRevealed(str(match_id))])
    return match_id, first, second


def search(client, query: str = "", account=None, status: int = 200) -> list[str]:
    headers = {} if account is None else {"HTTP_AUTHORIZATION": f"Bearer {new_token(account)}"}
    answer = client.get(f"/api/matches?{query}", **headers)
    assert answer.status_code == status, answer.content
    return [card["id"] for card in answer.json().get("results", ())]


def test_a_match_that_is_over_matches_searches_for_what_it_was(client):
    match_id, first, second = indexed()
    mine = [str(match_id)]
    for query in (
        "", "game=zertz", "reason=resign", f"player={first.pk}", f"player={first.pk}&opponent={second.pk}",
        f"player={first.pk}&result=lost", f"player={second.pk}&result=won", "result=lost", "min_moves=0&max_moves=0",
        f"from={clock.now():%Y-%m-%d}", f"to={clock.now():%Y-%m-%d}",
    ):  # fmt: skip
        assert search(client, query) == mine, query
    for query in (
        "game=glux", "reason=white", f"player={uuid.UUID(str(new_guest().pk))}", "result=won", "min_moves=1",
        f"player={first.pk}&opponent={first.pk}", "from=2999-01-01", "to=2000-01-01", "min_rating=1", "source=records",
        f"tournament={uuid.uuid4()}", "player=bot:greedy",
    ):  # fmt: skip
        assert search(client, query) == [], query
    assert search(client, "player=me&result=lost", first) == mine
    card = client.get("/api/matches").json()["results"][0]
    assert (card["moves"], card["source"], card["winners"]) == (0, "house", [1])
    assert card["seats"][0]["name"] == "First"


@pytest.mark.parametrize(
    "query",
    [
        "game=chess", "result=good", "from=yesterday", "limit=0", "limit=201", "min_moves=x", "after=x", "player=x",
        "tournament=x", "position=x", "source=elsewhere",
    ],
)  # fmt: skip
def test_a_bad_query_is_refused(client, query):
    search(client, query, status=400)


def test_somebody_who_is_not_there_is_404_and_me_needs_signing_in(client):
    search(client, f"player={uuid.uuid4()}", status=404)
    search(client, "player=me", status=401)
    search(client, "source=mine", status=401)


def test_who_wants_lines_is_refused_in_json_like_everybody(client):
    for query, status, code in (("source=mine", 401, "not-signed-in"), ("game=chess", 400, "bad-request")):
        answer = client.get(f"/api/matches?{query}", HTTP_ACCEPT="application/x-ndjson")
        assert (answer.status_code, answer.json()["error"]) == (status, code)
    assert "game" in answer.json()["fields"]


def test_a_private_match_is_listed_for_its_own_people_alone(client):
    match_id, first, second = ended_private()
    assert search(client) == []
    assert search(client, account=new_guest()) == []
    assert search(client, account=first) == search(client, account=second) == [str(match_id)]


def ended_private():
    match_id, first, second = ended()
    Match.objects.filter(pk=match_id).update(private=True)
    handle([StreamRevealed(str(match_id))])
    return match_id, first, second


def test_a_fact_that_comes_twice_and_one_that_never_came_change_nothing():
    match_id, _, _ = ended()
    assert index_missing() == 1
    handle([StreamRevealed(str(match_id))])
    handle([StreamRevealed(str(uuid.uuid4()))])
    assert Entry.objects.count() == 1
    assert index_missing() == 0


def sent(answer) -> bytes:
    """All parts of a long answer."""
    return b"".join(answer)


def test_pages_follow_each_other_by_cursor_and_lines_go_on_behind_it(client):
    collected(25)
    first = client.get("/api/matches?source=records&limit=10").json()
    seen = [card["id"] for card in first["results"]]
    while first["next"]:
        first = client.get(first["next"]).json()
        seen += [card["id"] for card in first["results"]]
    assert len(seen) == len(set(seen)) == 25
    lines = client.get("/api/matches?source=records&limit=7", HTTP_ACCEPT="application/x-ndjson")
    cards = [json.loads(line) for line in sent(lines).splitlines()]
    assert [card["id"] for card in cards] == seen
    rest = client.get(f"/api/matches?source=records&after={cards[9]['cursor']}", HTTP_ACCEPT="application/x-ndjson")
    assert [json.loads(line)["id"] for line in sent(rest).splitlines()] == seen[10:]


def test_two_long_answers_are_sent_at_once_to_one_caller_and_no_third(client):
    collected(3)
    dump, lines = "/api/records/daily.ndjson.gz", {"HTTP_ACCEPT": "application/x-ndjson"}
    first, second = client.get("/api/matches?source=records", **lines), client.get(dump)
    for path, headers in ((dump, {}), ("/api/matches", lines)):
        answer = client.get(path, **headers)
        assert (answer.status_code, answer.json()["error"], answer["Retry-After"]) == (429, "throttled", "5")
    account = new_guest()
    other = client.get(dump, HTTP_AUTHORIZATION=f"Bearer {new_token(account)}")
    assert other.status_code == 200
    assert sent(first).count(b"\n") == 3
    first.close()
    assert client.get(f"{dump}?day=2999-01-01").status_code == 404  # what is refused holds no place
    third = client.get(dump)
    assert third.status_code == 200
    for answer in (second, other, third):
        answer.close()


def test_everybody_came_to_a_match_with_a_rating(client):
    match_id, first, second = indexed()
    for leaf, (account, mu) in enumerate(((first, 27_000_000), (second, 26_000_000))):
        RatingStep.objects.create(
            leaf=leaf, account=account.pk, game="zertz", kind="live", match=match_id, at=clock.now(), mu=mu, sigma=1,
            mu_before=mu, matches=1,
        )  # fmt: skip
    assert search(client, "min_rating=1540") == [str(match_id)]
    assert search(client, "min_rating=1541") == []


def test_a_search_for_a_position_covers_every_orientation(client):
    plays = collected(40)
    play = plays[3]
    text = play.positions[5]
    keyed = ZERTZ.keyed(text)
    wanted = {str(candidate.id) for candidate in plays if keyed.key in map(ZERTZ.position_key, candidate.positions)}
    for position in (text, keyed.key):
        assert set(search(client, f"source=records&position={position}")) == wanted
    assert str(play.id) in wanted
    search(client, "position=37 oooo/oooo 6,8,10 0,0,0 0,0,0 1", status=400)


def test_the_explorer_counts_each_play_once_with_its_move_at_the_first_visit(client):
    plays = [play for play in collected(60) if play.options["board"] == 37 and play.options["goal"] == "standard"]
    answer = client.get("/api/explore").json()
    start = ZERTZ.keyed(plays[0].positions[0])
    assert answer["key"] == start.key
    assert answer["matches"] == len(plays) == answer["won"] + answer["lost"] + answer["drawn"]
    moves = Counter(start.from_key(start.to_key(play.moves[0])) for play in plays)
    assert {row["move"]: row["matches"] for row in answer["moves"]} == moves
    order = [(-row["matches"], row["move"]) for row in answer["moves"]]
    assert order == sorted(order)
    assert len(answer["examples"]) == 8
    best = answer["moves"][0]
    state = ZERTZ.read_position(plays[0].positions[0])
    after = ZERTZ.write_position(ZERTZ.play(state, 0, ZERTZ.read(state, 0, best["move"]), 0))
    assert ZERTZ.position_key(after) == best["key"]
    deeper = client.get("/api/explore", {"position": after}).json()
    assert deeper["matches"] == best["matches"]


def test_the_explorer_refuses_what_is_no_position(client):
    for position in ("x", "37 oooo/ooooo/oooooo/WWWWWWW/oooooo/ooooo/oooo 6,8,10 0,0,0 0,0,0 1"):
        answer = client.get("/api/explore", {"position": position})
        assert (answer.status_code, answer.json()["error"]) == (400, "bad-position")
    assert client.get("/api/explore?game=glux").status_code == 400


def test_matches_of_the_house_count_in_the_explorer_and_imports_of_accounts_for_them_alone(client):
    indexed()
    assert client.get("/api/explore?source=house").json()["matches"] == 1
    account = new_guest()
    store_plays([read_line(LINES[0])], clock.now(), account.pk)
    assert client.get("/api/explore").json()["matches"] == 1
    headers = {"HTTP_AUTHORIZATION": f"Bearer {new_token(account)}"}
    assert client.get("/api/explore?source=mine", **headers).json()["matches"] == 1
    assert client.get("/api/explore?source=mine").status_code == 401
    assert search(client, "source=mine", account) == [str(read_line(LINES[0]).id)]
    assert search(client, "source=mine", new_guest()) == search(client, "source=records") == []
