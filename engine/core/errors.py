"""The errors a game may raise: a stable code and parameters, turned into sentences by texts/."""

from __future__ import annotations

from collections.abc import Mapping


class GameError(Exception):
    """An expected error. `code` is stable; `params` fill the sentence that texts/ has for it."""

    def __init__(self, code: str, **params: int | str) -> None:
        super().__init__(code, params)
        self.code = code
        self.params: Mapping[str, int | str] = params

    def __str__(self) -> str:
        params = ", ".join(f"{name}={value}" for name, value in sorted(self.params.items()))
        return f"{self.code} ({params})" if params else self.code


class MoveError(GameError):
    """A seat's answer that cannot stand."""


class UnreadableMove(MoveError):
    """The text has no form that the notation knows."""


class IllegalMove(MoveError):
    """The text can be read, but the rules do not allow the move here and now."""


class QuestionClosed(IllegalMove):
    """The rules take no more answers of this kind: their time is up, or there were too many. No log has it."""


class BadOptions(GameError):
    """The table asked for cannot be set up: wrong number of seats, unknown or unfit option."""


class BadDraw(GameError):
    """The outcome offered does not fit the question that is open."""


class UnknownRules(GameError):
    """No game of that key is on the shelf, or not in that version of its rules."""
