"""CANON, SEQ, LINK, HASH, TIME, HEAD and SIG: the events as a chain, and what is held against its head."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from engine.core.codec import NotCanonical, canonical
from verifier import hashes
from verifier.log import Log
from verifier.report import Report

FIRST = "0" * 64


def check(log: Log, report: Report) -> None:
    before = FIRST
    for place, event in enumerate(log.events):
        seq = event.get("seq")
        if type(seq) is not int or seq != place:
            report.add("SEQ", place, f"event {place} has the number {str(seq)[:20]}")
        if event.get("prev") != before:
            report.add("LINK", place, "prev is not the hash of the event before")
        before = str(event.get("hash"))
        _check_hash(event, place, report)
    for earlier, later in pairwise(log.events):
        if hashes.is_time(earlier.get("at")) and hashes.is_time(later.get("at")) and later["at"] < earlier["at"]:
            report.add("TIME", later.get("seq"), "the clock goes back")


def _check_hash(event: Mapping[str, Any], place: int, report: Report) -> None:
    try:
        own = hashes.hash_of(event)
    except (NotCanonical, RecursionError) as error:
        report.add("CANON", place, f"a value outside the subset ({error})")
        return
    if event.get("hash") != own:
        report.add("HASH", place, "the hash does not fit the event")


def check_rest(log: Log, report: Report) -> None:
    """Opened parts and receipt are inside the subset too."""
    for value, seq in [(part, part.get("seq")) for part in log.opened] + [(log.receipt, None)]:
        try:
            canonical(value)
        except (NotCanonical, RecursionError) as error:
            report.add("CANON", seq, f"a value outside the subset ({error})")


def check_head(log: Log, report: Report, head: str | None, key: str | None) -> None:
    """`head`: the head that somebody kept. `key`: the public key that receipts are to be signed with."""
    heads = [event.get("hash") for event in log.events]
    if head is not None and head not in heads:
        report.add("HEAD", None, "the head that was kept is not in this chain")
    if log.receipt is None:
        if key is not None and not log.bundle:
            report.add("SIG", None, "there is no receipt to check with the key")
        return
    body, signature = log.receipt["body"], log.receipt.get("sig")
    size = body["size"]
    full = size == len(heads) or (log.bundle and 1 <= size <= len(heads))
    if not full or body["head"] != heads[size - 1] or body["match"] != log.match:
        report.add("HEAD", None, "the receipt is for another head")
    if key is not None and log.receipt.get("key") not in (None, key):
        report.add("SIG", None, "the receipt names another key")
    signer = key or log.receipt.get("key")
    if (signer is not None or signature is not None) and not hashes.signed_by(signer, body, signature):
        report.add("SIG", None, "the signature does not fit the receipt")
