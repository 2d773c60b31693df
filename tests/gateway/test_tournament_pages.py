"""The pages of tournaments: lists, the wizard, a tournament from entry to the final table, the desk."""

from __future__ import annotations

import re
import uuid
from fractions import Fraction
from uuid import UUID

import pytest
from django.test import Client

from gateway.pages.guests import BACKEND
from gateway.pages.tournaments import shown
from gateway.pages.tournaments.reading import tiebreak_text
from gateway.words import shell_texts
from services.pairings.formats import FORMATS
from services.pairings.opening import PRESETS
from services.pairings.rulings import REASONS, RULINGS
from services.people.models import Account
from services.tournaments import directing
from services.tournaments.models import Tournament
from services.tournaments.tasks import direct, tick
from tests.services.tournament_hands import Evening

pytestmark = pytest.mark.django_db(transaction=True)
WIZARD = {"preset": "knockout-8", "game": "zertz", "name": "Thursday cup"}


@pytest.fixture(autouse=True)
def kept_pokes(pokes):
    return pokes


def person(name: str) -> Account:
    return Account.objects.create(name=name, guest=False)


def browser(account: Account | UUID | None = None, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    if account is not None:
        visitor = account if isinstance(account, Account) else Account.objects.get(pk=account)
        client.force_login(visitor, backend=BACKEND)
    return client


def words(answer) -> str:
    """What a page says, without its marks."""
    text = re.sub(r"<script.*?</script>", "", answer.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>|[\u2066-\u2069]", " ", text).split())


def wizard(client: Client, act: str, **more):
    return client.post("/tournaments/new", WIZARD | {"act": act, "command_id": str(uuid.uuid4())} | more)


def made(client: Client, **more) -> Tournament:
    answer = wizard(client, "open", **more)
    assert answer.status_code == 302, words(answer)
    return Tournament.objects.get(pk=answer.url.rsplit("/", 1)[1])


def form_of(page, action: str) -> str:
    return page.content.decode().split(f'action="{action}"')[1].split("</form>")[0]


def act(client: Client, tournament: UUID, what: str, **fields):
    return client.post(f"/tournaments/{tournament}/acts/{what}", fields | {"command_id": str(uuid.uuid4())})


# -- texts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fa"])
def test_every_format_preset_reason_and_ruling_has_its_words(language):
    texts = shell_texts(language)["tournament_page"]
    assert set(texts["formats"]) == set(FORMATS)
    assert set(texts["presets"]) == set(PRESETS)
    assert set(texts["reasons"]) == set(REASONS)
    assert set(texts["rulings"]) == set(RULINGS) | {"extend-table"}
    assert {"due_start", "due_hold", "due_deadline", "due_parked"} <= set(texts)


# -- the wizard -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("language", ["en", "fa"])
def test_a_preset_tells_all_its_rules_before_it_opens(preset, language):
    game = "glux" if PRESETS[preset]["seats"] == 4 else "zertz"
    answer = wizard(browser(person("Ann"), language), "preview", preset=preset, game=game)
    assert answer.status_code == 200, words(answer)
    assert 'value="open"' in answer.content.decode()
    assert answer.content.decode().count("<li>") > 8
    assert not Tournament.objects.exists()


def test_what_was_shown_is_opened_with_the_caller_as_director():
    ann = person("Ann")
    tournament = made(browser(ann))
    assert (tournament.name, tournament.format, tournament.directors) == ("Thursday cup", "knockout", [str(ann.pk)])


def test_a_double_click_opens_one():
    client, command = browser(person("Ann")), str(uuid.uuid4())
    first, second = (wizard(client, "open", command_id=command) for _ in range(2))
    assert first.url == second.url
    assert Tournament.objects.count() == 1


def test_the_rest_of_the_form_changes_the_rules():
    client = browser(person("Ann"))
    more = {"cap": "16", "third": "no", "best_of": "3", "clock": "day", "rated": "yes", "no_show_hours": "5"}
    page = words(wizard(client, "preview", **more))
    assert "best of 3 matches" in page
    assert "16" in page


def test_what_cannot_work_is_refused_with_a_sentence_that_says_what_would():
    answer = wizard(browser(person("Ann")), "open", cap="1")
    assert answer.status_code == 422
    assert "raise the cap" in words(answer)
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("bad", [{"name": ""}, {"game": "chess"}, {"preset": "x"}, {"cap": "x"}, {"command_id": "1"}])
def test_bad_fields_write_nothing(bad):
    assert wizard(browser(person("Ann")), "open", **bad).status_code in (400, 422)
    assert not Tournament.objects.exists()


def test_moments_are_read_in_the_readers_zone():
    client = browser(person("Ann"))
    tournament = made(client, starts_at="2031-05-01T18:00", zone="-210")
    page = words(client.get(f"/tournaments/{tournament.pk}"))
    assert "1 May 2031, 14:30 UTC" in page


def test_a_tournament_is_opened_again_as_a_copy():
    client = browser(person("Ann"))
    tournament = made(client, cap="4")
    form = client.get("/tournaments/new", {"copy_of": str(tournament.pk)})
    assert 'value="Thursday cup"' in form.content.decode()
    copied = made(client, preset="", copy_of=str(tournament.pk), name="Again")
    assert (copied.name, copied.format) == ("Again", "knockout")


# -- the page ---------------------------------------------------------------------------------------------------------


def test_people_enter_by_the_link_and_withdraw():
    tournament = made(browser(person("Ann")))
    bea = browser(person("Bea"))
    assert "Nobody has entered yet." in words(bea.get(f"/tournaments/{tournament.pk}"))
    assert act(bea, tournament.pk, "enter").status_code == 302
    assert "Entrants 1/8 Bea" in words(bea.get(f"/tournaments/{tournament.pk}"))
    assert act(bea, tournament.pk, "withdraw").status_code == 302
    assert "Bea withdrawn" in words(bea.get(f"/tournaments/{tournament.pk}"))


def test_whoever_has_no_account_enters_as_a_guest():
    tournament = made(browser(person("Ann")))
    assert act(browser(), tournament.pk, "enter").status_code == 302
    tournament.refresh_from_db()
    assert tournament.entrants == 1


def test_only_who_has_the_link_enters_an_invitation():
    ann = browser(person("Ann"))
    tournament = made(ann, open="no")
    bea = browser(person("Bea"))
    refused = act(bea, tournament.pk, "enter")
    assert refused.status_code == 409
    assert "by invitation" in words(refused)
    link = re.search(r"invited=([\w-]+)", act(ann, tournament.pk, "invite").url)
    assert link is not None
    assert act(bea, tournament.pk, "enter", invite=link[1]).status_code == 302


def test_the_link_unfurls_in_a_chat():
    tournament = made(browser(person("Ann")))
    page = browser().get(f"/tournaments/{tournament.pk}").content.decode()
    assert '<meta property="og:title" content="Thursday cup">' in page
    assert "ZERTZ" in page.split('og:description" content="')[1].split('"')[0]


def evening(kept_pokes, form: str = "knockout", count: int = 4, **more) -> Evening:
    held = Evening(kept_pokes, form, count, **more)
    held.start()
    held.settle()
    return held


def test_my_next_match_stands_first(kept_pokes):
    held = evening(kept_pokes)
    entry = held.state.round(1).tables[0].latest.people[0]
    page = words(browser(UUID(held.state.holder(entry))).get(f"/tournaments/{held.id}"))
    assert "Your next match" in page
    assert page.index("Your next match") < page.index("Standings")


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize(
    ("form", "count", "more"),
    [
        ("knockout", 6, {}), ("double_knockout", 4, {}), ("swiss", 5, {"rounds": 2}), ("round_robin", 4, {}),
        ("groups", 5, {"seats": 4, "game": "glux"}), ("league", 4, {}), ("swiss_pods", 6, {"seats": 3, "game": "glux"}),
    ],
)  # fmt: skip
def test_every_page_of_every_format_opens_before_during_and_after(kept_pokes, form, count, more, language):
    held = Evening(kept_pokes, form, count, **more)
    client = browser(language=language)
    for step in (lambda: None, held.start, held.settle, held.play):
        step()
        answer = client.get(f"/tournaments/{held.id}")
        assert answer.status_code == 200
        assert "tournament_page." not in answer.content.decode()
        assert "drawing." not in words(answer)
    for number in range(1, len(held.state.rounds) + 1):
        assert client.get(f"/tournaments/{held.id}/rounds/{number}").status_code == 200
    assert 'class="drawing' in client.get(f"/tournaments/{held.id}/standings").content.decode()
    for entry in held.state.order:
        assert client.get(f"/tournaments/{held.id}/rows/{entry}").status_code == 200


def test_why_a_row_stands_above_the_next_is_explained_with_names(kept_pokes):
    held = evening(kept_pokes, "swiss", 4, rounds=1)
    held.play()
    page = words(browser().get(f"/tournaments/{held.id}"))
    assert re.search(r"entrant \d (is above|and) entrant \d", page)
    assert "Final table" in page


def test_while_a_round_is_paired_the_page_says_so(kept_pokes):
    held = Evening(kept_pokes, "knockout", 4)
    held.start()
    assert "Round 1 is being paired." in words(browser().get(f"/tournaments/{held.id}"))
    held.settle()
    assert "is being paired" not in words(browser().get(f"/tournaments/{held.id}"))


def test_in_a_rated_tournament_the_next_match_tells_the_chance(kept_pokes):
    ann, bea = person("Ann"), person("Bea")
    tournament = made(browser(ann), rated="yes")
    for account in (ann, bea):
        act(browser(account), tournament.pk, "enter")
    act(browser(ann), tournament.pk, "start")
    tick()
    assert "Chance of winning: 50 %" in words(browser(ann).get(f"/tournaments/{tournament.pk}"))


def test_long_standings_come_in_pages(kept_pokes, monkeypatch):
    monkeypatch.setattr(shown, "ROWS_OF_PAGE", 3)
    held = evening(kept_pokes, "swiss", 4, rounds=1)
    client = browser()
    first, second = (client.get(f"/tournaments/{held.id}/standings", {"page": page}).content.decode() for page in "12")
    assert (first.count('scope="row"'), second.count('scope="row"')) == (3, 1)
    assert ('rel="next"' in first, 'rel="next"' in second) == (True, False)
    printed = client.get(f"/tournaments/{held.id}/standings", {"page": "all"}).content.decode()
    assert (printed.count('scope="row"'), 'rel="next"' in printed) == (4, False)
    assert f"/tournaments/{held.id}/standings?page=all" in client.get(f"/tournaments/{held.id}").content.decode()


@pytest.mark.parametrize(
    ("value", "shown_en", "shown_fa"),
    [
        (Fraction(125 * 12, 9), "13 8/9", "\u2066۱۳ ۸/۹\u2069"),
        (Fraction(30), "2½", "\u2066۲½\u2069"),
        (Fraction(4), "1/3", "\u2066۱/۳\u2069"),
        (Fraction(24), "2", "۲"),
    ],
)
def test_a_tie_break_is_shown_with_its_whole_part_first(value, shown_en, shown_fa):
    shown_texts = [tiebreak_text("opponents", value, language) for language in ("en", "fa")]
    assert shown_texts == [shown_en, shown_fa]


def test_a_round_of_many_tables_is_shown_in_part(kept_pokes, monkeypatch):
    monkeypatch.setattr(shown, "TABLES", 1)
    held = evening(kept_pokes)
    assert "All tables" in words(browser().get(f"/tournaments/{held.id}"))
    assert "All tables" not in words(browser().get(f"/tournaments/{held.id}/rounds/1"))


def test_a_stranger_of_a_tournament_is_404():
    assert browser().get(f"/tournaments/{uuid.uuid4()}").status_code == 404
    assert browser().post(f"/tournaments/{uuid.uuid4()}/acts/dance").status_code == 404


def test_lists_part_running_open_and_finished(kept_pokes):
    held = Evening(kept_pokes, "knockout", 2)
    assert "No tournament is running." in words(browser().get("/tournaments"))
    held.start()
    assert "No tournament is open for entry." in words(browser().get("/tournaments", {"game": "zertz"}))
    assert "No tournament is running." in words(browser().get("/tournaments", {"game": "glux"}))
    held.play()
    assert "No tournament is running." in words(browser().get("/tournaments"))


# -- the desk ---------------------------------------------------------------------------------------------------------


def director(held: Evening) -> Client:
    return browser(UUID(held.state.opened.directors[0]))


def rule(client: Client, held: Evening, how: str, **fields):
    body = {"act": how, "command_id": str(uuid.uuid4()), "seen": str(held.state.seq), "reason": "other"}
    return client.post(f"/tournaments/{held.id}/desk/rulings", body | fields)


def test_only_a_director_sees_the_desk(kept_pokes):
    held = evening(kept_pokes)
    assert browser(person("Eve")).get(f"/tournaments/{held.id}/desk").status_code == 403
    assert director(held).get(f"/tournaments/{held.id}/desk").status_code == 200


def test_a_ruling_is_shown_with_the_standings_before_and_after_and_then_made(kept_pokes):
    held = evening(kept_pokes, "swiss", 4, rounds=2)
    client = director(held)
    shown = rule(client, held, "dry", ruling="result", at="1/1/1", places="1,2")
    assert shown.status_code == 200
    assert "This would change" in words(shown)
    assert 'class="changed"' in shown.content.decode()
    assert not held.state.rulings
    assert rule(client, held, "rule", ruling="result", at="1/1/1", places="1,2").status_code == 302
    assert len(held.state.rulings) == 1
    assert "Rulings Round 1, table 1: the result is 1. entrant" in words(browser().get(f"/tournaments/{held.id}"))


def test_a_ruling_is_taken_back_from_the_desk(kept_pokes):
    held = evening(kept_pokes, "swiss", 4, rounds=2)
    client = director(held)
    rule(client, held, "rule", ruling="forfeit", at="1/1/1", entry=str(held.state.round(1).tables[0].latest.people[0]))
    of = str(held.state.rulings[0].seq)
    assert "is taken back" in words(rule(client, held, "dry", ruling="revoke", of=of))
    assert rule(client, held, "rule", ruling="revoke", of=of).status_code == 302
    assert "taken back" in words(client.get(f"/tournaments/{held.id}"))


@pytest.mark.parametrize(
    "fields",
    [
        {"ruling": "result", "at": "9/9/9", "places": "1,2"}, {"ruling": "result", "at": "x", "places": "1,2"},
        {"ruling": "dance"}, {"ruling": "expel", "entry": ""}, {"ruling": "revoke", "of": "0"}, {},
    ],
)  # fmt: skip
def test_a_ruling_that_cannot_be_is_refused_with_a_sentence(kept_pokes, fields):
    held = evening(kept_pokes)
    answer = rule(director(held), held, "dry", **fields)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not held.state.rulings


def test_the_desk_starts_renames_and_cancels():
    ann = person("Ann")
    client = browser(ann)
    tournament = made(client)
    for name in ("Bea", "Carl"):
        act(browser(person(name)), tournament.pk, "enter")
    assert act(client, tournament.pk, "rename", name="Friday cup", text="Bring tea.").status_code == 302
    assert act(client, tournament.pk, "start").status_code == 302
    page = words(client.get(f"/tournaments/{tournament.pk}"))
    assert "Friday cup" in page
    assert "Bring tea." in page
    assert act(client, tournament.pk, "cancel").status_code == 302
    assert "The director has cancelled" in words(client.get(f"/tournaments/{tournament.pk}"))


def test_a_start_with_too_few_is_refused_at_the_desk():
    client = browser(person("Ann"))
    tournament = made(client)
    answer = act(client, tournament.pk, "start")
    assert answer.status_code == 409
    assert "at least 2 are needed" in words(answer)


def test_nobody_is_offered_to_enter_where_nobody_can(kept_pokes):
    def offers(held: Evening) -> bool:
        return f"/tournaments/{held.id}/acts/enter" in browser().get(f"/tournaments/{held.id}").content.decode()

    knockout = Evening(kept_pokes, "knockout", 4)
    assert offers(knockout)
    knockout.start()
    knockout.settle()
    assert not offers(knockout)
    swiss = evening(kept_pokes, "swiss", 4, rounds=2, rules={"late": "half"})
    assert offers(swiss)


def test_who_waits_sees_the_place_in_the_line_and_can_leave_it():
    tournament = made(browser(person("Ann")), cap="2")
    for name in ("Bea", "Carl"):
        act(browser(person(name)), tournament.pk, "enter")
    dora = browser(person("Dora"))
    assert "Who enters now waits in the line." in words(dora.get(f"/tournaments/{tournament.pk}"))
    assert act(dora, tournament.pk, "enter").status_code == 302
    page = dora.get(f"/tournaments/{tournament.pk}")
    assert "number 1 in the line" in words(page)
    assert "acts/enter" not in page.content.decode()
    assert act(dora, tournament.pk, "withdraw").status_code == 302
    assert "in the line." in words(dora.get(f"/tournaments/{tournament.pk}"))
    assert "number 1" not in words(dora.get(f"/tournaments/{tournament.pk}"))


def test_an_account_is_invited_by_its_address_accepts_on_the_page_and_is_entered_at_the_desk():
    host, bea = person("Ann"), person("Bea")
    client, guest = browser(host), browser(bea)
    tournament = made(client, open="no")
    where = f"/tournaments/{tournament.pk}"
    assert "You are invited" not in words(guest.get(where))
    address = f"https://house.example/players/{bea.pk}"
    assert act(client, tournament.pk, "invite-account", account=address).status_code == 302
    assert "You are invited." in words(guest.get(where))
    assert "Bea has not answered" in words(client.get(f"{where}/desk"))
    assert act(guest, tournament.pk, "accept", accepted="yes").status_code == 302
    assert "You have accepted the invitation." in words(guest.get(where))
    assert "Bea has accepted" in words(client.get(f"{where}/desk"))
    assert act(client, tournament.pk, "enter-invited", account=str(bea.pk)).status_code == 302
    assert "Entrants 1/8 Bea" in words(guest.get(where))
    assert act(client, tournament.pk, "refuse", account=str(bea.pk), reason="conduct").status_code == 302
    assert "Bea refused" in words(guest.get(where))


def test_places_are_read_in_persian_digits_too(kept_pokes):
    held = evening(kept_pokes, "swiss", 4, rounds=2)
    assert rule(director(held), held, "rule", ruling="result", at="1/1/1", places="۲،۱").status_code == 302
    assert held.state.rulings[0].made.ruling.places == (2, 1)


def test_two_entrants_are_exchanged_from_the_desk(kept_pokes):
    held = evening(kept_pokes, "swiss", 5, rounds=2)
    client = director(held)
    (bye,) = held.state.round(1).byes
    seated = held.state.round(1).tables[0].latest.people[1]
    fields = {"ruling": "re-pair", "first": str(seated), "second": str(bye.entry)}
    preview = words(rule(client, held, "dry", **fields))
    assert f"entrant {held.state.round(1).tables[0].latest.people[0]} – entrant {bye.entry}" in " ".join(
        preview.split()
    )
    assert rule(client, held, "rule", **fields).status_code == 302
    assert held.state.round(1).tables[0].latest.people[1] == bye.entry
    assert [free.entry for free in held.state.round(1).byes] == [seated]


def test_other_directors_are_named_at_the_desk(kept_pokes):
    held = evening(kept_pokes)
    client, bea = director(held), person("Bea")
    accounts = f"{held.state.opened.directors[0]}, /players/{bea.pk}"
    assert rule(client, held, "rule", ruling="director", accounts=accounts).status_code == 302
    assert browser(bea).get(f"/tournaments/{held.id}/desk").status_code == 200


def test_the_round_that_is_played_is_shown_where_all_start_at_once(kept_pokes):
    held = evening(kept_pokes, "round_robin", 4, rules={"at_once": True})
    page = browser().get(f"/tournaments/{held.id}").content.decode()
    assert page.count('id="round-title">Round ') == 1
    assert "Round 1" in words(browser().get(f"/tournaments/{held.id}")).split("Entrants")[0].split("By rounds")[1]


def test_the_check_is_offered_once_the_seed_is_revealed(kept_pokes):
    held = evening(kept_pokes, "swiss", 4, rounds=1)
    where = f"/tournaments/{held.id}"
    assert browser().get(f"{where}/check").status_code == 404
    assert f"{where}/check" not in browser().get(where).content.decode()
    held.play()
    assert f"{where}/check" in browser().get(where).content.decode()
    page = browser().get(f"{where}/check").content.decode()
    assert f'data-export="/api/tournaments/{held.id}/export"' in page


def test_a_start_that_is_not_served_in_time_is_sent_again_as_it_was_and_answered_like_the_first(
    kept_pokes, monkeypatch
):
    held = Evening(kept_pokes, "swiss", 4, rounds=2)
    client, late = browser(held.director), []
    monkeypatch.setattr(directing, "PATIENCE", 0.0)
    monkeypatch.setattr(directing.pokes, "poke", lambda task, *args, **more: late.append(args))
    page = act(client, held.id, "start")
    assert (page.status_code, page["Retry-After"]) == (503, "2")
    command = late[0][3]
    forms = {what: form_of(page, f"/tournaments/{held.id}/acts/{what}") for what in ("start", "cancel")}
    assert f'name="command_id" value="{command}"' in forms["start"]
    assert command not in forms["cancel"]
    direct(*late[0])
    again = client.post(f"/tournaments/{held.id}/acts/start", {"command_id": command})
    assert (again.status_code, again.url) == (302, f"/tournaments/{held.id}/desk")


@pytest.mark.parametrize(("act", "back"), [("acts/start", "/desk"), ("acts/enter", ""), ("desk/rulings", "/desk")])
def test_the_address_of_a_button_leads_back_to_its_page(kept_pokes, act, back):
    """There one is where it was refused: changing the language, or the address sent to a friend, comes here."""
    held = Evening(kept_pokes, "swiss", 4, rounds=2)
    answer = browser(held.director).get(f"/tournaments/{held.id}/{act}")
    assert (answer.status_code, answer.url) == (302, f"/tournaments/{held.id}{back}")
