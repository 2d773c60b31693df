"""The page on which anybody checks a log in their own browser, and the same as one file for use without a network."""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64encode
from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import path

from gateway.words import LANGUAGES, shell_texts

_HERE = Path(__file__).parent.parent / "static" / "house" / "verify"
_IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=async function|function|class|const)", re.MULTILINE)


def verify(request: HttpRequest) -> HttpResponse:
    digest = hashlib.sha256(offline_file()).hexdigest()
    context = {"words": verify_words(), "digest": digest}
    return render(request, "house/verify.html", context)


def offline(request: HttpRequest) -> HttpResponse:
    """The file asks for nothing: its policy allows no request, and only the script that it carries."""
    return HttpResponse(
        offline_file(),
        headers={
            "Content-Security-Policy": _policy(),
            "Content-Disposition": 'inline; filename="bazigah-verify.html"',
            "Cache-Control": "no-cache",
        },
    )


@cache
def offline_file() -> bytes:
    """One file without requests: both languages, the styles and the two modules as one script."""
    texts = {language: shell_texts(language)["verify"] for language in LANGUAGES}
    context = {"en": texts["en"], "words": verify_words(), "script": _script(), "style": _style(), "policy": _policy()}
    return render_to_string("house/verify_offline.html", context).encode()


@cache
def _script() -> str:
    verifier, page = ((_HERE / name).read_text("utf-8") for name in ("verifier.js", "verify.js"))
    return "\n" + _EXPORT.sub("", verifier) + _IMPORT.sub("", page)


@cache
def _style() -> str:
    return "\n" + (_HERE / "offline.css").read_text("utf-8")


def _policy() -> str:
    return f"default-src 'none'; script-src {_digest(_script())}; style-src {_digest(_style())}"


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def verify_words() -> str:
    """As JSON that can stand in a page: nothing in it ends the element."""
    texts = {language: shell_texts(language)["verify"] for language in LANGUAGES}
    return json.dumps(texts, ensure_ascii=False, sort_keys=True).replace("<", "\\u003c")


urlpatterns = [
    path("verify", verify, name="verify"),
    path("verify/offline.html", offline, name="verify-offline"),
]
