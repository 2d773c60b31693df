"""The Django application of the tournaments."""

from __future__ import annotations

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "services.tournaments"
    label = "tournaments"
