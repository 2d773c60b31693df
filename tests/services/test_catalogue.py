"""The catalogue of a match's events is what the verifier accepts: types, writers, keys, digests, sealed parts."""

from __future__ import annotations

import pytest

from deploy.papers import events_page
from services.matches.event_form import MatchEvent, key_of, pub_fields
from services.matches.events import CATALOGUE, MatchEnded, OfferMade
from verifier.events import EVENTS, EventType
from verifier.forms import Fields


def keys_of(kind: type[MatchEvent]) -> dict[str, bool]:
    """Each key of `pub`, and whether it may be left out."""
    return {key_of(item): bool(item.metadata.get("opt")) for item in pub_fields(kind)}


def accepted_keys(accepted: EventType) -> dict[str, bool]:
    """The same as the verifier has it: what only some of the ways to write it need may be left out."""
    ways = [way.pub for way in accepted.ways]
    assert all(isinstance(pub, Fields) for pub in ways)
    names = {name for pub in ways for name in (*pub.needed, *pub.optional)}
    return {name: not all(name in pub.needed for pub in ways) for name in names}


def test_it_has_the_types_that_the_verifier_accepts():
    assert set(CATALOGUE) == set(EVENTS)


@pytest.mark.parametrize("name", EVENTS)
def test_a_type_is_written_by_whom_and_as_the_verifier_accepts_it(name):
    kind, accepted = CATALOGUE[name], EVENTS[name]
    assert set(kind.BY) == {role for way in accepted.ways for role in way.by}
    assert keys_of(kind) == accepted_keys(accepted)
    assert accepted.digests == kind.DIGESTS
    assert bool(kind.SEALED) == (accepted.sealed.most != 0)


@pytest.mark.parametrize("actor", ["server", "bot:1", "acct:x", "director:x"])
def test_nobody_else_drafts_it(actor):
    with pytest.raises(ValueError, match=r"offer\.made is not written by"):
        OfferMade(seat=0, offer=1, kind="draw").draft(actor)
    assert OfferMade(seat=0, offer=1, kind="draw").draft("seat:0").type == OfferMade.TYPE
    with pytest.raises(ValueError, match=r"match\.ended is not written by"):
        MatchEnded(scores=(1, 0), winners=(0,), reason="rules").draft("seat:0")


def test_the_page_of_events_names_the_keys_that_stand_in_the_log():
    lines = {line.split("`")[1]: line for line in events_page().splitlines() if line.startswith("| `")}
    for name, kind in CATALOGUE.items():
        for key, optional in keys_of(kind).items():
            assert (f"[`{key}`]" if optional else f"`{key}`") in lines[name]
