"""The web process: streams go to a bare coroutine in front of Django, everything else to Django."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

from django.conf import settings
from django.core.wsgi import get_wsgi_application

_django = get_wsgi_application()

import deploy.celery  # noqa: E402, F401 - pokes are sent through this application
from deploy.prepare_web import prepare_web  # noqa: E402
from deploy.threads import InThreads, Turns  # noqa: E402
from gateway.moves import is_move, record  # noqa: E402
from gateway.stream import front  # noqa: E402

application = front(InThreads(_django, settings.MAX_BODY, Turns(settings.MOST_AT_ONCE, is_move), lean=record))
prepare_web()
