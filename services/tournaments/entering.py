"""What entrants ask for: to enter, to wait, to withdraw, a bye, to be ready; and who moves up from the line."""

from __future__ import annotations

from uuid import UUID

from django.db import IntegrityError, transaction

from services.errors import Conflict, NotYours
from services.log.append import HeadMoved
from services.pairings.commands import (
    Applicant,
    be_ready,
    check_accepted,
    entry_of,
    is_full,
    leave_arena,
    make_entry,
    request_bye,
    standing_entries,
    withdraw,
)
from services.pairings.errors import TournamentRefused
from services.people.accounts import is_guest
from services.tournaments.commands import (
    MADE,
    TAKEN,
    Answer,
    Asked,
    CommandOutcome,
    account_of,
    keep_answer,
    must_direct,
    record,
)
from services.tournaments.models import TournamentInvitation, Waiting
from services.tournaments.opening import known_accounts
from services.tournaments.ratings import shown_ratings
from services.tournaments.rows import ServedWaitingRow
from services.tournaments.streams import Loaded, Said, commit, load, prepare


def enter(asked: Asked, *, entropy: str = "", invite: str = "") -> Answer:
    """Enter with one's own entropy; beyond the cap one waits outside the log."""

    def decide(loaded: Loaded) -> CommandOutcome | Answer:
        applicant = _applicant(loaded, asked.account, entropy, invite)
        _keep_guests_out(loaded, applicant)
        event = make_entry(loaded.state, applicant, loaded.now)
        if is_full(loaded.state) or _somebody_waits(loaded, asked.account):
            return _wait(asked, applicant)
        rows = [ServedWaitingRow(loaded.id, asked.account)]
        extra = {"entry": event.entry, "entropy": event.entropy}
        return CommandOutcome(event, account_of(asked.account), MADE, extra, rows)

    return record(asked, decide)


def enter_invited(asked: Asked, *, account: str) -> Answer:
    """A director enters an account that has accepted its invitation; no entropy."""

    def decide(loaded: Loaded) -> CommandOutcome | Answer:
        actor = must_direct(loaded, asked.account)
        guest = UUID(known_accounts("account", [account])[0])
        check_accepted(
            TournamentInvitation.objects.filter(tournament_id=loaded.id, account=guest, accepted=True).exists()
        )
        applicant = Applicant(str(guest), guest=is_guest(guest), invited=True, by_director=True)
        _keep_guests_out(loaded, applicant)
        event = make_entry(loaded.state, applicant, loaded.now)
        if is_full(loaded.state):
            return _wait(asked, applicant)
        extra = {"entry": event.entry, "entropy": event.entropy}
        return CommandOutcome(event, actor, MADE, extra, [ServedWaitingRow(loaded.id, guest)])

    return record(asked, decide)


def _applicant(loaded: Loaded, account: UUID, entropy: str, invite: str) -> Applicant:
    opened = loaded.state.opened
    rating = shown_ratings(opened.game, opened.seats, [account]).get(account) if _asks_rating(loaded) else None
    return Applicant(str(account), entropy, is_guest(account), rating, _is_invited(loaded.id, account, invite))


def _asks_rating(loaded: Loaded) -> bool:
    wanted = loaded.state.opened.entry
    return wanted.get("rating_from") is not None or wanted.get("rating_to") is not None


def _is_invited(tournament: UUID, account: UUID, invite: str) -> bool:
    invitations = TournamentInvitation.objects.filter(tournament_id=tournament)
    own = invitations.filter(account=account).exclude(accepted=False).exists()
    return own or (invite != "" and invitations.filter(account=None, invite=invite).exists())


def _keep_guests_out(loaded: Loaded, applicant: Applicant) -> None:
    """A rated match has no guests, so a rated tournament has none."""
    if applicant.guest and loaded.state.opened.rules.get("rated"):
        raise NotYours("guests-kept-out")


def _somebody_waits(loaded: Loaded, account: UUID) -> bool:
    """Whoever came before goes first."""
    first = Waiting.objects.filter(tournament_id=loaded.id).order_by("id").first()
    return first is not None and first.account != account


# -- the line ---------------------------------------------------------------------------------------------------------


def _wait(asked: Asked, applicant: Applicant) -> Answer:
    """No event; who waits keeps its place and its entropy. Raises Conflict `already-entered` for who waits already."""
    with transaction.atomic():
        try:
            with transaction.atomic():
                row = Waiting.objects.create(
                    tournament_id=asked.tournament, account=UUID(applicant.account), entropy=applicant.entropy,
                    invited=applicant.invited, cmd=asked.command, at=load(asked.tournament).at,
                )  # fmt: skip
        except IntegrityError:
            raise Conflict("already-entered", load(asked.tournament).head.seq) from None
        ahead = Waiting.objects.filter(tournament_id=asked.tournament, id__lte=row.id).count()
        return keep_answer(asked, Answer(TAKEN, {"waiting": ahead}))


def move_up(loaded: Loaded) -> Loaded | None:
    """The first who waits gets the free place; None: nobody does. Who may not enter any more leaves the line."""
    if loaded.state.closed is not None or is_full(loaded.state):
        return None
    first = Waiting.objects.filter(tournament_id=loaded.id).order_by("id").first()
    if first is None:
        return None
    rating = shown_ratings(loaded.state.opened.game, loaded.state.opened.seats, [first.account]).get(first.account)
    applicant = Applicant(str(first.account), first.entropy, is_guest(first.account), rating, first.invited)
    try:
        event = make_entry(loaded.state, applicant, loaded.now)
    except TournamentRefused:
        first.delete()
        return loaded
    prepared = prepare(loaded, [Said(event, account_of(first.account), first.cmd)])
    try:
        return commit(prepared, [ServedWaitingRow(loaded.id, first.account)])
    except HeadMoved:
        return None


# -- leaving, byes, the arena -----------------------------------------------------------------------------------------


def leave(asked: Asked, *, entry: int | None = None) -> Answer:
    """Withdraw; who only waits leaves the line, without an event. `entry` is for directors, or one's own."""

    def decide(loaded: Loaded) -> CommandOutcome | Answer:
        actor = account_of(asked.account)
        own = entry_of(loaded.state, str(asked.account))
        if entry is not None and entry != own:
            actor = must_direct_or_own(loaded, asked.account)
        elif own is None or own not in standing_entries(loaded.state):
            answer = _leave_line(asked, loaded)
            if answer is not None:
                return answer
        return CommandOutcome(withdraw(loaded.state, str(asked.account), entry), actor)

    return record(asked, decide)


def must_direct_or_own(loaded: Loaded, account: UUID) -> str:
    """Another's entry is for directors. Raises NotYours `not-your-entry`."""
    try:
        return must_direct(loaded, account)
    except NotYours:
        raise NotYours("not-your-entry") from None


def _leave_line(asked: Asked, loaded: Loaded) -> Answer | None:
    with transaction.atomic():
        gone, _ = Waiting.objects.filter(tournament_id=asked.tournament, account=asked.account).delete()
        if not gone:
            return None
        return keep_answer(asked, Answer(TAKEN, {"waiting": 0}))


def ask_bye(asked: Asked, *, round_number: int) -> Answer:
    def decide(loaded: Loaded) -> CommandOutcome:
        return CommandOutcome(request_bye(loaded.state, str(asked.account), round_number), account_of(asked.account))

    return record(asked, decide)


def get_ready(asked: Asked) -> Answer:
    def decide(loaded: Loaded) -> CommandOutcome:
        return CommandOutcome(be_ready(loaded.state, str(asked.account)), account_of(asked.account))

    return record(asked, decide)


def stop_being_ready(asked: Asked) -> Answer:
    def decide(loaded: Loaded) -> CommandOutcome:
        return CommandOutcome(leave_arena(loaded.state, str(asked.account)), account_of(asked.account))

    return record(asked, decide)
