"""When a message may leave: quiet hours and digests in the account's own zone. Pure."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from services.people.preferences import Settings
from services.people.things import Channel, Thing

# Whoever is looking at the board when something happens is not called: so long they have to be seen there.
GRACE: Final = {Channel.MAIL: timedelta(seconds=15), Channel.PUSH: timedelta(seconds=5), Channel.WEBHOOK: timedelta(0)}
DAILY_HOUR: Final = 8


def release(
    now: datetime, channel: Channel, thing: Thing | None, deadline: datetime | None, chosen: Settings
) -> tuple[datetime, bool]:
    """From when on the message may leave, and whether it goes into a digest.

    A reminder passes both when its deadline would be over by then.
    """
    urgent = deadline if thing is Thing.TIME else None
    at, digest = now + GRACE[channel], False
    if channel is Channel.MAIL and thing is not None and chosen.digest:
        later = next_digest(at, chosen)
        if urgent is None or urgent > later:
            at, digest = later, True
    return after_quiet(at, chosen, urgent), digest


def after_quiet(at: datetime, chosen: Settings, urgent: datetime | None = None) -> datetime:
    """`at`, or the end of the quiet hours it falls into."""
    if chosen.quiet is None:
        return at
    begin, end = chosen.quiet
    local = at + timedelta(minutes=chosen.utc_offset)
    if not 0 <= (local.hour - begin) % 24 < (end - begin) % 24:
        return at
    over = local.replace(hour=end, minute=0, second=0, microsecond=0)
    if over <= local:
        over += timedelta(days=1)
    over -= timedelta(minutes=chosen.utc_offset)
    return at if urgent is not None and urgent <= over else over


def next_digest(at: datetime, chosen: Settings) -> datetime:
    """The next full hour, or the next morning, of the account's own clock."""
    local = at + timedelta(minutes=chosen.utc_offset)
    if chosen.digest == "hourly":
        over = local.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    else:
        over = local.replace(hour=DAILY_HOUR, minute=0, second=0, microsecond=0)
        over += timedelta(days=1 if over <= local else 0)
    return over - timedelta(minutes=chosen.utc_offset)
