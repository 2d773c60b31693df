"""Ratings: lists, the history of an account, the expected result of a match."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.games import GAMES
from gateway.api.base import View, next_page, page_number, query_word
from gateway.api.schema import call, number, word
from gateway.errors import BadFields
from services.errors import NotFound
from services.ratings.read import KINDS, expected, history, is_known, kind_of, leaderboard

MOST_SEATS = 4
GAME = word("game", "the key of a game", sorted(GAMES))
KIND = word("kind", "two seats, or three and four", list(KINDS))
PAGE = number("page", "page, from 1")


class RatingBody(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    account = serializers.UUIDField()
    name = serializers.CharField()
    mu = serializers.IntegerField(help_text="in millionths")
    sigma = serializers.IntegerField(help_text="in millionths")
    shown = serializers.IntegerField()
    range = serializers.IntegerField()
    provisional = serializers.BooleanField(help_text="fewer than ten rated matches")
    matches = serializers.IntegerField()


class RatingPage(serializers.Serializer[Any]):
    results = RatingBody(many=True)
    next = serializers.CharField(allow_null=True)


class StepBody(serializers.Serializer[Any]):
    leaf = serializers.IntegerField(help_text="the match's number in the checkpoint log")
    match = serializers.UUIDField()
    at = serializers.DateTimeField()
    mu = serializers.IntegerField(help_text="in millionths")
    sigma = serializers.IntegerField(help_text="in millionths")
    shown = serializers.IntegerField()
    change = serializers.IntegerField(help_text="of the number shown")


class StepPage(serializers.Serializer[Any]):
    results = StepBody(many=True)
    next = serializers.CharField(allow_null=True)


class ExpectedBody(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(list(KINDS))
    first = serializers.ListField(child=serializers.IntegerField(), help_text="in thousandths, by account; sum 1000")


class RatingsView(View):
    @call({200: RatingPage}, refuses=(400,), query=(GAME, KIND, PAGE))
    def get(self, request: Request) -> Response:
        """The list of a game and kind (left out: `two`) in order of mu - 3 sigma."""
        kind = query_word(request, "kind", KINDS) or KINDS[0]
        rows, more = leaderboard(_game(request, required=True), kind, page_number(request))
        return Response({"results": [row.as_json() for row in rows], "next": next_page(request, more)})


class PlayerRatingsView(View):
    @call({200: StepPage}, refuses=(400, 404), query=(GAME, KIND, PAGE))
    def get(self, request: Request, account: UUID) -> Response:
        """What each rated match did to an account, oldest first; a guest's is empty."""
        game, kind = _game(request), query_word(request, "kind", KINDS)
        if not is_known(account):
            raise NotFound
        steps, more = history(account, game, kind, page_number(request))
        return Response({"results": [step.as_json() for step in steps], "next": next_page(request, more)})


class ExpectedView(View):
    @call({200: ExpectedBody}, refuses=(400,), query=(GAME, word("accounts", "two to four ids, parted by commas")))
    def get(self, request: Request) -> Response:
        """Each account's chance of the first place; who has no rating counts as new."""
        game, accounts = _game(request, required=True), _accounts(request)
        return Response({"kind": kind_of(len(accounts)), "first": list(expected(game, accounts))})


def _game(request: Request, required: bool = False) -> str:
    game = query_word(request, "game", tuple(sorted(GAMES)))
    if required and not game:
        raise BadFields({"game": "one of " + ", ".join(sorted(GAMES))})
    return game


def _accounts(request: Request) -> list[UUID]:
    texts = request.query_params.get("accounts", "")[:200].split(",")
    try:
        accounts = [UUID(text) for text in texts]
    except ValueError:
        accounts = []
    if not 2 <= len(set(accounts)) == len(accounts) <= MOST_SEATS:
        raise BadFields({"accounts": "two to four different ids, parted by commas"})
    return accounts
