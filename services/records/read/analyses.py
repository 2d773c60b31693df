"""Analyses: trees of moves, the owner's alone or shared by link."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from services.errors import BadRequest, Conflict, NotFound
from services.log import clock, fair
from services.records.models import Analysis

MOST_NODES: Final = 2000
MOST_ANALYSES: Final = 500  # of an account
FIELDS: Final = {"seat", "move", "comment", "children"}


def check_tree(tree: Any) -> None:
    """Raises BadRequest for what is no tree: a root without a move, nodes with seat and move, so many at most."""
    if not isinstance(tree, dict) or "move" in tree or "seat" in tree:
        raise BadRequest({"tree": "a root without a move"})
    waiting: list[Any] = [tree]
    nodes = 0
    while waiting:
        node, root = waiting.pop(), nodes == 0
        nodes += 1
        if nodes > MOST_NODES:
            raise BadRequest({"tree": f"at most {MOST_NODES} nodes"})
        if not isinstance(node, dict) or not _is_node(node, root):
            raise BadRequest({"tree": "a node has seat, move, children and perhaps a comment"})
        waiting += node.get("children", [])


def _is_node(node: dict[str, Any], root: bool) -> bool:
    fits = set(node) <= FIELDS and isinstance(node.get("children", []), list)
    fits = fits and isinstance(node.get("comment", ""), str) and len(node.get("comment", "")) <= 2000
    if root:
        return fits
    seat, move = node.get("seat"), node.get("move")
    return fits and type(seat) is int and 0 <= seat < 8 and isinstance(move, str) and 0 < len(move) <= 1000


def create_analysis(*, account: UUID, fields: dict[str, Any]) -> Analysis:
    if Analysis.objects.filter(account=account).count() >= MOST_ANALYSES:
        raise Conflict("too-many")
    return Analysis.objects.create(account=account, at=clock.now(), **fields)


def analysis_of(key: UUID, account: UUID | None) -> Analysis:
    """The owner's, or a shared one. Raises NotFound."""
    row = Analysis.objects.filter(pk=key).first()
    if row is None or not (row.shared or row.account == account):
        raise NotFound
    return row


def own_analysis(key: UUID, account: UUID) -> Analysis:
    row = Analysis.objects.filter(pk=key, account=account).first()
    if row is None:
        raise NotFound
    return row


def change_analysis(row: Analysis, fields: dict[str, Any]) -> None:
    Analysis.objects.filter(pk=row.pk).update(**fields, at=clock.now())


def remove_analysis(row: Analysis) -> None:
    Analysis.objects.filter(pk=row.pk).delete()


def analysis_json(row: Analysis, account: UUID | None) -> dict[str, Any]:
    subject = {"position": row.position} if row.match is None else {"match": str(row.match)}
    return {
        "id": str(row.pk), **subject, "seq": row.seq, "name": row.name, "shared": row.shared, "tree": row.tree,
        "mine": row.account == account, "at": fair.time_text(row.at),
    }  # fmt: skip
