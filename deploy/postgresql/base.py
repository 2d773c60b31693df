"""Django's backend for PostgreSQL. While the server is away whoever asks hears so at once, but one a second tries.

By itself everybody waits in the pool for three seconds, and holds a thread meanwhile.
"""

from __future__ import annotations

from threading import Lock
from time import monotonic
from typing import Any, Final

from django.db.backends.postgresql import base

TRY_AGAIN: Final = 1.0  # seconds


class Outage:
    """Whether the server refuses connections, as far as this process knows. A pool that is only busy is no outage."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._failed = 0  # connections that the pool could not make, as last counted
        self._next: float | None = None  # when somebody may try again; None: the server is there

    def may_try(self) -> bool:
        with self._lock:
            now = monotonic()
            if self._next is not None and now < self._next:
                return False
            self._next = None if self._next is None else now + TRY_AGAIN
            return True

    def note_failure(self, failed: int) -> None:
        with self._lock:
            if failed > self._failed:
                self._failed, self._next = failed, monotonic() + TRY_AGAIN

    def end(self) -> None:
        with self._lock:
            self._next = None


_outage = Outage()


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if not _outage.may_try():
            raise self.Database.OperationalError("the database is away")
        try:
            connection = super().get_new_connection(conn_params)
        except self.Database.OperationalError:
            if self.pool is not None:
                _outage.note_failure(self.pool.get_stats().get("connections_errors", 0))
            raise
        _outage.end()
        return connection
