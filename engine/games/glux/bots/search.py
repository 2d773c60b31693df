"""Comparing options over sampled futures: hidden hands and draws by chance, replies by a quick eye for rooms."""

from __future__ import annotations

from engine.core.chance import Stream
from engine.core.game import Seat
from engine.games.glux import rules
from engine.games.glux.bots import kernel
from engine.games.glux.bots.kernel import NO_TOKEN, FastTable, faces_of
from engine.games.glux.state import Phase, Start, State

Option = tuple[int, int]  # cell and face

AHEAD = 12  # placements looked ahead in one future
WIN, POINT, REACH = 480, 60, 5  # what a won match, a point and a reachable cell are worth
LEAD = 8  # a change of lead against a covered token, in the eyes of reply()


class FutureSearch:
    """One decision. The same state, seat, seed and budget always give the same answer."""

    def __init__(self, state: State, seat: Seat, seed: bytes) -> None:
        self.state, self.seat, self.seed = state, seat, seed
        self.table = FastTable.of(state)
        self.nodes = 0
        self._samples = 0

    def best_of(self, options: list[Option], budget: int) -> tuple[Option, int]:
        """Sequential halving: each round gets its share of the budget, its worse half leaves. Best option and value."""
        live = [(0, option) for option in options]
        rounds, samples = max(1, (len(live) - 1).bit_length()), 0
        for number in range(rounds if len(live) > 1 else 0):
            while self.nodes < budget * (number + 1) // rounds:
                live = [
                    (total + value, option) for (total, option), value in zip(live, self._sample(live), strict=True)
                ]
                samples += 1
            # The sort is stable: equal options stay in the order they came in.
            live = sorted(live, key=lambda line: -line[0])[: (len(live) + 1) // 2]
        total, best = live[0]
        return best, total // max(1, samples)

    def means(self, options: list[Option], budget: int) -> list[int]:
        """What each option is worth on average over so many placements, all with the same futures."""
        totals, samples = [0] * len(options), 0
        while self.nodes < budget or not samples:
            values = self._sample([(0, option) for option in options])
            totals = [total + value for total, value in zip(totals, values, strict=True)]
            samples += 1
        return [total // samples for total in totals]

    def _sample(self, live: list[tuple[int, Option]]) -> list[int]:
        """One future for every option, all with the same luck."""
        number = self._samples
        self._samples += 1
        dealt = self._guess(Stream(self.seed, "hands", number))
        return [self._future(dealt, option, Stream(self.seed, "future", number)) for _, option in live]

    def _guess(self, stream: Stream) -> FastTable:
        """The table with hands drawn anew for the other seats from what they have left (G50)."""
        table = self.table.copy()
        for seat, kind in enumerate(table.hands):
            if seat != self.seat and kind != NO_TOKEN:
                table.bags[seat][kind] += 1
                table.draw(seat, stream.word())
        return table

    def _future(self, dealt: FastTable, option: Option, stream: Stream) -> int:
        cell, face = option
        if self.state.phase is Phase.START_FACE:
            laid = rules.play(self.state, self.seat, Start(face), 0)
            table = FastTable.of(laid)
            _, cells = kernel.open_up(table, laid.phase, laid.first, stream)
        else:
            table = dealt.copy()
            table.place(self.seat, cell, face)
            table.draw(self.seat, stream.word())
            cells = table.pass_on()
        self.nodes += 1
        return self._worth(table, self._play_on(table, cells, stream))

    def _play_on(self, table: FastTable, cells: int, stream: Stream) -> bool:
        """Replies of everybody in turn; True if the match still goes on."""
        for _ in range(AHEAD):
            if not cells:
                break
            seat, word = table.turn, stream.word()
            table.place(seat, *reply(table, seat, cells, word))
            table.draw(seat, word >> 32)
            cells = table.pass_on()
            self.nodes += 1
        return bool(cells)

    def _worth(self, table: FastTable, running: bool) -> int:
        points = table.points()
        own = points.pop(self.seat)
        value = POINT * own - (3 * POINT // 5) * max(points) - 2 * POINT * sum(points) // (5 * len(points))
        if not running:
            winners = table.winners()
            return value + (WIN // len(winners) if self.seat in winners else -WIN)
        others = [table.destinations(seat).bit_count() for seat in range(table.seats) if seat != self.seat]
        return value + REACH * (table.destinations(self.seat).bit_count() - sum(others) // len(others))


def reply(table: FastTable, seat: Seat, cells: int, word: int) -> Option:
    """A quick answer: what moves the lead of a room most, then what covers others; equals by the random word."""
    room_of, tops, pips, faces = table.board.room_of, table.tops, table.pips, faces_of(table.hands[seat])
    best, picks = -3 * LEAD, [(0, 0)]
    while cells:
        bit = cells & -cells
        cells ^= bit
        cell = bit.bit_length() - 1
        room, top = room_of[cell], tops[cell]
        covers = 0 if not top else -1 if top // 10 == seat else 1
        if room < 0:
            face, value = faces[word & 1], covers
        else:
            face, value = _best_face(pips[room], seat, top, faces, word)
            value += covers
        if value > best:
            best, picks = value, [(cell, face)]
        elif value == best:
            picks.append((cell, face))
    return picks[(word >> 8 & 0xFFFFFF) % len(picks)]


def _best_face(pips: list[int], seat: Seat, top: int, faces: tuple[int, int], word: int) -> tuple[int, int]:
    """The face that does more for the seat's lead in a room, and how much the lead changes by it."""
    if len(pips) == 2:
        before = after = pips[seat] - pips[1 - seat]
        if top:
            after += -(top % 10) if top // 10 == seat else top % 10
    else:
        rest = pips[:]
        before = rest.pop(seat) - max(rest)
        left = pips[:]
        if top:
            left[top // 10] -= top % 10
        after = left.pop(seat) - max(left)
    low, high = after + faces[0], after + faces[1]
    sign = (before > 0) - (before < 0)
    gain_low, gain_high = (low > 0) - (low < 0) - sign, (high > 0) - (high < 0) - sign
    if gain_high > gain_low:
        return faces[1], LEAD * gain_high
    return faces[word & 1], LEAD * gain_low
