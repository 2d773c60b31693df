"""Tournaments as their readers see them: cards, entries, standings, rounds, files, the own next match, the desk."""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

import services.tournaments.read as tournaments
from engine.games import GAMES
from gateway import tickets
from gateway.api.base import View, language, next_page, page_number, query_after, query_int, query_word
from gateway.api.forms import EmptyForm, EventsBody, TicketBody
from gateway.api.matches import OneShot
from gateway.api.schema import call, header, number, word
from gateway.api.tournament_forms import (
    CardBody,
    DeskBody,
    EntryPage,
    MyTournamentBody,
    RoundBody,
    RoundsBody,
    StandingsBody,
    TournamentExportBody,
)
from gateway.auth import account_id, must_be_someone
from gateway.errors import BadFields
from gateway.tournament_words import summary, why_words

STATUSES, MINE = ("open", "running", "finished"), ("entrant", "director")
PAGED = number("page", "page, from 1")


def card_json(loaded: tournaments.Loaded, spoken: str, waiting: int | None = None) -> dict[str, Any]:
    """A card with its rules as sentences in the reader's language; `waiting`: how many wait, where it is known."""
    card = tournaments.card_json(loaded, waiting)
    return {**card, "summary": summary(loaded.state.opened.pub(), spoken)}


def list_tournaments(request: Request) -> Response:
    mine = query_word(request, "mine", MINE)
    account = must_be_someone(request) if mine else account_id(request)
    game = query_word(request, "game")
    if game and game not in GAMES:
        raise BadFields({"game": "one of " + ", ".join(sorted(GAMES))})
    page, more = tournaments.cards_page(
        status=query_word(request, "status", STATUSES),
        game=game,
        format_key=query_word(request, "format", tuple(tournaments.FORMATS)),
        mine=mine,
        account=account,
        page=page_number(request),
    )
    waiting = tournaments.waiting_counts(loaded.id for loaded in page)
    results = [card_json(loaded, language(request), waiting.get(loaded.id, 0)) for loaded in page]
    return Response({"results": results, "next": next_page(request, more)})


class EntriesRead:
    """The reading half of `T/entries`; the writing half is with the other requests."""

    @call({200: EntryPage}, refuses=(404,), query=(PAGED,), name="tournament_entries")
    def get(self, request: Request, tournament: UUID) -> Response:
        results, more = tournaments.entries_page(tournament, page_number(request))
        return Response({"results": results, "next": next_page(request, more)})


class CardRead:
    @call({200: CardBody}, refuses=(404,), name="tournament")
    def get(self, request: Request, tournament: UUID) -> Response:
        return Response(card_json(tournaments.load(tournament), language(request)))


class StandingsView(View):
    @call(
        {200: StandingsBody},
        refuses=(404,),
        query=(
            number("round", "up to the close of this round"),
            number("seq", "up to this event"),
            number("entry", "only this row, with what each round brought"),
        ),
    )
    def get(self, request: Request, tournament: UUID) -> Response:
        """Every row with why it stands above the next."""
        spoken = language(request)
        answer = tournaments.standings_view(
            tournament,
            number=query_int(request, "round", least=0),
            seq=query_int(request, "seq", least=0),
            entry=query_int(request, "entry", least=0),
            sentence=partial(why_words, spoken),
            language=spoken,
        )
        return Response(answer)


class RoundsView(View):
    @call({200: RoundsBody}, refuses=(404,), name="tournament_rounds")
    def get(self, request: Request, tournament: UUID) -> Response:
        return Response({"rounds": tournaments.rounds_view(tournament)})


class RoundView(View):
    @call({200: RoundBody}, refuses=(404,), name="tournament_round")
    def get(self, request: Request, tournament: UUID, number: int) -> Response:
        return Response(tournaments.round_view(tournament, number))


class MyTournamentView(View):
    @call({200: MyTournamentBody}, refuses=(401, 404))
    def get(self, request: Request, tournament: UUID) -> Response:
        """The own entry, and the own next match that is not over."""
        return Response(tournaments.my_view(tournament, must_be_someone(request)))


class DeskView(View):
    @call({200: DeskBody}, refuses=(401, 403, 404))
    def get(self, request: Request, tournament: UUID) -> Response:
        """What waits for a decision of a director."""
        return Response(tournaments.desk_view(tournament, must_be_someone(request)))


# -- the log and files ------------------------------------------------------------------------------------------------


class TournamentEventsView(View):
    @call({200: EventsBody}, refuses=(404,), query=(number("after", "only events behind this seq"),))
    def get(self, request: Request, tournament: UUID) -> Response:
        return Response(tournaments.events_page(tournament, query_after(request)))


class TournamentExportView(View):
    @call({200: TournamentExportBody}, refuses=(404,), query=(number("matches", "1: with the matches that are over"),))
    def get(self, request: Request, tournament: UUID) -> Response:
        export = tournaments.export_tournament(tournament, matches=query_int(request, "matches", 0, least=0) == 1)
        name = f'attachment; filename="bazigah-tournament-{tournament}.json"'
        return Response(export, headers={"Content-Disposition": name, "Cache-Control": "no-store"})


class _Plain(OneShot):
    """Lets a client ask for the text that the view sends anyway."""

    media_type = "text/*"
    format = "text"


class TrfView(View):
    renderer_classes = (JSONRenderer, _Plain)

    @call({(200, "text/plain"): OpenApiTypes.STR}, refuses=(404,), query=(OpenApiParameter("format", exclude=True),))
    def get(self, request: Request, tournament: UUID) -> HttpResponse:
        """TRF16, of tables of two."""
        return HttpResponse(tournaments.trf_text(tournament), content_type="text/plain; charset=utf-8")


class CsvView(View):
    renderer_classes = (JSONRenderer, _Plain)

    @call({(200, "text/csv"): OpenApiTypes.STR}, refuses=(404,), query=(OpenApiParameter("format", exclude=True),))
    def get(self, request: Request, tournament: UUID) -> HttpResponse:
        """The standings."""
        return HttpResponse(tournaments.csv_text(tournament), content_type="text/csv; charset=utf-8")


class CalendarView(View):
    renderer_classes = (JSONRenderer, _Plain)

    @call({(200, "text/calendar"): OpenApiTypes.STR}, refuses=(404,), query=(OpenApiParameter("format", exclude=True),))
    def get(self, request: Request, tournament: UUID) -> HttpResponse:
        """The deadlines."""
        return HttpResponse(tournaments.calendar_text(tournament), content_type="text/calendar; charset=utf-8")


# -- the stream -------------------------------------------------------------------------------------------------------


class TournamentTicketView(View):
    """For programs whose event source cannot send headers."""

    @call({201: TicketBody}, refuses=(404,), takes=EmptyForm)
    def post(self, request: Request, tournament: UUID) -> Response:
        EmptyForm.checked(request.data)
        tournaments.load(tournament)
        ticket = tickets.issue(tournament, account_id(request))
        return Response({"ticket": ticket, "expires_in": tickets.SECONDS}, status=201)


class TournamentStreamView(View):
    """Describes the stream, which gateway/tournament_stream.py serves in front of Django.

    On a server without that front it sends the card once; the client comes back by itself.
    """

    renderer_classes = (JSONRenderer, OneShot)

    @call(
        {(200, "text/event-stream"): OpenApiTypes.STR},
        refuses=(401, 404),
        query=(
            word("ticket", "from POST ticket, instead of a header"),
            word("after", "like Last-Event-ID: every event behind this seq"),
            OpenApiParameter("format", exclude=True),
        ),
        headers=(header("Last-Event-ID", "the seq of the last event the caller has"),),
    )
    def get(self, request: Request, tournament: UUID) -> HttpResponse:
        text = JSONRenderer().render(card_json(tournaments.load(tournament), language(request))).decode()
        seq = tournaments.load(tournament).head.seq
        return HttpResponse(
            f"event: card\nid: {seq}\ndata: {text}\n\n", content_type="text/event-stream; charset=utf-8"
        )
