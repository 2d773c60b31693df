"""What happened in a ply, as codes and parameters, for one eye; and what a ply brings to light."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Eye, News, Ply, Shown, lead_taken
from engine.games.saboteur_duel.data import BREAKS
from engine.games.saboteur_duel.rules import scores
from engine.games.saboteur_duel.rules.turns import last_to_fall
from engine.games.saboteur_duel.state import (
    Bribe,
    Bribed,
    Claim,
    DiscardTwo,
    LayCard,
    Look,
    Move,
    Orient,
    PassCards,
    Repair,
    Rockfall,
    Round,
    Sabotage,
    State,
    UseKey,
    goal_cells,
)


def news(before: State, ply: Ply, after: State, eye: Eye) -> tuple[News, ...]:
    lines: list[News] = []
    if ply.seat is not None:
        lines.extend(_move(ply.seat, ply.move, eye))
        lines.extend(_known_look(before, ply, eye))
    else:
        lines.extend(_deal(before, ply, eye))
    lines.extend(_settled(before, after))
    if len(after.ledger) > len(before.ledger):
        lines.extend(_round_over(before, after))
    return tuple(lines)


def _cell(x: int, y: int) -> str:
    return f"{x},{y}"


def _move(seat: int, move: Move, eye: Eye) -> Iterator[News]:
    match move:
        case LayCard(card, x, y, turn):
            yield News("laid", {"seat": seat, "card": card, "cell": _cell(x, y), "turn": turn})
        case Sabotage(card):
            yield News("sabotaged", {"seat": seat, "tool": BREAKS[card]})
        case Repair(card, tool):
            yield News("repaired", {"seat": seat, "card": card, "tool": tool})
        case UseKey(x, y, arm):
            yield News("unlocked", {"seat": seat, "cell": _cell(x, y), "arm": arm})
        case Rockfall(x, y):
            yield News("fell", {"seat": seat, "cell": _cell(x, y)})
        case Look(x, y):
            yield News("looked", {"seat": seat, "cell": _cell(x, y)})
        case DiscardTwo(cards, tool):
            yield News("discarded-two", {"seat": seat, "tool": tool})
            yield from _own_discards(seat, cards, eye)
        case PassCards(cards):
            yield News("passed", {"seat": seat, "count": len(cards)})
            yield from _own_discards(seat, cards, eye)
        case Bribe(x, y):
            yield News("bribed", {"seat": seat, "cell": _cell(x, y)})
        case Orient(x, y, turn):
            yield News("turned", {"seat": seat, "cell": _cell(x, y), "turn": turn})


def _own_discards(seat: int, cards: tuple[str, ...], eye: Eye) -> Iterator[News]:
    if eye == seat:
        for card in cards:
            yield News("discarded-card", {"card": card})


def _known_look(before: State, ply: Ply, eye: Eye) -> Iterator[News]:
    """A look at a goal whose face somebody already drew: the looker learns it at once."""
    if isinstance(ply.move, Look) and eye == ply.seat:
        index = goal_cells(before).index((ply.move.x, ply.move.y))
        face = before.goals[index].face
        if face is not None:
            yield News("saw-goal", {"goal": f"g{index + 1}", "face": face})


def _deal(before: State, ply: Ply, eye: Eye) -> Iterator[News]:
    if before.step == "look":
        if eye == before.turn:
            yield News("saw-goal", {"goal": f"g{(before.goal or 0) + 1}", "face": ply.drawn[0]})
    elif before.step == "reveal":
        yield News("revealed", {"goal": f"g{(before.goal or 0) + 1}", "face": ply.drawn[0]})
    elif before.solo and (ply.drawn[0] in BREAKS or ply.drawn[0] == "ROCK"):
        yield _solo_strike(before, ply.drawn[0])
    else:
        yield News("drew", {"seat": before.drawer, "count": len(ply.drawn)})
        if eye == before.drawer:
            for card in ply.drawn:
                yield News("drew-card", {"card": card})


def _solo_strike(before: State, card: str) -> News:
    if card in BREAKS:
        code = "struck-again" if BREAKS[card] in before.broken[0] else "struck"
        return News(code, {"seat": 0, "tool": BREAKS[card]})
    fallen = last_to_fall(before)
    if fallen is None:
        return News("rock-missed", {"seat": 0})
    return News("rock-struck", {"seat": 0, "card": fallen.card, "cell": _cell(fallen.x, fallen.y)})


def _settled(before: State, after: State) -> Iterator[News]:
    """Goals that came to light by a look of old, claims: read from the ledger if the round ended with this ply."""
    ended: Round | None = after.ledger[-1] if len(after.ledger) > len(before.ledger) else None
    goals = ended.goals if ended else _face_up(after)
    cells = goal_cells(before)
    drawn = before.goal if before.step == "reveal" else None
    for index, face, _ in goals:
        public = before.goals[index].turn is not None or (before.step == "orient" and before.goal == index)
        if not public and index != drawn:
            yield News("revealed", {"goal": f"g{index + 1}", "face": face})
    if after.step == "orient" and after.goal != drawn and after.goal is not None:
        yield News("revealed", {"goal": f"g{after.goal + 1}", "face": after.goals[after.goal].face or ""})
    if after.step == "orient" and after.goal is not None:
        yield News("choose-turn", {"seat": after.turn, "cell": _cell(*cells[after.goal])})
    claims: tuple[Claim, ...] = ended.claims if ended else after.claims
    for claim in claims[len(before.claims) :]:
        yield News("claimed", {"seat": claim.seat, "cell": _cell(claim.x, claim.y), "value": claim.value})


def _face_up(state: State) -> tuple[tuple[int, str, int], ...]:
    return tuple(
        (index, goal.face, goal.turn)
        for index, goal in enumerate(state.goals)
        if goal.face is not None and goal.turn is not None
    )


def _round_over(before: State, after: State) -> Iterator[News]:
    entry = after.ledger[-1]
    yield News("round-over", {"round": before.round, "cause": entry.cause})
    for seat in range(before.seats):
        yield News("gained", {"seat": seat, "gold": sum(entry.gained[seat])})
        if debt := _debt(entry.bribes, seat):
            yield News("paid", {"seat": seat, "debt": debt, "gold": sum(entry.paid[seat])})
    if after.step == "over":
        for seat in range(before.seats):
            yield News("final", {"seat": seat, "gold": sum(after.coins[seat])})
    else:
        yield News("round-begins", {"seat": after.starter, "round": after.round})


def _debt(bribes: tuple[Bribed, ...], seat: int) -> int:
    return sum(bribe.seat == seat for bribe in bribes)


def shown(before: State, ply: Ply, after: State) -> tuple[Shown, ...]:
    """A goal drawn earlier for one looker that another looker, or everybody, gets to see by this ply."""
    parts = []
    if isinstance(ply.move, Look):
        index = goal_cells(before).index((ply.move.x, ply.move.y))
        goal = before.goals[index]
        if goal.face is not None and ply.seat not in goal.looked:
            parts.append(Shown(eye=ply.seat, draw=_draw(before, index)))
    for index in _newly_public(before, after):
        parts.append(Shown(draw=_draw(before, index)))
    return tuple(parts)


def _draw(state: State, index: int) -> tuple[str, int]:
    return f"goal/g{index + 1}", state.picks[index] - 1


def _newly_public(before: State, after: State) -> Iterator[int]:
    ended = after.ledger[-1] if len(after.ledger) > len(before.ledger) else None
    lying = {index for index, _, _ in (ended.goals if ended else _face_up(after))}
    if after.step == "orient" and after.goal is not None and not ended:
        lying.add(after.goal)
    for index, goal in enumerate(before.goals):
        public = goal.turn is not None or (before.step == "orient" and before.goal == index)
        if goal.face is not None and not public and index in lying:
            yield index


def moments(before: State, ply: Ply, after: State) -> tuple[News, ...]:
    """Gold that is claimed, rounds that end, the lead."""
    ended = len(after.ledger) > len(before.ledger)
    claims = (after.ledger[-1].claims if ended else after.claims)[len(before.claims) :]
    lines = [News("gold", {"seat": claim.seat, "value": claim.value}) for claim in claims]
    if ended:
        lines.append(News("round", {"round": before.round}))
    return (*lines, *lead_taken(scores(before), scores(after)))
