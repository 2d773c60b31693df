"""Who may open a stream: callers of a host that is ours, a bounded number at a time for each account or address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from uuid import UUID

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from gateway.asgi import Scope, headers_of
from services.errors import Refusal

_open: Final[Counter[str]] = Counter()  # of this process, by caller; only its event loop changes it


def check_host(scope: Scope) -> None:
    """As Django does for every other request. Raises Refusal `bad-host`."""
    allowed = settings.ALLOWED_HOSTS or ([".localhost", "127.0.0.1", "[::1]"] if settings.DEBUG else [])
    domain, _ = split_domain_port(headers_of(scope).get("host", ""))
    if not domain or not validate_host(domain, allowed):
        raise Refusal("bad-host")


@contextmanager
def stream_slot(scope: Scope, account: UUID | None) -> Iterator[None]:
    """Raises Refusal `too-many-streams`."""
    caller = str(account or (scope.get("client") or ("",))[0])
    if _open[caller] >= settings.MOST_STREAMS:
        raise Refusal("too-many-streams", wait=5)
    _open[caller] += 1
    try:
        yield
    finally:
        _open[caller] -= 1
        if not _open[caller]:
            del _open[caller]
