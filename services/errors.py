"""The refusals of the services: expected, with a stable code; the gateway gives each its status once."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """Nothing was written. `code` is stable; `params` fill the sentence, `extra` goes beside it."""

    code = "refused"

    def __init__(self, code: str | None = None, /, **params: Any) -> None:
        self.code = code or type(self).code
        self.reason = ""  # names the sentence, where a code has several; empty: the code does
        self.params = params
        self.extra: dict[str, Any] = {}
        super().__init__(self.code)


class NotFound(Refusal):
    code = "not-found"


class NotYours(Refusal):
    code = "not-your-seat"


class BadTable(Refusal):
    """The table asked for cannot be opened."""

    code = "bad-option"


class BadRequest(Refusal):
    """A value has the wrong form; `fields` says which, and what would do."""

    code = "bad-request"

    def __init__(self, fields: dict[str, str]) -> None:
        super().__init__()
        self.extra = {"fields": fields}


class NotAllowed(Refusal):
    """The game, the table or the state does not allow it; nothing about the request's form is wrong."""

    code = "not-allowed"


class Conflict(Refusal):
    """The world has moved on; carries the present seq."""

    def __init__(self, code: str, seq: int | None = None, /, **params: Any) -> None:
        super().__init__(code, **params)
        if seq is not None:
            self.extra = {"seq": seq}


class TooOften(Conflict):
    """As often as it may be done for now; `wait` seconds until it may be done again."""

    def __init__(self, code: str, wait: float) -> None:
        super().__init__(code, seconds=max(1, round(wait)))
        self.wait = wait


class NotServed(Refusal):
    """The service that has to do it did not answer in time: it may still do it; the same command gets its answer."""

    code = "service-away"


class NotListed(Refusal):
    """The move is not on the list of the open decision."""

    code = "illegal-move"

    def __init__(self, text: str, seq: int) -> None:
        super().__init__(None, text=text)
        self.text = text
        self.extra = {"seq": seq}
