"""The forms of requests: exact types, no unknown fields; and the shapes of answers, for the schema."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from gateway.errors import BadFields


class StrictInt(serializers.IntegerField):
    def to_internal_value(self, data: Any) -> int:
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return int(super().to_internal_value(data))


class StrictBool(serializers.BooleanField):
    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class StrictText(serializers.CharField):
    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class StrictDict(serializers.DictField):
    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            self.fail("not_a_dict", input_type=type(data).__name__)
        return super().to_internal_value(data)


def fields_of(request: Request) -> dict[str, Any]:
    """The body of a request as it was sent; empty unless it is an object."""
    return request.data if isinstance(request.data, dict) else {}


class Form(serializers.Serializer[Any]):
    """Refuses unknown fields; `checked()` gives the values or raises BadFields."""

    @classmethod
    def checked(cls, data: Any) -> dict[str, Any]:
        form = cls(data=data)
        unknown = set(data) - set(form.fields) if isinstance(data, Mapping) else {"body"}
        faults = {str(name): "unknown field" for name in sorted(unknown)}
        if not form.is_valid():
            faults |= {name: _first(errors) for name, errors in form.errors.items()}
        if faults:
            raise BadFields(faults)
        return dict(form.validated_data)


def _first(errors: Any) -> str:
    while isinstance(errors, Mapping | list) and errors:
        errors = next(iter(errors.values())) if isinstance(errors, Mapping) else errors[0]
    return str(errors)


class GuestForm(Form):
    name = StrictText(max_length=40, required=False, allow_blank=True)


class LeaveForm(Form):
    name = StrictText(max_length=40, trim_whitespace=False)


ENTROPY = r"^([0-9a-f]{2}){0,64}$"


class EntropyField(StrictText):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, allow_blank=True, max_length=128, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if not re.fullmatch(ENTROPY, text):
            raise serializers.ValidationError("0 to 64 bytes as lower-case hex")
        return text


class TableForm(Form):
    game = StrictText(max_length=40)
    seats = StrictInt(min_value=1, max_value=8)
    options = StrictDict(child=serializers.JSONField(), required=False)
    bots = StrictDict(child=StrictText(max_length=40), required=False, help_text="seat number -> bot")
    clock = serializers.JSONField(required=False, allow_null=True, help_text="as event 0 has it (async.md 1)")
    delay = serializers.JSONField(required=False, allow_null=True, help_text="ms or plies that spectators are behind")
    rated = StrictBool(required=False)
    private = StrictBool(required=False)
    entropy = EntropyField()
    seating = serializers.ChoiceField(choices=["lot", "fixed"], required=False)
    match = serializers.UUIDField(required=False, format="hex_verbose", help_text="of a commitment")

    def validate_bots(self, value: dict[str, str]) -> dict[int, str]:
        return seats_to_bots(value)


def seats_to_bots(value: dict[str, str]) -> dict[int, str]:
    if not all(re.fullmatch(r"[0-9]", seat) for seat in value):
        raise serializers.ValidationError("keys are seat numbers")
    return {int(seat): bot for seat, bot in value.items()}


class SeatForm(Form):
    seat = StrictInt(min_value=0, max_value=7, required=False, allow_null=True)
    entropy = EntropyField()
    invite = StrictText(max_length=32, required=False, allow_blank=True)


@extend_schema_field(OpenApiTypes.UUID)
class CommandField(StrictText):
    pass


class MoveForm(Form):
    decision = StrictInt(min_value=1, max_value=2**31 - 1)
    move = StrictText(max_length=1000, trim_whitespace=False, allow_blank=True)
    command_id = CommandField(max_length=64, allow_blank=True)

    @classmethod
    def checked(cls, data: Any) -> dict[str, Any]:
        """Types and sizes; what a move and a command id look like is checked at the one door for all.

        Where a glance does not do, it goes field by field, to be mended or refused.
        """
        return cls.at_a_glance(data) or super().checked(data)

    @staticmethod
    def at_a_glance(data: Any) -> dict[str, Any] | None:
        """The fields of a well-made answer; None: look closer."""
        match data:
            case {"decision": int(number), "move": str(move), "command_id": str(command)} if (
                len(data) == 3 and number is not True and 1 <= number < 2**31
                and len(move) <= 1000 and len(command) <= 64
            ):  # fmt: skip
                return {"decision": number, "move": move, "command_id": command}
        return None


class EmptyForm(Form):
    """Commands that carry nothing."""


# -- answers ----------------------------------------------------------------------------------------------------------


class ErrorBody(serializers.Serializer[Any]):
    error = serializers.CharField()
    detail = serializers.CharField()
    fields_ = serializers.DictField(child=serializers.CharField(), required=False)
    seq = serializers.IntegerField(required=False)
    code = serializers.CharField(required=False, help_text="which rule refuses the move")

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        fields["fields"] = fields.pop("fields_")
        return fields


class ClosedBody(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    reason = serializers.CharField()
    text = serializers.CharField()


class AccountBody(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    guest = serializers.BooleanField()
    bot = serializers.BooleanField()
    closed = ClosedBody(allow_null=True)


class GuestBody(serializers.Serializer[Any]):
    token = serializers.CharField()
    account = AccountBody()


class BotBody(serializers.Serializer[Any]):
    key = serializers.CharField()
    level = serializers.IntegerField()
    name = serializers.CharField()


class GameBody(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    name = serializers.CharField()
    tagline = serializers.CharField()
    seats = serializers.ListField(child=serializers.IntegerField())
    options = serializers.DictField()
    bots = BotBody(many=True)
    rules_version = serializers.IntegerField()


class SeatBody(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    account = serializers.UUIDField(allow_null=True)
    name = serializers.CharField(allow_null=True)
    bot = serializers.CharField(allow_null=True)
    bot_account = serializers.BooleanField(help_text="an account that a program plays for")


class AwayBody(serializers.Serializer[Any]):
    """A bot has taken the caller's seat over."""

    may_return = serializers.BooleanField()


class TableBody(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    game = serializers.CharField()
    rules_version = serializers.IntegerField()
    options = serializers.DictField()
    seats = SeatBody(many=True)
    status = serializers.CharField()
    private = serializers.BooleanField()
    clock = serializers.DictField(allow_null=True)
    delay = serializers.DictField(allow_null=True)
    rated = serializers.BooleanField()
    seating = serializers.CharField()
    opened_at = serializers.DateTimeField()
    opened_by = serializers.UUIDField(allow_null=True, help_text="of a record null")
    my_seat = serializers.IntegerField(allow_null=True)
    rematch = serializers.UUIDField(allow_null=True, help_text="the table of the return match")
    rematch_of = serializers.UUIDField(allow_null=True)
    away = AwayBody(required=False)
    invite = serializers.CharField(required=False)


class TakenBody(TableBody):
    head = serializers.CharField()
    receipt = serializers.DictField()


class HeadBody(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    hash = serializers.CharField()


class ClocksBody(serializers.Serializer[Any]):
    move_seconds = serializers.IntegerField(allow_null=True)
    runs_out = serializers.DateTimeField(allow_null=True)


class AuditBody(serializers.Serializer[Any]):
    verdict = serializers.CharField(help_text="`holds`, `not-refolded`, or the first code of a failed audit")
    at = serializers.DateTimeField(allow_null=True, help_text="null: from before times were kept; so is `version`")
    version = serializers.CharField(allow_null=True, help_text="of the verifier")


class MatchBody(TableBody):
    scores = serializers.ListField(child=serializers.IntegerField())
    winners = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    reason = serializers.CharField(allow_null=True)
    to_act = serializers.ListField(child=serializers.IntegerField())
    ply = serializers.IntegerField()
    head = HeadBody(allow_null=True)
    fingerprint = serializers.CharField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    moved_at = serializers.DateTimeField()
    clocks = ClocksBody()
    revealed = serializers.BooleanField()
    parked = serializers.BooleanField()
    audit = AuditBody(allow_null=True, help_text="what the house found when it folded the log again; null: not yet")
    imported = serializers.BooleanField(required=False, help_text="it was not played in this house")


class NewsBody(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    text = serializers.CharField()
    code = serializers.CharField()
    params = serializers.DictField()


class FrameBody(serializers.Serializer[Any]):
    match = serializers.UUIDField()
    seq = serializers.IntegerField()
    eye = serializers.IntegerField(allow_null=True)
    game = serializers.CharField()
    view = serializers.DictField()
    decision = serializers.IntegerField(allow_null=True)
    moves = serializers.ListField(child=serializers.CharField(), allow_null=True)
    to_act = serializers.ListField(child=serializers.IntegerField())
    scores = serializers.ListField(child=serializers.IntegerField())
    winners = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    reason = serializers.CharField(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True)
    news = NewsBody(many=True)
    fingerprint = serializers.CharField()
    at = serializers.DateTimeField(required=False, help_text="of a past frame: when its event was recorded")


class ReceiptBody(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    head = serializers.CharField()
    receipt = serializers.DictField()


class JudgedBody(ReceiptBody):
    frame = FrameBody()


class EventsBody(serializers.Serializer[Any]):
    events = serializers.ListField(child=serializers.DictField())
    opened = serializers.ListField(child=serializers.DictField())
    next = serializers.IntegerField(allow_null=True)


class ExportBody(serializers.Serializer[Any]):
    format = serializers.CharField()
    match = serializers.UUIDField()
    events = serializers.ListField(child=serializers.DictField())
    opened = serializers.ListField(child=serializers.DictField())
    receipt = serializers.DictField(required=False)


class TicketBody(serializers.Serializer[Any]):
    ticket = serializers.CharField()
    expires_in = serializers.IntegerField()


class TablePage(serializers.Serializer[Any]):
    results = TableBody(many=True)
    next = serializers.CharField(allow_null=True)


class MatchPage(serializers.Serializer[Any]):
    results = MatchBody(many=True)
    next = serializers.CharField(allow_null=True)


class CommitmentBody(serializers.Serializer[Any]):
    match = serializers.UUIDField()
    seed_commit = serializers.CharField()
    expires_at = serializers.DateTimeField()


class CheckpointBody(serializers.Serializer[Any]):
    body = serializers.DictField()
    key = serializers.CharField(allow_null=True)
    sig = serializers.CharField(allow_null=True)


class InclusionBody(CheckpointBody):
    body = serializers.DictField(allow_null=True, help_text="null: no checkpoint has just that size")
    leaf = serializers.CharField()
    index = serializers.IntegerField()
    size = serializers.IntegerField()
    path = serializers.ListField(child=serializers.CharField())
