"""What the calls of a replay answer."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from gateway.api.forms import FrameBody


class MomentBody(serializers.Serializer[Any]):
    code = serializers.CharField()
    text = serializers.CharField()


class OutlineStepBody(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    at = serializers.DateTimeField(allow_null=True, help_text="of a record null")
    type = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True, help_text="who moved, if it is a move")
    move = serializers.CharField(allow_null=True, help_text="what everybody may read of it")
    to_act = serializers.ListField(child=serializers.IntegerField())
    round = serializers.IntegerField(allow_null=True)
    scores = serializers.ListField(child=serializers.IntegerField())
    moment = MomentBody(allow_null=True)


class OutlineBody(serializers.Serializer[Any]):
    match = serializers.UUIDField()
    steps = OutlineStepBody(many=True)


class StretchBody(serializers.Serializer[Any]):
    match = serializers.UUIDField()
    eye = serializers.IntegerField(allow_null=True)
    frames = FrameBody(many=True)
    next = serializers.IntegerField(allow_null=True, help_text="the seq of the first step left out")
