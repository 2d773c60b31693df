"""A dump of a house at work is restored beside it: what it holds verifies, and what came after it is missed by name."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import psycopg

from deploy.embedded import postgres_programs
from tests.flow.test_moves import mover
from tests.flow.test_streams import play
from tests.live import ROOT, House, pair, until

RESTORED = "restored"
MISSED = """
import json
from services.matches.models import Match
from services.readers.export import opened_export
from verifier.verify import verify
match = Match.objects.get(pk="{match}")
findings = verify(opened_export(match), head="{head}", bundle=True, bots=False)
print(json.dumps([match.head.seq, sorted({{finding.code for finding in findings}})]))
"""


def restored(house: House, dump: Path) -> dict[str, str]:
    """The environment of a house on a database of its own, filled from the dump."""
    environment = house.environment()
    url = re.sub(r"(://[^/]*/)[^?]*", rf"\1{RESTORED}", environment["DATABASE_URL"])
    with psycopg.connect(environment["DATABASE_URL"], autocommit=True) as line:
        line.execute(f"DROP DATABASE IF EXISTS {RESTORED}")
        line.execute(f"CREATE DATABASE {RESTORED}")
    done = [str(postgres_programs() / "pg_restore"), "--exit-on-error", f"--dbname={url}", str(dump)]
    subprocess.run(done, check=True, capture_output=True)
    return {**os.environ, **environment, "DATABASE_URL": url}


def run(environment: dict[str, str], *words: str) -> str:
    done = subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_dump_of_a_house_at_work_verifies_where_it_is_restored_and_misses_what_came_later(house, tmp_path):
    match, people = pair(house)
    play(match, people, 3)
    over, others = pair(house)
    others[0].post(f"/api/matches/{over}/resignation")
    until(lambda: others[0].frame(over)["winners"])
    before = people[0].get(f"/api/matches/{match}").json()["head"]
    dump = tmp_path / "house.dump"
    program = str(postgres_programs() / "pg_dump")
    url = house.environment()["DATABASE_URL"]
    subprocess.run([program, "--format=custom", f"--file={dump}", url], check=True, capture_output=True)
    who, frame = mover(match, people)
    later = who.move(match, frame["decision"], frame["moves"][0]).json()

    environment = restored(house, dump)
    run(environment, "-m", "deploy.migrate")
    run(environment, "manage.py", "audit", match, over)
    head = "import django; django.setup()\n"
    _, known = json.loads(run(environment, "-c", head + MISSED.format(match=match, head=before["hash"])))
    assert "HEAD" not in known
    seq, missed = json.loads(run(environment, "-c", head + MISSED.format(match=match, head=later["head"])))
    assert seq == before["seq"]
    assert "HEAD" in missed, "whoever keeps a later receipt can show that something was lost"
