"""Mails of the house, to a real SMTP server: at once, as digests, in quiet hours; dead, slow and refusing servers."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from persiantools.jdatetime import JalaliDate

from services.log import clock
from services.log.models import Outbox
from services.log.outbox import follow
from services.notices import mailing, senders
from services.notices.follow import handle
from services.notices.models import Notice, Outgoing
from services.people.models import Preferences
from services.people.preferences import change_settings, settings_of
from services.people.seen import mark_seen
from services.people.things import Thing
from tests.services.conftest import question
from tests.services.notices_hands import look_around, person, played, server_at, smtp_server, tell

pytestmark = pytest.mark.django_db(transaction=True)
PERSIAN = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
ANN, BEA = "ann@example.org", "bea@example.org"


@pytest.fixture
def mailbox(settings, pokes):
    with smtp_server(settings) as box:
        yield box


def waiting() -> int:
    return Outgoing.objects.filter(state="waiting").count()


def later(house_clock, **span) -> None:
    house_clock(**span)
    senders.send_mails()


# -- what is written --------------------------------------------------------------------------------------------------


def test_the_turn_is_mailed_once_with_a_link_to_the_board(mailbox, house_clock):
    ann, bea = person("Ann", ANN), person("Bea", BEA)
    match = played(ann, bea)
    look_around()
    look_around()
    later(house_clock, minutes=1)
    (mail,) = mailbox.mails
    asked = ANN if question(match, 0) else BEA
    assert (mail["To"], mailbox.recipients) == (asked, [asked])
    assert mail["Subject"] == "Your turn: ZERTZ"
    text = mail.get_body(("plain",)).get_content()
    assert f"/matches/{match.id}" in text
    assert "against Bea" in text
    later(house_clock, minutes=2)
    assert len(mailbox.mails) == 1
    assert waiting() == 0


def test_a_persian_reader_gets_persian_words_a_jalali_date_and_right_to_left(mailbox, house_clock):
    ann = person("Ann", ANN, "fa", utc_offset=210)
    played(ann, person("Bea"), clock={"kind": "per_move", "ms": 3 * 86_400_000})
    look_around()
    later(house_clock, minutes=1)
    (mail,) = mailbox.mails
    text, html = mail.get_body(("plain",)).get_content(), mail.get_body(("html",)).get_content()
    assert 'dir="rtl"' in html
    assert "نوبت" in mail["Subject"]
    until = JalaliDate((clock.now() + timedelta(days=3, minutes=209)).date())
    assert f"{until.day} {until.strftime('%B', locale='fa')}".translate(PERSIAN) in text
    assert not re.search(r"(?<![\w/:.-])[0-9]{1,2} ", text)
    assert mail["Content-Language"] == "fa"


def test_nobody_is_written_to_at_an_address_that_is_not_confirmed(mailbox, house_clock):
    ann = person("Ann", ANN)
    Preferences.objects.filter(account=ann).update(mail_confirmed=False)
    tell(ann)
    later(house_clock, minutes=1)
    assert (mailbox.mails, waiting()) == ([], 0)
    assert Notice.objects.count() == 1


def test_an_entered_address_gets_a_link_that_confirms_it(mailbox, house_clock):
    ann = person("Ann")
    change_settings(ann.pk, {"mail": ANN})
    assert follow("notices", handle) == 1
    senders.send_mails()
    (mail,) = mailbox.mails
    assert mail["To"] == ANN
    assert "List-Unsubscribe" not in mail
    link = re.search(r"/mail/confirm/\S+", mail.get_body(("plain",)).get_content())
    assert Client().post(link.group()).status_code == 200
    assert settings_of(ann.pk).mail_confirmed
    assert Outbox.objects.count() == 0


def test_a_mailbox_is_not_filled_with_links_of_confirmation(mailbox, house_clock):
    for number in range(6):
        change_settings(person(f"P{number}").pk, {"mail": ANN})
    follow("notices", handle)
    senders.send_mails()
    assert len(mailbox.mails) == 3


# -- unsubscribing ----------------------------------------------------------------------------------------------------


def unsubscribe_link(mail) -> str:
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    return re.search(r"<https?://[^/]+(/mail/unsubscribe/\S+)>", mail["List-Unsubscribe"]).group(1)


def test_one_click_ends_mails_of_that_thing_without_signing_in(mailbox, house_clock):
    ann = person("Ann", ANN)
    tell(ann)
    later(house_clock, minutes=1)
    link = unsubscribe_link(mailbox.mails[0])
    assert Client().get(link).status_code == 200
    assert "mail" in settings_of(ann.pk).channels(Thing.INVITATION)
    answer = Client(enforce_csrf_checks=True).post(
        link, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code == 200
    assert "mail" not in settings_of(ann.pk).channels(Thing.INVITATION)
    assert "mail" in settings_of(ann.pk).channels(Thing.TURN)
    assert "push" in settings_of(ann.pk).channels(Thing.INVITATION)


def test_a_person_may_end_all_mails(mailbox, house_clock):
    ann = person("Ann", ANN)
    tell(ann)
    later(house_clock, minutes=1)
    Client().post(unsubscribe_link(mailbox.mails[0]), {"all": "yes"})
    assert not any("mail" in settings_of(ann.pk).channels(thing) for thing in Thing)


def test_what_was_switched_off_before_it_left_does_not_leave(mailbox, house_clock):
    ann = person("Ann", ANN)
    tell(ann)
    change_settings(ann.pk, {"things": {"invitation": ["page"]}})
    later(house_clock, minutes=1)
    assert (mailbox.mails, waiting()) == ([], 0)


# -- quiet hours and digests ------------------------------------------------------------------------------------------


def local_hour(offset: int = 0) -> int:
    return (clock.now() + timedelta(minutes=offset)).hour


def test_quiet_hours_hold_a_mail_until_they_end(mailbox, house_clock):
    hour = local_hour(210)
    ann = person("Ann", ANN, utc_offset=210, quiet_from=hour, quiet_to=(hour + 3) % 24)
    tell(ann)
    later(house_clock, hours=1, minutes=50)
    assert mailbox.mails == []
    later(house_clock, hours=3, minutes=1)
    assert len(mailbox.mails) == 1


def test_a_reminder_passes_quiet_hours_in_which_its_time_runs_out(mailbox, house_clock):
    hour = local_hour()
    ann = person("Ann", ANN, quiet_from=hour, quiet_to=(hour + 8) % 24)
    match = played(ann, person("Bea"))
    for number, hours in ((1, 2), (2, 20)):
        tell(
            ann, number, Thing.TIME, deadline=clock.now() + timedelta(hours=hours), match=match.id, seat=0, decision=1,
            more={"used": 95},
        )  # fmt: skip
    later(house_clock, minutes=1)
    assert [mail["Subject"] for mail in mailbox.mails] == ["Time is running out: ZERTZ"]
    assert waiting() == 1


def test_a_digest_gathers_what_happened_in_one_mail(mailbox, house_clock):
    ann = person("Ann", ANN, digest="hourly")
    for number in range(3):
        tell(ann, number)
    later(house_clock, minutes=0)
    assert mailbox.mails == []
    later(house_clock, minutes=61)
    (mail,) = mailbox.mails
    assert mail["Subject"] == "3 things wait for you"
    text = mail.get_body(("plain",)).get_content()
    assert text.count("/matches/") == 3
    later(house_clock, minutes=125)
    assert len(mailbox.mails) == 1


def test_a_daily_digest_comes_in_the_morning_of_the_account(mailbox, house_clock):
    ann = person("Ann", ANN, digest="daily", utc_offset=120)
    tell(ann)
    due = Outgoing.objects.get().due_at + timedelta(hours=2)
    assert (due.hour, due.minute) == (8, 0)


# -- seen meanwhile ---------------------------------------------------------------------------------------------------


def test_nobody_is_called_to_a_board_they_are_looking_at(mailbox, house_clock):
    ann, bea = person("Ann", ANN), person("Bea", BEA)
    match = played(ann, bea)
    look_around()
    mark_seen(ann.pk, match.id, watched=True)
    later(house_clock, minutes=1)
    assert (mailbox.mails, waiting()) == ([], 0)


def test_a_program_that_reads_the_board_does_not_stop_a_mail_that_is_about_to_leave(mailbox, house_clock):
    ann = person("Ann", ANN)
    match = played(ann, person("Bea"))
    look_around()
    mark_seen(ann.pk, match.id, watched=False)
    later(house_clock, seconds=30)
    assert len(mailbox.mails) == 1


def test_what_was_held_and_seen_in_any_way_does_not_leave(mailbox, house_clock):
    hour = local_hour()
    ann = person("Ann", ANN, quiet_from=hour, quiet_to=(hour + 3) % 24)
    match = played(ann, person("Bea"))
    look_around()
    mark_seen(ann.pk, match.id, watched=False)
    later(house_clock, hours=4)
    assert (mailbox.mails, waiting()) == ([], 0)


def test_a_turn_that_was_answered_meanwhile_is_not_mailed(mailbox, house_clock, pokes):
    from services.playing.intake import submit_move
    from tests.services.conftest import drain

    ann = person("Ann", ANN)
    match = played(ann, person("Bea"))
    look_around()
    asked = question(match, 0)
    submit_move(
        match_id=match.id, account=ann.pk, decision=asked.decision, move=asked.moves.split("\n")[0],
        command_id="7a0f6c1e-3f3c-4b0e-9d51-0a0a0a0a0a0a",
    )  # fmt: skip
    drain(pokes)
    later(house_clock, minutes=1)
    assert mailbox.mails == []


# -- servers in trouble -----------------------------------------------------------------------------------------------


def test_a_dead_server_delays_mails_and_loses_none(settings, pokes, house_clock):
    people = [person(f"P{n}", f"p{n}@example.org") for n in range(5)]
    for account in people:
        tell(account)
    settings.MAIL_SERVER = server_at(9)
    later(house_clock, minutes=1)
    assert waiting() == 5
    with smtp_server(settings) as mailbox:
        later(house_clock, minutes=10)
        assert sorted(mailbox.recipients) == sorted(f"p{n}@example.org" for n in range(5))
        later(house_clock, minutes=20)
        assert len(mailbox.mails) == 5
    assert waiting() == 0


@pytest.mark.parametrize("answer", ["500 what", "451 later", "554 no"])
def test_a_server_that_refuses_gets_it_again_until_it_takes_it(mailbox, house_clock, answer):
    tell(person("Ann", ANN))
    mailbox.answer = answer
    for minutes in (1, 2, 3, 5, 9):
        later(house_clock, minutes=minutes)
    assert (mailbox.mails, waiting()) == ([], 1)
    mailbox.answer = "250 taken"
    later(house_clock, minutes=30)
    later(house_clock, minutes=60)
    assert len(mailbox.mails) == 1
    assert waiting() == 0


def test_a_slow_server_gets_nothing_twice(mailbox, house_clock, monkeypatch):
    monkeypatch.setattr(senders, "SECONDS", 1.0)
    for number in range(6):
        tell(person(f"P{number}", f"p{number}@example.org"))
    mailbox.slow = 0.4
    for minutes in (1, 2, 3, 4):
        later(house_clock, minutes=minutes)
    assert sorted(mailbox.recipients) == sorted(f"p{number}@example.org" for number in range(6))


def test_a_mail_that_is_being_sent_is_not_sent_by_another_worker(mailbox, house_clock):
    from services.notices import queue
    from services.people.things import Channel

    tell(person("Ann", ANN))
    house_clock(minutes=1)
    assert len(queue.claim(Channel.MAIL, 10)) == 1
    senders.send_mails()
    assert mailbox.mails == []
    house_clock(minutes=1, seconds=queue.CLAIM_SECONDS + 1)
    senders.send_mails()
    assert len(mailbox.mails) == 1


def test_a_repeat_has_the_message_id_of_the_first(mailbox, house_clock):
    tell(person("Ann", ANN))
    later(house_clock, minutes=1)
    Outgoing.objects.update(state="waiting", done_at=None)  # as if the worker had died before it wrote that down
    later(house_clock, minutes=2)
    first, second = mailbox.mails
    assert first["Message-ID"] == second["Message-ID"]


def test_the_server_is_left_alone_while_it_is_away(settings, pokes, house_clock, monkeypatch):
    for number in range(4):
        tell(person(f"P{number}", f"p{number}@example.org"))
    settings.MAIL_SERVER = server_at(9)
    opened = []
    monkeypatch.setattr(mailing.mail_transport().__class__, "open", lambda self: opened.append(1) or _away())
    later(house_clock, minutes=1)
    assert len(opened) == 1


def _away():
    from services.notices.mail import ServerAway

    raise ServerAway("gone")


# -- mails that are kept ----------------------------------------------------------------------------------------------


def test_without_a_server_each_mail_is_a_file_that_this_machine_can_read(settings, pokes, house_clock, tmp_path):
    settings.MAIL_SERVER, settings.MAIL_DIR = None, tmp_path / "mail"
    tell(person("Ann", ANN))
    later(house_clock, minutes=1)
    (path,) = (tmp_path / "mail").iterdir()
    assert path.suffix == ".eml"
    page = Client().get("/dev/mail", HTTP_HOST="localhost")
    assert page.status_code == 200
    assert path.name in page.content.decode()
    assert ANN in Client().get(f"/dev/mail/{path.name}", HTTP_HOST="localhost").content.decode()


@pytest.mark.parametrize(
    "request_",
    [
        {"REMOTE_ADDR": "192.0.2.7", "HTTP_HOST": "localhost"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost", "HTTP_X_FORWARDED_FOR": "192.0.2.7"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "rebound.example"},
    ],
)
def test_nobody_from_elsewhere_reads_kept_mails(settings, request_):
    settings.ALLOWED_HOSTS = ["*"]
    settings.MAIL_SERVER = None
    assert Client().get("/dev/mail", **request_).status_code == 404


def test_with_a_server_there_are_no_kept_mails_to_read(settings):
    settings.MAIL_SERVER = server_at(9)
    assert Client().get("/dev/mail", HTTP_HOST="localhost").status_code == 404
