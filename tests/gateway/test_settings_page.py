"""The page of the settings, without a browser: everything it offers can be done by its forms, in both languages."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from services.bus import pokes
from services.people.accounts import new_guest
from services.people.bots import bots_of, new_bot
from services.people.channels import feed_word, webhooks_of
from services.people.models import Account
from services.people.preferences import settings_of
from services.people.tokens import granted_by, holder_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)


@pytest.fixture
def account():
    return new_guest("Ann")


@pytest.fixture
def browser(account):
    client = Client()
    client.force_login(account)
    return client


def seen(browser: Client, language: str = "en") -> str:
    return browser.get("/me/settings", headers={"Accept-Language": language}).content.decode()


@pytest.mark.parametrize("language", ["en", "fa"])
def test_no_text_of_the_page_is_missing(browser, account, language):
    new_bot(account.pk, "Machine")
    browser.post("/me/settings/tokens", {"scope": "read", "bot": "", "days": "7"})
    page = seen(browser, language)
    assert re.findall(r"\bsettings\.[a-z_]+(?![\w./])", page.replace("house/settings.js", "")) == []


def test_the_form_changes_what_it_says(browser, account):
    form = {
        "mail": "ann@example.org", "utc_offset": "210", "digest": "daily", "quiet": "on", "quiet_from": "22",
        "quiet_to": "7", "turn.page": "on", "turn.mail": "on", "auto_vacation": "on",
    }  # fmt: skip
    assert browser.post("/me/settings/save", form).status_code == 302
    chosen = settings_of(account.pk)
    assert (chosen.mail, chosen.mail_confirmed, chosen.utc_offset) == ("ann@example.org", False, 210)
    assert (chosen.digest, chosen.quiet, chosen.auto_vacation) == ("daily", (22, 7), True)
    assert (chosen.channels("turn"), chosen.channels("end")) == (("page", "mail"), ())
    page = seen(browser)
    assert 'value="210" selected' in page
    assert re.search(r'name="turn\.mail"[^>]*checked', page)
    assert not re.search(r'name="end\.mail"[^>]*checked', page)


def test_a_wrong_value_is_said_on_the_page_and_changes_nothing(browser, account):
    answer = browser.post("/me/settings/save", {"mail": "nobody", "utc_offset": "60"})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    assert settings_of(account.pk).utc_offset == 0


def test_a_webhook_is_added_its_secret_shown_once_and_removed(browser, account, settings):
    settings.CLOSED_NETWORK = True
    page = browser.post("/me/settings/webhooks", {"url": "http://127.0.0.1:9/"}).content.decode()
    (row,) = webhooks_of(account.pk)
    assert row.secret in page
    assert row.secret not in seen(browser)
    browser.post("/me/settings/remove", {"kind": "webhook", "id": str(row.id)})
    assert webhooks_of(account.pk) == []


def test_an_address_inside_the_house_is_refused_on_the_page(browser, account):
    answer = browser.post("/me/settings/webhooks", {"url": "http://127.0.0.1:9/"})
    assert answer.status_code == 400
    assert webhooks_of(account.pk) == []


def test_when_moves_are_confirmed_is_chosen_here_or_beside_a_board_for_all_games(browser, account):
    assert 'value="touch" selected' in seen(browser)
    assert browser.post("/me/confirm", {"confirm": "never"}).status_code == 204
    assert settings_of(account.pk).confirm == "never"
    assert 'value="never" selected' in seen(browser)
    browser.post("/me/settings/save", {"utc_offset": "0", "confirm": "always"})
    assert settings_of(account.pk).confirm == "always"
    browser.post("/me/settings/save", {"utc_offset": "0"})
    assert settings_of(account.pk).confirm == "always"
    assert browser.post("/me/confirm", {"confirm": "sometimes"}).status_code == 400


def test_feeds_are_made_anew(browser, account):
    word = feed_word(account.pk)
    assert word in seen(browser)
    browser.post("/me/settings/feeds")
    assert word not in seen(browser)


def test_a_bot_gets_a_token_that_is_shown_once_and_revoked(browser, account):
    browser.post("/me/settings/bots", {"name": "Machine"})
    (bot,) = bots_of(account.pk)
    page = browser.post("/me/settings/tokens", {"scope": "play", "bot": str(bot.pk), "days": "30"}).content.decode()
    text = re.search(r'<code dir="ltr">([0-9a-f]{40,})</code>', page).group(1)
    assert holder_of(text).account.pk == bot.pk
    assert text not in seen(browser)
    (granted,) = granted_by(account.pk)
    assert granted.expires_at is not None
    browser.post("/me/settings/remove", {"kind": "token", "id": str(granted.id)})
    assert holder_of(text) is None


def test_what_is_somebody_elses_is_not_removed(browser, account):
    bot = new_bot(new_guest("Bea").pk, "Hers")
    browser.post("/me/settings/remove", {"kind": "bot", "id": str(bot.pk)})
    bot.refresh_from_db()
    assert bot.is_active


def test_forms_need_their_csrf_token_and_an_account(account):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(account)
    assert strict.post("/me/settings/feeds").status_code == 403
    assert Client().post("/me/settings/save", {}).status_code == 302
    assert Client().get("/me/settings").status_code == 302


def test_the_service_worker_is_served_from_the_root(browser):
    answer = browser.get("/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert b"showNotification" in answer.content


def test_own_data_is_offered_and_an_account_is_erased_by_its_name_alone(browser, account):
    page = seen(browser)
    assert 'href="/api/me/data"' in page
    assert browser.post("/me/settings/leave", {"name": "Bea"}).status_code == 400
    assert Account.objects.filter(pk=account.pk).exists()
    answer = browser.post("/me/settings/leave", {"name": "Ann"})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert not Account.objects.filter(pk=account.pk).exists()
    assert browser.get("/me/settings")["Location"] == "/sign-in"
