"""Finding somebody over the API: seeks that fit become one match, invitations are answered once."""

from __future__ import annotations

import threading
import uuid

import pytest
from django.db import connections

from services.bus import presence
from services.lobby.due import due
from services.lobby.models import Seek
from services.lobby.seeks import Wanted, make_seek
from services.log import clock
from services.log.models import Event
from services.matches.models import Match, Seat
from services.people.accounts import new_guest
from services.playing.tables import Wish
from tests.gateway.test_pages import no_pokes  # noqa: F401
from tests.gateway.test_people_calls import Person, command, outcome
from tests.services.conftest import opened

pytestmark = pytest.mark.django_db(transaction=True)
DAYS = {"kind": "per_move", "ms": 3 * 86_400_000}
ENTROPY = "ab" * 32


def seek(who: Person, **more: object):
    return who("post", "seeks", {"game": "zertz", "command_id": command(), **more})


@pytest.fixture
def ann() -> Person:
    return Person("Ann", "ann-1")


@pytest.fixture
def bea() -> Person:
    return Person("Beatrice", "bea-1")


def test_a_seek_is_listed_with_its_commitment_and_taken_back(ann, bea):
    made = seek(ann)
    assert made.status_code == 201
    body = made.json()
    assert (body["status"], body["match"], body["account"]) == ("open", None, ann.id)
    (row,) = bea("get", "seeks?game=zertz").json()["results"]
    assert row["commitment"] == body["commitment"]
    assert bea("get", "seeks?game=glux").json()["results"] == []
    assert bea("get", f"seeks/{body['id']}").status_code == 404
    assert ann("delete", f"seeks/{body['id']}").status_code == 204
    assert ann("get", f"seeks/{body['id']}").json()["status"] == "gone"
    assert bea("get", "seeks").json()["results"] == []


def test_two_that_fit_are_paired_at_once_by_the_older_ones_commitment(ann, bea):
    first, second = seek(ann).json(), seek(bea).json()
    match = first["commitment"]["match"]
    assert (second["status"], second["match"]) == ("paired", match)
    assert ann("get", f"seeks/{first['id']}").json()["match"] == match
    assert {str(seat.account) for seat in Seat.objects.filter(match_id=match)} == {ann.id, bea.id}
    opening = Event.objects.get(stream_id=match, seq=0)
    assert opening.pub["seed_commit"] == first["commitment"]["seed_commit"]
    assert outcome(ann("delete", f"seeks/{first['id']}")) == (409, "seek-gone")


def test_the_browsers_entropy_goes_into_the_match(ann, bea):
    bound = ann("post", "commitments", {}).json()
    seek(ann, match=bound["match"], entropy=ENTROPY)
    seek(bea)
    taken = Event.objects.filter(stream_id=bound["match"], type="seat.taken").order_by("seq")
    assert [event.pub["entropy"] for event in taken] == [ENTROPY, ""]


@pytest.mark.parametrize(
    ("wish", "other_wish"),
    [
        ({"clock": DAYS}, {}),
        ({"options": {"board": 48}}, {}),
        ({"clock": DAYS, "rating_from": 1600}, {"clock": DAYS}),
    ],
)
def test_what_does_not_fit_is_not_paired(ann, bea, wish, other_wish):
    assert seek(ann, **wish).json()["status"] == "open"
    assert seek(bea, **other_wish).json()["status"] == "open"


def test_a_clock_with_its_defaults_written_out_is_the_same_clock(ann, bea):
    seek(ann, clock=DAYS)
    assert seek(bea, clock=DAYS | {"vacation": True, "on_timeout": "lose"}).json()["status"] == "paired"


def test_the_one_that_fits_is_met_however_many_older_ones_do_not(ann, bea, monkeypatch):
    monkeypatch.setattr("services.lobby.seeks.LISTED", 2)
    for number in range(5):
        assert seek(Person(f"P{number}"), clock=DAYS, rating_from=2900).json()["status"] == "open"
    seek(ann, clock=DAYS)
    assert seek(bea, clock=DAYS).json()["status"] == "paired"


def test_those_who_are_apart_never_meet(ann, bea):
    ann("put", f"me/blocks/{bea.id}")
    made = seek(ann, clock=DAYS).json()
    assert seek(bea, clock=DAYS).json()["status"] == "open"
    assert [row["account"] for row in bea("get", "seeks").json()["results"]] == [bea.id]
    assert outcome(bea("post", f"seeks/{made['id']}/answers", {"command_id": command()})) == (404, "not-found")


def test_a_seek_is_answered_once(ann, bea):
    made, body = seek(ann).json(), {"command_id": command()}
    answers = [bea("post", f"seeks/{made['id']}/answers", body) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json()["match"] == answers[1].json()["match"] == made["commitment"]["match"]
    late = Person("Cid")("post", f"seeks/{made['id']}/answers", {"command_id": command()})
    assert outcome(late) == (409, "seek-gone")
    assert outcome(ann("post", f"seeks/{made['id']}/answers", {"command_id": command()}))[0] == 422


def test_three_are_open_at_most_and_a_guest_seeks_no_rated_match(ann):
    for board in (37, 48, 61):
        assert seek(ann, options={"board": board}).status_code == 201
    assert outcome(seek(ann, options={"board": 40})) == (409, "too-many-seeks")
    assert outcome(seek(Person("Guest"), rated=True, clock=DAYS)) == (403, "guests-kept-out")
    assert outcome(seek(Person("Guest"), game="chess"))[0] == 400


def test_a_live_seek_whose_owner_is_gone_is_neither_listed_nor_paired(ann, bea):
    made = seek(ann).json()
    presence.connection.client().delete(presence._name(ann.account.pk))
    assert bea("get", "seeks").json()["results"] == []
    assert outcome(bea("post", f"seeks/{made['id']}/answers", {"command_id": command()})) == (409, "seek-gone")
    assert seek(bea).json()["status"] == "open"
    presence.mark_here(ann.account.pk)
    due(clock.now())
    assert ann("get", f"seeks/{made['id']}").json()["status"] == "paired"


def test_pairing_a_live_one_ends_the_accounts_other_live_ones(ann, bea):
    other = seek(ann, options={"board": 48}).json()
    slow = seek(ann, clock=DAYS).json()
    seek(ann)
    seek(bea)
    assert ann("get", f"seeks/{other['id']}").json()["status"] == "gone"
    assert ann("get", f"seeks/{slow['id']}").json()["status"] == "open"


def test_two_who_answer_each_others_at_once_meet_at_one_match(ann, bea):
    """Who answers a live one plays live, too: their own ends."""
    mine, hers = seek(ann).json()["id"], seek(bea, options={"board": 48}).json()["id"]
    others = [seek(who, options={"board": 61 if who is ann else 40}).json()["id"] for who in (ann, bea)]
    answers = []

    def answer(who: Person, number: str) -> None:
        answers.append(who("post", f"seeks/{number}/answers", {"command_id": command()}))
        connections.close_all()

    threads = [threading.Thread(target=answer, args=pair) for pair in ((ann, hers), (bea, mine))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    assert Match.objects.count() == 1
    assert sorted(Seek.objects.values_list("status", flat=True)) == ["gone", "gone", "gone", "paired"]
    assert {
        who("get", f"seeks/{seek_id}").json()["status"] for who, seek_id in zip((ann, bea), others, strict=True)
    } == {"gone"}


def test_many_at_once_are_each_in_one_match_at_most():
    people = [new_guest(f"P{number}").pk for number in range(12)]

    def work(account: uuid.UUID) -> None:
        try:
            make_seek(account=account, wanted=Wanted("zertz"), asker=f"acct:{account}")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work, args=(account,)) for account in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    due(clock.now())
    paired = Seek.objects.filter(status=Seek.Status.PAIRED)
    matches = [seek.match for seek in paired]
    assert all(matches.count(match) == 2 for match in matches)
    assert Match.objects.filter(pk__in=matches).count() == len(matches) // 2
    assert len(matches) >= 10


# -- invitations ------------------------------------------------------------------------------------------------------


def table_of(who: Person, **wish: object) -> str:
    return str(opened(account=who.account.pk, wish=Wish("zertz", 2, lot=False, **wish)).id)


def test_an_invitation_opens_a_private_table_and_seats(ann, bea):
    table = table_of(ann, private=True)
    made = ann("post", f"tables/{table}/invitations", {"account": bea.id, "command_id": command()})
    assert made.status_code == 201
    (row,) = bea("get", "invitations").json()["results"]
    assert row == made.json()
    assert row["from"] == {"account": ann.id, "name": "Ann"}
    answer = bea("post", f"invitations/{row['id']}/answer", {"accepted": True, "command_id": command()})
    assert (answer.status_code, answer.json()["status"]) == (200, "accepted")
    assert Seat.objects.filter(match_id=table, account=bea.account.pk).exists()
    assert bea("get", "invitations").json()["results"] == []
    again = bea("post", f"invitations/{row['id']}/answer", {"accepted": True, "command_id": command()})
    assert outcome(again) == (409, "invitation-answered")


def test_an_invitation_is_declined_or_withdrawn(ann, bea):
    table = table_of(ann)
    made = ann("post", f"tables/{table}/invitations", {"account": bea.id, "command_id": command()}).json()
    twice = ann("post", f"tables/{table}/invitations", {"account": bea.id, "command_id": command()})
    assert outcome(twice) == (409, "already-invited")
    assert ann("get", "invitations?sent=1").json()["results"] == [made]
    assert ann("delete", f"invitations/{made['id']}").status_code == 204
    late = bea("post", f"invitations/{made['id']}/answer", {"accepted": True, "command_id": command()})
    assert outcome(late) == (409, "invitation-withdrawn")


def test_only_who_sits_there_invites_and_only_who_wants_is_invited(ann, bea):
    table, body = table_of(ann), {"account": bea.id, "command_id": command()}
    assert outcome(bea("post", f"tables/{table}/invitations", body | {"account": ann.id})) == (403, "not-your-table")
    bea("patch", "me/settings", {"invitations": "nobody"})
    assert outcome(ann("post", f"tables/{table}/invitations", body)) == (409, "takes-no-invitations")
    bea("patch", "me/settings", {"invitations": "known"})
    bea("put", f"me/follows/{ann.id}")
    assert ann("post", f"tables/{table}/invitations", body | {"command_id": command()}).status_code == 201


def test_a_blocked_persons_invitation_is_answered_as_ever_and_reaches_nobody(ann, bea):
    bea("put", f"me/blocks/{ann.id}")
    table = table_of(ann)
    made = ann("post", f"tables/{table}/invitations", {"account": bea.id, "command_id": command()})
    assert made.status_code == 201
    assert bea("get", "invitations").json()["results"] == []
    assert ann("get", "invitations?sent=1").json()["results"] == [made.json()]


def test_for_a_blocked_person_the_table_does_not_exist(ann, bea):
    table = table_of(ann)
    ann("put", f"me/blocks/{bea.id}")
    assert outcome(bea("post", f"tables/{table}/seats", {})) == (404, "not-found")
