"""The checkpoint log: signed roots, their feed, leaf hashes and consistency proofs, for whoever watches the house."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from gateway.api.base import View, next_page, page_number, query_int
from gateway.api.forms import CheckpointBody
from gateway.api.schema import call, number
from gateway.errors import BadFields
from services.log.checkpoints import LEAVES, consistency, feed, latest, leaf_hashes


class CheckpointPage(serializers.Serializer[Any]):
    results = CheckpointBody(many=True)
    next = serializers.CharField(allow_null=True)


class LeavesBody(serializers.Serializer[Any]):
    leaves = serializers.ListField(child=serializers.CharField(), help_text="hashes in hex, 1,000 a page")
    next = serializers.CharField(allow_null=True, help_text="the path of the next page")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {"from": serializers.IntegerField(help_text="number of the first"), **super().get_fields()}


class ConsistencyBody(serializers.Serializer[Any]):
    to = serializers.IntegerField()
    path = serializers.ListField(child=serializers.CharField(), help_text="PROOF of RFC 6962, 2.1.2")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {"from": serializers.IntegerField(), **super().get_fields()}


class CheckpointView(View):
    @call({200: CheckpointBody}, refuses=(404,))
    def get(self, request: Request) -> Response:
        """The newest signed root over the heads of all finished matches."""
        return Response(latest())


class CheckpointsView(View):
    @call(
        {200: CheckpointPage},
        refuses=(400,),
        query=(number("from", "only of this size and larger"), number("page", "page, from 1")),
    )
    def get(self, request: Request) -> Response:
        """Checkpoints by size and time: the feed for witnesses."""
        results, more = feed(query_int(request, "from", 0, least=0) or 0, page_number(request))
        return Response({"results": results, "next": next_page(request, more)})


class SizedCheckpointView(View):
    @call({200: CheckpointBody}, refuses=(404,))
    def get(self, request: Request, size: int) -> Response:
        """The newest checkpoint of that size."""
        return Response(latest(size))


class LeavesView(View):
    @call({200: LeavesBody}, refuses=(400, 404), query=(number("from", "number of the first leaf, from 0"),))
    def get(self, request: Request, size: int) -> Response:
        """Leaf hashes of the tree of that size, without ids."""
        first = query_int(request, "from", 0, least=0) or 0
        leaves = leaf_hashes(size, first)
        behind = first + LEAVES
        return Response(
            {"from": first, "leaves": leaves, "next": f"{request.path}?from={behind}" if behind < size else None}
        )


class ConsistencyView(View):
    @call({200: ConsistencyBody}, refuses=(400, 404), query=(number("from", "size of the earlier tree, from 1"),))
    def get(self, request: Request, size: int) -> Response:
        """The proof that an earlier tree is the beginning of the one of that size."""
        old = query_int(request, "from")
        if old is None or not 1 <= old <= size:
            raise BadFields({"from": f"a size from 1 to {size}"})
        return Response({"from": old, "to": size, "path": consistency(old, size)})
