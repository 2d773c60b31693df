"""Daily dumps: packed part by part by one worker at a time; killed in the middle nothing comes twice."""

from __future__ import annotations

import gzip
import hashlib
import json
import uuid
from datetime import timedelta

import pytest

from services.bus import pokes
from services.log import clock
from services.records import dumps, packing
from services.records.due import due
from services.records.models import Dump, DumpPart, ImportJob, Packing
from services.records.packing import pack
from services.records.read.dumps import dump_of
from tests.services.records.test_search import ended

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def poked(monkeypatch):
    calls: list[str] = []
    monkeypatch.setattr(pokes, "poke", lambda task, *args, **more: calls.append(task))
    return calls


@pytest.fixture
def day(monkeypatch, house_clock):
    """A day of five matches that is over, packed two by two."""
    monkeypatch.setattr(dumps, "PART", 2)
    today, matches = clock.now().date(), [str(ended()[0]) for _ in range(5)]
    house_clock(days=3)
    return today, matches


def matches_in(body: bytes) -> list[str]:
    return [json.loads(line)["match"] for line in gzip.decompress(body).splitlines()]


def test_a_day_is_packed_in_parts_that_are_one_file(day):
    date, matches = day
    assert pack() is False
    dump = dump_of(date)
    body = b"".join(dump.parts)
    assert matches_in(body) == matches
    assert DumpPart.objects.filter(day=date).count() == 3
    row = Dump.objects.get(day=date)
    assert (row.matches, row.bytes, row.sha256) == (5, len(body), hashlib.sha256(body).hexdigest())
    assert dump.size == len(body)


def test_what_there_is_of_a_day_by_now_has_the_bytes_of_its_dump(day):
    early = dump_of(day[0])
    assert early.size is None
    body = b"".join(early.parts)
    pack()
    assert b"".join(dump_of(day[0]).parts) == body


def test_whoever_is_killed_is_gone_on_for_where_it_was_and_nothing_comes_twice(day, monkeypatch, house_clock):
    date, matches = day
    line, made = dumps._line, []

    def killed(match):
        if len(made) == 4:
            raise SystemExit
        made.append(str(match))
        return line(match)

    monkeypatch.setattr(dumps, "_line", killed)
    with pytest.raises(SystemExit):
        pack()
    assert not Dump.objects.filter(day=date).exists()
    assert pack() is False  # its claim still holds
    monkeypatch.setattr(dumps, "_line", lambda match: made.append(str(match)) or line(match))
    house_clock(days=3, seconds=11)
    pack()
    assert made == matches
    assert matches_in(b"".join(dump_of(date).parts)) == matches


def test_whoever_was_overtaken_keeps_nothing(day, monkeypatch):
    line = dumps._line

    def slow(match):
        Packing.objects.update(claim=uuid.uuid4())
        return line(match)

    monkeypatch.setattr(dumps, "_line", slow)
    assert pack() is False
    assert not DumpPart.objects.exists()


def test_a_long_dump_makes_way_for_what_waits_after_a_while(day, monkeypatch, poked):
    monkeypatch.setattr(packing, "STRETCH", 0)
    for parts in (1, 2):
        assert pack() is True
        assert DumpPart.objects.count() == parts
    while pack():
        pass
    assert Dump.objects.get(day=day[0]).matches == 5


def test_one_worker_packs_at_a_time_and_imports_are_read_beside_it(day, poked):
    job = ImportJob.objects.create(account=uuid.uuid4(), form="records", at=clock.now())
    poked.clear()
    due(clock.now())
    assert sorted(poked) == ["records.pack", "records.take"]
    poked.clear()
    Packing.objects.create(claim=uuid.uuid4(), claimed_until=clock.now() + packing.CLAIM)
    due(clock.now())
    assert poked == ["records.take"]
    assert pack() is False
    assert ImportJob.objects.get().pk == job.pk


def test_a_day_without_matches_has_an_empty_dump(day):
    pack()
    other = day[0] + timedelta(days=1)
    dump = dump_of(other)
    body = b"".join(dump.parts)
    assert (gzip.decompress(body), dump.size) == (b"", len(body))
    assert Dump.objects.get(day=other).sha256 == hashlib.sha256(body).hexdigest()
