"""The forms of tournaments: requests with exact types, and the shapes of answers for the schema."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from gateway.api.forms import CommandField, EntropyField, Form, HeadBody, ReceiptBody, StrictBool, StrictInt, StrictText
from services.pairings.rulings import REASONS

MOST = 2**31 - 1


class NeededCommand(Form):
    command_id = CommandField(max_length=64)


class OpeningForm(NeededCommand):
    """What it may hold is checked by the service, field by field; this describes it."""

    name = StrictText(max_length=80)
    game = StrictText(max_length=40, required=False)
    format = StrictText(max_length=20, required=False)
    seats = StrictInt(required=False)
    options = serializers.DictField(required=False)
    rounds = StrictInt(required=False, allow_null=True)
    clock = serializers.JSONField(required=False, allow_null=True)
    points = serializers.DictField(required=False)
    tiebreaks = serializers.ListField(child=serializers.CharField(), required=False)
    rules = serializers.DictField(required=False)
    entry = serializers.DictField(required=False)
    directors = serializers.ListField(child=serializers.CharField(), required=False)
    text = StrictText(max_length=20_000, required=False, allow_blank=True)
    preset = StrictText(max_length=40, required=False)
    copy_of = serializers.UUIDField(required=False)
    previous = serializers.UUIDField(required=False)
    match = serializers.UUIDField(required=False, help_text="of a commitment")
    dry = StrictBool(required=False)


class NamingForm(NeededCommand):
    name = StrictText(max_length=80, required=False)
    text = StrictText(max_length=20_000, required=False, allow_blank=True)


class EnterForm(NeededCommand):
    entropy = EntropyField()
    invite = StrictText(max_length=32, required=False, allow_blank=True)
    account = StrictText(max_length=60, required=False, help_text="a director enters who accepted an invitation")


class EntryInviteForm(NeededCommand):
    account = StrictText(max_length=60, required=False)


class InviteAnswerForm(NeededCommand):
    accepted = StrictBool()


class RefusalForm(NeededCommand):
    account = StrictText(max_length=60)
    reason = StrictText(max_length=20, help_text=", ".join(REASONS))

    def validate_reason(self, value: str) -> str:
        if value not in REASONS:
            raise serializers.ValidationError("one of " + ", ".join(REASONS))
        return value


class WithdrawalForm(NeededCommand):
    entry = StrictInt(min_value=1, max_value=MOST, required=False)


class ByeForm(NeededCommand):
    round = StrictInt(min_value=-MOST, max_value=MOST)


class RulingForm(NeededCommand):
    """Fields by ruling (tournaments.md section 1); checked by the service."""

    ruling = StrictText(max_length=20)
    reason = StrictText(max_length=20)
    seen = StrictInt()
    dry = StrictBool(required=False)
    round = StrictInt(required=False)
    table = StrictInt(required=False)
    game = StrictInt(required=False)
    entry = StrictInt(required=False)
    of = StrictInt(required=False)
    places = serializers.ListField(child=serializers.IntegerField(allow_null=True), required=False)
    account = StrictText(max_length=60, required=False)
    accounts = serializers.ListField(child=serializers.CharField(), required=False)
    score = StrictText(max_length=10, required=False)
    deadline = StrictText(max_length=40, required=False)
    tables = serializers.ListField(child=serializers.DictField(), required=False)
    byes = serializers.ListField(child=serializers.DictField(), required=False)


# -- answers ----------------------------------------------------------------------------------------------------------


class CardBody(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    text = serializers.CharField(allow_blank=True)
    summary = serializers.ListField(child=serializers.CharField())
    game = serializers.CharField()
    rules_version = serializers.IntegerField()
    options = serializers.DictField()
    seats = serializers.IntegerField()
    format = serializers.CharField()
    rounds = serializers.IntegerField(allow_null=True)
    clock = serializers.DictField(allow_null=True)
    points = serializers.DictField()
    tiebreaks = serializers.ListField(child=serializers.CharField())
    rules = serializers.DictField()
    entry = serializers.DictField()
    directors = serializers.ListField(child=serializers.CharField())
    seed_commit = serializers.CharField()
    previous = serializers.DictField(required=False)
    status = serializers.CharField(help_text="open, running, finished")
    reason = serializers.CharField(allow_null=True)
    round = serializers.IntegerField()
    entrants = serializers.IntegerField()
    waiting = serializers.IntegerField()
    opened_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    head = HeadBody()


class OpenedCardBody(CardBody):
    receipt = serializers.DictField()


class CardPage(serializers.Serializer[Any]):
    results = CardBody(many=True)
    next = serializers.CharField(allow_null=True)


class EntryBody(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    account = serializers.CharField()
    name = serializers.CharField()
    number = serializers.IntegerField(allow_null=True)
    rating = serializers.IntegerField(allow_null=True)
    status = serializers.CharField(help_text="in, withdrawn, refused, expelled")


class EntryPage(serializers.Serializer[Any]):
    results = EntryBody(many=True)
    next = serializers.CharField(allow_null=True)


class EnteredBody(ReceiptBody):
    entry = serializers.IntegerField()
    entropy = serializers.CharField(allow_blank=True)


class WaitingBody(serializers.Serializer[Any]):
    waiting = serializers.IntegerField()


class InvitedBody(serializers.Serializer[Any]):
    account = serializers.CharField(allow_null=True)
    invite = serializers.CharField()


class InviteAnswerBody(serializers.Serializer[Any]):
    accepted = serializers.BooleanField()


class RuledBody(serializers.Serializer[Any]):
    seq = serializers.IntegerField(required=False)
    head = serializers.CharField(required=False)
    receipt = serializers.DictField(required=False)
    before = serializers.ListField(child=serializers.ListField())
    after = serializers.ListField(child=serializers.ListField())


class DueBody(serializers.Serializer[Any]):
    kind = serializers.CharField()
    round = serializers.IntegerField(required=False)
    table = serializers.IntegerField(required=False)
    entry = serializers.IntegerField(required=False)
    since = serializers.CharField()


class DeskBody(serializers.Serializer[Any]):
    due = DueBody(many=True)


class StandingsRowBody(serializers.Serializer[Any]):
    place = serializers.IntegerField(allow_null=True)
    entry = serializers.IntegerField()
    account = serializers.CharField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    tiebreaks = serializers.DictField()
    group = serializers.IntegerField(required=False)
    why = serializers.CharField(allow_null=True)

    def get_fields(self) -> dict[str, Any]:
        brought = serializers.ListField(child=serializers.DictField(), required=False)
        return super().get_fields() | {"from": brought}


class StandingsBody(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    seq = serializers.IntegerField()
    final = serializers.BooleanField()
    digest = serializers.CharField(allow_null=True)
    tiebreaks = serializers.ListField(child=serializers.CharField())
    rows = StandingsRowBody(many=True)


class RoundLineBody(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    status = serializers.CharField(help_text="running, closed")
    deadline = serializers.CharField(allow_null=True)
    tables = serializers.IntegerField()


class RoundsBody(serializers.Serializer[Any]):
    rounds = RoundLineBody(many=True)


class RoundBody(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    status = serializers.CharField(help_text="running, closed")
    deadline = serializers.CharField(allow_null=True)
    engine = serializers.CharField()
    version = serializers.CharField()
    byes = serializers.ListField(child=serializers.DictField())
    tables = serializers.ListField(child=serializers.DictField())


class MyTournamentBody(serializers.Serializer[Any]):
    entry = serializers.IntegerField(allow_null=True)
    status = serializers.CharField(allow_null=True)
    next = serializers.DictField(allow_null=True)


class TournamentExportBody(serializers.Serializer[Any]):
    format = serializers.CharField()
    match = serializers.UUIDField()
    events = serializers.ListField(child=serializers.DictField())
    opened = serializers.ListField(child=serializers.DictField())
    receipt = serializers.DictField(required=False)
    exports = serializers.DictField(required=False)
    previous = serializers.DictField(required=False)
