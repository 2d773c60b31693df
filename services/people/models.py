"""Accounts: who somebody is, and how they want to hear of what happens.

The log knows only their ids, so a name can be erased without breaking a chain.
"""

from __future__ import annotations

import uuid

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import Value
from django.db.models.functions import Lower

from services.people.order_models import Appeal, Closing, TrailEntry
from services.people.social_models import AskedCommand, Block, Follow, Report, ReturnLink, SignInLink

__all__ = [
    "Account", "Appeal", "AskedCommand", "Block", "Closing", "Feed", "Follow", "Preferences", "PushSubscription",
    "Report", "ReturnLink", "Seen", "SignInLink", "TokenGrant", "TrailEntry", "Vacation", "Webhook",
]  # fmt: skip


class AccountManager(BaseUserManager["Account"]):
    def get_by_natural_key(self, username: str | None) -> Account:
        """Phones write a capital where none was meant, so a login is looked up in any case."""
        return self.alias(lower=Lower("login")).get(lower=Lower(Value(username)))


class Account(AbstractBaseUser):
    """A guest until a password is chosen."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=40)
    login = models.CharField(max_length=40, unique=True, null=True)  # chosen together with a password
    guest = models.BooleanField(default=True)
    language = models.CharField(max_length=2, blank=True)
    theme = models.CharField(max_length=5, blank=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)  # keeps order
    former_name = models.CharField(max_length=40, blank=True)
    renamed_at = models.DateTimeField(null=True)
    owner = models.ForeignKey("self", models.CASCADE, null=True, related_name="bots")  # of a bot account
    created_at = models.DateTimeField(auto_now_add=True)

    USERNAME_FIELD = "login"
    objects = AccountManager()

    @property
    def bot(self) -> bool:
        """Played by a program of its owner; counts as a person everywhere else."""
        return self.owner_id is not None

    class Meta:
        app_label = "gateway"
        constraints = (models.UniqueConstraint(Lower("login"), name="one_login_in_any_case"),)


class TokenGrant(models.Model):
    """A token that somebody made for a program: what it may do, for whom, until when. Deleting its token revokes it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    token = models.OneToOneField("knox.AuthToken", models.CASCADE, related_name="grant")
    maker = models.ForeignKey(Account, models.CASCADE, related_name="grants")
    scopes = models.JSONField()
    created_at = models.DateTimeField()

    class Meta:
        app_label = "gateway"


class Preferences(models.Model):
    """What an account has chosen; one without a row has chosen nothing."""

    class Digest(models.TextChoices):
        AT_ONCE = ""
        HOURLY = "hourly"
        DAILY = "daily"

    account = models.OneToOneField(Account, models.CASCADE, primary_key=True, related_name="preferences")
    utc_offset = models.SmallIntegerField(default=0)  # minutes; public once the account sits down
    auto_vacation = models.BooleanField(default=False)
    mail = models.CharField(max_length=254, blank=True)
    mail_confirmed = models.BooleanField(default=False)
    link_mail = models.CharField(max_length=254, blank=True, default="")  # confirmed last: links to sign in go there
    former_mail = models.CharField(max_length=254, blank=True, default="")  # where they went, until it heard of that
    quiet_from = models.PositiveSmallIntegerField(null=True)  # an hour of the account's own day
    quiet_to = models.PositiveSmallIntegerField(null=True)
    digest = models.CharField(max_length=6, choices=Digest, blank=True, default=Digest.AT_ONCE)
    invitations = models.CharField(max_length=10, default="everybody")  # from whom: everybody, known, nobody
    confirm = models.CharField(max_length=6, default="touch")  # moves: touch, always, never
    show_playing = models.BooleanField(default=True)  # to those who follow the account
    things = models.JSONField(default=dict)  # thing -> channels; what is left out goes everywhere

    class Meta:
        app_label = "gateway"
        constraints = (
            models.UniqueConstraint(Lower("link_mail"), name="address_of_one", condition=~models.Q(link_mail="")),
        )


class Seen(models.Model):
    """When an account last looked at a match, a table or a tournament: in any way, and in a browser."""

    pk = models.CompositePrimaryKey("account", "subject")
    account = models.UUIDField()
    subject = models.UUIDField()
    at = models.DateTimeField()
    watched_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "gateway"


class PushSubscription(models.Model):
    """A browser that shows what is pushed to it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey(Account, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=1000)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "gateway"
        constraints = (models.UniqueConstraint(fields=["endpoint"], name="push_endpoint_once"),)


class Webhook(models.Model):
    """An address that programs of an account are called at."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey(Account, models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    secret = models.CharField(max_length=64)
    failures = models.PositiveSmallIntegerField(default=0)  # failed deliveries in a row
    off = models.BooleanField(default=False)  # it failed too often
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "gateway"


class Feed(models.Model):
    """The secret word in the addresses of an account's feeds."""

    account = models.OneToOneField(Account, models.CASCADE, primary_key=True, related_name="feed")
    word = models.CharField(max_length=64, unique=True)

    class Meta:
        app_label = "gateway"


class Vacation(models.Model):
    """A stretch in which an account's slow clocks stand. It ends by itself when the days of the year are used up."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="vacations")
    began = models.DateTimeField()
    until = models.DateTimeField()  # the last moment that the days left allow
    ended = models.DateTimeField(null=True)
    began_by = models.UUIDField(null=True)  # the commands that switched it on and off, where there was one
    ended_by = models.UUIDField(null=True)

    class Meta:
        app_label = "gateway"
        constraints = (
            models.UniqueConstraint(fields=["account"], name="vacation_once", condition=models.Q(ended__isnull=True)),
        )


class MatchNote(models.Model):
    """What somebody has written down for themselves about a match. Nobody else ever reads it."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="+")
    match = models.UUIDField()
    text = models.TextField()
    at = models.DateTimeField()

    class Meta:
        app_label = "gateway"
        constraints = [models.UniqueConstraint(fields=["account", "match"], name="note_once")]
