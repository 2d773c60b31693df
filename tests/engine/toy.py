"""Hush, the worked example of docs/add-a-game.md, as the toy of the tests: it has all that the house must carry.

Hidden hands, draws for every eye, simultaneous seats, a timer. Its folder is written to a temporary place on the path
of `engine.games`; where the page has been followed already, the folder on the shelf is the same.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

import engine.games
from engine.core.game import Game
from tests import worked_example

_place = Path(tempfile.mkdtemp(prefix="bazigah-hush-"))
atexit.register(shutil.rmtree, _place, ignore_errors=True)
worked_example.write(_place, worked_example.GAME)
engine.games.__path__.append(str(_place / "engine" / "games"))

Hush: Any = import_module("engine.games.hush.game").Hush
HUSH: Game[Any, Any] = import_module("engine.games.hush").GAME
