"""TRF16, the FIDE report format: out of a two-seat tournament, and back in as a log for comparison."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from services.pairings.events import (
    ByeGiven,
    EntryMade,
    RecordedEvent,
    ResultNoted,
    RoundPaired,
    TableDrawn,
    TournamentEvent,
    TournamentOpened,
    TournamentStarted,
)
from services.pairings.formats import SWISS_TIEBREAKS, TWO_SEAT_POINTS
from services.pairings.ids import tournament_match_id
from services.pairings.ledger import FORFEIT_LOSS, FORFEIT_WIN, HALF, LATE, PAIRING, IdleRound, Ledger, Sitting
from services.pairings.rounds import planned_rounds
from services.pairings.standings import standings

NOBODY = "0000 - Z"
BYES = {PAIRING: "U", HALF: "H"}
IN_WON, IN_DRAWN = "1W+", "=D"


@dataclass(frozen=True, slots=True)
class TrfHeader:
    """What the log does not hold: names and texts."""

    name: str
    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    arbiter: str = ""


def write_trf(ledger: Ledger, header: TrfHeader, names: Mapping[int, str]) -> str:
    """One line for each entrant, in starting order; columns are rounds, or matches where a round has several."""
    state = ledger.state
    if state.opened.seats != 2:
        raise ValueError("TRF is for tables of two")
    ratings = dict(state.started.ratings)
    ranks = {row.entry: number for number, row in enumerate(standings(state, ledger).rows, 1)}
    columns = _columns(ledger)
    rounds = max(columns.width, planned_rounds(state.opened, len(state.started.order)))
    lines = [
        f"012 {header.name}", f"022 {header.city}", f"032 {header.federation}", f"042 {header.start}",
        f"052 {header.end}", f"062 {len(state.order)}", f"072 {sum(r is not None for r in ratings.values())}", "082 0",
        f"092 {state.opened.format}", f"102 {header.arbiter}", f"XXR {rounds}",
    ]  # fmt: skip
    for entry in state.order:
        results = "  ".join(columns.cells[entry].get(at, NOBODY) for at in range(columns.width))
        points = ledger.records[entry].points
        lines.append(
            f"001 {state.numbers[entry]:>4}      {names.get(entry, f'entrant {entry}')[:33]:<33} "
            f"{ratings.get(entry) or '':>4} {'':3} {'':11} {'':10} {points / 12:>4.1f} {ranks[entry]:>4}  {results}"
        )
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class _Columns:
    width: int
    cells: Mapping[int, Mapping[int, str]]


def _columns(ledger: Ledger) -> _Columns:
    """Cells by entrant and column; both sides of a match stand in the same column."""
    cells: dict[int, dict[int, str]] = {entry: {} for entry in ledger.state.order}
    start = 0
    for paired in ledger.state.rounds:
        used = dict.fromkeys(ledger.state.order, start)
        for table in paired.tables:
            for game in table.games:
                pair = [s for e in game.people for s in ledger.records[e].sittings if s.match == game.match]
                if len(pair) != 2:
                    continue
                column = max(used[sitting.entry] for sitting in pair)
                for sitting in pair:
                    cells[sitting.entry][column] = _cell(ledger, sitting)
                    used[sitting.entry] = column + 1
        for entry, record in ledger.records.items():
            for idle in record.idle:
                if idle.round == paired.round:
                    cells[entry][start] = _idle_cell(idle)
                    used[entry] = max(used[entry], start + 1)
        start = max([start + 1, *used.values()])
    return _Columns(start, cells)


def _cell(ledger: Ledger, sitting: Sitting) -> str:
    if not sitting.played and sitting.kind not in (FORFEIT_WIN, FORFEIT_LOSS):
        return NOBODY
    result = {FORFEIT_WIN: "+", FORFEIT_LOSS: "-"}.get(sitting.kind)
    if result is None:
        result = "=" if not sitting.alone else "1" if sitting.place == 1 else "0"
    return f"{ledger.state.numbers[sitting.others[0]]:>4} {'wb'[sitting.seat]} {result}"


def _idle_cell(idle: IdleRound) -> str:
    kind = HALF if idle.kind == LATE and idle.points else idle.kind
    return f"0000 - {BYES.get(kind, 'Z')}"


# -- in ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TrfResult:
    opponent: int  # 0: none
    color: str
    result: str


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    number: int
    name: str
    rating: int | None
    points: float
    rank: int
    results: tuple[TrfResult, ...]


def read_trf(text: str) -> tuple[TrfPlayer, ...]:
    """The players of a report; other lines are passed over."""
    return tuple(_player(line) for line in text.splitlines() if line.startswith("001 "))


def _player(line: str) -> TrfPlayer:
    cells = [line[at : at + 8] for at in range(91, len(line.rstrip()), 10)]
    return TrfPlayer(
        int(line[4:8]),
        line[14:47].strip(),
        int(line[48:52]) if line[48:52].strip() else None,
        float(line[80:84]),
        int(line[85:89]),
        tuple(TrfResult(int(cell[:4].strip() or 0), cell[5], cell[7].upper()) for cell in cells),
    )


def trf_log(tournament: str, players: tuple[TrfPlayer, ...], rounds: int) -> tuple[RecordedEvent, ...]:
    """A Swiss log that says what the report says, entry numbers being starting numbers."""
    events: list[TournamentEvent] = [_opened(rounds)]
    events += [EntryMade(player.number, f"trf{player.number}", "") for player in players]
    order = tuple(player.number for player in players)
    events.append(TournamentStarted(tuple((p.number, p.rating) for p in players), order, (), ()))
    for number in range(1, max((len(player.results) for player in players), default=0) + 1):
        events += _round_events(tournament, number, players)
    at = "2026-01-01T00:00:00.000Z"
    return tuple(RecordedEvent(seq, at, "server", event) for seq, event in enumerate(events))


def _opened(rounds: int) -> TournamentOpened:
    return TournamentOpened(
        "trf", 1, {}, 2, "swiss", rounds, None, dict(TWO_SEAT_POINTS), SWISS_TIEBREAKS, {"c07": "2026"},
        {"open": True}, (), "",
    )  # fmt: skip


def _round_events(tournament: str, number: int, players: Iterable[TrfPlayer]) -> list[TournamentEvent]:
    cells = {player.number: player.results[number - 1] for player in players}
    pairs = [(n, cell.opponent) for n, cell in cells.items() if cell.opponent and cell.color == "w"]
    tables = tuple(
        TableDrawn(table, tournament_match_id(tournament, number, table, 1), pair)
        for table, pair in enumerate(pairs, 1)
    )
    kinds = {"U": "pairing", "F": "pairing", "H": "half", "Z": "zero"}
    byes = tuple(ByeGiven(n, kinds.get(cell.result, "zero")) for n, cell in cells.items() if not cell.opponent)
    noted = [_noted(number, drawn, cells) for drawn in tables]
    return [RoundPaired(number, "trf", "1", tables, byes, None), *noted]


def _noted(number: int, drawn: TableDrawn, cells: Mapping[int, TrfResult]) -> ResultNoted:
    white = cells[int(drawn.entries[0])].result
    places = (1, 1) if white in IN_DRAWN else (1, 2) if white in IN_WON else (2, 1)
    points = {(1, 1): (6, 6), (1, 2): (12, 0), (2, 1): (0, 12)}[places]
    why = "no-show" if white in "+-" else "played"
    return ResultNoted(number, drawn.table, 1, drawn.match, "", places, None, points, why)
