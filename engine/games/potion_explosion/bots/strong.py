"""The strong bot: a beam over its own turn, sampled refills for the best lines, less what the next seat finds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from engine.bots.appraisal import sampled_shares
from engine.core.chance import Stream
from engine.core.game import Draw, Game, Json, Seat
from engine.core.table import settled
from engine.games.potion_explosion.bots.evaluate import POTIONS, Weights, Worth, pack, turns_left
from engine.games.potion_explosion.bots.kernel import Steps, TurnNode, node_of, wins
from engine.games.potion_explosion.bots.search import BestTurn, TurnBot
from engine.games.potion_explosion.notation import read_move
from engine.games.potion_explosion.rules.acts import act
from engine.games.potion_explosion.state import JOY_STEPS, State

WIDTH = 6  # nodes kept per depth
DEPTH = 3
LINES = 5  # first moves tried with sampled refills
SAMPLES = 5
CLOSE = 250  # a line this far behind the best is not sampled
REFILLS = 6  # sampled for a move that was played
SCALE = 1200  # the lead, in hundredths of a point, that counts half-way from even to won
REPLY = 35  # percentage of the next seat's best pick that counts against a line


class Lot:
    """A quick deterministic source of numbers for sampled refills."""

    def __init__(self, seed: bytes) -> None:
        self._x = Stream(seed, "refill", 0).word()

    def below(self, n: int) -> int:
        self._x = (self._x * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._x >> 33) % n


class Reply:
    """What the next seat would gain by its best certain pick."""

    def __init__(self, state: State, weights: Weights, left: int, weight: int) -> None:
        desk = state.desks[(state.turn + 1) % len(state.desks)]
        self._worth = Worth(desk, weights, max(left, 1))
        self._pool = pack(desk.pool)
        self._base = self._worth.of(self._pool)
        self._known: dict[str, int] = {}
        self.weight = weight

    def track(self, track: str) -> int:
        if (worth := self._known.get(track)) is None:
            gains = (self._worth.of(self._pool + won) for _, won, _ in wins(track))
            worth = self._known[track] = (max(gains, default=self._base) - self._base) * self.weight // 100
        return worth

    def of(self, tracks: Iterable[str]) -> int:
        return max(map(self.track, tracks))


class TurnSearch:
    def __init__(self, state: State, worth: Worth, weights: Weights, reply: Reply) -> None:
        self.worth, self.reply = worth, reply
        self.steps = Steps(state, weights, worth.left)
        self.nodes = 0

    def value(self, node: TurnNode) -> tuple[int, str]:
        """The worth of the turn if nothing more is done but the pick, and that pick."""
        self.nodes += 1
        if node.picked:
            return self.worth.of(node.loose, node.joy) - node.spent - self.reply.of(node.tracks), ""
        best, text = -1_000_000, ""
        of, loose, joy, reply = self.worth.of, node.loose, node.joy, self.reply
        theirs = [reply.track(track) for track in node.tracks]
        for track, marbles in enumerate(node.tracks):
            others = max(theirs[:track] + theirs[track + 1 :])
            for place, won, left in wins(marbles):
                value = of(loose + won, joy) - max(others, reply.track(left))
                if value > best:
                    best, text = value, f"T{track + 1}.{place}"
        if not text:
            best = of(loose, joy) - max(theirs)
        return best - node.spent, text

    def lines(self, root: TurnNode, depth: int, budget: int) -> dict[str, int]:
        """The best value of each first move; "" is the end of the turn."""
        value, pick = self.value(root)
        values = {pick: value}
        frontier = [root]
        for _ in range(depth):
            ranked: list[tuple[int, int, TurnNode]] = []
            for node in frontier:
                for child in self.steps.after(node):
                    value, _ = self.value(child)
                    ranked.append((-value, len(ranked), child))
                    if value > values.get(child.first, -1_000_000):
                        values[child.first] = value
                if self.nodes >= budget:
                    return values
            ranked.sort()
            frontier = [child for _, _, child in _distinct(ranked)]
        return values


def _distinct(ranked: list[tuple[int, int, TurnNode]]) -> list[tuple[int, int, TurnNode]]:
    """The best few, no two with the same tracks and marbles: orders of the same steps are one line."""
    kept: dict[tuple[tuple[str, ...], int, bool], tuple[int, int, TurnNode]] = {}
    for line in ranked:
        kept.setdefault((line[2].tracks, line[2].loose, line[2].picked), line)
        if len(kept) == WIDTH:
            break
    return list(kept.values())


class StrongBot(TurnBot):
    key = "strong"
    level = 3
    budget = 2500
    weights = Weights(potions=POTIONS)

    def search(self, game: Game[Any, Any], state: State, worth: Worth, budget: int, seed: bytes) -> BestTurn:
        reply = Reply(state, self.weights, worth.left, REPLY)
        search = TurnSearch(state, worth, self.weights, reply)
        values = search.lines(node_of(state), DEPTH, budget)
        order = sorted(values, key=lambda text: -values[text])
        best = values[order[0]]
        close = [text for text in order[:LINES] if values[text] >= best - CLOSE]
        if len(close) == 1:
            return order[0], best, search.nodes
        nodes = budget // (LINES * SAMPLES)
        sampled = {text: self._sampled(game, state, text, search, nodes, seed) for text in close}
        text = max(close, key=lambda text: sampled[text])
        return text, sampled[text] // SAMPLES, search.nodes

    def _sampled(
        self, game: Game[Any, Any], state: State, text: str, search: TurnSearch, nodes: int, seed: bytes
    ) -> int:
        """The sum over sampled refills of the best line after this move; the same lots for every move."""
        if not text:
            return SAMPLES * search.value(node_of(state))[0]
        total, lot, root = 0, Lot(seed), node_of(state)
        for _ in range(SAMPLES):
            after = refill(game, act(state, read_move(text)), lot)
            total += self._after(root, after, text, search, nodes)
        return total

    def _after(self, root: TurnNode, after: State, text: str, search: TurnSearch, nodes: int) -> int:
        """Values are for the desk as it was before the move, so all that was won counts as loose."""
        now = node_of(after)
        spent = search.steps.cost(text)
        node = replace(now, loose=root.loose + pack(_gained(after)), joy=root.joy + JOY_STEPS * text.endswith("J"))
        return max(search.lines(node, 1, search.nodes + nodes).values()) - spent

    def shares(
        self, game: Game[Any, Any], view: Json, seat: Seat, moves: Sequence[str], budget: int, seed: bytes
    ) -> list[int]:
        """By the lead in points and what the marbles on the desks promise, over sampled refills."""
        return sampled_shares(game, view, seat, moves, seed, self._lead, SCALE, REFILLS)

    def _lead(self, game: Game[Any, Any], state: State, seat: Seat) -> int:
        left = turns_left(state)
        worths = [self._worth_of(state, desk, left) for desk in range(len(state.desks))]
        own = worths.pop(seat)
        return own - max(worths)

    def _worth_of(self, state: State, seat: Seat, left: int) -> int:
        """In hundredths of a point: what a desk has, and whose turn it is also what it still picks."""
        desk = state.desks[seat]
        worth = Worth(desk, self.weights, left)
        if seat != state.turn or state.phase == "over":
            return 100 * desk.score() + worth.of(pack(desk.pool))
        node = node_of(state)
        best = worth.of(node.loose, state.joy)
        if not state.picked and state.phase == "main":
            best = max((worth.of(node.loose + won) for track in node.tracks for _, won, _ in wins(track)), default=best)
        return 100 * desk.score() + best


def _gained(state: State) -> str:
    """The marbles that the last move brought into the hand."""
    steps = {step[0]: step for step in state.story}
    if "won" in steps:
        return steps["won"][1]
    if "rob" in steps:
        return steps["rob"][1]
    return steps["lift"][1] if "lift" in steps and "back" not in steps else ""


def refill(game: Game[Any, Any], state: State, lot: Lot) -> State:
    """The open draws answered by lot."""

    def drawn(question: Draw, first: int) -> list[str]:
        left = [item for item, n in question.bag for _ in range(n)]
        return [left.pop(lot.below(len(left))) for _ in range(question.count)]

    full: State = settled(game, state, drawn)
    return full
