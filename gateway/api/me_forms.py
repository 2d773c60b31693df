"""The forms and answers of what an account says about itself: settings, channels, feeds, bots, tokens."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from gateway.api.forms import Form, StrictBool, StrictDict, StrictInt, StrictText
from services.people.things import CHANNELS, THINGS
from services.people.tokens import SCOPES


class SettingsForm(Form):
    """For the description alone: what is wrong with a value is said by the ground."""

    utc_offset = StrictInt(min_value=-720, max_value=840, required=False, help_text="minutes; public at a seat")
    auto_vacation = StrictBool(required=False)
    mail = StrictText(max_length=254, required=False, allow_null=True)
    quiet = serializers.ListField(
        child=StrictInt(min_value=0, max_value=23), min_length=2, max_length=2, required=False, allow_null=True
    )
    digest = serializers.ChoiceField(choices=["hourly", "daily"], required=False, allow_null=True)
    invitations = serializers.ChoiceField(choices=["everybody", "known", "nobody"], required=False)
    show_playing = StrictBool(required=False)
    things = StrictDict(
        child=serializers.ListField(child=serializers.ChoiceField(choices=[str(channel) for channel in CHANNELS])),
        required=False,
        help_text=f"of {', '.join(THINGS)}; what is not named stays as it is",
    )


class SettingsBody(serializers.Serializer[Any]):
    utc_offset = serializers.IntegerField()
    auto_vacation = serializers.BooleanField()
    mail = serializers.CharField(allow_null=True)
    mail_confirmed = serializers.BooleanField()
    quiet = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    digest = serializers.CharField(allow_null=True)
    invitations = serializers.CharField()
    show_playing = serializers.BooleanField()
    things = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))


class PushKeyBody(serializers.Serializer[Any]):
    key = serializers.CharField(allow_null=True)


class PushForm(Form):
    """As a browser's `PushSubscription.toJSON()` gives it."""

    endpoint = StrictText(max_length=1000)
    expirationTime = serializers.JSONField(required=False, allow_null=True)
    keys = StrictDict(child=StrictText(max_length=200))


class PushBody(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    endpoint = serializers.CharField()
    created_at = serializers.DateTimeField()


class NewPushBody(serializers.Serializer[Any]):
    id = serializers.UUIDField()


class WebhookForm(Form):
    url = StrictText(max_length=500)


class WebhookBody(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    url = serializers.CharField()
    failures = serializers.IntegerField()
    off = serializers.BooleanField()
    created_at = serializers.DateTimeField()


class NewWebhookBody(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    url = serializers.CharField()
    secret = serializers.CharField()


class FeedsBody(serializers.Serializer[Any]):
    calendar = serializers.CharField()
    atom = serializers.CharField()


class BotForm(Form):
    name = StrictText(max_length=40)


class BotAccountBody(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    bot = serializers.BooleanField()


class TokenForm(Form):
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=list(SCOPES)), min_length=1, max_length=10)
    bot = serializers.UUIDField(required=False, allow_null=True)
    expires_at = serializers.DateTimeField(required=False, allow_null=True, help_text="RFC 3339, with a zone")


class TokenBody(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    account = serializers.UUIDField()
    scopes = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)


class NewTokenBody(TokenBody):
    token = serializers.CharField()


class StreamEventBody(serializers.Serializer[Any]):
    """An event of a stream, as programs read it."""

    event = serializers.CharField(help_text=f"home, then {', '.join(THINGS)}")
    id = serializers.CharField()
    # A field of the body hides DRF's own property on purpose.
    data = serializers.CharField(  # type: ignore[assignment]
        help_text="JSON: of home what waits, of a thing what a webhook gets"
    )
