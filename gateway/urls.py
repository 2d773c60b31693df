"""Addresses: the API, the shelf's files, health, and the pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView

from gateway import feeds, health
from gateway.admin.pages import site as admin_site
from gateway.api.match_side import urls as match_side
from gateway.api.matches import (
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
from gateway.api.offers import (
    ClocksView,
    OfferAnswerView,
    OffersView,
    PauseEndView,
    PlanView,
    RematchView,
    ReturnView,
)
from gateway.api.people import GuestsView, MyMatchesView, MyStreamView
from gateway.api.people_urls import people_urls
from gateway.api.programs import BotsView, BotView, TokensView, TokenView
from gateway.api.recovery import recovery_urls
from gateway.api.settings import (
    FeedsView,
    PushesView,
    PushKeyView,
    PushView,
    SettingsView,
    WebhooksView,
    WebhookView,
)
from gateway.api.tables import CommitmentsView, GamesView, MySeatView, SeatsView, TablesView, TableView
from gateway.api.vacation import VacationView

api: list[URLPattern | URLResolver] = [
    path("matches/<uuid:match_id>/moves", MovesView.as_view()),  # first, as they are tried in order
    *match_side,
    path("schema/", SpectacularAPIView.as_view()),
    path("games", GamesView.as_view()),
    path("guests", GuestsView.as_view()),
    *people_urls,
    *recovery_urls,
    path("me/matches", MyMatchesView.as_view()),
    path("me/vacation", VacationView.as_view()),
    path("me/stream", MyStreamView.as_view()),
    path("me/settings", SettingsView.as_view()),
    path("push-key", PushKeyView.as_view()),
    path("me/push", PushesView.as_view()),
    path("me/push/<uuid:key>", PushView.as_view()),
    path("me/webhooks", WebhooksView.as_view()),
    path("me/webhooks/<uuid:key>", WebhookView.as_view()),
    path("me/feeds", FeedsView.as_view()),
    path("me/bots", BotsView.as_view()),
    path("me/bots/<uuid:key>", BotView.as_view()),
    path("me/tokens", TokensView.as_view()),
    path("me/tokens/<uuid:key>", TokenView.as_view()),
    path("commitments", CommitmentsView.as_view()),
    path("tables", TablesView.as_view()),
    path("tables/<uuid:match_id>", TableView.as_view()),
    path("tables/<uuid:match_id>/seats", SeatsView.as_view()),
    path("tables/<uuid:match_id>/seats/me", MySeatView.as_view()),
    path("matches/<uuid:match_id>", MatchView.as_view()),
    path("matches/<uuid:match_id>/frame", FrameView.as_view()),
    path("matches/<uuid:match_id>/frames/<int:seq>", PastFrameView.as_view()),
    path("matches/<uuid:match_id>/", include("gateway.api.replay_urls")),
    path("matches/<uuid:match_id>/resignation", ResignationView.as_view()),
    path("matches/<uuid:match_id>/offers", OffersView.as_view()),
    path("matches/<uuid:match_id>/offers/<int:offer>/answer", OfferAnswerView.as_view()),
    path("matches/<uuid:match_id>/plan", PlanView.as_view()),
    path("matches/<uuid:match_id>/pause-end", PauseEndView.as_view()),
    path("matches/<uuid:match_id>/return", ReturnView.as_view()),
    path("matches/<uuid:match_id>/rematch", RematchView.as_view()),
    path("matches/<uuid:match_id>/clocks", ClocksView.as_view()),
    path("matches/<uuid:match_id>/events", EventsView.as_view()),
    path("matches/<uuid:match_id>/export", ExportView.as_view()),
    path("matches/<uuid:match_id>/inclusion", InclusionView.as_view()),
    path("", include("gateway.api.checkpoint_urls")),
    path("matches/<uuid:match_id>/ticket", TicketView.as_view()),
    path("matches/<uuid:match_id>/stream", StreamView.as_view()),
    path("", include("gateway.api.ratings_urls")),
    path("", include("gateway.api.tournament_urls")),
    path("", include("gateway.api.records_urls")),
]

urlpatterns = [
    path("api/", include(api)),
    path("admin/", admin_site.urls),
    path("feeds/<str:word>/calendar.ics", feeds.calendar),
    path("feeds/<str:word>/atom.xml", feeds.atom),
    path("", include("gateway.shelf_urls")),
    path("healthz", health.HealthView.as_view()),
    path("readyz", health.ReadyView.as_view()),
    path("metrics", health.metrics_page),
    path("", include("gateway.pages.urls")),
]
