"""The Django application of the admin, with our site in the place of Django's own."""

from __future__ import annotations

from importlib import import_module

from django.contrib.admin.apps import SimpleAdminConfig


class OrderConfig(SimpleAdminConfig):
    """No package brings pages of its own: what is shown is written down in `gateway/admin/` alone."""

    default_site = "gateway.admin.site.HouseSite"

    def ready(self) -> None:
        super().ready()
        import_module("gateway.admin.pages")
