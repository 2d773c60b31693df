"""Refusals as pages: the services' refusals get the page and the status that fit."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from gateway.pages.guests import Throttled
from services.errors import NotFound, NotYours

View = Callable[..., HttpResponse]


def page(request: HttpRequest, status: int) -> HttpResponse:
    return render(request, "house/refusal.html", {"status": str(status)}, status=status)


def as_pages(view: View) -> View:
    """Lets a view raise the services' refusals."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except NotFound as error:
            raise Http404 from error
        except NotYours:
            return page(request, 403)
        except Throttled:
            return page(request, 429)

    return guarded
