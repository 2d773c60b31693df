"""People as their matches show them, all that is kept of oneself, leaving for good, and daily dumps."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from gateway import throttles
from gateway.api.base import View, query_word
from gateway.api.schema import call, word
from gateway.api.search import query_day
from gateway.auth import account_id, must_be_someone
from gateway.downloads import Download
from gateway.leaving import data_of
from services.errors import NotFound
from services.log import fair
from services.people.social import formerly
from services.people.tokens import account_of
from services.ratings.read import KINDS, history, ratings_of
from services.records.read.dumps import dump_of, dumps
from services.records.read.people import results_of
from services.records.read.search import player_of

GZIP = "application/gzip"


class GameResultsBody(serializers.Serializer[Any]):
    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()
    ratings = serializers.DictField(help_text="by kind: the rating and its history", required=False)


class PlayerBody(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    formerly = serializers.CharField(allow_null=True, help_text="its name until lately")
    since = serializers.DateTimeField()
    games = serializers.DictField(child=GameResultsBody())
    against = serializers.DictField(allow_null=True)


class PlayerView(View):
    throttle_classes = (throttles.Searches,)

    @call({200: PlayerBody}, refuses=(404,), query=(word("opponent", "account id, `me` or `bot:KEY`"),))
    def get(self, request: Request, account: UUID) -> Response:
        """Public matches that are over, by game; with an opponent also those against it."""
        row = account_of(account)
        if row is None:
            raise NotFound
        opponent = player_of(query_word(request, "opponent"), account_id(request))
        games = {
            game: {**counts, "ratings": _ratings(account, game)} for game, counts in results_of(str(row.pk)).items()
        }
        body = {
            "id": str(row.pk), "name": row.name, "formerly": formerly(row),
            "since": fair.time_text(row.created_at), "games": games,
            "against": {"opponent": opponent, "games": results_of(str(row.pk), opponent)} if opponent else None,
        }  # fmt: skip
        return Response(body, headers={"Cache-Control": "private, max-age=60"})


def _ratings(account: UUID, game: str) -> dict[str, Any]:
    by_kind = {}
    for kind in KINDS:
        rating = ratings_of(game, kind, [account]).get(account)
        if rating is not None:
            steps, _ = history(account, game, kind)
            by_kind[kind] = rating.as_json() | {"history": [step.as_json() for step in steps]}
    return by_kind


class MyDataView(View):
    throttle_classes = (throttles.Settings,)

    @call({200: OpenApiTypes.OBJECT}, refuses=(401,))
    def get(self, request: Request) -> Response:
        """All that is kept of the caller."""
        return Response(data_of(must_be_someone(request)))


class DumpBody(serializers.Serializer[Any]):
    day = serializers.DateField()
    matches = serializers.IntegerField()
    bytes = serializers.IntegerField()
    sha256 = serializers.CharField()


class DumpsView(View):
    @call({200: DumpBody(many=True)})
    def get(self, request: Request) -> Response:
        """The days whose matches can be carried away; they stay as they are."""
        return Response(dumps())


class DailyView(View):
    throttle_classes = (throttles.Exports,)

    @call({(200, GZIP): OpenApiTypes.BINARY}, refuses=(400, 404), query=(word("day", "YYYY-MM-DD, UTC; yesterday"),))
    def get(self, request: Request) -> StreamingHttpResponse:
        """One export a line of every public match whose seed was revealed that day, in that order."""
        asked, download = query_day(request, "day"), Download(request)
        try:
            dump = dump_of(asked)
        except BaseException:
            download.close()
            raise
        headers = {
            "Cache-Control": "no-store" if dump.size is None else "public, max-age=86400, immutable",
            "Content-Disposition": f'attachment; filename="bazigah-{dump.day}.ndjson.gz"',
        }
        if dump.size is not None:
            headers["Content-Length"] = str(dump.size)
        return download.answer(dump.parts, GZIP, **headers)
