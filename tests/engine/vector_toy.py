"""The invented game of fairness_vectors.json (`toy_rules` there), filled in as a Game.

The vectors tell its rules but not the JSON of its state and views, so the shapes here are our own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.core.chance import Stream
from engine.core.errors import IllegalMove, UnreadableMove
from engine.core.game import Bot, Choice, Draw, Eye, Game, GameInfo, Json, Options, Ply, Seat, Shown

CARDS, TOKENS = ("1", "2", "3", "5"), ("0", "1", "2")
MOVES_EACH = 2
Laid = tuple[tuple[str, str], ...]  # ("up" or "down", card), in the order played


@dataclass(frozen=True, slots=True)
class Move:
    way: str  # up, down
    card: str


@dataclass(frozen=True, slots=True)
class State:
    downs: int
    asks: tuple[tuple[str, str], ...]  # (label, eye) of draws still open, the next one first
    deck: tuple[int, ...]  # left of each of CARDS
    luck: tuple[int, ...]  # left of each of TOKENS
    turn: Seat
    hands: tuple[tuple[str, ...], tuple[str, ...]]
    laid: tuple[Laid, Laid]
    tokens: tuple[int, int]
    aside: str
    ms: int


class Dabbler(Bot):
    key = "dabbler"
    level = 1

    def choose(self, game: Game[Any, Any], view: Json, seat: Seat, budget: int, seed: bytes) -> Choice:
        hand = sorted(set(view["hands"][seat]))
        ways = ["up"]
        if sum(way == "down" for way, _ in view["laid"][seat]) < view["downs"]:
            ways.append("down")
        moves = [f"{way} {card}" for way in ways for card in hand]
        return Choice(moves[Stream(seed, "pick", 0).uniform(len(moves))], nodes=len(moves))


class VectorToy(Game[State, Move]):
    info = GameInfo(
        key="toy",
        title="Toy",
        seats=(2,),
        rules_version=1,
        options={"downs": {"type": "integer", "minimum": 0, "maximum": 2, "default": 1}},
        lot=True,
    )
    state_type = State
    bots: ClassVar[Mapping[str, Bot]] = {"dabbler": Dabbler()}

    def setup(self, seats: int, options: Options) -> State:
        opening = (("start", "pub"), ("deck", "0"), ("deck", "1"), ("deck", "end"))
        return State(options["downs"], opening, (2, 2, 2, 2), (2, 1, 1), 0, ((), ()), ((), ()), (0, 0), "", 0)

    def draw(self, state: State) -> Draw | None:
        if not state.asks:
            return None
        label, eye = state.asks[0]
        if label == "start":
            return Draw("start", (("0", 1), ("1", 1)))
        if label == "luck":
            return Draw("luck", _bag(TOKENS, state.luck))
        bag = _bag(CARDS, state.deck)
        if eye == "end":
            return Draw("deck", bag, 1, "nobody")
        return Draw("deck", bag, 1 if state.aside else 2, int(eye))

    def to_act(self, state: State) -> frozenset[Seat]:
        if state.asks or self._played(state) == 2 * MOVES_EACH:
            return frozenset()
        return frozenset({state.turn})

    def _played(self, state: State) -> int:
        return sum(map(len, state.laid))

    def legal_moves(self, state: State, seat: Seat) -> Iterator[Move]:
        if seat not in self.to_act(state):
            return
        ways = ("up", "down") if self._downs_of(state, seat) < state.downs else ("up",)
        yield from (Move(way, card) for way in ways for card in sorted(set(state.hands[seat])))

    def _downs_of(self, state: State, seat: Seat) -> int:
        return sum(way == "down" for way, _ in state.laid[seat])

    def play(self, state: State, seat: Seat, move: Move, at: int) -> State:
        if move.card not in state.hands[seat]:
            raise IllegalMove("no-such-card", card=move.card)
        if move.way == "down" and self._downs_of(state, seat) >= state.downs:
            raise IllegalMove("down-twice")
        hand = list(state.hands[seat])
        hand.remove(move.card)
        laid = _put(state.laid, seat, (*state.laid[seat], (move.way, move.card)))
        asks = [("deck", str(seat))] if sum(map(len, laid)) < 2 * MOVES_EACH else []
        if move.way == "up":
            asks.append(("luck", "pub"))
        hands = _put(state.hands, seat, tuple(hand))
        return replace(state, hands=hands, laid=laid, asks=tuple(asks), turn=1 - seat, ms=at)

    def deal(self, state: State, drawn: tuple[str, ...]) -> State:
        label, eye = state.asks[0]
        state = replace(state, asks=state.asks[1:])
        if label == "start":
            return replace(state, turn=int(drawn[0]))
        if label == "luck":
            seat = 1 - state.turn
            tokens = _put(state.tokens, seat, state.tokens[seat] + int(drawn[0]))
            return replace(state, luck=_less(TOKENS, state.luck, drawn), tokens=tokens)
        state = replace(state, deck=_less(CARDS, state.deck, drawn))
        if eye == "end":
            return replace(state, aside=drawn[0])
        return replace(state, hands=_put(state.hands, int(eye), tuple(sorted((*state.hands[int(eye)], *drawn)))))

    def scores(self, state: State) -> tuple[int, ...]:
        over = self.winners_known(state)
        return tuple(
            tokens + sum(_worth(way, card, state.aside, over) for way, card in laid)
            for laid, tokens in zip(state.laid, state.tokens, strict=True)
        )

    def winners_known(self, state: State) -> bool:
        return not state.asks and self._played(state) == 2 * MOVES_EACH

    def winners(self, state: State) -> frozenset[Seat] | None:
        if not self.winners_known(state):
            return None
        scores = self.scores(state)
        return frozenset(seat for seat, score in enumerate(scores) if score == max(scores))

    def reason(self, state: State) -> str | None:
        return "played-out" if self.winners_known(state) else None

    def view(self, state: State, eye: Eye) -> Json:
        over = self.winners_known(state)
        return {
            "downs": state.downs,
            "deck": sum(state.deck),
            "luck": list(state.luck),
            "turn": state.turn,
            "hands": [list(hand) if seat == eye else len(hand) for seat, hand in enumerate(state.hands)],
            "laid": [
                [[way, card if over or way == "up" or seat == eye else "?"] for way, card in laid]
                for seat, laid in enumerate(state.laid)
            ],
            "tokens": list(state.tokens),
            "aside": state.aside if over else "?",
            "scores": list(self.scores(state)),
            "ms": state.ms,
        }

    def shown(self, before: State, ply: Ply, after: State) -> tuple[Shown, ...]:
        if not self.winners_known(after) or self.winners_known(before):
            return ()
        downs = tuple(
            Shown(move=(seat, n))
            for seat, laid in enumerate(after.laid)
            for n, (way, _) in enumerate(laid)
            if way == "down"
        )
        return (*downs, Shown(draw=("deck", 4)))

    def write(self, move: Move, eye: Eye) -> str:
        return f"{move.way} {'?' if move.way == 'down' and eye is None else move.card}"

    def read(self, state: State, seat: Seat, text: str) -> Move:
        way, _, card = text.partition(" ")
        if way not in ("up", "down") or card not in CARDS:
            raise UnreadableMove("unreadable", text=text)
        return Move(way, card)


def _bag(items: tuple[str, ...], left: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((item, n) for item, n in zip(items, left, strict=True) if n)


def _less(items: tuple[str, ...], left: tuple[int, ...], drawn: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(n - drawn.count(item) for item, n in zip(items, left, strict=True))


def _worth(way: str, card: str, aside: str, over: bool) -> int:
    if way == "up":
        return int(card)
    return 2 * int(card) if over and card != aside else 0


def _put(items: Any, at: int, item: Any) -> Any:
    return (*items[:at], item, *items[at + 1 :])


VECTOR_TOY = VectorToy()
