"""Promises 1, 3, 4, 5: processes die, Redis forgets, pokes get lost; every match ends, nothing lost, nothing twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import redis

from tests.flow.test_moves import mover, moves_made
from tests.live import ROOT, House, pair, until
from verifier.verify import verify


def start_bots(house: House, count: int) -> tuple[object, list[str]]:
    host = house.guest("Host")
    return host, [host.open(bots={"0": "greedy", "1": "random"}) for _ in range(count)]


def until_all_ended(host, matches: list[str], seconds: float) -> None:
    """Asked once a second: more questions take the time of those who play."""
    left = set(matches)

    def done() -> bool:
        left.difference_update(
            [match for match in left if host.get(f"/api/matches/{match}").json().get("status") == "ended"]
        )
        return not left

    until(done, seconds, pause=1)


def assert_whole(host, matches: list[str]) -> None:
    """The export of each verifies: no gap, no repeat, every move judged once, the refold agrees."""
    for match in matches:
        assert verify(host.get(f"/api/matches/{match}/export").json(), bots=False) == []


def redis_of(house: House) -> redis.Redis:
    return redis.Redis.from_url(house.environment()["REDIS_URL"])


def test_redis_forgets_everything_and_restarts_while_ten_matches_run(house):
    host, matches = start_bots(house, 10)
    time.sleep(1)
    redis_of(house).flushall()
    time.sleep(2)
    os.kill(redis_of(house).info("server")["process_id"], signal.SIGKILL)
    until(lambda: answers(house))
    redis_of(house).flushall()
    until_all_ended(host, matches, 120)
    assert_whole(host, matches)


def answers(house: House) -> bool:
    try:
        return bool(redis_of(house).ping())
    except redis.RedisError:
        return False


def test_postgres_is_killed_and_every_worker_finds_it_again(house):
    host, matches = start_bots(house, 2)
    time.sleep(1)
    assert house.kill("postgres", "-D")
    until_all_ended(host, matches, 60)
    assert_whole(host, matches)


def test_workers_killed_in_mid_judgement_lose_nothing(house):
    host, matches = start_bots(house, 6)
    for _ in range(3):
        time.sleep(1)
        until(lambda: house.kill("deploy.worker", "referee"), 60)
    until_all_ended(host, matches, 120)
    assert_whole(host, matches)
    house.until_ready()


def test_the_gateway_dies_between_commit_and_poke_and_the_move_is_judged_all_the_same(house):
    match, people = pair(house)
    who, frame = mover(match, people)
    house.run(
        "import os\n"
        "from uuid import UUID\n"
        "from services.bus import pokes\n"
        "from services.playing.intake import submit_move\n"
        "pokes.poke = lambda *a, **k: os._exit(0)\n"
        f"submit_move(match_id=UUID('{match}'), account=UUID('{who.account['id']}'), "
        f"decision={frame['decision']}, move={frame['moves'][0]!r}, command_id='{match}')\n"
    )
    other = next(person for person in people if person is not who)
    assert other.question(match, 15)["seq"] == frame["seq"] + 2
    assert len(moves_made(who, match)) == 1


def test_the_gateway_is_killed_and_comes_back(house):
    match, people = pair(house)
    who, frame = mover(match, people)
    assert who.move(match, frame["decision"], frame["moves"][0]).status_code == 202
    assert house.kill("deploy.web") == 1
    other = next(person for person in people if person is not who)
    assert other.question(match, 30)["seq"] == frame["seq"] + 2


def test_the_house_audits_itself(house):
    match, people = pair(house)
    people[0].post(f"/api/matches/{match}/resignation")
    until(lambda: people[0].frame(match)["winners"])
    env = house.environment()
    command = [sys.executable, "manage.py", "audit", match]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 failed" in done.stdout
