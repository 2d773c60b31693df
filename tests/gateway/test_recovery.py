"""A password is lost and regained: links by a real SMTP server, used once, by the API and by the pages."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from services.log.models import Outbox
from services.log.outbox import follow
from services.notices import senders
from services.notices.follow import handle
from services.notices.models import Outgoing
from services.people.accounts import keep_account, new_guest
from services.people.links import new_link
from services.people.models import Account, Preferences, SignInLink
from services.people.preferences import change_settings, confirm_mail, confirmation_token, settings_of
from services.people.tokens import new_token
from tests.gateway.test_budgets import rates
from tests.services.notices_hands import smtp_server

pytestmark = pytest.mark.django_db(transaction=True)
ANN, NEW = "ann@example.org", "new@example.org"
OLD, FRESH = "turquoise-marble-9", "vermilion-basalt-4"


@pytest.fixture
def mailbox(settings, pokes):
    with smtp_server(settings) as box:
        yield box


def kept(name: str, mail: str = "", language: str = "en") -> Account:
    account = new_guest(name, language)
    keep_account(account, f"{name.lower()}-1", OLD)
    if mail:
        confirm(account, mail)
    return account


def confirm(account: Account, mail: str) -> None:
    change_settings(account.pk, {"mail": mail})
    assert confirm_mail(confirmation_token(account.pk, mail))


@pytest.fixture
def ann(mailbox) -> Account:
    account = kept("Ann", ANN)
    Outbox.objects.all().delete()
    return account


def post(path: str, body: object, **headers):
    return Client(headers=headers).post(f"/api/{path}", body, content_type="application/json")


def put_password(token: str, **body):
    client = Client(headers={"authorization": f"Bearer {token}"})
    return client.put("/api/me/password", body, content_type="application/json")


def deliver() -> None:
    follow("notices", handle)
    senders.send_mails()


def link_in(mail) -> str:
    return re.search(r"/sign-in/(\S+)", mail.get_body(("plain",)).get_content()).group(1)


def ask(mail: str = ANN) -> None:
    assert post("recovery", {"mail": mail}).status_code == 202
    deliver()


def use(token: str):
    return post(f"recovery/{token}", {})


def refused(answer) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


# -- asking -----------------------------------------------------------------------------------------------------------


def test_a_confirmed_address_in_any_case_is_mailed_a_link_that_signs_in(ann, mailbox):
    ask(ANN.upper())
    (mail,) = mailbox.mails
    assert (mail["To"], "List-Unsubscribe" in mail) == (ANN, False)
    answer = use(link_in(mail))
    assert answer.status_code == 200
    assert answer.json()["account"] == {"id": str(ann.pk), "name": "Ann", "guest": False, "bot": False, "closed": None}
    me = Client(headers={"authorization": f"Bearer {answer.json()['token']}"}).get("/api/me")
    assert me.json()["id"] == str(ann.pk)


def test_an_unknown_address_gets_the_same_answer_with_as_many_statements(ann, mailbox):
    answers, counts = [], []
    for mail in (ANN, "nobody@example.org"):
        with CaptureQueriesContext(connection) as statements:
            answer = post("recovery", {"mail": mail})
        answers.append((answer.status_code, answer.content))
        counts.append(len(statements))
    assert answers == [(202, b"{}")] * 2
    assert counts[0] == counts[1] > 0
    facts = list(Outbox.objects.values_list("fact", "body"))
    assert len({name for name, _ in facts}) == 1
    assert len(facts) == 2
    deliver()
    assert mailbox.recipients == [ANN]


def test_an_address_that_is_not_confirmed_gets_no_link(mailbox):
    change_settings(kept("Bea").pk, {"mail": ANN})
    Outbox.objects.all().delete()
    ask()
    assert mailbox.mails == []


def test_three_links_an_hour_and_not_more_later(ann, mailbox, house_clock):
    for _ in range(5):
        ask()
    assert len(mailbox.mails) == 3
    house_clock(minutes=61)
    deliver()
    assert len(mailbox.mails) == 3
    ask()
    assert len(mailbox.mails) == 4


@pytest.mark.parametrize("body", [{}, {"mail": None}, {"mail": 7}, {"mail": "x"}, {"mail": ANN, "more": 1}, []])
def test_what_is_no_address_is_refused_and_nothing_is_written(pokes, body):
    assert refused(post("recovery", body))[0] == 400
    assert Outbox.objects.count() == 0


def test_asking_and_guessing_are_throttled_by_address_whoever_calls(pokes, monkeypatch):
    rates(monkeypatch, sign_in="3/hour")
    tokens = [f"Bearer {new_token(new_guest())}" for _ in range(5)]
    answers = [post("recovery/guess", {}, authorization=token) for token in tokens]
    assert [answer.status_code for answer in answers] == [409, 409, 409, 429, 429]
    assert post("recovery", {"mail": ANN}).status_code == 429
    assert Client().post("/sign-in/guess").status_code == 429


def test_no_row_and_no_fact_has_the_secret(ann, mailbox):
    post("recovery", {"mail": ANN})
    facts = str(list(Outbox.objects.values()))
    deliver()
    token = link_in(mailbox.mails[0])
    assert len(token) >= 22  # 128 bits in base 64
    kept_rows = str([*Outgoing.objects.values(), *SignInLink.objects.values()])
    assert token not in facts + kept_rows


def test_a_persian_reader_gets_a_persian_mail(mailbox):
    kept("Mina", ANN, "fa")
    Outbox.objects.all().delete()
    ask()
    (mail,) = mailbox.mails
    assert mail["Subject"] == "پیوند ورود شما"
    assert "تا ۱۵ دقیقه" in mail.get_body(("plain",)).get_content()


# -- using ------------------------------------------------------------------------------------------------------------


def test_a_link_works_once(ann):
    token = new_link(ann.pk)
    assert use(token).status_code == 200
    assert refused(use(token)) == (409, "link-gone")


def test_a_link_is_too_old_after_a_quarter_of_an_hour(ann, house_clock):
    token, other = new_link(ann.pk), new_link(ann.pk)
    house_clock(minutes=14, seconds=50)
    assert use(token).status_code == 200
    other = new_link(ann.pk)
    house_clock(minutes=30)
    assert refused(use(other)) == (409, "link-gone")


def test_a_link_ends_when_another_is_used(ann):
    first, second = new_link(ann.pk), new_link(ann.pk)
    assert use(second).status_code == 200
    assert refused(use(first)) == (409, "link-gone")


def test_a_link_of_another_account_is_left_alone(ann):
    bea = kept("Bea")
    hers, other = new_link(bea.pk), new_link(ann.pk)
    assert use(other).status_code == 200
    assert use(hers).json()["account"]["id"] == str(bea.pk)


def test_links_of_another_purpose_and_guesses_do_not_sign_in(ann):
    for token in (confirmation_token(ann.pk, ANN), "x", "%F0%9F%92%A9", "a" * 400):
        assert refused(use(token)) == (409, "link-gone")


def test_a_closed_account_is_not_signed_in(ann):
    token = new_link(ann.pk)
    Account.objects.filter(pk=ann.pk).update(is_active=False)
    assert refused(use(token)) == (403, "account-closed")
    assert Client().post(f"/sign-in/{token}").status_code == 403
    assert SignInLink.objects.get(account=ann).used_at is None


def test_the_links_account_is_signed_in_whoever_calls(ann):
    bea = kept("Bea")
    answer = post(f"recovery/{new_link(ann.pk)}", {}, authorization=f"Bearer {new_token(bea)}")
    assert answer.json()["account"]["id"] == str(ann.pk)


# -- a new password ---------------------------------------------------------------------------------------------------


def test_whoever_came_by_a_link_needs_no_old_password_for_a_quarter_of_an_hour(ann, house_clock):
    late = use(new_link(ann.pk)).json()["token"]
    house_clock(minutes=16)
    assert refused(put_password(late, password=FRESH)) == (403, "wrong-password")
    assert put_password(use(new_link(ann.pk)).json()["token"], password=FRESH).status_code == 200
    assert Account.objects.get(pk=ann.pk).check_password(FRESH)


def test_a_link_trusts_the_token_it_gave_and_no_other(ann):
    stolen = new_token(ann)
    assert use(new_link(ann.pk)).status_code == 200
    assert refused(put_password(stolen, password=FRESH)) == (403, "wrong-password")


def test_a_new_password_ends_links_and_other_tokens(ann):
    waiting, other = new_link(ann.pk), new_token(ann)
    answer = put_password(new_token(ann), password=FRESH, old=OLD)
    assert answer.status_code == 200
    assert refused(use(waiting)) == (409, "link-gone")
    assert Client(headers={"authorization": f"Bearer {other}"}).get("/api/me").status_code == 401
    assert Client(headers={"authorization": f"Bearer {answer.json()['token']}"}).get("/api/me").status_code == 200


# -- addresses --------------------------------------------------------------------------------------------------------


def test_an_address_is_one_accounts(ann):
    bea = kept("Bea")
    change_settings(bea.pk, {"mail": ANN.upper()})
    answer = Client().post(f"/mail/confirm/{confirmation_token(bea.pk, ANN.upper())}")
    assert answer.status_code == 409
    assert "belongs to another account" in answer.content.decode()
    assert not settings_of(bea.pk).mail_confirmed


def test_until_a_changed_address_is_confirmed_links_go_to_the_old_one(ann, mailbox):
    change_settings(ann.pk, {"mail": NEW})
    Outbox.objects.all().delete()
    ask(NEW)
    assert mailbox.mails == []
    ask(ANN)
    assert mailbox.recipients == [ANN]
    earlier = link_in(mailbox.mails[0])
    assert confirm_mail(confirmation_token(ann.pk, NEW))
    assert refused(use(earlier)) == (409, "link-gone")
    Outbox.objects.all().delete()
    ask(ANN)
    ask(NEW)
    assert mailbox.recipients == [ANN, NEW]


def subjects_to(mailbox, address: str) -> list[str]:
    return [mail["Subject"] for mail in mailbox.mails if mail["To"] == address]


def test_the_old_address_gets_a_word_when_another_is_entered_and_when_that_is_confirmed(ann, mailbox):
    for _ in range(2):  # entered again it asks again, and the old address has heard of it
        change_settings(ann.pk, {"mail": NEW})
        deliver()
    assert subjects_to(mailbox, ANN) == ["Another address was entered for your account"]
    assert confirm_mail(confirmation_token(ann.pk, NEW))
    assert confirm_mail(confirmation_token(ann.pk, NEW))
    deliver()
    assert subjects_to(mailbox, ANN)[1:] == ["Your account has left this address"]
    assert Preferences.objects.get(account=ann).former_mail == ""
    assert subjects_to(mailbox, NEW) == ["Is this your address?"] * 2


def test_a_first_address_and_the_same_one_again_give_no_word(mailbox):
    account = kept("Bea", ANN)
    deliver()
    change_settings(account.pk, {"mail": NEW})
    change_settings(account.pk, {"mail": ANN})
    Outbox.objects.all().delete()
    assert confirm_mail(confirmation_token(account.pk, ANN))
    deliver()
    assert subjects_to(mailbox, ANN) == []


def test_an_address_that_is_taken_away_gets_no_links_and_is_free_for_another(ann, mailbox):
    change_settings(ann.pk, {"mail": None})
    deliver()
    assert subjects_to(mailbox, ANN) == ["Your account has left this address"]
    ask()
    assert len(mailbox.mails) == 1
    confirm(kept("Bea"), ANN)


def test_a_guest_who_confirms_an_address_is_a_guest_no_more(mailbox):
    guest = new_guest("Gil")
    confirm(guest, ANN)
    assert not Account.objects.get(pk=guest.pk).guest
    token = use(new_link(guest.pk)).json()["token"]
    assert put_password(token, password=FRESH).status_code == 400
    assert put_password(token, password=FRESH, login="gil-1").status_code == 200


# -- pages ------------------------------------------------------------------------------------------------------------


def test_by_the_pages_a_password_is_lost_and_regained(ann, mailbox):
    browser, elsewhere = Client(), Client()
    assert elsewhere.post("/sign-in", {"login": "ann-1", "password": OLD}).url == "/me"
    assert "/sign-in/forgotten" in browser.get("/sign-in").content.decode()
    assert browser.post("/sign-in/forgotten", {"mail": ANN}).status_code == 200
    deliver()
    link = f"/sign-in/{link_in(mailbox.mails[0])}"
    assert browser.post(link).url == "/me/password"
    assert 'name="old"' not in browser.get("/me/password").content.decode()
    assert browser.post("/me/password", {"password": FRESH}).url == "/me?done=saved"
    assert 'name="old"' in browser.get("/me/password").content.decode()
    assert elsewhere.get("/me/password").url == "/sign-in"
    assert Client().post("/sign-in", {"login": "ann-1", "password": FRESH}).url == "/me"


def test_looking_at_a_link_does_nothing(ann):
    token = new_link(ann.pk)
    for _ in range(3):
        assert Client().get(f"/sign-in/{token}").status_code == 200
        assert Client().head(f"/sign-in/{token}").status_code == 200
    assert use(token).status_code == 200


def test_another_site_cannot_sign_somebody_in_by_its_own_link(ann):
    token = new_link(ann.pk)
    assert Client(enforce_csrf_checks=True).post(f"/sign-in/{token}").status_code == 403
    assert use(token).status_code == 200


@pytest.mark.parametrize(("language", "words"), [("en", "Ask for a new one"), ("fa", "پیوند تازه‌ای بخواهید")])
def test_the_page_of_a_link_that_is_gone_says_so(pokes, language, words):
    browser = Client()
    browser.cookies["language"] = language
    answer = browser.post("/sign-in/nothing-like-it")
    assert answer.status_code == 409
    assert words in answer.content.decode()


def test_the_page_says_the_same_to_an_unknown_address(ann):
    pages = [Client().post("/sign-in/forgotten", {"mail": mail}) for mail in (ANN, "nobody@example.org")]
    assert [page.status_code for page in pages] == [200, 200]
    assert len({_without_secrets(page.content.decode()) for page in pages}) == 1


def test_the_page_refuses_what_is_no_address_and_a_wrong_old_password(ann):
    assert Client().post("/sign-in/forgotten", {"mail": "x"}).status_code == 400
    browser = Client()
    browser.force_login(ann)
    assert browser.post("/me/password", {"password": FRESH, "old": "wrong"}).status_code == 400
    assert Account.objects.get(pk=ann.pk).check_password(OLD)


def _without_secrets(page: str) -> str:
    return re.sub(r'(value|nonce)="[^"]{20,}"|nonce-[^"\']+', "", page)
