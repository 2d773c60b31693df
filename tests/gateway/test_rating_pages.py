"""Ratings on pages: lists, the drawn history, what a table expects and what a match changed."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from django.test import Client

from gateway.dates import day_text, moment_text
from gateway.pages.guests import BACKEND
from gateway.pages.rating_plot import BOTTOM, HEIGHT, LEFT, TOP, WIDTH, rating_plot
from services.auditor import tasks as auditor
from services.bus import pokes
from services.matches.models import Match
from services.people.accounts import new_guest
from services.people.models import Account
from services.playing.offers import resign
from services.playing.tables import Wish, open_table, take_seat
from services.ratings.read import whole_history
from services.referee.tasks import advance
from tests.services.ratings_hands import CLOCK, rate_all, rated

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)


def person(name: str) -> Account:
    return Account.objects.create(name=name, guest=False)


def browser(account: Account | None = None, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    if account is not None:
        client.force_login(account, backend=BACKEND)
    return client


def words(client: Client, path: str, **query) -> str:
    """What a page says, without its marks."""
    answer = client.get(path, query, follow=True)
    assert answer.status_code == 200, answer.status_code
    text = re.sub(r"<script.*?</script>", "", answer.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


# -- the list ---------------------------------------------------------------------------------------------------------


def test_a_list_shows_rank_name_rating_and_the_question_mark():
    ann, bea = person("Ann"), person("Bea")
    rated([ann.pk, bea.pk])
    page = words(browser(ann), "/ratings", game="zertz")
    assert re.search(r"1 Ann You 16\d\d \? \(provisional: fewer than ten rated matches\) ± \d+ 1 2 Bea", page)


def test_after_ten_matches_no_question_mark_is_left():
    ann, bea = person("Ann"), person("Bea")
    for _ in range(10):
        rated([ann.pk, bea.pk])
    assert "provisional" not in words(browser(), "/ratings", game="zertz")


def test_a_list_in_persian_has_persian_digits():
    rated([person("آنا").pk, person("بهار").pk])
    page = words(browser(language="fa"), "/ratings", game="zertz")
    assert "رتبه‌بندی" in page
    assert re.search("۱ آنا ۱۶[۰-۹]{2} ؟", page)


def test_an_empty_list_invites_to_open_a_table():
    assert "Nobody has a rating here yet." in words(browser(), "/ratings", game="glux", kind="more")


@pytest.mark.parametrize("query", [{"game": "chess"}, {"kind": "x"}, {"page": "99999"}, {"page": "-1"}, {"page": "۲"}])
def test_a_bad_question_shows_some_list(query):
    assert browser().get("/ratings", query).status_code == 200


# -- the history ------------------------------------------------------------------------------------------------------


def test_the_history_is_drawn_and_put_in_words():
    ann, bea = person("Ann"), person("Bea")
    for winner in (0, 0, 1):
        rated([ann.pk, bea.pk], winners=[winner])
    page = browser().get(f"/ratings/{ann.pk}", {"game": "zertz"}).content.decode()
    assert page.count('class="dot"') == 3
    assert re.search(r'(?s)class="rating"><b>\d{4}</b>.*after 3 rated matches', page)
    assert re.search(r"3 matches drawn: from 16\d\d to \d+; highest \d+, lowest \d+\.", page)


def test_a_drawing_stays_in_its_box_and_goes_up_with_the_rating():
    ann, bea = UUID(int=1), UUID(int=2)
    for winner in (0, 0, 1, 0):
        rated([ann, bea], winners=[winner])
    plot = rating_plot(whole_history(ann, "zertz", "two", 100))
    assert plot is not None
    assert all(LEFT <= dot.x <= WIDTH and TOP <= dot.y <= HEIGHT - BOTTOM for dot in plot.dots)
    assert [dot.x for dot in plot.dots] == sorted(dot.x for dot in plot.dots)
    by_rating = sorted(plot.dots, key=lambda dot: dot.step.rating.shown)
    assert [dot.y for dot in by_rating] == sorted((dot.y for dot in plot.dots), reverse=True)
    assert rating_plot([]) is None


def test_one_match_is_a_dot_in_the_middle():
    rated([UUID(int=1), UUID(int=2)])
    plot = rating_plot(whole_history(UUID(int=1), "zertz", "two", 100))
    assert plot is not None
    assert LEFT < plot.dots[0].x < WIDTH - LEFT


def test_a_guest_has_no_history_page():
    assert browser().get(f"/ratings/{new_guest('Gast').pk}").status_code == 404


def test_days_are_shown_by_the_readers_calendar():
    assert day_text("2026-11-18T08:30:00Z", "en") == "18 Nov 2026"
    assert day_text("2026-11-18T08:30:00Z", "fa") == "۲۷ آبان ۱۴۰۵"
    assert moment_text("2026-11-18T08:30:00Z", "en") == "18 Nov 2026, 08:30 UTC"


# -- on other pages ---------------------------------------------------------------------------------------------------


def open_rated(ann: Account) -> UUID:
    return open_table(account=ann.pk, wish=Wish("zertz", 2, lot=False, rated=True, clock=CLOCK)).id


def test_a_rated_table_tells_a_visitor_the_chances():
    ann, bea = person("Ann"), person("Bea")
    rated([ann.pk, bea.pk])
    page = words(browser(bea), f"/tables/{open_rated(ann)}")
    match = re.search(r"Chance of winning Ann (\d\d) % \1 % You (\d\d) % \2 %", page)
    assert match is not None
    assert int(match[1]) > int(match[2]) == 100 - int(match[1])


def test_a_table_that_is_not_rated_tells_none():
    match = open_table(account=person("Ann").pk, wish=Wish("zertz", 2)).id
    assert "Chance of winning" not in words(browser(person("Bea")), f"/tables/{match}")


def test_a_match_page_tells_what_the_match_changed():
    ann, bea = person("Ann"), person("Bea")
    match = open_rated(ann)
    take_seat(match_id=match, account=bea.pk)
    advance(str(match))
    assert browser().get(f"/ratings/matches/{match}").status_code == 204
    resign(match_id=match, account=ann.pk)
    advance(str(match))
    assert "The ratings will be known shortly." in words(browser(), f"/matches/{match}")
    auditor.follow()
    rate_all()
    assert re.search(r"Ratings Ann −\d+ 1\d\d\d \? .* Bea \+\d+ 1\d\d\d \?", words(browser(), f"/matches/{match}"))
    assert "Bea" in words(browser(), f"/ratings/matches/{match}")


def test_an_account_is_proposed_a_rated_table_and_a_guest_is_not():
    assert 'name="rated" checked' in browser(person("Ann")).get("/games/zertz").content.decode()
    assert 'name="rated"' not in browser(new_guest("Gast")).get("/games/zertz").content.decode()


@pytest.mark.parametrize(
    ("form", "rated_then"),
    [
        ({"clock": "live", "rated": "on"}, True),
        ({"clock": "live"}, False),
        ({"clock": "", "rated": "on"}, False),
        ({"clock": "live", "rated": "on", "seat_1": "greedy"}, False),
    ],
)
def test_the_form_opens_a_rated_table_where_one_can_be(form, rated_then):
    answer = browser(person("Ann")).post("/games/zertz/tables", {"seats": "2", **form})
    assert answer.status_code == 302, answer.content[:500]
    assert Match.objects.get().rated is rated_then
