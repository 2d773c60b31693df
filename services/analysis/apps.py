"""The Django application of the analysis."""

from __future__ import annotations

from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    name = "services.analysis"
    label = "analysis"
