"""Importing records and logs from elsewhere."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from gateway import throttles
from gateway.api.base import View
from gateway.api.schema import call, header
from gateway.auth import must_be_someone
from gateway.imports import UPLOAD
from gateway.uploads import FORMS, Upload, read_upload
from services.records.read.imports import begin_import, import_json


class RefusedBody(serializers.Serializer[Any]):
    line = serializers.IntegerField(help_text="from 1; of SGF the number of the game")
    ply = serializers.IntegerField(allow_null=True, help_text="from 1: the first move that does not fit")
    seq = serializers.IntegerField(allow_null=True, help_text="of an export: the event it is about")
    error = serializers.CharField()
    rule = serializers.CharField(allow_null=True, help_text="of an illegal move: which rule refuses it")
    detail = serializers.CharField()


class ImportBody(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    status = serializers.ChoiceField(choices=["waiting", "running", "done"])
    records = serializers.IntegerField()
    added = serializers.IntegerField()
    known = serializers.IntegerField()
    refused = RefusedBody(many=True)
    matches = serializers.ListField(child=serializers.UUIDField())


class _UncountedImports(throttles.Imports):
    """A body that came through the front is counted there, before it is read."""

    def allow_request(self, request: Request, view: Any) -> bool:
        return UPLOAD in request._request.META or super().allow_request(request, view)


class ImportsView(View):
    throttle_classes = (_UncountedImports,)

    @call(
        {202: ImportBody, 200: ImportBody},
        refuses=(400, 401, 403, 413, 415),
        takes=dict.fromkeys(FORMS, OpenApiTypes.BINARY),
        headers=(
            header("Content-Encoding", "gzip, or nothing"),
            header("Prefer", "wait=N: up to N seconds, 200 once it is done"),
        ),
        name="imports_create",
    )
    def post(self, request: Request) -> Response:
        """Up to 8 MiB as sent and 64 MiB unpacked. Records one a line, SGF (a game: 256 KiB), or a `fair1` export."""
        me = must_be_someone(request)
        upload = request._request.META.get(UPLOAD) or _read(request)
        _spend(me, upload)
        job = begin_import(account=me, form=upload.form, packed=upload.packed)
        return Response(import_json(job, me), status=202)


def _read(request: Request) -> Upload:
    headers = request._request.headers
    return read_upload(request._request, headers.get("Content-Type", ""), headers.get("Content-Encoding", ""))


def _spend(account: UUID, upload: Upload) -> None:
    budget = throttles.ImportBytes()
    if not budget.allow(str(account), max(1, upload.sent)):
        raise Throttled(budget.wait())


class ImportView(View):
    @call({200: ImportBody}, refuses=(401, 404))
    def get(self, request: Request, job_id: UUID) -> Response:
        """How far an import of the caller is, and what became of it."""
        return Response(import_json(job_id, must_be_someone(request)))
