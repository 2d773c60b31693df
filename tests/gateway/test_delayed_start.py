"""A spectator delay before whose end nothing of a match may be known: every address says so, and none breaks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.gateway.test_async_calls import Caller, ann, bea, begun, move, no_pokes  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)
MATCH = "<uuid:match_id>"
OTHERS = {
    "<int:seq>": "3",
    "<int:offer>": "1",
    "<str:lang>": "en",
    "<uuid:account>": "0" * 8 + "-0000" * 3 + "-" + "0" * 12,
}


def addresses(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for entry in resolver.url_patterns:
        path = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from addresses(entry, path)
        elif isinstance(entry, URLPattern) and MATCH in path and not path.endswith("stream"):
            yield path


def test_every_address_of_a_match_that_has_not_begun_for_the_late_says_so(ann, bea):  # noqa: F811
    here, stranger = begun(ann, bea, delay={"ms": 600_000}), Caller("Cem")
    first = move(ann, here)
    ann("post", f"{here}/resignation", {})
    client = Client(headers={"Authorization": f"Bearer {stranger.token}"}, raise_request_exception=False)
    seen = {}
    for path in addresses(get_resolver()):
        address = path.replace(MATCH, here.rsplit("/", 1)[-1])
        for name, value in OTHERS.items():
            address = address.replace(name, value)
        answer = client.get(f"/{address}")
        seen[path] = answer.status_code
        assert first.encode() not in (b"".join(answer.streaming_content) if answer.streaming else answer.content), path
    assert len(seen) > 30
    assert {path: status for path, status in seen.items() if status >= 500} == {}
