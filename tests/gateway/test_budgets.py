"""Budgets and waits: by address and by login, in sliding windows; hashing is bounded."""

from __future__ import annotations

import threading
import time

import pytest
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.http import HttpResponse
from django.test import Client

from services.bus import budgets
from services.people import hashers
from services.people.accounts import keep_account, new_guest
from services.people.models import Account

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "turquoise-marble-9"


def rates(monkeypatch, **changed: str) -> None:
    monkeypatch.setitem(
        settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES", settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] | changed
    )


def test_a_budget_is_spent_by_cost_and_says_how_long_to_wait():
    assert budgets.spend("exports", "ann", "10/minute", 4) == 0
    assert budgets.spend("exports", "ann", "10/minute", 6) == 0
    assert 1 <= budgets.spend("exports", "ann", "10/minute") <= 60
    assert budgets.spend("exports", "bea", "10/minute") == 0


def test_pages_have_a_budget_by_address(monkeypatch):
    rates(monkeypatch, pages="3/minute")
    statuses = [Client().get("/sign-in").status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429]
    assert Client().get("/api/games").status_code == 200
    assert int(Client().get("/sign-in")["Retry-After"]) >= 1


def test_fresh_guests_on_one_address_share_the_budget_to_sign_in(monkeypatch):
    rates(monkeypatch, sign_in="3/minute")
    tries = []
    for _ in range(5):
        browser = Client()
        browser.force_login(new_guest("Ann"), backend="django.contrib.auth.backends.ModelBackend")
        tries.append(browser.post("/sign-in", {"login": "someone", "password": "x"}).status_code)
    assert tries == [400, 400, 400, 429, 429]


def test_a_page_of_an_earlier_position_costs_ten_pages(monkeypatch):
    rates(monkeypatch, pages="20/minute")
    statuses = [Client().get("/sign-in?seq=7").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]


def test_keeping_an_account_is_counted_with_signing_in(monkeypatch):
    rates(monkeypatch, sign_in="2/minute")
    browser = Client()
    browser.force_login(new_guest("Ann"), backend="django.contrib.auth.backends.ModelBackend")
    body = {"login": "x", "password": PASSWORD}
    assert [browser.post("/me/keep", body).status_code for _ in range(3)] == [400, 400, 429]


def test_wrong_tries_for_one_login_wait_longer_and_longer():
    keep_account(new_guest("Ann"), "ann-b", PASSWORD)
    tries = [Client().post("/sign-in", {"login": "Ann-B", "password": "wrong"}) for _ in range(7)]
    assert [answer.status_code for answer in tries] == [400] * 6 + [429]
    assert int(tries[-1]["Retry-After"]) >= 1
    right = Client().post("/sign-in", {"login": "ann-b", "password": PASSWORD}, REMOTE_ADDR="203.0.113.9")
    assert right.status_code == 429
    budgets.note_failure("login:ann-b")
    assert budgets.wait_after_failures("login:ann-b") > 2


def test_a_password_may_not_be_its_login():
    browser = Client()
    browser.force_login(new_guest("Ann"), backend="django.contrib.auth.backends.ModelBackend")
    answer = browser.post("/me/keep", {"login": "magpie-lantern", "password": "magpie-lantern"})
    assert answer.status_code == 400


def test_a_taken_login_costs_no_hash(monkeypatch):
    keep_account(new_guest("Ann"), "ann-c", PASSWORD)
    monkeypatch.setattr(hashers.BoundedArgon2, "encode", lambda *args: pytest.fail("hashed"))
    browser = Client()
    browser.force_login(new_guest("Bea"), backend="django.contrib.auth.backends.ModelBackend")
    assert browser.post("/me/keep", {"login": "ANN-C", "password": PASSWORD}).status_code == 400


def taken(door: str, guest: Account, login: str) -> HttpResponse:
    """What somebody hears who would like a login that is somebody's, at each door where one is chosen."""
    browser = Client()
    browser.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    body = {"login": login, "password": PASSWORD}
    if door.startswith("/api"):
        call = browser.put if door.endswith("password") else browser.post
        return call(door, body, content_type="application/json")
    return browser.post(door, body)


@pytest.mark.parametrize("door", ["/me/keep", "/me/password", "/api/me/keep", "/api/me/password"])
def test_who_asks_which_logins_there_are_is_answered_slower_and_slower(door):
    """Whoever chooses a login has to hear that it is taken; a fresh guest is no fresh try."""
    for number in range(8):
        keep_account(new_guest("Ann"), f"ann-{number}", PASSWORD)
    answers = [taken(door, new_guest("Eve"), f"ann-{number}") for number in range(8)]
    assert [answer.status_code for answer in answers] == [400 if "api" not in door else 409] * 6 + [429] * 2
    assert int(answers[-1]["Retry-After"]) >= 1
    free = taken(door, new_guest("Eve"), "free-login")
    assert free.status_code == 429, "a login that nobody has looks like others then, too"


def test_no_more_than_two_passwords_are_hashed_at_once(monkeypatch):
    at_once, most, lock = 0, 0, threading.Lock()

    def slow(*args: object) -> str:
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        time.sleep(0.02)
        with lock:
            at_once -= 1
        return "argon2$x"

    monkeypatch.setattr("django.contrib.auth.hashers.Argon2PasswordHasher.encode", slow)
    hasher = hashers.BoundedArgon2()
    threads = [threading.Thread(target=hasher.encode, args=("a", "b")) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == hashers.AT_ONCE
    assert make_password(None).startswith("!")
