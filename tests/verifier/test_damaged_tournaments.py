"""Tournaments written with faults, hashed anew so that only the rules can tell: each code at its event."""

from __future__ import annotations

import copy

import pytest

from tests.pairings.logs import Log
from tests.verifier.tournaments import (
    chained,
    damaged,
    export_of,
    export_of_log,
    export_of_vector,
    lines,
    places_of,
)
from verifier.tournament.stream import match_id

ZEROS = "0" * 64


def at(events, kind, number=0):
    """The pub of the n-th event of a kind."""
    return events[places_of(events, kind)[number]]["pub"]


def ids_of(events, content):
    """The ids that tables of a round should have."""
    for table, drawn in enumerate(content["tables"], 1):
        drawn["table"], drawn["match"] = table, match_id(events[0]["match"], (content["round"], table, 1))


def remove(events, kind, number=0):
    del events[places_of(events, kind)[number]]


def repeat(events, kind, number=0):
    place = places_of(events, kind)[number]
    events.insert(place + 1, {**copy.deepcopy(events[place]), "cmd": None if events[place]["cmd"] is None else "again"})


def change(kind, number=0, **fields):
    return lambda events: at(events, kind, number).update(fields)


def swap_opponents(events):
    first, second = at(events, "round.paired")["tables"][:2]
    first["entries"][1], second["entries"][1] = second["entries"][1], first["entries"][1]


def turn_seats(events, number=0):
    at(events, "round.paired", number)["tables"][0]["entries"].reverse()


def swap_lots(events):
    chance = at(events, "tournament.started")["chance"]
    chance[0]["out"], chance[1]["out"] = chance[1]["out"], chance[0]["out"]


def swap_last_lots(events):
    chance = at(events, "tournament.closed")["chance"]
    chance[0]["out"], chance[1]["out"] = chance[1]["out"], chance[0]["out"]


def swap_order(events):
    order = at(events, "tournament.started")["order"]
    order[0], order[1] = order[1], order[0]


def enter_afterwards(events):
    """Somebody more than was there, put in before the start."""
    place = places_of(events, "tournament.started")[0]
    entry = copy.deepcopy(events[1])
    number = len(places_of(events, "entry.made")) + 1
    entry["pub"] = {"entry": number, "account": "a99", "entropy": "aa"}
    events.insert(place, {**entry, "actor": "acct:a99", "cmd": "c-99", "at": events[place - 1]["at"]})


def enter_late(events):
    place = places_of(events, "round.closed")[0]
    entry = copy.deepcopy(events[1])
    number = len(places_of(events, "entry.made")) + 1
    entry["pub"] = {"entry": number, "account": "a99", "entropy": "aa"}
    events.insert(place, {**entry, "actor": "acct:a99", "cmd": "c-99", "at": events[place - 1]["at"]})


def move_result(events):
    first, second = at(events, "result.noted"), at(events, "result.noted", 1)
    for name in ("table", "match"):
        first[name], second[name] = second[name], first[name]


def seat_twice(events):
    tables = at(events, "round.paired")["tables"]
    tables[0]["entries"][0] = tables[1]["entries"][0]


def bye_to_the_first(events):
    """The leader after a round gets the bye instead of the last."""
    content = at(events, "round.paired", 1)
    table, bye = content["tables"][0], content["byes"][0]
    table["entries"][0], bye["entry"] = bye["entry"], table["entries"][0]


def give_no_bye(events):
    for number in range(3):
        content = at(events, "round.paired", number)
        for bye in content["byes"]:
            if bye["kind"] == "half":
                bye["kind"] = "pairing"
                return


def hold_on(events):
    place = places_of(events, "ruling.made")[-1]
    assert events[place]["pub"]["ruling"] == "release"
    del events[place]


def pair_the_absent(events):
    """Who had withdrawn is put in the place of somebody who is there."""
    gone = at(events, "entry.withdrawn")["entry"]
    at(events, "round.paired", -1)["tables"][0]["entries"][0] = gone


def forget_a_table(events):
    content = at(events, "round.paired")
    content["tables"].pop()


def swap_between_tables(number):
    def change_tables(events):
        tables = at(events, "round.paired", number)["tables"]
        tables[0]["entries"][0], tables[1]["entries"][0] = tables[1]["entries"][0], tables[0]["entries"][0]

    return change_tables


def swap_divisions(events):
    tables = at(events, "round.paired")["tables"]
    first, other = tables[0]["entries"][0], tables[-1]["entries"][0]
    for seats in (drawn["entries"] for drawn in tables):
        seats[:] = [other if e == first else first if e == other else e for e in seats]


def other_finalist(events):
    place = places_of(events, "round.paired")[1]
    seats = events[place]["pub"]["tables"][0]["entries"]
    seats[0] = next(e for e in at(events, "tournament.started")["order"] if e not in seats)


def uneven_tables(events):
    tables = at(events, "round.paired")["tables"]
    tables[-1]["entries"].append(tables[0]["entries"].pop())


def second_result(events):
    repeat(events, "result.noted")


def one_game_more(events):
    place = places_of(events, "round.closed")[0]
    result = at(events, "result.noted")
    game = {key: result[key] for key in ("round", "table")} | {"game": 2}
    entries = at(events, "round.paired")["tables"][0]["entries"][::-1]
    game |= {"match": match_id(events[0]["match"], (1, result["table"], 2)), "entries": entries}
    events.insert(place, {**copy.deepcopy(events[place]), "type": "game.added", "pub": game})


def same_seats_again(events):
    at(events, "game.added")["entries"].reverse()


def reveal_first(events):
    events[-1], events[-2] = events[-2], events[-1]
    events[-1]["at"] = events[-2]["at"]


def undone_nothing(events):
    ruling = next(e["pub"] for e in events if e["pub"].get("ruling") == "revoke")
    ruling["of"] = 0


def overtaken(events):
    """The author of a ruling had not seen the result of that very table."""
    place = next(seq for seq, e in enumerate(events) if e["pub"].get("ruling") == "result")
    events[place]["pub"]["seen"] = 0


DAMAGED = [
    # name of the vector, what is done to it, code, seq or type of the event
    ("swiss-8", move_result, "STANDINGS", "round.closed"),
    ("swiss-8", change("result.noted", table=2), "MATCH", "result.noted"),
    ("swiss-8", swap_opponents, "COST", "round.paired"),
    ("swiss-8", swap_lots, "LOT", "tournament.started"),
    ("swiss-4-lot", swap_last_lots, "LOT", "tournament.closed"),
    ("swiss-6-ruling-after-next-pairing", lambda events: remove(events, "ruling.made"), "STANDINGS", 17),
    ("swiss-8", enter_afterwards, "LOT", "tournament.started"),
    ("swiss-8", enter_afterwards, "ENTRY", "tournament.started"),
    ("swiss-8", enter_late, "ENTRY", 15),
    ("swiss-8", enter_late, "ORDER", 15),
    ("swiss-8", change("entry.made", 2, entry=9), "ENTRY", "entry.made"),
    ("swiss-8", change("entry.made", 0, account="a02"), "ACTOR", "entry.made"),
    ("swiss-8", lambda events: events[0].update(actor="director:d9"), "ACTOR", "tournament.opened"),
    ("swiss-8", change("round.paired", table=3), "FIELDS", "round.paired"),
    ("swiss-8", lambda events: at(events, "round.paired").pop("deadline"), "FIELDS", "round.paired"),
    ("swiss-8", swap_order, "ORDER", "tournament.started"),
    ("swiss-8", reveal_first, "ORDER", 28),
    ("swiss-8", change("tournament.opened", rounds=9), "ROUNDS", "tournament.started"),
    ("swiss-8", change("round.paired", round=3), "ROUNDS", "round.paired"),
    ("pods-4-of-7", change("tournament.opened", points={"place": {"4": [10, 6, 3, 1], "3": [10, 5, 1]}}), "UNIT", 0),
    ("swiss-8", lambda events: at(events, "tournament.started")["draws"][0].update(n=1), "REROLL", 9),
    ("swiss-8", lambda events: at(events, "tournament.started")["chance"][0].update(n=5), "REROLL", 9),
    ("swiss-8", lambda events: at(events, "round.paired")["tables"][0].update(match=events[0]["match"]), "MATCH", 10),
    ("swiss-8", seat_twice, "TWICE", "round.paired"),
    ("swiss-8", lambda events: repeat(events, "round.paired"), "TWICE", 11),
    ("swiss-8", lambda events: repeat(events, "round.closed"), "TWICE", 16),
    ("swiss-8", forget_a_table, "MISSING", "round.paired"),
    ("swiss-6-half-bye-withdrawn", pair_the_absent, "ABSENT", 19),
    ("swiss-7-byes", bye_to_the_first, "BYE", 14),
    ("swiss-6-half-bye-withdrawn", give_no_bye, "BYEREQ", 15),
    ("swiss-8", change("round.paired", cost=[0, 0, 0, 0, 0, 0]), "COST", "round.paired"),
    ("swiss-8", turn_seats, "SEATS", "round.paired"),
    ("knockout-6-third", turn_seats, "SEATS", "round.paired"),
    ("knockout-4-best-of-3", same_seats_again, "SEATS", "game.added"),
    ("round-robin-4", turn_seats, "BERGER", "round.paired"),
    ("round-robin-5-at-once", lambda events: at(events, "round.paired")["byes"].clear(), "BERGER", "round.paired"),
    ("knockout-6-third", swap_between_tables(0), "BRACKET", "round.paired"),
    ("double-knockout-4", swap_between_tables(0), "BRACKET", "round.paired"),
    ("groups-3x7", swap_between_tables(0), "DESIGN", "round.paired"),
    ("groups-3x6-schedule", swap_between_tables(0), "DESIGN", "round.paired"),
    ("groups-2-two-of-4", swap_between_tables(0), "DESIGN", "round.paired"),
    ("groups-3x4-final", other_finalist, "FINAL", 12),
    ("groups-2-final-bracket", other_finalist, "FINAL", 29),
    ("pods-4-of-7", uneven_tables, "SMALL", "round.paired"),
    ("pods-4-of-7", lambda events: turn_seats(events, 1), "PODS", 13),
    ("league-season-1", swap_divisions, "LEAGUE", "round.paired"),
    ("league-season-2", swap_divisions, "LEAGUE", "round.paired"),
    ("arena-5", turn_seats, "ARENA", "round.paired"),
    ("arena-5", lambda events: repeat(events, "arena.ready"), "ARENA", 8),
    ("swiss-8", one_game_more, "GAME", 15),
    ("swiss-8", second_result, "RESULT", 12),
    ("swiss-8", change("result.noted", places=[1, 3]), "PLACES", "result.noted"),
    ("swiss-8", change("result.noted", points=[12, 12]), "POINTS", "result.noted"),
    ("arena-5", lambda events: double_points(events), "POINTS", 13),
    ("swiss-6-ruling-taken-back", undone_nothing, "RULING", 14),
    ("swiss-8", change("result.noted", why="ruling", scores=None), "RULING", "result.noted"),
    ("swiss-6-ruling-after-next-pairing", overtaken, "SEEN", 17),
    ("swiss-6-hold-release", hold_on, "HELD", 13),
    ("swiss-8", lambda events: remove(events, "result.noted"), "CLOSE", "round.closed"),
    ("swiss-8", lambda events: remove(events, "round.closed", -1), "CLOSE", 27),
    ("swiss-4-early-end", lambda events: remove(events, "entry.withdrawn", -1), "EARLY", 15),
    ("swiss-8", change("tournament.opened", rounds=4), "EARLY", "tournament.closed"),
    ("swiss-8", change("round.closed", standings=ZEROS), "STANDINGS", "round.closed"),
    ("swiss-8", change("tournament.closed", standings=ZEROS), "STANDINGS", "tournament.closed"),
    ("swiss-8", lambda events: at(events, "tournament.closed")["places"].reverse(), "PLACE", "tournament.closed"),
    ("swiss-8", lambda events: events.pop(), "NOREVEAL", None),
    ("swiss-8", change("seed.revealed", seed=ZEROS), "COMMIT", "seed.revealed"),
    ("swiss-8", lambda events: events[4].update(cmd="c1"), "FORM", 4),
]


def double_points(events):
    """The first win of all counts as one after two in a row."""
    result = next(e["pub"] for e in events if e["type"] == "result.noted" and 24 in e["pub"]["points"])
    result["points"] = [2 * points for points in result["points"]]


@pytest.mark.parametrize(("name", "hand", "code", "kind"), DAMAGED)
def test_what_was_changed_is_reported_with_its_code_and_event(name, hand, code, kind):
    export = damaged(name, hand)
    seq = first_changed(name, export, kind) if isinstance(kind, str) else kind
    assert f"{code} {seq}" in lines(export)


def first_changed(name, export, kind):
    """The first event of that kind that the good log has not in its place; else the first of the kind."""
    good = export_of_vector(name)["events"]
    events = export["events"]
    of_kind = places_of(events, kind)
    pubs = [event["pub"] for event in good if event["type"] == kind]
    return next((seq for seq in of_kind if events[seq]["pub"] not in pubs), of_kind[0])


def rematch():
    """Two who have met are paired again while others are there."""
    log = Log(entrants=4, rounds=3)
    log.round_of((1, 2, "1"), (3, 4, "1"))
    log.pair((1, 2), (3, 4))
    return log


def test_a_rematch_is_reported_where_it_is_paired():
    log = rematch()
    assert f"REMATCH {log.state.rounds[1].seq}" in lines(export_of_log(log))


def test_an_exchange_of_events_is_a_broken_chain():
    export = export_of_vector("swiss-8")
    export["events"][9], export["events"][10] = export["events"][10], export["events"][9]
    assert {"SEQ 9", "LINK 9"} <= set(lines(export))


# -- followed into matches ---------------------------------------------------------------------------------------------

FOLLOWED = "swiss-2-follow"


def followed(change_match=None, change_events=None):
    export = export_of_vector(FOLLOWED)
    (match,) = export["exports"]
    for event in export["exports"][match]["events"]:
        if change_match is not None:
            change_match(event)
    if change_events is not None:
        change_events(export["events"])
        export |= export_of(chained(export["events"]))
    return lines(export)


def rehashed(event, **fields):
    from verifier import hashes

    event["pub"].update(fields)
    event["hash"] = hashes.hash_of(event)


def test_the_good_one_is_followed_without_a_fault():
    assert followed() == []


def test_a_result_that_is_not_the_matchs_own_is_reported_where_it_is_noted():
    def turn(events):
        change("result.noted", places=[1, 2], points=[12, 0])(events)

    assert "FOLLOW 5" in followed(change_events=turn)


def test_a_match_whose_end_was_rewritten_has_another_head():
    def rewrite(event):
        if event["type"] == "match.ended":
            rehashed(event, winners=[0], scores=[7, 3])

    assert "FOLLOW 5" in followed(rewrite)


def test_a_match_with_a_seed_of_its_own_is_reported():
    def reseed(event):
        if event["type"] == "seed.revealed":
            rehashed(event, seed=ZEROS)

    assert "MATCHSEED 5" in followed(reseed)


def test_a_match_that_committed_to_another_seed_is_reported():
    def recommit(event):
        if event["type"] == "table.opened":
            rehashed(event, seed_commit=ZEROS)

    assert "MATCHSEED 5" in followed(recommit)


def test_a_match_of_other_people_is_reported():
    def reseat(event):
        if event["type"] == "match.started":
            rehashed(event, seats=[{"account": "a01"}, {"account": "a02"}])

    assert "FOLLOW 5" in followed(reseat)


def test_a_changed_byte_of_a_match_is_reported():
    def touch(event):
        if event["type"] == "match.started":
            event["pub"]["beacon"] = "x"

    assert "FOLLOW 5" in followed(touch)


def test_a_match_of_another_tournament_is_no_part_of_it():
    export = export_of_vector(FOLLOWED)
    export["exports"][export["match"]] = {"events": []}
    assert "FOLLOW None" in lines(export)


def test_another_season_before_is_reported():
    export = export_of_vector("league-season-2")
    export["previous"] = export_of_vector("league-season-2")
    assert "LEAGUE 0" in lines(export)


def test_a_season_before_that_does_not_hold_is_reported():
    export = export_of_vector("league-season-2")
    export["previous"]["events"][20]["pub"]["points"] = [0, 0]
    assert "LEAGUE 0" in lines(export)
