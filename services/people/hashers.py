"""Hashing passwords: a few at a time, as each takes a hundred megabytes and a core."""

from __future__ import annotations

from threading import BoundedSemaphore
from typing import Any, Final

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE: Final = 2  # in one process
_hashing = BoundedSemaphore(AT_ONCE)


class BoundedArgon2(Argon2PasswordHasher):
    """Who comes while others hash waits for them."""

    def encode(self, password: str, salt: str) -> Any:
        with _hashing:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with _hashing:
            return super().verify(password, encoded)
