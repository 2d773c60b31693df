"""What operators decided about an account, for its person; and what the person has to say to a closing."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from gateway import throttles
from gateway.api.base import View
from gateway.api.forms import Form, StrictText
from gateway.api.schema import call
from gateway.auth import must_be_someone
from services.people.appeals import account_of_appeal, appeal
from services.people.asked import GivenAnswer, once
from services.people.trail import trail_of


class TrailRow(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    action = serializers.CharField()
    reason = serializers.CharField()
    text = serializers.CharField()
    match = serializers.UUIDField(allow_null=True)
    before = serializers.DictField()
    after = serializers.DictField()


class TrailBody(serializers.Serializer[Any]):
    results = TrailRow(many=True)
    next = serializers.CharField(allow_null=True)


class AppealForm(Form):
    text = StrictText(max_length=500)
    token = StrictText(max_length=400, required=False)
    command_id = StrictText(max_length=64)


class AppealedBody(serializers.Serializer[Any]):
    id = serializers.UUIDField()


class MyTrailView(View):
    @call({200: TrailBody}, refuses=(401,))
    def get(self, request: Request) -> Response:
        """What operators did that concerns me, the latest first. Closed accounts may read it, too."""
        return Response({"results": trail_of(must_be_someone(request)), "next": None})


class AppealsView(View):
    throttle_classes = (throttles.Appeals,)

    @call({202: AppealedBody}, refuses=(401, 403, 409), takes=AppealForm)
    def post(self, request: Request) -> Response:
        """Of a closed account, once a closing: by the token of the mailed link, or signed in."""
        form = AppealForm.checked(request.data)
        token, command = form.get("token"), form.pop("command_id")
        me = must_be_someone(request) if token is None else account_of_appeal(token)

        def act() -> GivenAnswer:
            return GivenAnswer(202, {"id": str(appeal(me, form["text"]))})

        answer = once(account=me, call="appeal", command_id=command, body={"text": form["text"]}, act=act)
        return Response(answer.body, status=answer.status)
