"""The command: `python -m verifier FILE` checks an export or a seat bundle by fairness.md section 8."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from engine.core import codec
from engine.games import GAMES
from verifier.log import ENDS, Log
from verifier.report import Finding, Report, printable
from verifier.schema import json_schema
from verifier.verify import NOT_REFOLDED, Games, examine

EXIT_CODES: Final = (
    "Exit code: 0 it holds, 1 findings, 2 unreadable, 3 the chain holds, but no engine at hand refolds it."
)


class PrintSchema(argparse.Action):
    def __init__(self, option_strings: Sequence[str], dest: str, help: str | None = None) -> None:
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(json.dumps(json_schema(), indent=2))
        parser.exit()


class Unreadable(Exception):
    """The file is no export that could be checked at all."""


def read_export(path: Path) -> tuple[dict[str, Any], list[Finding]]:
    """The export in a file; what is outside the subset is a finding, what is no JSON object is Unreadable."""
    findings: list[Finding] = []
    try:
        text = path.read_bytes().decode()
        try:
            export = codec.parse(text)
        except codec.NotCanonical as error:
            findings.append(Finding("CANON", None, str(error)))
            export = json.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        raise Unreadable(str(error)) from None
    if not isinstance(export, dict):
        raise Unreadable("not a JSON object")
    return export, findings


def main(argv: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(argv)
    try:
        export, findings = read_export(options.file)
    except Unreadable as error:
        print(printable(f"unreadable: {error}"), file=sys.stderr)
        return 2
    report = _examine(export, options)
    report.findings[:0] = findings
    if report.findings and not options.bundle and _runs(export):
        report.note("no end and no reveal: the bundle of a running match is checked with --bundle")
    notes = [f"note: {text}" for text in (*report.notes, *report.entropy)]
    for line in [*report.findings, *notes, _summary(export, report)]:
        print(printable(line))
    return 1 if report.findings else NOT_REFOLDED if report.unfolded else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bazigah-verify", description=__doc__, epilog=EXIT_CODES)
    parser.add_argument("file", type=Path, help="an export or a seat bundle")
    parser.add_argument("--schema", action=PrintSchema, help="print the JSON Schema of an export and do nothing else")
    parser.add_argument("--head", metavar="HEX", type=str.lower, help="a head that you kept")
    parser.add_argument("--key", metavar="HEX", type=str.lower, help="the public key of the house")
    parser.add_argument("--bundle", action="store_true", help="a running match: no reveal, one seat's parts")
    parser.add_argument("--no-engine", action="store_true", help="without the rules of the game")
    parser.add_argument("--no-bots", action="store_true", help="with the rules, but without asking the bots again")
    return parser


def _examine(export: Mapping[str, Any], options: argparse.Namespace) -> Report:
    games: Games = {} if options.no_engine else GAMES
    return examine(
        export, games=games, head=options.head, key=options.key, bundle=options.bundle, bots=not options.no_bots
    )


def _runs(export: Mapping[str, Any]) -> bool:
    return Log(export, bundle=True).first(*ENDS, "seed.revealed") is None


def _summary(export: Mapping[str, Any], report: Report) -> str:
    events = export.get("events")
    size = len(events) if isinstance(events, list) else 0
    return f"match {str(export.get('match'))[:36]}: {size} events, {report.verdict}"


if __name__ == "__main__":
    raise SystemExit(main())
