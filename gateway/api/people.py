"""Guests, and who one is."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from gateway import throttles
from gateway.api.base import View, language, next_page, page_number, query_word
from gateway.api.forms import AccountBody, GuestBody, GuestForm, MatchPage
from gateway.api.schema import call, number, word
from gateway.auth import must_be_someone
from gateway.cards import matches_json
from services.people.accounts import new_guest
from services.people.models import Account
from services.people.tokens import new_token
from services.readers.cards import my_matches_page


def account_json(account: Account) -> dict[str, Any]:
    return {"id": str(account.pk), "name": account.name, "guest": account.guest}


class GuestsView(View):
    """Anybody gets an account at once."""

    authentication_classes = ()
    throttle_classes = (throttles.Guests,)

    @call({201: GuestBody}, takes=GuestForm, anonymous=True)
    def post(self, request: Request) -> Response:
        form = GuestForm.checked(request.data)
        account = new_guest(form.get("name", ""))
        return Response({"token": new_token(account), "account": account_json(account)}, status=201)


class MeView(View):
    @call({200: AccountBody}, refuses=(401,))
    def get(self, request: Request) -> Response:
        must_be_someone(request)
        return Response(account_json(request.user))  # type: ignore[arg-type]


class MyMatchesView(View):
    @call(
        {200: MatchPage},
        refuses=(400, 401),
        query=(word("awaiting", "only where it is my turn", ["me"]), number("page", "page, from 1")),
    )
    def get(self, request: Request) -> Response:
        me = must_be_someone(request)
        awaiting = query_word(request, "awaiting", ("me",)) == "me"
        rows, more = my_matches_page(me, awaiting, page_number(request))
        return Response({"results": matches_json(rows, language(request), me), "next": next_page(request, more)})
