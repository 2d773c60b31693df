"""Programs that wait for their judgement hold neither a thread nor a database connection."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor

from tests.flow.test_moves import mover
from tests.live import pair, until

WAITS = 45  # more than the web process has threads


def test_a_move_that_waits_is_answered_with_the_frame_that_judges_it(house):
    match, people = pair(house)
    who, frame = mover(match, people)
    answer = who.move(match, frame["decision"], frame["moves"][0], wait=10)
    assert answer.status_code == 200
    assert answer.json()["frame"]["seq"] > answer.json()["seq"]
    assert answer.json()["frame"]["eye"] == frame["eye"]
    again = who.move(match, frame["decision"], frame["moves"][1], wait=10)
    assert (again.status_code, again.json()["error"]) == (409, again.json()["error"])


def test_while_a_referee_stands_still_waiting_moves_take_no_page_down(house):
    tables = [pair(house) for _ in range(WAITS)]
    asked = [(match, *mover(match, people)) for match, people in tables]
    referees = house.processes("deploy.worker", "referee")
    for pid in referees:
        os.kill(pid, signal.SIGSTOP)
    try:
        with ThreadPoolExecutor(WAITS) as pool:
            waiting = [
                pool.submit(who.move, match, frame["decision"], frame["moves"][0], wait=6)
                for match, who, frame in asked
            ]
            time.sleep(2)
            times = []
            for path in ("/", "/api/games", "/readyz", "/games/zertz"):
                began = time.monotonic()
                house.http.get(path)
                times.append(time.monotonic() - began)
            assert not any(request.done() for request in waiting), "they wait"
            statuses = [request.result().status_code for request in waiting]
    finally:
        for pid in referees:
            os.kill(pid, signal.SIGCONT)
    assert max(times) < 2
    assert statuses == [202] * WAITS, "recorded, not judged in time"
    for match, who, frame in asked:
        until(lambda who=who, match=match, frame=frame: who.frame(match)["seq"] > frame["seq"])
