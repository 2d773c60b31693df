"""What all pages of the admin share: lists and things that are only looked at, and orders by forms of their own."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar
from uuid import UUID

from django.contrib.admin import ModelAdmin
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.safestring import SafeString

from gateway.admin.shown import Section, shown
from gateway.auth import must_be_someone
from gateway.words import sentence
from services.errors import Refusal
from services.people.accounts import names_of
from services.people.asked import GivenAnswer, once
from services.people.trail import LONGEST, WHY, Order

Act = Callable[[Any, Order, Mapping[str, str]], None]


@dataclass(frozen=True, slots=True)
class Action:
    """An order that can be given to a thing. `fields`: what is asked beside the reason: name -> kind of input."""

    name: str
    act: Act
    fields: Mapping[str, str] = field(default_factory=dict)
    leads_away: bool = False  # the thing is gone afterwards


if TYPE_CHECKING:
    _Base = ModelAdmin[Any]
else:
    _Base = ModelAdmin  # has no parameters when it runs


class ThingAdmin(_Base):
    """`fields` are shown of a thing, `list_display` in the list; a method of that name says how, else the value."""

    actions = None
    list_per_page = 50
    list_max_show_all = 50
    show_full_result_count = False
    list_display_links = None
    view_on_site = False
    change_list_template = "house/admin/list.html"
    orders: ClassVar[Sequence[Action]] = ()
    filters: ClassVar[Mapping[str, Sequence[str]]] = {}  # a field and the values one may choose

    @property
    def kind(self) -> str:
        return str(self.model._meta.model_name)

    # -- nothing is added, edited or deleted --------------------------------------------------------------------------

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.admin_site.has_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.admin_site.has_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields or ()

    def get_urls(self) -> list[Any]:
        name = f"{self.model._meta.app_label}_{self.model._meta.model_name}"
        wrap = self.admin_site.admin_view
        return [
            path("", wrap(self.changelist_view), name=f"{name}_changelist"),
            path("<path:object_id>/change/", wrap(self.change_view), name=f"{name}_change"),
        ]

    # -- what is shown ------------------------------------------------------------------------------------------------

    def values(self, things: Sequence[Any], names: Sequence[str], language: str) -> list[list[SafeString]]:
        """The cells of some things. Accounts are named in one statement."""
        called = names_of(self.accounts_in(things))
        return [[self._cell(thing, name, language, called) for name in names] for thing in things]

    def accounts_in(self, things: Sequence[Any]) -> list[UUID | None]:
        """Whose names will be needed."""
        return []

    def _cell(self, thing: Any, name: str, language: str, called: Mapping[UUID, str]) -> SafeString:
        special = getattr(self, f"show_{name}", None)
        return shown(special(thing, language, called) if special else getattr(thing, name), language)

    def sections(self, thing: Any, request: HttpRequest) -> list[Section]:
        return []

    def title(self, thing: Any, language: str) -> str:
        return str(thing.pk)[:8]

    # -- pages --------------------------------------------------------------------------------------------------------

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        if request.method != "GET":
            raise PermissionDenied
        response = super().changelist_view(request, extra_context)
        if not isinstance(response, TemplateResponse) or response.context_data is None:
            return response
        if "cl" not in response.context_data:
            return response
        changes = response.context_data["cl"]
        language, names = request.language, [str(name) for name in self.list_display]  # type: ignore[attr-defined]
        things = list(changes.result_list)
        cells = self.values(things, names, language)
        kind = f"{self.model._meta.app_label}_{self.model._meta.model_name}"
        addresses = [reverse(f"admin:{kind}_change", args=[str(thing.pk)]) for thing in things]
        page = changes.page_num
        response.context_data |= {
            "kind": self.kind,
            "headers": names,
            "rows": list(zip(addresses, cells, strict=True)),
            "count": changes.result_count,
            "choices": self._choices(request, changes),
            "before": changes.get_query_string({"p": page - 1}) if page > 1 else "",
            "after": changes.get_query_string({"p": page + 1}) if page < changes.paginator.num_pages else "",
            "searched": bool(self.search_fields),
        }
        return response

    def _choices(self, request: HttpRequest, changes: Any) -> list[dict[str, Any]]:
        return [
            {
                "field": name,
                "all": changes.get_query_string(remove=[f"{name}__exact", "p"]),
                "chosen": request.GET.get(f"{name}__exact", ""),
                "values": [
                    (value, changes.get_query_string({f"{name}__exact": value}, remove=["p"])) for value in values
                ],
            }
            for name, values in self.filters.items()
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        thing = self.get_object(request, unquote(object_id))
        if thing is None:
            raise Http404
        if request.method != "POST":
            return self._page(request, thing)
        action = next((order for order in self.orders if order.name == request.POST.get("action")), None)
        try:
            if action is None:
                raise Refusal("bad-request")
            self._give(request, thing, action)
        except Refusal as refusal:
            return self._page(request, thing, refusal)
        return redirect(self._list_address() if action.leads_away else request.path)

    def _give(self, request: HttpRequest, thing: Any, action: Action) -> None:
        """Once: the same command again is done already. Raises Refusal."""
        given = {name: request.POST.get(name, "") for name in ("reason", "text", *action.fields)}
        operator = must_be_someone(request)
        command = request.POST.get("command_id", "")
        order = Order(operator, action.name, command, given["reason"], given["text"].replace("\r\n", "\n"))

        def act() -> GivenAnswer:
            action.act(thing, order, given)
            return GivenAnswer(302, {})

        once(account=operator, call=f"{self.kind}:{thing.pk}:{action.name}", command_id=command, body=given, act=act)

    def _page(self, request: HttpRequest, thing: Any, refusal: Refusal | None = None) -> HttpResponse:
        language: str = request.language  # type: ignore[attr-defined]
        names = [str(name) for name in self.fields or ()]
        (cells,) = self.values([thing], names, language)
        given = request.POST.get("action", "") if refusal else ""
        orders = [
            {
                "name": action.name,
                "fields": action.fields,
                "command": str(uuid.uuid4()),
                "given": request.POST if action.name == given else {},
            }
            for action in self.orders_for(thing)
        ]
        context = {
            "kind": self.kind,
            "address": self._list_address(),
            "called": self.title(thing, language),
            "facts": list(zip(names, cells, strict=True)),
            "sections": self.sections(thing, request),
            "orders": orders,
            "reasons": WHY,
            "longest": LONGEST,
            "code": refusal.code if refusal else "",
            "error": sentence(language, refusal.code, refusal.params) if refusal else "",
            "given": given,
        }
        return render(request, "house/admin/thing.html", context)

    def orders_for(self, thing: Any) -> Sequence[Action]:
        """Those that can be given as things stand; any other is refused with its code all the same."""
        return self.orders

    def _list_address(self) -> str:
        return reverse(f"admin:{self.model._meta.app_label}_{self.model._meta.model_name}_changelist")
