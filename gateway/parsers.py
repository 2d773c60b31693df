"""Bodies: strict JSON objects of at most 64 KiB, nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from engine.core.codec import NotCanonical, parse
from gateway.errors import TooLarge


class StrictJson(BaseParser):
    """Repeated keys, floats, NaN, huge integers, lone surrogates and deep nesting are refused, not guessed at."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        data = stream.read(settings.MAX_BODY + 1)
        if len(data) > settings.MAX_BODY:
            raise TooLarge
        try:
            value = parse(data.decode())
        except (ValueError, NotCanonical, RecursionError):
            raise ParseError from None
        if not isinstance(value, dict) or "\0" in data.decode() or "\\u0000" in data.decode():
            raise ParseError
        return value
