"""`python -m deploy.tournament_sim`: a whole tournament against a house of its own, driven over HTTP, then verified.

Who wins, who withdraws, who never comes and who is forfeited is drawn from a seed. Entrants move a few times and then
one of them resigns; the clock of this house alone is moved where somebody has to be waited for.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import psycopg
from tqdm import tqdm

from deploy.bench.stack import Stack, running_house
from deploy.house import ROOT
from services.pairings.formats import FORMATS

HANDS: Final = 8  # entrants who act at the same time
NO_SHOW_HOURS: Final = 1
ABSENT, FORFEITED, LEAVING = 0.03, 0.02, 0.02  # shares of matches
AWAY: Final = 503
START_TIMEOUT: Final = 90.0  # seconds
LONGEST: Final = 1800.0  # seconds without anything new
LIVE: Final = {"kind": "fischer", "start_ms": 600_000, "increment_ms": 1000}
SLOW: Final = {"kind": "per_move", "ms": 30 * 86_400_000}
_MOVE_CLOCK: Final = """
    CREATE OR REPLACE FUNCTION house_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    $$ SELECT date_trunc('milliseconds', clock_timestamp()) + interval '{seconds} seconds' $$
"""


class Refused(Exception):
    """The house said no."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


@dataclass
class Caller:
    """Somebody who calls the house with a token, over a connection of its own for each call."""

    port: int
    token: str = ""
    account: str = ""

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """A part of the house that is away or coming up is asked again: the same command counts once."""
        until = time.monotonic() + START_TIMEOUT
        while True:
            try:
                return self._once(method, path, body)
            except Refused as error:
                if error.status != AWAY or time.monotonic() > until:
                    raise
            time.sleep(0.2)

    def _once(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        text = self.text(path, method, body)
        return json.loads(text) if text else None

    def text(self, path: str, method: str = "GET", body: dict[str, Any] | None = None) -> bytes:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        try:
            line.request(method, path, None if body is None else json.dumps(body), headers)
            answer = line.getresponse()
            text = answer.read()
        finally:
            line.close()
        if answer.status >= 400:
            raise Refused(answer.status, f"{method} {path}: {answer.status} {text[:200]!r}")
        return text

    def get(self, path: str) -> Any:
        return self.call("GET", path)

    def post(self, path: str, **body: Any) -> Any:
        return self.call("POST", path, {"command_id": str(uuid.uuid4()), **body})


def new_caller(port: int, name: str) -> Caller:
    answer = Caller(port).call("POST", "/api/guests", {"name": name})
    return Caller(port, answer["token"], answer["account"]["id"])


@dataclass
class Simulation:
    """A tournament, its director and entrants, and what was drawn for each match."""

    stack: Stack
    options: argparse.Namespace
    luck: random.Random
    director: Caller
    people: list[Caller] = field(default_factory=list)
    path: str = ""
    conducts: dict[str, str] = field(default_factory=dict)  # match -> what happens to it
    left: set[int] = field(default_factory=set)
    moved: float = 0.0  # seconds by which the clock of the house was moved

    # -- before the start

    def open(self) -> None:
        options = self.options
        facts = FORMATS[options.format]
        arena = options.format == "arena"
        rules: dict[str, Any] = {"no_show_hours": NO_SHOW_HOURS}
        rules |= {"minutes": 5} if arena else {}
        body: dict[str, Any] = {
            "name": f"Simulation of {options.entrants}", "game": options.game, "format": options.format,
            "clock": LIVE if arena else SLOW, "rules": rules, "seats": options.seats or min(facts.seats),
        }  # fmt: skip
        if options.rounds:
            body["rounds"] = options.rounds
        card = self.director.post("/api/tournaments", **body)
        self.path = f"/api/tournaments/{card['id']}"

    def enter(self) -> None:
        names = [f"Entrant {number + 1}" for number in range(self.options.entrants)]
        with ThreadPoolExecutor(HANDS) as hands:
            self.people = list(hands.map(lambda name: new_caller(self.stack.port, name), names))
        for person in tqdm(self.people, desc="entering", unit="entry", disable=self.options.quiet):
            person.post(f"{self.path}/entries", entropy=self.luck.randbytes(8).hex())

    # -- the course

    def run(self) -> None:
        """Until the seed is revealed. Raises SystemExit if nothing happens any more."""
        self.director.post(f"{self.path}/start")
        bar = tqdm(desc="matches", unit="match", disable=self.options.quiet)
        seen, since = -1, time.monotonic()
        with bar, ThreadPoolExecutor(HANDS) as hands:
            while True:
                card = self.director.get(self.path)
                if card["head"]["seq"] != seen:
                    seen, since = card["head"]["seq"], time.monotonic()
                if card["status"] == "finished":
                    break
                if time.monotonic() - since > LONGEST:
                    raise SystemExit("nothing happens any more")
                self._step(hands, bar)
        self._until_revealed()

    def _step(self, hands: ThreadPoolExecutor, bar: Any) -> None:
        """Everybody whose match waits does what was drawn for it; who is absent is waited for by moving the clock."""
        if self.options.format == "arena":
            self._be_ready()
        games = list(self._running())
        active = [game for game in games if self._conduct_in(game) != "absent"]
        acted = sum(hands.map(self._act, active))
        bar.update(acted)
        if active and not acted:
            time.sleep(0.1)
        elif games and not active:
            self._move_clock(3600 * NO_SHOW_HOURS + 60)
        elif not games:
            self._move_clock(6 if self.options.format == "arena" else 0)
            time.sleep(0.2)

    def _running(self) -> Iterator[dict[str, Any]]:
        """The latest game of every table that runs."""
        for line in self.director.get(f"{self.path}/rounds")["rounds"]:
            if line["status"] == "running":
                drawn = self.director.get(f"{self.path}/rounds/{line['round']}")
                for table in drawn["tables"]:
                    game = table["games"][-1]
                    if game["status"] == "running" and self.conducts.get(game["match"]) != "done":
                        yield {**game, "round": line["round"], "table": table["table"]}

    def _conduct_in(self, game: dict[str, Any]) -> str:
        if game["match"] not in self.conducts:
            drawn = self.luck.random()
            shares = (("absent", ABSENT), ("forfeit", FORFEITED), ("leave", LEAVING))
            conduct = "play"
            for name, share in shares:
                if 0 <= drawn < share:
                    conduct = name
                drawn -= share
            self.conducts[game["match"]] = conduct
        return self.conducts[game["match"]]

    def _act(self, game: dict[str, Any]) -> bool:
        """Whether it was done."""
        conduct, people = self.conducts[game["match"]], [entry for entry in game["entries"] if isinstance(entry, int)]
        loser = self.luck.choice(people)
        try:
            if conduct == "forfeit":
                self._rule_forfeit(game, loser)
            elif conduct == "leave" and len(self.left) < len(self.people) // 4:
                self.left.add(loser)
                self.people[loser - 1].post(f"{self.path}/withdrawal")
            else:
                self._play(game, people, loser)
        except Refused:
            return False  # it was not opened yet, or is over by now: the next look shows it
        self.conducts[game["match"]] = "done"
        return True

    def _rule_forfeit(self, game: dict[str, Any], loser: int) -> None:
        seen = self.director.get(self.path)["head"]["seq"]
        self.director.post(
            f"{self.path}/rulings", ruling="forfeit", reason="absent", seen=seen, round=game["round"],
            table=game["table"], game=game["game"], entry=loser,
        )  # fmt: skip

    def _play(self, game: dict[str, Any], people: Sequence[int], loser: int) -> None:
        """A few moves, then one after another resigns until the match is over: bots go on at three and four seats."""
        for _ in range(self.options.moves):
            for entry in people:
                self._move(game["match"], self.people[entry - 1])
        for entry in [loser, *(other for other in people if other != loser)]:
            if not self._resign(game["match"], self.people[entry - 1]):
                return

    def _move(self, match: str, person: Caller) -> None:
        frame = person.get(f"/api/matches/{match}/frame")
        if frame["decision"] and frame["moves"]:
            move = self.luck.choice(frame["moves"])
            person.post(f"/api/matches/{match}/moves", decision=frame["decision"], move=move)

    def _resign(self, match: str, person: Caller) -> bool:
        """Whether the match may go on. Refused while a move waits to be judged: then a little later."""
        for _ in range(200):
            try:
                person.post(f"/api/matches/{match}/resignation")
            except Refused as error:
                if "match-over" in str(error):
                    return False
                if "move-waits" not in str(error):
                    raise
                time.sleep(0.02)
            else:
                return True
        return True

    def _be_ready(self) -> None:
        for person in self.people:
            try:
                person.post(f"{self.path}/ready")
            except Refused:
                continue

    def _move_clock(self, seconds: float) -> None:
        if seconds:
            self.moved += seconds
            environment = json.loads(self.stack.house.environment.read_text())
            with psycopg.connect(environment["DATABASE_URL"], autocommit=True) as line:
                line.execute(_MOVE_CLOCK.format(seconds=int(self.moved)))

    def _until_revealed(self) -> None:
        until = time.monotonic() + 60
        while self.director.get(f"{self.path}/export")["events"][-1]["type"] != "seed.revealed":
            if time.monotonic() > until:
                raise SystemExit("the seed was not revealed within 60 seconds")
            time.sleep(0.2)

    # -- the verdict

    def verdict(self) -> int:
        """Of the export with all matches: printed, and the exit code."""
        code, text = verdict_of(self.director.get(f"{self.path}/export?matches=1"))
        print(text)
        return code


def verdict_of(export: Any) -> tuple[int, str]:
    """The exit code of the verifier and what it says."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tournament.json"
        path.write_text(json.dumps(export), encoding="utf-8")
        done = subprocess.run([sys.executable, "-m", "verifier", str(path)], cwd=ROOT, capture_output=True, text=True)
    return done.returncode, (done.stdout + done.stderr).strip()


def simulate(stack: Stack, options: argparse.Namespace) -> int:
    began = time.perf_counter()
    luck = random.Random(options.seed)
    simulation = Simulation(stack, options, luck, new_caller(stack.port, "Director"))
    simulation.open()
    simulation.enter()
    simulation.run()
    card = simulation.director.get(simulation.path)
    print(
        f"{options.format}, {options.entrants} entrants, {card['round']} rounds, {len(simulation.conducts)} matches, "
        f"{len(simulation.left)} withdrawals, {time.perf_counter() - began:.0f} s, closed: {card['reason']}"
    )
    return simulation.verdict()


def read_options(words: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m deploy.tournament_sim", description=__doc__)
    parser.add_argument("--format", choices=sorted(FORMATS), default="swiss")
    parser.add_argument("--entrants", type=int, default=16)
    parser.add_argument("--game", default="zertz")
    parser.add_argument("--seats", type=int, default=0, help="0: the fewest of the format")
    parser.add_argument("--rounds", type=int, default=0, help="0: as the format says")
    parser.add_argument("--moves", type=int, default=1, help="of each entrant before somebody resigns")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quiet", action="store_true", help="no progress bars")
    return parser.parse_args(words)


def main() -> int:
    options = read_options()
    with running_house() as stack:
        return simulate(stack, options)


if __name__ == "__main__":
    sys.exit(main())
