"""A player's page and what one does there; invitations and follows on one's own page, counted in the header."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from services.lobby.invitations import invite
from services.lobby.models import Invitation
from services.matches.models import Match, Seat
from services.people.accounts import keep_account, new_guest
from services.people.models import Account
from services.people.preferences import settings_of
from services.people.social import block, blocks, follow, follows
from services.people.social_models import Report
from services.playing.tables import Wish
from tests.gateway.test_pages import PASSWORD, no_pokes, seen, signed_in, started  # noqa: F401
from tests.services.conftest import opened

pytestmark = pytest.mark.django_db(transaction=True)
BADGE = 'id="invitations-badge"'


@pytest.fixture
def ann() -> Account:
    return new_guest("Ann")


@pytest.fixture
def bea() -> Account:
    account = new_guest("Beatrice")
    keep_account(account, "bea-1", PASSWORD)
    return account


def main_part(browser: Client, path: str) -> str:
    page = re.sub(r'value="[A-Za-z0-9]{64}"', "", seen(browser, path))  # the token of a form is another each time
    return page.split("<main")[1].split("</main>")[0]


def invited(ann: Account, bea: Account) -> Invitation:
    table = opened(account=ann.pk, wish=Wish("zertz", 2, private=True))
    invite(table=table.id, me=ann.pk, other=bea.pk)
    return Invitation.objects.get()


def test_a_challenge_opens_a_private_table_and_invites(ann, bea):
    answer = signed_in(ann).post(f"/players/{bea.pk}/challenge", {"game": "glux", "clock": "three-days"})
    match, invitation = Match.objects.get(), Invitation.objects.get()
    assert answer["Location"] == f"/tables/{match.id}"
    assert (match.private, match.game, match.seats, match.clock["kind"]) == (True, "glux", 2, "fischer")
    assert (invitation.table, invitation.inviter, invitation.invited) == (match.id, ann.pk, bea.pk)


@pytest.mark.parametrize("form", [{"game": "chess"}, {"game": "zertz", "clock": "never"}])
def test_a_bad_challenge_opens_nothing(ann, bea, form):
    assert signed_in(ann).post(f"/players/{bea.pk}/challenge", form).status_code == 400
    assert not Match.objects.exists()


def test_who_takes_no_invitations_leaves_no_table_behind(ann, bea):
    signed_in(bea).patch("/api/me/settings", {"invitations": "nobody"}, content_type="application/json")
    assert settings_of(bea.pk).invitations == "nobody"
    answer = signed_in(ann).post(f"/players/{bea.pk}/challenge", {"game": "zertz"})
    assert answer.status_code == 409
    assert "takes no invitations" in answer.content.decode()
    assert not Match.objects.exists()


def test_one_challenges_not_oneself(ann):
    assert "<form" not in main_part(signed_in(ann), f"/players/{ann.pk}")
    assert signed_in(ann).post(f"/players/{ann.pk}/challenge", {"game": "zertz"}).status_code == 400
    assert not Match.objects.exists()


def test_following_and_blocking_from_the_page(ann, bea):
    browser, path = signed_in(ann), f"/players/{bea.pk}"
    browser.post(f"{path}/act", {"act": "follow"})
    assert follows(ann.pk, bea.pk)
    assert 'value="unfollow"' in seen(browser, path)
    answer = browser.post(f"{path}/act", {"act": "block"}, follow=True).content.decode()
    assert (follows(ann.pk, bea.pk), blocks(ann.pk, bea.pk)) == (False, True)
    assert "<bdi>Beatrice</bdi> is blocked" in answer
    browser.post(f"{path}/act", {"act": "unblock"})
    assert not blocks(ann.pk, bea.pk)
    assert browser.post(f"{path}/act", {"act": "erase"}).status_code == 404


def test_who_is_blocked_sees_the_page_as_ever(ann, bea):
    before = main_part(signed_in(ann), f"/players/{bea.pk}")
    block(bea.pk, ann.pk)
    assert main_part(signed_in(ann), f"/players/{bea.pk}") == before


def test_a_report_is_sent_with_its_reason(ann, bea):
    browser = signed_in(ann)
    browser.post(f"/players/{bea.pk}/report", {"reason": "stalling", "text": "x" * 600})
    report = Report.objects.get()
    assert (report.account, report.reason, len(report.text)) == (bea.pk, "stalling", 500)
    assert browser.post(f"/players/{bea.pk}/report", {"reason": "boring"}).status_code == 400
    assert Report.objects.count() == 1


def test_an_invitation_is_counted_in_the_header_and_accepted_on_ones_own_page(ann, bea):
    browser = signed_in(bea)
    assert BADGE not in seen(browser, "/")
    invitation = invited(ann, bea)
    assert BADGE in seen(browser, "/")
    assert BADGE not in seen(signed_in(ann), "/")
    assert f"/invitations/{invitation.id}/answer" in seen(browser, "/me")
    answer = browser.post(f"/invitations/{invitation.id}/answer", {"accepted": "yes", "entropy": "ab" * 32})
    assert answer["Location"] == f"/tables/{invitation.table}"
    assert Seat.objects.filter(match_id=invitation.table, account=bea.pk).exists()
    assert BADGE not in seen(browser, "/")
    late = browser.post(f"/invitations/{invitation.id}/answer", {"accepted": "yes"})
    assert late.status_code == 409
    assert "answered already" in late.content.decode()


def test_an_invitation_is_declined_and_is_nobody_elses(ann, bea):
    invitation = invited(ann, bea)
    path = f"/invitations/{invitation.id}/answer"
    for other in (signed_in(new_guest("Cid")), signed_in(ann), Client()):
        assert other.post(path, {"accepted": "no"}).status_code == 404
    signed_in(bea).post(path, {"accepted": "no"})
    invitation.refresh_from_db()
    assert invitation.status == Invitation.Status.DECLINED
    assert not Seat.objects.filter(account=bea.pk).exists()


def test_ones_own_page_shows_whom_one_follows_and_what_they_play(ann, bea):
    follow(ann.pk, bea.pk)
    match = started(bea, "zertz", 2)
    page = seen(signed_in(ann, "fa"), "/me").split('id="follows"')[1]
    assert f"/players/{bea.pk}" in page
    assert f"/matches/{match.id}" in page


def test_nobody_has_no_page():
    assert Client().get("/players/0b8c1b6e-3c39-4a57-9d3c-3f1f1f6f3a11").status_code == 404


def test_the_names_at_a_match_lead_to_the_other_players(bea):
    match = started(bea, "zertz", 2)
    link = f'href="/players/{bea.pk}"'
    assert link in seen(Client(), f"/matches/{match.id}")
    assert link not in seen(signed_in(bea), f"/matches/{match.id}")
