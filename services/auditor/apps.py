"""The Django application of the auditor."""

from __future__ import annotations

from django.apps import AppConfig


class AuditorConfig(AppConfig):
    name = "services.auditor"
    label = "auditor"
