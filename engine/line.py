"""The engine on a line: one request in, one answer out, one position kept. Knows no stream, no clock, no exit."""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeGuard

from engine.bots.playouts import random_matches
from engine.core import codec
from engine.core.errors import BadDraw, BadOptions, GameError, IllegalMove, UnreadableMove
from engine.core.game import Game, complete_options
from engine.core.replay import must_be_asked
from engine.core.table import Table, from_key

Answer: TypeAlias = dict[str, Any]
AnyGame: TypeAlias = Game[Any, Any]
LONGEST = 1 << 20  # bytes of a request, the end of the line not counted
MOST_PLAYOUTS = 1_000_000


class Refused(Exception):
    """A request that is answered with `ok: false`; the position stays as it was."""

    def __init__(self, error: str, detail: str) -> None:
        super().__init__(error, detail)
        self.error, self.detail = error, detail


class Line:
    def __init__(self, games: Callable[[], Mapping[str, AnyGame]], clock: Callable[[], float], seed: bytes | None):
        """`seed`: the chance key of an engine that answers its own draws; None leaves them to `deal`."""
        self._games, self._clock = games, clock
        self._drawer = None if seed is None else from_key(seed)
        self._table: Table[Any] | None = None

    def answer(self, line: bytes) -> str:
        """The answer to one request, whatever the request is."""
        try:
            answer = {"ok": True, **self._obey(_request(line))}
        except Refused as refusal:
            answer = {"ok": False, "error": refusal.error, "detail": refusal.detail[:400]}
        except GameError as error:
            answer = {
                "ok": False,
                "error": _error_of(error),
                "detail": sentence(self._known_game(), error)[:400],
            }
        except RecursionError:
            answer = {"ok": False, "error": "bad-request", "detail": "The request is nested too deeply."}
        except Exception as error:
            # A fault of a game must not take the line down: the position is still the one before the request.
            answer = {"ok": False, "error": "internal", "detail": f"The engine failed: {type(error).__name__}."}
        return json.dumps(answer, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    def _obey(self, request: Answer) -> Answer:
        name = request.get("cmd")
        if not isinstance(name, str):
            raise Refused("bad-request", "A request is an object with a text under cmd.")
        command = _COMMANDS.get(name)
        if command is None:
            raise Refused("unknown-command", f"There is no command {name}.")
        return command(self, request)

    # -- the position
    @property
    def table(self) -> Table[Any]:
        if self._table is None:
            raise Refused("bad-request", "There is no position yet: send new or load first.")
        return self._table

    @property
    def game(self) -> AnyGame:
        return self.table.game

    def _known_game(self) -> AnyGame | None:
        return None if self._table is None else self._table.game

    @property
    def state(self) -> Any:
        return self.table.state

    def _begin(self, game: AnyGame, state: Any) -> Answer:
        self._table = Table(game, state, self._drawer)
        return self._status()

    def _status(self) -> Answer:
        game, state = self.game, self.state
        question, winners = game.draw(state), game.winners(state)
        draw = None
        if question is not None:
            bag = [[item, count] for item, count in question.bag]
            draw = {"label": question.label, "bag": bag, "count": question.count, "eye": question.eye}
        return {
            "status": {
                "draw": draw,
                "to_act": self.table.asked(),
                "deadline": game.deadline(state),
                "over": winners is not None,
                "scores": list(game.scores(state)),
                "winners": None if winners is None else sorted(winners),
                "reason": game.reason(state),
                "ply": len(self.table.steps),
            }
        }

    def _seat(self, request: Answer) -> int:
        seat = request.get("seat")
        if not _whole(seat) or not 0 <= seat < len(self.game.scores(self.state)):
            raise Refused("bad-request", "seat is the number of a seat, counted from 0.")
        return seat

    # -- commands
    def games(self, request: Answer) -> Answer:
        return {"games": [_about(game) for _, game in sorted(self._games().items())]}

    def new(self, request: Answer) -> Answer:
        game, options = self._named(request), request.get("options", {})
        if not isinstance(options, dict):
            raise Refused("bad-request", "options is an object.")
        seats = request.get("seats")
        if not _whole(seats):
            raise Refused("bad-options", "seats is a whole number.")
        return self._begin(game, game.setup(seats, _options(game, seats, options)))

    def _named(self, request: Answer) -> AnyGame:
        name = request.get("game")
        game = self._games().get(name) if isinstance(name, str) else None
        if game is None:
            raise Refused("bad-request", f"There is no game {name}.")
        return game

    def load(self, request: Answer) -> Answer:
        game, text = self._named(request), request.get("position")
        if not isinstance(text, str):
            raise Refused("bad-request", "position is a text.")
        state = _read_position(game, text)
        if state is None:
            raise Refused("unknown-command", f"The rules of {game.info.key} define no position text.")
        return self._begin(game, state)

    def status(self, request: Answer) -> Answer:
        return self._status()

    def deal(self, request: Answer) -> Answer:
        drawn = request.get("drawn")
        if not isinstance(drawn, list) or not all(isinstance(item, str) for item in drawn):
            raise Refused("bad-request", "drawn is a list of texts.")
        self.table.deal(drawn)
        return self._status()

    def legal(self, request: Answer) -> Answer:
        seat = self._seat(request)
        by_digest = request.get("digest", False)
        if not isinstance(by_digest, bool):
            raise Refused("bad-request", "digest is true or false.")
        moves = self.table.legal(seat)
        if not by_digest:
            return {"moves": moves}
        return {"n": len(moves), "digest": hashlib.sha256("\n".join(moves).encode()).hexdigest()[:16]}

    def play(self, request: Answer) -> Answer:
        seat, text, at = self._seat(request), request.get("move"), _at(request, 0)
        if not isinstance(text, str):
            raise Refused("bad-request", "move is a text.")
        made = self.table.play(seat, text, at)[0]
        written = self.game.record_text(made.before, seat, made.ply.move, made.after)
        return {**self._status(), "text": written}

    def time(self, request: Answer) -> Answer:
        at = _at(request, None)
        due = self.game.deadline(self.state)
        if due is None or at < due or self.game.draw(self.state) is not None:
            return self._status()
        self.table.time_up(at)
        return self._status()

    def view(self, request: Answer) -> Answer:
        eye = None if request.get("eye") is None else self._seat({"seat": request["eye"]})
        return {"view": self.game.view(self.state, eye)}

    def position(self, request: Answer) -> Answer:
        text = self.game.write_position(self.state)
        if text is None:
            raise Refused("unknown-command", f"The rules of {self.game.info.key} define no position text.")
        return {"position": text}

    def dump(self, request: Answer) -> Answer:
        data = self.game.dump(self.state)
        return {"state": data, "digest": codec.digest(data)}

    def choose(self, request: Answer) -> Answer:
        seat, seed = self._seat(request), _seed(request)
        name = request.get("bot")
        bot = self.game.bots.get(name) if isinstance(name, str) else None
        if bot is None:
            raise Refused("bad-request", f"{self.game.info.key} has no bot {name}.")
        budget = request.get("budget", bot.budget)
        if not _whole(budget) or budget < 1:
            raise Refused("bad-request", "budget is a whole number from 1.")
        must_be_asked(self.game, self.state, seat)
        choice = bot.choose(self.game, self.game.view(self.state, seat), seat, budget, seed)
        answer: Answer = {"move": choice.move, "nodes": choice.nodes}
        if choice.value is not None:
            answer["value"] = choice.value
        if choice.line:
            answer["line"] = list(choice.line)
        return answer

    def undo(self, request: Answer) -> Answer:
        kept = len(self.table.steps) - 1
        while self._drawer is not None and kept >= 0 and self.table.steps[kept].ply.draw is not None:
            kept -= 1  # what the engine dealt by itself goes back with the ply that asked for it
        if kept < 0:
            raise Refused("bad-request", "There is nothing to take back.")
        self.table.go_back(kept)
        return self._status()

    def playouts(self, request: Answer) -> Answer:
        n, seed = request.get("n"), _seed(request)
        if not _whole(n) or not 1 <= n <= MOST_PLAYOUTS:
            raise Refused("bad-request", f"n is a whole number from 1 to {MOST_PLAYOUTS}.")
        game, began = self.game, self._clock()
        plies, wins = game.playouts(self.state, n, seed) or random_matches(game, self.state, n, seed)
        return {"plies": plies, "seconds": round(self._clock() - began, 6), "wins": list(wins)}


_COMMANDS: Mapping[str, Callable[[Line, Answer], Answer]] = {
    "games": Line.games,
    "new": Line.new,
    "load": Line.load,
    "status": Line.status,
    "deal": Line.deal,
    "legal": Line.legal,
    "play": Line.play,
    "time": Line.time,
    "view": Line.view,
    "position": Line.position,
    "state": Line.dump,
    "choose": Line.choose,
    "undo": Line.undo,
    "playouts": Line.playouts,
}


# -- reading a request ------------------------------------------------------------------------------------------------


def _request(line: bytes) -> Answer:
    if len(line.removesuffix(b"\n").removesuffix(b"\r")) > LONGEST:
        raise Refused("bad-request", "A request has at most 1 MiB.")
    try:
        request = codec.parse(line.decode())
    except (ValueError, RecursionError):
        raise Refused("bad-request", "A request is one JSON object with whole numbers, on one line.") from None
    if not isinstance(request, dict):
        raise Refused("bad-request", "A request is a JSON object.")
    return request


def _whole(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _at(request: Answer, otherwise: int | None) -> int:
    at = request.get("at", otherwise)
    if not _whole(at) or at < 0:
        raise Refused("bad-request", "at is a whole number of milliseconds since the match began.")
    return at


def _seed(request: Answer) -> bytes:
    seed = request.get("seed", "")
    try:
        if not isinstance(seed, str) or len(seed) > 1024:
            raise ValueError
        return bytes.fromhex(seed)
    except ValueError:
        raise Refused("bad-request", "seed is a text of hex digits.") from None


def _options(game: AnyGame, seats: int, given: Answer) -> Answer:
    try:
        return complete_options(game, seats, given)
    except BadOptions as error:
        raise Refused("bad-options", sentence(game, error)) from None


def _read_position(game: AnyGame, text: str) -> Any:
    try:
        return game.read_position(text)
    except GameError as error:
        raise Refused("bad-request", sentence(game, error)) from None


# -- writing an answer ------------------------------------------------------------------------------------------------


def _about(game: AnyGame) -> Answer:
    info = game.info
    ladder = sorted(game.bots.values(), key=lambda bot: (bot.level, bot.key))
    return {
        "key": info.key,
        "title": info.title,
        "seats": list(info.seats),
        "rules_version": info.rules_version,
        "options": {name: dict(schema) for name, schema in info.options.items()},
        "bots": [bot.key for bot in ladder],
    }


def _error_of(error: GameError) -> str:
    """The line's own few codes; the precise one of the game begins the detail."""
    if isinstance(error, BadOptions):
        return "bad-options"
    if isinstance(error, BadDraw):
        return "bad-draw"
    if isinstance(error, UnreadableMove):
        return "unreadable-move"
    if isinstance(error, IllegalMove) and error.code in ("not-your-turn", "match-over"):
        return "over" if error.code == "match-over" else error.code
    return "illegal-move"


ANY_GAME: Mapping[str, str] = {  # what any game may refuse
    "bad-seats": "This game is played by {allowed}, not by {seats}.",
    "unknown-option": "There is no option called {option}.",
    "bad-option": "The option {option} cannot be {value}.",
    "no-draw-open": "No draw is open.",
    "wrong-count": "The open draw wants this many: {wanted}, not {given}.",
    "not-in-bag": "The bag of the open draw does not hold {item}, or not as often.",
    "nothing-to-deal": "There is nothing to draw now.",
}


def sentence(game: AnyGame | None, error: GameError) -> str:
    """The code, which is stable, and what it means; the bare code and its parameters where nobody has words for it."""
    text = ANY_GAME.get(error.code, "")
    if game is not None:
        text = _refusals(type(game)).get(error.code, text)
    for name, value in error.params.items():
        text = text.replace("{" + name + "}", str(value))
    return f"{error.code}: {text}" if text else f"{error}."


@cache
def _refusals(kind: type) -> Mapping[str, str]:
    place = Path(inspect.getfile(kind)).parent / "texts" / "en.json"
    if not place.is_file():
        return {}
    sentences: Mapping[str, str] = json.loads(place.read_text(encoding="utf-8")).get("refusals", {})
    return sentences
