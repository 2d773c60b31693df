"""The OpenAPI description: complete, valid, and what schemathesis finds against it."""

from __future__ import annotations

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi import checks

from engine.games import GAMES
from services.bus import counters, pokes
from services.people.accounts import new_guest
from services.people.tokens import new_token

pytestmark = pytest.mark.django_db(transaction=True)

# A guest's token is sent with everything, so "may be called without" is not a finding; made-up bodies may be fine.
LOOSE = [checks.ignored_auth, checks.negative_data_rejection, checks.positive_data_acceptance]
CALLS = {
    "/api/commitments": {"post"},
    "/api/games": {"get"},
    "/api/imports": {"post"},
    "/api/matches": {"get"},
    "/api/explore": {"get"},
    "/api/players/{account}": {"get"},
    "/api/me/data": {"get"},
    "/api/records": {"get"},
    "/api/records/daily.ndjson.gz": {"get"},
    "/api/tries": {"post"},
    "/api/matches/{match_id}/fork": {"post"},
    "/api/matches/{match_id}/computer": {"get", "post"},
    "/api/puzzles/today": {"get"},
    "/api/puzzles/{puzzle_id}/answers": {"post"},
    "/api/analyses": {"post"},
    "/api/analyses/{key}": {"get", "put", "delete"},
    "/api/imports/{job_id}": {"get"},
    "/api/guests": {"post"},
    "/api/me": {"get", "patch", "delete"},
    "/api/me/keep": {"post"},
    "/api/me/password": {"put"},
    "/api/recovery": {"post"},
    "/api/recovery/{token}": {"post"},
    "/api/me/sessions": {"delete"},
    "/api/me/follows": {"get"},
    "/api/me/follows/{account}": {"put", "delete"},
    "/api/me/blocks": {"get"},
    "/api/me/blocks/{account}": {"put", "delete"},
    "/api/reports": {"post"},
    "/api/me/trail": {"get"},
    "/api/appeals": {"post"},
    "/api/players": {"get"},
    "/api/seeks": {"get", "post"},
    "/api/seeks/{seek}": {"get", "delete"},
    "/api/seeks/{seek}/answers": {"post"},
    "/api/tables/{match_id}/invitations": {"post"},
    "/api/invitations": {"get"},
    "/api/invitations/{invitation}": {"delete"},
    "/api/invitations/{invitation}/answer": {"post"},
    "/api/me/matches": {"get"},
    "/api/me/vacation": {"get", "put"},
    "/api/me/stream": {"get"},
    "/api/me/settings": {"get", "patch"},
    "/api/me/push": {"get", "post"},
    "/api/me/push/{key}": {"delete"},
    "/api/me/webhooks": {"get", "post"},
    "/api/me/webhooks/{key}": {"delete"},
    "/api/me/feeds": {"get", "post"},
    "/api/me/bots": {"get", "post"},
    "/api/me/bots/{key}": {"delete"},
    "/api/me/tokens": {"get", "post"},
    "/api/me/tokens/{key}": {"delete"},
    "/api/push-key": {"get"},
    "/api/tables": {"get", "post"},
    "/api/tables/{match_id}": {"get"},
    "/api/tables/{match_id}/seats": {"post"},
    "/api/tables/{match_id}/seats/me": {"delete"},
    "/api/matches/{match_id}": {"get"},
    "/api/matches/{match_id}/frame": {"get"},
    "/api/matches/{match_id}/frames/{seq}": {"get"},
    "/api/matches/{match_id}/frames": {"get"},
    "/api/matches/{match_id}/outline": {"get"},
    "/api/matches/{match_id}/record": {"get"},
    "/api/matches/{match_id}/moves": {"post"},
    "/api/matches/{match_id}/resignation": {"post"},
    "/api/matches/{match_id}/offers": {"get", "post"},
    "/api/matches/{match_id}/pauses": {"get"},
    "/api/matches/{match_id}/note": {"get", "put"},
    "/api/matches/{match_id}/phrases": {"post"},
    "/api/me/boards": {"get"},
    "/api/matches/{match_id}/plan/try": {"post"},
    "/api/matches/{match_id}/offers/{offer}/answer": {"post"},
    "/api/matches/{match_id}/plan": {"get", "put", "delete"},
    "/api/matches/{match_id}/pause-end": {"post"},
    "/api/matches/{match_id}/return": {"post"},
    "/api/matches/{match_id}/rematch": {"post"},
    "/api/matches/{match_id}/clocks": {"get"},
    "/api/matches/{match_id}/events": {"get"},
    "/api/matches/{match_id}/export": {"get"},
    "/api/matches/{match_id}/inclusion": {"get"},
    "/api/ratings": {"get"},
    "/api/ratings/expected": {"get"},
    "/api/players/{account}/ratings": {"get"},
    "/api/checkpoint": {"get"},
    "/api/checkpoints": {"get"},
    "/api/checkpoints/{size}": {"get"},
    "/api/checkpoints/{size}/leaves": {"get"},
    "/api/checkpoints/{size}/consistency": {"get"},
    "/api/matches/{match_id}/ticket": {"post"},
    "/api/matches/{match_id}/stream": {"get"},
    "/api/tournaments": {"get", "post"},
    "/api/tournaments/{tournament}": {"get", "patch"},
    "/api/tournaments/{tournament}/entries": {"get", "post"},
    "/api/tournaments/{tournament}/invitations": {"post"},
    "/api/tournaments/{tournament}/invitations/answer": {"post"},
    "/api/tournaments/{tournament}/refusals": {"post"},
    "/api/tournaments/{tournament}/withdrawal": {"post"},
    "/api/tournaments/{tournament}/byes": {"post"},
    "/api/tournaments/{tournament}/start": {"post"},
    "/api/tournaments/{tournament}/cancellation": {"post"},
    "/api/tournaments/{tournament}/ready": {"post"},
    "/api/tournaments/{tournament}/leave": {"post"},
    "/api/tournaments/{tournament}/rulings": {"post"},
    "/api/tournaments/{tournament}/desk": {"get"},
    "/api/tournaments/{tournament}/standings": {"get"},
    "/api/tournaments/{tournament}/rounds": {"get"},
    "/api/tournaments/{tournament}/rounds/{number}": {"get"},
    "/api/tournaments/{tournament}/me": {"get"},
    "/api/tournaments/{tournament}/events": {"get"},
    "/api/tournaments/{tournament}/export": {"get"},
    "/api/tournaments/{tournament}/ticket": {"post"},
    "/api/tournaments/{tournament}/stream": {"get"},
    "/api/tournaments/{tournament}/trf": {"get"},
    "/api/tournaments/{tournament}/csv": {"get"},
    "/api/tournaments/{tournament}/calendar.ics": {"get"},
    "/healthz": {"get"},
    "/readyz": {"get"},
}


@pytest.fixture
def description(client):
    answer = client.get("/api/schema/", HTTP_ACCEPT="application/vnd.oai.openapi+json")
    assert answer.status_code == 200
    return answer.json()


def test_every_call_is_described_with_every_status_and_error_body(description):
    assert {path: set(calls) for path, calls in description["paths"].items()} == CALLS
    for path, calls in description["paths"].items():
        for name, call in calls.items():
            answers = call["responses"]
            assert any(code.startswith("2") for code in answers), (path, name)
            for code, body in answers.items():
                if code.startswith(("4", "5")) and path.startswith("/api"):
                    schema = body["content"]["application/json"]["schema"]
                    assert schema["$ref"].endswith("/ErrorBody"), (path, name, code)
            if path.startswith("/api"):
                assert {"429", "503"} <= set(answers), (path, name)
                assert "401" in answers or path == "/api/guests", (path, name)
                asked = {parameter["name"] for parameter in call.get("parameters", ()) if parameter["in"] == "query"}
                assert "400" in answers or not asked, (path, name)
                assert "format" not in asked or path == "/api/tournaments", (path, name)
    assert sum(parameter["name"] == "Prefer" for parameter in parameters(description, "moves", "post")) == 1
    assert sum(parameter["name"] == "Last-Event-ID" for parameter in parameters(description, "stream", "get")) == 1


def parameters(description, last: str, method: str) -> list[dict]:
    return description["paths"][f"/api/matches/{{match_id}}/{last}"][method]["parameters"]


def test_schemathesis_finds_no_5xx_and_no_undescribed_answer():
    """Every call with made-up input: no 5xx, no undescribed status, no body that breaks its description."""
    app = get_wsgi_application()
    schema = schemathesis.openapi.from_wsgi("/api/schema/?format=json", app)
    headers: dict[str, str] = {}
    asked = set()
    for result in schema.get_all_operations():
        operation = result.ok()
        headers["Authorization"] = f"Bearer {new_token(new_guest())}"  # some calls end the token they come with
        asked.add(operation.path)
        for queue in ["sweeper", *(pokes.game_queue(key) for key in GAMES)]:
            counters.heartbeat(queue)  # readyz tells 503 until every worker has answered, and no worker runs here

        @settings(
            max_examples=12, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
        )
        @given(case=operation.as_strategy())
        def ask(case):
            case.call_and_validate(headers=headers, excluded_checks=LOOSE)

        ask()
    assert asked == set(CALLS)
