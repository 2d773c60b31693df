"""The lean door: a move that a program sends is recorded without Django's request, its middlewares and its views.

Only what is plain is answered here: a token that may move, a well-made body, a move that is taken.
Whatever else comes, refusals too, is answered by the ordinary view (`gateway/api/moves.py`) from its beginning: nothing
has been written then.
"""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import close_old_connections

from engine.core.codec import NotCanonical, parse
from gateway.admission import check_host
from gateway.api.forms import MoveForm
from gateway.asgi import GUARD_HEADERS, Scope
from gateway.auth import KnownToken
from gateway.middleware import house_time
from gateway.throttles import Everybody
from gateway.waiting import PATH
from services.playing.intake import submit_move
from services.readers.frames import compact

Answered = tuple[int, list[tuple[bytes, bytes]], bytes]  # status, headers, body

MOST: Final = 4096  # bytes of a plain body
_JSON: Final = (b"application/json", b"application/json; charset=utf-8", b"application/json;charset=utf-8")
_READS_JSON: Final = (None, b"*/*", b"application/json", b"application/json, */*")
_NOT_PLAIN: Final = (b"cookie", b"content-encoding", b"transfer-encoding", b"x-http-method-override")
_HEADERS: Final = [
    (b"content-type", b"application/json"),
    (b"allow", b"POST, OPTIONS"),
    (b"cross-origin-opener-policy", settings.SECURE_CROSS_ORIGIN_OPENER_POLICY.encode()),
    (b"vary", b"Authorization, Cookie, Accept-Language"),
    (b"cache-control", b"no-store"),
    *GUARD_HEADERS,
]


def is_move(scope: Scope) -> bool:
    """Moves wait behind nothing else of their address: a hall or a school may be one."""
    return scope["method"] == "POST" and PATH.fullmatch(scope["path"]) is not None


def record(scope: Scope, body: bytes) -> Answered | None:
    """Called in a thread. None: for the ordinary view to answer."""
    path = PATH.fullmatch(scope["path"]) if scope["method"] == "POST" else None
    if path is None or len(body) > MOST:
        return None
    headers = _plain_headers(scope)
    if headers is None:
        return None
    try:
        return _recorded(scope, UUID(path.group(1)), headers, body)
    except Exception:  # whatever it is, the ordinary view says it and logs it
        return None
    finally:
        close_old_connections()


def _plain_headers(scope: Scope) -> dict[bytes, bytes] | None:
    """None where something must be looked at that only Django looks at."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    plain = (
        len(headers) == len(scope["headers"])  # none comes twice
        and not scope["query_string"]
        and "environ" not in scope
        and headers.get(b"content-type", b"").lower() in _JSON
        and headers.get(b"accept") in _READS_JSON
        and not any(name in headers for name in _NOT_PLAIN)
    )
    return headers if plain else None


def _recorded(scope: Scope, match_id: UUID, headers: dict[bytes, bytes], body: bytes) -> Answered | None:
    check_host(scope)
    kind, _, token = headers.get(b"authorization", b"").partition(b" ")
    account = KnownToken.mover(token) if kind == b"Bearer" else None
    secure = _is_secure(scope, headers)
    if account is None or (settings.SECURE and not secure) or not Everybody().allow(str(account)):
        return None
    answer = _read(body)
    if answer is None:
        return None
    receipt = submit_move(match_id=match_id, account=account, **answer)
    content = compact(receipt.as_json()).encode()
    more = [
        (b"content-length", str(len(content)).encode()),
        (b"house-time", house_time().encode()),
    ]
    if settings.SECURE and secure:
        more.append((b"strict-transport-security", f"max-age={settings.SECURE_HSTS_SECONDS}".encode()))
    return 202, [*_HEADERS, *more], content


def _is_secure(scope: Scope, headers: dict[bytes, bytes]) -> bool:
    """As Django has it: behind a proxy that ends TLS, by the header that the settings name."""
    return scope.get("scheme") == "https" or (settings.SECURE and headers.get(b"x-forwarded-proto") == b"https")


def _read(body: bytes) -> dict[str, Any] | None:
    """A body without anything to be refused or mended; as strict as the parser of the ordinary view."""
    try:
        data = parse(body.decode())
    except (ValueError, NotCanonical, RecursionError):
        return None
    return None if b"\0" in body or b"\\u0000" in body else MoveForm.at_a_glance(data)
