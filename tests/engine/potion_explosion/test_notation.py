"""Moves as text (P71): one spelling each, anything else is unreadable."""

import pytest

from engine.core.errors import UnreadableMove
from engine.games.potion_explosion import GAME
from tests.engine.potion_explosion.positions import at

FORMS = (
    "S:M4 T3.5 H3.5 DW3.5 DL2 DM3.5 DA134 DU3.5x2 DF3.257 DJ JKaR J. DSW3.5 DSJ DSF3.25 DSL1 DSA12 DSU1.1x3 DSM2.2 "
    "PR2-1 QRa E:RBK E: E:KKK N3 B3.5"
)


@pytest.mark.parametrize("text", FORMS.split())
def test_p71_every_form_is_read_and_written_back(text):
    assert GAME.write(GAME.read(at(), 0, text), 0) == text


OTHERS = (
    "T T6.1 T0.1 T1.0 t1.1 T1.10 S:X4 S:M8 DS DSS1.1 DA DA6 DL0 DU1.1 DU1.1x0 DF1. PR1 PG1-1 QRc E E:RBKY E:G N6 N0 J "
    "JKcR é T１.1"
)


@pytest.mark.parametrize("text", ["", " ", "T1.1 ", " T1.1", "T1.1\n", *OTHERS.split()])
def test_p71_other_texts_are_unreadable(text):
    with pytest.raises(UnreadableMove) as refused:
        GAME.read(at(), 0, text)
    assert refused.value.code == "unreadable-move"


@pytest.mark.parametrize("text", ["E:KR", "E:YBR", "DA31", "DA11", "DF3.52", "DF3.22", "DSF1.31", "DSA21"])
def test_p71_lists_are_spelled_in_order(text):
    with pytest.raises(UnreadableMove) as refused:
        GAME.read(at(), 0, text)
    assert refused.value.code == "unreadable-order"
