"""Texts, directions and small pieces that every page of the shell needs."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import Any

from django import template
from django.template import Context
from django.utils.html import conditional_escape, escape, format_html
from django.utils.safestring import SafeString, mark_safe

import engine.games
from gateway.pages import lists
from gateway.shelf import game_url
from gateway.words import digits, game_texts, person, shell_texts
from services.lobby.read import count_to

register = template.Library()
_GAMES = Path(engine.games.__file__).parent
_HOLE = re.compile(r"\{(\w+)\}")
THEMES = ("light", "dark")


def language(context: Context) -> str:
    return getattr(context.get("request"), "language", "en")


def find(texts: dict[str, Any], path: str) -> str:
    """The sentence of a key; a missing one shows as the key itself, so that tests see it."""
    text: Any = texts
    for part in path.split("."):
        text = text.get(part) if isinstance(text, dict) else None
    return text if isinstance(text, str) else path


def phrase(lang: str, path: str, **params: Any) -> SafeString:
    """A sentence of the shell with its holes filled: numbers in the reader's digits, words kept in their direction."""

    def value(hole: re.Match[str]) -> str:
        param = params.get(hole.group(1), "")
        if isinstance(param, int):
            return digits(param, lang)
        return f"<bdi>{conditional_escape(param)}</bdi>" if param else ""

    return mark_safe(_HOLE.sub(value, escape(find(shell_texts(lang), path))))


@register.simple_tag(takes_context=True, name="person")
def person_name(context: Context, name: str) -> str:
    """The name of an account, in the reader's language where a guest was given it."""
    return person(name, language(context))


@register.simple_tag
def shelf(game: str, name: str) -> str:
    """The address of a file of a game's board."""
    return game_url(game, name)


@register.simple_tag(takes_context=True)
def t(context: Context, path: str, **params: Any) -> SafeString:
    return phrase(language(context), path, **params)


@register.simple_tag(takes_context=True)
def plain(context: Context, path: str, **params: Any) -> str:
    """The same for attributes and titles: no markup inside."""
    texts = shell_texts(language(context))
    return _HOLE.sub(lambda hole: digits(params.get(hole.group(1), ""), language(context)), find(texts, path))


@register.simple_tag(takes_context=True)
def game(context: Context, key: str, path: str) -> str:
    """A text of a game, without holes."""
    return find(game_texts(key, language(context)), path)


@register.simple_tag(takes_context=True)
def lang(context: Context) -> str:
    return language(context)


@register.simple_tag(takes_context=True)
def direction(context: Context) -> str:
    return "rtl" if language(context) == "fa" else "ltr"


@register.simple_tag(takes_context=True)
def theme(context: Context) -> str:
    request = context.get("request")
    chosen = request.COOKIES.get("theme", "") if request is not None else ""
    return chosen if chosen in THEMES else ""


@register.simple_tag(takes_context=True)
def num(context: Context, value: object) -> str:
    return digits(value, language(context))


@register.simple_tag(takes_context=True)
def invited(context: Context) -> int:
    """How many invitations wait for the reader's answer."""
    user = getattr(context.get("request"), "user", None)
    return count_to(user.pk) if user is not None and user.is_authenticated else 0


@register.simple_tag(takes_context=True)
def turns(context: Context) -> int:
    """How many matches wait for the reader."""
    user = getattr(context.get("request"), "user", None)
    return lists.count_turns(user.pk) if user is not None and user.is_authenticated else 0


@register.simple_tag
def cover(key: str) -> SafeString:
    """The picture of a game, drawn inline so that it follows the palette."""
    path = _GAMES / key / "ui" / "cover.svg"
    return mark_safe(path.read_text("utf-8")) if path.is_file() else mark_safe("")


@register.simple_tag(takes_context=True)
def moment(context: Context, value: datetime | str) -> SafeString:
    """A time that the page's script turns into "3 minutes ago"."""
    text = value.isoformat() if isinstance(value, datetime) else value
    return format_html(
        '<time datetime="{}" data-ago>{}</time>', text, digits(text[:16].replace("T", " "), language(context))
    )
