"""Addresses of the files for browsers, with a stamp of their content and without."""

from __future__ import annotations

from django.urls import path, register_converter

from gateway import shelf


class StampConverter:
    regex = "[0-9a-f]{16}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(StampConverter, "stamp")

urlpatterns = [
    path("worker.js", shelf.worker_file),
    path("static/<stamp:given>/<path:name>", shelf.static_file),
    path("shelf/<stamp:given>/<slug:game>/texts/<slug:language>.json", shelf.texts_file),
    path("shelf/<stamp:given>/<slug:game>/data/<slug:name>.js", shelf.data_file),
    path("shelf/<stamp:given>/<slug:game>/<str:name>", shelf.ui_file),
    path("shelf/<slug:game>/texts/<slug:language>.json", shelf.texts_file),
    path("shelf/<slug:game>/data/<slug:name>.js", shelf.data_file),
    path("shelf/<slug:game>/<str:name>", shelf.ui_file),
]
