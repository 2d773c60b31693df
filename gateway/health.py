"""Health, readiness, and the numbers for monitoring."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from ipaddress import ip_address, ip_network
from threading import Lock
from typing import Any

from cachetools import TTLCache
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
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
from gateway.throttles import address_of
from services.bus import broker, counters
from services.readers.gauges import database_answers, read_gauges
from services.registry import Service, services
from services.sweeper.read import correction_ms


class HealthBody(serializers.Serializer[Any]):
    ok = serializers.BooleanField()


class ReadyBody(HealthBody):
    parts = serializers.DictField(child=serializers.BooleanField())


class HealthView(APIView):
    authentication_classes = ()
    throttle_classes = ()

    @extend_schema(responses={200: HealthBody, 406: ErrorBody})
    def get(self, request: Request) -> Response:
        """The process lives."""
        return Response({"ok": True})


class ReadyView(APIView):
    """Asked by machines, often: no sign-in, no throttle; closed to outsiders where the settings name insiders."""

    authentication_classes = ()
    throttle_classes = ()

    @extend_schema(responses={200: ReadyBody, 503: ReadyBody, 406: ErrorBody})
    def get(self, request: Request) -> Response:
        """Database, broker and every vital service answer."""
        _only_insiders(request)
        parts = _asked_once("ready", _vital_parts)
        ready = all(parts.values())
        return Response({"ok": ready, "parts": parts}, status=200 if ready else 503)


def _vital_parts() -> dict[str, bool]:
    stores = {"database": database_answers(), "broker": broker.broker_answers()}
    return stores | alive([row for row in services() if row.vital])


def _only_insiders(request: Any) -> None:
    """Raises Http404: whoever is outside learns nothing, not even that there is something."""
    if settings.PROBES_FROM:
        networks = [ip_network(name, strict=False) for name in settings.PROBES_FROM]
        try:
            address = ip_address(address_of(request))
        except ValueError:
            raise Http404 from None
        if not any(address in network for network in networks):
            raise Http404


_answers: TTLCache[str, Any] = TTLCache(8, 1.0)  # a flood of probes asks the stores once a second
_asking = Lock()


def _asked_once(name: str, ask: Callable[[], Any]) -> Any:
    with _asking:
        if name not in _answers:
            _answers[name] = ask()
        return _answers[name]


def alive(rows: Sequence[Service]) -> dict[str, bool]:
    """By queue (a service without one: by name), whether somebody drains it."""
    names = [name for row in rows for name in row.queues(GAMES) or [row.name]]
    return counters.heartbeats(names)


class House(Collector):
    def collect(self) -> Iterator[Metric]:
        counts = counters.counts()
        if counts is not None:  # else Redis is away, and a counter that is not known is left out
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
        "bazigah_snapshots_refused", "snapshots that did not fit the log", value=counts.get("snapshots_refused", 0)
    )
    yield CounterMetricFamily(
        "bazigah_differing_rows",
        "matches whose seats or card did not follow from the log",
        value=counts.get("differing_rows", 0),
    )
    yield CounterMetricFamily(
        "bazigah_failed_audits", "matches whose audit failed", value=counts.get("failed_audits", 0)
    )


def _latency(counts: dict[str, int]) -> Metric:
    buckets, total = [], 0
    for most in counters.BUCKETS_MS:
        total += counts.get(f"latency {most}", 0)
        buckets.append((str(most / 1000), total))
    total += counts.get("latency inf", 0)
    buckets.append(("+Inf", total))
    family = HistogramMetricFamily("bazigah_judgement_seconds", "from recording a move to its judgement")
    family.add_metric([], buckets, counts.get("latency sum", 0) / 1000)
    return family


def _gauges() -> Iterator[Metric]:
    gauges = read_gauges()
    yield GaugeMetricFamily("bazigah_unjudged_answers", "answers recorded and not judged", value=gauges.unjudged)
    yield GaugeMetricFamily("bazigah_streams_open", "streams open on this process", value=streams_open())
    yield GaugeMetricFamily(
        "bazigah_clock_correction_seconds",
        "steps of the database's clock taken out of the time",
        value=correction_ms() / 1000,
    )
    yield GaugeMetricFamily("bazigah_matches_parked", "matches the referee gave up on", value=gauges.parked)
    facts = GaugeMetricFamily("bazigah_facts", "facts on their way", labels=["follower", "state"])
    for follower, states in gauges.facts.items():
        for state, number in states.items():
            facts.add_metric([follower, state], number)
    yield facts
    yield from _of_services()


def _of_services() -> Iterator[Metric]:
    queues = [queue for row in services() for queue in row.queues(GAMES)]
    depth = GaugeMetricFamily("bazigah_queue_depth", "pokes waiting", labels=["queue"])
    for name, waiting in broker.queue_depths(queues).items():
        depth.add_metric([name], waiting)
    yield depth
    life = GaugeMetricFamily("bazigah_service_alive", "1 if the service answers its ticks", labels=["service"])
    for name, answers in alive(services()).items():
        life.add_metric([name], int(answers))
    yield life


def metrics_page(request: HttpRequest) -> HttpResponse:
    _only_insiders(request)
    return HttpResponse(_asked_once("metrics", _numbers), content_type=CONTENT_TYPE_LATEST)


def _numbers() -> bytes:
    registry = CollectorRegistry()
    registry.register(House())
    return generate_latest(registry)
