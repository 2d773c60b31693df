"""A table of GLUX that changes in place: what search and playouts run on. Tests hold it equal to the rules."""

from __future__ import annotations

from engine.core.chance import Stream
from engine.games.glux import rules
from engine.games.glux.data import FACES, TYPES, CellBoard, Way, mask_of
from engine.games.glux.state import FULL, Phase, State

_FACES = tuple(FACES[kind] for kind in TYPES)
_KIND_OF = {kind: number for number, kind in enumerate(TYPES)}
NO_TOKEN = -1


class FastTable:
    """The board, hands and bags of a state in which a token is to be placed or drawn. Types are numbers 0, 1, 2."""

    __slots__ = (
        "bags",
        "board",
        "full",
        "hands",
        "occupied",
        "open",
        "out",
        "pips",
        "seats",
        "sources",
        "tops",
        "turn",
    )

    board: CellBoard
    seats: int
    turn: int
    occupied: int  # cells with a token, as a bit mask
    full: int  # cells with two
    tops: list[int]  # by cell: the top token, or 0
    sources: list[dict[int, tuple[Way, ...]]]  # by seat: own top tokens and where they count to
    open: tuple[int, ...]  # by seat: all cells but the start cells of others (G24)
    pips: list[list[int]]  # by room, by seat
    bags: list[list[int]]
    hands: list[int]  # a type, or NO_TOKEN
    out: list[bool]

    @staticmethod
    def of(state: State) -> FastTable:
        table = FastTable()
        table.board, table.seats, table.turn = state.board, state.seats, state.turn
        starts = state.board.starts[state.seats]
        table.open = tuple(~mask_of(cell for cell in starts if cell != mine) for mine in starts)
        table.occupied = rules.occupied_mask(state.cells)
        table.full = mask_of(cell for cell, stack in enumerate(state.cells) if stack >= FULL)
        table.tops = [stack % FULL for stack in state.cells]
        table.sources = [
            {cell: state.board.ways[cell][face] for cell, face in rules.sources(state, seat)}
            for seat in range(state.seats)
        ]
        table.pips = rules.room_pips(state)
        table.bags = [list(bag) for bag in state.bags]
        table.hands = [_KIND_OF.get(kind, NO_TOKEN) for kind in state.hands]
        table.out = list(state.out)
        return table

    def copy(self) -> FastTable:
        table = FastTable()
        table.board, table.seats, table.turn, table.open = self.board, self.seats, self.turn, self.open
        table.occupied, table.full, table.tops = self.occupied, self.full, self.tops[:]
        table.sources = [row.copy() for row in self.sources]
        table.pips = [row[:] for row in self.pips]
        table.bags = [row[:] for row in self.bags]
        table.hands, table.out = self.hands[:], self.out[:]
        return table

    def destinations(self, seat: int) -> int:
        """Where the seat may place, as a bit mask (G20-G25)."""
        occupied, cells = self.occupied, 1 << self.board.starts[self.seats][seat]
        for ways in self.sources[seat].values():
            for passed, bit, _ in ways:
                if not occupied & passed:
                    cells |= bit
        return cells & self.open[seat] & ~self.full

    def place(self, seat: int, cell: int, face: int) -> int:
        """Put a token down; the token it covers, or 0, is what lift() needs to take it up again."""
        room, top = self.board.room_of[cell], self.tops[cell]
        if top:
            under, shown = divmod(top, 10)
            del self.sources[under][cell]
            self.full |= 1 << cell
            if room >= 0:
                self.pips[room][under] -= shown
        else:
            self.occupied |= 1 << cell
        self.tops[cell] = 10 * seat + face
        self.sources[seat][cell] = self.board.ways[cell][face]
        if room >= 0:
            self.pips[room][seat] += face
        return top

    def lift(self, seat: int, cell: int, face: int, top: int) -> None:
        """Undo place(), which covered `top`."""
        room = self.board.room_of[cell]
        del self.sources[seat][cell]
        if room >= 0:
            self.pips[room][seat] -= face
        self.tops[cell] = top
        if not top:
            self.occupied &= ~(1 << cell)
            return
        under, shown = divmod(top, 10)
        self.sources[under][cell] = self.board.ways[cell][shown]
        self.full &= ~(1 << cell)
        if room >= 0:
            self.pips[room][under] += shown

    def draw(self, seat: int, word: int) -> None:
        """G15: a new hand from the bag, chosen by a random word; an empty bag leaves the hand empty."""
        bag = self.bags[seat]
        total = bag[0] + bag[1] + bag[2]
        if not total:
            self.hands[seat] = NO_TOKEN
            return
        at = word % total
        kind = 0 if at < bag[0] else 1 if at < bag[0] + bag[1] else 2
        bag[kind] -= 1
        self.hands[seat] = kind

    def pass_on(self) -> int:
        """The destinations of the next seat that can place, whose turn it then is; 0: the match is over."""
        for _ in range(self.seats):
            self.turn = seat = (self.turn + 1) % self.seats
            if self.hands[seat] == NO_TOKEN or self.out[seat]:
                continue
            if cells := self.destinations(seat):
                return cells
            self.out[seat] = True
        return 0

    def points(self) -> list[int]:
        points = [0] * self.seats
        for pips in self.pips:
            for seat, gained in enumerate(rules.room_points(pips)):
                points[seat] += gained
        return points

    def winners(self) -> frozenset[int]:
        return rules.result(self.points(), self.pips[self.board.middle])[0]


def faces_of(kind: int) -> tuple[int, int]:
    return _FACES[kind]


def nth_bit(mask: int, n: int) -> int:
    """The place of the n-th set bit, counted from 0 at the lowest."""
    for _ in range(n):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def cells_in(mask: int) -> list[int]:
    """The cells of a bit mask, in order."""
    cells = []
    while mask:
        bit = mask & -mask
        cells.append(bit.bit_length() - 1)
        mask ^= bit
    return cells


# -- random matches ---------------------------------------------------------------------------------------------------


def playouts(state: State, n: int, seed: bytes) -> tuple[int, tuple[int, ...]]:
    """n random matches from here: plies played (draws not counted), and wins by seat; a shared win counts for each."""
    wins, plies = [0] * state.seats, 0
    bare = FastTable.of(state)
    for number in range(n):
        stream, table = Stream(seed, "playout", number), bare.copy()
        played, cells = open_up(table, state.phase, state.first, stream)
        plies += played + run_out(table, cells, stream)
        for seat in table.winners():
            wins[seat] += 1
    return plies, tuple(wins)


def open_up(table: FastTable, phase: Phase, first: int, stream: Stream) -> tuple[int, int]:
    """What is left of the set-up (G10-G12), or an open draw, by chance: faces chosen, and the destinations then."""
    if phase is Phase.OVER:
        return 0, 0
    if phase is Phase.REFILL:
        table.draw(table.turn, stream.word())
        return 0, table.pass_on()
    if phase is Phase.PLACE:
        return 0, table.destinations(table.turn)
    if phase is Phase.FIRST:
        table.turn = first = stream.uniform(table.seats)
    order = [(first + steps) % table.seats for steps in range(table.seats)]
    rest = order[order.index(table.turn) :]
    if phase is not Phase.HANDS:
        for seat in rest:
            _lay_start(table, seat, stream.word())
    for seat in rest if phase is Phase.HANDS else order:
        table.draw(seat, stream.word())
    table.turn = first
    return 0 if phase is Phase.HANDS else len(rest), table.destinations(first)


def _lay_start(table: FastTable, seat: int, word: int) -> None:
    """G11: the start token, which may be drawn already, shows either face."""
    if table.hands[seat] == NO_TOKEN:
        table.draw(seat, word >> 32)
    table.place(seat, table.board.starts[table.seats][seat], _FACES[table.hands[seat]][word & 1])
    table.hands[seat] = NO_TOKEN


def run_out(table: FastTable, cells: int, stream: Stream) -> int:
    """Random moves to the end of the match. One word decides destination, face and the next draw of a ply."""
    plies = 0
    while cells:
        seat, word = table.turn, stream.word()
        cell = nth_bit(cells, word % cells.bit_count())
        table.place(seat, cell, _FACES[table.hands[seat]][(word >> 24) & 1])
        table.draw(seat, word >> 32)
        plies += 1
        cells = table.pass_on()
    return plies
