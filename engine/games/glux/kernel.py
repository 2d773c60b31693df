"""A table of GLUX that changes in place: what search and playouts run on. Tests hold it equal to the rules."""

from __future__ import annotations

from engine.core.chance import Stream
from engine.games.glux import rules, scoring
from engine.games.glux.boards import FACES, TYPES, Board, Way, mask_of
from engine.games.glux.state import FULL, Phase, State

_FACES = tuple(FACES[kind] for kind in TYPES)
_KIND_OF = {kind: number for number, kind in enumerate(TYPES)}
NO_TOKEN = -1


class Table:
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

    board: Board
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
    def of(state: State) -> Table:
        table = Table()
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
        table.pips = scoring.room_pips(state)
        table.bags = [list(bag) for bag in state.bags]
        table.hands = [_KIND_OF.get(kind, NO_TOKEN) for kind in state.hands]
        table.out = list(state.out)
        return table

    def copy(self) -> Table:
        table = Table()
        table.board, table.seats, table.turn, table.open = self.board, self.seats, self.turn, self.open
        table.occupied, table.full, table.tops = self.occupied, self.full, self.tops[:]
        table.sources = [one.copy() for one in self.sources]
        table.pips = [one[:] for one in self.pips]
        table.bags = [one[:] for one in self.bags]
        table.hands, table.out = self.hands[:], self.out[:]
        return table

    def destinations(self, seat: int) -> int:
        """Where the seat may place, as a bit mask (G20-G25)."""
        occupied, found = self.occupied, 1 << self.board.starts[self.seats][seat]
        for ways in self.sources[seat].values():
            for passed, bit, _ in ways:
                if not occupied & passed:
                    found |= bit
        return found & self.open[seat] & ~self.full

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
            if found := self.destinations(seat):
                return found
            self.out[seat] = True
        return 0

    def points(self) -> list[int]:
        found = [0] * self.seats
        for pips in self.pips:
            for seat, one in enumerate(scoring.room_points(pips)):
                found[seat] += one
        return found

    def winners(self) -> frozenset[int]:
        return scoring.result(self.points(), self.pips[self.board.middle])[0]


def faces_of(kind: int) -> tuple[int, int]:
    return _FACES[kind]


def nth_bit(mask: int, n: int) -> int:
    """The place of the n-th set bit, counted from 0 at the lowest."""
    for _ in range(n):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def cells_in(mask: int) -> list[int]:
    """The cells of a bit mask, in order."""
    found = []
    while mask:
        bit = mask & -mask
        found.append(bit.bit_length() - 1)
        mask ^= bit
    return found


# -- random matches ---------------------------------------------------------------------------------------------------


def playouts(state: State, n: int, seed: bytes) -> tuple[int, tuple[int, ...]]:
    """n random matches from here: plies played (draws not counted), and wins by seat; a shared win counts for each."""
    wins, plies = [0] * state.seats, 0
    if state.phase is Phase.OVER:
        found = scoring.state_result(state)
        assert found is not None
        return 0, tuple(n * (seat in found[0]) for seat in range(state.seats))
    bare = Table.of(state)
    for number in range(n):
        stream = Stream(seed, "playout", number)
        table, played = _quick_opening(bare, stream) if state.phase is Phase.FIRST else _rest_of_opening(state, stream)
        plies += played + run_out(table, stream)
        for seat in table.winners():
            wins[seat] += 1
    return plies, tuple(wins)


def _quick_opening(bare: Table, stream: Stream) -> tuple[Table, int]:
    """G10-G12 from the very beginning, without the detour over states."""
    table = bare.copy()
    table.turn = first = stream.uniform(table.seats)
    order = [(first + steps) % table.seats for steps in range(table.seats)]
    for seat in order:
        word = stream.word()
        table.draw(seat, word >> 32)
        table.place(seat, table.board.starts[table.seats][seat], _FACES[table.hands[seat]][word & 1])
    for seat in order:
        table.draw(seat, stream.word())
    return table, table.seats


def _rest_of_opening(state: State, stream: Stream) -> tuple[Table, int]:
    ready, played = opening(state, stream)
    return Table.of(ready), played


def opening(state: State, stream: Stream) -> tuple[State, int]:
    """The rest of the set-up, and any draw that is open, by the rules themselves."""
    played = 0
    while state.phase not in (Phase.PLACE, Phase.OVER):
        question = rules.next_draw(state)
        if question is not None:
            state = rules.deal(state, (stream.pick(question.bag),))
            continue
        state = rules.play(state, state.turn, stream.choose(rules.legal_moves(state, state.turn)))
        played += 1
    return state, played


def run_out(table: Table, stream: Stream) -> int:
    """Random moves to the end of the match. One word decides destination, face and the next draw of a ply."""
    plies = 0
    found = table.destinations(table.turn) if table.turn >= 0 else 0
    while found:
        seat, word = table.turn, stream.word()
        cell = nth_bit(found, word % found.bit_count())
        table.place(seat, cell, _FACES[table.hands[seat]][(word >> 24) & 1])
        table.draw(seat, word >> 32)
        plies += 1
        found = table.pass_on()
    return plies
