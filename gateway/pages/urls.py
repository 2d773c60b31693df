"""The addresses of the pages."""

from __future__ import annotations

from django.urls import include, path

from gateway.pages import games, home, mail, matches, people, rules, settings, status, tables, verify

urlpatterns = [
    path("", home.home, name="home"),
    path("now", home.now, name="home-now"),
    path("games/<slug:key>", games.game, name="game"),
    path("games/<slug:key>/play", games.play, name="play"),
    path("games/<slug:key>/tables", games.open_one, name="open-table"),
    path("tables/<uuid:match_id>", tables.table, name="table"),
    path("tables/<uuid:match_id>/seat", tables.take, name="take-seat"),
    path("tables/<uuid:match_id>/leave", tables.leave, name="leave-table"),
    path("matches/<uuid:match_id>", matches.match, name="match"),
    path("matches/<uuid:match_id>/move", matches.move, name="match-move"),
    path("matches/<uuid:match_id>/resignation", matches.give_up, name="match-resign"),
    path("", include("gateway.pages.replay_urls")),
    path("rules/<slug:key>", rules.rules, name="rules"),
    path("status", status.status, name="status"),
    path("me", people.me, name="me"),
    path("me/vacation", people.vacation, name="vacation"),
    path("me/name", people.rename, name="rename"),
    path("me/keep", people.keep, name="keep"),
    path("", include("gateway.pages.returning")),
    path("me/confirm", settings.save_confirm, name="confirm"),
    path("me/settings", settings.settings_page, name="settings"),
    path("me/settings/save", settings.save_settings, name="settings-save"),
    path("me/settings/webhooks", settings.add_webhook, name="settings-webhooks"),
    path("me/settings/feeds", settings.new_feeds, name="settings-feeds"),
    path("me/settings/bots", settings.add_bot, name="settings-bots"),
    path("me/settings/tokens", settings.add_token, name="settings-tokens"),
    path("me/settings/remove", settings.remove, name="settings-remove"),
    path("me/settings/leave", settings.leave, name="settings-leave"),
    path("sign-in", people.sign_in, name="sign-in"),
    path("sign-out", people.sign_out, name="sign-out"),
    path("mail/confirm/<str:token>", mail.confirm, name="mail-confirm"),
    path("mail/unsubscribe/<str:token>", mail.stop, name="mail-stop"),
    path("dev/mail", mail.kept, name="dev-mail"),
    path("dev/mail/<str:name>", mail.kept_one, name="dev-mail-one"),
    path("", include("gateway.pages.closed")),
    path("", include("gateway.pages.recovery")),
    path("", include("gateway.pages.ratings")),
    path("", include("gateway.pages.seeks")),
    path("", include("gateway.pages.players")),
    path("", include("gateway.pages.records")),
    path("", include("gateway.pages.tournaments.urls")),
    path("prefer", people.prefer, name="prefer"),
    *verify.urlpatterns,
]
