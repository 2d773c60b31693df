"""The Django application of the ratings."""

from __future__ import annotations

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "services.ratings"
    label = "ratings"
