"""Pages without a browser: names, invitations, sign-in, what a table tells, what is read without scripts."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta

import pytest
from django.test import Client

from engine.games import GAMES
from gateway.cards import seat_names, tables_json
from gateway.pages.guests import BACKEND
from services.bus import pokes
from services.errors import Conflict
from services.log import clock
from services.matches.models import Match
from services.people.accounts import keep_account, new_guest
from services.people.models import Account
from services.playing.tables import Wish, take_seat
from services.readers.cards import live_matches, party_of
from services.readers.models import MatchCard
from services.referee.tasks import advance
from tests.services.conftest import opened

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "turquoise-marble-9"


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    """Pokes go nowhere: a test that wants a match started starts it."""
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: True)


def signed_in(account: Account, language: str = "en") -> Client:
    browser = Client(headers={"accept-language": language})
    browser.force_login(account, backend=BACKEND)
    return browser


def started(account: Account, game: str, seats: int, bot: str = "greedy", **wish) -> Match:
    match = opened(account=account.pk, wish=Wish(game, seats, bots=dict.fromkeys(range(1, seats), bot), **wish))
    advance(str(match.id))
    match.refresh_from_db()
    return match


def seen(browser: Client, path: str) -> str:
    return browser.get(path, follow=True).content.decode()


# -- names ------------------------------------------------------------------------------------------------------------


def test_equal_names_at_one_table_are_numbered():
    match = started(new_guest("Ann"), "glux", 4, lot=False)
    assert seat_names(party_of(match.id), "en") == ["Ann", "Lantern", "Lantern 2", "Lantern 3"]
    assert seat_names(party_of(match.id), "fa") == ["Ann", "فانوس", "فانوس ۲", "فانوس ۳"]
    (table,) = tables_json([party_of(match.id)], "fa", None)
    assert [seat["name"] for seat in table["seats"]] == seat_names(party_of(match.id), "fa")


def test_people_of_one_name_are_numbered_past_a_name_that_is_taken():
    people = [new_guest(name) for name in ("Ann 2", "Ann", "Ann")]
    table = opened(account=people[0].pk, wish=Wish("glux", 3, lot=False))
    for account in people[1:]:
        take_seat(match_id=table.id, account=account.pk)
    assert seat_names(party_of(table.id), "en") == ["Ann 2", "Ann", "Ann 3"]


# -- invitations ------------------------------------------------------------------------------------------------------


def test_the_address_of_a_private_match_opens_for_whoever_gets_it_from_a_player():
    ann = new_guest("Ann")
    match = started(ann, "zertz", 2, "random", private=True)
    for path in (f"/tables/{match.id}", f"/matches/{match.id}?seq=1"):
        landed = signed_in(ann).get(path, follow=True)
        address = landed.request["PATH_INFO"] + "?" + landed.request["QUERY_STRING"]
        assert landed.status_code == 200
        assert f"invite={match.invite}" in address
        assert Client().get(address).status_code == 200
    assert Client().get(f"/matches/{match.id}").status_code == 404


# -- what a table tells -----------------------------------------------------------------------------------------------


def test_a_table_tells_its_clock_and_that_it_is_private():
    ann = new_guest("Ann")
    table = opened(account=ann.pk, wish=Wish("glux", 2, private=True, clock={"kind": "per_move", "ms": 300_000}))
    page = seen(signed_in(ann), f"/tables/{table.id}")
    assert "<dd>5 minutes a move</dd>" in page
    assert "<dd>Only with the invitation link</dd>" in page
    match = started(ann, "enigma", 2, options={"cap_ms": 150_000})
    page = seen(signed_in(ann, "fa"), f"/matches/{match.id}")
    assert "<dd>بدون محدودیت</dd>" in page
    assert "<dd>۲ دقیقه و ۳۰ ثانیه</dd>" in page


def test_the_form_of_a_table_asks_in_words_and_offers_a_friends_seat():
    assert '<option value="2" selected>' in seen(Client(), "/games/saboteur_duel")
    assert "Rules of this table" not in seen(Client(), "/games/glux")
    form = seen(Client(), "/games/enigma")
    assert '<option value="300000" selected>5 minutes</option>' in form
    assert "millisecond" not in form
    browser = Client()
    browser.post("/games/enigma/tables", {"seats": "2", "option_mode": "async", "option_cap_ms": "600000"})
    assert Match.objects.get().options["cap_ms"] == 600_000


def test_own_matches_come_first_and_only_once_on_the_first_page():
    ann = new_guest("Ann")
    match = started(ann, "zertz", 2, lot=False)
    page = seen(signed_in(ann), "/")
    assert page.count(str(match.id)) == 2  # the id of the card's link and its address
    assert page.index("Your turn") < page.index('class="games"') < page.index("Being played now")
    assert str(match.id) in seen(Client(), "/")


# -- without scripts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_position_is_in_the_readers_words(game):
    ann = new_guest("Ann")
    match = started(ann, game, 2)
    for language in ("en", "fa"):
        page = seen(signed_in(ann, language), f"/matches/{match.id}")
        (block,) = re.findall(r"<noscript>(.*?)</noscript>", page, re.DOTALL)
        lines = re.findall(r"<li>(.*?)</li>", block)
        assert lines
        assert not [line for line in lines if re.search(r"[{}\[\]_]|&quot;", line)]
        assert language == "en" or not [line for line in lines if not re.search("[آ-ی]", line)]


def test_a_move_may_be_typed_with_persian_digits():
    ann = new_guest("Ann")
    match = started(ann, "zertz", 2, lot=False)
    browser = signed_in(ann, "fa")
    sent = browser.post(
        f"/matches/{match.id}/move", {"decision": "1", "move": "Wd۴,d۱", "command_id": str(uuid.uuid4())}
    )
    assert sent.status_code == 302
    refused = browser.post(
        f"/matches/{match.id}/move", {"decision": "1", "move": "Wd٤,d١", "command_id": str(uuid.uuid4())}
    )
    assert refused.status_code == 422


# -- accounts ---------------------------------------------------------------------------------------------------------


def test_a_login_is_one_in_any_case():
    keep_account(new_guest("Ann"), "Ann.Persian", PASSWORD)
    with pytest.raises(Conflict):
        keep_account(new_guest("Bea"), "ann.persian", PASSWORD)
    browser = Client()
    assert browser.post("/sign-in", {"login": "ann.PERSIAN", "password": PASSWORD}).status_code == 302
    assert "Ann" in seen(browser, "/me")
    assert browser.get("/sign-in").headers["Location"] == "/me"


@pytest.mark.parametrize("password", [PASSWORD, "magpie"])
def test_who_is_refused_a_login_or_a_password_is_still_a_guest_on_the_page(password):
    keep_account(new_guest("Ann"), "ann-taken", PASSWORD)
    answer = signed_in(new_guest("Bea")).post("/me/keep", {"login": "ann-taken", "password": password})
    assert answer.status_code == 400
    assert 'action="/me/keep"' in answer.content.decode()


def test_a_guest_is_asked_before_the_account_is_lost():
    guest = signed_in(new_guest("Ann"))
    asked = guest.post("/sign-out")
    assert asked.status_code == 200
    assert 'name="sure"' in asked.content.decode()
    assert "Ann" in seen(guest, "/me")
    assert guest.get("/sign-in").status_code == 200
    assert guest.post("/sign-out", {"sure": "yes"}).status_code == 302
    assert "Ann" not in seen(guest, "/me")


def test_a_kept_account_signs_out_at_once():
    account = new_guest("Ann")
    keep_account(account, "ann", PASSWORD)
    assert signed_in(account).post("/sign-out").status_code == 302


def test_finished_matches_say_how_they_came_out():
    ann, bea = new_guest("Ann"), new_guest("Bea")
    table = opened(account=ann.pk, wish=Wish("zertz", 2))
    take_seat(match_id=table.id, account=bea.pk)
    advance(str(table.id))
    assert signed_in(ann).post(f"/matches/{table.id}/resignation").status_code == 302
    advance(str(table.id))
    assert "You lost" in seen(signed_in(ann), "/me")
    assert "شما بردید" in seen(signed_in(bea, "fa"), "/me")
    assert "You lost. By resignation." in seen(signed_in(ann), f"/matches/{table.id}")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ann \n Bea\t", "Ann Bea"),
        ("a\u202eb\a", "ab"),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("\u202e\u200e", "Guest "),
        ("\u3164\u2800", "Guest "),
    ],
)
def test_a_name_is_one_line_without_hidden_signs(client, given, kept):
    answer = client.post("/api/guests", {"name": given}, content_type="application/json")
    assert answer.json()["account"]["name"].startswith(kept)
    assert "\u202e" not in answer.json()["account"]["name"]


@pytest.mark.parametrize(("game", "says"), [("zertz", False), ("potion_explosion", True)])
def test_a_game_without_plans_says_why(game: str, says: bool):
    ann = new_guest("Ann")
    match = started(ann, game, 2)
    assert ('id="no-plans"' in seen(signed_in(ann), f"/matches/{match.id}")) is says


def test_a_match_that_was_left_at_its_first_move_is_not_listed_as_being_played():
    lasting, left = (started(new_guest("Ann"), "zertz", 2).id for _ in range(2))

    def listed() -> set[uuid.UUID]:
        return {row.party.match.pk for row in live_matches(None, "zertz", 50)} & {lasting, left}

    long_ago = clock.now() - timedelta(minutes=30)
    MatchCard.objects.filter(match_id=lasting).update(moved_at=long_ago, ply=9)
    assert listed() == {lasting, left}
    MatchCard.objects.filter(match_id=left).update(moved_at=long_ago)
    assert listed() == {lasting}
