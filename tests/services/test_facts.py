"""Facts: written with their cause, one row per follower; nothing is skipped, nothing counts twice."""

from __future__ import annotations

import threading
import uuid
from datetime import timedelta

import pytest
from django.db import connection, transaction

from services import facts
from services.auditor import due as auditor_due
from services.auditor import follow as auditor_follow
from services.auditor import tasks as auditor
from services.facts import FACTS, LeafAdded, StreamRevealed, UnknownFact, fact_of
from services.log import clock
from services.log.checkpoints import add_leaves
from services.log.models import Leaf, Outbox
from services.log.outbox import TRIES, follow, say
from services.matches.models import Match
from services.playing.intake import submit_move
from services.playing.offers import resign
from services.referee.tasks import advance
from services.registry import followers_of, services
from tests.services.conftest import question, seated

pytestmark = pytest.mark.django_db(transaction=True)


def revealed(number: int) -> StreamRevealed:
    return StreamRevealed(str(uuid.UUID(int=number)))


def say_revealed(number: int) -> None:
    with transaction.atomic():
        say([revealed(number)], clock.now())


def test_an_end_says_that_the_stream_is_revealed_and_an_ordinary_ply_says_nothing(pokes):
    match, people = seated("zertz")
    Outbox.objects.all().delete()
    move = question(match, 0).moves.split("\n")[0]
    submit_move(match_id=match.id, account=people[0], decision=1, move=move, command_id=str(uuid.uuid4()))
    advance(str(match.id))
    assert not Outbox.objects.filter(follower="auditor").exists()
    resign(match_id=match.id, account=people[0])
    pokes.clear()
    advance(str(match.id))
    row = Outbox.objects.get(follower="auditor")
    assert (row.fact, row.body) == ("stream.revealed", {"stream": str(match.id)})
    assert ("auditor.follow", ()) in pokes


def test_a_fact_that_commits_late_is_not_skipped():
    """The first takes id 1 and commits after the second: a cursor over ids would have passed it."""
    first_is_written, second_is_done = threading.Event(), threading.Event()

    def slow() -> None:
        with transaction.atomic():
            say([revealed(1)], clock.now())
            first_is_written.set()
            second_is_done.wait(20)
        connection.close()

    thread = threading.Thread(target=slow)
    thread.start()
    first_is_written.wait(20)
    say_revealed(2)
    heard: list[str] = []
    follow("auditor", lambda facts: heard.extend(fact.stream for fact in facts))
    second_is_done.set()
    thread.join()
    follow("auditor", lambda facts: heard.extend(fact.stream for fact in facts))
    assert heard == [revealed(2).stream, revealed(1).stream]
    assert not Outbox.objects.filter(follower="auditor").exists()


def test_two_followers_of_one_name_share_the_work():
    for number in range(10):
        say_revealed(number)
    heard: list[str] = []

    def work() -> None:
        follow("auditor", lambda facts: heard.extend(fact.stream for fact in facts))
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(heard) == sorted(revealed(number).stream for number in range(10))


class Killed(BaseException):
    """What a kill -9 is to a transaction: nothing after it happens."""


def test_a_follower_killed_between_effect_and_commit_does_it_once(pokes, monkeypatch):
    match, people = seated("zertz")
    resign(match_id=match.id, account=people[0])
    advance(str(match.id))

    def handle_and_die(facts):
        auditor.handle(facts)
        assert Leaf.objects.filter(stream_id=match.id).exists()
        raise Killed

    with pytest.raises(Killed):
        follow("auditor", handle_and_die)
    assert not Leaf.objects.exists()
    assert Outbox.objects.filter(follower="auditor").count() == 1
    auditor.follow()
    auditor.follow()
    assert Leaf.objects.filter(stream_id=match.id).count() == 1
    assert not Outbox.objects.filter(follower="auditor").exists()


def test_a_fact_that_cannot_be_handled_is_tried_later_then_parked_and_the_others_go_on(house_clock):
    say_revealed(1)
    say_revealed(2)
    heard: list[str] = []

    def handle(facts):
        if revealed(1) in facts:
            raise RuntimeError("a bug in the follower")
        heard.extend(fact.stream for fact in facts)

    follow("auditor", handle)
    assert heard == [revealed(2).stream]
    row = Outbox.objects.get(follower="auditor")
    assert (row.tries, row.parked) == (1, "")
    assert row.due_at > clock.now()
    for hours in range(1, TRIES):
        house_clock(hours=hours)
        follow("auditor", handle)
    row.refresh_from_db()
    assert (row.tries, row.parked) == (TRIES, f"RuntimeError after {TRIES} tries")
    house_clock(hours=100)
    assert follow("auditor", handle) == 0


def test_facts_that_are_cheaper_together_have_one_transaction():
    for number in range(5):
        say_revealed(number)
    batches: list[int] = []
    assert follow("auditor", lambda facts: batches.append(len(facts)), together=2) == 5
    assert batches == [2, 2, 1]
    assert not Outbox.objects.filter(follower="auditor").exists()


def test_in_a_batch_a_fact_that_cannot_be_handled_costs_no_other_its_effect(house_clock):
    """What was done together is undone together; then each is handled by itself, once."""
    for number in range(4):
        say_revealed(number)

    def handle(facts):
        for fact in facts:
            Outbox.objects.create(
                follower="heard", fact=fact.stream, version=1, body={}, at=clock.now(), due_at=clock.now()
            )
        if revealed(2) in facts:
            raise RuntimeError("a bug in the follower")

    assert follow("auditor", handle, together=50) == 3
    heard = Outbox.objects.filter(follower="heard").values_list("fact", flat=True)
    assert sorted(heard) == [revealed(number).stream for number in (0, 1, 3)]
    row = Outbox.objects.get(follower="auditor")
    assert (row.body["stream"], row.tries) == (revealed(2).stream, 1)


def test_a_leaf_is_numbered_in_the_order_of_the_reveals_and_says_so(pokes, monkeypatch):
    from services import registry

    row = next(row for row in services() if row.name == "clocks")
    monkeypatch.setattr(registry, "_followers", lambda name: (row,) if name == "leaf.added" else ())
    ended = []
    for _ in range(3):
        match, people = seated("zertz")
        resign(match_id=match.id, account=people[0])
        advance(str(match.id))
        ended.append(match.id)
    for match_id in ended:
        with transaction.atomic():
            auditor.handle([StreamRevealed(str(match_id))])
    assert list(Leaf.objects.order_by("number").values_list("stream_id", flat=True)) == ended
    facts = [fact_of(row.fact, row.version, row.body) for row in Outbox.objects.order_by("id")]
    assert facts == [LeafAdded(str(match_id), number) for number, match_id in enumerate(ended)]


def resigned() -> uuid.UUID:
    """A match that is over and revealed; its fact waits."""
    match, people = seated("zertz")
    resign(match_id=match.id, account=people[0])
    advance(str(match.id))
    return match.id


def numbered() -> list[uuid.UUID]:
    return list(Leaf.objects.order_by("number").values_list("stream_id", flat=True))


def waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks JOIN pg_database d ON d.oid = database"
            " WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted"
        )
        return cursor.fetchone() != (0,)


def test_of_two_followers_the_second_numbers_nothing_before_what_the_first_has_taken(pokes, monkeypatch):
    """The first is held between taking its rows and numbering them; the second comes when more is revealed."""
    first_has_rows, second_came = threading.Event(), threading.Event()

    def add_slowly(streams):
        if threading.current_thread().name == "first":
            first_has_rows.set()
            second_came.wait(20)
        return add_leaves(streams)

    def number() -> None:
        auditor.follow()
        connection.close()

    monkeypatch.setattr(auditor_follow, "add_leaves", add_slowly)
    earlier = resigned()
    first, second = threading.Thread(target=number, name="first"), threading.Thread(target=number)
    first.start()
    assert first_has_rows.wait(20)
    later = resigned()
    second.start()
    while second.is_alive() and not waits_for_a_lock():
        second.join(0.01)
    second_came.set()
    first.join()
    second.join()
    assert numbered() == [earlier, later]


def test_what_is_numbered_together_is_numbered_in_the_order_of_the_reveals(pokes):
    """Of two that are revealed at once the later may have its row first."""
    earlier, later = resigned(), resigned()
    with transaction.atomic():
        auditor.handle([StreamRevealed(str(later)), StreamRevealed(str(earlier))])
    assert numbered() == [earlier, later]


def test_no_other_follower_pays_for_the_order_of_the_leaves(django_assert_num_queries):
    with django_assert_num_queries(3):  # the beginning of a transaction, its rows, its end
        follow("records", lambda facts: None)


def test_the_search_for_what_has_no_leaf_keeps_the_order_of_the_reveals(pokes, monkeypatch):
    """Whatever ended first; and what was said and still waits, be it no match, is numbered in its place."""
    monkeypatch.setattr(auditor_due, "_searches", auditor_due.HourlyAudit())
    ended = [resigned() for _ in range(4)]
    for match_id in ended[::2]:
        Outbox.objects.filter(stream=match_id).delete()
    Match.objects.filter(pk=ended[2]).update(ended_at=clock.now() - timedelta(days=1))
    Match.objects.filter(pk=ended[1]).update(revealed=False)  # known by its fact alone, as a tournament is
    auditor_due.due(clock.now())
    assert numbered() == ended
    auditor.follow()
    assert numbered() == ended


def test_a_match_revealed_before_there_were_facts_gets_its_leaf(pokes, monkeypatch):
    monkeypatch.setattr(auditor_due, "_searches", auditor_due.HourlyAudit())
    match, people = seated("zertz")
    resign(match_id=match.id, account=people[0])
    advance(str(match.id))
    Outbox.objects.all().delete()
    auditor_due.due(clock.now())
    assert Leaf.objects.filter(stream_id=match.id).exists()
    assert Match.objects.filter(stream__leaf__number=0).get().id == match.id


def test_a_version_that_nobody_knows_is_not_guessed_at():
    with pytest.raises(UnknownFact):
        fact_of("stream.revealed", 99, {"stream": "x"})
    with pytest.raises(UnknownFact):
        fact_of("something.else", 1, {})


# Said by the ground, for whoever calls it: the gateway has no row.
AT_THE_DOOR = {
    facts.OfferOpened, facts.TableInvited, facts.MailEntered, facts.MailMoved, facts.RecoveryAsked,
    facts.VacationChanged, facts.AccountRuled,
}  # fmt: skip


def test_every_fact_that_is_followed_is_said_by_somebody():
    said = {kind for row in services() for kind in row.says} | AT_THE_DOOR
    followed = {kind for row in services() for kind in row.follows}
    assert followed <= said <= set(FACTS.values())
    assert [row.name for row in followers_of(StreamRevealed)] == ["auditor", "records"]
