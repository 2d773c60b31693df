"""Two hundred seeks at once while the workers are killed: each is in one match at most, of two that fit."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from httpx import Client

from tests.live import Guest, House, until

PEOPLE, EACH = 40, 5
DAYS = {"kind": "per_move", "ms": 86_400_000}
TERMS: list[dict[str, Any]] = [
    {"game": "zertz"}, {"game": "zertz", "clock": DAYS}, {"game": "glux", "clock": DAYS},
    {"game": "zertz", "clock": DAYS, "rating_from": 1600}, {"game": "zertz", "clock": DAYS, "rating_to": 1400},
]  # fmt: skip
LOOK = """
import json
from services.lobby.models import Seek
from services.matches.models import Seat
seats = {}
for match, account in Seat.objects.values_list("match_id", "account"):
    seats.setdefault(str(match), []).append(str(account))
print(json.dumps([[
    str(s.id), s.status, str(s.account), s.terms, s.rating_from, s.rating_to, s.match and str(s.match),
    seats.get(str(s.match), []),
] for s in Seek.objects.all()]))
"""


def ask(person: Guest, number: int) -> int:
    terms = TERMS[number % len(TERMS)]
    with Client(base_url=person.house.url, timeout=60, verify=False) as http:  # no certificates to read
        body = {**terms, "command_id": f"00000000-0000-4000-8000-{number:012d}"}
        return http.post("/api/seeks", json=body, headers=person.headers).status_code


def rows(house: House) -> list[Any]:
    seeks: list[Any] = json.loads(house.run(LOOK).strip().split("\n")[-1])
    return seeks


@pytest.fixture
def answers(house: House) -> list[int]:
    """Every status; meanwhile the process that runs the lobby is killed again and again, and comes back by itself."""
    people = [house.guest(f"P{number}") for number in range(PEOPLE)]
    done = Event()
    with ThreadPoolExecutor(21) as pool:
        killer = pool.submit(keep_killing, house, done)
        wanted = [(people[number % PEOPLE], number) for number in range(PEOPLE * EACH)]
        statuses = list(pool.map(lambda pair: ask(*pair), wanted))
        done.set()
        assert killer.result() > 0
    house.until_ready()
    return statuses


def keep_killing(house: House, done: Event) -> int:
    killed = 0
    while not done.is_set():
        killed += house.kill("deploy.worker", "lobby")
        done.wait(1)
    return killed


def test_each_seek_is_in_one_match_at_most_and_each_match_of_two_that_fit(house: House, answers: list[int]) -> None:
    assert set(answers) <= {201, 409}
    assert answers.count(201) > PEOPLE

    def settled() -> bool:
        """No two wait that fit: of days without bounds, at most one of each game is left."""
        waits = [row[3] for row in rows(house) if row[1] == "open" and row[4] is None and row[5] is None]
        return len(waits) - len(set(waits)) <= 0

    until(settled, 60)
    seeks = rows(house)
    by_match: dict[str, list[Any]] = {}
    for row in seeks:
        assert (row[1] == "paired") == (row[6] is not None)
        if row[6]:
            by_match.setdefault(row[6], []).append(row)
    assert len(by_match) > 10
    for pair in by_match.values():
        first, second = pair
        assert first[2] != second[2]
        assert first[3] == second[3]
        assert sorted(first[7]) == sorted([first[2], second[2]])
        assert all((row[4] or 0) <= 1500 <= (row[5] or 9999) for row in pair)
