"""An operator looks through the admin and rules a stalled match; its players, its log and both verifiers agree."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, StorageState, expect

from tests.browser.conftest import Visit, Visitor
from tests.live import House, until
from verifier.verify import verify

PASSWORD = "turquoise-marble-9"
SET_UP = """
import uuid
from django.conf import settings
from django.test import Client
from services.log.models import Outbox
from services.log import clock
from services.people.accounts import keep_account, new_guest
from services.people.models import Account
from services.people.operators import make_operator
from services.people.social import report
from services.playing.tables import Wish, open_table, take_seat
from services.matches.models import Match
mark = uuid.uuid4().hex[:8]
people = [new_guest(name, language) for name, language in (("Ann", "fa"), ("Bea", "en"), ("Dora", "en"))]
for account in people:
    keep_account(account, f"{account.name.lower()}-{mark}", "turquoise-marble-9")
assert make_operator(f"dora-{mark}", True)
ann, bea, dora = people
match = open_table(account=ann.pk, wish=Wish("zertz", 2, lot=False)).id
take_seat(match_id=match, account=bea.pk)
report(me=bea.pk, other=ann.pk, match=match, reason="stalling", text="Nothing for a week.")
open_table(account=ann.pk, wish=Wish("zertz", 2, bots={0: "greedy", 1: "greedy"}))
Outbox.objects.create(
    follower="ratings", fact="leaf.added", version=1, body={}, at=clock.now(), due_at=clock.now(), parked="of a test"
)
for account in (ann, bea):
    client = Client()
    client.force_login(account)
    print(settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value)
print(f"dora-{mark}", match)
"""


class Players:
    """Two players at a match that stands still, and somebody who keeps order."""

    def __init__(self, lines: list[str]) -> None:
        self.ann, self.bea = (_state(*line.split(" ")) for line in lines[:2])
        self.login, self.match = lines[2].split(" ")


def _state(cookie: str, value: str) -> StorageState:
    return {
        "cookies": [
            {
                "name": cookie, "value": value, "domain": "127.0.0.1", "path": "/", "expires": -1, "httpOnly": True,
                "secure": False, "sameSite": "Lax",
            }
        ],
        "origins": [],
    }  # fmt: skip


@pytest.fixture(scope="module")
def players(running: House) -> Players:
    return Players(running.run(SET_UP).strip().split("\n"))


def enter(dora: Visitor, login: str) -> None:
    dora.goto("/admin/")
    dora.page.fill("#username", login)
    dora.page.fill("#password", PASSWORD)
    dora.page.keyboard.press("Enter")
    dora.page.wait_for_selector(".things")


def give(page: Page, action: str, reason: str, text: str, **fields: str) -> None:
    """Unfold the form of an order and send it, by keyboard."""
    form = page.locator("details", has=page.locator(f"input[name=action][value={action}]"))
    form.locator("summary").focus()
    page.keyboard.press("Enter")
    for name, value in fields.items():
        form.locator(f"[name={name}]").fill(value)
    form.locator("select[name=reason]").select_option(reason)
    form.locator("textarea").fill(text)
    form.locator("button").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_an_operator_rules_a_stalled_match_and_everybody_agrees_on_it(visit: Visit, running: House, players: Players):
    ann, bea, dora = visit(lang="fa", phone=True, state=players.ann), visit(state=players.bea), visit(width=1100)
    ann.goto(f"/matches/{players.match}")
    ann.ready()
    enter(dora, players.login)
    page = dora.page
    page.click("a[href='/admin/gateway/report/']")
    page.click("table.list tbody tr:first-child td:last-child a")
    expect(page.locator("#seats")).to_contain_text("Ann")
    page.click("a[href^='/admin/store/match/'] >> nth=0")
    give(page, "credit", "outage", "", seat="0", ms="1000")
    expect(page.locator("[data-error]")).to_have_attribute("data-error", "no-clock")
    give(page, "forfeit", "stalling", "Ann did not come back.", seat="0")
    assert not page.locator("[data-error]").count()
    expect(page.locator("#log")).to_contain_text("director.ruled")
    expect(page.locator("#log")).to_contain_text("match.ended")
    expect(page.locator("#trail")).to_contain_text("Ann did not come back.")
    until(lambda: running.http.get(f"/api/matches/{players.match}").json()["revealed"])
    card = running.http.get(f"/api/matches/{players.match}").json()
    assert (card["winners"], card["reason"]) == ([1], "ruling")
    assert verify(json.loads(running.http.get(f"/api/matches/{players.match}/export").content)) == []
    bea.goto(f"/matches/{players.match}/audit")
    expect(bea.page.locator("#verify-result")).to_have_attribute("data-state", "good")
    expect(ann.page.locator("#log")).to_contain_text("با رأی داور")
    for visitor, words in ((ann, "Ann did not come back."), (bea, "A seat forfeited")):
        visitor.goto("/me")
        expect(visitor.page.locator("#trail")).to_contain_text(words)
        assert "Dora" not in visitor.page.content()
        assert visitor.fits()


@pytest.mark.parametrize(("lang", "phone", "dark"), [("en", False, True), ("fa", True, False)])
def test_every_page_of_the_admin_opens_for_an_operator_alone(
    visit: Visit, players: Players, lang: str, phone: bool, dark: bool
):
    dora, ann = visit(lang=lang, phone=phone, dark=dark), visit(lang=lang, phone=phone, state=players.ann)
    dora.goto("/admin/")
    assert dora.fits()
    enter(dora, players.login)
    lists = addresses(dora.page, ".things a")
    assert len(lists) == 11
    pages = ["/admin/", *lists]
    for address in lists:
        dora.goto(address)
        pages += addresses(dora.page, "table.list tbody tr:first-child td:last-child a")
    assert len(pages) > 16
    for address in pages:
        dora.goto(address)
        expect(dora.page.locator("h1")).to_be_visible()
        expect(dora.page.locator("html")).to_have_attribute("dir", "rtl" if lang == "fa" else "ltr")
        assert dora.fits(), address
        ann.goto(address)
        assert "/admin/login/" in ann.page.url


def addresses(page: Page, selector: str) -> list[str]:
    links: list[str] = page.eval_on_selector_all(selector, "links => links.map(link => link.getAttribute('href'))")
    return links
