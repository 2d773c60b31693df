"""Long answers: two at once for an account or an address, sent a part at a time so that none is held whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from threading import Lock
from typing import Final

from django.conf import settings
from django.http import StreamingHttpResponse
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

from gateway.throttles import address_of

WAIT: Final = 5  # seconds after which somebody who was turned away may ask again
_open: Final[Counter[str]] = Counter()  # of this process, by caller
_lock: Final = Lock()


class LongAnswer(StreamingHttpResponse):
    in_parts = True  # the web server sends each part when it is made (deploy/threads.py)


class Download:
    """A place among a caller's downloads, and the parts that are sent. Given back when it is closed."""

    def __init__(self, request: Request) -> None:
        """Raises Throttled."""
        user = request.user
        self._caller = str(user.pk) if user.is_authenticated else address_of(request)
        self._parts: Iterator[bytes | str] = iter(())
        with _lock:
            if _open[self._caller] >= settings.MOST_DOWNLOADS:
                raise Throttled(WAIT)
            _open[self._caller] += 1
        self._held = True

    def answer(self, parts: Iterable[bytes | str], content_type: str, **headers: str) -> LongAnswer:
        self._parts = iter(parts)
        return LongAnswer(self, content_type=content_type, headers=headers)

    def __iter__(self) -> Iterator[bytes | str]:
        return self._parts

    def close(self) -> None:
        """The web server says so, also of an answer that nobody read to its end."""
        with _lock:
            if not self._held:
                return
            self._held = False
            _open[self._caller] -= 1
            if not _open[self._caller]:
                del _open[self._caller]
