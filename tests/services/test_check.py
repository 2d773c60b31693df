"""The house's own audit of stored matches: running ones too, with the seed that only the house has."""

from __future__ import annotations

import uuid
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from engine.games import GAMES
from services.auditor import tasks as audit
from services.auditor.check import check_match, examine_match
from services.log.models import Stream
from services.matches.models import Match
from services.playing.intake import submit_move
from services.playing.offers import resign
from services.readers import status
from services.referee.tasks import advance
from tests.services.conftest import opened, question, seated

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pokes")]


@pytest.fixture
def behind():
    """Changes what the triggers protect, as somebody with the whole database in hand could."""

    def run(statement: str, match: Match) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET session_replication_role = replica")
            cursor.execute(statement, {"match": match.id})
            cursor.execute("SET session_replication_role = origin")
        match.refresh_from_db()

    return run


def running(game: str = "saboteur_duel", moves: int = 3) -> tuple[Match, list[uuid.UUID]]:
    match, people = seated(game)
    for _ in range(moves):
        seat = min(seat for seat in range(2) if match.frames.filter(eye=seat, decision__isnull=False).exists())
        frame = question(match, seat)
        move, command = frame.moves.split("\n")[0], str(uuid.uuid4())
        submit_move(match_id=match.id, account=people[seat], decision=frame.decision, move=move, command_id=command)
        advance(str(match.id))
    match.refresh_from_db()
    return match, people


def codes(match: Match) -> set[str]:
    return {finding.code for finding in check_match(match)}


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_running_match_holds_and_is_refolded(key):
    match, _ = running(key)
    report = examine_match(match)
    assert (report.findings, report.notes) == ([], [])
    submit_any(match)
    match.refresh_from_db()
    assert check_match(match) == [], "a move that waits is no fault"


def submit_any(match: Match) -> None:
    frame = match.frames.filter(eye__gte=0, decision__isnull=False).first()
    command, move = str(uuid.uuid4()), frame.moves.split("\n")[0]
    account = match.holders.get(seat=frame.eye).account
    submit_move(match_id=match.id, account=account, decision=frame.decision, move=move, command_id=command)


def test_a_table_that_waits_holds(monkeypatch):
    from services.playing.tables import Wish

    match = opened(account=uuid.uuid4(), wish=Wish("zertz", 2))
    assert check_match(match) == []


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("DELETE FROM store_event WHERE stream_id = %(match)s AND seq > 5", "HEAD"),
        ("UPDATE store_stream SET head_hash = repeat('a', 64) WHERE id = %(match)s", "HEAD"),
        ("DELETE FROM store_event WHERE stream_id = %(match)s", "HEAD"),
        ("UPDATE store_seed SET seed = decode(repeat('ab', 32), 'hex') WHERE stream_id = %(match)s", "COMMIT"),
        ("DELETE FROM store_seed WHERE stream_id = %(match)s", "COMMIT"),
        ("UPDATE store_stream SET seal_key = decode(repeat('ab', 32), 'hex') WHERE id = %(match)s", "SALT"),
        ('UPDATE store_sealedpart SET payload = \'{"move": "x"}\' WHERE stream_id = %(match)s AND seq > 3', "SEAL"),
        ("DELETE FROM store_sealedpart WHERE stream_id = %(match)s AND audience = 'end'", "UNOPENED"),
        ("UPDATE store_match SET status = 'ended' WHERE id = %(match)s", "NOREVEAL"),
    ],
)
def test_a_running_match_that_was_tampered_with_is_reported(behind, statement, code):
    match, _ = running()
    behind(statement, match)
    assert code in codes(match)


def test_an_end_without_a_reveal_is_reported_whatever_the_row_says(behind):
    match, people = running()
    resign(match_id=match.id, account=people[0])
    advance(str(match.id))
    match.refresh_from_db()
    assert check_match(match) == []
    behind("DELETE FROM store_event WHERE stream_id = %(match)s AND type = 'seed.revealed'", match)
    last = match.stream.events.order_by("-seq").values("seq", "hash").first()
    Match.objects.filter(pk=match.pk).update(revealed=False, status="running")
    Stream.objects.filter(pk=match.pk).update(head_seq=last["seq"], head_hash=last["hash"])
    match.refresh_from_db()
    assert codes(match) == {"NOREVEAL"}


def test_what_could_not_be_refolded_is_reported_and_does_not_count_as_audited(hush, monkeypatch):
    match, people = seated("hush")
    resign(match_id=match.id, account=people[0])
    advance(str(match.id))
    monkeypatch.delitem(GAMES, "hush")
    audit.check(str(match.id))
    match.refresh_from_db()
    assert match.audit == "not-refolded"
    counted = status.count_all()
    assert (counted.audited_matches, counted.failed_audits) == (0, 0)
    out = StringIO()
    with pytest.raises(SystemExit) as code:
        call_command("audit", str(match.id), stdout=out, stderr=StringIO())
    assert code.value.code == 3
    assert "not refolded: no engine of hush" in out.getvalue()
    assert out.getvalue().endswith("0 failed, 1 not refolded\n")
