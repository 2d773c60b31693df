"""manage.py audit: one process or several, flat lines, failures parked."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command

from services.auditor import check
from services.management.commands import audit as command
from services.matches.models import Match
from services.pairings import again
from services.readers.status import count_all
from tests.services.conftest import spoil
from tests.services.test_checkpoints import finished, key  # noqa: F401
from tests.services.tournament_hands import Evening

pytestmark = pytest.mark.django_db(transaction=True)


def run(*words):
    out = StringIO()
    code = 0
    try:
        call_command("audit", *words, stdout=out, stderr=StringIO())
    except SystemExit as left:
        code = left.code
    return code, out.getvalue().splitlines()


@pytest.mark.parametrize("processes", ["1", "2"])
def test_every_match_is_audited_by_however_many_processes(key, processes, monkeypatch):  # noqa: F811
    monkeypatch.setattr(command, "BATCH", 2)
    for _ in range(7):
        finished()
    code, lines = run("--all", "--processes", processes)
    assert code == 0
    assert lines[-1].startswith("7 matches, ")
    assert lines[-1].endswith(": 0 failed")


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_match_that_fails_is_printed_parked_and_counted_on_the_status_page(key, processes, monkeypatch):  # noqa: F811
    monkeypatch.setattr(command, "BATCH", 1)
    good, bad = finished(), finished()
    spoil(bad)
    code, lines = run("--all", "--processes", processes)
    assert code == 1
    assert any(line.startswith(f"{bad.id} HASH 0 ") for line in lines)
    assert Match.objects.get(pk=bad.id).parked.startswith("audit: ")
    assert Match.objects.get(pk=good.id).parked == ""
    assert (count_all().failed_audits, count_all().parked_matches) == (1, 1)


def played(pokes) -> Evening:
    evening = Evening(pokes, "swiss", 4, rounds=2)
    evening.start()
    evening.play()
    return evening


def test_a_tournament_is_audited_with_its_matches_and_every_round_is_paired_again(key, pokes):  # noqa: F811
    evening = played(pokes)
    assert run(str(evening.id)) == (0, ["0 matches, 0 events: 0 failed", "1 tournaments: 0 failed"])
    code, lines = run("--all")
    assert (code, lines[-1]) == (0, "1 tournaments: 0 failed")
    assert lines[-2].startswith("4 matches, ")


def test_a_round_that_its_engine_pairs_otherwise_is_named(key, pokes, monkeypatch):  # noqa: F811
    evening = played(pokes)
    seq = evening.state.round(2).seq
    whole = again.draft_round

    def turned(ledger, number, previous):
        draft = whole(ledger, number, previous)
        return draft if number == 1 else replace(draft, tables=tuple(table[::-1] for table in draft.tables))

    monkeypatch.setattr(again, "draft_round", turned)
    code, lines = run(str(evening.id))
    assert code == 1
    assert [line.split()[1:3] for line in lines if line.startswith(str(evening.id))] == [["ENGINE", str(seq)]]


def test_an_engine_of_another_version_than_recorded_is_not_asked_and_that_is_said(key, pokes, monkeypatch):  # noqa: F811
    evening = played(pokes)
    monkeypatch.setattr(again, "VERSION", "0.0")
    code, lines = run(str(evening.id))
    assert code == 0
    notes = [line for line in lines if "note: " in line]
    assert len(notes) == 2
    assert notes[0].endswith("installed is 0.0")


def test_a_match_whose_examination_raises_is_named_and_ends_nothing(key, monkeypatch):  # noqa: F811
    good, bad = finished(), finished()
    honest = check._examined

    def examined(match, *more):
        if match.id == bad.id:
            raise RuntimeError
        return honest(match, *more)

    monkeypatch.setattr(check, "_examined", examined)
    code, lines = run("--all", "--processes", "1")
    assert code == 1
    assert (lines[-1].split(",")[0], lines[-1].split(": ")[1]) == ("2 matches", "1 failed")
    assert Match.objects.get(pk=good.id).audit == "holds"
    assert lines[0].startswith(f"{bad.id} broke-off - ")
