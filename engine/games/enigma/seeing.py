"""What each eye sees: everything on the table, and of the puzzles only the own one until phase 2 closes."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Eye, Json, News, Parts, Seat
from engine.games.enigma.data import KINDS, PUZZLES, TILES
from engine.games.enigma.rules.conduits import Grid, System, colour_under, grid_of, systems_of
from engine.games.enigma.rules.kinds import BY_NAME
from engine.games.enigma.rules.laying import supply
from engine.games.enigma.rules.solving import deadline, limit
from engine.games.enigma.state import LaidTile, Meeple, Pile, PuzzleDesk, Result, State

COLOURS = "RBY"  # in the order in which they are counted out


def view(state: State, eye: Eye) -> Json:
    return {
        "mode": state.mode,
        "sand_ms": state.sand_ms,
        "cap_ms": state.cap_ms,
        "grace_ms": state.grace_ms,
        "phase": state.phase,
        "round": state.round,
        "first": state.first,
        "pending": list(state.pending),
        "piles": {kind: _pile(state, kind, pile) for kind, pile in zip(KINDS, state.piles, strict=True)},
        "desks": [_desk(desk) for desk in state.desks],
        "mine": None if eye is None else _mine(state, state.desks[eye]),
        "limit": limit(state) if state.phase == "solve" else None,
        "due": deadline(state),
        "queue": list(state.queue),
        "table": [[laid.x, laid.y, laid.tile, laid.rot] for laid in state.table],
        "meeples": [[meeple.seat, meeple.x, meeple.y, meeple.cell] for meeple in state.meeples],
        "supply": [supply(state, seat) for seat in range(state.seats)],
        "scores": list(state.scores),
        "past": [_result(result) for result in state.past],
        "shapes": _shapes(state),
        "reason": state.reason,
    }


def revealed(state: State, eye: Eye) -> Json:
    """What lay on the desks when the match ended stands where else the results of the last round stand."""
    shown = view(state, eye)
    if state.phase == "solve":
        shown["past"] = [_broken_off(seat, desk) for seat, desk in enumerate(state.desks) if desk.kind]
    return shown


def _broken_off(seat: Seat, desk: PuzzleDesk) -> Json:
    solved = desk.elapsed is not None
    return {
        "seat": seat,
        "kind": desk.kind,
        "tile": desk.tile,
        "puzzle": puzzle_view(desk.puzzle),
        "elapsed": desk.elapsed,
        "success": solved,
        "answer": desk.said if solved else None,
        "broken_off": True,
    }


def _pile(state: State, kind: str, pile: Pile) -> Json:
    # Section 12: which puzzle lies on a desk is its seat's alone until phase 2 closes.
    hidden = {desk.puzzle for desk in state.desks}
    return {
        "top": pile.top,
        "left": len(pile.unseen) + (pile.top is not None),
        "unseen": list(pile.unseen),
        "used": [puzzle for puzzle in pile.used if puzzle not in hidden],
    }


def _desk(desk: PuzzleDesk) -> Json:
    return {"kind": desk.kind, "tile": desk.tile, "opened": desk.opened, "done": desk.done}


def _mine(state: State, desk: PuzzleDesk) -> Json:
    if state.phase != "solve":
        return None
    return {
        "puzzle": puzzle_view(desk.puzzle),
        "tries": desk.tries,
        "said": desk.said,
        "fault": desk.fault,
        "elapsed": desk.elapsed,
    }


def puzzle_view(puzzle: str | None) -> Json:
    """The puzzle side of a tile, and the form its answers have."""
    if puzzle is None:
        return None
    printed = PUZZLES[puzzle]
    data = printed.data
    if printed.kind == "pipes":  # keys of views are lower case: the red X as a list of types
        crossed = [kind for kind, n in sorted(data["excluded"].items()) for _ in range(n)]
        data = {"blocked": data["blocked"], "excluded": crossed, "terminals": data["terminals"]}
    return {
        "id": printed.id,
        "kind": printed.kind,
        "level": printed.level,
        "par_s": printed.par_s,
        "data": data,
        "form": BY_NAME[printed.kind].FORM,
    }


def _result(result: Result) -> Json:
    return {
        "seat": result.seat,
        "kind": result.kind,
        "tile": result.tile,
        "puzzle": puzzle_view(result.puzzle),
        "elapsed": result.elapsed,
        "success": result.success,
        "answer": result.answer,
    }


def _shapes(state: State) -> Json:
    """Every visible tile's conduit side, so that a frame can be drawn without a catalogue."""
    seen = {laid.tile for laid in state.table}
    seen |= {tile for pile in state.piles if (tile := pile.top)}
    seen |= {tile for desk in state.desks if (tile := desk.tile)}
    seen |= {result.tile for result in state.past}
    return {tile: TILES[tile].code for tile in sorted(seen)}


# -- for the board ----------------------------------------------------------------------------------------------------


def aids(view: Json) -> Json:
    """The systems of the table (E87): parts, open ends, cells by colour, and what each meeple there is worth (E36)."""
    grid = grid_of(LaidTile(*laid) for laid in view["table"])
    meeples = [Meeple(*meeple) for meeple in view["meeples"]]
    return {"systems": [_system(grid, system) for system in systems_of(grid, grid, meeples)]}


def _system(grid: Grid, system: System) -> Json:
    return {
        "parts": [list(part) for part in sorted(system.parts)],
        "ends": [list(end) for end in system.open_ends],
        "cells": [[colour, system.colours.count(colour)] for colour in COLOURS if colour in system.colours],
        "meeples": [[held.seat, colour_under(grid, held), system.worth(grid, held)] for held in system.meeples],
    }


# -- in lines, for readers who have no board to look at ---------------------------------------------------------------


def describe(view: Json) -> tuple[News, ...]:
    return tuple(_lines(view))


def _lines(view: Json) -> Iterator[News]:
    yield News("round", {"round": view["round"], "phase": view["phase"]})
    piles: Parts = [{"kind": kind, "count": pile["left"]} for kind, pile in view["piles"].items()]
    yield News("piles", {"piles": piles})
    for seat, desk in enumerate(view["desks"]):
        if desk["kind"]:
            yield News("desk-done" if desk["done"] else "desk", {"seat": seat, "kind": desk["kind"]})
    yield News("table", {"count": len(view["table"]), "squares": [{"x": x, "y": y} for x, y, *_ in view["table"]]})
    for seat, count in enumerate(view["supply"]):
        yield News("supply", {"seat": seat, "count": count})
