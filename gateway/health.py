"""Health, readiness, and the numbers for monitoring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import DatabaseError, InterfaceError, connection
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from drf_spectacular.utils import extend_schema
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.games import GAMES
from gateway.api.forms import ErrorBody
from gateway.stream import streams_open
from services import bus, metrics
from services.store.models import Match


class HealthBody(serializers.Serializer[Any]):
    ok = serializers.BooleanField()


class ReadyBody(HealthBody):
    parts = serializers.DictField(child=serializers.BooleanField())


class _Probe(APIView):
    """Asked by machines, often: no sign-in, no throttle."""

    authentication_classes = ()
    throttle_classes = ()


class HealthView(_Probe):
    @extend_schema(responses={200: HealthBody, 406: ErrorBody})
    def get(self, request: Request) -> Response:
        """The process lives."""
        return Response({"ok": True})


class ReadyView(_Probe):
    @extend_schema(responses={200: ReadyBody, 503: ReadyBody, 406: ErrorBody})
    def get(self, request: Request) -> Response:
        """Database, broker and every game's worker answer."""
        queues = ["opponents", *(bus.game_queue(key) for key in sorted(GAMES))]
        found = {"database": _database_answers(), "broker": bus.broker_answers(), **bus.heartbeats(queues)}
        ready = all(found.values())
        return Response({"ok": ready, "parts": found}, status=200 if ready else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, InterfaceError):
        return False
    return True


class House(Collector):
    def collect(self) -> Iterator[Metric]:
        counts = metrics.counts()
        if counts is not None:  # else Redis is away, and a counter that is not known is not told
            yield from _counters(counts)
        yield from _gauges()


def _counters(counts: dict[str, int]) -> Iterator[Metric]:
    accepted = CounterMetricFamily("bazigah_moves_accepted", "moves recorded over HTTP")
    accepted.add_metric([], counts.get("accepted", 0))
    yield accepted
    for name, text in (("judged", "moves judged"), ("refused", "moves refused by the referee")):
        family = CounterMetricFamily(f"bazigah_moves_{name}", text, labels=["game"])
        for game in GAMES:
            family.add_metric([game], counts.get(f"{name} {game}", 0))
        yield family
    yield _latency(counts)
    yield CounterMetricFamily(
        "bazigah_failed_audits", "matches whose audit failed", value=counts.get("failed_audits", 0)
    )


def _latency(counts: dict[str, int]) -> Metric:
    buckets, total = [], 0
    for most in metrics.BUCKETS_MS:
        total += counts.get(f"latency {most}", 0)
        buckets.append((str(most / 1000), total))
    total += counts.get("latency inf", 0)
    buckets.append(("+Inf", total))
    family = HistogramMetricFamily("bazigah_judgement_seconds", "from recording a move to its judgement")
    family.add_metric([], buckets, counts.get("latency sum", 0) / 1000)
    return family


def _gauges() -> Iterator[Metric]:
    lagging = Match.objects.filter(status=Match.Status.RUNNING, head_seq__gt=F("judged_seq"))
    behind = sum(head - judged for head, judged in lagging.values_list("head_seq", "judged_seq")[:10_000])
    yield GaugeMetricFamily("bazigah_frame_lag_events", "events that frames are behind the log", value=behind)
    yield GaugeMetricFamily("bazigah_streams_open", "streams open on this process", value=streams_open())
    parked = Match.objects.exclude(parked="").count()
    yield GaugeMetricFamily("bazigah_matches_parked", "matches the referee gave up on", value=parked)
    queues = ["house", "opponents", "audit", *(bus.game_queue(key) for key in sorted(GAMES))]
    depth = GaugeMetricFamily("bazigah_queue_depth", "pokes waiting", labels=["queue"])
    for name, waiting in bus.queue_depths(queues).items():
        depth.add_metric([name], waiting)
    yield depth


def metrics_page(request: HttpRequest) -> HttpResponse:
    registry = CollectorRegistry()
    registry.register(House())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
