"""The calls of tournaments: who may, what is answered, and every refusal by its code."""

from __future__ import annotations

import json
import uuid

import pytest

from services.log.models import Event
from services.people.accounts import new_guest
from services.people.tokens import new_token
from services.tournaments.models import Tournament
from services.tournaments.tasks import tick
from tests.services.conftest import pokes
from verifier.tournaments import examine_tournament

__all__ = ["pokes"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pokes")]
FOUR = {"4": [120, 72, 36, 12]}
PER_MOVE = {"kind": "per_move", "ms": 86_400_000}


class Caller:
    """Somebody who calls with a token."""

    def __init__(self, client, name: str) -> None:
        self.client, self.account = client, new_guest(name)
        self.headers = {"HTTP_AUTHORIZATION": f"Bearer {new_token(self.account)}"}

    @property
    def id(self) -> str:
        return str(self.account.pk)

    def get(self, path: str):
        return self.client.get(path, **self.headers)

    def send(self, method: str, path: str, body: dict):
        text = json.dumps(body)
        return getattr(self.client, method)(path, text, content_type="application/json", **self.headers)

    def post(self, path: str, **body):
        return self.send("post", path, {"command_id": str(uuid.uuid4()), **body})

    def patch(self, path: str, **body):
        return self.send("patch", path, {"command_id": str(uuid.uuid4()), **body})

    def open(self, **body):
        wanted = {"name": "Club evening", "game": "zertz", "format": "swiss", "rounds": 3, "clock": PER_MOVE, **body}
        return self.post("/api/tournaments", **{key: value for key, value in wanted.items() if value is not ...})


@pytest.fixture
def host(client):
    return Caller(client, "Host")


@pytest.fixture
def people(client):
    return [Caller(client, f"Person {number}") for number in range(1, 6)]


def opened(host: Caller, **body) -> str:
    answer = host.open(**body)
    assert answer.status_code == 201, answer.content
    return f"/api/tournaments/{answer.json()['id']}"


def entered(host: Caller, people: list[Caller], **body) -> str:
    path = opened(host, **body)
    for person in people:
        assert person.post(f"{path}/entries", entropy="ab").status_code == 201
    return path


def started(host: Caller, people: list[Caller], **body) -> str:
    path = entered(host, people, **body)
    answer = host.post(f"{path}/start")
    assert answer.status_code == 202, answer.content
    tick()
    return path


def code(answer) -> tuple[int, str]:
    return answer.status_code, answer.json().get("error")


def test_opening_answers_the_card_with_a_receipt_and_the_caller_directs(host):
    card = host.open().json()
    assert card["directors"] == [host.id]
    assert (card["status"], card["round"], card["entrants"], card["waiting"]) == ("open", 0, 0, 0)
    assert card["head"]["seq"] == 0
    assert card["receipt"]["body"] == {"match": card["id"], "size": 1, "head": card["head"]["hash"]}
    assert "Swiss system." in card["summary"]
    shown = host.get(f"/api/tournaments/{card['id']}").json()
    assert shown == {key: value for key, value in card.items() if key != "receipt"}


def test_the_same_opening_again_is_answered_the_same_and_opens_nothing(host):
    command = str(uuid.uuid4())
    first, second = host.open(command_id=command), host.open(command_id=command)
    assert (first.status_code, first.json()) == (second.status_code, second.json())
    assert Tournament.objects.count() == 1
    assert code(host.open(command_id=command, name="Another")) == (409, "command-reused")


def test_a_dry_opening_says_what_would_be_and_writes_nothing(host):
    answer = host.open(dry=True)
    assert answer.status_code == 200
    assert answer.json()["format"] == "swiss"
    assert not Tournament.objects.exists()
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"game": "chess"}, "game"),
        ({"format": "ladder"}, "format"),
        ({"preset": "none"}, "preset"),
        ({"tiebreaks": ["luck"]}, "tiebreaks"),
        ({"more": 1}, "more"),
        ({"seats": "2"}, "seats"),
        ({"rules": {"luck": 1}}, "rules.luck"),
        ({"entry": {"cap": "8"}}, "entry.cap"),
        ({"command_id": "x"}, "command_id"),
        ({"directors": [str(uuid.uuid4())]}, "directors"),
        ({"options": {"no-such": 1}}, "options"),
        ({"clock": {"kind": "sand"}}, "clock"),
        ({"copy_of": str(uuid.uuid4())}, "copy_of"),
        ({"format": ...}, "format"),
    ],
)
def test_an_opening_of_the_wrong_form_names_the_field(host, body, field):
    answer = host.open(**body)
    assert code(answer) == (400, "bad-request")
    assert field in answer.json()["fields"]
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("body", "error", "field"),
    [
        ({"seats": 3}, "bad-seats", "seats"),
        ({"rounds": 9, "entry": {"cap": 4}}, "bad-rounds", "rounds"),
        ({"entry": {"cap": 1}}, "bad-cap", "entry.cap"),
        ({"entry": {"starts_at": "2020-01-01T00:00:00Z"}}, "bad-times", "entry.starts_at"),
        (
            {"entry": {"closes_at": "2099-01-02T00:00:00Z", "starts_at": "2099-01-01T00:00:00Z"}},
            "bad-times",
            "entry.closes_at",
        ),
        ({"points": {"win": 0, "draw": 6, "loss": 12}}, "bad-points", "points"),
        ({"tiebreaks": ["wins", "wins"]}, "bad-tiebreaks", "tiebreaks"),
        ({"rules": {"round_hours": 1}}, "clock-does-not-fit", "clock"),
        ({"rules": {"best_of": 3}}, "bad-rules", "rules.best_of"),
        ({"format": "arena", "rounds": 0}, "clock-does-not-fit", "clock"),
    ],
)
def test_what_cannot_work_is_refused_with_what_would(host, body, error, field):
    answer = host.open(**body)
    assert code(answer) == (422, error)
    assert field in answer.json()["fields"]
    assert answer.json()["detail"] != "That is not possible."
    assert not Tournament.objects.exists()


def test_a_commitment_opens_exactly_that_tournament_once(host):
    bound = host.send("post", "/api/commitments", {}).json()
    card = host.open(match=bound["match"]).json()
    assert (card["id"], card["seed_commit"]) == (bound["match"], bound["seed_commit"])
    assert code(host.open(match=bound["match"])) == (409, "commitment-gone")
    assert code(host.open(match=str(uuid.uuid4()))) == (409, "commitment-gone")


def test_nobody_opens_without_an_account(client):
    body = json.dumps({"command_id": str(uuid.uuid4()), "name": "x", "game": "zertz", "format": "swiss"})
    answer = client.post("/api/tournaments", body, content_type="application/json")
    assert code(answer) == (401, "not-signed-in")


def test_entering_gives_an_entry_with_its_entropy_and_a_receipt(host, people):
    path = opened(host)
    answer = people[0].post(f"{path}/entries", entropy="abcd")
    assert answer.status_code == 201
    body = answer.json()
    assert (body["entry"], body["entropy"], body["seq"]) == (1, "abcd", 1)
    assert body["receipt"]["body"]["size"] == 2
    assert code(people[0].post(f"{path}/entries")) == (409, "already-entered")
    assert people[0].post(f"{path}/entries").json()["seq"] == 1
    rows = host.get(f"{path}/entries").json()
    assert rows == {
        "results": [
            {
                "entry": 1,
                "account": people[0].id,
                "name": "Person 1",
                "number": None,
                "rating": None,
                "status": "in",
            }
        ],
        "next": None,
    }


def test_beyond_the_cap_one_waits_and_moves_up_with_the_own_entropy(host, people):
    path = entered(host, people[:2], rounds=1, entry={"cap": 2})
    waits = people[2].post(f"{path}/entries", entropy="cd")
    assert (waits.status_code, waits.json()) == (202, {"waiting": 1})
    assert people[3].post(f"{path}/entries").json() == {"waiting": 2}
    assert host.get(path).json()["waiting"] == 2
    assert people[3].post(f"{path}/withdrawal").status_code == 202
    assert people[0].post(f"{path}/withdrawal").status_code == 202
    tick()
    events = host.get(f"{path}/events").json()["events"]
    assert events[-1]["pub"] == {"entry": 3, "account": people[2].id, "entropy": "cd"}
    assert host.get(path).json()["waiting"] == 0


def test_only_a_director_starts_and_only_once(host, people):
    path = entered(host, people[:4])
    assert code(people[0].post(f"{path}/start")) == (403, "not-a-director")
    command = str(uuid.uuid4())
    first = host.post(f"{path}/start", command_id=command)
    assert first.status_code == 202
    assert host.post(f"{path}/start", command_id=command).json() == first.json()
    assert code(host.post(f"{path}/start")) == (409, "already-started")
    types = [event["type"] for event in host.get(f"{path}/events").json()["events"]]
    assert types.count("tournament.started") == 1


def test_too_few_cannot_start_and_the_answer_says_how_many_could(host, people):
    answer = host.post(f"{entered(host, people[:1])}/start")
    assert code(answer) == (409, "too-few")
    assert "2" in answer.json()["detail"]
    assert answer.json()["seq"] == 1


def test_a_round_with_its_tables_and_the_own_next_match(host, people):
    path = started(host, people[:4])
    assert host.get(f"{path}/rounds").json() == {
        "rounds": [{"round": 1, "status": "running", "deadline": None, "tables": 2}]
    }
    table = host.get(f"{path}/rounds/1").json()["tables"][0]["games"][0]
    assert (table["status"], table["places"], table["points"], table["why"]) == ("running", None, None, None)
    entry = table["entries"][0]
    mine = people[entry - 1].get(f"{path}/me").json()
    assert mine["entry"] == entry
    assert mine["next"] == {
        "round": 1,
        "table": 1,
        "game": 1,
        "match": table["match"],
        "seat": 0,
        "opponents": [table["entries"][1]],
        "awaiting": mine["next"]["awaiting"],
        "deadline": None,
    }
    assert host.get(f"{path}/me").json() == {"entry": None, "status": None, "next": None}
    assert code(host.get(f"{path}/rounds/2")) == (404, "not-found")


def test_standings_by_round_and_seq_and_one_row_with_what_each_round_brought(host, people):
    path = started(host, people[:4])
    rows = host.get(f"{path}/standings").json()
    assert [row["place"] for row in rows["rows"]] == [1, 1, 1, 1]
    assert rows["rows"][0]["why"].endswith("share place 1.")
    assert code(host.get(f"{path}/standings?round=1")) == (404, "not-found")
    assert host.get(f"{path}/standings?seq=5").json()["seq"] == 5
    own_rows = host.get(f"{path}/standings?entry=2").json()["rows"]
    assert [row["entry"] for row in own_rows] == [2]
    assert "from" in own_rows[0]


def test_a_ruling_is_shown_before_it_is_made_and_ends_the_running_match(host, people):
    path = started(host, people[:4])
    table = host.get(f"{path}/rounds/1").json()["tables"][0]["games"][0]
    seen = host.get(path).json()["head"]["seq"]
    body = {
        "ruling": "result",
        "reason": "agreement",
        "seen": seen,
        "round": 1,
        "table": 1,
        "game": 1,
        "places": [1, 2],
    }
    dry = host.post(f"{path}/rulings", dry=True, **body)
    assert dry.status_code == 200
    assert host.get(path).json()["head"]["seq"] == seen
    assert code(people[0].post(f"{path}/rulings", **body)) == (403, "not-a-director")
    made = host.post(f"{path}/rulings", **body)
    assert made.status_code == 202
    assert {"before": dry.json()["before"], "after": dry.json()["after"]} == {
        key: made.json()[key] for key in ("before", "after")
    }
    winner = [row for row in made.json()["after"] if row[0] == table["entries"][0]]
    assert winner[0][2] == 12
    tick()
    match = host.get(f"/api/matches/{table['match']}/events").json()["events"]
    assert [event["type"] for event in match][-2:] == ["director.ruled", "match.ended"]
    tick()
    game = host.get(f"{path}/rounds/1").json()["tables"][0]["games"][0]
    assert (game["status"], game["places"], game["points"], game["why"]) == ("over", [1, 2], [12, 0], "ruling")
    late = host.post(f"{path}/rulings", **{**body, "places": [2, 1]})
    assert code(late) == (409, "overtaken")
    assert late.json()["since"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"ruling": "luck", "reason": "other", "seen": 1}, "ruling"),
        ({"ruling": "hold", "reason": "mood", "seen": 1}, "reason"),
        ({"ruling": "hold", "reason": "other"}, "seen"),
        ({"ruling": "expel", "reason": "other", "seen": 1}, "entry"),
        ({"ruling": "expel", "reason": "other", "seen": 1, "entry": "1"}, "entry"),
        ({"ruling": "hold", "reason": "other", "seen": 1, "more": 2}, "more"),
    ],
)
def test_a_ruling_of_the_wrong_form_names_the_field(host, people, body, field):
    answer = host.post(f"{started(host, people[:4])}/rulings", **body)
    assert code(answer) == (400, "bad-request")
    assert field in answer.json()["fields"]


def test_name_and_text_change_outside_the_log(host, people):
    path = opened(host)
    answer = host.patch(path, name="Another evening", text="Bring tea.")
    assert (answer.status_code, answer.json()["name"], answer.json()["text"]) == (200, "Another evening", "Bring tea.")
    assert answer.json()["head"]["seq"] == 0
    assert code(people[0].patch(path, name="Mine")) == (403, "not-a-director")


def test_the_same_renaming_again_is_answered_the_same_and_changes_nothing(host):
    path, command = opened(host), str(uuid.uuid4())
    first = host.patch(path, command_id=command, name="Second")
    host.patch(path, name="Third")
    again = host.patch(path, command_id=command, name="Second")
    assert (again.status_code, again.json()) == (200, first.json())
    assert host.get(path).json()["name"] == "Third"
    assert code(host.patch(path, command_id=command, name="Fourth")) == (409, "command-reused")


def test_an_invited_account_enters_by_itself_or_by_a_director(host, people):
    path = opened(host, entry={"open": False})
    assert code(people[0].post(f"{path}/entries")) == (409, "not-invited")
    link = host.post(f"{path}/invitations").json()
    assert link["account"] is None
    assert people[0].post(f"{path}/entries", invite=link["invite"]).status_code == 201
    assert host.post(f"{path}/invitations", account=people[1].id).status_code == 201
    not_yet = host.post(f"{path}/entries", account=people[1].id)
    assert code(not_yet) == (409, "not-invited")
    assert not_yet.json()["detail"] == "This account has not accepted an invitation."
    assert people[1].post(f"{path}/invitations/answer", accepted=True).status_code == 200
    by_host = host.post(f"{path}/entries", account=people[1].id)
    assert (by_host.status_code, by_host.json()["entropy"]) == (201, "")
    uninvited = people[2].post(f"{path}/invitations/answer", accepted=True)
    assert code(uninvited) == (409, "not-invited")
    assert uninvited.json()["detail"] == "This account was not invited."


def test_what_is_not_there_is_404(host):
    nowhere = f"/api/tournaments/{uuid.uuid4()}"
    for path in ("", "/entries", "/standings", "/rounds", "/me", "/desk", "/events", "/export", "/trf", "/csv"):
        assert code(host.get(nowhere + path)) == (404, "not-found"), path
    for path in ("/entries", "/start", "/withdrawal", "/ready"):
        assert code(host.post(nowhere + path)) == (404, "not-found"), path


def test_lists_by_status_game_format_and_whose(host, people):
    path = started(host, people[:4])
    opened(host, format="knockout", rounds=None)
    opened(people[4], game="glux")

    def listed(query: str, who: Caller = host) -> int:
        return len(who.get(f"/api/tournaments?{query}").json()["results"])

    assert listed("") == 3
    assert listed("status=running") == 1
    assert listed("status=open&game=zertz") == 1
    assert listed("format=knockout") == 1
    assert listed("mine=director") == 2
    assert listed("mine=entrant", people[0]) == 1
    assert host.get("/api/tournaments?mine=entrant").json()["results"] == []
    assert code(host.get("/api/tournaments?status=lost")) == (400, "bad-request")
    assert path


def test_files_to_take_along(host, people):
    path = started(host, people[:4], rules={"round_hours": 48})
    trf = host.get(f"{path}/trf")
    assert trf["Content-Type"].startswith("text/plain")
    assert trf.content.decode().startswith("012 Club evening\n")
    assert host.get(f"{path}/csv").content.decode().splitlines()[0].startswith("place,entry,account,name,points")
    calendar = host.get(f"{path}/calendar.ics").content.decode()
    assert calendar.count("BEGIN:VEVENT") == 1
    export = host.get(f"{path}/export").json()
    assert (export["format"], export["opened"]) == ("fair1/export", [])
    assert len(export["events"]) == host.get(path).json()["head"]["seq"] + 1


def test_the_desk_is_for_directors(host, people):
    path = started(host, people[:4])
    assert host.get(f"{path}/desk").json() == {"due": []}
    host.post(f"{path}/rulings", ruling="hold", reason="other", seen=5)
    assert [item["kind"] for item in host.get(f"{path}/desk").json()["due"]] == ["hold"]
    assert code(people[0].get(f"{path}/desk")) == (403, "not-a-director")


def test_refusals_in_persian_say_what_would_work(host):
    answer = host.client.post(
        "/api/tournaments",
        json.dumps(
            {
                "command_id": str(uuid.uuid4()),
                "name": "x",
                "game": "zertz",
                "format": "swiss",
                "clock": PER_MOVE,
                "entry": {"cap": 1},
            }
        ),
        content_type="application/json",
        HTTP_ACCEPT_LANGUAGE="fa",
        **host.headers,
    )
    assert code(answer) == (422, "bad-cap")
    assert "سقف" in answer.json()["detail"]


@pytest.mark.parametrize(
    "body",
    [
        {"entry": {"cap": 10**30}},
        {"entry": {"rating_from": -(10**30)}},
        {"entry": {"rating_to": 2**60}},
        {"rounds": 10**30},
        {"seats": 10**30},
        {"rules": {"round_hours": 10**30}},
        {"rules": {"delay": {"ms": 1.5}}},
        {"clock": {"kind": "per_move", "ms": 1.5}},
        {"clock": {"kind": "per_move", "ms": 10**30}},
        {"clock": {}},
        {"options": {"a": 1.5}},
        {"points": {"win": 10**30, "draw": 0, "loss": 0}},
        {"entry": {"starts_at": "9999-12-31T23:59:59Z"}},
        {"entry": {"starts_at": "2099-01-01"}},
        {"entry": {"starts_at": "2099-01-01T00:00:00"}},
        {"directors": ["x"]},
        {"previous": "x"},
        {"match": "x"},
        {"format": "league", "rounds": 1, "previous": str(uuid.uuid4())},
        {"format": "groups", "rounds": 1, "rules": {"final": {"kind": "table", "k": 10**30}}},
        {"name": 7},
        {"command_id": 7},
    ],
)
def test_nothing_that_is_asked_for_at_opening_breaks_the_house(host, body):
    answer = host.open(**body)
    assert answer.status_code in (201, 400, 422), answer.content
    if answer.status_code == 201:
        assert host.get(f"/api/tournaments/{answer.json()['id']}").status_code == 200
        tick()
        assert Tournament.objects.get().parked == ""


def test_a_ruling_that_has_seen_what_is_still_to_come_is_refused(host, people):
    path = started(host, people[:4])
    for seen in (10**6, 2**50, -1):
        answer = host.post(f"{path}/rulings", ruling="hold", reason="other", seen=seen)
        assert code(answer) == (400, "bad-request"), seen
        assert "seen" in answer.json()["fields"]


def test_a_refused_account_cannot_enter_and_the_reason_is_one_of_the_list(host, people):
    path = entered(host, people[:2])
    assert code(host.post(f"{path}/refusals", account=people[0].id, reason="face")) == (400, "bad-request")
    assert code(people[1].post(f"{path}/refusals", account=people[0].id, reason="other")) == (403, "not-a-director")
    assert host.post(f"{path}/refusals", account=people[0].id, reason="conduct").status_code == 202
    assert code(people[0].post(f"{path}/entries")) == (409, "refused")
    rows = host.get(f"{path}/entries").json()["results"]
    assert [row["status"] for row in rows] == ["refused", "in"]


def test_another_entry_is_for_directors_to_take_out(host, people):
    path = entered(host, people[:3])
    assert code(people[0].post(f"{path}/withdrawal", entry=2)) == (403, "not-your-entry")
    assert host.post(f"{path}/withdrawal", entry=2).status_code == 202
    assert people[0].post(f"{path}/withdrawal", entry=1).status_code == 202
    assert code(people[0].post(f"{path}/withdrawal")) == (409, "already-out")
    assert code(people[4].post(f"{path}/withdrawal")) == (409, "not-entered")


def test_byes_and_the_arena_refuse_with_their_codes(host, people):
    path = entered(host, people[:5])
    assert code(people[0].post(f"{path}/byes", round=3)) == (422, "bad-bye")
    assert people[0].post(f"{path}/byes", round=1).status_code == 202
    assert people[0].post(f"{path}/byes", round=2).status_code == 202
    assert code(people[0].post(f"{path}/byes", round=2)) == (409, "no-bye-left")
    not_here = people[0].post(f"{path}/ready")
    assert (code(not_here), list(not_here.json()["fields"])) == ((422, "not-arena"), ["format"])
    live = {"kind": "fischer", "start_ms": 60_000, "increment_ms": 1000}
    arena = entered(host, people[:2], format="arena", rounds=0, clock=live)
    assert code(people[0].post(f"{arena}/ready")) == (409, "not-started")
    host.post(f"{arena}/start")
    assert code(people[0].post(f"{arena}/leave")) == (409, "not-ready")
    assert people[0].post(f"{arena}/ready").status_code == 202
    assert code(people[0].post(f"{arena}/ready")) == (409, "already-ready")
    assert people[1].post(f"{arena}/ready").status_code == 202
    tick()
    assert code(people[0].post(f"{arena}/ready")) == (409, "still-playing")


def test_rulings_that_are_impossible_say_what_would_work(host, people):
    path = started(host, people[:4])
    seen = host.get(path).json()["head"]["seq"]

    def ruled(ruling: str, **fields):
        return host.post(f"{path}/rulings", ruling=ruling, reason="other", seen=seen, **fields)

    table = {"round": 1, "table": 1, "game": 1}
    assert code(ruled("result", **{**table, "table": 9}, places=[1, 2])) == (422, "bad-ruling")
    assert code(ruled("result", **table, places=[2, 2])) == (422, "bad-ruling")
    assert code(ruled("expel", entry=99)) == (422, "bad-ruling")
    assert code(ruled("release")) == (409, "not-held")
    assert code(ruled("revoke", of=1)) == (409, "nothing-to-revoke")
    assert code(ruled("extend", round=1, deadline="2099-01-01T00:00:00Z")) == (202, None)
    assert code(host.post(f"{opened(host)}/rulings", ruling="hold", reason="other", seen=0)) == (409, "not-started")


def test_a_cancelled_tournament_is_over_for_everybody(host, people):
    path = started(host, people[:4])
    assert host.post(f"{path}/cancellation").status_code == 202
    tick()
    card = host.get(path).json()
    assert (card["status"], card["reason"]) == ("finished", "cancelled")
    assert code(host.post(f"{path}/cancellation")) == (409, "over")
    assert code(people[4].post(f"{path}/entries")) == (409, "over")
    assert code(people[0].post(f"{path}/withdrawal")) == (409, "over")
    assert host.get(f"{path}/standings").json()["final"] is True


def test_a_token_for_tournaments_writes_here_and_plays_nowhere(host, client):
    made = host.send("post", "/api/me/tokens", {"scopes": ["tournament"]})
    assert made.status_code == 201, made.content
    narrow = Caller(client, "x")
    narrow.headers = {"HTTP_AUTHORIZATION": f"Bearer {made.json()['token']}"}
    assert narrow.open().status_code == 201
    assert code(narrow.send("post", "/api/tables", {"game": "zertz", "seats": 2})) == (403, "scope")
    made = host.send("post", "/api/me/tokens", {"scopes": ["play"]})
    narrow.headers = {"HTTP_AUTHORIZATION": f"Bearer {made.json()['token']}"}
    assert code(narrow.open()) == (403, "scope")


def test_guests_are_kept_out_where_it_says_so_and_of_what_is_rated(host, people):
    path = opened(host, entry={"guests": False})
    assert code(people[0].post(f"{path}/entries")) == (403, "guests-kept-out")
    assert code(host.open(rules={"rated": True})) == (403, "guests-kept-out")


def test_a_preset_and_a_copy_fill_what_is_left_out(host):
    card = host.post("/api/tournaments", name="x", game="zertz", preset="knockout-8").json()
    assert (card["format"], card["entry"]["cap"], card["rules"]["third"]) == ("knockout", 8, True)
    copy = host.post("/api/tournaments", name="y", copy_of=card["id"]).json()
    assert {key: copy[key] for key in ("game", "format", "clock", "rules")} == {
        key: card[key] for key in ("game", "format", "clock", "rules")
    }


def findings(host: Caller, path: str) -> list[str]:
    report = examine_tournament(host.get(f"{path}/export").json(), games={}, head=None, key=None)
    return [f"{finding.code} {finding.seq} {finding.text}" for finding in report.findings]


def test_moments_are_recorded_as_the_log_writes_them_in_whatever_zone_they_come(host, people):
    entry = {"closes_at": "2098-12-31T23:59:59Z", "starts_at": "2099-01-01T03:30:00+03:30"}
    path = started(host, people[:4], entry=entry)
    card = host.get(path).json()
    assert card["entry"]["closes_at"] == "2098-12-31T23:59:59.000Z"
    assert card["entry"]["starts_at"] == "2099-01-01T00:00:00.000Z"
    extended = {"ruling": "extend", "reason": "outage", "seen": card["head"]["seq"], "round": 1}
    assert host.post(f"{path}/rulings", deadline="2099-01-01T00:00:00Z", **extended).status_code == 202
    assert host.get(f"{path}/events").json()["events"][-1]["pub"]["deadline"] == "2099-01-01T00:00:00.000Z"
    assert host.get(f"{path}/rounds").json()["rounds"][0]["deadline"] == "2099-01-01T00:00:00.000Z"
    assert host.get(f"{path}/rounds/1").json()["deadline"] == "2099-01-01T00:00:00.000Z"
    assert findings(host, path) == []


def test_a_round_is_not_extended_into_the_past(host, people):
    path = started(host, people[:4])
    seen = host.get(path).json()["head"]["seq"]
    extended = {"ruling": "extend", "reason": "other", "seen": seen, "round": 1}
    answer = host.post(f"{path}/rulings", deadline="2020-01-01T00:00:00Z", **extended)
    assert (code(answer), list(answer.json()["fields"])) == ((422, "bad-ruling"), ["deadline"])
    answer = host.post(f"{path}/rulings", deadline="9999-12-31T23:59:59-12:00", **extended)
    assert (code(answer), list(answer.json()["fields"])) == ((400, "bad-request"), ["deadline"])


def test_a_name_is_more_than_spaces(host):
    assert code(host.open(name="   ")) == (400, "bad-request")
    assert code(host.open(name="\u200b")) == (400, "bad-request")
    assert host.open(name=" Club\nevening\u202e ").json()["name"] == "Club evening"
    path = opened(host)
    assert host.patch(path, name="Spring\ncup").json()["name"] == "Spring cup"


@pytest.mark.parametrize("sizes", [[], [4, 4], [5]])
def test_table_sizes_are_some_of_those_the_game_has_each_once(host, sizes):
    answer = host.open(game="glux", format="swiss_pods", seats=4, rounds=2, rules={"sizes": sizes})
    assert (code(answer), list(answer.json()["fields"])) == ((422, "bad-rules"), ["rules.sizes"])


def test_accounts_are_recorded_as_the_house_spells_them_however_they_are_written(host, people):
    spelled = [host.id.upper(), people[0].id.upper(), people[0].id.replace("-", "")]
    path = entered(host, people[1:5], directors=spelled)
    assert host.get(path).json()["directors"] == [host.id, people[0].id]
    assert host.post(f"{path}/refusals", account=people[1].id.upper(), reason="conduct").status_code == 202
    assert code(people[1].post(f"{path}/entries")) == (409, "refused")
    people[1].post(f"{path}/withdrawal")
    assert host.post(f"{path}/start").status_code == 202
    seen = host.get(path).json()["head"]["seq"]
    ruled = host.post(f"{path}/rulings", ruling="director", reason="other", seen=seen, accounts=[people[0].id.upper()])
    assert ruled.status_code == 202
    assert people[0].get(f"{path}/desk").status_code == 200
    people[0].post(f"{path}/invitations", account=host.id)
    host.post(f"{path}/invitations/answer", accepted=True)
    ruled = people[0].post(
        f"{path}/rulings", ruling="substitute", reason="absent", seen=seen, entry=2, account=host.id.upper(),
        score="carry",
    )  # fmt: skip
    assert ruled.status_code == 202, ruled.content
    assert host.get(f"{path}/me").json()["entry"] == 2
    assert findings(host, path) == []


def test_points_are_for_tables_that_there_can_be(host):
    answer = host.open(game="glux", format="groups", seats=4, rounds=1, points={"place": {**FOUR, "7": [1]}})
    assert (code(answer), list(answer.json()["fields"])) == ((422, "bad-points"), ["points.place.7"])
    answer = host.open(game="glux", format="groups", seats=4, rounds=1, points={"place": {**FOUR, "2": [1]}})
    assert (code(answer), list(answer.json()["fields"])) == ((422, "bad-points"), ["points.place.2"])
