"""Where an account can be called: browsers that take pushes, webhooks of programs, the secret word of its feeds."""

from __future__ import annotations

import base64
import binascii
import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet

from services.errors import Conflict, NotAllowed, NotFound
from services.people.addresses import destination_of
from services.people.models import Account, Feed, Preferences, PushSubscription, Webhook
from services.people.preferences import Settings, settings_in
from services.people.things import Channel

MOST: Final = 20  # of a kind, for one account
PUSH_SCHEMES: Final = ("https",)


class BadSubscription(NotAllowed):
    """What a browser gave us is not a push subscription."""

    code = "bad-subscription"


# -- push -------------------------------------------------------------------------------------------------------------


def add_push(account: UUID, endpoint: str, keys: Mapping[str, str]) -> PushSubscription:
    """A browser that subscribes again is the same row; one that changes hands belongs to whoever signed in last.

    Raises AddressNotPublic, BadSubscription, Conflict `too-many`.
    """
    p256dh, auth = keys.get("p256dh", ""), keys.get("auth", "")
    if not _is_point(p256dh) or len(_decoded(auth)) != 16:
        raise BadSubscription
    destination_of(endpoint, PUSH_SCHEMES)
    with transaction.atomic():
        _make_room(account, PushSubscription.objects.filter(account_id=account).exclude(endpoint=endpoint))
        PushSubscription.objects.filter(endpoint=endpoint).exclude(account_id=account).delete()
        row, _ = PushSubscription.objects.update_or_create(
            endpoint=endpoint, account_id=account, defaults={"p256dh": p256dh, "auth": auth}
        )
    return row


def _decoded(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except (binascii.Error, ValueError):
        return b""


def _is_point(text: str) -> bool:
    """A public key on the curve that Web Push is encrypted by."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(text))
    except ValueError:
        return False
    return len(_decoded(text)) == 65


def pushes_of(account: UUID) -> list[PushSubscription]:
    return list(PushSubscription.objects.filter(account_id=account).order_by("created_at", "id"))


def remove_push(account: UUID, key: UUID) -> None:
    """Raises NotFound."""
    if not PushSubscription.objects.filter(account_id=account, pk=key).delete()[0]:
        raise NotFound


# -- webhooks ---------------------------------------------------------------------------------------------------------


def add_webhook(account: UUID, url: str) -> Webhook:
    """With a new secret. Raises AddressNotPublic, Conflict `too-many`."""
    destination_of(url)
    with transaction.atomic():
        _make_room(account, Webhook.objects.filter(account_id=account))
        return Webhook.objects.create(account_id=account, url=url, secret=secrets.token_urlsafe(32))


def webhooks_of(account: UUID) -> list[Webhook]:
    return list(Webhook.objects.filter(account_id=account).order_by("created_at", "id"))


def remove_webhook(account: UUID, key: UUID) -> None:
    """Raises NotFound."""
    if not Webhook.objects.filter(account_id=account, pk=key).delete()[0]:
        raise NotFound


def _make_room(account: UUID, rows: QuerySet[Any]) -> None:
    Account.objects.select_for_update().get(pk=account)
    if rows.count() >= MOST:
        raise Conflict("too-many")


# -- feeds ------------------------------------------------------------------------------------------------------------


def feed_word(account: UUID) -> str:
    """The secret word in the addresses of the account's feeds; made when it is first asked for."""
    return Feed.objects.get_or_create(account_id=account, defaults={"word": _word()})[0].word


def new_feed_word(account: UUID) -> str:
    """The old addresses lead nowhere from now on."""
    return Feed.objects.update_or_create(account_id=account, defaults={"word": _word()})[0].word


def account_of_feed(word: str) -> UUID | None:
    rows = Feed.objects.filter(word=word, account__is_active=True)
    return rows.values_list("account_id", flat=True).first()


def feed_addresses(word: str) -> dict[str, Any]:
    base = f"{settings.PUBLIC_URL}/feeds/{word}"
    return {"calendar": f"{base}/calendar.ics", "atom": f"{base}/atom.xml"}


def _word() -> str:
    return secrets.token_urlsafe(24)


# -- all of it ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Channels:
    """How one account can be called."""

    chosen: Settings
    webhooks: tuple[str, ...] = ()
    pushes: tuple[str, ...] = ()

    def targets(self, channel: Channel) -> tuple[str, ...]:
        """Where messages of a channel go: a mail address needs no name, it is the account's when the mail leaves."""
        if channel is Channel.MAIL:
            return ("",) if self.chosen.mail_confirmed else ()
        return self.webhooks if channel is Channel.WEBHOOK else self.pushes if channel is Channel.PUSH else ()


_CHANNELS: Final = f"""
    SELECT a.id, to_jsonb(p),
           ARRAY(SELECT w.id::text FROM {Webhook._meta.db_table} w WHERE w.account_id = a.id AND NOT w.off),
           ARRAY(SELECT s.id::text FROM {PushSubscription._meta.db_table} s WHERE s.account_id = a.id)
      FROM {Account._meta.db_table} a LEFT JOIN {Preferences._meta.db_table} p ON p.account_id = a.id
     WHERE a.id = ANY(%s) AND a.is_active ORDER BY a.id
"""


def channels_of(accounts: Iterable[UUID]) -> dict[UUID, Channels]:
    """In one statement, in order. Accounts that are gone or closed are left out."""
    with connection.cursor() as cursor:
        cursor.execute(_CHANNELS, [list(accounts)])
        return {
            account: Channels(_chosen(row), tuple(webhooks), tuple(pushes))
            for account, row, webhooks, pushes in cursor.fetchall()
        }


def _chosen(row: str | None) -> Settings:
    return Settings() if row is None else settings_in(Preferences(**json.loads(row)))
