"""Bot accounts: accounts that a program plays for, marked as such, each owned by whoever made it."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.db import transaction
from knox.models import AuthToken

from services.errors import BadRequest, Conflict, NotFound, NotYours
from services.people.accounts import plain_name
from services.people.models import Account

MOST: Final = 20  # bots of one owner


def new_bot(owner: UUID, name: str) -> Account:
    """Raises BadRequest for a name of nothing but invisible signs, NotYours for a bot, Conflict `too-many`."""
    plain = plain_name(name)
    if not plain:
        raise BadRequest({"name": "a name that can be seen"})
    with transaction.atomic():
        holder = Account.objects.select_for_update().get(pk=owner)
        if holder.bot:
            raise NotYours("bots-own-nothing")
        if len(bots_of(owner)) >= MOST:
            raise Conflict("too-many")
        bot = Account(name=plain, guest=False, owner=holder)
        bot.set_unusable_password()
        bot.save(force_insert=True)
    return bot


def bots_of(owner: UUID) -> list[Account]:
    return list(Account.objects.filter(owner_id=owner, is_active=True).order_by("created_at", "id"))


def bot_of(owner: UUID, bot: UUID) -> Account | None:
    return Account.objects.filter(pk=bot, owner_id=owner, is_active=True).first()


def close_bot(owner: UUID, bot: UUID) -> None:
    """Its tokens end and it sits down nowhere again; the logs keep its id. Raises NotFound."""
    with transaction.atomic():
        if not Account.objects.filter(pk=bot, owner_id=owner, is_active=True).update(is_active=False):
            raise NotFound
        AuthToken.objects.filter(user_id=bot).delete()
