"""The Django application of the admin, with our site in the place of Django's own."""

from __future__ import annotations

from django.contrib.admin.apps import SimpleAdminConfig


class OrderConfig(SimpleAdminConfig):
    """No package brings pages of its own: what is shown is written down in `gateway/admin/` alone, which is read with
    the addresses: a worker answers no request and starts without it."""

    default_site = "gateway.admin.site.HouseSite"
