"""Getting back in by mail: asking for a link, and using it."""

from __future__ import annotations

from typing import Any

from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from gateway import throttles
from gateway.api.base import View
from gateway.api.forms import Form, GuestBody, StrictText
from gateway.api.people import account_json
from gateway.api.schema import call
from services.people.links import ask_for_link, token_for_link


class RecoveryForm(Form):
    mail = StrictText(max_length=254)


class LinkForm(Form):
    """Nothing: the address says it all."""


class NothingBody(serializers.Serializer[Any]):
    """An empty object."""


class RecoveryView(View):
    """Anybody: a token or a session that comes along is not looked at."""

    authentication_classes = ()
    throttle_classes = (throttles.SignIn,)

    @call({202: NothingBody}, takes=RecoveryForm)
    def post(self, request: Request) -> Response:
        """A link is mailed to a confirmed address. The answer is the same for any other."""
        ask_for_link(RecoveryForm.checked(request.data)["mail"])
        return Response({}, status=202)


class LinkView(View):
    authentication_classes = ()
    throttle_classes = (throttles.SignIn,)

    @call({200: GuestBody}, refuses=(409,), takes=LinkForm)
    def post(self, request: Request, token: str) -> Response:
        """A token of the link's account, whoever calls. It works once."""
        LinkForm.checked(request.data)
        account, text = token_for_link(token)
        return Response({"token": text, "account": account_json(account)})


recovery_urls = [
    path("recovery", RecoveryView.as_view()),
    path("recovery/<str:token>", LinkView.as_view()),
]
