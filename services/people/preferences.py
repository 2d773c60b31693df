"""What an account has chosen: zone, absence, mail, quiet hours, digests, and which things reach it by which channel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction

from services.bus.telling import tell
from services.errors import BadRequest, Conflict
from services.facts import MailEntered, MailMoved
from services.log import clock
from services.people.models import Account, Preferences, SignInLink
from services.people.things import CHANNELS, THINGS, Channel, Thing

LEAST_OFFSET, MOST_OFFSET = -720, 840  # minutes
CONFIRM_SALT: Final = "mail.confirm"
CONFIRM_SECONDS: Final = 7 * 86_400
EVERYBODY, KNOWN, NOBODY = "everybody", "known", "nobody"  # who may invite an account
CONFIRMS: Final = ("touch", "always", "never")  # when a move needs a second tap
UNSUBSCRIBE_SALT: Final = "mail.unsubscribe"


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of one account, with what stands for those it has not made."""

    utc_offset: int = 0
    auto_vacation: bool = False
    mail: str = ""
    mail_confirmed: bool = False
    quiet: tuple[int, int] | None = None  # hours of the account's own day, the second not included
    digest: str = ""
    invitations: str = EVERYBODY
    show_playing: bool = True
    things: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    confirm: str = CONFIRMS[0]  # of the pages alone: no program confirms its moves
    link_mail: str = ""  # the address confirmed last: links to sign in go there

    def channels(self, thing: Thing) -> tuple[str, ...]:
        return self.things.get(thing, CHANNELS)

    def as_json(self) -> dict[str, Any]:
        return {
            "utc_offset": self.utc_offset,
            "auto_vacation": self.auto_vacation,
            "mail": self.mail or None,
            "mail_confirmed": self.mail_confirmed,
            "quiet": None if self.quiet is None else list(self.quiet),
            "digest": self.digest or None,
            "invitations": self.invitations,
            "show_playing": self.show_playing,
            "things": {thing: list(self.channels(thing)) for thing in THINGS},
        }


def settings_of(account: UUID) -> Settings:
    return settings_of_all([account])[account]


def settings_of_all(accounts: Iterable[UUID]) -> dict[UUID, Settings]:
    """In one statement; an account that has chosen nothing has the usual settings."""
    wanted = set(accounts)
    rows = {row.account_id: settings_in(row) for row in Preferences.objects.filter(account_id__in=wanted)}
    return {account: rows.get(account) or Settings() for account in wanted}


def settings_in(row: Preferences) -> Settings:
    quiet = None if row.quiet_from is None or row.quiet_to is None else (row.quiet_from, row.quiet_to)
    things = {name: tuple(channels) for name, channels in row.things.items()}
    return Settings(
        row.utc_offset, row.auto_vacation, row.mail, row.mail_confirmed, quiet, row.digest, row.invitations,
        row.show_playing, things, row.confirm, row.link_mail,
    )  # fmt: skip


def hides_playing(accounts: Iterable[UUID]) -> set[UUID]:
    """Those of them who do not let be seen what they play."""
    rows = Preferences.objects.filter(account_id__in=accounts, show_playing=False)
    return set(rows.values_list("account_id", flat=True))


# -- changing ---------------------------------------------------------------------------------------------------------


def change_settings(account: UUID, changes: Mapping[str, Any]) -> Settings:
    """Change the settings that are named, after checking all of them. Raises BadRequest.

    A mail address waits to be confirmed: the fact that says so is written in the same transaction. Entering it again
    asks again.
    """
    wrong = {name: text for name, value in changes.items() if (text := _wrong(name, value))}
    if wrong:
        raise BadRequest(wrong)
    with transaction.atomic():
        row, _ = Preferences.objects.select_for_update().get_or_create(account_id=account)
        for name, value in changes.items():
            _SETTERS[name](row, value)
        row.save()
        if row.mail and "mail" in changes and not row.mail_confirmed:
            tell([MailEntered(str(account))], clock.now())
    return settings_in(row)


def _wrong(name: str, value: Any) -> str:
    """What would do instead of this value; empty: it does."""
    match name:
        case "utc_offset":
            fits = _is_int(value) and LEAST_OFFSET <= value <= MOST_OFFSET
            return "" if fits else f"minutes from {LEAST_OFFSET} to {MOST_OFFSET}"
        case "invitations":
            return "" if value in (EVERYBODY, KNOWN, NOBODY) else f"{EVERYBODY}, {KNOWN} or {NOBODY}"
        case "confirm":
            return "" if value in CONFIRMS else ", ".join(CONFIRMS)
        case "auto_vacation" | "show_playing":
            return "" if isinstance(value, bool) else "true or false"
        case "mail":
            return "" if value is None or is_mail(value) else "a mail address, or null"
        case "quiet":
            return "" if value is None or _are_hours(value) else "two different hours from 0 to 23, or null"
        case "digest":
            return "" if value in (None, "hourly", "daily") else 'null, "hourly" or "daily"'
        case "things":
            return "" if _are_things(value) else f"things ({', '.join(THINGS)}) with channels ({', '.join(CHANNELS)})"
    return "unknown field"


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_mail(value: Any) -> bool:
    if not isinstance(value, str) or len(value) > 254 or not value.isascii():
        return False
    try:
        validate_email(value)
    except ValidationError:
        return False
    return True


def _are_hours(value: Any) -> bool:
    if not isinstance(value, list | tuple) or len(value) != 2:
        return False
    return all(_is_int(hour) and 0 <= hour <= 23 for hour in value) and value[0] != value[1]


def _are_things(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        thing in THINGS
        and isinstance(channels, list | tuple)
        and all(isinstance(channel, str) and channel in CHANNELS for channel in channels)
        for thing, channels in value.items()
    )


def _set_mail(row: Preferences, value: str | None) -> None:
    """Links go to the address confirmed last until the new one is; with none at all they go nowhere."""
    if (value or "") != row.mail:
        row.mail, row.mail_confirmed = value or "", False
    if not row.mail:
        _move_links(row, "")


def _set_quiet(row: Preferences, value: list[int] | None) -> None:
    row.quiet_from, row.quiet_to = value or (None, None)


def _set_things(row: Preferences, value: Mapping[Any, list[str]]) -> None:
    """Things that are not named stay as they are."""
    new = {thing: [channel for channel in CHANNELS if channel in wanted] for thing, wanted in value.items()}
    row.things = {**row.things, **new}


_SETTERS: Final[Mapping[str, Any]] = {
    "utc_offset": lambda row, value: setattr(row, "utc_offset", value),
    "auto_vacation": lambda row, value: setattr(row, "auto_vacation", value),
    "invitations": lambda row, value: setattr(row, "invitations", value),
    "show_playing": lambda row, value: setattr(row, "show_playing", value),
    "mail": _set_mail,
    "quiet": _set_quiet,
    "digest": lambda row, value: setattr(row, "digest", value or ""),
    "confirm": lambda row, value: setattr(row, "confirm", value),
    "things": _set_things,
}


# -- links in mails ---------------------------------------------------------------------------------------------------


def confirmation_token(account: UUID, mail: str) -> str:
    return signing.dumps([str(account), mail], salt=CONFIRM_SALT)


def confirm_mail(token: str) -> bool:
    """Whether the token belongs to the address that its account has now; then that is confirmed. May be repeated.

    From then on links to sign in go there, older ones end, and a guest is a guest no more: there is a way back.
    Raises Conflict `address-taken`: it is another account's.
    """
    try:
        account, mail = signing.loads(token, salt=CONFIRM_SALT, max_age=CONFIRM_SECONDS)
    except (signing.BadSignature, ValueError):
        return False
    rows = Preferences.objects.filter(account_id=account, mail=mail, account__is_active=True)
    try:
        with transaction.atomic():
            row = rows.select_for_update(of=("self",)).first()
            if row is not None and not (row.mail_confirmed and row.link_mail == mail):
                _confirm(row)
            return row is not None
    except IntegrityError:
        raise Conflict("address-taken") from None


def _confirm(row: Preferences) -> None:
    _move_links(row, row.mail)
    row.mail_confirmed = True
    row.save(update_fields=["mail_confirmed", "link_mail", "former_mail"])
    Account.objects.filter(pk=row.account_id).update(guest=False)


def _move_links(row: Preferences, mail: str) -> None:
    """Links that were mailed end; the address of before is to hear of it."""
    former, row.link_mail = row.link_mail, mail
    SignInLink.objects.filter(account_id=row.account_id, used_at__isnull=True).delete()
    if former and former.lower() != mail.lower():
        row.former_mail = former
        tell([MailMoved(str(row.account_id))], clock.now())


@dataclass(frozen=True, slots=True)
class Unsubscribing:
    """What a link in a mail can switch off: one thing by mail, or all of them."""

    account: UUID
    mail: str
    thing: Thing | None  # None: the mail was about several


def unsubscribe_token(account: UUID, mail: str, thing: Thing | None) -> str:
    return signing.dumps([str(account), mail, thing or ""], salt=UNSUBSCRIBE_SALT)


def read_unsubscribe_token(token: str) -> Unsubscribing | None:
    """None for what is not a token of ours. It has no end: old mails lie in mailboxes for years."""
    try:
        account, mail, thing = signing.loads(token, salt=UNSUBSCRIBE_SALT)
    except (signing.BadSignature, ValueError):
        return None
    return Unsubscribing(UUID(account), mail, Thing(thing) if thing else None)


def unsubscribe(asked: Unsubscribing, *, everything: bool) -> None:
    """No more mail about the thing, or about anything. An address that the account no longer has changes nothing."""
    with transaction.atomic():
        row = Preferences.objects.select_for_update().filter(account_id=asked.account, mail=asked.mail).first()
        if row is None:
            return
        named = THINGS if everything or asked.thing is None else (asked.thing,)
        now = settings_in(row)
        without = {thing: [name for name in now.channels(thing) if name != Channel.MAIL] for thing in named}
        _set_things(row, without)
        row.save(update_fields=["things"])
