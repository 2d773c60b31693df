"""The ratings: which matches count, in the order of leaves, nothing twice and nothing skipped."""

from __future__ import annotations

import threading
import uuid
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from services.auditor import tasks as auditor
from services.facts import LeafAdded, ResultRuled
from services.log import clock
from services.log.append import Draft
from services.log.models import Outbox
from services.log.outbox import say
from services.matches import events as ev
from services.pairings.ratings import NEW, Rating, rate
from services.pairings.rulings import RuleAnnul, RuleForfeit, RuleResult, RuleRevoke
from services.people.accounts import keep_account, new_guest
from services.playing.offers import resign
from services.playing.tables import Wish, open_table, take_seat
from services.ratings import read
from services.ratings.models import LeafProgress, PlayerRating, RatedMatch, RatingStep
from services.ratings.rebuild import rebuild_ratings
from services.ratings.tasks import tick
from services.referee.tasks import advance
from tests.pairings.logs import Log
from tests.services.ratings_hands import (
    CLOCK,
    append_to,
    digits,
    number,
    rate_all,
    rated,
    write_match,
    write_stream,
    write_tournament,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def kept_pokes(pokes):
    return pokes


@pytest.fixture
def ann() -> UUID:
    return UUID(int=1)


@pytest.fixture
def bea() -> UUID:
    return UUID(int=2)


def rating(account: UUID, game: str = "zertz", kind: str = "two") -> Rating | None:
    row = PlayerRating.objects.filter(account=account, game=game, kind=kind).first()
    return None if row is None else Rating(row.mu, row.sigma)


def refusal(match: UUID) -> str:
    return RatedMatch.objects.get(match=match).refusal


# -- what is rated ----------------------------------------------------------------------------------------------------


def test_a_match_that_was_opened_as_rated_and_played_is_rated():
    people = [uuid.uuid4(), uuid.uuid4()]
    match = open_table(account=people[0], wish=Wish("zertz", 2, lot=False, rated=True, clock=CLOCK)).id
    take_seat(match_id=match, account=people[1])
    advance(str(match))
    resign(match_id=match, account=people[0])
    advance(str(match))
    auditor.follow()
    rate_all()
    assert [rating(account) for account in people] == list(rate([NEW, NEW], [2, 1]))
    assert not Outbox.objects.filter(follower="ratings").exists()


def test_the_auditor_wakes_the_ratings(kept_pokes, ann, bea):
    number(write_match([ann, bea]))
    assert ("ratings.follow", ()) in kept_pokes


def test_a_match_that_was_not_opened_as_rated_is_not_rated(ann, bea):
    rated([ann, bea], rated=None)
    assert not RatedMatch.objects.exists()


def test_a_draw_leaves_two_new_accounts_equal(ann, bea):
    rated([ann, bea], winners=[0, 1], reason="agreement")
    assert rating(ann) == rating(bea) == rate([NEW, NEW], [1, 1])[0]


def test_three_and_four_seats_are_rated_by_their_places_and_apart_from_two(ann, bea):
    people = [ann, bea, UUID(int=3), UUID(int=4)]
    rated([ann, bea])
    before = rating(ann)
    rated(people, winners=[2], places=[3, 1, 2, 4], game="zertz")
    assert [rating(account, kind="more") for account in people] == list(rate([NEW] * 4, [3, 1, 2, 4]))
    assert rating(ann) == before


def test_games_are_rated_apart(ann, bea):
    rated([ann, bea])
    rated([ann, bea], game="glux")
    assert rating(ann, "zertz") == rating(ann, "glux")


NOT_RATED = {
    "substituted": {"between": [ev.SeatSubstituted(seat=0, bot="greedy")]},
    "aborted": {"end": ev.MatchAborted(reason="no-show")},
    "no-show": {"reason": "forfeit", "tournament": str(UUID(int=9)), "round": 1, "table": 1, "game_no": 1},
    "fork": {"source": {"match": str(UUID(int=8)), "seq": 3}},
    "ruling": {"reason": "ruling"},
}


@pytest.mark.parametrize("why", NOT_RATED)
def test_a_match_without_a_result_of_its_own_is_not_rated_and_says_why(why, ann, bea):
    match = rated([ann, bea], **NOT_RATED[why])
    assert refusal(match) == why
    assert rating(ann) is None


def test_a_bot_at_the_table_makes_it_unrated_for_all(ann):
    assert refusal(rated([ann, "bot:greedy"])) == "bots"


def test_a_seat_that_came_back_from_a_bot_was_not_held_from_start_to_end(ann, bea):
    away = [ev.SeatSubstituted(seat=1, bot="greedy"), ev.SeatReturned(seat=1)]
    assert refusal(rated([ann, bea], between=away)) == "substituted"


def test_a_guest_at_the_table_makes_it_unrated_also_after_the_account_is_kept(ann):
    guest = new_guest("Gast")
    match = rated([ann, guest.pk])
    keep_account(guest, "gast", "correct horse battery")
    rebuild_ratings()
    assert refusal(match) == "guest"
    rated([ann, guest.pk])
    assert rating(guest.pk) is not None


# -- the order --------------------------------------------------------------------------------------------------------


def test_facts_out_of_order_give_the_digits_of_the_leaves(ann, bea):
    carl = UUID(int=3)
    number(write_match([ann, bea]), write_match([bea, carl]), write_match([carl, ann]))
    waiting = list(Outbox.objects.filter(follower="ratings").order_by("id"))
    Outbox.objects.all().delete()
    for row in reversed(waiting):
        row.pk = None
        row.save(force_insert=True)
    rate_all()
    first = rate([NEW, NEW], [1, 2])
    second = rate([first[1], NEW], [1, 2])
    third = rate([second[1], first[0]], [1, 2])
    assert [rating(account) for account in (ann, bea, carl)] == [third[1], second[0], third[0]]


def test_a_fact_that_comes_twice_counts_once(ann, bea):
    match = rated([ann, bea])
    before = digits()
    for _ in range(2):
        say([LeafAdded(str(match), 0)], clock.now())
    rate_all()
    assert digits() == before


def test_a_leaf_whose_fact_never_comes_is_rated_at_the_next_tick(ann, bea):
    number(write_match([ann, bea]))
    Outbox.objects.all().delete()
    tick()
    assert rating(ann) is not None


def test_leaves_of_other_streams_are_passed_over(ann, bea):
    log = Log("knockout", entrants=2)
    write_tournament(log)
    number(UUID(log.tournament), write_match([ann, bea]))
    rate_all()
    assert LeafProgress.objects.get().next_leaf == 2
    assert rating(ann) is not None


def test_a_log_that_cannot_be_read_does_not_hold_up_the_others(ann, bea):
    bad = uuid.uuid4()
    opened = Draft(ev.TableOpened.TYPE, ev.SERVER, {"rated": True, "game": "zertz"})
    write_stream(bad, [opened, Draft(ev.MatchStarted.TYPE, ev.SERVER, {})])
    number(bad, write_match([ann, bea]))
    rate_all()
    assert PlayerRating.objects.get(account=ann).matches == 1


def test_two_workers_at_once_rate_each_match_once(ann, bea):
    for _ in range(12):
        number(write_match([ann, bea]))

    def work() -> None:
        try:
            tick()
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert PlayerRating.objects.get(account=ann).matches == 12
    assert RatingStep.objects.count() == 24
    assert not Outbox.objects.filter(follower="ratings").exists()


def test_a_worker_that_dies_before_it_commits_leaves_nothing(ann, bea):
    number(write_match([ann, bea]))
    with transaction.atomic():
        rate_all()
        assert rating(ann) is not None
        transaction.set_rollback(True)
    assert digits() == ([], [])
    rate_all()
    assert rating(ann) == rate([NEW, NEW], [1, 2])[0]


# -- delay ------------------------------------------------------------------------------------------------------------


def test_a_match_with_a_delay_is_rated_when_spectators_may_know_it_at_its_own_place(ann, bea, house_clock):
    late = write_match([ann, bea], delay={"ms": 60_000})
    number(late, write_match([bea, ann]))
    rate_all()
    assert rating(bea) == rate([NEW, NEW], [1, 2])[0]
    assert read.outcome_of(late) is None
    house_clock(seconds=61)
    tick()
    first = rate([NEW, NEW], [1, 2])
    second = rate([first[1], first[0]], [1, 2])
    assert [rating(bea), rating(ann)] == list(second)


def test_a_delay_in_plies_ends_with_the_match(ann, bea):
    rated([ann, bea], delay={"plies": 10})
    assert rating(ann) is not None


# -- rulings ----------------------------------------------------------------------------------------------------------


def tournament_match(log: Log, people, **more) -> UUID:
    """The match of table 1 of round 1, won by seat 0."""
    match = UUID(log.state.round(1).tables[0].games[0].match)
    return write_match(people, match=match, tournament=log.tournament, round=1, table=1, game_no=1, **more)


def paired_log() -> Log:
    log = Log("knockout", entrants=2)
    log.pair((1, 2))
    return log


def rule(log: Log, match: UUID, *rulings) -> list[int]:
    """Write these rulings behind what is stored of the log, and say so."""
    seqs = [log.rule(ruling) for ruling in rulings]
    append_to(log, len(rulings))
    say([ResultRuled(log.tournament, str(match))], clock.now())
    rate_all()
    return seqs


def test_a_ruling_replaces_the_result_at_the_matchs_own_place_and_what_follows_is_computed_again(ann, bea):
    log = paired_log()
    write_tournament(log)
    match = tournament_match(log, [ann, bea])
    number(match, write_match([bea, UUID(int=3)]))
    rate_all()
    rule(log, match, RuleResult(1, 1, 1, (2, 1)))
    first = rate([NEW, NEW], [2, 1])
    second = rate([first[1], NEW], [1, 2])
    assert [rating(account) for account in (ann, bea, UUID(int=3))] == [first[0], *second]


def test_a_revoked_ruling_gives_back_every_digit(ann, bea):
    log = paired_log()
    write_tournament(log)
    match = tournament_match(log, [ann, bea])
    number(match, write_match([bea, UUID(int=3)]))
    rate_all()
    before = digits()
    (seq,) = rule(log, match, RuleResult(1, 1, 1, (2, 1)))
    assert digits() != before
    rule(log, match, RuleRevoke(seq))
    assert digits() == before


@pytest.mark.parametrize("ruling", [RuleForfeit(1, 1, 1, 1), RuleAnnul(1, 1)])
def test_a_match_that_a_ruling_takes_away_is_taken_out_of_the_ratings(ruling, ann, bea):
    log = paired_log()
    write_tournament(log)
    match = tournament_match(log, [ann, bea])
    number(match)
    rate_all()
    rule(log, match, ruling)
    assert (refusal(match), rating(ann), rating(bea)) == ("ruling", None, None)


def test_a_match_that_a_ruling_ended_is_rated_by_the_ruling(ann, bea):
    log = paired_log()
    log.rule(RuleResult(1, 1, 1, (2, 1)))
    write_tournament(log)
    number(tournament_match(log, [ann, bea], reason="ruling"))
    rate_all()
    assert [rating(ann), rating(bea)] == list(rate([NEW, NEW], [2, 1]))


def test_a_ruling_on_a_match_that_has_no_leaf_yet_is_read_with_the_leaf(ann, bea):
    log = paired_log()
    write_tournament(log)
    match = tournament_match(log, [ann, bea])
    rule(log, match, RuleResult(1, 1, 1, (2, 1)))
    number(match)
    rate_all()
    assert rating(bea) == rate([NEW, NEW], [2, 1])[1]


# -- rebuild ----------------------------------------------------------------------------------------------------------


def test_rebuild_gives_the_same_digits(ann, bea, capsys):
    people = [ann, bea, UUID(int=3), UUID(int=4)]
    for turn in range(8):
        first, second = people[turn % 4], people[(turn * 3 + 1) % 4]
        rated([first, second] if first != second else [first, people[turn % 4 - 1]], winners=[turn % 2])
    rated(people, winners=[1], places=[2, 1, 4, 3])
    log = paired_log()
    log.rule(RuleResult(1, 1, 1, (2, 1)))
    write_tournament(log)
    number(tournament_match(log, [ann, bea]))
    rate_all()
    before = digits()
    PlayerRating.objects.update(mu=0)
    call_command("rebuild")
    assert digits() == before
    assert "10 matches rated" in capsys.readouterr().out


# -- what is read -----------------------------------------------------------------------------------------------------


def test_a_list_is_in_order_of_mu_less_three_sigma_and_equals_share_a_rank(ann, bea):
    rated([ann, bea], winners=[0, 1])
    rated([UUID(int=3), UUID(int=4)])
    rows, more = read.leaderboard("zertz", "two")
    assert [(row.rank, row.account.int) for row in rows] == [(1, 3), (2, 1), (2, 2), (4, 4)]
    assert not more


def test_a_history_tells_what_each_match_changed(ann, bea):
    rated([ann, bea])
    rated([ann, bea], winners=[1])
    steps, _ = read.history(ann, "zertz", "two")
    assert [step.leaf for step in steps] == [0, 1]
    assert steps[0].change == steps[0].rating.shown - 1500 > 0
    assert steps[1].change == steps[1].rating.shown - steps[0].rating.shown < 0


def test_what_a_match_did_is_listed_by_account(ann, bea):
    match = rated([ann, bea])
    outcome = read.outcome_of(match)
    assert outcome is not None
    assert outcome.steps[ann].change == -outcome.steps[bea].change > 0
