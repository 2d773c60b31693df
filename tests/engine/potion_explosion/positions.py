"""Positions of Potion Explosion drawn as text, and short ways to go on from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from engine.core import chance
from engine.core.game import Draw, Options, Ply, Seat, complete_options
from engine.core.table import Drawer, Table, from_key
from engine.games.potion_explosion import GAME
from engine.games.potion_explosion.data import COLOURS, DESIGNS
from engine.games.potion_explosion.rules.placing import put
from engine.games.potion_explosion.state import NO_TILE, Desk, PotionTile, State, fresh_tile, into_bag

FULL = ("RBKYRBKYR", "BKYRBKYRB", "KYRBKYRBK", "YRBKYRBKY", "RYKBRYKBR")


def tile(text: str) -> PotionTile:
    """`A4` fresh; `A4:RB` with a red and a blue marble in their holes; `` empty."""
    design, _, placed = text.partition(":")
    drawn = fresh_tile(design) if design else NO_TILE
    for marble in placed:
        drawn = put(drawn, marble, marble)
    return drawn


def desk(a: str = "", b: str = "", pool: str = "", done: str = "", drunk: str = "", **more: Any) -> Desk:
    return Desk(slots=(tile(a), tile(b)), pool=pool, done=tuple(done.split()), drunk=drunk, **more)


def at(
    *tracks: str,
    bag: str | None = None,
    desks: Iterable[Desk] | None = None,
    hand: str = "",
    excluded: str = "",
    **more: Any,
) -> State:
    """A position of the main phase. Tracks not given are full, a bag not given holds what is nowhere else."""
    given = [*tracks, *FULL[len(tracks) :]]
    desks = tuple(desks or (desk("L4", "M4"), desk("W4", "A4")))
    if bag is None:
        lying = "".join(given) + hand + "".join(d.pool + "".join(t.filled[1::2] for t in d.slots) for d in desks)
        bag = "".join(colour * (20 - lying.count(colour)) for colour in COLOURS)
    state = State(
        excluded=excluded,
        countdown=more.pop("countdown", 4),
        bank=more.pop("bank", 11),
        desks=desks,
        phase=more.pop("phase", "main"),
        round=more.pop("round", 1),
        unseen=more.pop("unseen", (1,) * len(DESIGNS)),
        sizes=more.pop("sizes", (5,) * 5),
        tops=more.pop("tops", ("W5", "L5", "M5", "J5", "A5")),
        tracks=tuple(given),
        bag=into_bag((0, 0, 0, 0), bag),
        hand=hand,
        **more,
    )
    return state


def only(*tracks: str, **more: Any) -> State:
    """These tracks alone; the others and the bag are empty."""
    return at(*tracks, *[""] * (5 - len(tracks)), bag=more.pop("bag", ""), **more)


def seat_of(state: State) -> Seat:
    (seat,) = GAME.to_act(state)
    return seat


def say(state: State, *texts: str, drops: str = "") -> State:
    """Play moves by the seat to act; draws take the marbles of `drops` in order, and then anything."""
    left = list(drops)
    table = Table(GAME, state, dropping(left))
    for text in texts:
        (seat,) = table.asked()
        table.play(seat, text)
    assert not left, f"not dropped: {left}"
    return table.state


def dropping(left: list[str]) -> Drawer:
    """Marbles from the front of `left`, which gets shorter; whatever else is asked from the front of its bag."""

    def drawn(question: Draw, first: int) -> list[str]:
        items = [left.pop(0) for _ in range(min(len(left), question.count))] if question.label == "marble" else []
        rest = Counter(dict(question.bag)) - Counter(items)
        return (items + list(rest.elements()))[: question.count]

    return drawn


def moves(state: State, prefix: str = "") -> list[str]:
    return [text for text in GAME.legal_texts(state, seat_of(state)) if text.startswith(prefix)]


def opened(seats: int = 2, **options: Any) -> State:
    return GAME.setup(seats, complete_options(GAME, seats, options))


def random_plies(
    seats: int, seed: int, options: Options | None = None, most: int = 10_000
) -> Iterator[tuple[State, Ply, State]]:
    """A match by chance: the class of a move first, then the move. Yields (state before, ply, state after)."""
    key = seed.to_bytes(4, "big")
    stream = chance.Stream(key, "moves", 0)
    table = Table(GAME, opened(seats, **(options or {})), from_key(key))
    steps, yielded = table.steps[:], 0
    while steps:
        for step in steps[: most - yielded]:
            yield step.before, step.ply, step.after
        yielded += len(steps)
        steps = []
        if not table.over and yielded < most:
            (seat,) = table.asked()
            steps = table.play(seat, _any_move(table.state, stream))


def _any_move(state: State, stream: chance.Stream) -> str:
    classes: dict[str, list[str]] = {}
    for move in GAME.legal_moves(state, state.turn):
        text = GAME.write(move, state.turn)
        classes.setdefault(text[: 2 + (text[:2] == "DS")] if text[0] == "D" else text[0], []).append(text)
    return stream.choose(classes[stream.choose(sorted(classes))])
