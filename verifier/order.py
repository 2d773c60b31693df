"""ORDER and SEATS: what may come when, and who sits where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from verifier.log import ENDS, Event, Log, mover_text, pub
from verifier.report import Report

AT_TABLE: Final = ("seat.taken", "seat.left")
SEATING: Final = "seating"
# What only a person says; a person whose seat a bot keeps may say that it is back, or that its vacation is over.
PERSONAL: Final = ("seat.resigned", "offer.made", "offer.answered", "plan.made", "plan.dropped")


def check_order(log: Log, report: Report) -> None:
    first = log.events[0]
    if first.get("type") != "table.opened" or "seed_commit" not in pub(first):
        report.add("ORDER", 0, "the first event does not open the table with a commitment to the seed")
    stage = "table"
    for place, event in enumerate(log.events):
        kind = str(event.get("type"))
        if place and kind == "table.opened":
            report.add("ORDER", place, "the table is opened again")
        elif place:
            _check_stage(stage, kind, place, report)
        stage = _next_stage(stage, kind)
    _check_beacon(log, report)


def _check_stage(stage: str, kind: str, place: int, report: Report) -> None:
    if stage == "revealed":
        report.add("ORDER", place, "something follows the reveal")
    elif stage == "over":
        if kind != "seed.revealed":
            report.add("ORDER", place, f"{kind} after the end")
    elif kind == "seed.revealed":
        report.add("ORDER", place, "the seed is revealed before the end")
    elif stage == "table":
        if kind not in (*AT_TABLE, "match.started", "match.aborted"):
            report.add("ORDER", place, f"{kind} before the start")
    elif kind in (*AT_TABLE, "match.started"):
        report.add("ORDER", place, f"{kind} after the start")


def _next_stage(stage: str, kind: str) -> str:
    if kind == "seed.revealed":
        return "revealed"
    if kind in ENDS:
        return "over"
    return "play" if kind == "match.started" else stage


def _check_beacon(log: Log, report: Report) -> None:
    if log.started is None:
        return
    announced, beacon = log.opening.get("beacon_round"), str(pub(log.started).get("beacon"))
    if announced is None:
        if beacon != "":
            report.add("ORDER", log.started["seq"], "a beacon that event 0 did not announce")
        return
    name, _, value = beacon.rpartition(":")
    if name != announced or not value or set(value) - set("0123456789abcdef"):
        report.add("ORDER", log.started["seq"], "not the beacon round that event 0 announced")


# -- seats ------------------------------------------------------------------------------------------------------------


def check_seats(log: Log, report: Report) -> None:
    _check_taking(log, report)
    if log.started is None:
        return
    holders = list(pub(log.started)["seats"])
    if holders != _seated(log, report):
        report.add("SEATS", log.started["seq"], "the seats are not as they were taken and drawn")
    people = {seat: holder for seat, holder in enumerate(holders) if "account" in holder}
    for event in log.events[log.events.index(log.started) + 1 :]:
        seat = pub(event).get("seat")
        if isinstance(seat, int) and not 0 <= seat < len(holders):
            report.add("SEATS", event["seq"], f"there is no seat {seat}")
        elif event["type"] == "move.made":
            _check_mover(event, holders, report)
        elif event["type"] in PERSONAL and "bot" in holders[pub(event)["seat"]]:
            report.add("SEATS", event["seq"], f"a bot sits in seat {seat}: it cannot have said this")
        elif event["type"] == "seat.substituted":
            holders[pub(event)["seat"]] = _holder(pub(event))
            if "account" in pub(event):
                people[pub(event)["seat"]] = _holder(pub(event))
        elif event["type"] == "seat.returned" and seat in people:
            holders[seat] = people[seat]
        elif event["type"] == "match.ended":
            _check_end(event, len(holders), report)


def _check_taking(log: Log, report: Report) -> None:
    taken: dict[int, Mapping[str, Any]] = {}
    for event in log.events:
        kind, content, seq = event.get("type"), pub(event), event.get("seq")
        if kind == "match.started":
            return
        if kind in AT_TABLE and not 0 <= content["seat"] < log.opening["seats"]:
            report.add("SEATS", seq, f"there is no seat {content['seat']}")
        elif kind == "seat.taken":
            if content["seat"] in taken:
                report.add("SEATS", seq, f"seat {content['seat']} is taken twice")
            if "account" in content and not _speaks_for(event, content["account"]):
                report.add("SEATS", seq, "an account takes a seat for another")
            if "account" in content and content["account"] in [holder.get("account") for holder in taken.values()]:
                report.add("SEATS", seq, "an account sits twice")
            taken[content["seat"]] = content
        elif kind == "seat.left":
            left = taken.pop(content["seat"], None)
            if left is None:
                report.add("SEATS", seq, f"nobody sat in seat {content['seat']}")
            elif "account" in left and not _speaks_for(event, left["account"]):
                report.add("SEATS", seq, "an account gives up another's seat")


def _speaks_for(event: Event, account: str) -> bool:
    """An account speaks for itself only; a director and the server may seat anybody."""
    actor = str(event.get("actor"))
    return not actor.startswith("acct:") or actor == f"acct:{account}"


def _seated(log: Log, report: Report) -> list[Mapping[str, Any]] | None:
    """Seat 0 first: as taken, or as the seating draw says. None: not everybody was there."""
    assert log.started is not None
    if len(log.taken) != log.opening["seats"] or sorted(log.taken) != list(range(len(log.taken))):
        return None
    drawn = [record["out"] for record in pub(log.started)["chance"] if record["label"] == SEATING]
    order = [str(seat) for seat in range(len(log.taken))]
    if drawn and sorted(drawn) != sorted(order):
        return None
    return [_holder(log.taken[int(seat)]) for seat in drawn or order]


def _holder(content: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"bot": content["bot"]} if "bot" in content else {"account": content["account"]}


def _check_mover(event: Event, holders: list[Mapping[str, Any]], report: Report) -> None:
    seat = int(mover_text(event))
    if seat >= len(holders):
        report.add("SEATS", event["seq"], f"there is no seat {seat}")
        return
    bot = holders[seat].get("bot")
    if (bot is not None) != event["actor"].startswith("bot:"):
        report.add("SEATS", event["seq"], "a bot's move passed off as a person's, or a person's as a bot's")
    elif bot is not None and pub(event).get("bot") != bot:
        report.add("SEATS", event["seq"], f"the bot in seat {seat} is {bot}")


def _check_end(event: Event, seats: int, report: Report) -> None:
    content, winners = pub(event), pub(event)["winners"]
    if len(content["scores"]) != seats or len(set(winners)) != len(winners) or not set(winners) <= set(range(seats)):
        report.add("SEATS", event["seq"], "scores or winners do not fit the seats")
    if "places" in content and not _ranked(content["places"], winners, seats):
        report.add("SEATS", event["seq"], "places do not fit the seats and the winners")


def _ranked(places: list[int], winners: list[int], seats: int) -> bool:
    """1,1,3 style, and the winners, if there are any, have the first place."""
    if len(places) != seats or any(place != 1 + sum(other < place for other in places) for place in places):
        return False
    return not winners or sorted(winners) == [seat for seat, place in enumerate(places) if place == 1]
