"""How an account hears of what happens: settings, pushes, webhooks, feeds. A token with scopes changes nothing here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from gateway import throttles
from gateway.api.base import View
from gateway.api.forms import EmptyForm
from gateway.api.me_forms import (
    FeedsBody,
    NewPushBody,
    NewWebhookBody,
    PushBody,
    PushForm,
    PushKeyBody,
    SettingsBody,
    SettingsForm,
    WebhookBody,
    WebhookForm,
)
from gateway.api.schema import call
from gateway.auth import must_be_someone
from gateway.errors import BadFields
from services.log import fair
from services.people import channels, vapid
from services.people.models import PushSubscription, Webhook
from services.people.preferences import change_settings, settings_of


class OwnView(View):
    """Reading is free; what is changed is throttled."""

    def get_throttles(self) -> list[Any]:
        return [throttles.Everybody()] if self.request.method == "GET" else [throttles.Settings()]


class SettingsView(OwnView):
    @call({200: SettingsBody}, refuses=(401,))
    def get(self, request: Request) -> Response:
        return Response(settings_of(must_be_someone(request)).as_json())

    @call({200: SettingsBody}, refuses=(400, 401, 403), takes=SettingsForm)
    def patch(self, request: Request) -> Response:
        me = must_be_someone(request)
        if not isinstance(request.data, Mapping):
            raise BadFields({"body": "an object"})
        return Response(change_settings(me, request.data).as_json())


class PushKeyView(View):
    @call({200: PushKeyBody})
    def get(self, request: Request) -> Response:
        """What a browser subscribes with; null: this house pushes nothing."""
        return Response({"key": vapid.public_key()})


class PushesView(OwnView):
    @call({200: PushBody(many=True)}, refuses=(401,), name="me_push_list")
    def get(self, request: Request) -> Response:
        return Response([_push_json(row) for row in channels.pushes_of(must_be_someone(request))])

    @call({201: NewPushBody}, refuses=(400, 401, 403, 409, 422), takes=PushForm)
    def post(self, request: Request) -> Response:
        me, form = must_be_someone(request), PushForm.checked(request.data)
        row = channels.add_push(me, form["endpoint"], form["keys"])
        return Response({"id": str(row.id)}, status=201)


class PushView(OwnView):
    @call({204: None}, refuses=(401, 403, 404))
    def delete(self, request: Request, key: UUID) -> Response:
        channels.remove_push(must_be_someone(request), key)
        return Response(status=204)


def _push_json(row: PushSubscription) -> dict[str, Any]:
    return {"id": str(row.id), "endpoint": row.endpoint, "created_at": fair.time_text(row.created_at)}


class WebhooksView(OwnView):
    @call({200: WebhookBody(many=True)}, refuses=(401,), name="me_webhooks_list")
    def get(self, request: Request) -> Response:
        return Response([webhook_json(row) for row in channels.webhooks_of(must_be_someone(request))])

    @call({201: NewWebhookBody}, refuses=(400, 401, 403, 409, 422), takes=WebhookForm)
    def post(self, request: Request) -> Response:
        me, form = must_be_someone(request), WebhookForm.checked(request.data)
        row = channels.add_webhook(me, form["url"])
        return Response({"id": str(row.id), "url": row.url, "secret": row.secret}, status=201)


class WebhookView(OwnView):
    @call({204: None}, refuses=(401, 403, 404))
    def delete(self, request: Request, key: UUID) -> Response:
        channels.remove_webhook(must_be_someone(request), key)
        return Response(status=204)


def webhook_json(row: Webhook) -> dict[str, Any]:
    return {
        "id": str(row.id),
        "url": row.url,
        "failures": row.failures,
        "off": row.off,
        "created_at": fair.time_text(row.created_at),
    }


class FeedsView(OwnView):
    @call({200: FeedsBody}, refuses=(401,))
    def get(self, request: Request) -> Response:
        """Secret addresses: whoever knows them reads the feeds without signing in."""
        return Response(channels.feed_addresses(channels.feed_word(must_be_someone(request))))

    @call({201: FeedsBody}, refuses=(401, 403), takes=EmptyForm)
    def post(self, request: Request) -> Response:
        """Anew: the old addresses lead nowhere from now on."""
        me = must_be_someone(request)
        EmptyForm.checked(request.data)
        return Response(channels.feed_addresses(channels.new_feed_word(me)), status=201)
