"""Expected errors become a status and a code, once, here; every answer that refuses has the same form."""

from __future__ import annotations

import logging
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404
from rest_framework import exceptions, status
from rest_framework.response import Response

from gateway.tournament_words import refusal_words
from gateway.words import sentence
from services import errors

logger = logging.getLogger(__name__)


class TooLarge(exceptions.APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE


class UnsupportedType(exceptions.APIException):
    """A body of a type or an encoding that is not taken here."""

    status_code = status.HTTP_415_UNSUPPORTED_MEDIA_TYPE


class Unreadable(exceptions.APIException):
    """A body that is not what it says it is."""

    status_code = status.HTTP_400_BAD_REQUEST


class BadFields(errors.BadRequest):
    """A form with unknown, missing or wrongly typed fields."""


STATUS: tuple[tuple[type[Exception], int, str | None], ...] = (
    (errors.BadRequest, 400, None),
    (errors.BadTable, 400, None),
    (errors.NotFound, 404, None),
    (errors.NotYours, 403, None),
    (errors.TooOften, 429, None),
    (errors.Conflict, 409, None),
    (errors.NotListed, 422, None),
    (errors.NotServed, 503, None),
    (errors.NotAllowed, 422, None),
    (TooLarge, 413, "too-large"),
    (UnsupportedType, 415, "unsupported-type"),
    (Unreadable, 400, "unreadable"),
    (exceptions.ParseError, 400, "not-json"),
    (exceptions.UnsupportedMediaType, 415, "not-json"),
    (exceptions.NotAuthenticated, 401, "not-signed-in"),
    (exceptions.AuthenticationFailed, 401, "bad-token"),
    (exceptions.PermissionDenied, 403, "forbidden"),
    (PermissionDenied, 403, "forbidden"),
    (exceptions.NotFound, 404, "not-found"),
    (Http404, 404, "not-found"),
    (exceptions.MethodNotAllowed, 405, "method-not-allowed"),
    (exceptions.NotAcceptable, 406, "not-acceptable"),
    (exceptions.Throttled, 429, "throttled"),
    (OperationalError, 503, "store-away"),
    (InterfaceError, 503, "store-away"),
)


def answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: the body of every refusal."""
    language = getattr(context["request"], "language", "en")
    for kind, code_of, name in STATUS:
        if isinstance(error, kind):
            return _response(error, code_of, name, language)
    if isinstance(error, errors.Refusal):
        return _response(error, 401 if error.code == "not-signed-in" else 400, None, language)
    return None


def _response(error: Exception, number: int, name: str | None, language: str) -> Response:
    refusal = error if isinstance(error, errors.Refusal) else None
    code = name or (refusal.code if refusal else "refused")
    params = dict(refusal.params) if refusal else {}
    extra = dict(refusal.extra) if refusal else {}
    spoken = refusal_words(language, refusal.reason, params) if refusal and refusal.reason else None
    body = {"error": code, "detail": spoken or sentence(language, extra.get("code", code), params), **extra}
    response = Response(body, status=number)
    if number == 429:
        response["Retry-After"] = str(max(1, round(getattr(error, "wait", None) or 1)))
    if number == 503:
        logger.error("store away: %s", type(error).__name__)
        response["Retry-After"] = "2"
    if number == 401:
        response["WWW-Authenticate"] = "Bearer"
    return response
