"""Ratings on other pages: days, signed numbers, the expected result of a table, what a match changed."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from gateway.auth import account_id
from gateway.dates import day_text
from gateway.pages.ratings import changes_of
from gateway.templatetags.house import language
from gateway.words import LEFT_TO_RIGHT, digits, isolate
from services.ratings.read import expected

register = template.Library()
PLUS = "+"


@register.simple_tag(takes_context=True)
def day(context: Context, value: datetime | str) -> SafeString:
    text = value.isoformat() if isinstance(value, datetime) else value
    return format_html('<time datetime="{}">{}</time>', text, day_text(value, language(context)))


@register.simple_tag(takes_context=True)
def day_plain(context: Context, value: datetime | str) -> str:
    """For a drawing, whose direction is from left to right in every language."""
    return isolate(day_text(value, language(context)))


@register.simple_tag(takes_context=True)
def signed(context: Context, value: int) -> str:
    """A change with its sign on the left, in every language."""
    spoken = language(context)
    if value <= 0:
        return digits(value, spoken)
    return (LEFT_TO_RIGHT if spoken == "fa" else "") + PLUS + digits(value, spoken)


@register.inclusion_tag("house/ratings/expected.html", takes_context=True)
def expected_result(context: Context, table: dict[str, Any]) -> dict[str, Any]:
    """Of a rated table: each one's chance of the first place, the reader counted in where one seat is free."""
    more = {"request": context["request"], "rated": table["rated"], "chances": ()}
    if not table["rated"] or table["status"] in ("ended", "aborted"):
        return more
    people = {UUID(seat["account"]): seat["name"] for seat in table["seats"] if seat["account"]}
    me = account_id(context["request"])
    if me is not None and me not in people and len(people) == len(table["seats"]) - 1:
        people[me] = ""
    if len(people) != len(table["seats"]):
        return more
    first = expected(table["game"], list(people))
    return more | {"chances": [(name, round(chance / 10)) for name, chance in zip(people.values(), first, strict=True)]}


@register.simple_tag
def rating_changes(match: dict[str, Any]) -> dict[str, Any]:
    return changes_of(match)
