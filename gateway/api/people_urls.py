"""The addresses of what people do among each other."""

from __future__ import annotations

from django.urls import path

from gateway.api import lobby, social, trail

people_urls = [
    path("me", social.MyselfView.as_view()),
    path("me/keep", social.KeepView.as_view()),
    path("me/password", social.PasswordView.as_view()),
    path("me/sessions", social.SessionsView.as_view()),
    path("me/follows", social.FollowsView.as_view()),
    path("me/follows/<uuid:account>", social.FollowView.as_view()),
    path("me/blocks", social.BlocksView.as_view()),
    path("me/blocks/<uuid:account>", social.BlockView.as_view()),
    path("me/trail", trail.MyTrailView.as_view()),
    path("appeals", trail.AppealsView.as_view()),
    path("reports", social.ReportsView.as_view()),
    path("players", social.PlayersView.as_view()),
    path("seeks", lobby.SeeksView.as_view()),
    path("seeks/<uuid:seek>", lobby.SeekView.as_view()),
    path("seeks/<uuid:seek>/answers", lobby.SeekAnswersView.as_view()),
    path("tables/<uuid:match_id>/invitations", lobby.TableInvitationsView.as_view()),
    path("invitations", lobby.InvitationsView.as_view()),
    path("invitations/<uuid:invitation>", lobby.InvitationView.as_view()),
    path("invitations/<uuid:invitation>/answer", lobby.InvitationAnswerView.as_view()),
]
