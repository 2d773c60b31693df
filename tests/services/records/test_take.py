"""Imports against real stores: what is added, known and refused; killed in the middle nothing comes twice."""

from __future__ import annotations

import gzip
import json
import uuid
from io import StringIO

import pytest
from django.core.management import call_command

from services.bus import pokes
from services.log import clock
from services.log.models import Leaf, Stream
from services.matches.models import Match
from services.records import take as taking
from services.records.models import COLLECTION, Entry, Explored, Holding, ImportJob, ImportLine, Record, Visit
from services.records.plays import read_line
from services.records.read.imports import begin_import, import_json
from services.records.take import RECORDS, SGF, take
from tests.services.records.boardspace import FILE, LINES, sgf
from tests.services.records.boardspace import RECORDS as MATCHES

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)


def imported(data: bytes, form: str = RECORDS, account: uuid.UUID | None = None) -> dict:
    account = account or uuid.uuid4()
    job = begin_import(account=account, form=form, packed=gzip.compress(data))
    take(job)
    return import_json(job, account)


def test_an_import_says_what_was_added_and_the_same_again_adds_nothing():
    account = uuid.uuid4()
    first = imported(b"\n".join(LINES[:5]), account=account)
    assert (first["status"], first["records"], first["added"], first["known"]) == ("done", 5, 5, 0)
    assert first["matches"] == [str(read_line(line).id) for line in LINES[:5]]
    again = imported(b"\n".join(LINES[:5]), account=account)
    assert (again["added"], again["known"], again["matches"]) == (0, 5, first["matches"])
    assert Record.objects.count() == Holding.objects.count() == 5


def test_the_same_play_from_another_file_is_the_same_record():
    assert imported(LINES[0])["added"] == 1
    assert imported(sgf(MATCHES[0]).encode("latin-1"), SGF)["known"] == 1


def test_of_a_play_that_stands_twice_in_a_file_the_first_is_added():
    answer = imported(LINES[0] + b"\n\n" + LINES[0] + b"\n")
    assert (answer["records"], answer["added"], answer["known"]) == (2, 1, 1)
    assert [line.line for line in ImportLine.objects.order_by("line")] == [1, 3]


def test_each_record_stands_alone_and_a_refusal_says_line_ply_and_rule():
    bad = json.dumps(MATCHES[1] | {"moves": ["Wa1,b1", "Wa1,d7"]}).encode()
    answer = imported(b"\n".join([LINES[0], bad, b"{", LINES[2]]))
    assert (answer["added"], len(answer["refused"])) == (2, 2)
    assert answer["refused"][0] | {"detail": ""} == {
        "line": 2, "ply": 2, "seq": None, "error": "illegal-move", "rule": "ring-filled", "detail": "",
    }  # fmt: skip
    assert (answer["refused"][1]["line"], answer["refused"][1]["error"]) == (3, "bad-record")


def test_nobody_else_sees_an_import():
    job = begin_import(account=uuid.uuid4(), form=RECORDS, packed=gzip.compress(LINES[0]))
    with pytest.raises(Exception, match="not-found"):
        import_json(job, uuid.uuid4())


def test_an_import_that_was_killed_goes_on_where_it_was_and_nothing_comes_twice(monkeypatch, house_clock):
    monkeypatch.setattr(taking, "BATCH", 3)
    account, stored = uuid.uuid4(), taking.store_plays
    job = begin_import(account=account, form=RECORDS, packed=gzip.compress(b"\n".join(LINES[:10])))
    calls = []

    def killed(*args):
        calls.append(1)
        new = stored(*args)
        if len(calls) == 3:
            raise SystemExit  # after its statements, before the commit
        return new

    monkeypatch.setattr(taking, "store_plays", killed)
    with pytest.raises(SystemExit):
        take(job)
    assert import_json(job, account)["status"] == "running"
    assert Record.objects.count() == 6
    assert take(job) is False  # its claim still holds
    assert Record.objects.count() == 6
    house_clock(seconds=11)
    take(job)
    answer = import_json(job, account)
    assert (answer["status"], answer["added"], answer["known"], Record.objects.count()) == ("done", 10, 0, 10)
    start = Explored.objects.filter(shelf=str(account)).order_by("position")
    first = Visit.objects.filter(entry=answer["matches"][0]).values_list("position", flat=True)
    played = [row for row in start if row.position in set(first)]
    assert max(sum((row.won, row.lost, row.drawn)) for row in played) <= 10


def test_whoever_was_overtaken_writes_nothing(monkeypatch, house_clock):
    monkeypatch.setattr(taking, "BATCH", 3)
    account, read = uuid.uuid4(), taking.outcomes
    job = begin_import(account=account, form=RECORDS, packed=gzip.compress(b"\n".join(LINES[:7])))

    def slow(*args):
        if len(overtaking) == 0:
            overtaking.append(1)
            ImportJob.objects.filter(pk=job).update(claimed_until=clock.now())
        return read(*args)

    overtaking: list[int] = []
    monkeypatch.setattr(taking, "outcomes", slow)
    take(job)
    assert import_json(job, account)["added"] == 7


def test_what_is_imported_is_never_in_leaves_matches_or_streams():
    imported(b"\n".join(LINES[:5]))
    assert not Match.objects.exists()
    assert not Stream.objects.exists()
    assert not Leaf.objects.exists()


def run_command(*files) -> tuple[str, int]:
    out, code = StringIO(), 0
    try:
        call_command("import_records", *map(str, files), stdout=out)
    except SystemExit as end:
        code = int(end.code)
    return out.getvalue(), code


def test_the_command_fills_the_collection_with_the_300_matches():
    assert run_command(FILE) == ("added 300, known 0, refused 0\n", 0)
    assert Entry.objects.filter(shelf=COLLECTION).count() == 300
    assert run_command(FILE) == ("added 0, known 300, refused 0\n", 0)


def test_the_command_names_file_line_ply_and_code_and_fails(tmp_path):
    bad = json.dumps(MATCHES[1] | {"moves": ["Wa1,b1", "Wa1,d7"]}).encode()
    packed = tmp_path / "some.jsonl.gz"
    packed.write_bytes(gzip.compress(LINES[0] + b"\n" + bad + b"\n{"))
    plain = tmp_path / "games.sgf"
    plain.write_bytes(sgf(MATCHES[2]).encode("latin-1"))
    out, code = run_command(packed, plain)
    assert code == 1
    assert out.splitlines() == [
        f"{packed}:2 ply 2 illegal-move",
        f"{packed}:3 ply - bad-record",
        "added 2, known 0, refused 2",
    ]


def test_a_play_that_somebody_has_brought_comes_into_the_collection_too(tmp_path):
    account = uuid.uuid4()
    imported(LINES[0], account=account)
    assert not Entry.objects.filter(shelf=COLLECTION).exists()
    file = tmp_path / "some.jsonl"
    file.write_bytes(LINES[0])
    assert run_command(file)[0] == "added 1, known 0, refused 0\n"
    assert Entry.objects.get().shelf == COLLECTION
    assert Holding.objects.get().account == account
