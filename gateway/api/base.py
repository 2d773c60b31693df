"""What the views of the API share: the reader's language, query numbers, raw JSON answers, pages."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from gateway.errors import BadFields

MOST = 2**31 - 1


class View(APIView):
    """Everybody may knock; each call says who may come in."""


def language(request: Request) -> str:
    found: str = getattr(request._request, "language", "en")
    return found


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


def page_of(rows: Any, request: Request, size: int = 50) -> tuple[list[Any], str | None]:
    """A page by number, and where the next one is."""
    number = query_int(request, "page", 1, least=1) or 1
    if number > 1000:
        raise BadFields({"page": "out of range"})
    found = list(rows[(number - 1) * size : number * size + 1])
    after = None
    if len(found) > size:
        query = request.query_params.copy()
        query["page"] = str(number + 1)
        after = f"{request.path}?{query.urlencode()}"
    return found[:size], after


def query_after(request: Request) -> int:
    found = query_int(request, "after")
    return -1 if found is None else found
