"""The Django application of the notices."""

from __future__ import annotations

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "services.notices"
    label = "notices"
