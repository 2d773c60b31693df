"""Search, explorer: what is over, here and elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from engine.games import GAMES
from gateway import kept, throttles
from gateway.api.base import View, language, query_int, query_word
from gateway.api.forms import MatchBody
from gateway.api.schema import call, number, word
from gateway.auth import account_id, must_be_someone
from gateway.cards import match_json
from gateway.downloads import Download
from gateway.errors import BadFields
from services.readers.cards import cards_of
from services.readers.frames import compact
from services.records.read.explore import explore, start_of
from services.records.read.kept import kept_plays
from services.records.read.search import MOST, PAGE, SOURCES, Hit, Query, all_pages, key_of, player_of, search

NDJSON = "application/x-ndjson"
RESULTS = ("won", "lost", "drawn")


class HitBody(MatchBody):
    moves = serializers.IntegerField(help_text="moves that stand")
    source = serializers.ChoiceField(choices=list(SOURCES))  # type: ignore[assignment]  # hides DRF's own on purpose
    cursor = serializers.CharField(help_text="`after=` this goes on behind it")


class HitPage(serializers.Serializer[Any]):
    results = HitBody(many=True)
    next = serializers.CharField(allow_null=True)


class LinesRenderer(BaseRenderer):
    """Lets a client ask for a card a line."""

    media_type = NDJSON
    format = "ndjson"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return compact(data).encode()


class SearchView(View):
    throttle_classes = (throttles.Searches,)
    renderer_classes = (JSONRenderer, LinesRenderer)
    content_negotiation_class = DefaultContentNegotiation

    def handle_exception(self, exc: Exception) -> Response:
        """A refusal is JSON in any case."""
        self.request.accepted_renderer, self.request.accepted_media_type = JSONRenderer(), JSONRenderer.media_type
        return super().handle_exception(exc)

    @call(
        {200: HitPage, (200, NDJSON): OpenApiTypes.STR},
        refuses=(400, 401, 404),
        query=(
            word("game", "only this game"),
            word("player", "account id, `me` or `bot:KEY`"),
            word("opponent", "the same, of another seat"),
            word("result", "for the player, else for seat 0", list(RESULTS)),
            word("reason", "why it ended"),
            word("from", "the first day, UTC"),
            word("to", "the last day, UTC"),
            number("min_moves", "so many moves that stand, or more"),
            number("max_moves", "so many moves that stand, or fewer"),
            number("min_rating", "everybody came to it with this rating or a higher one"),
            word("tournament", "its id"),
            word("position", "a position text in any orientation"),
            word("source", "house if left out", list(SOURCES)),
            word("after", "the cursor of a card"),
            number("limit", "1 to 200, 50 if left out"),
            OpenApiParameter("format", exclude=True),
        ),
        name="matches_search",
    )
    def get(self, request: Request) -> Any:
        """Matches that are over and ended, newest end first. With `Accept: application/x-ndjson` all of them."""
        query, spoken = query_of(request), language(request)
        if request.accepted_renderer.format == LinesRenderer.format:
            return Download(request).answer(_lines(query, spoken), NDJSON)
        hits, more = search(query)
        cards = cards_json(hits, spoken, query.me)
        return Response({"results": cards, "next": _next(request, hits) if more else None})


def _lines(query: Query, spoken: str) -> Iterator[str]:
    for hits in all_pages(query):
        yield "".join(f"{compact(card)}\n" for card in cards_json(hits, spoken, query.me))


def _next(request: Request, hits: list[Hit]) -> str:
    asked = request.query_params.copy()
    asked["after"] = hits[-1].place
    return f"{request.path}?{asked.urlencode()}"


def cards_json(hits: list[Hit], spoken: str, me: UUID | None) -> list[Any]:
    """Cards in the order of the hits: a few statements for all of them."""
    ids = [hit.id for hit in hits]
    house = {listed.party.match.id: listed for listed in cards_of(ids)} if hits and hits[0].source == "house" else {}
    plays = {} if house else kept_plays(ids)
    cards = []
    for hit in hits:
        if hit.id in house:
            card = match_json(house[hit.id], spoken, me)
        elif hit.id in plays:
            card = kept.play_json(plays[hit.id], spoken)
        else:
            card = kept.card_json(kept.brought(hit.id), spoken)
        cards.append(card | {"moves": hit.moves, "source": hit.source, "cursor": hit.place})
    return cards


def query_of(request: Request) -> Query:
    me, source = account_id(request), query_word(request, "source", SOURCES) or "house"
    if source == "mine" or "me" in (request.query_params.get("player"), request.query_params.get("opponent")):
        me = must_be_someone(request)
    game = query_word(request, "game", tuple(GAMES))
    position = request.query_params.get("position", "")
    return Query(
        me=me,
        game="zertz" if position and not game else game,
        player=player_of(query_word(request, "player"), me),
        opponent=player_of(query_word(request, "opponent"), me),
        result=query_word(request, "result", RESULTS),
        reason=query_word(request, "reason"),
        since=query_day(request, "from"),
        until=query_day(request, "to"),
        min_moves=query_int(request, "min_moves", least=0),
        max_moves=query_int(request, "max_moves", least=0),
        min_rating=query_int(request, "min_rating"),
        tournament=query_uuid(request, "tournament"),
        position=key_of(game or "zertz", position[:300]) if position else "",
        source=source,
        after=query_word(request, "after"),
        limit=query_limit(request),
    )


def query_limit(request: Request) -> int:
    limit = query_int(request, "limit", PAGE, least=1) or PAGE
    if limit > MOST:
        raise BadFields({"limit": f"1 to {MOST}"})
    return limit


def query_day(request: Request, name: str) -> date | None:
    text = query_word(request, name)
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise BadFields({name: "a day, YYYY-MM-DD"}) from None


def query_uuid(request: Request, name: str) -> UUID | None:
    text = query_word(request, name)
    try:
        return UUID(text) if text else None
    except ValueError:
        raise BadFields({name: "an id"}) from None


class ContinuationBody(serializers.Serializer[Any]):
    move = serializers.CharField(help_text="turned as the position that was asked for")
    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()
    key = serializers.CharField(help_text="of the position after it")


class ExploredBody(serializers.Serializer[Any]):
    key = serializers.CharField()
    matches = serializers.IntegerField()
    won = serializers.IntegerField(help_text="by seat 0")
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()
    moves = ContinuationBody(many=True)
    examples = serializers.ListField(child=serializers.UUIDField())


class ExploreView(View):
    throttle_classes = (throttles.Explorer,)

    @call(
        {200: ExploredBody},
        refuses=(400, 401),
        query=(
            word("game", "zertz"),
            word("position", "a position text in any orientation; the start of 37 if left out"),
            word("source", "house and records if left out", list(SOURCES)),
        ),
    )
    def get(self, request: Request) -> Response:
        """What was played from a position, up to symmetry, and how it went for seat 0."""
        game = query_word(request, "game", tuple(GAMES)) or "zertz"
        source = query_word(request, "source", SOURCES)
        me = must_be_someone(request) if source == "mine" else account_id(request)
        position = request.query_params.get("position", "")[:300] or start_of(game)
        return Response(explore(game, position, source, me))
