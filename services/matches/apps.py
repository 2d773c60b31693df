"""The Django application that holds the tables of a match; they keep the label `store` and their names."""

from __future__ import annotations

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "services.matches"
    label = "matches"
