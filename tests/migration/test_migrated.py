"""A house of the version before, migrated: nothing is lost, what ran goes on, and everything given out stays valid."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, migrations, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from deploy.embedded import postgres_programs
from engine.games import GAMES
from gateway import stream, throttles
from services.auditor import tasks as auditor
from services.auditor.check import check_match, examine_match
from services.auditor.due import HourlyAudit
from services.bus import pokes
from services.clocks import tasks as clocks
from services.log import clock, fair, merkle
from services.log.models import Checkpoint, Event, Leaf, Outbox, SealedPart, Seed, Stream, TreeNode
from services.matches.models import Match, Seat
from services.opponents import tasks as opponents
from services.people.trail import Order, TrailEntry, note
from services.readers.models import Frame
from services.referee.due import due as referee_due
from services.referee.tasks import advance
from tests.conftest import EMPTIED
from tests.gateway.test_my_stream import Connection
from tests.live import ROOT
from tests.migration.old_house import compact, database, export_given, facts, loaded, matches, name_of
from verifier.verify import verify


def migrate(url: str) -> None:
    env = os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "deploy.settings"}
    done = subprocess.run(
        [sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@contextmanager
def connected_to(url: str) -> Iterator[None]:
    """Django's connection goes to that database meanwhile."""
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.close_pool()
    connection.settings_dict["NAME"] = name_of(url)
    try:
        yield
    finally:
        connection.close()
        connection.close_pool()
        connection.settings_dict["NAME"] = before


@pytest.fixture(scope="module")
def migrated() -> Iterator[str]:
    """The name of a database with the old house after the migration, to be copied."""
    with loaded(os.environ["DATABASE_URL"]) as url:
        migrate(url)
        yield name_of(url)


@pytest.fixture
def house(migrated, django_db_blocker, settings, monkeypatch) -> Iterator[None]:
    """The old house after the migration, before anything was done in it. Pokes go nowhere."""
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)
    known = facts()["settings"]
    settings.SECRET_KEY, settings.SIGNING_KEY = known["SECRET_KEY"], known["SIGNING_KEY"]
    with database(os.environ["DATABASE_URL"], migrated) as url, django_db_blocker.unblock(), connected_to(url):
        yield


def row(match: dict[str, Any]) -> Match:
    return Match.objects.select_related("stream").get(pk=match["id"])


def token_of(account: str) -> dict[str, str]:
    known = next((entry for entry in facts()["accounts"] if entry["id"] == account), None)
    return {"HTTP_AUTHORIZATION": f"Bearer {known['token']}"} if known and known["token"] else {}


def get(path: str, account: str = "") -> Any:
    return Client().get(path, HTTP_ACCEPT_LANGUAGE="en", **token_of(account))


def test_what_was_given_out_is_given_again(house):
    """Exports byte by byte, the signed checkpoint, every old inclusion path, tokens, sessions."""
    for match in matches():
        private = match["stored"]["row"]["private"]
        for seat in (None, *match["stored"]["seats"]):
            account = "" if seat is None else seat["account"] or ""
            if (seat is not None and not token_of(account)) or (private and not account):
                continue
            number = None if seat is None else seat["seat"]
            answer = get(f"/api/matches/{match['id']}/export", account)
            assert answer.content == compact(export_given(match, number)), (match["roles"], number)
    newest = get("/api/checkpoint").json()
    assert newest == facts()["checkpoint"]
    assert fair.check_signature(newest["key"], fair.CHECKPOINT, newest["body"], newest["sig"])
    for match in matches("in-leaf"):
        proof = match["inclusion"]
        if proof is None:
            continue
        root = merkle.root_from_path(proof["leaf"].encode(), proof["index"], proof["body"]["size"], proof["path"])
        assert root == proof["body"]["root"] == newest["body"]["root"]
        if not match["stored"]["row"]["private"]:
            again = get(f"/api/matches/{match['id']}/inclusion").json()
            assert again == {**proof, "size": proof["body"]["size"]}
    for account in facts()["accounts"]:
        if account["token"]:
            assert get("/api/me", account["id"]).json()["id"] == account["id"]
        for session in account["sessions"]:
            client = Client()
            client.cookies["sessionid"] = session
            assert client.get("/api/me").json()["id"] == account["id"]


def test_frames_and_places_in_streams_stay(house):
    """A reader who names the seq of the old frame has missed nothing; the frame says what it said, and the clocks."""
    for match in matches():
        for eye, frame in match["frames"].items():
            account = "" if eye == "gallery" else match["stored"]["seats"][int(eye)]["account"] or ""
            if (eye != "gallery" and not token_of(account)) or (match["stored"]["row"]["private"] and not account):
                continue
            now = get(f"/api/matches/{match['id']}/frame?after={frame['seq']}", account).json()
            assert {name: now[name] for name in frame if name != "news"} == {
                name: value for name, value in frame.items() if name != "news"
            }
            assert now["news"] == []


def reader_of(match: dict[str, Any], eye: str, last: int) -> Connection:
    """Somebody who comes back to the stream of a match, and names this id as the last that was seen."""
    account = "" if eye == "gallery" else match["stored"]["seats"][int(eye)]["account"]
    connection = Connection(token_of(account).get("HTTP_AUTHORIZATION", "").removeprefix("Bearer "), last=str(last))
    connection.scope["path"] = f"/api/matches/{match['id']}/stream"
    return connection


def serve(readers: Sequence[Connection]) -> None:
    """Until each has been sent a frame, or that the match is over."""

    async def follow(reader: Connection, room: asyncio.Semaphore) -> None:
        async with room, asyncio.timeout(60):
            served = asyncio.create_task(stream.front(lambda *_: None)(reader.scope, reader.receive, reader.send))
            while not reader.events() and not served.done():
                await asyncio.sleep(0.01)
            reader.gone.set()
            await served

    async def run() -> None:
        room = asyncio.Semaphore(4)
        await asyncio.gather(*(follow(reader, room) for reader in readers))
        await stream.the_hub().close()

    asyncio.run(run())
    assert {reader.status for reader in readers} == {200}


def frames_of(reader: Connection) -> list[tuple[int, Any]]:
    return [(number, frame) for kind, number, frame in reader.events() if kind == "frame"]


def eyes_with_news(match: dict[str, Any]) -> list[str]:
    """Those who may read the stream, and have been shown something by the old house."""
    seats, private = match["stored"]["seats"], match["stored"]["row"]["private"]
    return [
        eye
        for eye in match["news"]
        if (eye == "gallery" and not private) or (eye != "gallery" and token_of(seats[int(eye)]["account"]))
    ]


def test_a_stream_goes_on_from_the_last_event_id_that_the_old_house_gave(house, monkeypatch):
    """Each line of news that came later comes once; of a match that is over nothing comes again."""
    monkeypatch.setattr(stream, "hub", None)
    monkeypatch.setattr(throttles.Everybody, "rate", "100000/min", raising=False)
    known = [(match, eye) for match in matches() for eye in eyes_with_news(match)]
    assert len(known) > 50
    late, ended = {}, {}
    for number, (match, eye) in enumerate(known):
        present = match["frames"][eye]["seq"]
        earlier = [line["seq"] for line in match["news"][eye] if line["seq"] < present]
        late[number] = reader_of(match, eye, earlier[len(earlier) // 2])
        if match["status"] == "ended":
            ended[number] = reader_of(match, eye, present)
    serve([*late.values(), *ended.values()])
    for number, (match, eye) in enumerate(known):
        ((seq, frame),) = frames_of(late[number])
        seen = int(dict(late[number].scope["headers"])[b"last-event-id"])
        missed = [line["seq"] for line in match["news"][eye] if line["seq"] > seen]
        assert (seq, [line["seq"] for line in frame["news"]]) == (match["frames"][eye]["seq"], missed), match["roles"]
    assert all(not frames_of(reader) and "event: over" in reader.text for reader in ended.values())


def test_who_had_the_last_frame_of_the_old_house_is_brought_what_happens_now_alone(house, monkeypatch):
    monkeypatch.setattr(stream, "hub", None)
    (match,) = (known for known in matches("long") if known["roles"] == ["long"])
    account, path = match["stored"]["seats"][0]["account"], f"/api/matches/{match['id']}/resignation"
    answer = Client().post(path, "{}", "application/json", **token_of(account))
    assert answer.status_code == 202
    advance(match["id"])
    readers = {eye: reader_of(match, eye, match["frames"][eye]["seq"]) for eye in eyes_with_news(match)}
    serve(list(readers.values()))
    for eye, reader in readers.items():
        ((number, frame),) = frames_of(reader)
        assert number > match["frames"][eye]["seq"]
        assert frame["reason"] == "resign"
        assert all(line["seq"] > match["frames"][eye]["seq"] for line in frame["news"])
        assert "event: over" in reader.text


def test_commands_sent_again_get_their_old_receipts(house):
    for match in matches():
        for said in match["said"]:
            if said["what"] != "move" or not token_of(said["account"]):
                continue
            body = {name: said[name] for name in ("decision", "move", "command_id")}
            answer = Client().post(
                f"/api/matches/{match['id']}/moves", json.dumps(body), "application/json", **token_of(said["account"])
            )
            assert (answer.status_code, answer.json()) == (202, said["answer"]), match["roles"]


def test_resignations_sent_again_get_their_old_receipts_and_are_recorded_once(house):
    """One that waits to be judged, and one that ended its match: by the command that stands in the log."""
    asked_again: set[str] = set()
    for match in matches():
        commands = {event["seq"]: event["cmd"] for event in match["export"]["events"]}
        for said in match["said"]:
            if said["what"] != "resign" or not token_of(said["account"]):
                continue
            body = json.dumps({"command_id": commands[said["answer"]["seq"]].upper()})
            path = f"/api/matches/{match['id']}/resignation"
            answer = Client().post(path, body, "application/json", **token_of(said["account"]))
            assert (answer.status_code, answer.json()) == (202, said["answer"]), match["roles"]
            assert Event.objects.filter(stream_id=match["id"], type="seat.resigned").count() == 1
            asked_again |= set(match["roles"])
    assert asked_again >= {"unjudged-resignation", "move-after-resignation", "ended-by-resignation"}


def test_seats_hold_what_frames_and_the_log_said(house):
    for match in matches():
        seats = {seat.seat: seat for seat in Seat.objects.filter(match_id=match["id"])}
        assert {number: (str(seat.account) if seat.account else None, seat.bot) for number, seat in seats.items()} == {
            seat["seat"]: (seat["account"], seat["bot"]) for seat in match["stored"]["seats"]
        }
        if match["status"] == "running":
            asked = {number: seat.decision for number, seat in seats.items() if seat.decision}
            assert asked == {entry["seat"]: entry["decision"] for entry in match["stored"]["asked"]}
        judged = ("move.made", "seat.resigned", "clock.expired")
        waiting = {entry["seat"]: entry["seq"] for entry in match["waiting"] if entry["type"] in judged}
        if match["status"] == "running":
            assert {number: seat.answered_seq for number, seat in seats.items() if seat.answered_seq} == waiting
    assert not Outbox.objects.exists()
    assert Stream.objects.count() == Match.objects.count() == len(matches())


def test_what_waits_is_judged_once_running_matches_go_on_and_verify(house, monkeypatch):
    monkeypatch.setattr(opponents, "_too_soon", lambda *args: False)
    for key in GAMES:
        referee_due(key, clock.now())
    for match in matches("unjudged-move", "unjudged-bot-move"):
        if "parked" in match["roles"]:
            continue
        for event in match["waiting"]:
            if event["type"] == "move.made":
                assert Event.objects.filter(stream_id=match["id"], of=event["seq"]).count() == 1, match["roles"]
    for match in matches("unjudged-resignation", "expiry-unjudged"):
        assert row(match).status == Match.Status.ENDED
    assert not Seat.objects.filter(answered_seq__isnull=False, match__parked="").exists()
    for match in Match.objects.filter(status=Match.Status.RUNNING, parked="").select_related("stream"):
        assert check_match(match, bots=False) == [], match.id
        _play_on(match)
        match = Match.objects.select_related("stream").get(pk=match.id)
        assert check_match(match, bots=False) == [], match.id


def _play_on(match: Match) -> None:
    """A few moves of whoever is asked, then the first seat of a person gives up."""
    for _ in range(6):
        frame = Frame.objects.filter(match=match, eye__gte=0, decision__isnull=False).order_by("eye").first()
        if frame is None or not frame.moves:
            break
        seat = Seat.objects.get(match=match, seat=frame.eye)
        if seat.bot:
            opponents.think(str(match.id), seat.seat)
        else:
            _answer(match, seat, frame)
        advance(str(match.id))
    from services.playing.offers import resign

    person = Seat.objects.filter(match=match).exclude(account=None).order_by("seat").first()
    if person is not None and Match.objects.get(pk=match.pk).status == Match.Status.RUNNING:
        resign(match_id=match.id, account=person.account)
        advance(str(match.id))
        assert Match.objects.get(pk=match.pk).revealed


def _answer(match: Match, seat: Seat, frame: Frame) -> None:
    from services.playing.intake import submit_move

    move = frame.moves.split("\n")[0]
    submit_move(
        match_id=match.id, account=seat.account, decision=frame.decision, move=move, command_id=str(uuid.uuid4())
    )


def test_finished_matches_are_audited_numbered_and_verify(house, monkeypatch):
    monkeypatch.setattr("services.auditor.due._searches", HourlyAudit())
    before = Leaf.objects.count()
    auditor.tick()
    for match in Match.objects.filter(revealed=True, audit=""):
        auditor.check(str(match.id))
    for match in matches("ended-by-rules", "ended-by-resignation", "ended-by-time", "aborted"):
        stored = row(match)
        if stored.revealed:
            assert verify(export_given(match)) == []
            assert examine_match(stored, bots=False).findings == []
    late = [match["id"] for match in matches("not-in-leaf")]
    assert Leaf.objects.filter(stream_id__in=late).count() == len(late)
    assert Leaf.objects.count() == before + len(late)
    assert not Match.objects.filter(revealed=True, audit="").exists()


def test_a_clock_that_had_passed_expires_in_the_old_form(house):
    clocks.tick()
    for match in matches("clock-passed"):
        advance(match["id"])
        stored = row(match)
        assert stored.status == Match.Status.ENDED
        assert "asked" not in Event.objects.get(stream_id=stored.id, type="match.started").pub
        assert check_match(stored) == []


WRITTEN_ONCE = (Event, SealedPart, Seed, Leaf, TreeNode, Checkpoint, TrailEntry)
CHANGES = ("UPDATE {table} SET {column} = {column}", "DELETE FROM {table}", "TRUNCATE {table} CASCADE")


def test_the_insert_only_triggers_are_still_there(house):
    order = Order(uuid.uuid4(), "close", str(uuid.uuid4()), "other")  # the old house had no trail
    note(order, thing="account", subject=uuid.uuid4(), accounts=[], before={}, after={})
    for table in WRITTEN_ONCE:
        names = {"table": table._meta.db_table, "column": table._meta.concrete_fields[-1].column}
        assert table.objects.exists()
        for change in CHANGES:
            with (
                pytest.raises(DatabaseError, match="written once"),
                transaction.atomic(),
                connection.cursor() as cursor,
            ):
                cursor.execute(change.format(**names))
    with connection.cursor() as cursor:
        cursor.execute("SELECT tgname, tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal")
        rows = cursor.fetchall()
    for trigger in ("insert_only", "never_emptied"):
        assert {name for kind, name in rows if kind == trigger} == {table._meta.db_table for table in WRITTEN_ONCE}
    assert {*EMPTIED} <= {name for _, name in rows}


# -- the schema -------------------------------------------------------------------------------------------------------


def schema_of(url: str) -> list[str]:
    program = str(postgres_programs() / "pg_dump")
    options = ["--schema-only", "--no-owner", "--no-privileges", "--no-comments"]
    done = subprocess.run([program, *options, url], capture_output=True, text=True, check=True)
    return [line for line in done.stdout.splitlines() if line and not line.startswith(("--", "\\"))]


def test_the_migrated_schema_is_a_fresh_one():
    with loaded(os.environ["DATABASE_URL"]) as old, database(os.environ["DATABASE_URL"]) as new:
        migrate(old)
        migrate(new)
        assert schema_of(old) == schema_of(new)


class Killed(Exception):
    """The process ends here."""


def steps_ahead() -> list[tuple[str, str]]:
    """App and name of every migration that the old house has not had, in their order."""
    loader = MigrationExecutor(connection)
    plan = loader.migration_plan(loader.loader.graph.leaf_nodes())
    return [(migration.app_label, migration.name) for migration, _ in plan]


def test_a_migration_that_is_killed_at_each_of_its_steps_can_be_run_again(django_db_blocker, monkeypatch):
    honest = migrations.Migration.apply
    dies_at: list[tuple[str, str]] = []

    def dying(self, *args, **kwargs):
        state = honest(self, *args, **kwargs)
        if (self.app_label, self.name) in dies_at:
            raise Killed
        return state

    with loaded(os.environ["DATABASE_URL"]) as url, django_db_blocker.unblock(), connected_to(url):
        steps = steps_ahead()
        assert len(steps) > 5
        with monkeypatch.context() as fault:
            fault.setattr(migrations.Migration, "apply", dying)
            for step in steps:
                dies_at[:] = [step]
                with pytest.raises(Killed):
                    call_command("migrate", verbosity=0)
                assert steps_ahead()[0] == step, "nothing of a step that was killed stays"
        call_command("migrate", verbosity=0)
        match = matches("long")[0]
        assert get(f"/api/matches/{match['id']}/export").content == compact(export_given(match))


@pytest.mark.django_db
def test_the_migrations_say_all_that_the_models_say():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
