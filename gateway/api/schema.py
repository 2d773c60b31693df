"""How calls are described: every status with its body."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from gateway.api.forms import ErrorBody

Answers: TypeAlias = Mapping[Any, Any]  # a body by status, or by (status, media type)
_WHEN = {
    400: "not JSON, unknown or wrongly typed field, bad option",
    401: "not signed in",
    403: "not your seat, or not yours to see",
    404: "no such thing, or not yours to know of",
    406: "only JSON is spoken here",
    409: "the world has moved on; nothing was written",
    413: "body over 64 KiB",
    415: "the body is not JSON",
    422: "not on the list of the open decision",
    429: "throttled",
    503: "a store is away; nothing was written",
}


def call(
    answers: Answers,
    *,
    refuses: tuple[int, ...] = (),
    takes: Any = None,
    query: tuple[OpenApiParameter, ...] = (),
    headers: tuple[OpenApiParameter, ...] = (),
    name: str | None = None,
    anonymous: bool = False,
) -> Callable[[Any], Any]:
    """Describe one call: what it answers, and how it refuses; what refuses every call of its kind is added.

    Unless it is anonymous, a call may meet a bad token, and one that writes a session without its CSRF token.
    """
    responses: dict[Any, Any] = dict(answers)
    extra = {406, 429, 503}
    if takes is not None:
        extra |= {400, 413, 415}
    if query:
        extra.add(400)
    if not anonymous:
        extra |= {401} if takes is None else {401, 403}
    for status in sorted({*refuses, *extra}):
        responses[status] = OpenApiResponse(ErrorBody, description=_WHEN[status])
    return extend_schema(request=takes, responses=responses, parameters=[*query, *headers], operation_id=name)


def number(name: str, text: str) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.INT, description=text)


def header(name: str, text: str) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, OpenApiParameter.HEADER, description=text)


def word(name: str, text: str, enum: list[str] | None = None) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, description=text, enum=enum)
