"""The admin itself: who may come in, its sign-in form, its first page. The words are the house's."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import include, path, re_path, reverse
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from gateway.admin.waiting import waiting_counts
from gateway.pages.closed import closed_page
from gateway.pages.guests import BACKEND
from gateway.signing_in import try_password
from gateway.words import sentence, shell_texts
from services.people.appeals import appeal_token

NEXT = "next"


class HouseSite(AdminSite):
    """Operators alone. No page of Django's own is reachable: no password form, no history, no lookups."""

    def has_permission(self, request: HttpRequest) -> bool:
        user: Any = request.user
        return bool(user.is_active and getattr(user, "is_staff", False) and not user.guest)

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """Nothing: the pages are made from the house's own template."""
        return {}

    def get_urls(self) -> list[Any]:
        pages: list[Any] = [
            path("", self.admin_view(self.index), name="index"),
            path("login/", self.login, name="login"),
            path("logout/", self.admin_view(self.logout), name="logout"),
        ]
        for model, pages_of in self._registry.items():
            meta = model._meta
            pages.append(path(f"{meta.app_label}/{meta.model_name}/", include(pages_of.urls)))
        return [*pages, re_path(r"(?P<url>.*)$", self.admin_view(self.catch_all_view))]

    def index(self, request: HttpRequest, extra_context: Any = None) -> Any:
        waiting = waiting_counts()
        things = [
            {
                "name": model._meta.model_name,
                "address": reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"),
                "waiting": waiting.get(str(model._meta.model_name), 0),
            }
            for model in self._registry
        ]
        return render(request, "house/admin/index.html", {"things": things})

    @method_decorator([never_cache, csrf_protect])
    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """A right password of somebody who is no operator is answered as a wrong one."""
        goal = self._goal(request)
        if self.has_permission(request):
            return redirect(goal)
        if request.method != "POST":
            return self._form(request, goal)
        name = request.POST.get("username", "").strip()
        attempt = try_password(request, name, request.POST.get("password", ""))
        account = attempt.account
        if account is not None and not account.is_active:
            return closed_page(request, account, appeal_token(account.pk))
        if account is None or not account.is_staff:
            slow = {"seconds": attempt.wait} if attempt.wait else {}
            texts, language = shell_texts(request.language), request.language  # type: ignore[attr-defined]
            wrong = attempt.status == 429
            error = sentence(language, attempt.code, slow) if wrong else texts["admin"]["wrong"]
            return self._form(request, goal, 429 if wrong else 200, error=error, username=name[:40])
        login(request, account, backend=BACKEND)
        return redirect(goal)

    def _form(self, request: HttpRequest, goal: str, status: int = 200, **more: Any) -> HttpResponse:
        return render(request, "house/admin/login.html", {"next": goal, **more}, status=status)

    def _goal(self, request: HttpRequest) -> str:
        wanted = request.POST.get(NEXT) or request.GET.get(NEXT) or ""
        safe = url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()})
        return wanted if safe and wanted.startswith("/admin/") else reverse("admin:index")

    def logout(self, request: HttpRequest, extra_context: Any = None) -> Any:
        if request.method == "POST":
            logout(request)
        return redirect(reverse("admin:login"))
