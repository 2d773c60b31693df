"""The Django application of what readers see. Its label is that of the tables, which keep their names."""

from __future__ import annotations

from django.apps import AppConfig


class ReadersConfig(AppConfig):
    name = "services.readers"
    label = "projections"
