"""Forks: a match that begins inside another one, played on, folded alike by house and verifier, and checked."""

from __future__ import annotations

import copy
import json
import subprocess
import uuid

import pytest

from engine.core.codec import canonical
from engine.games import GAMES
from services.bus import pokes as bus_pokes
from services.log import clock, fair
from services.log.models import Event
from services.matches.models import Match
from services.people.accounts import new_guest
from services.people.tokens import new_token
from services.playing import forks
from services.playing.intake import submit_move
from services.playing.offers import resign
from services.playing.tables import Wish, open_table, take_seat
from services.readers.history import position_at
from services.readers.models import Frame
from services.records.follow import index_matches
from services.records.plays import read_line
from services.records.store import store_plays
from services.referee.tasks import advance
from tests.live import ROOT
from tests.services.records.boardspace import LINES
from verifier.__main__ import main
from verifier.fork import check
from verifier.report import Report
from verifier.verify import verify

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(bus_pokes, "poke", lambda *args, **kwargs: None)


def answer_all(match_id, people, moves: int) -> None:
    for _ in range(moves):
        frame = Frame.objects.filter(match_id=match_id, decision__isnull=False).first()
        submit_move(
            match_id=match_id, account=people[frame.eye].pk, decision=frame.decision,
            move=frame.moves.split("\n")[7 % (frame.moves.count("\n") + 1)], command_id=str(uuid.uuid4()),
        )  # fmt: skip
        advance(str(match_id))


def played(game: str = "zertz", moves: int = 4):
    people = [new_guest("First"), new_guest("Second")]
    match_id = open_table(account=people[0].pk, wish=Wish(game, 2, lot=False)).id
    take_seat(match_id=match_id, account=people[1].pk)
    advance(str(match_id))
    answer_all(match_id, people, moves)
    return match_id, people


def over(game: str = "zertz", moves: int = 4):
    match_id, people = played(game, moves)
    resign(match_id=match_id, account=people[0].pk)
    advance(str(match_id))
    return match_id, people


def fork(client, match_id, account, **body):
    headers = {"HTTP_AUTHORIZATION": f"Bearer {new_token(account)}"}
    return client.post(f"/api/matches/{match_id}/fork", json.dumps(body), "application/json", **headers)


def steps(client, match_id) -> list[dict]:
    return client.get(f"/api/matches/{match_id}/outline").json()["steps"]


def forked(client, game: str = "zertz"):
    """A fork of the third step, played on for two moves and ended: ids of both and the people."""
    match_id, people = over(game)
    seq = steps(client, match_id)[2]["seq"]
    answer = fork(client, match_id, people[0], seq=seq + 1)
    assert answer.status_code == 201, answer.content
    new = uuid.UUID(answer.json()["id"])
    take_seat(match_id=new, account=people[1].pk)
    advance(str(new))
    answer_all(new, people, 2)
    resign(match_id=new, account=people[1].pk)
    advance(str(new))
    return match_id, new, seq


def export(client, match_id):
    return client.get(f"/api/matches/{match_id}/export").json()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_fork_begins_where_the_source_stood_and_both_verify(client, game):
    match_id, new, seq = forked(client, game)
    opening = Event.objects.get(stream_id=new, seq=0).pub
    assert (opening["from"]["match"], opening["from"]["seq"]) == (str(match_id), seq)
    assert (opening["seats"], opening.get("rated")) == (2, None)
    started = Event.objects.get(stream_id=new, type="match.started")
    assert started.dp == Event.objects.get(stream_id=match_id, seq=seq).dp
    assert not verify(export(client, new))
    report = Report()
    check(export(client, new), export(client, match_id), report)
    assert not report.findings


def test_the_time_of_the_plies_goes_on(client):
    match_id, new, seq = forked(client)
    source = Event.objects.get(stream_id=match_id, seq=seq)
    made = Event.objects.get(stream_id=match_id, seq=source.pub["of"])
    began = Event.objects.get(stream_id=match_id, type="match.started")
    ms = fair.ms_between(fair.time_text(began.at), fair.time_text(made.at))
    assert Event.objects.get(stream_id=new, seq=0).pub["from"]["ms"] == ms


DAMAGES = (
    lambda opening: opening["from"].update(ms=opening["from"]["ms"] + 1),
    lambda opening: opening["from"].update(seq=0),
    lambda opening: opening["from"].update(match=str(uuid.uuid4())),
    lambda opening: opening["from"]["state"].update(last="Wa1,a2"),
    lambda opening: opening.update(options=opening["options"] | {"goal": "blitz"}),
    lambda opening: opening.update(rules_version=1),
    lambda opening: opening.pop("from"),
)
IN_A_BROWSER = """
import {readFileSync} from "node:fs";
import {readJson, verifyFile} from "./gateway/static/house/verify/verifier.js";
const [source, ...forks] = process.argv.slice(1).map((path) => readJson(readFileSync(path, "utf8")));
const codes = [];
for (const fork of forks) codes.push((await verifyFile(fork, {source})).findings.map(({code}) => code));
console.log(JSON.stringify(codes));
"""


def test_the_verifier_of_the_browser_holds_a_fork_against_its_source(client, tmp_path):
    match_id, new, _ = forked(client)
    good, paths = export(client, new), []
    for number, damage in enumerate((None, *DAMAGES)):
        file = copy.deepcopy(good)
        if damage is not None:
            damage(file["events"][0]["pub"])
        paths.append(tmp_path / f"{number}.json")
        paths[-1].write_text(json.dumps(file))
    source = tmp_path / "source.json"
    source.write_text(json.dumps(export(client, match_id)))
    argv = ["node", "--input-type=module", "-e", IN_A_BROWSER, "--", str(source), *map(str, paths)]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=True)
    intact, *damaged = json.loads(done.stdout)
    assert intact == []
    assert all("FORK" in codes for codes in damaged), damaged


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_fork_that_does_not_fit_its_source_is_reported(client, damage):
    match_id, new, _ = forked(client)
    damaged = copy.deepcopy(export(client, new))
    damage(damaged["events"][0]["pub"])
    report = Report()
    check(damaged, export(client, match_id), report)
    assert report.findings
    assert {finding.code for finding in report.findings} == {"FORK"}


def test_the_command_takes_the_source(client, tmp_path, capsys):
    match_id, new, _ = forked(client)
    files = [tmp_path / "fork.json", tmp_path / "source.json"]
    for path, key in zip(files, (new, match_id), strict=True):
        path.write_text(json.dumps(export(client, key)))
    assert main([str(files[0]), "--source", str(files[1])]) == 0
    assert main([str(files[0])]) == 0
    assert "--source" in capsys.readouterr().out
    assert main([str(files[1]), "--source", str(files[0])]) == 1
    assert main([str(files[0]), "--source", str(tmp_path / "none")]) == 2


def test_what_cannot_be_forked_is_refused(client):
    running, people = played(moves=1)
    assert fork(client, running, people[0], seq=3).json()["error"] == "not-over"
    match_id, people = over(moves=2)
    listed = steps(client, match_id)
    assert fork(client, match_id, people[0], seq=listed[-1]["seq"]).json()["error"] == "match-over"
    assert fork(client, match_id, people[0], seq=0).status_code == 400
    assert fork(client, match_id, people[0], seq=9999).status_code == 400
    assert fork(client, match_id, people[0], seq=listed[1]["seq"], seat=0, bots={"0": "greedy"}).status_code == 400
    assert fork(client, uuid.uuid4(), people[0], seq=0).status_code == 404
    play = read_line(LINES[0])
    store_plays([play], clock.now())
    refused = fork(client, play.id, people[0], seq=1)
    assert (refused.status_code, refused.json()["error"]) == (409, "no-log")
    Match.objects.filter(pk=match_id).update(rules_version=1)
    assert fork(client, match_id, people[0], seq=listed[1]["seq"]).json()["error"] == "old-rules"


def test_a_state_that_is_too_large_is_not_begun_with(client, monkeypatch):
    match_id, people = over(moves=2)
    seq = steps(client, match_id)[1]["seq"]
    size = len(canonical(GAMES["zertz"].dump(position_at(match_id, seq).state)))
    monkeypatch.setattr(forks, "MOST_STATE", size - 1)
    refused = fork(client, match_id, people[0], seq=seq)
    assert (refused.status_code, refused.json()["error"]) == (409, "state-too-large")
    monkeypatch.setattr(forks, "MOST_STATE", size)
    assert fork(client, match_id, people[0], seq=seq).status_code == 201


def test_a_fork_against_a_bot_takes_the_seat_that_was_asked_for(client):
    match_id, people = over(moves=2)
    answer = fork(client, match_id, people[0], seq=steps(client, match_id)[1]["seq"], seat=1, bots={"0": "greedy"})
    assert (answer.status_code, answer.json()["my_seat"], answer.json()["seating"]) == (201, 1, "fixed")


def test_a_fork_counts_for_no_position_in_the_explorer(client):
    _, new, _ = forked(client)
    assert position_at(new, 0).kept.forked
    index_matches([new])
    assert client.get("/api/explore?source=house").json()["matches"] == 0
    assert [card["id"] for card in client.get("/api/matches").json()["results"]] == [str(new)]
