"""The log of a match as people read it, and the panel that says why it ended."""

from __future__ import annotations

import html
import re
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from engine.games import GAMES
from gateway.words import shell_texts
from services.auditor import passes
from services.auditor import tasks as auditor
from services.auditor.check import failed
from services.clocks.tasks import tick
from services.log import clock
from services.log.checkpoints import write_checkpoint
from services.log.models import Event
from services.matches.events import CATALOGUE
from services.readers.public import put_back
from services.records.follow import index_matches
from services.referee.tasks import advance
from tests.gateway.test_async_calls import Caller, begun, move
from tests.gateway.test_replay import played
from tests.services.conftest import match_of
from verifier import VERSION

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ann(pokes):
    return Caller("Ann")


@pytest.fixture
def bea(pokes):
    return Caller("Bea")


def page(here: str, query: str = "", client: Client | None = None) -> str:
    answer = (client or Client()).get(f"{here}/audit{query}")
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def seqs(text: str) -> list[int]:
    return [int(seq) for seq in re.findall(r'<li id="seq-\d+" data-seq="(\d+)"', text)]


def section(text: str, name: str) -> str:
    return text[text.index(f'id="{name}"') :].split("</section>")[0]


def resigned(here: str, who: Caller) -> str:
    who("post", f"{here}/resignation", {})
    advance(here[9:])
    return here


@pytest.mark.parametrize("language", ["en", "fa"])
def test_every_kind_of_event_has_a_sentence(language):
    sentences = shell_texts(language)["audit"]["events"]
    types = {key.removesuffix(".yes").removesuffix(".no") for key in sentences}
    assert set(CATALOGUE) <= types


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_event_is_shown(pokes, game):
    here = played(pokes, game)
    all_seqs = list(Event.objects.filter(stream_id=here[9:]).order_by("seq").values_list("seq", flat=True))
    for language in ("en", "fa"):
        text = page(here, f"?lang={language}")
        assert seqs(text) == all_seqs[:400]
        words = re.sub(r"<code.*?</code>", "", text)
        assert not re.search(r">\s*(?:audit|replay|match)\.[a-z_]+", words), f"a word is missing ({language})"
        article = text[text.index("<article") : text.index("</article>")]
        assert not re.search(r"\{[a-z_]+\}", article), f"a hole is left ({language})"


def test_after_the_end_it_tells_from_which_bag_something_was_drawn_and_for_whom(pokes):
    text = page(played(pokes, "saboteur_duel"))
    assert re.search(r"Drawn for .*deck.* out of .*HH × \d", text)
    assert re.search(r"Sealed for .*; opened to everybody by #\d+\.", text)


@pytest.mark.parametrize(
    ("language", "nothing", "lot"),
    [
        ("en", "Ann takes a place and adds nothing to the luck.", "Drawn by lot: seat 1 is for {}."),
        ("fa", "Ann نشست و چیزی به بخت نیفزود.", "به قید قرعه: صندلی ۱ از آن {} است."),
    ],
)
def test_who_gave_nothing_to_the_luck_and_who_sits_where_by_lot_is_said_in_words(ann, bea, language, nothing, lot):
    here = begun(ann, bea, seating="lot")
    text = re.sub("[\u2066-\u2069]", "", page(here, f"?lang={language}"))
    first = ann("get", here).said["seats"][0]["name"]
    assert nothing in text
    assert lot.format(first) in text


def test_before_the_end_nothing_sealed_is_shown(ann, bea):
    here = begun(ann, bea, game="saboteur_duel")
    text = page(here)
    assert "out of" not in text
    assert "Sealed for" in text
    ann.client.force_login(ann.account)
    own = page(here, client=ann.client)
    assert own.count("Drawn for") > text.count("Drawn for"), "a seat reads its own cards"
    assert "out of" not in own


def test_a_move_is_sealed_while_the_match_runs_and_open_to_its_mover(ann, bea):
    here = begun(ann, bea, game="glux")
    first = ann if ann("get", f"{here}/frame").said["decision"] is not None else bea
    move(first, here)
    assert "What was said is sealed." in page(here)
    first.client.force_login(first.account)
    assert "What was said is sealed." not in page(here, client=first.client)


def test_why_a_match_ended_by_the_rules_names_the_move_the_count_and_the_rules(pokes):
    here = played(pokes, "zertz")
    why = section(page(here), "why")
    judged = Event.objects.filter(stream_id=here[9:], type="move.judged").order_by("-seq").first()
    assert f"#seq-{judged.seq}" in why
    assert "By the rules of the game" in why
    assert "has captured" in why


def test_why_a_match_ended_by_resignation_names_who_gave_up(ann, bea):
    here = resigned(begun(ann, bea), ann)
    why = section(page(here), "why")
    event = Event.objects.get(stream_id=here[9:], type="seat.resigned")
    assert f"#seq-{event.seq}" in why
    assert "Ann\u2069 resigns." in why
    assert "By the rules of the game" not in why


def test_why_a_match_ended_by_time_shows_the_arithmetic_of_the_clock(ann, bea, house_clock):
    here = begun(ann, bea, clock={"kind": "per_move", "ms": 60_000})
    move(ann, here)
    move(bea, here)
    house_clock(minutes=5)
    tick()
    advance(here[9:])
    text = page(here)
    assert "The thinking time of \u2068Ann\u2069 has run out." in section(text, "why")
    assert section(text, "clocks").count("<tr>") == 4
    assert "time ran out" in section(text, "clocks")


def test_why_a_match_was_called_off_names_who_did_not_come(ann, bea, house_clock):
    here = begun(ann, bea, clock={"kind": "per_move", "ms": 60_000})
    house_clock(minutes=5)
    tick()
    advance(here[9:])
    why = section(page(here), "why")
    assert "The match is called off" in why
    assert "The thinking time of \u2068Ann\u2069 has run out." in why


def test_a_match_that_runs_has_no_such_panel(ann, bea):
    assert 'id="why"' not in page(begun(ann, bea))


def test_filters_show_a_kind_of_events_or_those_of_a_seat(pokes):
    here = played(pokes, "zertz")
    moves = seqs(page(here, "?kind=play&seat=1"))
    events = {event.seq: event for event in Event.objects.filter(stream_id=here[9:])}
    assert moves
    assert {events[seq].type for seq in moves} == {"move.made", "move.judged"}
    assert {events[seq].pub.get("seat", 1) for seq in moves} == {1}
    assert len(seqs(page(here, "?kind=nonsense&seat=99"))) == len(events)


def test_a_long_log_comes_in_pages(pokes, monkeypatch):
    monkeypatch.setattr("gateway.pages.audit.PAGE", 10)
    here = played(pokes, "zertz")
    shown, query = [], "?"
    while query:
        text = page(here, query)
        shown += seqs(text)
        following = re.search(r'rel="next" href="([^"]+)"', text)
        query = following[1] if following else ""
    assert shown == list(Event.objects.filter(stream_id=here[9:]).order_by("seq").values_list("seq", flat=True))


def test_the_verifier_of_the_browser_finds_its_place(pokes):
    here = played(pokes, "zertz")
    text = page(here)
    assert f'<section id="verify-here" data-match="{here[9:]}"' in text
    assert text.count('class="tick"') == len(seqs(text))


def test_a_private_match_is_read_by_those_who_may_see_it(ann, bea):
    table = ann("post", "/tables", {"game": "zertz", "seats": 2, "private": True}).said
    assert Client().get(f"/matches/{table['id']}/audit").status_code == 404
    assert Client().get(f"/matches/{table['id']}/audit?invite={table['invite']}").status_code == 200


# -- the audit of the house --------------------------------------------------------------------------------------------


def card(here: str) -> Any:
    return Client().get(f"/api{here}").json()


def test_the_card_has_the_outcome_of_the_audit_when_and_by_which_verifier(pokes):
    here = played(pokes, "zertz")
    assert card(here)["audit"] is None
    assert "has not folded" in section(page(here), "verify-here")
    auditor.check(here[9:])
    audit = card(here)["audit"]
    assert audit == {"verdict": "holds", "at": audit["at"], "version": VERSION}
    assert datetime.fromisoformat(audit["at"]) <= clock.now()
    assert 'data-verdict="holds"' in page(here)
    index_matches([UUID(here[9:])])
    assert Client().get("/api/matches").json()["results"][0]["audit"] == audit


def test_a_failed_audit_is_shown_by_its_code(pokes):
    here = played(pokes, "zertz")
    failed(UUID(here[9:]), "CHAIN")
    assert card(here)["audit"]["verdict"] == "CHAIN"
    assert 'data-verdict="CHAIN"' in page(here)


def test_the_full_pass_renews_a_verdict_and_clears_no_failure(pokes, house_clock):
    passes.due(clock.now())
    good, bad = played(pokes, "zertz"), played(pokes, "zertz")
    failed(UUID(bad[9:]), "CHAIN")
    assert card(good)["audit"] is None
    house_clock(days=8)
    passes.due(clock.now())
    auditor.full()
    assert card(good)["audit"]["verdict"] == "holds"
    assert card(bad)["audit"]["verdict"] == "CHAIN"


def test_whoever_is_behind_hears_of_no_audit(pokes):
    here = played(pokes, "zertz")
    auditor.check(here[9:])
    match = match_of(UUID(here[9:]))
    assert put_back(match, match.head.seq - 1).audit == ""


def test_the_page_names_the_proof_of_the_tree_once_there_is_one(pokes):
    here = played(pokes, "zertz")
    assert "data-inclusion" not in page(here)
    auditor.tick()
    write_checkpoint()
    assert f'data-inclusion="/api{here}/inclusion"' in page(here)
    assert Client().get(f"/api{here}/inclusion").status_code == 200
