"""The small boards of somebody's own matches."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from gateway.api.base import View, language
from gateway.api.schema import call, word
from gateway.auth import must_be_someone
from gateway.cards import seat_names
from gateway.errors import BadFields
from services.readers.boards import boards_of
from services.readers.cards import parties_by_id

MOST = 24


class BoardsBody(serializers.Serializer[Any]):
    boards = serializers.ListField(
        child=serializers.DictField(), help_text="frames without moves, with `names` by seat"
    )


class MyBoardsView(View):
    @call({200: BoardsBody}, refuses=(400, 401), query=(word("match", f"ids, with commas between, up to {MOST}"),))
    def get(self, request: Request) -> Response:
        """The present frames of my own seats, for lists. It does not count as a look at the matches."""
        me = must_be_someone(request)
        boards = boards_of(me, _ids(request.query_params.get("match", "")))
        names = {
            str(party.match.id): seat_names(party, language(request))
            for party in parties_by_id([UUID(str(board["match"])) for board in boards])
        }
        return Response({"boards": [board | {"names": names[str(board["match"])]} for board in boards]})


def _ids(text: str) -> list[UUID]:
    try:
        ids = [UUID(part) for part in text.split(",") if part]
    except ValueError:
        raise BadFields({"match": "ids of matches"}) from None
    if len(ids) > MOST:
        raise BadFields({"match": f"up to {MOST} ids"})
    return ids
