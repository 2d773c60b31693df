"""What happens when: withdrawals, no-shows, deadlines, rulings, substitutes, late entries, seasons, the arena."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.db import transaction

import services.tournaments.read as tournaments
from services.auditor.tasks import follow as number_leaves
from services.errors import Conflict
from services.facts import DeadlineNear, MatchOver
from services.log import clock, fair
from services.log.models import Event, Leaf, Outbox
from services.matches.models import Match, Seat
from services.notices.models import Notice
from services.notices.tasks import follow as call_people
from services.people.accounts import new_guest
from services.playing.intake import submit_move
from services.ratings.models import PlayerRating
from services.referee.tasks import advance as judge
from services.tournaments.follow import handle
from services.tournaments.models import Tournament, TournamentEntry
from services.tournaments.rebuild import rebuild_tournament
from services.tournaments.tasks import follow, tick
from tests.services.conftest import question
from tests.services.test_tournaments import must_be_whole, must_hold
from tests.services.tournament_hands import Evening

pytestmark = pytest.mark.django_db(transaction=True)


def types(match: str) -> list[str]:
    return list(Event.objects.filter(stream_id=match).order_by("seq").values_list("type", flat=True))


def begun(pokes, format_key: str = "swiss", entrants: int = 4, **body) -> Evening:
    if format_key == "swiss":
        body.setdefault("rounds", 2)
    evening = Evening(pokes, format_key, entrants, **body)
    evening.start()
    evening.settle()
    return evening


def first_game(evening: Evening):
    return evening.state.round(1).tables[0].latest


def answer(evening: Evening, match: str, seat: int) -> None:
    """The seat makes its first listed move."""
    row = Match.objects.get(pk=match)
    frame = question(row, seat)
    account = Seat.objects.get(match=row, seat=seat).account
    move = frame.moves.split("\n")[0]
    submit_move(match_id=row.id, account=account, decision=frame.decision, move=move, command_id=str(uuid.uuid4()))
    judge(str(row.id))


# -- matches of a round -----------------------------------------------------------------------------------------------


def test_the_matches_of_a_round_are_opened_and_started_by_the_server_as_drawn(pokes):
    evening = begun(pokes)
    game = first_game(evening)
    events = list(Event.objects.filter(stream_id=game.match).order_by("seq"))
    assert [event.type for event in events] == ["table.opened", "seat.taken", "seat.taken", "match.started"]
    assert {event.actor for event in events} == {"server"}
    place = {key: events[0].pub[key] for key in ("tournament", "round", "table", "game_no", "rated")}
    assert place == {"tournament": str(evening.id), "round": 1, "table": 1, "game_no": 1, "rated": False}
    accounts = [{"account": evening.state.holder(entry)} for entry in game.entries]
    assert events[3].pub["seats"] == accounts
    assert [event.pub["entropy"] for event in events[1:3]] == ["", ""]


def test_opening_again_after_a_kill_opens_what_is_missing_and_nothing_twice(pokes, monkeypatch):
    from services.tournaments import boards, run

    evening = Evening(pokes, "swiss", 8, rounds=1)
    evening.start()
    pokes.clear()
    monkeypatch.setattr(boards, "BATCH", 1)
    opened = boards.open_boards
    done: list[int] = []

    def dies(items):
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(1)
        return opened(items)

    monkeypatch.setattr(boards, "open_boards", dies)
    with pytest.raises(KeyboardInterrupt):
        run.advance(evening.id)
    assert Match.objects.filter(tournament=evening.id).count() == 2
    monkeypatch.setattr(boards, "open_boards", opened)
    evening.play()
    assert Match.objects.filter(tournament=evening.id).count() == 4
    must_be_whole(evening)


# -- who leaves -------------------------------------------------------------------------------------------------------


def test_who_withdraws_resigns_the_running_match_and_is_not_paired_again(pokes):
    evening = begun(pokes, entrants=5)
    game = first_game(evening)
    leaver = game.entries[0]
    tournaments.leave(evening.asked(uuid.UUID(evening.state.holder(leaver))))
    evening.settle()
    assert types(game.match)[-3:] == ["seat.resigned", "match.ended", "seed.revealed"]
    result = evening.state.round(1).tables[0].latest.result
    assert (result.why, result.places) == ("resign", (2, 1))
    evening.play()
    assert leaver not in {entry for table in evening.state.round(2).tables for entry in table.latest.entries}
    must_be_whole(evening)
    must_hold(evening)


def test_at_four_seats_a_bot_finishes_for_who_withdraws_and_comes_last(pokes):
    evening = begun(pokes, "swiss_pods", 4, game="glux", seats=4, rounds=1)
    game = first_game(evening)
    tournaments.leave(evening.asked(uuid.UUID(evening.state.holder(game.entries[1]))))
    evening.settle()
    assert types(game.match)[5:8] == ["match.started", "seat.resigned", "seat.substituted"]
    evening.play()
    result = evening.state.round(1).tables[0].latest.result
    assert game.entries[1] in result.bots
    assert result.places[1] == max(result.places)
    assert result.points[1] == 0
    must_be_whole(evening)
    must_hold(evening)


def test_a_round_robin_player_who_leaves_early_is_annulled_for_all(pokes):
    evening = begun(pokes, "round_robin", 4, rules={"at_once": True})
    tournaments.leave(evening.asked(evening.people[0]))
    evening.play()
    row = next(row for row in _rows(evening) if row["entry"] == 1)
    assert (row["place"], row["points"]) == (None, 0)
    must_be_whole(evening)
    must_hold(evening)


def _rows(evening: Evening) -> list[dict]:
    view = tournaments.standings_view(
        evening.id, number=None, seq=None, entry=None, sentence=lambda reason: reason.code, language="en"
    )
    return view["rows"]


# -- who does not come ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clock_form", [{"kind": "per_move", "ms": 10 * 86_400_000}, None])
def test_whoever_does_not_answer_the_first_question_in_time_forfeits(pokes, house_clock, clock_form):
    evening = begun(pokes, entrants=2, rounds=1, clock=clock_form, rules={"no_show_hours": 2})
    game = first_game(evening)
    house_clock(hours=1, minutes=59)
    evening.settle()
    assert "match.ended" not in types(game.match)
    house_clock(hours=2, minutes=1)
    evening.settle()
    assert types(game.match)[-3:] == ["clock.expired", "match.ended", "seed.revealed"]
    result = evening.state.round(1).tables[0].latest.result
    assert (result.why, result.places, result.points) == ("no-show", (2, 1), (0, 12))
    must_be_whole(evening)
    must_hold(evening)


def test_at_four_seats_a_bot_takes_over_from_who_does_not_come(pokes, house_clock):
    evening = begun(pokes, "swiss_pods", 4, game="glux", seats=4, rounds=1, rules={"no_show_hours": 2})
    game = first_game(evening)
    house_clock(hours=2, minutes=1)
    tick()
    judge(str(game.match))
    assert "seat.substituted" in types(game.match)
    assert types(game.match)[types(game.match).index("seat.substituted") - 1] == "clock.expired"


# -- deadlines --------------------------------------------------------------------------------------------------------


def test_after_deadline_and_extension_whoever_used_more_time_loses(pokes, house_clock):
    evening = begun(pokes, entrants=2, rounds=1, rules={"round_hours": 48, "extend_hours": 2, "no_show_hours": 100})
    game = first_game(evening)
    house_clock(hours=1)
    answer(evening, game.match, 0)
    house_clock(hours=3)
    answer(evening, game.match, 1)
    answer(evening, game.match, 0)
    house_clock(hours=49)
    evening.settle()
    assert "match.ended" not in types(game.match)
    house_clock(hours=50, minutes=1)
    evening.settle()
    result = evening.state.round(1).tables[0].latest.result
    assert (result.why, result.places) == ("time", (1, 2))
    must_be_whole(evening)
    must_hold(evening)


def test_an_end_that_waits_as_a_house_of_before_has_said_it_reaches_its_tournament(pokes):
    """Ends of all matches were said to tournaments then: `match.over`, which names no tournament."""
    evening = begun(pokes, entrants=2, rounds=1)
    (match,) = evening.running()
    evening.end(match)
    judge(str(match.id))
    waiting = Outbox.objects.filter(follower="tournaments")
    assert waiting.update(fact=MatchOver.NAME, body={"match": str(match.id)}) == 1
    Tournament.objects.update(due_at=None)
    follow()
    assert not waiting.exists()
    assert Event.objects.filter(stream_id=evening.id, type="result.noted").count() == 1


def test_an_outage_moves_the_deadline_of_a_round(pokes, house_clock):
    from services.facts import OutageNoted

    evening = begun(pokes, entrants=2, rounds=1, rules={"round_hours": 48, "extend_hours": 0, "no_show_hours": 100})
    game = first_game(evening)
    answer(evening, game.match, 0)
    now = clock.now()
    with transaction.atomic():
        handle([OutageNoted(1, fair.time_text(now + timedelta(hours=1)), fair.time_text(now + timedelta(hours=4)))])
    house_clock(hours=49)
    evening.settle()
    assert "match.ended" not in types(game.match)
    house_clock(hours=52)
    evening.settle()
    assert evening.state.round(1).tables[0].latest.result.why == "time"


def test_with_a_director_at_the_deadline_the_desk_shows_the_table_and_nothing_ends(pokes, house_clock):
    rules = {"round_hours": 24, "extend_hours": 0, "no_show_hours": 100, "deadline": "director"}
    evening = begun(pokes, entrants=2, rounds=1, rules=rules)
    house_clock(hours=25)
    evening.settle()
    assert "match.ended" not in types(first_game(evening).match)
    due = tournaments.desk_view(evening.id, evening.director)["due"]
    assert [(item["kind"], item["round"], item["table"]) for item in due] == [("deadline", 1, 1)]


def test_a_deadline_that_comes_near_is_said_once(pokes, house_clock):
    evening = begun(pokes, entrants=2, rounds=1, rules={"round_hours": 72, "no_show_hours": 200})
    Outbox.objects.all().delete()
    for hours in (1, 49, 50, 60):
        house_clock(hours=hours)
        evening.settle()
    rows = Outbox.objects.filter(fact=DeadlineNear.NAME)
    assert [row.body for row in rows] == [{"tournament": str(evening.id), "round": 1}]


def test_a_deadline_that_a_director_sets_where_there_was_none_is_near_and_passes_in_time(pokes, house_clock):
    evening = begun(pokes, entrants=2, rounds=1, rules={"no_show_hours": 500, "extend_hours": 1})
    ends = fair.time_text(clock.now() + timedelta(hours=100))
    evening.rule("extend", round=1, deadline=ends)
    evening.settle()
    Outbox.objects.all().delete()
    assert Tournament.objects.get(pk=evening.id).due_at == fair.time_of(ends) - timedelta(hours=24)
    house_clock(hours=80)
    evening.settle()
    assert [row.fact for row in Outbox.objects.filter(fact=DeadlineNear.NAME)] == [DeadlineNear.NAME]
    assert Tournament.objects.get(pk=evening.id).due_at == fair.time_of(ends) + timedelta(hours=1)
    house_clock(hours=102)
    evening.settle()
    assert "match.ended" in types(first_game(evening).match)


# -- rulings ----------------------------------------------------------------------------------------------------------


def test_an_annulled_table_aborts_the_running_match(pokes):
    evening = begun(pokes)
    game = first_game(evening)
    evening.rule("annul", round=1, table=1)
    evening.settle()
    assert types(game.match)[-3:] == ["director.ruled", "match.aborted", "seed.revealed"]
    assert evening.state.round(1).tables[0].latest.result.places is None
    evening.play()
    must_be_whole(evening)
    must_hold(evening)


@pytest.mark.parametrize("ruling", ["forfeit", "double-forfeit"])
def test_a_forfeit_that_is_ruled_ends_the_match_by_ruling(pokes, ruling):
    evening = begun(pokes)
    game = first_game(evening)
    fields = {"entry": game.entries[0]} if ruling == "forfeit" else {}
    evening.rule(ruling, reason="absent", round=1, table=1, game=1, **fields)
    evening.settle()
    ended = Event.objects.get(stream_id=game.match, type="match.ended")
    assert (ended.pub["reason"], ended.pub["winners"]) == ("ruling", [1] if ruling == "forfeit" else [])
    evening.play()
    must_be_whole(evening)
    must_hold(evening)


def test_tables_paired_again_get_new_matches_and_the_old_ones_are_aborted(pokes):
    evening = begun(pokes)
    first, second = (table.latest for table in evening.state.round(1).tables)
    tables = [
        {"table": 1, "entries": [first.entries[0], second.entries[1]]},
        {"table": 2, "entries": [second.entries[0], first.entries[1]]},
    ]
    evening.rule("re-pair", reason="error", round=1, tables=tables, byes=[])
    evening.settle()
    assert types(first.match)[-2:] == ["match.aborted", "seed.revealed"]
    assert [table.latest.game for table in evening.state.round(1).tables] == [2, 2]
    assert len(evening.running()) == 2
    evening.play()
    must_be_whole(evening)
    must_hold(evening)


def test_a_table_somebody_has_touched_is_not_paired_again(pokes):
    evening = begun(pokes)
    game = first_game(evening)
    answer(evening, game.match, 0)
    tables = [{"table": 1, "entries": list(game.entries[::-1])}]
    with pytest.raises(Conflict, match="touched"):
        evening.rule("re-pair", round=1, tables=tables, byes=[])


def test_while_a_hold_stands_no_round_is_closed(pokes):
    evening = begun(pokes)
    evening.rule("hold")
    evening.play_round()
    assert evening.state.round(1).closed_seq is None
    evening.rule("release")
    evening.settle()
    assert evening.state.round(1).closed_seq is not None
    evening.play()
    must_hold(evening)


def test_a_substitute_takes_the_entry_and_the_seat_in_the_running_match(pokes):
    evening = begun(pokes)
    game = first_game(evening)
    newcomer = new_guest("newcomer").pk
    with pytest.raises(Conflict, match="not-invited"):
        evening.rule("substitute", entry=game.entries[0], account=str(newcomer), score="carry")
    tournaments.invite(evening.asked(invited=str(newcomer)), account=str(newcomer))
    tournaments.answer_invitation(evening.asked(newcomer), accepted=True)
    evening.rule("substitute", entry=game.entries[0], account=str(newcomer), score="carry")
    evening.settle()
    assert types(game.match)[-2:] == ["director.ruled", "seat.substituted"]
    assert Seat.objects.get(match_id=game.match, seat=0).account == newcomer
    assert TournamentEntry.objects.get(tournament_id=evening.id, entry=game.entries[0]).account == newcomer
    evening.play()
    must_be_whole(evening)
    must_hold(evening)


# -- entering late, seasons, starting by the clock --------------------------------------------------------------------


def test_a_late_entry_adds_no_entropy_and_plays_from_the_next_round(pokes):
    evening = begun(pokes, entrants=4, rounds=3, rules={"late": "half"})
    late = new_guest("late").pk
    answered = tournaments.enter(evening.asked(late), entropy="abcd")
    assert (answered.status, answered.body["entropy"]) == (201, "")
    evening.play()
    assert 5 in {entry for table in evening.state.round(2).tables for entry in table.latest.entries} | {
        bye.entry for bye in evening.state.round(2).byes
    }
    must_be_whole(evening)
    must_hold(evening)


def test_a_bye_that_was_asked_for_is_given(pokes):
    evening = Evening(pokes, "swiss", 5, rounds=3)
    tournaments.ask_bye(evening.asked(evening.people[0]), round_number=1)
    evening.start()
    evening.settle()
    assert ("half", 1) in [(bye.kind, bye.entry) for bye in evening.state.round(1).byes]
    evening.play()
    must_hold(evening)


def test_a_season_follows_the_last_and_carries_the_divisions_over(pokes):
    first = begun(pokes, "league", 6, rules={"group": 3})
    first.play()
    second = Evening(pokes, "league", 0, rules={"group": 3}, previous=str(first.id))
    second.people = first.people
    for account in first.people:
        second.enter(account)
    second.start()
    second.play()
    assert second.state.opened.previous["match"] == str(first.id)
    must_be_whole(second)
    must_hold(second)


def test_it_starts_by_itself_at_its_time(pokes, house_clock):
    starts_at = fair.time_text(clock.now() + timedelta(hours=2))
    evening = Evening(pokes, "swiss", 4, rounds=2, entry={"starts_at": starts_at})
    evening.settle()
    assert evening.state.start is None
    house_clock(hours=2, minutes=1)
    evening.settle()
    started = Event.objects.get(stream_id=evening.id, type="tournament.started")
    assert (started.actor, started.cmd) == ("server", None)
    assert len(evening.running()) == 2


def test_a_cancelled_tournament_reveals_its_seed_and_gets_a_leaf(pokes):
    evening = begun(pokes)
    tournaments.cancel(evening.asked())
    evening.settle()
    assert evening.state.closed.reason == "cancelled"
    assert evening.state.revealed
    number_leaves()
    assert Leaf.objects.filter(stream_id=evening.id).exists()


def test_starting_numbers_go_by_the_ratings_as_they_are_shown(pokes):
    evening = Evening(pokes, "swiss", 4, rounds=2)
    for entry, mu in ((2, 30_000_000), (4, 35_000_000)):
        PlayerRating.objects.create(
            game="zertz", kind="two", account=evening.people[entry - 1], mu=mu, sigma=2_000_000, floor=0, matches=20
        )
    evening.start()
    started = evening.state.started
    assert dict(started.ratings) == {1: None, 2: 1700, 3: None, 4: 1900}
    assert started.order[:2] == (4, 2)


def test_everybody_of_a_round_is_called_and_so_is_whoever_has_a_result(pokes):
    evening = begun(pokes, entrants=3)
    call_people()
    called = Notice.objects.filter(thing="tournament").values_list("account", flat=True)
    assert set(called) == set(evening.people)
    before = Notice.objects.filter(thing="tournament").count()
    evening.end(evening.running()[0], loser=0)
    evening.settle()
    call_people()
    assert Notice.objects.filter(thing="tournament").count() > before


# -- the arena --------------------------------------------------------------------------------------------------------


LIVE = {"kind": "fischer", "start_ms": 60_000, "increment_ms": 1000}


def test_an_arena_pairs_those_who_are_ready_every_five_seconds_until_its_time_is_over(pokes, house_clock):
    evening = Evening(pokes, "arena", 4, clock=LIVE, rules={"minutes": 10})
    evening.start()
    for account in evening.people:
        tournaments.get_ready(evening.asked(account))
    evening.settle()
    assert [len(paired.tables) for paired in evening.state.rounds] == [2]
    evening.play_round()
    for account in evening.people[:2]:
        tournaments.get_ready(evening.asked(account))
    tournaments.stop_being_ready(evening.asked(evening.people[1]))
    tournaments.get_ready(evening.asked(evening.people[2]))
    house_clock(seconds=6)
    evening.settle()
    house_clock(seconds=12)
    evening.settle()
    assert len(evening.state.rounds) >= 1
    house_clock(minutes=12)
    evening.settle()
    house_clock(minutes=14)
    evening.settle()
    must_be_whole(evening)
    must_hold(evening)


# -- what follows from the log ----------------------------------------------------------------------------------------


def test_rows_and_entries_are_redrawn_from_the_log_as_they_were(pokes):
    evening = begun(pokes, entrants=5)
    tournaments.leave(evening.asked(evening.people[2]))
    evening.play()

    def drawn() -> tuple:
        row = Tournament.objects.values().get(pk=evening.id)
        return row, sorted(
            TournamentEntry.objects.filter(tournament_id=evening.id).values_list("entry", "account", "status")
        )

    before = drawn()
    TournamentEntry.objects.filter(tournament_id=evening.id).delete()
    Tournament.objects.filter(pk=evening.id).update(status="open", round=0, entrants=0, closed_at=None)
    rebuild_tournament(evening.id)
    assert drawn() == before
