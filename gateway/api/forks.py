"""Forks: playing on from where a finished match once stood."""

from __future__ import annotations

from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from gateway import kept, throttles
from gateway.api.base import View, query_word
from gateway.api.forms import (
    EntropyField,
    Form,
    StrictBool,
    StrictDict,
    StrictInt,
    StrictText,
    TakenBody,
    seats_to_bots,
)
from gateway.api.matches import INVITE
from gateway.api.schema import call
from gateway.api.tables import clock_of, with_receipt
from gateway.auth import asker_of, must_be_someone
from services.errors import Conflict, NotFound
from services.playing.forks import fork_match
from services.readers.cards import visible_match


class ForkForm(Form):
    seq = StrictInt(min_value=0, max_value=2**31 - 1)
    seat = StrictInt(min_value=0, max_value=7, required=False, allow_null=True)
    bots = StrictDict(child=StrictText(max_length=40), required=False, help_text="seat number -> bot")
    clock = serializers.JSONField(required=False, allow_null=True, help_text="as event 0 has it (async.md 1)")
    private = StrictBool(required=False)
    match = serializers.UUIDField(required=False, format="hex_verbose", help_text="of a commitment")
    entropy = EntropyField()

    def validate_bots(self, value: dict[str, str]) -> dict[int, str]:
        return seats_to_bots(value)


class ForkView(View):
    throttle_classes = (throttles.Tables,)

    @call({201: TakenBody}, refuses=(401, 403, 404, 409), takes=ForkForm, query=(INVITE,))
    def post(self, request: Request, match_id: UUID) -> Response:
        """A new table, unrated, that begins with the state after that step. What was hidden then is public in it."""
        me = must_be_someone(request)
        form = ForkForm.checked(request.data)
        try:
            match, _ = visible_match(match_id, me, query_word(request, "invite"))
        except NotFound:
            kept.brought(match_id)
            raise Conflict("no-log") from None
        seq = form.pop("seq")
        wanted = form | {"clock": clock_of(form.get("clock"))}
        opened = fork_match(
            match=match,
            seq=seq,
            account=me,
            asker=asker_of(request),
            address=throttles.address_of(request),
            wanted=wanted,
        )
        return Response(with_receipt(opened, request, me), status=201)
