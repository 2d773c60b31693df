"""The Django application of the records."""

from __future__ import annotations

from django.apps import AppConfig


class RecordsConfig(AppConfig):
    name = "services.records"
    label = "records"
