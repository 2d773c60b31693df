"""The picture that chats show beside a link to a match: cover, scores, result. No board, no names, no words."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

import engine.games
from engine.games import GAMES

WIDTH, HEIGHT = 1200, 630
BAND = 250  # the lower part, on which the result stands
SEATS = ("#2c4f9e", "#a3263a", "#8a5a00", "#0c6b68")  # as house.css has them
PAPER, INK, SAFFRON = "#f8f3ea", "#2b241d", "#d98a00"
_GAMES = Path(engine.games.__file__).parent


@lru_cache(256)
def preview_png(game: str, scores: tuple[int, ...], winners: frozenset[int] | None) -> bytes:
    """`winners` is None while the match is played."""
    picture = _cover(game)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, HEIGHT - BAND, WIDTH, HEIGHT), fill=PAPER)
    pen.rectangle((0, HEIGHT - BAND, WIDTH, HEIGHT - BAND + 6), fill=SAFFRON)
    pen.text((60, HEIGHT - BAND + 22), GAMES[game].info.title, font=_font(46), fill=INK)
    if winners is None and scores:
        pen.ellipse((WIDTH - 96, HEIGHT - BAND + 34, WIDTH - 66, HEIGHT - BAND + 64), fill=SAFFRON)
    for seat, score in enumerate(scores):
        _draw_seat(pen, 60 + seat * (WIDTH - 120) // max(len(scores), 2), seat, score, seat in (winners or ()))
    out = BytesIO()
    picture.quantize(128, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _cover(game: str) -> Image.Image:
    with Image.open(_GAMES / game / "ui" / "cover.jpg") as cover:
        return cover.convert("RGB").resize((WIDTH, HEIGHT))


@lru_cache(8)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _draw_seat(pen: ImageDraw.ImageDraw, x: int, seat: int, score: int, won: bool) -> None:
    """A chip in the seat's colour with as many dots as its number, the score beside it, a crown over who has won."""
    y = HEIGHT - BAND + 142
    pen.ellipse((x, y, x + 84, y + 84), fill=SEATS[seat % len(SEATS)], outline=INK, width=4)
    for dot in range(seat + 1):
        left = x + 42 - (seat * 18) // 2 + dot * 18
        pen.ellipse((left - 6, y + 36, left + 6, y + 48), fill=PAPER)
    pen.text((x + 104, y + 42), str(score).replace("-", "\u2212"), font=_font(84), fill=INK, anchor="lm")
    if won:
        points = ((0, 0), (20, 16), (42, -10), (64, 16), (84, 0), (74, 36), (10, 36))
        pen.polygon([(x + dx, y - 38 + dy) for dx, dy in points], fill=SAFFRON, outline=INK)
