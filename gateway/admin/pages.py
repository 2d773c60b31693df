"""What operators may look at: all models that are registered, and nothing else."""

from __future__ import annotations

from django.contrib import admin

from gateway.admin.accounts import AccountAdmin, AppealAdmin, ReportAdmin, TrailAdmin
from gateway.admin.keeping import CheckpointAdmin, CommitmentAdmin, FactAdmin, NoticeAdmin
from gateway.admin.matches import BotTableAdmin, MatchAdmin, ParkedMatchAdmin
from services.log.models import Checkpoint, Commitment, Outbox
from services.matches.models import BotTable, Match, ParkedMatch
from services.notices.read import Outgoing
from services.people.models import Account, Appeal, Report, TrailEntry

site = admin.site
site.register(Report, ReportAdmin)
site.register(Appeal, AppealAdmin)
site.register(Account, AccountAdmin)
site.register(Match, MatchAdmin)
site.register(ParkedMatch, ParkedMatchAdmin)
site.register(Outbox, FactAdmin)
site.register(BotTable, BotTableAdmin)
site.register(Outgoing, NoticeAdmin)
site.register(Commitment, CommitmentAdmin)
site.register(Checkpoint, CheckpointAdmin)
site.register(TrailEntry, TrailAdmin)
