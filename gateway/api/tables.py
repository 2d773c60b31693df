"""The shelf, the lobby, opening a table, sitting down, leaving."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from engine.games import GAMES
from gateway import throttles
from gateway.api.base import View, language, next_page, page_number, query_word
from gateway.api.forms import (
    CommitmentBody,
    EmptyForm,
    GameBody,
    SeatForm,
    TableBody,
    TableForm,
    TablePage,
    TakenBody,
)
from gateway.api.schema import call, number, word
from gateway.auth import account_id, asker_of, must_be_someone
from gateway.cards import bot_name, table_json, tables_json
from gateway.words import game_texts
from services.log import fair
from services.log.commitments import commit_to_seed
from services.log.receipts import signed
from services.playing.tables import Opened, Wish, leave_seat, open_table, take_seat
from services.readers.cards import party_of, tables_page, visible_party


def shelf_json(spoken: str) -> list[dict[str, Any]]:
    return [game_json(key, spoken) for key in GAMES]


def game_json(key: str, spoken: str) -> dict[str, Any]:
    info, texts = GAMES[key].info, game_texts(key, spoken)
    bots = sorted(GAMES[key].bots.values(), key=lambda bot: (bot.level, bot.key))
    return {
        "key": key,
        "title": info.title,
        "name": texts["name"],
        "tagline": texts["tagline"],
        "seats": list(info.seats),
        "options": dict(info.options),
        "bots": [{"key": bot.key, "level": bot.level, "name": bot_name(key, bot.key, spoken)} for bot in bots],
        "rules_version": info.rules_version,
        "draws": info.draws,
        "plans": info.plans,
    }


class GamesView(View):
    @call({200: GameBody(many=True)})
    def get(self, request: Request) -> Response:
        return Response(shelf_json(language(request)))


def with_receipt(opened: Opened, request: Request, account: UUID) -> Any:
    """The table, and what the caller keeps of the event just recorded: the head that it made."""
    table = table_json(party_of(opened.id), language(request), account)
    return table | {"head": opened.head.hash, "receipt": signed(opened.head)}


class TablesView(View):
    def get_throttles(self) -> list[Any]:
        return [throttles.Tables()] if self.request.method == "POST" else [throttles.Everybody()]

    @call(
        {200: TablePage},
        refuses=(400,),
        query=(
            word("game", "only this game"),
            word("status", "only this status", ["open", "running", "ended"]),
            number("page", "page, from 1"),
        ),
        name="tables_list",
    )
    def get(self, request: Request) -> Response:
        game = query_word(request, "game")
        status = query_word(request, "status", ("open", "running", "ended"))
        parties, more = tables_page(game, status, page_number(request), account_id(request))
        results = tables_json(parties, language(request), account_id(request))
        return Response({"results": results, "next": next_page(request, more)})

    @call({201: TakenBody}, refuses=(401, 403, 409), takes=TableForm)
    def post(self, request: Request) -> Response:
        me = must_be_someone(request)
        wish = wish_of(TableForm.checked(request.data))
        opened = open_table(account=me, wish=wish, asker=asker_of(request), address=throttles.address_of(request))
        return Response(with_receipt(opened, request, me), status=201)


def clock_of(data: Any) -> Any:
    """A clock as event 0 has it; `{"move_seconds": N}`, as older programs send it, is so long for each move."""
    if isinstance(data, dict) and set(data) == {"move_seconds"} and type(data["move_seconds"]) is int:
        return {"kind": "per_move", "ms": data["move_seconds"] * 1000}
    return data


def wish_of(form: dict[str, Any]) -> Wish:
    seating = form.get("seating")
    return Wish(
        game=form["game"],
        seats=form["seats"],
        options=form.get("options", {}),
        bots=form.get("bots", {}),
        clock=clock_of(form.get("clock")),
        delay=form.get("delay"),
        rated=form.get("rated", False),
        private=form.get("private", False),
        entropy=form.get("entropy", ""),
        lot=None if seating is None else seating == "lot",
        match=form.get("match"),
    )


class CommitmentsView(View):
    throttle_classes = (throttles.Commitments,)

    @call({201: CommitmentBody}, takes=EmptyForm)
    def post(self, request: Request) -> Response:
        """The seed commitment of a table to be opened: bound before any entropy is heard. Single use, ten minutes."""
        EmptyForm.checked(request.data)
        bound = commit_to_seed(asker_of(request))
        expires = fair.time_text(bound.expires_at)
        return Response(
            {"match": str(bound.stream), "seed_commit": bound.seed_commit, "expires_at": expires}, status=201
        )


class TableView(View):
    @call({200: TableBody}, refuses=(404,), query=(word("invite", "the code of a private table"),))
    def get(self, request: Request, match_id: UUID) -> Response:
        party, _ = visible_party(match_id, account_id(request), query_word(request, "invite"))
        return Response(table_json(party, language(request), account_id(request)))


class SeatsView(View):
    @call({201: TakenBody}, refuses=(401, 403, 404, 409), takes=SeatForm)
    def post(self, request: Request, match_id: UUID) -> Response:
        me = must_be_someone(request)
        form = SeatForm.checked(request.data)
        taken = take_seat(
            match_id=match_id,
            account=me,
            seat=form.get("seat"),
            entropy=form.get("entropy", ""),
            invite=form.get("invite", ""),
        )
        return Response(with_receipt(taken, request, me), status=201)


class MySeatView(View):
    @call({204: None}, refuses=(401, 403, 404, 409))
    def delete(self, request: Request, match_id: UUID) -> Response:
        leave_seat(match_id=match_id, account=must_be_someone(request))
        return Response(status=204)
