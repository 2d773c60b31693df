"""Measures play over days: statements by clock, the sweep over many clocks, mails that leave, a page with many matches.

On stores of its own, in one process: what is measured is the work, not the queue.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import django

from deploy.embedded import running_stores
from deploy.house import ROOT

MATCHES: Final = (10_000, 100_000)  # running ones: what a sweep costs must not follow their number
DUE: Final = (0, 10, 100)
MAILS: Final = 10_000
OWN: Final = 100
WEEK: Final = {"kind": "per_move", "ms": 604_800_000}
SHORT: Final = {"kind": "per_move", "ms": 1000}
Row = tuple[str, str, str]


@contextlib.contextmanager
def house() -> Iterator[None]:
    """Stores with an empty house, and Django set up on them."""
    with tempfile.TemporaryDirectory() as folder, running_stores(Path(folder)) as urls:
        os.environ |= {**urls, "VAR_DIR": folder, "DJANGO_SETTINGS_MODULE": "deploy.settings"}
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=os.environ, check=True)
        django.setup()
        from services.bus import pokes

        pokes.poke = lambda *args, **kwargs: None
        yield


def seconds_of(work: Callable[[], Any]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def begun(people: list[uuid.UUID], clock: dict[str, Any] | None) -> uuid.UUID:
    from services.playing.tables import Wish, open_table, take_seat
    from services.referee.tasks import advance

    match = open_table(account=people[0], wish=Wish("zertz", 2, clock=clock, lot=False)).id
    take_seat(match_id=match, account=people[1])
    advance(str(match))
    return match


# -- statements by clock ----------------------------------------------------------------------------------------------

CLOCKS: Final[dict[str, dict[str, Any] | None]] = {
    "without a clock": None,
    "days a move, with rest days": WEEK | {"rest_days": [3, 4]},
    "Fischer, with rest hours": {
        "kind": "fischer", "start_ms": 259_200_000, "increment_ms": 86_400_000, "rest_hours": [22, 8],
    },
    "byoyomi": {"kind": "byoyomi", "main_ms": 86_400_000, "periods": 3, "period_ms": 86_400_000},
}  # fmt: skip
BRACKETS: Final = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")


def statements() -> list[Row]:
    """SQL statements of a move, from the call at the door to the frames of its judgement: one number for all clocks."""
    rows = [(f"SQL statements of a move {name}", str(_statements(clock)), "") for name, clock in CLOCKS.items()]
    numbers = {figure for _, figure, _ in rows}
    return [*rows, ("  that clocks add", "0" if len(numbers) == 1 else "differ", "0")]


def _statements(clock: dict[str, Any] | None) -> int:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from services.people.accounts import new_guest
    from services.people.tokens import new_token
    from services.readers.models import Frame
    from services.referee.tasks import advance

    people = [new_guest("Ann"), new_guest("Bea")]
    match = begun([account.pk for account in people], clock)
    client, tokens = Client(), [new_token(account) for account in people]
    number = 0
    for _ in range(4):  # the last of them counts: by then nothing is read for the first time
        frame = Frame.objects.get(match=match, decision__isnull=False, eye__gte=0)
        body = {"decision": frame.decision, "move": (frame.moves or "").split("\n")[0], "command_id": str(uuid.uuid4())}
        sent = {"Host": "localhost", "Authorization": f"Bearer {tokens[frame.eye]}"}
        with CaptureQueriesContext(connection) as captured:
            answer = client.post(f"/api/matches/{match}/moves", body, "application/json", headers=sent)
            assert answer.status_code == 202, answer.content
            advance(str(match))
        number = sum(not query["sql"].startswith(BRACKETS) for query in captured.captured_queries)
    return number


# -- sweeps -----------------------------------------------------------------------------------------------------------


def copied(match: uuid.UUID, many: int) -> None:
    """So many rows like those of that match, with deadlines over the next month; they have no log of their own."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMP TABLE fresh AS SELECT gen_random_uuid() AS id FROM generate_series(1, {many})")
        cursor.execute("ALTER TABLE store_stream DISABLE TRIGGER USER")
        _copy(cursor, "store_stream", "id", match, {"id": "fresh.id", "log_id": "fresh.id"})
        month = "now() + interval '1 hour' + random() * interval '30 days'"
        _copy(cursor, "store_match", "id", match, {"id": "fresh.id", "clock_at": month})
        accounts = {"id": None, "match_id": "fresh.id", "account": "gen_random_uuid()", "deadline_at": month}
        _copy(cursor, "store_seat", "match_id", match, accounts)
        _copy(cursor, "projections_matchcard", "match_id", match, {"match_id": "fresh.id"})
        cursor.execute("DROP TABLE fresh")
        cursor.execute("ANALYZE")


def _copy(cursor: Any, table: str, key: str, match: uuid.UUID, changed: dict[str, str | None]) -> None:
    """`changed`: column -> expression; None leaves the column to its default."""
    cursor.execute("SELECT column_name FROM information_schema.columns WHERE table_name = %s", [table])
    columns = [name for (name,) in cursor.fetchall() if changed.get(name, "") is not None]
    values = [changed.get(name) or f"old.{name}" for name in columns]
    cursor.execute(
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)} FROM fresh, {table} old"
        f" WHERE old.{key} = %s",
        [match],
    )


def sweeps() -> list[Row]:
    """What a tick of the clocks costs, by how much is due and by how much is running."""
    from services.clocks.due import due
    from services.clocks.vacations import find_missed
    from services.log import clock

    match, running, rows = begun([uuid.uuid4(), uuid.uuid4()], WEEK), 0, []
    for wanted in MATCHES:
        copied(match, wanted - running)
        running = wanted
        due(clock.now())
        for number in DUE:
            for _ in range(number):
                begun([uuid.uuid4(), uuid.uuid4()], SHORT)
            time.sleep(1.2)
            now = clock.now()
            taken = seconds_of(partial(due, now))
            rows.append((f"a tick of the clocks, {number} due of {running:,}", f"{taken * 1e3:.1f} ms", "200 ms"))
    rows.append(("the search for missed vacations", f"{seconds_of(find_missed) * 1e3:.1f} ms", ""))
    return rows


# -- mails ------------------------------------------------------------------------------------------------------------


class Sink:
    """An SMTP server that takes everything, in a process of its own."""

    def __init__(self) -> None:
        argv = [sys.executable, "-m", "deploy.bench.sink"]
        self._process = subprocess.Popen(argv, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline())

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()


def announced() -> None:
    """So many mails wait, for a hundred readers."""
    from services.log import clock
    from services.notices.announcements import Announcement, match_path
    from services.notices.outgoing import announce
    from services.people.accounts import new_guest
    from services.people.models import Preferences
    from services.people.things import Thing

    accounts = [new_guest(f"Reader {number}") for number in range(100)]
    Preferences.objects.bulk_create(
        Preferences(account=account, mail=f"{account.pk}@example.org", mail_confirmed=True) for account in accounts
    )
    now = clock.now()
    for number in range(MAILS // len(accounts)):
        subject = uuid.uuid4()
        announce(
            [
                Announcement(account=account.pk, thing=Thing.INVITATION, key=f"invitation:{number}", subject=subject,
                             game="zertz", at=now, path=match_path(subject))
                for account in accounts
            ],
            now,
        )  # fmt: skip


def mails() -> list[Row]:
    from django.conf import settings

    from services.log import clock
    from services.notices.models import Outgoing
    from services.notices.senders import send_mails

    sink = Sink()
    settings.MAIL_SERVER = {
        "host": "127.0.0.1", "port": sink.port, "user": "", "password": "", "tls": False, "starttls": "if-offered",
    }  # fmt: skip
    announced()
    Outgoing.objects.update(due_at=clock.now())
    began, used = time.perf_counter(), time.process_time()
    while Outgoing.objects.filter(state="waiting").exists() and time.perf_counter() - began < 120:
        send_mails()
    taken, used = time.perf_counter() - began, time.process_time() - used
    sink.close()
    sent = Outgoing.objects.filter(state="sent").count()
    return [
        (f"{sent:,} of {MAILS:,} mails to a local sink", f"{sent / taken:.0f} /s", "200 /s"),
        ("  by the CPU that the sender used", f"{sent / used:.0f} /s", ""),
    ]


# -- somebody with many matches ---------------------------------------------------------------------------------------


def pages() -> list[Row]:
    from django.test import Client

    from services.people.accounts import new_guest

    me = new_guest("Regular")
    for _ in range(OWN):
        begun([me.pk, new_guest("Other").pk], WEEK)
    client = Client(headers={"host": "localhost"})
    client.force_login(me)
    rows = []
    for path in ("/me", "/api/me/matches", "/api/me/matches?awaiting=me"):
        client.get(path)
        times = sorted(seconds_of(partial(client.get, path)) for _ in range(15))
        rows.append((f"GET {path} with {OWN} running matches, p50", f"{times[7] * 1e3:.0f} ms", "150 ms"))
    return rows


def main() -> None:
    with house():
        print(f"load {os.getloadavg()[0]:.1f} before the start")
        for part in (statements, pages, mails, sweeps):
            for name, figure, target in part():
                print(f"  {name:<56}{figure:>12}  {target}", flush=True)


if __name__ == "__main__":
    main()
