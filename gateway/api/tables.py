"""The shelf, the lobby, opening a table, sitting down, leaving."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from engine.games import GAMES
from gateway import throttles
from gateway.api.base import View, language, page_of, query_word
from gateway.api.forms import GameBody, SeatForm, TableBody, TableForm, TablePage, TakenBody
from gateway.api.schema import call, number, word
from gateway.auth import account_id, must_be_someone
from gateway.cards import bot_name, party_of, table_json, tables_json, visible_match
from gateway.words import game_texts
from services.store.log import head_of, receipt
from services.store.models import Match
from services.tables import Wish, leave_seat, open_table, take_seat


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
    }


class GamesView(View):
    @call({200: GameBody(many=True)})
    def get(self, request: Request) -> Response:
        return Response(shelf_json(language(request)))


def one_table(match: Match, request: Request, account: UUID | None) -> Any:
    party = party_of(match.id)
    return table_json(party.match, party.holders, party.names, language(request), account)


def with_receipt(match: Match, request: Request, account: UUID) -> Any:
    """The table, and what the caller keeps of the event just recorded: `match` has the head that it made."""
    return one_table(match, request, account) | {"head": match.head_hash, "receipt": receipt(head_of(match))}


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
        rows = Match.objects.filter(private=False).order_by("-opened_at")
        game = query_word(request, "game")
        status = query_word(request, "status", ("open", "running", "ended"))
        if game:
            rows = rows.filter(game=game)
        if status:
            rows = rows.filter(status=status)
        found, after = page_of(rows, request)
        return Response({"results": tables_json(found, language(request), account_id(request)), "next": after})

    @call({201: TakenBody}, refuses=(401, 403), takes=TableForm)
    def post(self, request: Request) -> Response:
        me = must_be_someone(request)
        match = open_table(account=me, wish=wish_of(TableForm.checked(request.data)))
        return Response(with_receipt(match, request, me), status=201)


def wish_of(form: dict[str, Any]) -> Wish:
    clock, seating = form.get("clock"), form.get("seating")
    return Wish(
        game=form["game"],
        seats=form["seats"],
        options=form.get("options", {}),
        bots=form.get("bots", {}),
        move_seconds=clock["move_seconds"] if clock else None,
        private=form.get("private", False),
        entropy=form.get("entropy", ""),
        lot=None if seating is None else seating == "lot",
    )


class TableView(View):
    @call({200: TableBody}, refuses=(404,), query=(word("invite", "the code of a private table"),))
    def get(self, request: Request, match_id: UUID) -> Response:
        match, _ = visible_match(match_id, account_id(request), query_word(request, "invite"))
        return Response(one_table(match, request, account_id(request)))


class SeatsView(View):
    @call({201: TakenBody}, refuses=(401, 403, 404, 409), takes=SeatForm)
    def post(self, request: Request, match_id: UUID) -> Response:
        me = must_be_someone(request)
        form = SeatForm.checked(request.data)
        match = take_seat(
            match_id=match_id,
            account=me,
            seat=form.get("seat"),
            entropy=form.get("entropy", ""),
            invite=form.get("invite", ""),
        )
        return Response(with_receipt(match, request, me), status=201)


class MySeatView(View):
    @call({204: None}, refuses=(401, 403, 404, 409))
    def delete(self, request: Request, match_id: UUID) -> Response:
        leave_seat(match_id=match_id, account=must_be_someone(request))
        return Response(status=204)
