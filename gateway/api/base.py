"""What the views of the API share: the reader's language, query numbers, raw JSON answers, pages."""

from __future__ import annotations

import re

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from gateway.errors import BadFields
from services.readers.cards import MOST_PAGES

MOST = 2**31 - 1


class View(APIView):
    """Everybody may knock; each call says who may come in."""


def language(request: Request) -> str:
    spoken: str = getattr(request._request, "language", "en")
    return spoken


def query_int(request: Request, name: str, default: int | None = None, least: int = -1) -> int | None:
    text = request.query_params.get(name)
    if text is None or text == "":
        return default
    if not re.fullmatch("-?[0-9]+", text):
        raise BadFields({name: "a whole number"})
    if len(text) > 12 or not least <= int(text) <= MOST:
        raise BadFields({name: "out of range"})
    return int(text)


def query_word(request: Request, name: str, allowed: tuple[str, ...] = ()) -> str:
    text: str = request.query_params.get(name, "")
    if allowed and text and text not in allowed:
        raise BadFields({name: "one of " + ", ".join(allowed)})
    if "\0" in text or len(text) > 100:
        raise BadFields({name: "up to 100 characters of text"})
    return text


def raw(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(text, status=status, content_type="application/json")


def page_number(request: Request) -> int:
    number = query_int(request, "page", 1, least=1) or 1
    if number > MOST_PAGES:
        raise BadFields({"page": "out of range"})
    return number


def next_page(request: Request, more: bool) -> str | None:
    """The path of the page behind this one, if there is one."""
    if not more:
        return None
    query = request.query_params.copy()
    query["page"] = str(page_number(request) + 1)
    return f"{request.path}?{query.urlencode()}"


def query_after(request: Request) -> int:
    after = query_int(request, "after")
    return -1 if after is None else after
