"""Tables at which only bots of the house sit: how many an account may have, and how their opener ends one."""

from __future__ import annotations

import contextlib
import time
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError
from django.db.models import Exists, OuterRef, Q

from services.bus import addresses
from services.errors import Conflict, NotFound, NotYours
from services.log.models import Event
from services.log.receipts import Receipt, receipt_of
from services.matches import events as ev
from services.matches.models import Match, Seat
from services.matches.snapshots import past_of
from services.playing.commit import Work, announce, commit
from services.playing.decide import Deciding
from services.playing.door import read_match, receipt_of_event
from services.readers.history import position_at

RETRIES: Final = 40
WAIT: Final = 0.05  # seconds for the referee
ENDED: Final = "opener-ended"
_PEOPLE = Exists(Seat.objects.filter(match=OuterRef("pk"), account__isnull=False))
_LIVING = (Match.Status.STARTING, Match.Status.RUNNING)


def check_bot_tables(account: UUID, address: str) -> None:
    """By account and, where it is known, by address. Raises Conflict `too-many-bot-tables`."""
    tables = Match.objects.filter(status__in=_LIVING).exclude(_PEOPLE)
    if tables.filter(opened_by=account).count() >= settings.MOST_BOT_TABLES:
        raise Conflict("too-many-bot-tables", most=settings.MOST_BOT_TABLES)
    noted = addresses.tables_of(address) if address else []
    if noted:
        living = set(tables.filter(pk__in=noted).values_list("pk", flat=True))
        addresses.forget_tables(address, [match for match in noted if match not in living])
        if len(living) >= settings.MOST_BOT_TABLES_HERE:
            raise Conflict("too-many-bot-tables", most=settings.MOST_BOT_TABLES_HERE)


def is_bot_table(match_id: UUID) -> bool:
    return not Seat.objects.filter(match_id=match_id, account__isnull=False).exists()


def end_bot_table(*, match_id: UUID, account: UUID, command: str) -> Receipt:
    """Whoever opened a table of bots may end it. The same command again gets the same receipt.

    Raises NotYours, Conflict `match-over`, `not-started`, `command-reused`, `busy`.
    """
    for _ in range(RETRIES):
        match, now = read_match(match_id)
        if match.opened_by != account or not is_bot_table(match_id):
            raise NotFound if match.private else NotYours
        receipt = _repeated(match, command)
        if receipt is not None:
            return receipt
        if match.over:
            raise Conflict("match-over", match.head.seq)
        if match.status != Match.Status.RUNNING:
            raise Conflict("not-started", match.head.seq)
        position = position_at(match_id, match.head.seq)
        if position.kept.waiting:  # no move is left unjudged before an end; bots answer all the time
            time.sleep(WAIT)
            continue
        deciding = Deciding(position, None, match.head, now, past_of(match_id))
        deciding.add(ev.MatchAborted(reason=ENDED), once=command)
        work = Work(match, now, position_at(match_id, match.judged_seq), deciding.decided())
        with contextlib.suppress(IntegrityError):
            committed = commit([work])[0]
            if committed is not None:
                announce(committed)
                return receipt_of(committed.head)
    raise Conflict("busy")


def _repeated(match: Match, command: str) -> Receipt | None:
    """The end is an event of the server's own: the command stands beside it, not in it. Raises Conflict."""
    event = Event.objects.filter(Q(cmd=command) | Q(once=command), stream_id=match.id).first()
    if event is None:
        return None
    if event.once != command or event.type != ev.MatchAborted.TYPE:
        raise Conflict("command-reused", match.head.seq)
    return receipt_of_event(match, event)
