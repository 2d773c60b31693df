"""Services one by one, on stores of their own: what a test starts, kills and asks of the database."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress

from deploy.database import url_as
from tests.flow.hands import Hands
from tests.live import ROOT

HEAD = """
import uuid
from uuid import UUID
import django
django.setup()
from services.analysis.models import ComputerStep, ComputerView
from services.analysis.read import ask_computer
from services.bus import pokes
from services.log.models import Event, Leaf
from services.matches.models import Match, Seat
from services.notices.models import Notice
from services.people.accounts import new_guest
from services.playing.intake import submit_move
from services.playing.offers import resign
from services.ratings.models import PlayerRating
from services.records.models import Dump, DumpPart, Entry
from services.playing.tables import Wish, open_table, take_seat
from services.readers.models import Frame
from services.sweeper.models import Pulse

def opened(people=None, **more):
    ann, bea = people or (uuid.uuid4(), uuid.uuid4())
    match = open_table(account=ann, wish=Wish("zertz", 2, lot=False, **more)).id
    if len(more.get("bots", {})) < 2:
        take_seat(match_id=match, account=bea)
    return match

def answer(match):
    frame = Frame.objects.get(match_id=match, decision__isnull=False, eye__gte=0)
    account = Seat.objects.get(match_id=match, seat=frame.eye).account
    move = frame.moves.split("\\n")[0]
    submit_move(match_id=match, account=account, decision=frame.decision, move=move, command_id=str(uuid.uuid4()))

def count(match, kind):
    return Event.objects.filter(stream_id=match, type=kind).count()

def lose_pokes():
    pokes.poke = lambda *args, **kwargs: None
"""
SHIFT = """
from django.db import connection
def shift(ms):
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE OR REPLACE FUNCTION house_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS "
            f"$$ SELECT date_trunc('milliseconds', clock_timestamp()) + interval '{ms} milliseconds' $$"
        )
"""


class Parts:
    """Stores, and the processes that a test starts one by one."""

    def __init__(self, env: dict[str, str], hands: Hands) -> None:
        self.env, self.hands = env, hands
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, *parts: str) -> None:
        """Each signs in to the database as the role of its service."""
        for part in parts:
            argv = [sys.executable, "-m", "deploy.worker", part]
            self.running[part] = subprocess.Popen(
                argv,
                cwd=ROOT,
                env=self.env | {"DATABASE_URL": url_as(self.env["DATABASE_URL"], f"bazigah_{part.split(':')[0]}", "")},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )

    def kill(self, *parts: str) -> None:
        for part in parts:
            process = self.running.pop(part)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def run(self, code: str) -> str:
        return self.hands.run(code)

    def until(self, code: str, seconds: float = 40) -> None:
        """Until the expression is true in the database."""
        loop = f"""
import time
end = time.monotonic() + {seconds}
while not ({code}):
    assert time.monotonic() < end, "it did not come true in time"
    time.sleep(0.05)
"""
        self.run(loop)
