"""Positions of Potion Explosion drawn as text, and short ways to go on from them."""

from collections import Counter

from engine.core import chance
from engine.core.game import complete_options
from engine.core.table import Table, from_key
from engine.games.potion_explosion import GAME
from engine.games.potion_explosion.data import COLOURS, DESIGNS
from engine.games.potion_explosion.rules.placing import put
from engine.games.potion_explosion.state import NO_TILE, Desk, State, fresh_tile, into_bag

FULL = ("RBKYRBKYR", "BKYRBKYRB", "KYRBKYRBK", "YRBKYRBKY", "RYKBRYKBR")


def tile(text):
    """`A4` fresh; `A4:RB` with a red and a blue marble in their holes; `` empty."""
    design, _, placed = text.partition(":")
    found = fresh_tile(design) if design else NO_TILE
    for marble in placed:
        found = put(found, marble, marble)
    return found


def desk(a="", b="", pool="", done="", drunk="", **more):
    return Desk(slots=(tile(a), tile(b)), pool=pool, done=tuple(done.split()), drunk=drunk, **more)


def at(*tracks, bag=None, desks=None, hand="", excluded="", **more):
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


def only(*tracks, **more):
    """These tracks alone; the others and the bag are empty."""
    return at(*tracks, *[""] * (5 - len(tracks)), bag=more.pop("bag", ""), **more)


def seat_of(state):
    (seat,) = GAME.to_act(state)
    return seat


def say(state, *texts, drops=""):
    """Play moves by the seat to act; draws take the marbles of `drops` in order, and then anything."""
    left = list(drops)
    table = Table(GAME, state, dropping(left))
    for text in texts:
        (seat,) = table.asked()
        table.play(seat, text)
    assert not left, f"not dropped: {left}"
    return table.state


def dropping(left):
    """Marbles from the front of `left`, which gets shorter; whatever else is asked from the front of its bag."""

    def drawn(question, first):
        items = [left.pop(0) for _ in range(min(len(left), question.count))] if question.label == "marble" else []
        rest = Counter(dict(question.bag)) - Counter(items)
        return (items + list(rest.elements()))[: question.count]

    return drawn


def moves(state, prefix=""):
    return [text for text in GAME.legal_texts(state, seat_of(state)) if text.startswith(prefix)]


def opened(seats=2, **options):
    return GAME.setup(seats, complete_options(GAME, seats, options))


def random_plies(seats, seed, options=None, most=10_000):
    """A match by chance: the class of a move first, then the move. Yields (state before, ply, state after)."""
    key = seed.to_bytes(4, "big")
    stream = chance.Stream(key, "moves", 0)
    table = Table(GAME, opened(seats, **(options or {})), from_key(key))
    steps, told = table.steps[:], 0
    while steps:
        for step in steps[: most - told]:
            yield step.before, step.ply, step.after
        told += len(steps)
        steps = []
        if not table.over and told < most:
            (seat,) = table.asked()
            steps = table.play(seat, _any_move(table.state, stream))


def _any_move(state, stream):
    classes = {}
    for move in GAME.legal_moves(state, state.turn):
        text = GAME.write(move, state.turn)
        classes.setdefault(text[: 2 + (text[:2] == "DS")] if text[0] == "D" else text[0], []).append(text)
    return stream.choose(classes[stream.choose(sorted(classes))])
