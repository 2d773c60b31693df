"""Ed25519 signatures (RFC 8032), read strictly: each point has one encoding, and s is below the order of the base.

The arithmetic is written out here, so that the verifier needs nothing but Python. Where `cryptography` is installed
anyway it does the same faster; which of the two is used never changes the answer.
"""

from __future__ import annotations

import hashlib
from typing import Final

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    COMPILED: Final = True
except ImportError:
    COMPILED: Final = False  # type: ignore[misc]

Point = tuple[int, int, int, int]  # X, Y, Z, T: x = X/Z, y = Y/Z, x * y = T/Z

_P: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493  # of the base point
_D: Final = -121665 * pow(121666, -1, _P) % _P
_ROOT_OF_MINUS_ONE: Final = pow(2, (_P - 1) // 4, _P)
_NEUTRAL: Final[Point] = (0, 1, 1, 0)


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the key signed the message. False for anything of another length or in another encoding."""
    if not _is_strict(public, signature):
        return False
    check = check_compiled if COMPILED else check_plainly
    return check(public, message, signature)


def _is_strict(public: bytes, signature: bytes) -> bool:
    """5.1.3 and 5.1.7: what a reader has to refuse before it computes anything."""
    if len(public) != 32 or len(signature) != 64:
        return False
    return _is_canonical(public) and _is_canonical(signature[:32]) and int.from_bytes(signature[32:], "little") < _ORDER


def _is_canonical(encoded: bytes) -> bool:
    """y is reduced, and x = 0 (which belongs to y = 1 and y = -1) is not negative."""
    y, negative = _y_and_sign(encoded)
    return y < _P and not (negative and y in (1, _P - 1))


def check_compiled(public: bytes, message: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def check_plainly(public: bytes, message: bytes, signature: bytes) -> bool:
    """5.1.7 without the cofactor: R is the encoding of s * B - h * A."""
    key = _decode(public)
    if key is None:
        return False
    s = int.from_bytes(signature[32:], "little")
    h = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % _ORDER
    return _encode(_sum_of_products(s, _BASE, h, _negative(key))) == signature[:32]


# -- points (section 5.1.4) -------------------------------------------------------------------------------------------


def _y_and_sign(encoded: bytes) -> tuple[int, bool]:
    number = int.from_bytes(encoded, "little")
    return number & (2**255 - 1), bool(number >> 255)


def _decode(encoded: bytes) -> Point | None:
    """5.1.3: the point with that y and that sign of x; None if there is none on the curve."""
    y, negative = _y_and_sign(encoded)
    u, v = (y * y - 1) % _P, (_D * y * y + 1) % _P
    x = u * pow(v, 3, _P) * pow(u * pow(v, 7, _P), (_P - 5) // 8, _P) % _P
    if (v * x * x + u) % _P == 0:
        x = x * _ROOT_OF_MINUS_ONE % _P
    if (v * x * x - u) % _P != 0:
        return None
    if bool(x & 1) != negative:
        x = -x % _P
    return x, y, 1, x * y % _P


def _encode(point: Point) -> bytes:
    inverse = pow(point[2], -1, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _negative(point: Point) -> Point:
    return -point[0] % _P, point[1], point[2], -point[3] % _P


def _add(left: Point, right: Point) -> Point:
    a = (left[1] - left[0]) * (right[1] - right[0]) % _P
    b = (left[1] + left[0]) * (right[1] + right[0]) % _P
    c = 2 * left[3] * right[3] * _D % _P
    d = 2 * left[2] * right[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _double(point: Point) -> Point:
    a, b = point[0] * point[0] % _P, point[1] * point[1] % _P
    h = a + b
    e = h - (point[0] + point[1]) ** 2 % _P
    g = a - b
    f = 2 * point[2] * point[2] % _P + g
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _sum_of_products(m: int, point: Point, n: int, other: Point) -> Point:
    """m * point + n * other, bit by bit from the top, both at once."""
    addends = (None, point, other, _add(point, other))
    total = _NEUTRAL
    for bit in range(max(m.bit_length(), n.bit_length()) - 1, -1, -1):
        total = _double(total)
        addend = addends[(m >> bit & 1) + 2 * (n >> bit & 1)]
        if addend is not None:
            total = _add(total, addend)
    return total


def _base_point() -> Point:
    """5.1: y = 4/5, x positive."""
    base = _decode((4 * pow(5, -1, _P) % _P).to_bytes(32, "little"))
    assert base is not None
    return base


_BASE: Final = _base_point()
