"""Opening a tournament: what is asked for is filled up, checked, and committed to with a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from engine.core import chance
from engine.core.errors import BadOptions
from engine.core.game import Game, complete_options
from engine.games import GAMES
from services.errors import BadRequest, Conflict, NotFound, NotYours
from services.log import fair
from services.log.append import GENESIS, Append, Head, SeedRow, open_streams, seal
from services.log.commitments import BoundSeed, UsedCommitmentRow, bound_seed, fresh_seed
from services.log.models import Stream
from services.log.receipts import receipt_of
from services.matches.clock_form import BadClock, check_clock
from services.matches.position import usual_substitute
from services.pairings import events as ev
from services.pairings.errors import TournamentRefusal
from services.pairings.fold import apply
from services.pairings.formats import GameFacts
from services.pairings.forms import LONGEST_NAME, MISSING, UNKNOWN, opening_problems
from services.pairings.opening import OpeningDraft, fill_opening
from services.pairings.opening_checks import check_opening
from services.pairings.state import TournamentState
from services.people.accounts import is_guest, names_of, plain_name
from services.playing.forms import command_of
from services.tournaments.commands import DONE, MADE, Answer, digest_of, director_of
from services.tournaments.errors import refused
from services.tournaments.models import KIND, Command, Tournament
from services.tournaments.rows import CommandRow, NewTournamentRow
from services.tournaments.streams import Loaded, Said, announce, load, state_at

OF_DRAFT = ("game", "format", "seats", "options", "rounds", "clock", "points", "tiebreaks", "rules", "entry")
PROBLEMS = {UNKNOWN: "unknown field", MISSING: "this field is required"}
Present = Callable[[Loaded], dict[str, Any]]  # the card as the caller reads it
DELAYS = {"ms": 600_000, "plies": 100}


@dataclass(frozen=True, slots=True)
class _Wish:
    draft: OpeningDraft
    game: GameFacts
    directors: tuple[str, ...]
    previous: dict[str, str] | None


def open_tournament(*, account: UUID, body: Mapping[str, Any], asker: str, present: Present) -> Answer:
    """The card as `present` says it, with the receipt. Raises Refusal; then nothing was written."""
    problems = opening_problems(body)
    if "command_id" not in body:
        problems["command_id"] = MISSING
    if problems:
        raise BadRequest({name: PROBLEMS.get(problem, "not of the right form") for name, problem in problems.items()})
    plain_title(body["name"])
    command = command_of(body["command_id"])
    earlier = _opened_before(account, command, body)
    if earlier is not None:
        return earlier
    dry = bool(body.get("dry"))
    bound = _bound(body, asker)
    wish = _wish(account, body, fair.time_text(bound.at))
    if dry:
        return Answer(DONE, present(_loaded(body, wish, bound, command, account)[0]))
    return _write(body, wish, bound, command, account, present)


def plain_title(text: str) -> str:
    """The name of a tournament as it is kept. Raises BadRequest where nothing of it can be seen."""
    title = plain_name(text, LONGEST_NAME)
    if not title:
        raise BadRequest({"name": "one sign at least that can be seen"})
    return title


def _opened_before(account: UUID, command: str, body: Mapping[str, Any]) -> Answer | None:
    earlier = Command.objects.filter(account=account, cmd=command, opens=True).first()
    if earlier is None:
        return None
    if earlier.digest != digest_of(account, body):
        raise Conflict("command-reused", load(earlier.tournament_id).head.seq)
    return Answer(earlier.status, earlier.answer)


def _bound(body: Mapping[str, Any], asker: str) -> BoundSeed:
    if "match" not in body:
        return fresh_seed()
    return bound_seed(_uuid("match", body["match"]), asker)


def _uuid(name: str, text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise BadRequest({name: "the id of a tournament"}) from None


# -- what is asked for ------------------------------------------------------------------------------------------------


def _wish(account: UUID, body: Mapping[str, Any], now: str) -> _Wish:
    copied = _copied(body)
    key = body.get("game") or (copied.game if copied is not None else "")
    if key not in GAMES:
        raise BadRequest({"game": "one of " + ", ".join(sorted(GAMES))})
    game = game_facts(key)
    request = {name: body[name] for name in OF_DRAFT if name in body}
    draft = fill_opening(request, game, body.get("preset"), copied)
    previous_state, previous = _previous(body)
    refusals = (*check_opening(draft, game, now, previous_state), *_bots(draft))
    if refusals:
        raise refused(refusals)
    draft = _checked_forms(draft)
    if draft.rules.get("rated") and is_guest(account):
        raise NotYours("guests-kept-out")
    return _Wish(draft, game, _directors(account, body), previous)


def game_facts(key: str) -> GameFacts:
    game = GAMES[key]
    return GameFacts(key, tuple(game.info.seats), game.info.rules_version, _less_is_better(key))


def _less_is_better(key: str) -> bool:
    """Games that rank seats their own way: a share of the winner's score says nothing there."""
    return type(GAMES[key]).places is not Game.places


def _copied(body: Mapping[str, Any]) -> ev.TournamentOpened | None:
    if "copy_of" not in body:
        return None
    try:
        return load(_uuid("copy_of", body["copy_of"])).state.opened
    except NotFound:
        raise BadRequest({"copy_of": "the id of a tournament"}) from None


def _previous(body: Mapping[str, Any]) -> tuple[TournamentState | None, dict[str, str] | None]:
    if "previous" not in body:
        return None, None
    try:
        before = load(_uuid("previous", body["previous"]))
    except NotFound:
        raise BadRequest({"previous": "the id of a tournament"}) from None
    return before.state, {"match": str(before.id), "head": before.head.hash}


def _bots(draft: OpeningDraft) -> list[TournamentRefusal]:
    bots, known = draft.rules.get("bots"), sorted(GAMES[draft.game].bots)
    if isinstance(bots, str) and bots not in known:
        return [
            TournamentRefusal("bad-rules", "rule-choice", ("rules.bots",), {"key": "bots", "works": ", ".join(known)})
        ]
    return []


def _checked_forms(draft: OpeningDraft) -> OpeningDraft:
    """Options, clock and delay as every match of it will have them."""
    game = GAMES[draft.game]
    try:
        for seats in _table_sizes(draft):
            complete_options(game, seats, draft.options)
        options = complete_options(game, draft.seats, draft.options)
    except BadOptions as error:
        raise BadRequest({"options": error.code}) from None
    if draft.clock is not None:
        try:
            check_clock(draft.clock, draft.seats, usual_substitute(game), game.bots)
        except BadClock as error:
            raise BadRequest({"clock": str(error)}) from None
    delay = draft.rules.get("delay")
    if delay is not None and not _is_delay(delay):
        raise BadRequest({"rules.delay": "ms from 0 to 600000, or plies from 0 to 100"})
    return OpeningDraft(**{name: getattr(draft, name) for name in OF_DRAFT} | {"options": options})


def _table_sizes(draft: OpeningDraft) -> list[int]:
    allowed = draft.rules.get("sizes") or GAMES[draft.game].info.seats
    return [size for size in allowed if size in GAMES[draft.game].info.seats] if draft.format == "swiss_pods" else []


def _is_delay(delay: Mapping[str, Any]) -> bool:
    if len(delay) != 1:
        return False
    ((name, value),) = delay.items()
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= DELAYS.get(name, -1)


def _directors(account: UUID, body: Mapping[str, Any]) -> tuple[str, ...]:
    """The caller first; everybody named is an account of this house."""
    return tuple(dict.fromkeys([str(account), *known_accounts("directors", body.get("directors", []))]))


def known_accounts(field: str, texts: list[str]) -> list[str]:
    """Raises BadRequest for an id that is nobody's."""
    try:
        ids = [UUID(text) for text in texts]
    except ValueError:
        raise BadRequest({field: "ids of accounts"}) from None
    if len(names_of(ids)) != len(set(ids)):
        raise BadRequest({field: "ids of accounts"})
    return [str(account) for account in ids]


# -- writing ----------------------------------------------------------------------------------------------------------


def _loaded(
    body: Mapping[str, Any], wish: _Wish, bound: BoundSeed, command: str, account: UUID
) -> tuple[Loaded, Append]:
    """The tournament as it will be; nothing is written."""
    event = wish.draft.opened(wish.game, wish.directors, bound.seed_commit, wish.previous)
    draft = Said(event, director_of(account), command).draft()
    head = Head(bound.stream, -1, GENESIS, bound.at, chance.seal_key(bound.seed, str(bound.stream)))
    sealed = seal(head, [draft], bound.at)
    row = NewTournamentRow(
        bound.stream, plain_title(body["name"]), body.get("text", ""), event.game, event.format, event.seats,
        list(wish.directors), bound.at, bound.at,
    )  # fmt: skip
    recorded = ev.RecordedEvent(0, fair.time_text(bound.at), draft.actor, event)
    state = apply(TournamentState(str(bound.stream)), recorded)
    rows = [row, SeedRow(bound.stream, bound.seed)]
    if "match" in body:
        rows.append(UsedCommitmentRow(bound.stream))
    return Loaded(_row_of(row, sealed.head), state, bound.at), Append(sealed, rows, kind=KIND)


def _row_of(row: NewTournamentRow, head: Head) -> Tournament:
    stream = Stream(
        id=head.stream, kind=KIND, log_id=head.stream, head_seq=head.seq, head_hash=head.hash, head_at=head.at,
        seal_key=head.seal_key,
    )  # fmt: skip
    values = {name: value for name, value in row.values().items() if name != "id"}
    return Tournament(stream=stream, **values)


def _write(
    body: Mapping[str, Any], wish: _Wish, bound: BoundSeed, command: str, account: UUID, present: Present
) -> Answer:
    loaded, item = _loaded(body, wish, bound, command, account)
    answer = {**present(loaded), "receipt": receipt_of(item.sealed.head).receipt}
    kept = CommandRow(bound.stream, command, account, digest_of(account, body), MADE, answer, opens=True)
    try:
        with transaction.atomic():
            opened = open_streams([Append(item.sealed, [*item.rows, kept], kind=KIND)])
    except IntegrityError:  # the same command came twice at the same time
        earlier = _opened_before(account, command, body)
        if earlier is None:
            raise
        return earlier
    if opened != [True]:
        raise Conflict("commitment-gone")
    transaction.on_commit(lambda: announce(bound.stream, 0, ()))
    state_at(bound.stream, 0)
    return Answer(MADE, answer)
