"""The addresses of the ratings' calls."""

from __future__ import annotations

from django.urls import path

from gateway.api.ratings import ExpectedView, PlayerRatingsView, RatingsView

urlpatterns = [
    path("ratings", RatingsView.as_view()),
    path("ratings/expected", ExpectedView.as_view()),
    path("players/<uuid:account>/ratings", PlayerRatingsView.as_view()),
]
