"""Pairing a seek with a thousand open ones, in a process of its own: its CPU, without the database's."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import uuid
from typing import Any

import django

from deploy.bench.stack import Stack
from deploy.house import ROOT

SEEKS = 1000
DAYS = {"kind": "per_move", "ms": 86_400_000}


def fill() -> None:
    """So many that wait for somebody far better: the one that fits is the last to be looked at."""
    from services.lobby.models import Seek
    from services.lobby.seeks import Wanted, make_seek
    from services.people.accounts import new_guest

    first = make_seek(account=new_guest().pk, wanted=Wanted("zertz", clock=DAYS, rating_from=2900), asker="")
    row = Seek.objects.get(pk=first["id"])
    kept: dict[str, Any] = {field.attname: getattr(row, field.attname) for field in Seek._meta.concrete_fields}
    Seek.objects.bulk_create(
        Seek(**{**kept, "id": uuid.uuid4(), "account": uuid.uuid4(), "commitment": uuid.uuid4()})
        for _ in range(SEEKS - 1)
    )


def measure(times: int) -> list[float]:
    """CPU milliseconds of a seek that is paired with the youngest of those that wait."""
    from services.lobby.seeks import Wanted, make_seek
    from services.people.accounts import new_guest

    spent = []
    for _ in range(times):
        make_seek(account=new_guest().pk, wanted=Wanted("zertz", clock=DAYS), asker="")
        other = new_guest().pk
        began = time.process_time()
        made = make_seek(account=other, wanted=Wanted("zertz", clock=DAYS), asker="")
        spent.append((time.process_time() - began) * 1e3)
        assert made["status"] == "paired"
    return spent


def run(times: int, stack: Stack) -> list[float]:
    """In a process of its own, on the stores of a running house."""
    env = os.environ | json.loads(stack.house.environment.read_text())
    argv = [sys.executable, "-m", "deploy.bench.lobby", str(times)]
    done = subprocess.run(argv, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, check=True)
    spent: list[float] = json.loads(done.stdout.strip().splitlines()[-1])
    return spent


if __name__ == "__main__":
    django.setup()
    fill()
    measure(2)
    print(json.dumps(measure(int(sys.argv[1]))))
