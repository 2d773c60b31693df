"""What stands in a cell of the admin: text, a number, a moment, a word of the house, a link."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from engine.core.codec import canonical
from engine.games import GAMES
from gateway.templatetags.house import phrase
from gateway.words import digits, game_texts

NOTHING: Final = "–"
SHORT: Final = 24  # characters that stay on one line


@dataclass(frozen=True, slots=True)
class Section:
    """A table below a thing: its title is a word of the house, its headers are names of fields."""

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[SafeString]]
    more: str = ""  # where it goes on


def shown(value: Any, language: str) -> SafeString:
    """Any value, in the reader's language and direction."""
    if isinstance(value, SafeString):
        return value
    if value is None or value == "":
        return SafeString(NOTHING)
    if isinstance(value, bool):
        return phrase(language, f"admin.{'yes' if value else 'no'}")
    if isinstance(value, int):
        return SafeString(digits(value, language))
    if isinstance(value, datetime):
        text = digits(value.strftime("%Y-%m-%d %H:%M:%S"), language)
        return format_html('<time datetime="{}" dir="ltr">{} UTC</time>', value.isoformat(), text)
    if isinstance(value, dict | list | tuple):
        return code(canonical(value).decode())
    return format_html("<bdi>{}</bdi>", value)


def code(text: str) -> SafeString:
    """Ids, JSON and notation: from left to right in every language."""
    if len(text) <= SHORT:
        return format_html('<code dir="ltr" class="short">{}</code>', text)
    return format_html('<code dir="ltr">{}</code>', text)


def word(language: str, path: str) -> SafeString:
    return phrase(language, path)


def game_name(key: str, language: str) -> SafeString:
    return SafeString(conditional_escape(game_texts(key, language)["name"] if key in GAMES else key))


def link(address: str, text: object) -> SafeString:
    return format_html('<a href="{}"><bdi>{}</bdi></a>', address, text)


def thing_link(kind: str, key: object, text: object = None) -> SafeString:
    """`kind`: as Django's admin names it, app and model: `gateway_account`."""
    address = reverse(f"admin:{kind}_change", args=[str(key)])
    return link(address, str(key)[:8] if text is None else text)


def account_link(account: UUID | str | None, names: Any) -> SafeString:
    if account is None:
        return SafeString(NOTHING)
    key = account if isinstance(account, UUID) else UUID(str(account))
    return thing_link("gateway_account", key, names.get(key) or str(key)[:8])


def joined(parts: Iterable[SafeString]) -> SafeString:
    return mark_safe(" · ".join(parts)) if parts else SafeString(NOTHING)  # each is escaped
