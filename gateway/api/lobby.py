"""Finding somebody: seeks and their answers, invitations to a table."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import services.lobby.read as lobby
from gateway import throttles
from gateway.api.base import View, query_word
from gateway.api.forms import EntropyField, Form, StrictBool, StrictDict, StrictInt, StrictText
from gateway.api.schema import call, word
from gateway.api.social import person
from gateway.auth import account_id, asker_of, must_be_someone
from services.people.asked import GivenAnswer, once

REFUSES = (401, 403, 404, 409, 422)


class SeekForm(Form):
    game = StrictText(max_length=40)
    options = StrictDict(required=False)
    clock = StrictDict(required=False, allow_null=True)
    rated = StrictBool(required=False)
    rating_from = StrictInt(required=False, allow_null=True, min_value=-100000, max_value=100000)
    rating_to = StrictInt(required=False, allow_null=True, min_value=-100000, max_value=100000)
    match = serializers.UUIDField(required=False, allow_null=True)
    entropy = EntropyField()
    command_id = StrictText(max_length=64)


class CommitmentRef(serializers.Serializer[Any]):
    match = serializers.UUIDField()
    seed_commit = serializers.CharField()


class SeekBody(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    status = serializers.ChoiceField(choices=["open", "paired", "gone"])
    account = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)
    rating = serializers.IntegerField(allow_null=True)
    game = serializers.CharField()
    options = serializers.DictField()
    clock = serializers.DictField(allow_null=True)
    rated = serializers.BooleanField()
    rating_from = serializers.IntegerField(allow_null=True)
    rating_to = serializers.IntegerField(allow_null=True)
    commitment = CommitmentRef()
    match = serializers.UUIDField(allow_null=True)
    expires_at = serializers.CharField()


class SeeksBody(serializers.Serializer[Any]):
    results = SeekBody(many=True)
    next = serializers.CharField(allow_null=True)


class SeekAnswerForm(Form):
    entropy = EntropyField()
    command_id = StrictText(max_length=64)


class SeatedBody(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    match = serializers.UUIDField()


class InviteForm(Form):
    account = serializers.UUIDField()
    command_id = StrictText(max_length=64)


class InvitationAnswerForm(Form):
    accepted = StrictBool()
    entropy = EntropyField()
    command_id = StrictText(max_length=64)


class InviterBody(serializers.Serializer[Any]):
    account = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)


class InvitationBody(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    status = serializers.ChoiceField(choices=["open", "accepted", "declined", "withdrawn", "gone"])
    table = serializers.UUIDField()
    game = serializers.CharField(allow_null=True)
    clock = serializers.DictField(allow_null=True)
    rated = serializers.BooleanField(allow_null=True)
    to = serializers.UUIDField()
    at = serializers.CharField()

    def get_fields(self) -> dict[str, Any]:
        return {**super().get_fields(), "from": InviterBody()}


class InvitationsBody(serializers.Serializer[Any]):
    results = InvitationBody(many=True)
    next = serializers.CharField(allow_null=True)


def _asked(me: UUID, call_name: str, command: str, body: dict[str, Any], act: Any) -> Response:
    """The body as it was sent counts: UUIDs as text."""
    sent = {name: str(value) if isinstance(value, UUID) else value for name, value in body.items()}
    answer = once(account=me, call=call_name, command_id=command, body=sent, act=act)
    return Response(answer.body, status=answer.status)


class SeeksView(View):
    throttle_classes = (throttles.Seeks,)

    @call({200: SeeksBody}, query=(word("game", "of one game"), word("mine", "my own", ["1"])))
    def get(self, request: Request) -> Response:
        """Open ones, oldest first."""
        if query_word(request, "mine", ("1",)):
            rows = lobby.my_seeks(must_be_someone(request))
        else:
            rows = lobby.open_seeks(game=query_word(request, "game"), me=account_id(request))
        return Response({"results": rows, "next": None})

    @call({201: SeekBody}, refuses=REFUSES, takes=SeekForm)
    def post(self, request: Request) -> Response:
        """Paired at once with the oldest that fits."""
        me, form = person(request).pk, SeekForm.checked(request.data)
        command, asker = form.pop("command_id"), asker_of(request)

        def act() -> GivenAnswer:
            return GivenAnswer(201, lobby.make_seek(account=me, wanted=lobby.Wanted(**form), asker=asker))

        return _asked(me, "seek", command, dict(form), act)


class SeekView(View):
    @call({200: SeekBody}, refuses=(401, 403, 404))
    def get(self, request: Request, seek: UUID) -> Response:
        return Response(lobby.seek_json(lobby.own_seek(person(request).pk, seek)))

    @call({204: None}, refuses=(401, 403, 404, 409))
    def delete(self, request: Request, seek: UUID) -> Response:
        lobby.end_seek(account=person(request).pk, seek=seek)
        return Response(status=204)


class SeekAnswersView(View):
    throttle_classes = (throttles.Seeks,)

    @call({201: SeatedBody}, refuses=REFUSES, takes=SeekAnswerForm)
    def post(self, request: Request, seek: UUID) -> Response:
        me, form = person(request).pk, SeekAnswerForm.checked(request.data)
        command, entropy = form.pop("command_id"), form.get("entropy", "")

        def act() -> GivenAnswer:
            match = str(lobby.answer_seek(account=me, seek=seek, entropy=entropy))
            return GivenAnswer(201, {"id": match, "match": match})

        return _asked(me, f"seek {seek}", command, dict(form), act)


class TableInvitationsView(View):
    throttle_classes = (throttles.Invitations,)

    @call({201: InvitationBody}, refuses=REFUSES, takes=InviteForm)
    def post(self, request: Request, match_id: UUID) -> Response:
        """By who sits there; it opens private tables."""
        me, form = person(request).pk, InviteForm.checked(request.data)
        command = form.pop("command_id")

        def act() -> GivenAnswer:
            return GivenAnswer(201, lobby.invite(table=match_id, me=me, other=form["account"]))

        return _asked(me, f"invite {match_id}", command, dict(form), act)


class InvitationsView(View):
    @call({200: InvitationsBody}, refuses=(401,), query=(word("sent", "those from me", ["1"]),))
    def get(self, request: Request) -> Response:
        me = must_be_someone(request)
        rows = lobby.open_from(me) if query_word(request, "sent", ("1",)) else lobby.open_to(me)
        return Response({"results": rows, "next": None})


class InvitationView(View):
    @call({204: None}, refuses=(401, 403, 404, 409))
    def delete(self, request: Request, invitation: UUID) -> Response:
        lobby.withdraw(invitation=invitation, me=person(request).pk)
        return Response(status=204)


class InvitationAnswerView(View):
    @call({200: InvitationBody}, refuses=(401, 403, 404, 409), takes=InvitationAnswerForm)
    def post(self, request: Request, invitation: UUID) -> Response:
        """Bot accounts answer, too."""
        me, form = must_be_someone(request), InvitationAnswerForm.checked(request.data)
        command, entropy = form.pop("command_id"), form.get("entropy", "")

        def act() -> GivenAnswer:
            body = lobby.answer_invitation(invitation=invitation, me=me, accepted=form["accepted"], entropy=entropy)
            return GivenAnswer(200, body)

        return _asked(me, f"invitation {invitation}", command, dict(form), act)
