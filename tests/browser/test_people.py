"""A lost password is regained by a mailed link; who is blocked sees nothing unusual."""

from __future__ import annotations

import email
import re
import uuid
from email.policy import default
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.test_challenge import settled
from tests.live import House, until

OLD, FRESH = "turquoise-marble-9", "vermilion-basalt-4"
KEPT = """
from services.people.accounts import keep_account, new_guest
from services.people.preferences import change_settings, confirm_mail, confirmation_token
account = new_guest("Ann", "{lang}")
keep_account(account, "{login}", "{password}")
change_settings(account.pk, {{"mail": "{login}@example.org"}})
assert confirm_mail(confirmation_token(account.pk, "{login}@example.org"))
"""


def link_for(address: str, mails: Path) -> str | None:
    """The path of the link that was mailed to that address; None: there is no such mail yet."""
    for path in mails.glob("*.eml"):
        mail = email.message_from_bytes(path.read_bytes(), policy=default)
        link = re.search(r"/sign-in/\S+", mail.get_body(("plain",)).get_content())
        if mail["To"] == address and link:
            return link.group(0)
    return None


def enter(visitor: Visitor, login: str, password: str) -> None:
    visitor.goto("/sign-in")
    visitor.page.fill("#login", login)
    visitor.page.fill("#password", password)
    visitor.page.keyboard.press("Enter")


@pytest.mark.parametrize(("lang", "width"), [("en", 1280), ("fa", 360)])
def test_a_lost_password_is_regained(visit: Visit, running: House, lang: str, width: int):
    login = f"ann-{uuid.uuid4().hex[:8]}"
    running.run(KEPT.format(login=login, password=OLD, lang=lang))
    ann = visit(lang=lang, width=width)
    ann.goto("/sign-in")
    ann.page.click("a[href='/sign-in/forgotten']")
    ann.page.fill("#mail", f"{login}@example.org")
    assert ann.fits()
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_role("status")).to_be_visible()
    ann.goto(until(lambda: link_for(f"{login}@example.org", running.var / "mail"), 40))
    assert ann.fits()
    ann.page.focus("main button.primary")
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_url(re.compile("/me/password"))
    assert ann.fits()
    ann.page.fill("#password", FRESH)
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_url(re.compile("/me\\?done=saved"))
    elsewhere = visit(lang=lang, width=width)
    enter(elsewhere, login, OLD)
    expect(elsewhere.page.get_by_role("alert")).to_be_visible()
    enter(elsewhere, login, FRESH)
    elsewhere.page.wait_for_url(re.compile("/me$"))


def challenge(visitor: Visitor, account: str) -> None:
    visitor.goto(f"/players/{account}")
    visitor.page.select_option("#game", "zertz")
    visitor.page.click("#challenge button.primary")
    visitor.page.wait_for_url(re.compile("/tables/"))


def shown(visitor: Visitor) -> str:
    """The page of the table, without what differs from table to table."""
    return re.sub(r"Guest \d+|[0-9a-f-]{12,}|https?://\S+", "", visitor.page.inner_text("main"))


def test_who_is_blocked_sees_nothing_unusual(visit: Visit):
    ann, bea, cid = visit(), visit(), visit()
    settled(ann)
    settled(cid)
    account = settled(bea)
    ann_id = ann.page.evaluate("fetch('/api/me').then(answer => answer.json()).then(me => me.id)")
    bea.goto(f"/players/{ann_id}")
    with bea.page.expect_navigation():
        bea.page.click("button[name=act][value=block]")
    expect(bea.page.locator("button[name=act][value=unblock]")).to_be_visible()
    challenge(ann, account)
    bea.goto("/me")
    expect(bea.page.locator("#invitations-badge")).to_be_hidden()
    expect(bea.page.locator("#invitations button[value=yes]")).to_have_count(0)
    challenge(cid, account)  # whom nobody has blocked: the same page, and this one arrives
    assert shown(ann) == shown(cid)
    bea.goto("/me")
    expect(bea.page.locator("#invitations-badge")).to_be_visible()
    expect(bea.page.locator("#invitations button[value=yes]")).to_have_count(1)
