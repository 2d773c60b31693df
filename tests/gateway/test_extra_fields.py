"""Fields that nobody may set are refused by every call that takes a body, and never stored (row 31 of the storm)."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import get_resolver

from gateway.api.forms import Form
from gateway.errors import BadFields
from services.people.accounts import new_guest
from services.people.models import Account
from services.people.tokens import new_token

SET_BY_NOBODY = {
    "actor": "server", "is_staff": True, "is_superuser": True, "guest": False, "is_active": True, "seq": 7, "at": 0,
    "seed": "00" * 32, "opened_by": "me", "winners": [0], "head": {}, "audit": "passed", "revealed": True,
}  # fmt: skip


def forms(base: type[Form]) -> Iterator[type[Form]]:
    for kind in base.__subclasses__():
        yield kind
        yield from forms(kind)


def every_form() -> list[type[Form]]:
    assert get_resolver().url_patterns, "the views are imported, and their forms with them"
    return sorted(set(forms(Form)), key=lambda kind: (kind.__module__, kind.__name__))


def test_every_form_of_the_api_refuses_what_nobody_may_set():
    kinds = [kind for kind in every_form() if kind.__module__.startswith("gateway.")]
    assert len(kinds) > 30
    for kind in kinds:
        foreign = {name: value for name, value in SET_BY_NOBODY.items() if name not in kind().fields}
        with pytest.raises(BadFields) as refused:
            kind.checked(foreign)
        faults = refused.value.extra["fields"]
        assert foreign.keys() <= faults.keys(), kind
        assert all(faults[name] == "unknown field" for name in foreign), kind


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("patch", "/api/me/settings"), ("patch", "/api/me"), ("post", "/api/tables"), ("post", "/api/tournaments"),
        ("post", "/api/seeks"), ("post", "/api/me/tokens"), ("post", "/api/me/bots"), ("post", "/api/guests"),
        ("put", "/api/me/vacation"), ("post", "/api/me/keep"), ("put", "/api/me/password"),
    ],
)  # fmt: skip
def test_a_call_with_such_fields_is_refused_and_changes_no_account(method, path):
    ann = new_guest("Ann")
    before = Account.objects.filter(pk=ann.pk).values().get()
    caller = Client(headers={"authorization": f"Bearer {new_token(ann)}"})
    answer = getattr(caller, method)(path, json.dumps(SET_BY_NOBODY), content_type="application/json")
    assert answer.status_code == 400, answer.content
    assert SET_BY_NOBODY.keys() <= answer.json()["fields"].keys()
    after = Account.objects.filter(pk=ann.pk).values().get()
    assert after == before
    assert Account.objects.count() == 1
