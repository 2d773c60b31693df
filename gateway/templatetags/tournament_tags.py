"""Pieces of the tournaments' pages: names of formats and tie-breaks, moments, countdowns, fields of the wizard."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from gateway.dates import moment_text
from gateway.drawings.words import points_text
from gateway.templatetags.house import find, language
from gateway.words import digits, fill, game_texts, shell_texts

register = template.Library()


def _text(context: Context, path: str) -> str:
    return find(shell_texts(language(context)), f"tournament_page.{path}")


@register.simple_tag(takes_context=True)
def format_name(context: Context, key: str) -> str:
    return _text(context, f"formats.{key}")


@register.simple_tag(takes_context=True)
def preset_text(context: Context, key: str, part: str) -> str:
    return _text(context, f"presets.{key}.{part}")


@register.simple_tag(takes_context=True)
def ruling_name(context: Context, key: str) -> str:
    return _text(context, f"ruling_names.{key}")


@register.simple_tag(takes_context=True)
def reason_name(context: Context, key: str) -> str:
    return _text(context, f"reasons.{key}")


@register.simple_tag(takes_context=True)
def tiebreak_name(context: Context, key: str) -> str:
    return find(shell_texts(language(context)), f"tournament_tiebreaks.{key}")


@register.simple_tag(takes_context=True)
def points(context: Context, twelfths: int) -> str:
    return points_text(twelfths, language(context))


@register.simple_tag(takes_context=True)
def when(context: Context, value: datetime | str) -> SafeString:
    """A moment in UTC; the page's script puts it into the reader's zone."""
    text = value.isoformat() if isinstance(value, datetime) else value
    return format_html('<time datetime="{}" data-local>{}</time>', text, moment_text(value, language(context)))


@register.simple_tag
def countdown(value: str) -> SafeString:
    return format_html('<span class="countdown" data-until="{}"></span>', value)


@register.simple_tag(takes_context=True)
def unfurl(context: Context, card: Mapping[str, Any]) -> str:
    """What a chat shows of a link."""
    spoken = language(context)
    words = shell_texts(spoken)["tournament_page"]
    params = {
        "game": game_texts(card["game"], spoken)["name"], "format": words["formats"][card["format"]],
        "status": words[f"status_{card['status']}"], "count": card["entrants"],
    }  # fmt: skip
    return fill(spoken, words["unfurl"], params, {value: value for value in params.values() if isinstance(value, str)})


@register.filter
def words(text: str) -> list[str]:
    return text.split()


@register.inclusion_tag("house/tournaments/field_number.html", takes_context=True)
def number_field(context: Context, name: str, given: Mapping[str, Any], least: int, most: int) -> dict[str, Any]:
    return {
        "request": context["request"], "name": name, "label": _text(context, f"field_{name}"), "least": least,
        "most": most, "value": given.get(name, ""),
    }  # fmt: skip


@register.inclusion_tag("house/tournaments/field_choice.html", takes_context=True)
def choice_field(context: Context, name: str, given: Mapping[str, Any], keys: str) -> dict[str, Any]:
    choices = [(key, _text(context, f"choices.{key}")) for key in keys.split()]
    return {
        "request": context["request"], "name": name, "label": _text(context, f"field_{name}"), "choices": choices,
        "value": given.get(name, ""),
    }  # fmt: skip


@register.simple_tag(takes_context=True)
def count(context: Context, value: int) -> str:
    return digits(value, language(context))
