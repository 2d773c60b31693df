"""Play somebody: one click looks, the page waits and leads to the match; all of it without scripts."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from services.bus import presence
from services.bus.connection import client as redis_client
from services.lobby.models import Seek
from services.lobby.read import waiting_counts
from services.log.models import Event
from services.matches.models import Seat
from services.people.accounts import keep_account, new_guest
from services.people.social import block
from tests.gateway.test_pages import no_pokes, seen, signed_in  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)
ENTROPY = "ab" * 32


def looked(browser: Client, game: str = "zertz", **form: str) -> str:
    """Where the click leads."""
    answer = browser.post(f"/games/{game}/seeks", form)
    assert answer.status_code == 302, answer.content
    return answer["Location"]


def test_two_strangers_who_click_meet_at_one_match():
    ann, bea = Client(), Client()
    waiting = looked(ann)
    assert re.fullmatch("/seeks/[0-9a-f-]{36}", waiting)
    met = looked(bea)
    assert re.fullmatch("/matches/[0-9a-f-]{36}", met)
    assert ann.get(waiting)["Location"] == met
    assert ann.get(waiting, headers={"hx-request": "true"})["HX-Redirect"] == met
    assert Seat.objects.filter(match_id=met.split("/")[2]).count() == 2


def test_the_browsers_bytes_come_after_the_commitment_and_go_into_the_match():
    ann = Client()
    bound = ann.post("/api/commitments", {}, content_type="application/json").json()["match"]
    looked(ann, match=bound, entropy=ENTROPY)
    assert looked(Client()) == f"/matches/{bound}"
    given = [event.pub["entropy"] for event in Event.objects.filter(stream_id=bound, type="seat.taken").order_by("seq")]
    assert given == [ENTROPY, ""]


def test_a_second_click_leads_to_the_same_search():
    ann = Client()
    assert looked(ann) == looked(ann)
    assert Seek.objects.count() == 1


def test_the_page_tells_what_is_looked_for_and_takes_it_back():
    ann = Client(headers={"accept-language": "fa"})
    waiting = looked(ann)
    page = seen(ann, waiting)
    assert "۱۰ دقیقه" in page
    assert "پایان جستجو" in page
    assert ann.get(waiting, headers={"hx-request": "true"}).status_code == 204
    assert ann.post(f"{waiting}/end")["Location"] == "/games/zertz"
    assert Seek.objects.get().status == Seek.Status.GONE
    over = ann.get(waiting, headers={"hx-request": "true"}).content.decode()
    assert "hx-trigger" not in over
    assert 'action="/games/zertz/seeks"' in over


def test_somebody_elses_search_is_not_there():
    waiting = looked(Client())
    for other in (Client(), signed_in(new_guest("Bea"))):
        assert other.get(waiting).status_code == 404
        assert other.post(f"{waiting}/end").status_code == 404
    assert Seek.objects.get().status == Seek.Status.OPEN


def test_looking_at_the_page_keeps_the_search_alive_without_scripts():
    ann = Client()
    waiting = looked(ann)
    owner = Seek.objects.get().account
    redis_client().delete(presence._name(owner))
    assert waiting_counts(None)["zertz"] == 0
    ann.get(waiting)
    assert waiting_counts(None)["zertz"] == 1


def test_home_and_the_games_page_say_how_many_others_wait():
    ann = Client()
    looked(ann)
    for path in ("/", "/games/zertz"):
        assert seen(Client(), path).count("1 waiting") == 1
        assert "1 waiting" not in seen(ann, path)
    assert "1 waiting" not in seen(Client(), "/games/glux")


def test_who_is_blocked_does_not_count_as_waiting():
    ann, bea = new_guest("Ann"), new_guest("Bea")
    looked(signed_in(bea))
    block(ann.pk, bea.pk)
    assert "waiting</span>" not in seen(signed_in(ann), "/")
    assert 'class="card seek"' not in seen(signed_in(ann), "/games/zertz")


def test_all_games_are_counted_by_one_statement():
    for game in ("zertz", "glux", "enigma"):
        looked(Client(), game)
    with CaptureQueriesContext(connection) as asked:
        counts = waiting_counts(None)
    assert dict(counts) == {"zertz": 1, "glux": 1, "enigma": 1}
    assert ["lobby_seek" in query["sql"] for query in asked] == [False, True]  # the time, and all searches


def test_a_listed_search_is_answered_by_one_click_and_once():
    waiting = looked(Client())
    number = waiting.split("/")[2]
    bea, cid = Client(), Client()
    assert f'action="/seeks/{number}/answer"' in seen(bea, "/games/zertz")
    met = bea.post(f"/seeks/{number}/answer", {"game": "zertz", "entropy": ENTROPY})
    assert met["Location"] == f"/matches/{Seek.objects.get().match}"
    late = cid.post(f"/seeks/{number}/answer", {"game": "zertz"})
    assert late.status_code == 409
    assert "Somebody was quicker" in late.content.decode()


def test_a_fourth_search_is_refused_on_the_games_page():
    ann = Client()
    for game in ("zertz", "glux", "enigma"):
        looked(ann, game)
    refused = ann.post("/games/saboteur_duel/seeks")
    assert refused.status_code == 409
    assert "You have three seeks open" in refused.content.decode()


def test_a_guest_is_offered_no_rated_search():
    ann = new_guest("Ann")
    keep_account(ann, "ann-9", "turquoise-marble-9")
    body = {"game": "zertz", "rated": True, "clock": {"kind": "per_move", "ms": 259_200_000}}
    command = {"command_id": "0b8c1b6e-3c39-4a57-9d3c-3f1f1f6f3a11"}
    made = signed_in(ann).post("/api/seeks", body | command, content_type="application/json")
    assert made.status_code == 201
    assert "/answer" not in seen(Client(), "/games/zertz")
    assert Client().post(f"/seeks/{made.json()['id']}/answer", {"game": "zertz"}).status_code == 403


def test_an_unknown_game_or_a_match_that_is_no_id_makes_no_search():
    assert Client().post("/games/chess/seeks").status_code == 404
    assert looked(Client(), match="x", entropy="zz").startswith("/seeks/")
    assert Seek.objects.get().entropy == ""
