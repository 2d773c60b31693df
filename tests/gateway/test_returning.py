"""A guest's link that leads back: shown once, kept hashed, good on any device until it is revoked; names of guests."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client

from services.people.accounts import keep_account, new_guest
from services.people.models import Account, ReturnLink
from services.people.returning import account_of_link, make_return_link
from services.playing.tables import Wish, open_table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def guest(pokes) -> Account:
    return new_guest("Ann")


def browser_of(account: Account) -> Client:
    client = Client()
    client.force_login(account)
    return client


def shown_link(page: str) -> str:
    match = re.search(r'value="http://testserver(/back/[^"]+)"', page)
    assert match is not None
    return match[1]


def made_by(client: Client, match: str = "") -> str:
    answer = client.post("/me/return", {"act": "make", "match": match})
    assert answer["Cache-Control"] == "no-store"
    return shown_link(answer.content.decode())


def test_a_link_signs_the_guest_in_on_another_device_and_leads_to_the_match(guest):
    match = open_table(account=guest.pk, wish=Wish("zertz", 2)).id
    link = made_by(browser_of(guest), str(match))
    assert ReturnLink.objects.get().digest not in link
    other = Client()
    assert "Ann" in other.get(link).content.decode()
    assert "_auth_user_id" not in other.session  # whoever only looks at it is not signed in
    answer = other.post(link)
    assert (answer.status_code, answer["Location"]) == (302, f"/matches/{match}")
    assert other.session["_auth_user_id"] == str(guest.pk)
    assert Client().post(link).status_code == 302  # and again, until it is revoked


def test_a_link_is_not_shown_again_and_ends_when_revoked_replaced_or_not_needed_any_more(guest):
    own = browser_of(guest)
    first = made_by(own)
    page = own.get("/me").content.decode()
    assert first not in page
    assert 'value="revoke"' in page
    second = made_by(own)
    assert Client().post(first).status_code == 409
    assert Client().post(second).status_code == 302
    own.post("/me/return", {"act": "revoke"})
    assert Client().post(second).status_code == 409
    assert 'value="revoke"' not in own.get("/me").content.decode()
    third = make_return_link(guest.pk)
    assert account_of_link(third) == guest
    keep_account(guest, "ann-1", "turquoise-marble-9")
    assert Client().post(f"/back/{third}").status_code == 409
    assert own.post("/me/return", {"act": "make"}).status_code == 302


def test_a_link_of_nobody_or_of_a_closed_account_leads_nowhere_in_either_language(guest):
    link = f"/back/{make_return_link(guest.pk)}"
    Account.objects.filter(pk=guest.pk).update(is_active=False)
    for path in (link, "/back/nothing", f"/back/{'x' * 200}?match={uuid4()}"):
        answer = Client().post(path)
        assert answer.status_code == 409
        assert "does not lead anywhere" in answer.content.decode()
    persian = Client(headers={"accept-language": "fa"}).post(link)
    assert "پیوند" in persian.content.decode()


def test_a_name_that_a_guest_was_given_is_shown_in_the_readers_language_and_digits(pokes):
    for name in ("Guest 1234", "مهمان 1234"):
        account = new_guest(name)
        match = open_table(account=account.pk, wish=Wish("zertz", 2)).id
        english = Client().get(f"/tables/{match}").content.decode()
        persian = Client(headers={"accept-language": "fa"}).get(f"/tables/{match}").content.decode()
        assert "Guest 1234" in english
        assert "مهمان ۱۲۳۴" in persian
        assert name not in persian
        assert "مهمان ۱۲۳۴" in Client(headers={"accept-language": "fa"}).get(f"/players/{account.pk}").content.decode()


def test_who_joins_is_asked_for_a_name_and_may_leave_it(guest):
    match = open_table(account=guest.pk, wish=Wish("potion_explosion", 4)).id
    joining = Client()
    assert 'id="your-name"' in joining.get(f"/tables/{match}").content.decode()
    joining.post(f"/tables/{match}/seat", {"seat": "1", "name": "Shirin"})
    assert Account.objects.get(pk=joining.session["_auth_user_id"]).name == "Shirin"
    quiet = Client()
    quiet.post(f"/tables/{match}/seat", {"seat": "2", "name": ""})
    assert re.fullmatch("Guest [0-9]{4}", Account.objects.get(pk=quiet.session["_auth_user_id"]).name)
    wrong = Client()
    answer = wrong.post(f"/tables/{match}/seat", {"seat": "3", "name": "\u3164"})
    assert answer.status_code == 409
    kept = new_guest("Bea")
    keep_account(kept, "bea-1", "turquoise-marble-9")
    assert 'id="your-name"' not in browser_of(kept).get(f"/tables/{match}").content.decode()
