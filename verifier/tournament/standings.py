"""The standings at any moment: rows with place and points, their digest, and what the last lot has to part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.core.chance import tagged_hash
from engine.core.codec import canonical
from verifier.tournament.book import Book
from verifier.tournament.brackets import DoubleKnockout, Knockout
from verifier.tournament.groups import Finals, pools
from verifier.tournament.lots import LAST
from verifier.tournament.reckoning import Reckoning
from verifier.tournament.ties import Order, Tier, Ties, Value


@dataclass(frozen=True)
class Row:
    entry: int
    place: int | None
    points: int
    tiebreaks: dict[str, Value] = field(default_factory=dict)
    group: int | None = None


@dataclass(frozen=True)
class Standings:
    rows: list[Row]
    tied: list[Tier]  # what the last lot parts, from the top

    @property
    def digest(self) -> str:
        rows = [[row.entry, row.place, row.points] for row in self.rows]
        return tagged_hash("fair1/standings", canonical(rows)).hex()


def last_lots(book: Book) -> dict[int, int] | None:
    """Where each came in the draws of the close; None before it."""
    if book.closed is None:
        return None
    return {int(record["out"]): record["n"] for record in book.closed["chance"] if record["label"] == LAST}


def pool_orders(reckoning: Reckoning, members: Sequence[Sequence[int]]) -> list[Order]:
    """Every pool by itself; of groups, by the matches of the groups alone."""
    book, cards = reckoning.book, reckoning.cards
    if book.format == "groups":
        cards = {entry: card.of_rounds(1) for entry, card in cards.items()}
    ties = Ties(cards, reckoning.rates, len(book.rounds))
    names, lots = book.opening["tiebreaks"], last_lots(book)
    return [ties.order((e for e in pool if not reckoning.placeless(e)), names, lots or None) for pool in members]


def standings(reckoning: Reckoning) -> Standings:
    book = reckoning.book
    if book.start is None:
        return Standings([], [])
    if book.format == "knockout":
        return _by_tiers(reckoning, Knockout(reckoning, book.first_order, 1).tiers())
    if book.format == "double_knockout":
        return _by_tiers(reckoning, DoubleKnockout(reckoning, book.first_order).tiers())
    members = pools(book)
    orders = pool_orders(reckoning, members)
    if book.format == "groups" and book.rules.get("final") and len(book.rounds) > 1:
        return _after_final(reckoning, orders)
    return _by_pools(reckoning, members, orders)


def _row(reckoning: Reckoning, entry: int, place: int | None, orders: Iterable[Order], group: int | None = None) -> Row:
    card = reckoning.cards[entry]
    points = card.of_rounds(1).points if reckoning.book.format == "groups" else card.points
    values = next((order.values[entry] for order in orders if entry in order.values), {})
    return Row(entry, place, points, values, group)


def _without_place(reckoning: Reckoning, groups: dict[int, int]) -> list[Row]:
    return [
        _row(reckoning, entry, None, (), groups.get(entry)) for entry in reckoning.order if reckoning.placeless(entry)
    ]


def _by_tiers(reckoning: Reckoning, tiers: Iterable[Tier]) -> Standings:
    rows: list[Row] = []
    for tier in tiers:
        place = len(rows) + 1
        rows += [_row(reckoning, entry, place, ()) for entry in tier if not reckoning.placeless(entry)]
    return Standings(rows + _without_place(reckoning, {}), [])


def _by_pools(reckoning: Reckoning, members: Sequence[Sequence[int]], orders: Sequence[Order]) -> Standings:
    rows: list[Row] = []
    several = len(orders) > 1
    for number, order in enumerate(orders, 1):
        above = len(rows)
        for tier in order.tiers:
            place = len(rows) - above + 1
            rows += [_row(reckoning, entry, place, [order], number if several else None) for entry in tier]
    groups = {entry: number for number, pool in enumerate(members, 1) for entry in pool} if several else {}
    tied = [tier for order in orders for tier in order.tiers if len(tier) > 1]
    return Standings(rows + _without_place(reckoning, groups), tied)


def _after_final(reckoning: Reckoning, orders: Sequence[Order]) -> Standings:
    """The final decides its own places; the others by group place, then group number."""
    finals = Finals(reckoning, _finalists_then(reckoning))
    lots = last_lots(reckoning.book) or {}
    tiers = [tier for tier in finals.tiers(lots) if tier]
    rows: list[Row] = []
    for tier in tiers:
        place = len(rows) + 1
        rows += [_row(reckoning, entry, place, orders) for entry in tier if not reckoning.placeless(entry)]
    tied = [tier for tier in tiers if len(tier) > 1 and finals.kind == "table"]
    behind: list[tuple[int, int, Tier]] = []
    for number, order in enumerate(orders, 1):
        ahead = 0
        for tier in order.tiers:
            rest = tuple(entry for entry in tier if entry not in finals.finalists)
            behind += [(ahead + 1, number, rest)] if rest else []
            ahead += len(tier)
    for _, _, tier in sorted(behind):
        place = len(rows) + 1
        rows += [_row(reckoning, entry, place, orders) for entry in tier]
        tied += [tier] if len(tier) > 1 else []
    return Standings(rows + _without_place(reckoning, {}), tied)


def finalists(reckoning: Reckoning) -> list[int]:
    """By group place, then group number, as the groups stand; who has left is passed over."""
    orders = pool_orders(reckoning, pools(reckoning.book))
    listed = [[e for tier in order.tiers for e in tier if e not in reckoning.out] for order in orders]
    deepest = max((len(group) for group in listed), default=0)
    chosen = [group[place] for place in range(deepest) for group in listed if place < len(group)]
    return chosen[: reckoning.book.rules["final"]["k"]]


def _finalists_then(reckoning: Reckoning) -> list[int]:
    """As the groups stood when the final was paired: later rulings do not change a pairing."""
    return finalists(Reckoning(reckoning.book.as_before(reckoning.book.rounds[1].seq)))
