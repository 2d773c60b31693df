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

admin.site.register(Report, ReportAdmin)
admin.site.register(Appeal, AppealAdmin)
admin.site.register(Account, AccountAdmin)
admin.site.register(Match, MatchAdmin)
admin.site.register(ParkedMatch, ParkedMatchAdmin)
admin.site.register(Outbox, FactAdmin)
admin.site.register(BotTable, BotTableAdmin)
admin.site.register(Outgoing, NoticeAdmin)
admin.site.register(Commitment, CommitmentAdmin)
admin.site.register(Checkpoint, CheckpointAdmin)
admin.site.register(TrailEntry, TrailAdmin)
