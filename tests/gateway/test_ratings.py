"""The ratings' calls: lists, histories, expectations, and what they refuse."""

from __future__ import annotations

import uuid
from uuid import UUID

import pytest
from django.test import Client

from services.bus import pokes
from services.pairings.ratings import NEW, rate
from services.people.accounts import new_guest
from services.people.models import Account
from services.ratings import read
from tests.services.ratings_hands import rated

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)


def person(name: str) -> UUID:
    return Account.objects.create(name=name, guest=False).pk


def get(path: str, **query):
    return Client().get(path, query)


def test_a_list_has_the_fields_of_the_contract():
    ann, bea = person("Ann"), person("Bea")
    rated([ann, bea])
    first, second = rate([NEW, NEW], [1, 2])
    body = get("/api/ratings", game="zertz", kind="two").json()
    assert body["next"] is None
    assert body["results"] == [
        {
            "rank": rank, "account": str(account), "name": name, "mu": own.mu, "sigma": own.sigma, "shown": own.shown,
            "range": own.range, "provisional": True, "matches": 1,
        }
        for rank, account, name, own in ((1, ann, "Ann", first), (2, bea, "Bea", second))
    ]  # fmt: skip


def test_after_ten_rated_matches_the_question_mark_goes():
    ann, bea = person("Ann"), person("Bea")
    for _ in range(10):
        rated([ann, bea])
    assert {row["provisional"] for row in get("/api/ratings", game="zertz", kind="two").json()["results"]} == {False}


def test_a_history_has_the_fields_of_the_contract():
    ann, bea = person("Ann"), person("Bea")
    match = rated([ann, bea])
    row = get(f"/api/players/{ann}/ratings", game="zertz", kind="two").json()["results"][0]
    after = rate([NEW, NEW], [1, 2])[0]
    assert row | {"at": ""} == {
        "leaf": 0, "match": str(match), "at": "", "mu": after.mu, "sigma": after.sigma, "shown": after.shown,
        "change": after.shown - 1500,
    }  # fmt: skip


def test_lists_come_in_pages(monkeypatch):
    monkeypatch.setattr(read, "PAGE", 2)
    ann, bea, carl = person("Ann"), person("Bea"), person("Carl")
    for pair in ([ann, bea], [ann, carl], [ann, bea]):
        rated(pair)
    for path in ("/api/ratings", f"/api/players/{ann}/ratings"):
        first = get(path, game="zertz", kind="two").json()
        second = Client().get(first["next"]).json()
        assert (len(first["results"]), len(second["results"]), second["next"]) == (2, 1, None)


def test_a_guests_history_is_empty_and_a_strangers_is_404():
    guest = new_guest("Gast").pk
    assert get(f"/api/players/{guest}/ratings", game="zertz", kind="two").json() == {"results": [], "next": None}
    answer = get(f"/api/players/{uuid.uuid4()}/ratings", game="zertz")
    assert (answer.status_code, answer.json()["error"]) == (404, "not-found")


def test_two_new_accounts_are_expected_to_do_the_same():
    body = get("/api/ratings/expected", game="zertz", accounts=f"{uuid.uuid4()},{uuid.uuid4()}").json()
    assert body == {"kind": "two", "first": [500, 500]}


def test_the_expected_result_of_three_sums_to_a_thousand_and_favours_the_better():
    people = [person(name) for name in ("Ann", "Bea", "Carl")]
    rated(people, winners=[1], places=[2, 1, 3])
    body = get("/api/ratings/expected", game="zertz", accounts=",".join(map(str, people))).json()
    assert (body["kind"], sum(body["first"])) == ("more", 1000)
    assert body["first"][1] > body["first"][0] > body["first"][2]


ANN = str(UUID(int=1))
BAD = [
    ("/api/ratings", {}, "game"),
    ("/api/ratings", {"game": "chess"}, "game"),
    ("/api/ratings", {"game": "zertz", "kind": "three"}, "kind"),
    ("/api/ratings", {"game": "zertz", "page": "x"}, "page"),
    (f"/api/players/{ANN}/ratings", {"game": "\0"}, "game"),
    (f"/api/players/{ANN}/ratings", {"kind": "both"}, "kind"),
    ("/api/ratings/expected", {"game": "zertz"}, "accounts"),
    ("/api/ratings/expected", {"game": "zertz", "accounts": ANN}, "accounts"),
    ("/api/ratings/expected", {"game": "zertz", "accounts": f"{ANN},{ANN}"}, "accounts"),
    ("/api/ratings/expected", {"game": "zertz", "accounts": f"{ANN},ann"}, "accounts"),
    ("/api/ratings/expected", {"accounts": f"{ANN},{UUID(int=2)}"}, "game"),
    ("/api/ratings/expected", {"game": "zertz", "accounts": ",".join(str(UUID(int=n)) for n in range(5))}, "accounts"),
]


@pytest.mark.parametrize(("path", "query", "field"), BAD)
def test_a_bad_question_names_its_field(path, query, field):
    answer = get(path, **query)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad-request")
    assert field in answer.json()["fields"]
