"""Hush, a toy with all that the house must carry: hidden hands, draws for every eye, simultaneous seats, a timer.

H1  2 or 3 seats. The deck has the cards 1 to 6, as many of each as there are seats, and nothing is ordered.
H2  Opening: one card aside that nobody sees; three cards for each seat's own eye.
H3  A round opens with a star worth 1 to 3 points, drawn in the open. All seats then lay at the same time: `lay C`, a
    card of the hand, or `pass`; nobody sees which until all have answered or the sand (option) has run out.
H4  The highest card that nobody else laid wins the star. Laid cards leave play.
H5  The winner of a round, if the deck is not empty, then says `keep`, or `swap C`: that card leaves play unseen and a
    new one is drawn for the seat's own eye.
H6  After the last round (option) the card aside is shown: three points to each seat that holds one like it, and the
    holder's hand stays hidden. Most points win, ties share.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.bots.random import RandomBot
from engine.core.chance import Stream
from engine.core.errors import IllegalMove, UnreadableMove
from engine.core.game import Bot, Choice, Draw, Eye, Game, GameInfo, Json, News, Options, Ply, Seat, Shown

CARDS = tuple(range(1, 7))
HAND, LIKE_ASIDE = 3, 3
PASSED = 0


@dataclass(frozen=True, slots=True)
class Move:
    verb: str  # lay, pass, keep, swap
    card: int = PASSED


@dataclass(frozen=True, slots=True)
class State:
    rounds: int
    sand: int
    round: int
    phase: str  # lay, choose, over
    asks: tuple[str, ...]  # draws still to be answered, the next one first
    left: tuple[int, ...]  # cards of each value still in the deck
    hands: tuple[tuple[int, ...], ...]
    laid: tuple[int | None, ...]  # this round's cards; PASSED for a pass
    buried: tuple[tuple[int, ...], ...]  # swapped away, known to that seat alone
    seen: tuple[tuple[int, ...], ...]  # laid in earlier rounds, by seat
    stars: tuple[int, ...]
    star: int
    aside: int
    chooser: Seat
    since: int  # when this round's sand was turned
    made: tuple[int, ...]  # moves that stood, by seat
    ms: int  # time of the last ply


class Greedy(Bot):
    """Lays its highest card when the star is worth it, its lowest otherwise, and swaps its lowest away."""

    key = "greedy"
    level = 2

    def choose(self, game: Game[Any, Any], view: Json, seat: Seat, budget: int, seed: bytes) -> Choice:
        hand = view["hands"][seat]
        if view["phase"] == "choose":
            return Choice(f"swap {hand[0]}" if hand and hand[0] < 4 else "keep", nodes=2)
        if not hand:
            return Choice("pass", nodes=1)
        card = hand[-1] if view["star"] > 1 else hand[0]
        return Choice(f"lay {card}", nodes=len(hand), value=card, wait_ms=200)


class Hush(Game[State, Move]):
    info = GameInfo(
        key="hush",
        title="Hush",
        seats=(2, 3),
        rules_version=1,
        options={
            "rounds": {"type": "integer", "minimum": 1, "maximum": 3, "default": 2},
            "sand": {"type": "integer", "enum": [5000, 60000], "default": 60000},
        },
    )
    state_type = State
    bots: ClassVar[Mapping[str, Bot]] = {"random": RandomBot(), "greedy": Greedy()}

    def setup(self, seats: int, options: Options) -> State:
        empty: tuple[tuple[int, ...], ...] = ((),) * seats
        return State(
            rounds=options["rounds"],
            sand=options["sand"],
            round=1,
            phase="lay",
            asks=("aside", *(f"hand{seat}" for seat in range(seats)), "star"),
            left=(seats,) * len(CARDS),
            hands=empty,
            laid=(None,) * seats,
            buried=empty,
            seen=empty,
            stars=(0,) * seats,
            star=0,
            aside=0,
            chooser=0,
            since=0,
            made=(0,) * seats,
            ms=0,
        )

    # -- who is asked next
    def draw(self, state: State) -> Draw | None:
        if not state.asks:
            return None
        ask = state.asks[0]
        if ask == "star":
            return Draw("star", (("1", 2), ("2", 1), ("3", 1)))
        bag = tuple((str(card), n) for card, n in zip(CARDS, state.left, strict=True) if n)
        if ask == "aside":
            return Draw("aside", bag, 1, "nobody")
        return Draw("deck", bag, HAND if ask.startswith("hand") else 1, int(ask[-1]))

    def to_act(self, state: State) -> frozenset[Seat]:
        if state.asks or state.phase == "over":
            return frozenset()
        if state.phase == "choose":
            return frozenset({state.chooser})
        return frozenset(seat for seat, card in enumerate(state.laid) if card is None)

    def deadline(self, state: State) -> int | None:
        return state.since + state.sand if state.phase == "lay" and not state.asks else None

    # -- the fold
    def legal_moves(self, state: State, seat: Seat) -> Iterator[Move]:
        if seat not in self.to_act(state):
            return
        verb = "lay" if state.phase == "lay" else "swap"
        yield Move("pass" if verb == "lay" else "keep")
        yield from (Move(verb, card) for card in sorted(set(state.hands[seat])))

    def play(self, state: State, seat: Seat, move: Move, at: int) -> State:
        if (move.verb in ("lay", "pass")) != (state.phase == "lay"):
            raise IllegalMove("other-phase")
        if move.card and move.card not in state.hands[seat]:
            raise IllegalMove("not-in-hand", card=move.card)
        due = self.deadline(state)
        if due is not None and at >= due:
            raise IllegalMove("sand-is-out")
        made = _put(state.made, seat, state.made[seat] + 1)
        state = replace(state, made=made, ms=at, hands=_put(state.hands, seat, _less(state.hands[seat], move.card)))
        if state.phase == "choose":
            return self._swap(state, seat, move.card)
        state = replace(state, laid=_put(state.laid, seat, move.card))
        return state if None in state.laid else self._reveal(state)

    def _swap(self, state: State, seat: Seat, card: int) -> State:
        if card:
            buried = _put(state.buried, seat, (*state.buried[seat], card))
            state = replace(state, buried=buried, asks=(f"card{seat}",))
        return self._next_round(state)

    def _reveal(self, state: State) -> State:
        winner = _round_winner(state.laid)
        seen = tuple((*old, card) if card else old for old, card in zip(state.seen, state.laid, strict=True))
        state = replace(state, seen=seen, laid=(None,) * len(seen))
        if winner is None:
            return self._next_round(state)
        state = replace(state, stars=_put(state.stars, winner, state.stars[winner] + state.star))
        if sum(state.left):
            return replace(state, phase="choose", chooser=winner)
        return self._next_round(state)

    def _next_round(self, state: State) -> State:
        if state.round == state.rounds:
            return replace(state, phase="over")
        return replace(state, phase="lay", round=state.round + 1, since=state.ms, asks=(*state.asks, "star"))

    def deal(self, state: State, drawn: tuple[str, ...]) -> State:
        ask, values = state.asks[0], tuple(map(int, drawn))
        state = replace(state, asks=state.asks[1:])
        if ask == "star":
            return replace(state, star=values[0])
        state = replace(state, left=tuple(n - values.count(card) for card, n in zip(CARDS, state.left, strict=True)))
        if ask == "aside":
            return replace(state, aside=values[0])
        seat = int(ask[-1])
        return replace(state, hands=_put(state.hands, seat, tuple(sorted((*state.hands[seat], *values)))))

    def time_up(self, state: State, at: int) -> State:
        due = self.deadline(state)
        if due is None or at < due:
            return state
        laid = tuple(PASSED if card is None else card for card in state.laid)
        return self._reveal(replace(state, laid=laid, ms=at))

    # -- what people see
    def scores(self, state: State) -> tuple[int, ...]:
        if state.phase != "over" or state.asks:
            return state.stars
        bonus = (LIKE_ASIDE * (state.aside in hand) for hand in state.hands)
        return tuple(a + b for a, b in zip(state.stars, bonus, strict=True))

    def winners(self, state: State) -> frozenset[Seat] | None:
        if state.phase != "over" or state.asks:
            return None
        scores = self.scores(state)
        return frozenset(seat for seat, score in enumerate(scores) if score == max(scores))

    def reason(self, state: State) -> str | None:
        return "all-rounds" if self.winners(state) is not None else None

    def view(self, state: State, eye: Eye) -> Json:
        over = self.winners(state) is not None
        return {
            "rounds": state.rounds,
            "sand": state.sand,
            "round": state.round,
            "phase": state.phase,
            "asks": list(state.asks),
            "deck": sum(state.left),
            # To the others a laid card still counts as held: a shorter hand would tell a pass from a card.
            "hands": [
                list(hand) if seat == eye else len(hand) + bool(state.laid[seat])
                for seat, hand in enumerate(state.hands)
            ],
            "laid": [card if seat == eye or card is None else "?" for seat, card in enumerate(state.laid)],
            "buried": [list(cards) if seat == eye else len(cards) for seat, cards in enumerate(state.buried)],
            "seen": [list(cards) for cards in state.seen],
            "stars": list(state.stars),
            "scores": list(self.scores(state)),
            "star": state.star,
            "aside": state.aside if over else None,
            "chooser": state.chooser,
            "since": state.since,
            "made": list(state.made),
            "ms": state.ms,
        }

    def news(self, before: State, ply: Ply, after: State, eye: Eye) -> tuple[News, ...]:
        if ply.kind == "deal":
            found = _news_of_deal(ply, eye)
        elif ply.kind == "move":
            found = _news_of_move(ply, eye)
        else:
            found = [News("sand-out")] if after != before else []
        if ply.kind != "deal" and before.phase == "lay" and after.seen != before.seen:
            for seat, (old, new) in enumerate(zip(before.seen, after.seen, strict=True)):
                found += [News("laid-open", {"seat": seat, "card": card}) for card in new[len(old) :]]
            gained = [seat for seat, n in enumerate(after.stars) if n > before.stars[seat]]
            found += [News("star-won", {"seat": seat, "points": before.star}) for seat in gained]
        if self.winners(after) is not None and self.winners(before) is None:
            found.append(News("aside-shown", {"card": after.aside}))
        return tuple(found)

    def shown(self, before: State, ply: Ply, after: State) -> tuple[Shown, ...]:
        told: list[Shown] = []
        if ply.kind != "deal" and before.phase == "lay" and after.round + (after.phase != "lay") > before.round:
            answered = [seat for seat, card in enumerate(before.laid) if card is not None or seat == ply.seat]
            told += [Shown(move=(seat, after.made[seat] - 1)) for seat in answered]
        if self.winners(after) is not None and self.winners(before) is None:
            told.append(Shown(draw=("aside", 0)))
        return tuple(told)

    # -- notation
    def write(self, move: Move, eye: Eye) -> str:
        if move.verb in ("lay", "pass") and eye is None:
            return "?"
        if not move.card:
            return move.verb
        return f"{move.verb} {'?' if eye is None else move.card}"

    def read(self, state: State, seat: Seat, text: str) -> Move:
        verb, _, card = text.partition(" ")
        if text in ("pass", "keep"):
            return Move(text)
        if verb in ("lay", "swap") and card in map(str, CARDS):
            return Move(verb, int(card))
        raise UnreadableMove("unreadable-move", text=text)

    # -- search
    def imagine(self, view: Json, eye: Eye, chance: Stream) -> State:
        unseen = chance.shuffle(_unseen(view, len(view["hands"])))
        hands = _imagined_hands(view, unseen)
        laid = list(view["laid"])
        for seat, card in enumerate(laid):
            if card == "?":
                laid[seat], hands[seat] = (hands[seat][0], hands[seat][1:]) if hands[seat] else (PASSED, ())
        buried = tuple(_taken(known, unseen) for known in view["buried"])
        aside = view["aside"]
        if aside is None:
            aside = unseen.pop() if "aside" not in view["asks"] else 0
        same = {name: view[name] for name in ("rounds", "sand", "round", "phase", "star", "chooser", "since", "ms")}
        return State(
            **same,
            asks=tuple(view["asks"]),
            left=tuple(unseen.count(card) for card in CARDS),
            hands=tuple(hands),
            laid=tuple(laid),
            buried=buried,
            seen=tuple(map(tuple, view["seen"])),
            stars=tuple(view["stars"]),
            aside=aside,
            made=tuple(view["made"]),
        )


def _put(items: tuple[Any, ...], at: int, item: Any) -> tuple[Any, ...]:
    return (*items[:at], item, *items[at + 1 :])


def _less(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    if not card:
        return hand
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def _round_winner(laid: tuple[int | None, ...]) -> Seat | None:
    """H4: the highest card that nobody else laid."""
    alone = [card for card in laid if card and laid.count(card) == 1]
    return laid.index(max(alone)) if alone else None


def _news_of_deal(ply: Ply, eye: Eye) -> list[News]:
    assert ply.draw is not None
    if ply.draw.label == "star":
        return [News("star", {"points": int(ply.drawn[0])})]
    if ply.draw.label == "aside":
        return [News("aside")]
    if ply.draw.eye == eye:
        return [News("got", {"cards": " ".join(ply.drawn)})]
    return [News("drew", {"seat": int(ply.draw.eye or 0), "count": len(ply.drawn)})]


def _news_of_move(ply: Ply, eye: Eye) -> list[News]:
    verb, seat = ply.move.verb, ply.seat
    assert seat is not None
    if verb in ("lay", "pass"):
        return [News("answered", {"seat": seat})]
    return [News("kept" if verb == "keep" else "swapped", {"seat": seat})]


def _unseen(view: Json, seats: int) -> list[int]:
    left = [card for card in CARDS for _ in range(seats)]
    known = [
        card for part in (*view["hands"], *view["buried"], *view["seen"]) if isinstance(part, list) for card in part
    ]
    known += [card for card in view["laid"] if isinstance(card, int) and card]
    for card in known + ([view["aside"]] if view["aside"] else []):
        left.remove(card)
    return left


def _taken(known: Json, unseen: list[int]) -> tuple[int, ...]:
    return tuple(known) if isinstance(known, list) else tuple(unseen.pop() for _ in range(known))


def _imagined_hands(view: Json, unseen: list[int]) -> list[tuple[int, ...]]:
    """H6: at the end the scores tell whose hand has a card like the one aside; imagined hands then have it, or not."""
    aside = view["aside"]
    likes = [card for card in unseen if card == aside]
    unseen[:] = likes + [card for card in unseen if card != aside]  # the likes are popped last
    found = []
    for known, score, stars in zip(view["hands"], view["scores"], view["stars"], strict=True):
        like: list[int] = []
        if score > stars and not isinstance(known, list):
            unseen.remove(aside)
            like, known = [aside], known - 1
        found.append(tuple(sorted([*like, *_taken(known, unseen)])))
    return found


HUSH = Hush()
