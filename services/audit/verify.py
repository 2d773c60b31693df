"""The verifier: every check of fairness.md section 8. `python -m services.audit.verify FILE` needs no database."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from engine.core import codec
from engine.core.game import Game
from engine.games import GAMES
from services.audit import chain, course, form, luck, seals
from services.audit.judgement import Judgements
from services.audit.log import ENDS, Log
from services.audit.refold import Digest, Refold, digests_of
from services.audit.report import Finding, Report, printable

Games = Mapping[str, Game[Any, Any]]
NOT_REFOLDED: Final = 3  # the exit code of a log that holds as far as it could be checked
EXIT_CODES: Final = (
    "Exit code: 0 it holds, 1 findings, 2 unreadable, 3 the chain holds, but no engine at hand refolds it."
)


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
    judgements, late = Judgements(log, report), list[int]()
    report.run("the form", lambda: form.check(export, log, report))
    report.run("the chain", lambda: chain.check(log, report))
    report.run("the values", lambda: chain.check_rest(log, report))
    report.run("the head", lambda: chain.check_head(log, report, head, key))
    report.run("the order", lambda: course.check_order(log, report))
    report.run("the seats", lambda: course.check_seats(log, report))
    report.run("the seed", lambda: seals.check_seed(log, report))
    report.run("the sealed parts", lambda: seals.check_parts(log, report))
    report.run("the judgements", judgements.check)
    report.run("the chance", lambda: luck.check(log, report))
    if games:
        report.run("the rules", lambda: late.extend(_refold(log, games, report, digest, bots)))
    report.run("the judgements", lambda: judgements.conclude(late))
    return report


def _refold(log: Log, games: Games, report: Report, digest: Digest, bots: bool) -> list[int]:
    """The refusals that the rules themselves give as too late; what could not be folded is told to the report."""
    if log.started is None:
        return []
    name, version = log.opening["game"], log.opening["rules_version"]
    game = games.get(name)
    if log.keys is None:
        report.note("not refolded: the seed is not revealed yet")
        return []
    if game is None or game.info.rules_version != version:
        report.not_refolded(f"no engine of {name} with rules version {version} at hand")
        return []
    refold = Refold(log, game, log.keys, report, digest, bots)
    refold.check()
    return refold.late


# -- the command ------------------------------------------------------------------------------------------------------


class Unreadable(Exception):
    """The file is no export that could be checked at all."""


def read_export(path: Path) -> tuple[dict[str, Any], list[Finding]]:
    """The export in a file; what is outside the subset is a finding, what is no JSON object is Unreadable."""
    found: list[Finding] = []
    try:
        text = path.read_bytes().decode()
        try:
            export = codec.parse(text)
        except codec.NotCanonical as error:
            found.append(Finding("CANON", None, str(error)))
            export = json.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        raise Unreadable(str(error)) from None
    if not isinstance(export, dict):
        raise Unreadable("not a JSON object")
    return export, found


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m services.audit.verify", description=__doc__, epilog=EXIT_CODES)
    parser.add_argument("file", type=Path, help="an export or a seat bundle")
    parser.add_argument("--head", metavar="HEX", help="a head that you kept")
    parser.add_argument("--key", metavar="HEX", help="the public key of the house")
    parser.add_argument("--bundle", action="store_true", help="a running match: no reveal, one seat's parts")
    parser.add_argument("--no-engine", action="store_true", help="without the rules of the game")
    parser.add_argument("--no-bots", action="store_true", help="with the rules, but without asking the bots again")
    given = parser.parse_args(argv)
    try:
        export, found = read_export(given.file)
    except Unreadable as error:
        print(printable(f"unreadable: {error}"), file=sys.stderr)
        return 2
    games: Games = {} if given.no_engine else GAMES
    report = examine(export, games=games, head=given.head, key=given.key, bundle=given.bundle, bots=not given.no_bots)
    report.findings[:0] = found
    if report.findings and not given.bundle and _runs(export):
        report.note("no end and no reveal: the bundle of a running match is checked with --bundle")
    for line in [*report.findings, *(f"note: {text}" for text in report.notes), _summary(export, report)]:
        print(printable(line))
    return 1 if report.findings else NOT_REFOLDED if report.unfolded else 0


def _runs(export: Mapping[str, Any]) -> bool:
    return Log(export, bundle=True).first(*ENDS, "seed.revealed") is None


def _summary(export: Mapping[str, Any], report: Report) -> str:
    events = export.get("events")
    size = len(events) if isinstance(events, list) else 0
    return f"match {str(export.get('match'))[:36]}: {size} events, {report.verdict}"


if __name__ == "__main__":
    raise SystemExit(main())
