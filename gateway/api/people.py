"""Guests, and who one is."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import logout
from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from gateway import my_stream, throttles
from gateway.api.base import View, language, next_page, page_number, query_word
from gateway.api.forms import AccountBody, GuestBody, GuestForm, LeaveForm, MatchPage
from gateway.api.matches import OneShot
from gateway.api.me_forms import StreamEventBody
from gateway.api.schema import call, header, number, word
from gateway.auth import must_be_someone
from gateway.cards import matches_json
from gateway.errors import BadFields
from gateway.leaving import leave_for_good
from gateway.names import guest_name
from services.people.accounts import new_guest
from services.people.appeals import closed_json
from services.people.models import Account
from services.people.tokens import new_token
from services.readers.cards import my_matches_page


def account_json(account: Account) -> dict[str, Any]:
    return {
        "id": str(account.pk),
        "name": account.name,
        "guest": account.guest,
        "bot": account.bot,
        "closed": closed_json(account),
    }


class GuestsView(View):
    """Anybody gets an account at once."""

    authentication_classes = ()
    throttle_classes = (throttles.Guests,)

    @call({201: GuestBody}, takes=GuestForm, anonymous=True)
    def post(self, request: Request) -> Response:
        form = GuestForm.checked(request.data)
        account = new_guest(guest_name(form.get("name", "")))
        return Response({"token": new_token(account), "account": account_json(account)}, status=201)


class MeView(View):
    @call({200: AccountBody}, refuses=(401,))
    def get(self, request: Request) -> Response:
        must_be_someone(request)
        return Response(account_json(request.user))  # type: ignore[arg-type]

    @call({204: None}, refuses=(401,), takes=LeaveForm)
    def delete(self, request: Request) -> Response:
        """Leave for good: tables are left, matches resigned; logs keep the id. `name`: one's own, to be sure."""
        me = must_be_someone(request)
        if LeaveForm.checked(request.data)["name"] != request.user.name:  # type: ignore[union-attr]
            raise BadFields({"name": "your own name, to be sure"})
        leave_for_good(me)
        logout(request._request)
        return Response(status=204)


class MyStreamView(View):
    """Describes the stream, which gateway/my_stream.py serves in front of Django.

    On a server without that front it sends the present state once; the client comes back by itself.
    """

    renderer_classes = (JSONRenderer, OneShot)

    @call(
        {(200, "text/event-stream"): StreamEventBody},
        refuses=(401,),
        query=(word("after", "like Last-Event-ID"), OpenApiParameter("format", exclude=True)),
        headers=(header("Last-Event-ID", "the number of the last notice the caller has"),),
    )
    def get(self, request: Request) -> HttpResponse:
        """First `event: home`, then `event: THING` for each thing, as a webhook gets it; ids rise."""
        follower = my_stream.Follower(must_be_someone(request), None)
        return HttpResponse(my_stream.beginning(follower)[1], content_type="text/event-stream; charset=utf-8")


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
