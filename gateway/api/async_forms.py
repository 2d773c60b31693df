"""The forms of asynchronous play: requests with exact types, and the shapes of answers for the schema."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from gateway.api.forms import CommandField, EntropyField, Form, ReceiptBody, StrictBool, StrictInt, StrictText


class CommandForm(Form):
    command_id = CommandField(max_length=64, allow_blank=True)


class RematchForm(CommandForm):
    match = serializers.UUIDField(required=False, format="hex_verbose", help_text="of a commitment, for who asks first")
    entropy = EntropyField()


class OfferForm(CommandForm):
    kind = StrictText(max_length=20)
    to = StrictInt(min_value=0, max_value=2**31 - 1, required=False, allow_null=True)


class AnswerForm(CommandForm):
    accepted = StrictBool()


class PlanForm(CommandForm):
    lines = serializers.JSONField(help_text="a list of lines, each a list of [seat, text]")


class VacationForm(CommandForm):
    on = StrictBool()


class VacationBody(serializers.Serializer[Any]):
    on = serializers.BooleanField()
    since = serializers.DateTimeField(allow_null=True)
    days_left = serializers.IntegerField(help_text="of the 30 of this year in UTC")


class ResignForm(Form):
    command_id = CommandField(max_length=64, required=False)


class OfferedBody(ReceiptBody):
    offer = serializers.IntegerField()


class PlannedBody(ReceiptBody):
    plan = serializers.IntegerField(help_text="the seq by which the plan is known")


class PlanBody(serializers.Serializer[Any]):
    plan = serializers.IntegerField()
    lines = serializers.JSONField()


class DeadlinesBody(serializers.Serializer[Any]):
    after_seq = serializers.IntegerField()
    ms = serializers.ListField(child=serializers.IntegerField(allow_null=True))


class ArithmeticBody(serializers.Serializer[Any]):
    clock = serializers.DictField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    stints = serializers.ListField(child=serializers.DictField())
    deadlines = DeadlinesBody(many=True)


class PossibleOfferBody(serializers.Serializer[Any]):
    refused = serializers.CharField(allow_null=True, help_text="the code that making it now would get")
    to = serializers.IntegerField(allow_null=True, help_text="of an undo: the seq before the caller's last move")


class PossibleBody(serializers.Serializer[Any]):
    draw = PossibleOfferBody()
    undo = PossibleOfferBody()
    pause = PossibleOfferBody()
    abort = PossibleOfferBody()


class OpenPauseBody(serializers.Serializer[Any]):
    reason = serializers.CharField()
    since = serializers.DateTimeField()


class SeatPausesBody(serializers.Serializer[Any]):
    utc_offset = serializers.IntegerField(help_text="minutes; rests go by it")
    left = serializers.IntegerField(help_text="ms, as of now")
    open = OpenPauseBody(many=True)
    rests = serializers.ListField(child=serializers.ListField(child=serializers.DateTimeField()))


class PausesBody(serializers.Serializer[Any]):
    seats = serializers.ListField(child=SeatPausesBody(allow_null=True), help_text="null for a seat that a bot holds")


class PlanTryForm(Form):
    line = serializers.JSONField(help_text="plies that nobody has made yet, each [seat, text]")


class ImaginedBody(serializers.Serializer[Any]):
    """As much of a frame as a position has that is only thought of."""

    seq = serializers.IntegerField()
    eye = serializers.IntegerField(help_text="whoever is asked there")
    game = serializers.CharField()
    view = serializers.JSONField()
    decision = serializers.IntegerField(allow_null=True)
    moves = serializers.ListField(child=serializers.CharField(), allow_null=True)
    to_act = serializers.ListField(child=serializers.IntegerField())
    scores = serializers.ListField(child=serializers.IntegerField())
    winners = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    reason = serializers.CharField(allow_null=True)
