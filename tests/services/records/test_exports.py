"""Importing a `fair1` export: a stream of another origin, byte for byte; damaged ones are refused with code and seq."""

from __future__ import annotations

import copy
import gzip
import json
import uuid
from functools import cache

import pytest

from engine.games import GAMES
from services.auditor.due import due as auditor_due
from services.bus import pokes
from services.log import clock
from services.log.models import Event, Leaf, Stream
from services.log.read import export as read_export
from services.log.read import head_of
from services.matches.models import Match
from services.records.exports import body_of
from services.records.models import Entry, Holding
from services.records.read.imports import begin_import, import_json
from services.records.take import EXPORT, take
from tests.verifier.writer import Writer

pytestmark = pytest.mark.django_db(transaction=True)


@cache
def exported(game: str = "zertz") -> dict:
    writer = Writer(GAMES[game], [None, "greedy"])
    writer.play()
    return writer.export()


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)


def imported(export: dict, account: uuid.UUID | None = None) -> dict:
    account = account or uuid.uuid4()
    body = json.dumps(export, indent=1, ensure_ascii=False).encode()
    job = begin_import(account=account, form=EXPORT, packed=gzip.compress(body))
    take(job)
    return import_json(job, account)


def test_an_export_keeps_its_id_and_every_byte():
    answer = imported(exported())
    match = uuid.UUID(exported()["match"])
    assert (answer["added"], answer["refused"], answer["matches"]) == (1, [], [str(match)])
    assert body_of(match) == json.dumps(exported(), indent=1, ensure_ascii=False).encode()


def test_its_events_are_a_stream_of_another_origin_from_which_the_same_export_is_made():
    imported(exported())
    stream = Stream.objects.get()
    assert (str(stream.id), stream.kind, stream.origin[:4]) == (exported()["match"], "import", "key ")
    again = read_export(head_of(stream), None)
    by_place = sorted(exported()["opened"], key=lambda part: (part["seq"], part["aud"]))
    assert again["events"] == exported()["events"]
    assert again["opened"] == by_place


def test_the_same_again_is_known_for_whoever_brings_it():
    first, second = uuid.uuid4(), uuid.uuid4()
    assert imported(exported(), first)["added"] == 1
    assert imported(exported(), first)["known"] == 1
    assert imported(exported(), second)["known"] == 1
    assert {row.account for row in Holding.objects.all()} == {first, second}
    assert Entry.objects.count() == Stream.objects.count() == 1


def test_a_damaged_export_is_refused_with_code_and_event_and_nothing_is_kept():
    damaged = copy.deepcopy(exported())
    damaged["events"][5]["at"] = damaged["events"][6]["at"]
    answer = imported(damaged)
    assert (answer["added"], answer["records"]) == (0, 1)
    assert (answer["refused"][0]["error"], answer["refused"][0]["seq"]) == ("HASH", 5)
    assert not Stream.objects.exists()
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("change", "code"), [({"game": "chess"}, "unknown-game"), ({"rules_version": 99}, "unknown-rules")]
)
def test_an_unknown_game_or_version_is_refused(change, code):
    strange = copy.deepcopy(exported())
    strange["events"][0]["pub"] |= change
    answer = imported(strange)
    assert (answer["refused"][0]["error"], answer["refused"][0]["seq"]) == (code, 0)


@pytest.mark.parametrize("export", [{}, {"events": []}, {"events": [1, None]}, {"match": "x", "events": [{}]}])
def test_what_is_no_export_is_refused(export):
    assert imported(export)["refused"][0]["error"] == "FORM"


def test_a_log_of_this_house_is_known_by_its_head_and_refused_with_another():
    imported(exported())
    Stream.objects.update(origin="")  # as if it had been played here
    assert imported(exported())["known"] == 1
    Stream.objects.update(head_hash="0" * 64)
    answer = imported(exported())
    assert (answer["known"], answer["refused"][0]["error"]) == (0, "HEAD")


def test_an_imported_log_is_no_match_of_this_house_and_never_gets_a_leaf():
    imported(exported())
    auditor_due(clock.now())
    assert not Match.objects.exists()
    assert not Leaf.objects.exists()


def test_a_log_with_secrets_and_chance_is_taken_too():
    answer = imported(exported("saboteur_duel"))
    assert (answer["added"], answer["refused"]) == (1, [])
