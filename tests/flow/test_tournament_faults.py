"""Tournaments in a running house while workers are killed, Redis is emptied and PostgreSQL's lines are cut."""

from __future__ import annotations

import os
import random
import signal
import uuid

from tests.flow.test_faults import redis_of
from tests.live import Guest, House, until
from verifier.tournaments import examine_tournament

PER_MOVE = {"kind": "per_move", "ms": 86_400_000}
EVENTS, ENTRANTS = 4, 4


def command(**body) -> dict:
    return {"command_id": str(uuid.uuid4()), **body}


class SmallEvent:
    """An evening of four over HTTP."""

    def __init__(self, house: House, number: int) -> None:
        self.host = house.guest(f"Host {number}")
        form = {"name": f"Event {number}", "game": "zertz", "format": "swiss", "rounds": 2, "clock": PER_MOVE}
        answer = self.host.post("/api/tournaments", command(**form))
        assert answer.status_code == 201, answer.text
        self.path = f"/api/tournaments/{answer.json()['id']}"
        self.people: dict[int, Guest] = {}
        for _ in range(ENTRANTS):
            person = house.guest()
            entered = person.post(f"{self.path}/entries", command(entropy="ab"))
            self.people[entered.json()["entry"]] = person

    def start(self) -> None:
        """A double click."""
        statuses = {self.host.post(f"{self.path}/start", command()).status_code for _ in range(2)}
        assert statuses == {202, 409}

    def read(self, path: str = "") -> dict:
        """While a store is away it is asked again."""
        answer = until(lambda: (one := self.host.get(self.path + path)).status_code == 200 and one, 30)
        return answer.json()

    def over(self) -> bool:
        return self.read()["status"] == "finished"

    def act(self, luck: random.Random) -> None:
        """Somebody of every running match resigns."""
        for line in self.read("/rounds")["rounds"]:
            drawn = self.read(f"/rounds/{line['round']}")
            for table in drawn["tables"]:
                game = table["games"][-1]
                if game["status"] == "running":
                    self.people[luck.choice(game["entries"])].post(f"/api/matches/{game['match']}/resignation", {})

    def export(self) -> dict:
        return self.read("/export?matches=1")


def cut_the_lines(house: House) -> None:
    house.run(
        "from django.db import connection\n"
        "with connection.cursor() as cursor:\n"
        "    cursor.execute('SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE pid <> pg_backend_pid() AND datname = current_database()')"
    )


def test_small_events_end_whole_while_workers_die_redis_forgets_and_lines_are_cut(house):
    luck = random.Random(5)
    events = [SmallEvent(house, number) for number in range(EVENTS)]
    for event in events:
        event.start()
    faults = [
        lambda: house.kill("deploy.worker", "tournaments"),
        lambda: redis_of(house).flushall(),
        lambda: cut_the_lines(house),
        lambda: house.kill("deploy.worker", "tournaments"),
    ]

    def moment() -> bool:
        if faults:
            faults.pop(0)()
        for event in events:
            if not event.over():
                event.act(luck)
        return all(event.over() for event in events)

    until(moment, 150)
    for event in events:
        until(lambda event=event: event.export()["events"][-1]["type"] == "seed.revealed", 60)
        export = event.export()
        types = [one["type"] for one in export["events"]]
        assert types.count("round.paired") == 2
        assert types.count("result.noted") == 4
        assert examine_tournament(export).findings == []


def test_a_tournament_goes_on_when_its_worker_was_killed_and_started_again(house):
    until(lambda: house.http.post("/api/guests", json={}).status_code == 201, 30)
    event = SmallEvent(house, 99)
    for pid in house.processes("deploy.worker", "tournaments"):
        os.kill(pid, signal.SIGKILL)
    event.start()
    until(lambda: event.host.get(f"{event.path}/rounds").json()["rounds"], 60)
