"""The director's desk: what needs a decision today, rulings with the standings before and after, who may enter."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

import services.tournaments.read as read
from gateway.auth import account_id, must_be_someone
from gateway.pages.refusal_pages import as_pages
from gateway.pages.tournaments.fields import FormCommands, account_in, ascii_digits
from gateway.pages.tournaments.opening import moment_of
from gateway.pages.tournaments.reading import Reading, is_director, read_tournament
from gateway.pages.tournaments.refusals import sentence_of
from gateway.pages.tournaments.trail import effect_rows, ruling_rows, ruling_text
from services.errors import NotFound, NotYours, Refusal
from services.pairings.fold import directors
from services.pairings.forms import RulingRequest, read_ruling_request
from services.pairings.rulings import REASONS
from services.pairings.views import game_json
from services.tournaments.read import Asked

OF_TABLE = ("result", "forfeit", "double-forfeit", "annul", "extend")
OF_ENTRY = ("expel", "substitute")
OF_EVENT = ("hold", "release")


@as_pages
def desk(
    request: HttpRequest,
    tournament: UUID,
    error: str = "",
    status: int = 200,
    more: dict[str, Any] | None = None,
    commands: FormCommands = FormCommands(),  # noqa: B008 - it is frozen
) -> HttpResponse:
    reading, account = read_tournament(tournament), account_id(request)
    if account is None or not is_director(reading, account):
        raise NotYours("not-a-director")
    language = request.language  # type: ignore[attr-defined]
    context = {
        "card": read.card_json(reading.loaded),
        "due": [_due(reading, row) for row in read.desk_view(tournament, account)["due"]],
        "tables": _tables(reading),
        "entrants": [(entry, reading.names[entry]) for entry in sorted(reading.state.entrants)],
        "reasons": REASONS,
        "held": reading.state.held,
        "trail": ruling_rows(reading, language),
        "invited": _invite_link(request, tournament),
        "invitations": _invitations(reading),
        "directors": directors_text(reading),
        "playing": _playing(reading),
        "rulings": _rulings(reading),
        "substitutes": _substitutes(reading),
        "present": [(reading.state.holder(entry), reading.names[entry]) for entry in reading.state.entered()],
        "seen": reading.state.seq,
        "command": commands,
        "error": error,
        **(more or {}),
    }
    return render(request, "house/tournaments/desk.html", context, status=status)


def _invite_link(request: HttpRequest, tournament: UUID) -> str:
    code = request.GET.get("invited", "")[:40]
    return request.build_absolute_uri(f"/tournaments/{tournament}?invite={code}") if code else ""


def _invitations(reading: Reading) -> list[dict[str, Any]]:
    """Who was invited; `entered` where they hold an entry by now."""
    holders = {reading.state.holder(entry) for entry in reading.state.entrants}
    return [
        invitation | {"entered": invitation["account"] in holders} for invitation in read.invitations_view(reading.id)
    ]


def _substitutes(reading: Reading) -> list[tuple[str, str]]:
    return [
        (invitation["account"], invitation["name"])
        for invitation in _invitations(reading)
        if invitation["accepted"] and not invitation["entered"]
    ]


def _rulings(reading: Reading) -> list[str]:
    """What can be ruled here; an exchange only where there is a round to change."""
    exchange = ["re-pair"] if _playing(reading) else []
    return [*OF_TABLE, *exchange, *OF_ENTRY, *OF_EVENT, "director"]


def directors_text(reading: Reading) -> str:
    return ", ".join(directors(reading.state))


def _playing(reading: Reading) -> list[tuple[int, str]]:
    """Who has a place in the round that was paired last and is not closed: these may be exchanged."""
    paired = reading.state.rounds[-1] if reading.state.rounds else None
    if paired is None or paired.closed_seq is not None or reading.state.opened.format not in ("swiss", "swiss_pods"):
        return []
    people = [entry for table in paired.tables for entry in table.latest.people]
    return [(entry, reading.names[entry]) for entry in sorted({*people, *(bye.entry for bye in paired.byes)})]


def _due(reading: Reading, row: dict[str, Any]) -> dict[str, Any]:
    entry = row.get("entry")
    return row | ({"name": reading.names.get(entry, "")} if entry is not None else {})


def _tables(reading: Reading) -> list[dict[str, Any]]:
    """Every table with its latest game, open rounds first, for the choice of what to rule on."""
    if reading.ledger is None:
        return []
    rows = []
    for paired in reversed(reading.state.rounds):
        for table in paired.tables:
            game = game_json(reading.ledger, table.latest)
            names = [reading.names.get(entry, "") if isinstance(entry, int) else "" for entry in game["entries"]]
            rows.append(
                {
                    "key": f"{paired.round}/{table.table}/{game['game']}", "round": paired.round, "table": table.table,
                    "game": game["game"], "names": names, "status": game["status"], "entries": game["entries"],
                }
            )  # fmt: skip
    return rows[:400]


# -- rulings ----------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@as_pages
def rule(request: HttpRequest, tournament: UUID) -> HttpResponse:
    """First what it would change, then, confirmed, the ruling itself. Its address alone leads to the desk."""
    if request.method != "POST":
        return redirect("tournament-desk", tournament=tournament)
    reading, me = read_tournament(tournament), must_be_someone(request)
    language = request.language  # type: ignore[attr-defined]
    dry = request.POST.get("act") != "rule"
    body = read_ruling(reading, request.POST) | {"dry": dry}
    try:
        answer = read.rule(Asked(tournament, me, request.POST.get("command_id", ""), body))
    except (NotFound, NotYours):
        raise
    except Refusal as error:
        return desk(request, tournament, error=sentence_of(error, language), status=422)
    if not dry:
        return redirect("tournament-desk", tournament=tournament)
    asked = read_ruling_request(body)
    assert isinstance(asked, RulingRequest)
    more = {
        "preview": {
            "text": ruling_text(reading, asked.ruling, language),
            "rows": effect_rows(reading, answer.body["before"], answer.body["after"], language),
            "fields": [(name, value) for name, value in request.POST.items() if name in _SENT],
            "command_id": request.POST.get("command_id", ""),
        }
    }
    return desk(request, tournament, more=more)


_SENT = (
    "ruling", "reason", "seen", "at", "places", "entry", "account", "score", "deadline", "zone", "of", "accounts",
    "first", "second",
)  # fmt: skip


def read_ruling(reading: Reading, form: QueryDict) -> dict[str, Any]:
    """The body of a ruling as the form has it; what does not fit is refused by whoever reads it."""
    ruling = form.get("ruling", "")
    body: dict[str, Any] = {
        "ruling": ruling, "reason": form.get("reason", ""), "seen": _whole(form.get("seen", "")),
        "command_id": form.get("command_id", ""),
    }  # fmt: skip
    if ruling in OF_TABLE:
        body |= _of_table(ruling, form)
    if ruling == "result":
        body["places"] = [_place(text) for text in re.split("[,،-]", ascii_digits(form.get("places", "")))]
    if ruling == "forfeit" or ruling in OF_ENTRY:
        body["entry"] = _whole(form.get("entry", ""))
    if ruling == "substitute":
        body |= {"account": account_in(form.get("account", "")), "score": form.get("score", "")}
    if ruling == "extend":
        body["deadline"] = moment_of(form.get("deadline", ""), form.get("zone", ""))
    if ruling == "director":
        body["accounts"] = [account_in(text) for text in re.split("[,،\\s]", form.get("accounts", "")) if text]
    if ruling == "re-pair":
        body |= exchanged(reading, _whole(form.get("first", "")), _whole(form.get("second", "")))
    if ruling == "revoke":
        body["of"] = _whole(form.get("of", ""))
    return body


def exchanged(reading: Reading, first: Any, second: Any) -> dict[str, Any]:
    """The last round with two entrants in each other's places, as a re-pairing has it."""
    paired = reading.state.rounds[-1] if reading.state.rounds else None
    if paired is None:
        return {"round": 0, "tables": [], "byes": []}
    turned = {first: second, second: first}
    tables = [
        {"table": table.table, "entries": [turned.get(entry, entry) for entry in table.latest.entries]}
        for table in paired.tables
        if {first, second} & set(table.latest.people)
    ]
    byes = [{"entry": turned.get(bye.entry, bye.entry), "kind": bye.kind} for bye in paired.byes]
    return {"round": paired.round, "tables": tables, "byes": byes}


def _of_table(ruling: str, form: QueryDict) -> dict[str, Any]:
    """Round, table and game as the list of tables names them."""
    parts = [_whole(part) for part in form.get("at", "").split("/")]
    names = ("round", "table", "game") if ruling != "extend" else ("round", "table")
    return dict(zip(names, parts, strict=False))


def _whole(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else text


def _place(text: str) -> int | str | None:
    return None if text.strip() in ("", "x") else _whole(text.strip())
