"""What directors ask for: start, cancellation, refusals, invitations, rulings, name and text."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from threading import BoundedSemaphore
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction

from services.bus import pokes
from services.errors import BadRequest, Conflict, NotServed, Refusal
from services.log.models import Event
from services.matches.events import MoveMade
from services.pairings.commands import check_accepted, check_was_invited, refuse_entry
from services.pairings.director import RulingEffect, check_ruling, ruling_effect
from services.pairings.errors import TournamentRefused
from services.pairings.events import TournamentClosed, TournamentStarted
from services.pairings.forms import RulingRequest, read_ruling_request
from services.pairings.lifecycle import check_start, close_event, start_event
from services.pairings.rulings import RuleDirectors, RuleRePair, RuleSubstitute, Ruling
from services.pairings.state import TournamentState
from services.people.accounts import is_guest
from services.tournaments.commands import (
    DONE,
    MADE,
    Answer,
    Asked,
    CommandOutcome,
    decided,
    keep_answer,
    must_direct,
    record,
    repeated,
)
from services.tournaments.errors import refused
from services.tournaments.models import Tournament, TournamentInvitation
from services.tournaments.opening import PROBLEMS, Present, known_accounts, plain_title
from services.tournaments.ratings import shown_ratings
from services.tournaments.seasons import divisions_before
from services.tournaments.seeds import committed_seed
from services.tournaments.streams import QUEUE, Loaded, load, recorded_events

PATIENCE: Final = 8.0  # seconds that the door waits for the service
STEP: Final = 0.03
_waiting = BoundedSemaphore(8)  # each holds a thread of the door
STARTED, CLOSED = "started", "closed"  # of `once`: a tournament starts and closes once, whoever says so


# -- start and end ----------------------------------------------------------------------------------------------------


def start(asked: Asked) -> Answer:
    """`tournament.started` is in the log when this returns; pairing follows by itself. Raises NotServed."""
    return _by_the_service(asked, "start", must_start)


def must_start(loaded: Loaded, account: UUID) -> str:
    """The actor. Raises Refusal."""
    actor = must_direct(loaded, account)
    _check_start(loaded)
    return actor


def _check_start(loaded: Loaded) -> None:
    refusal = check_start(loaded.state)
    if refusal is not None:
        raise refused([refusal], loaded.head.seq)


def started_now(loaded: Loaded) -> TournamentStarted:
    """Raises Refusal."""
    _check_start(loaded)
    state = loaded.state
    accounts = {entry: UUID(state.holder(entry)) for entry in state.entered()}
    shown = shown_ratings(state.opened.game, state.opened.seats, set(accounts.values()))
    ratings = {entry: shown.get(account) for entry, account in accounts.items()}
    return start_event(state, ratings, committed_seed(loaded.id), divisions_before(state))


def cancel(asked: Asked) -> Answer:
    """Raises NotServed."""
    return _by_the_service(asked, "cancel", must_cancel)


def must_cancel(loaded: Loaded, account: UUID) -> str:
    """The actor. Raises TournamentRefused."""
    actor = must_direct(loaded, account)
    if loaded.state.closed is not None:
        raise TournamentRefused("over")
    return actor


def _by_the_service(asked: Asked, act: str, check: Callable[[Loaded, UUID], str]) -> Answer:
    """Both draw lots from the seed, which the door cannot read: checked here, done by the service, awaited here."""
    if not _waiting.acquire(blocking=False):
        raise NotServed
    try:
        return _awaited(asked, act, check, time.monotonic() + PATIENCE)
    finally:
        _waiting.release()


def _awaited(asked: Asked, act: str, check: Callable[[Loaded, UUID], str], until: float) -> Answer:
    poked = False
    while True:
        loaded = load(asked.tournament)
        answer = repeated(asked, loaded.head.seq)
        if answer is not None:
            return answer
        decided(loaded, lambda loaded: CommandOutcome(None, check(loaded, asked.account)))
        if not poked:
            poked = True
            words = (str(asked.tournament), act, str(asked.account), asked.command, asked.digest)
            pokes.poke("tournaments.direct", *words, queue=QUEUE, first=True)
        elif time.monotonic() > until:
            raise NotServed
        else:
            time.sleep(STEP)


def direct(asked: Asked, act: str) -> None:
    """In the service: a start or a cancellation that the door has checked. What came between is its refusal there."""

    def decide(loaded: Loaded) -> CommandOutcome:
        if act == "start":
            actor = must_start(loaded, asked.account)
            return CommandOutcome(started_now(loaded), actor, once=STARTED)
        actor = must_cancel(loaded, asked.account)
        return CommandOutcome(closed_now(loaded.state, "cancelled"), actor, once=CLOSED)

    with suppress(Refusal):
        record(asked, decide)


def closed_now(state: TournamentState, reason: str) -> TournamentClosed:
    return close_event(state, committed_seed(UUID(state.tournament)), reason)


# -- who may enter ----------------------------------------------------------------------------------------------------


def refuse(asked: Asked, *, account: str, reason: str) -> Answer:
    def decide(loaded: Loaded) -> CommandOutcome:
        actor = must_direct(loaded, asked.account)
        (known,) = known_accounts("account", [account])
        return CommandOutcome(refuse_entry(loaded.state, known, reason), actor)

    return record(asked, decide)


def invite(asked: Asked, *, account: str | None = None) -> Answer:
    """To an account, or a code for a link; outside the log."""
    loaded = load(asked.tournament)
    earlier = repeated(asked, loaded.head.seq)
    if earlier is not None:
        return earlier
    must_direct(loaded, asked.account)
    if loaded.state.closed is not None:
        raise Conflict("over", loaded.head.seq)
    guest = None if account is None else UUID(known_accounts("account", [account])[0])
    with transaction.atomic():
        row = _invitation(loaded, asked.account, guest)
        answer = Answer(MADE, {"account": None if guest is None else str(guest), "invite": row.invite})
        return _kept(asked, answer, loaded.head.seq)


def _invitation(loaded: Loaded, director: UUID, guest: UUID | None) -> TournamentInvitation:
    values = {"invite": secrets.token_urlsafe(12), "made_by": director, "at": loaded.at}
    if guest is None:
        return TournamentInvitation.objects.create(tournament_id=loaded.id, account=None, **values)
    row, _ = TournamentInvitation.objects.get_or_create(tournament_id=loaded.id, account=guest, defaults=values)
    return row


def answer_invitation(asked: Asked, *, accepted: bool) -> Answer:
    """Raises Conflict `not-invited`."""
    loaded = load(asked.tournament)
    earlier = repeated(asked, loaded.head.seq)
    if earlier is not None:
        return earlier
    with transaction.atomic():
        rows = TournamentInvitation.objects.filter(tournament_id=loaded.id, account=asked.account)
        try:
            check_was_invited(bool(rows.update(accepted=accepted)))
        except TournamentRefused as error:
            raise refused([error.refusal], loaded.head.seq) from None
        return _kept(asked, Answer(DONE, {"accepted": accepted}), loaded.head.seq)


def _kept(asked: Asked, answer: Answer, seq: int) -> Answer:
    try:
        with transaction.atomic():
            return keep_answer(asked, answer)
    except IntegrityError:  # the same command at the same time
        earlier = repeated(asked, seq)
        assert earlier is not None
        return earlier


def rename(asked: Asked, *, name: str | None, text: str | None, present: Present) -> Answer:
    """The card. Name and text are not in the log. Raises Conflict `command-reused`."""
    loaded = load(asked.tournament)
    earlier = repeated(asked, loaded.head.seq)
    if earlier is not None:
        return earlier
    must_direct(loaded, asked.account)
    title = None if name is None else plain_title(name)
    changes = {key: value for key, value in (("name", title), ("text", text)) if value is not None}
    with transaction.atomic():
        Tournament.objects.filter(pk=loaded.id).update(**changes) if changes else None
        return _kept(asked, Answer(DONE, present(load(asked.tournament))), loaded.head.seq)


# -- rulings ----------------------------------------------------------------------------------------------------------


def rule(asked: Asked) -> Answer:
    """Rows before and after; with `dry` nothing is written."""
    request = read_ruling_request(asked.body)
    if not isinstance(request, RulingRequest):
        raise BadRequest({name: PROBLEMS.get(problem, "not of the right form") for name, problem in request.items()})
    dry = asked.body.get("dry", False)
    if not isinstance(dry, bool):
        raise BadRequest({"dry": "true or false"})

    def decide(loaded: Loaded) -> CommandOutcome | Answer:
        actor = must_direct(loaded, asked.account)
        if not 0 <= request.seen <= loaded.head.seq:
            raise BadRequest({"seen": "the seq of an event that is recorded"})
        made = check_ruling(
            loaded.state,
            request.ruling,
            reason=request.reason,
            seen=request.seen,
            since=recorded_events(loaded.id, request.seen, loaded.head.seq),
            touched=touched_matches(loaded.state, request.ruling),
            now=loaded.now,
        )
        _check_accounts(loaded, request.ruling)
        effect = _effect_json(ruling_effect(loaded.state, made, actor))
        return Answer(DONE, effect) if dry else CommandOutcome(made, actor, extra=effect)

    if dry:
        outcome = decided(load(asked.tournament), decide)
        assert isinstance(outcome, Answer)
        return outcome
    return record(asked, decide)


def _effect_json(effect: RulingEffect) -> dict[str, Any]:
    return {"before": [list(row) for row in effect.before], "after": [list(row) for row in effect.after]}


def touched_matches(state: TournamentState, ruling: Ruling) -> frozenset[str]:
    """Of the tables of a re-pair, the matches in which somebody has answered."""
    if not isinstance(ruling, RuleRePair) or not 1 <= ruling.round <= len(state.rounds):
        return frozenset()
    tables = state.round(ruling.round).tables
    matches = [tables[drawn.table - 1].latest.match for drawn in ruling.tables if 1 <= drawn.table <= len(tables)]
    moved = Event.objects.filter(stream_id__in=matches, type=MoveMade.TYPE).values_list("stream_id", flat=True)
    return frozenset(str(match) for match in moved.distinct())


def _check_accounts(loaded: Loaded, ruling: Ruling) -> None:
    """Directors and substitutes are accounts; a substitute has accepted its invitation."""
    if isinstance(ruling, RuleDirectors):
        known_accounts("accounts", list(ruling.accounts))
    if isinstance(ruling, RuleSubstitute):
        account = UUID(known_accounts("account", [ruling.account])[0])
        accepted = TournamentInvitation.objects.filter(tournament_id=loaded.id, account=account, accepted=True)
        check_accepted(accepted.exists())
        if loaded.state.opened.rules.get("rated") and is_guest(account):
            raise TournamentRefused("guests-kept-out")
