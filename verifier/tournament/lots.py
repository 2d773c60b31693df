"""LOT and REROLL: lots ask for what the rules say, follow from the seed, and make the starting order (ORDER)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engine.core import chance
from verifier.events import MOST_PICKS
from verifier.log import Event, pub
from verifier.report import Report
from verifier.tournament.book import Book

START, SEAT, LAST = "lot/start", "lot/seat", "lot/final"
SIDES: Final = ("0", "1")
Question = tuple[str, list[str]]  # label, what lies in the bag; all of it is drawn but of the seats


def start_questions(entered: Iterable[int], with_seat: bool) -> list[Question]:
    names = [str(number) for number in sorted(entered)]
    return [(START, names), *([(SEAT, list(SIDES))] if with_seat else [])]


def last_questions(tied: Iterable[Iterable[int]]) -> list[Question]:
    return [(LAST, [str(number) for number in sorted(group)]) for group in tied]


def check_lots(event: Event, questions: Sequence[Question], key: bytes | None, report: Report) -> None:
    """`key`: of the lots, once the seed is revealed; without it only the questions are compared."""
    content, seq = pub(event), event["seq"]
    next_index: dict[str, int] = {}
    wanted, outcomes = [], []
    for label, bag in questions:
        count = 1 if label == SEAT else len(bag)
        first = next_index.get(label, 0)
        next_index[label] = first + count
        wanted.append({"label": label, "n": first, "bag": [[item, 1] for item in bag], "count": count, "eye": "pub"})
        outcomes.append((label, first, bag, count))
    draws, records = list(content["draws"]), list(content["chance"])
    if [_unnumbered(draw) for draw in draws] != [_unnumbered(draw) for draw in wanted]:
        report.add("LOT", seq, "the lots ask for something else than the rules say")
    elif draws != wanted:
        report.add("REROLL", seq, "the indices of the lots do not run on from 0")
    _check_outcomes(seq, outcomes, records, key, report)


def _unnumbered(draw: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in draw.items() if name != "n"}


def _check_outcomes(
    seq: int,
    questions: Sequence[tuple[str, int, list[str], int]],
    records: Sequence[Mapping[str, Any]],
    key: bytes | None,
    report: Report,
) -> None:
    places = [(label, first + i) for label, first, _, count in questions for i in range(count)]
    if [(record["label"], record["n"]) for record in records] != places:
        report.add("REROLL", seq, "the lots drawn are not numbered one after another")
        return
    drawn = [record["out"] for record in records]
    at = 0
    for label, first, bag, count in questions:
        outs = drawn[at : at + count]
        at += count
        if not set(outs) <= set(bag) or len(set(outs)) != len(outs):
            report.add("LOT", seq, f"{label} draws what is not in its bag")
        elif key is not None and outs != list(_drawn(key, label, first, bag, count)):
            report.add("LOT", seq, f"an outcome of {label} does not follow from the seed")


def _drawn(key: bytes, label: str, first: int, bag: Sequence[str], count: int) -> tuple[str, ...]:
    if count > MOST_PICKS:
        raise ValueError("more lots than can be checked")
    return chance.draw(key, label, first, [(item, 1) for item in bag], count)


def check_start(event: Event, book: Book, key: bytes | None, report: Report) -> None:
    """`book` as it was before the start."""
    content, entered = pub(event), book.entered()
    if sorted(content["order"]) != entered:
        report.add("ENTRY", event["seq"], "the starting order is not of those who are entered")
    check_lots(event, start_questions(entered, book.format == "swiss"), key, report)
    ratings = dict(content["ratings"])
    if sorted(ratings) != entered or len(ratings) != len(content["ratings"]):
        report.add("ENTRY", event["seq"], "the ratings are not of those who are entered")
        return
    drawn = [int(record["out"]) for record in content["chance"] if record["label"] == START]
    if sorted(drawn) != entered:
        return
    by_rating = sorted(drawn, key=lambda number: (ratings[number] is None, -(ratings[number] or 0)))
    if content["order"] != by_rating:
        report.add("ORDER", event["seq"], "the starting order is not by rating, then by lot")
