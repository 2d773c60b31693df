"""Names that people may wear: seen by everybody as they are meant, and not those of the computer players."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from engine.games import GAMES
from gateway.words import LANGUAGES, game_texts
from services.errors import BadRequest
from services.people.accounts import plain_name

# Letters that other alphabets share with the Latin one in print, not in meaning.
_LOOKS: Final = str.maketrans(
    "аеорсухіјѕһԁԛԝӏᴀвнкмтАВЕКМНОРСТУХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧαοντυρικχ",
    "aeopcyxijshdqwlabhkmtABEKMHOPCTYXIJSABEZHIKMNOPTYXaovtupikx",
)
_BLANK: Final = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and signs that show nothing
_ALPHABETS: Final = ("LATIN", "CYRILLIC", "GREEK")


def chosen_name(text: str) -> str:
    """The name as it is kept. Raises BadRequest for one that is empty, mixes alphabets, or is a computer player's."""
    name = _seen(text)
    if not any(unicodedata.category(sign)[0] in "LNS" for sign in name):
        raise BadRequest({"name": "one letter at least that can be seen"})
    if len(_alphabets(name)) > 1:
        raise BadRequest({"name": "letters of one alphabet"})
    if _skeleton(name) in _names_of_bots():
        raise BadRequest({"name": "a computer player has this name"})
    return name


def guest_name(text: str) -> str:
    """The same for a guest, who needs none: empty where nothing can be seen."""
    return chosen_name(text) if _seen(text) else ""


def _seen(text: str) -> str:
    return plain_name("".join(sign for sign in text if sign not in _BLANK))


def _alphabets(name: str) -> set[str]:
    words = {unicodedata.name(sign, "").split(" ")[0] for sign in name if sign.isalpha()}
    return words & set(_ALPHABETS)


def _skeleton(name: str) -> str:
    return "".join(unicodedata.normalize("NFKC", name).translate(_LOOKS).casefold().split())


@cache
def _names_of_bots() -> frozenset[str]:
    texts = [game_texts(game, language)["bots"] for game in GAMES for language in LANGUAGES]
    return frozenset(_skeleton(bot["name"]) for bots in texts for bot in bots.values())
