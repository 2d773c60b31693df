"""The web process: streams go to a bare coroutine in front of Django, everything else to Django."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

from django.core.asgi import get_asgi_application

_django = get_asgi_application()

import deploy.celery  # noqa: E402, F401 - pokes are sent through this application
from gateway.stream import front  # noqa: E402

application = front(_django)
