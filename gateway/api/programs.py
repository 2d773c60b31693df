"""Programs that play or read for somebody: bot accounts, and tokens with scopes."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from gateway.api.forms import fields_of
from gateway.api.me_forms import BotAccountBody, BotForm, NewTokenBody, TokenBody, TokenForm
from gateway.api.schema import call
from gateway.api.settings import OwnView
from gateway.auth import must_be_someone
from gateway.errors import BadFields
from gateway.names import chosen_name
from services.people import bots, tokens
from services.people.models import Account


class BotsView(OwnView):
    @call({200: BotAccountBody(many=True)}, refuses=(401,), name="me_bots_list")
    def get(self, request: Request) -> Response:
        return Response([_bot_json(bot) for bot in bots.bots_of(must_be_someone(request))])

    @call({201: BotAccountBody}, refuses=(400, 401, 403, 409), takes=BotForm)
    def post(self, request: Request) -> Response:
        me, form = must_be_someone(request), BotForm.checked(request.data)
        return Response(_bot_json(bots.new_bot(me, chosen_name(form["name"]))), status=201)


class BotView(OwnView):
    @call({204: None}, refuses=(401, 403, 404))
    def delete(self, request: Request, key: UUID) -> Response:
        """Its tokens end and it sits down nowhere again."""
        bots.close_bot(must_be_someone(request), key)
        return Response(status=204)


def _bot_json(bot: Account) -> dict[str, Any]:
    return {"id": str(bot.pk), "name": bot.name, "bot": True}


class TokensView(OwnView):
    @call({200: TokenBody(many=True)}, refuses=(401,), name="me_tokens_list")
    def get(self, request: Request) -> Response:
        return Response([granted.as_json() for granted in tokens.granted_by(must_be_someone(request))])

    @call({201: NewTokenBody}, refuses=(400, 401, 403, 409), takes=TokenForm)
    def post(self, request: Request) -> Response:
        """The token is shown this once."""
        me, form = must_be_someone(request), TokenForm.checked(request.data)
        expires = fields_of(request).get("expires_at")
        if expires is not None and (not isinstance(expires, str) or not _has_zone(expires)):
            raise BadFields({"expires_at": "a time with a zone, as in 2027-01-31T12:00:00Z"})
        granted, text = tokens.grant_token(
            maker=me, scopes=form["scopes"], bot=form.get("bot"), expires_at=form.get("expires_at")
        )
        return Response(granted.as_json() | {"token": text}, status=201)


def _has_zone(text: str) -> bool:
    time = text.partition("T")[2]
    return time.endswith(("Z", "z")) or "+" in time or "-" in time


class TokenView(OwnView):
    @call({204: None}, refuses=(401, 403, 404))
    def delete(self, request: Request, key: UUID) -> Response:
        tokens.revoke_token(must_be_someone(request), key)
        return Response(status=204)
