"""The command: `python -m verifier FILE` checks an export by fairness.md section 8, of a match or a tournament."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from engine.core import codec
from engine.games import GAMES
from verifier import fork, schema, timing, witness
from verifier.clocks import clock_table
from verifier.log import ENDS, Log
from verifier.report import Finding, Report, printable
from verifier.tournaments import examine_tournament, is_tournament
from verifier.verify import NOT_REFOLDED, Games, examine

EXIT_CODES: Final = (
    "`bazigah-verify witness URL --state FILE` follows the checkpoints of a house instead. "
    "Exit code: 0 it holds, 1 findings, 2 unreadable, 3 it holds as far as it could look: no engine at hand refolds a "
    "match, or a tournament's matches are not in the file."
)


class PrintSchema(argparse.Action):
    def __init__(self, option_strings: Sequence[str], dest: str, help: str | None = None) -> None:
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(json.dumps(schema.json_schema(), indent=2))
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
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] == ["witness"]:
        return witness.main(words[1:])
    options = _parser().parse_args(words)
    try:
        export, findings = read_export(options.file)
    except Unreadable as error:
        print(printable(f"unreadable: {error}"), file=sys.stderr)
        return 2
    if options.clocks:
        return _print_clocks(export, options.after)
    report = _examine(export, options)
    try:
        fork.check_file(export, options.source, report, read_export)
    except Unreadable as error:
        print(printable(f"unreadable: {error}"), file=sys.stderr)
        return 2
    report.findings[:0] = findings
    if report.findings and not options.bundle and not is_tournament(export) and _runs(export):
        report.note("no end and no reveal: the bundle of a running match is checked with --bundle")
    notes = [f"note: {text}" for text in (*report.notes, *report.entropy)]
    for line in [*report.findings, *notes, _summary(export, report)]:
        print(printable(line))
    return 1 if report.findings else NOT_REFOLDED if report.unfolded or report.limits else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bazigah-verify", description=__doc__, epilog=EXIT_CODES)
    parser.add_argument("file", type=Path, help="an export of a match or a tournament, or a seat bundle")
    parser.add_argument("--schema", action=PrintSchema, help="print the JSON Schema of an export and do nothing else")
    parser.add_argument("--clocks", action="store_true", help="print every stint and the deadlines, and check nothing")
    parser.add_argument("--after", metavar="SEQ", type=int, help="with --clocks: the log cut after this event")
    parser.add_argument("--head", metavar="HEX", type=str.lower, help="a head that you kept")
    parser.add_argument("--key", metavar="HEX", type=str.lower, help="the public key of the house")
    parser.add_argument("--source", metavar="FILE", type=Path, help="of a fork: the export of the match it comes from")
    parser.add_argument("--bundle", action="store_true", help="a running match: no reveal, one seat's parts")
    parser.add_argument("--no-engine", action="store_true", help="without the rules of the game")
    parser.add_argument("--no-bots", action="store_true", help="with the rules, but without asking the bots again")
    return parser


def _examine(export: Mapping[str, Any], options: argparse.Namespace) -> Report:
    games: Games = {} if options.no_engine else GAMES
    if is_tournament(export):
        return examine_tournament(export, games=games, head=options.head, key=options.key)
    return examine(
        export, games=games, head=options.head, key=options.key, bundle=options.bundle, bots=not options.no_bots
    )


def _print_clocks(export: Mapping[str, Any], after: int | None) -> int:
    """The table of clocks as JSON. A log of another form has none: what is wrong with it is printed instead."""
    report, log = Report(), Log(export, bundle=True)
    schema.check(export, log, report)
    for text in timing.faults(log.opening):
        report.add("CLOCK", 0, text)
    for finding in report.findings:
        print(printable(finding), file=sys.stderr)
    if not report.findings:
        print(json.dumps(clock_table(export, after), indent=2))
    return 1 if report.findings else 0


def _runs(export: Mapping[str, Any]) -> bool:
    return Log(export, bundle=True).first(*ENDS, "seed.revealed") is None


def _summary(export: Mapping[str, Any], report: Report) -> str:
    events = export.get("events")
    size = len(events) if isinstance(events, list) else 0
    kind = "tournament" if is_tournament(export) else "match"
    return f"{kind} {str(export.get('match'))[:36]}: {size} events, {report.verdict}"


if __name__ == "__main__":
    raise SystemExit(main())
