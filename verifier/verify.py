"""Every check of fairness.md section 8 on one export; each reports by itself what speaks against the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.core.game import Game
from engine.games import GAMES, at_version
from verifier import chain, chance, conduct, entropy, order, schema, seals, undo
from verifier.by_rules import ByRules
from verifier.conduct import Conduct
from verifier.judgements import Judgements
from verifier.log import Log
from verifier.refold import Digest, Refold, digests_of
from verifier.report import Finding, Report

Games = Mapping[str, Game[Any, Any]]
NOT_REFOLDED: Final = 3  # the exit code of a log that holds as far as it could be checked


def verify(
    export: Mapping[str, Any],
    *,
    games: Games = GAMES,
    head: str | None = None,
    key: str | None = None,
    bundle: bool = False,
    bots: bool = True,
) -> list[Finding]:
    """All findings; none means that the log holds. `games` empty: without rules."""
    return examine(export, games=games, head=head, key=key, bundle=bundle, bots=bots).findings


def examine(
    export: Mapping[str, Any],
    *,
    games: Games = GAMES,
    head: str | None = None,
    key: str | None = None,
    bundle: bool = False,
    bots: bool = True,
    digest: Digest = digests_of,
    seed: bytes | None = None,
) -> Report:
    """The same, with notes of what could not be checked. `seed`: for the house, which knows it before the reveal."""
    report, log = Report(), Log(export, bundle, seed)
    judgements, late, conducts = Judgements(log, report), list[int](), list[Conduct | None]()
    report.run("the form", lambda: schema.check(export, log, report))
    report.run("the chain", lambda: chain.check(log, report))
    report.run("the values", lambda: chain.check_rest(log, report))
    report.run("the head", lambda: chain.check_head(log, report, head, key))
    report.run("the order", lambda: order.check_order(log, report))
    report.run("the seats", lambda: order.check_seats(log, report))
    report.run("the entropy", lambda: entropy.note(log, report))
    report.run("the seed", lambda: seals.check_seed(log, report))
    report.run("the sealed parts", lambda: seals.check_parts(log, report))
    report.run("the judgements", judgements.check)
    report.run("the undos", lambda: undo.check(log, report))
    report.run("the conduct", lambda: conducts.append(conduct.check(log, report)))
    report.run("the chance", lambda: chance.check(log, report))
    if games:
        report.run("the rules", lambda: late.extend(_refold(log, games, report, digest, bots, conducts)))
    report.run("the judgements", lambda: judgements.conclude(late))
    return report


def _refold(
    log: Log, games: Games, report: Report, digest: Digest, bots: bool, conducts: list[Conduct | None]
) -> list[int]:
    """The refusals that the rules themselves give as too late; the report says what could not be folded."""
    if log.started is None:
        return []
    if log.keys is None:
        report.note("not refolded: the seed is not revealed yet")
        return []
    key, version = log.opening["game"], log.opening["rules_version"]
    game = game_of(games, key, version)
    if game is None:
        report.not_refolded(f"no engine of {key} with rules version {version} at hand")
        return []
    by_rules = [ByRules(game, known, report) for known in conducts if known is not None]
    refold = Refold(log, game, log.keys, report, digest, bots, by_rules[0] if by_rules else None)
    refold.check()
    return refold.late


def game_of(games: Games, key: str, version: int) -> Game[Any, Any] | None:
    """The game with the rules that a log was played by; None: they are not at hand."""
    game = games.get(key)
    return None if game is None else at_version(game, version)
