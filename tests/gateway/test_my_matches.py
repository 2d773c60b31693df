"""The page of one's own matches: by urgency, with offers, filters, small boards, and the switch of the vacation."""

from __future__ import annotations

import pytest
from django.test import Client

from gateway.pages.lists import Filter, mine, open_offers, pace_of
from services.bus import pokes
from services.clocks.tasks import follow as follow_vacations
from services.people.models import Seen
from services.people.vacations import vacation_of
from tests.gateway.test_async_calls import DAY, Caller, begun, refused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)


@pytest.fixture
def ann():
    return Caller("Ann")


@pytest.fixture
def bea():
    return Caller("Bea")


def signed_in(caller: Caller) -> Client:
    client = Client()
    client.force_login(caller.account)
    return client


def test_the_match_whose_time_runs_out_first_stands_first(ann, bea):
    never = begun(ann, bea, clock=None)
    later = begun(ann, bea, clock={"kind": "per_move", "ms": 7 * DAY})
    sooner = begun(ann, bea, clock={"kind": "per_move", "ms": DAY})
    order = [f"/matches/{card['id']}" for card in mine("en", ann.account.pk)["mine"]]
    assert order == [sooner, later, never]


def test_matches_are_shown_by_game_and_pace(ann, bea):
    begun(ann, bea, clock={"kind": "per_move", "ms": DAY})
    begun(ann, bea, clock=None)
    assert len(mine("en", ann.account.pk, Filter(pace="slow"))["mine"]) == 1
    assert len(mine("en", ann.account.pk, Filter(game="glux"))["mine"]) == 0
    assert pace_of({"kind": "fischer", "start_ms": 600_000, "increment_ms": 0}) == "live"


def test_an_offer_that_waits_is_marked(ann, bea):
    here = begun(ann, bea)
    ann.do("post", f"{here}/offers", kind="draw")
    assert open_offers(bea.account.pk) == {here.rsplit("/", 1)[-1]: ["draw"]}
    assert open_offers(ann.account.pk) == {}
    assert "An offer waits" in signed_in(bea).get("/me").content.decode()


def test_a_match_whose_clock_stands_says_why_on_both_sides(ann, bea):
    paused, away = begun(ann, bea), begun(ann, bea)
    ann.do("post", f"{paused}/offers", kind="pause")
    bea.do("post", f"{paused}/offers/1/answer", accepted=True)
    ann.do("put", "/me/vacation", on=True)
    follow_vacations()
    for caller, heap in ((ann, "mine"), (bea, "waiting")):
        stands = {f"/matches/{card['id']}": card["stands"] for card in mine("en", caller.account.pk)[heap]}
        assert stands == {paused: "agreement", away: "vacation"}
    page = signed_in(bea).get("/me").content.decode()
    assert "Paused" in page
    assert "On vacation" in page


def test_small_boards_are_ones_own_and_do_not_count_as_a_look(ann, bea):
    here = begun(ann, bea)
    match = here.rsplit("/", 1)[-1]
    (board,) = ann("get", f"/me/boards?match={match}").said["boards"]
    assert (board["match"], board["eye"], board["names"]) == (match, 0, ["Ann", "Bea"])
    assert "moves" not in board
    assert Caller("Cyd")("get", f"/me/boards?match={match}").said["boards"] == []
    assert not Seen.objects.filter(account=ann.account.pk).exists()
    refused(ann("get", "/me/boards?match=x"), 400, "bad-request")


def test_a_vacation_is_begun_and_ended_on_the_page(ann):
    client = signed_in(ann)
    assert client.post("/me/vacation", {"on": "yes"}).status_code == 302
    assert vacation_of(ann.account.pk).since is not None
    assert "You are on vacation" in client.get("/me").content.decode()
    client.post("/me/vacation", {"on": "no"})
    assert vacation_of(ann.account.pk).since is None
