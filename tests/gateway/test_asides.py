"""Notes to oneself on a match, and polite phrases to the others."""

from __future__ import annotations

import json

import pytest

from gateway.words import LANGUAGES, shell_texts
from services.bus import pokes
from services.log.models import Event
from services.playing import phrases
from tests.gateway.test_async_calls import Caller, begun, refused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)


@pytest.fixture
def said(monkeypatch):
    """What is sent to those who look at a match."""
    notes: list[dict] = []
    monkeypatch.setattr(phrases, "publish_note", lambda topic, text: notes.append(json.loads(text)))
    return notes


def test_a_note_is_kept_for_its_writer_alone():
    ann, bea = Caller("Ann"), Caller("Bea")
    here = begun(ann, bea)
    assert ann("get", f"{here}/note").said == {"text": ""}
    assert ann("put", f"{here}/note", {"text": "beware of d4"}).said == {"text": "beware of d4"}
    assert ann("get", f"{here}/note").said == {"text": "beware of d4"}
    assert bea("get", f"{here}/note").said == {"text": ""}
    assert ann("put", f"{here}/note", {"text": " "}).said == {"text": ""}


def test_a_note_that_is_too_long_is_refused():
    ann, bea = Caller("Ann"), Caller("Bea")
    here = begun(ann, bea)
    refused(ann("put", f"{here}/note", {"text": "x" * 4001}), 400, "bad-request")


def test_a_phrase_goes_to_the_others_and_into_no_log(said):
    ann, bea = Caller("Ann"), Caller("Bea")
    here = begun(ann, bea)
    events = Event.objects.count()
    assert bea("post", f"{here}/phrases", {"phrase": "good-move"}).status_code == 202
    assert said == [{"seat": 1, "phrase": "good-move"}]
    assert Event.objects.count() == events


def test_only_known_phrases_of_those_who_sit_there_are_sent(said):
    ann, bea = Caller("Ann"), Caller("Bea")
    here = begun(ann, bea)
    refused(ann("post", f"{here}/phrases", {"phrase": "buy my book"}), 400, "bad-request")
    refused(Caller("Cyd")("post", f"{here}/phrases", {"phrase": "hello"}), 403, "not-your-seat")
    assert said == []


def test_there_are_ten_phrases_in_every_language():
    for language in LANGUAGES:
        assert set(shell_texts(language)["phrases"]) == set(phrases.PHRASES)
    assert len(phrases.PHRASES) == 10
