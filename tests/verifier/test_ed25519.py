"""Ed25519: the plain arithmetic against test values and a compiled library, and encodings that are to be refused."""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import assume, given, settings
from hypothesis import strategies as some

from tests.verifier.vectors import vectors
from verifier import ed25519
from verifier.ed25519 import check_compiled, check_plainly, verify

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
SECRETS = some.binary(min_size=32, max_size=32)
# Every y that has two encodings below 2^255, and every encoding of x = 0 with a sign.
DOUBLE = [encoded.to_bytes(32, "little") for y in range(19) for encoded in (y + P, y + P + 2**255)]
SIGNED_ZERO = [(y + 2**255).to_bytes(32, "little") for y in (1, P - 1)]
# Points of small order: a key of these lets one signature fit many messages, if it is read loosely.
SMALL = [number.to_bytes(32, "little") for number in (0, 1, P - 1, 2**255)]


def signed(secret: bytes, message: bytes) -> tuple[bytes, bytes]:
    key = Ed25519PrivateKey.from_private_bytes(secret)
    return key.public_key().public_bytes_raw(), key.sign(message)


def answers(public: bytes, message: bytes, signature: bytes) -> set[bool]:
    """What `verify` says with the compiled library and without it."""
    verdicts = set()
    for compiled in (True, False):
        before, ed25519.COMPILED = ed25519.COMPILED, compiled
        try:
            verdicts.add(verify(public, message, signature))
        finally:
            ed25519.COMPILED = before
    return verdicts


def test_the_compiled_library_is_here_to_compare_with():
    assert ed25519.COMPILED


def test_the_signature_of_the_vectors_fits():
    case = vectors()["ed25519"]
    public, message, signature = (bytes.fromhex(case[name]) for name in ("public", "msg", "sig"))
    assert answers(public, message, signature) == {True}
    assert answers(public, message + b" ", signature) == {False}


@settings(max_examples=60, deadline=None)
@given(SECRETS, some.binary(max_size=200))
def test_a_good_signature_fits_by_both_ways(secret, message):
    public, signature = signed(secret, message)
    assert answers(public, message, signature) == {True}


@settings(max_examples=150, deadline=None)
@given(SECRETS, some.binary(min_size=1, max_size=80), some.integers(0, 2), some.integers(0), some.integers(0, 7))
def test_a_bit_changed_anywhere_fits_by_neither_way(secret, message, which, place, bit):
    parts = [*signed(secret, message), message]
    damaged = bytearray(parts[which])
    damaged[place % len(damaged)] ^= 1 << bit
    parts[which] = bytes(damaged)
    assert answers(parts[0], parts[2], parts[1]) == {False}


@settings(max_examples=200, deadline=None)
@given(some.binary(min_size=32, max_size=32), some.binary(max_size=40), some.binary(min_size=64, max_size=64))
def test_random_bytes_get_one_answer(public, message, signature):
    assert len(answers(public, message, signature)) == 1


@settings(max_examples=60, deadline=None)
@given(SECRETS, some.binary(max_size=40), some.integers(1, 15))
def test_an_s_with_the_order_added_is_refused(secret, message, times):
    public, signature = signed(secret, message)
    s = int.from_bytes(signature[32:], "little") + times * ORDER
    assume(s < 2**256)
    assert answers(public, message, signature[:32] + s.to_bytes(32, "little")) == {False}


@settings(max_examples=200, deadline=None)
@given(
    some.sampled_from(DOUBLE + SIGNED_ZERO + SMALL),
    some.sampled_from(DOUBLE + SIGNED_ZERO + SMALL),
    some.sampled_from([0, 1, 8, ORDER - 1, ORDER]),
    some.binary(max_size=3),
)
def test_points_of_small_order_and_double_encodings_get_one_answer(public, point, s, message):
    assert len(answers(public, message, point + s.to_bytes(32, "little"))) == 1


def test_a_second_encoding_of_a_key_is_refused_although_the_library_takes_it():
    """The key y = 1 makes every h * A nothing, so that R = 0 * B with s = 0 fits whatever is signed."""
    nothing = (1).to_bytes(32, "little") + bytes(32)
    assert answers((1).to_bytes(32, "little"), b"any", nothing) == {True}
    for public in ((1 + P).to_bytes(32, "little"), (1 + 2**255).to_bytes(32, "little")):
        assert check_compiled(public, b"any", nothing)
        assert answers(public, b"any", nothing) == {False}


def test_a_second_encoding_of_r_is_refused():
    public = (1).to_bytes(32, "little")
    for point in ((1 + P).to_bytes(32, "little"), (1 + 2**255).to_bytes(32, "little")):
        assert answers(public, b"any", point + bytes(32)) == {False}


def test_a_key_that_is_no_point_of_the_curve_fits_nothing():
    encoded = next(y.to_bytes(32, "little") for y in range(2, 50) if not on_the_curve(y))
    assert not check_plainly(encoded, b"any", (1).to_bytes(32, "little") + bytes(32))
    assert answers(encoded, b"any", (1).to_bytes(32, "little") + bytes(32)) == {False}


def on_the_curve(y: int) -> bool:
    d = -121665 * pow(121666, -1, P) % P
    square = (y * y - 1) * pow(d * y * y + 1, -1, P) % P
    return square == 0 or pow(square, (P - 1) // 2, P) == 1


def test_other_lengths_fit_nothing():
    public, signature = signed(bytes(32), b"message")
    for wrong in ((public[:-1], signature), (public + b"\0", signature), (public, signature[:-1]), (b"", b"")):
        assert answers(wrong[0], b"message", wrong[1]) == {False}
