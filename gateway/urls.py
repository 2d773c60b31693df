"""Addresses: the API, the shelf's files, health, and the pages."""

from __future__ import annotations

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from gateway import health, shelf
from gateway.api.matches import (
    CheckpointView,
    EventsView,
    ExportView,
    FrameView,
    InclusionView,
    MatchView,
    PastFrameView,
    StreamView,
    TicketView,
)
from gateway.api.moves import MovesView, ResignationView
from gateway.api.people import GuestsView, MeView, MyMatchesView
from gateway.api.tables import CommitmentsView, GamesView, MySeatView, SeatsView, TablesView, TableView

api = [
    path("matches/<uuid:match_id>/moves", MovesView.as_view()),  # first, as they are tried in order
    path("schema/", SpectacularAPIView.as_view()),
    path("games", GamesView.as_view()),
    path("guests", GuestsView.as_view()),
    path("me", MeView.as_view()),
    path("me/matches", MyMatchesView.as_view()),
    path("commitments", CommitmentsView.as_view()),
    path("tables", TablesView.as_view()),
    path("tables/<uuid:match_id>", TableView.as_view()),
    path("tables/<uuid:match_id>/seats", SeatsView.as_view()),
    path("tables/<uuid:match_id>/seats/me", MySeatView.as_view()),
    path("matches/<uuid:match_id>", MatchView.as_view()),
    path("matches/<uuid:match_id>/frame", FrameView.as_view()),
    path("matches/<uuid:match_id>/frames/<int:seq>", PastFrameView.as_view()),
    path("matches/<uuid:match_id>/resignation", ResignationView.as_view()),
    path("matches/<uuid:match_id>/events", EventsView.as_view()),
    path("matches/<uuid:match_id>/export", ExportView.as_view()),
    path("matches/<uuid:match_id>/inclusion", InclusionView.as_view()),
    path("checkpoint", CheckpointView.as_view()),
    path("matches/<uuid:match_id>/ticket", TicketView.as_view()),
    path("matches/<uuid:match_id>/stream", StreamView.as_view()),
]

urlpatterns = [
    path("api/", include(api)),
    path("shelf/<slug:game>/texts/<slug:language>.json", shelf.texts_file),
    path("shelf/<slug:game>/<str:name>", shelf.ui_file),
    path("healthz", health.HealthView.as_view()),
    path("readyz", health.ReadyView.as_view()),
    path("metrics", health.metrics_page),
    path("", include("gateway.pages.urls")),
]
