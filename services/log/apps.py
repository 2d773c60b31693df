"""The Django application of the log. Its label is that of the tables, which keep their names."""

from __future__ import annotations

from django.apps import AppConfig


class LogConfig(AppConfig):
    name = "services.log"
    label = "store"
