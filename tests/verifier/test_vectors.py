"""Every value of fairness_vectors.json: canonical bytes, chance, seals, receipts, trees, good and damaged exports.

The digests of the invented game's states are made of JSON that the vectors do not tell. In its exports they are
therefore compared by what the good exports show (a state has the digest it had there, and never that of another state);
`test_verify.py` holds the digests themselves on exports of our own.
"""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from engine.core import chance, codec
from services.log import fair, merkle
from tests.verifier.vectors import TOY, book, good_exports, vectors
from verifier import hashes
from verifier.verify import examine, verify

SEED = vectors()["seed"]
KEY = bytes.fromhex(SEED["chance_key"])


def many(name: str) -> Any:
    return pytest.mark.parametrize("case", vectors()[name], ids=range(len(vectors()[name])))


def codes(export: Any, **more: Any) -> set[str]:
    report = examine(export, games=TOY, digest=book().digests, **more)
    return {finding.code for finding in report.findings}


# -- canonical bytes --------------------------------------------------------------------------------------------------


@many("jcs")
def test_values_have_one_canonical_form(case):
    data = codec.canonical(codec.parse(case["in"]))
    assert data == case["out"].encode()
    assert codec.hashlib.sha256(data).hexdigest() == case["sha256"]


@many("jcs_reject")
def test_values_outside_the_subset_are_refused(case):
    with pytest.raises(codec.NotCanonical):
        codec.parse(case)


@many("tagged_hash")
def test_hashes_carry_their_tag(case):
    assert chance.tagged_hash(case["tag"], bytes.fromhex(case["msg"])).hex() == case["out"]


# -- seed, keys and chance --------------------------------------------------------------------------------------------


def test_the_keys_follow_from_the_seed():
    seed, match = bytes.fromhex(SEED["server_seed"]), SEED["match"]
    entropy = [tuple(pair) for pair in SEED["entropy"]]
    of_match = chance.match_seed(seed, match, entropy, "")
    bot_key = chance.bot_key(of_match, 1)
    assert chance.seed_commit(match, seed) == SEED["commit"]
    assert of_match.hex() == SEED["match_seed"]
    assert chance.chance_key(of_match).hex() == SEED["chance_key"]
    assert chance.seal_key(seed, match).hex() == SEED["seal_key"]
    assert chance.state_key(seed, match).hex() == SEED["state_key"]
    assert bot_key.hex() == SEED["bot_key_seat1"]
    assert chance.bot_seed(bot_key, 7).hex() == SEED["bot_seed_seat1_decision7"]


def test_entropy_beacon_and_deal_change_the_match_seed():
    seed, match, deal = bytes.fromhex(SEED["server_seed"]), SEED["match"], SEED["deal"]
    entropy = [tuple(pair) for pair in SEED["entropy"]]
    none = [(account, "") for account, _ in entropy]
    assert chance.match_seed(seed, match, none, "").hex() == SEED["match_seed_no_entropy"]
    assert chance.match_seed(seed, match, entropy, SEED["beacon"]).hex() == SEED["match_seed_with_beacon"]
    assert chance.seed_commit(deal, seed) == SEED["deal_commit"]
    assert chance.match_seed(seed, deal, [], "").hex() == SEED["match_seed_of_deal"]


def test_the_order_of_accounts_does_not_change_the_match_seed():
    entropy = [tuple(pair) for pair in SEED["entropy"]]
    seeds = {
        chance.match_seed(bytes.fromhex(SEED["server_seed"]), SEED["match"], order, "").hex()
        for order in (entropy, entropy[::-1])
    }
    assert seeds == {SEED["match_seed"]}


@many("blocks")
def test_blocks(case):
    assert chance.block(KEY, case["label"], case["n"], case["j"]).hex() == case["out"]


@many("uniform")
def test_uniform_numbers_with_rejections(case):
    stream = chance.Stream(KEY, case["label"], case["n"])
    assert [str(stream.uniform(int(case["k"]))) for _ in case["out"]] == case["out"]
    assert stream._j == case["blocks_used"]


@many("shuffle")
def test_shuffles(case):
    assert chance.Stream(KEY, case["label"], case["n"]).shuffle(range(case["count"])) == case["out"]


@many("draw")
def test_draws_without_putting_back(case):
    bag = [(item, count) for item, count in case["bag"]]
    assert list(chance.draw(KEY, case["label"], case["n"], bag, case["count"])) == case["out"]


# -- times, masks, seals ----------------------------------------------------------------------------------------------


@many("ms")
def test_milliseconds_between_two_times(case):
    assert fair.ms_between(case["started"], case["at"]) == case["ms"]
    assert hashes.milliseconds(case["started"], case["at"]) == case["ms"]
    assert fair.time_text(fair.time_of(case["at"])) == case["at"]


@many("mask")
def test_masks(case):
    assert fair.fits_mask(case["public"], case["move"]) is case["fits"]
    assert hashes.could_be(case["public"], case["move"]) is case["fits"]


@many("sealed")
def test_sealed_parts(case):
    key = bytes.fromhex(SEED["seal_key"])
    assert fair.salt(key, case["seq"], case["aud"]).hex() == case["salt"]
    assert hashes.salt_of(key, case["seq"], case["aud"]) == case["salt"]
    assert fair.commitment(bytes.fromhex(case["salt"]), case["payload"]) == case["commit"]
    assert hashes.commitment_of(case["salt"], case["payload"]) == case["commit"]


# -- receipts and checkpoints -----------------------------------------------------------------------------------------


def test_a_receipt_is_signed():
    case, body = vectors()["ed25519"], vectors()["export_good"]["receipt"]["body"]
    secret = bytes.fromhex(case["secret"])
    assert fair.public_key(secret) == case["public"]
    assert fair.signed_bytes(fair.RECEIPT, body).hex() == case["msg"]
    assert fair.sign(secret, fair.RECEIPT, body) == case["sig"]
    assert fair.check_signature(case["public"], fair.RECEIPT, body, case["sig"])
    assert hashes.signed_by(case["public"], body, case["sig"])


def test_a_signature_fits_one_tag_one_body_and_one_key():
    case, body = vectors()["ed25519"], vectors()["export_good"]["receipt"]["body"]
    assert not fair.check_signature(case["public"], fair.CHECKPOINT, body, case["sig"])
    assert not fair.check_signature(case["public"], fair.RECEIPT, body | {"size": 17}, case["sig"])
    assert not fair.check_signature("00" * 32, fair.RECEIPT, body, case["sig"])
    for damaged in ("", "zz", case["sig"][:-2], "00" + case["sig"][2:]):
        assert not fair.check_signature(case["public"], fair.RECEIPT, body, damaged)
        assert not hashes.signed_by(case["public"], body, damaged)


def test_the_tree_of_finished_matches():
    tree = vectors()["merkle"]
    leaves = [bytes.fromhex(leaf) for leaf in tree["leaves"]]
    assert [merkle.merkle_root(leaves[:size]) for size in range(len(leaves) + 1)] == tree["roots_by_size"]
    for case in tree["inclusion"]:
        some, index = leaves[: case["size"]], case["index"]
        assert merkle.inclusion_path(some, index) == case["path"]
        assert merkle.root_from_path(some[index], index, len(some), case["path"]) == merkle.merkle_root(some)


def test_every_leaf_of_every_tree_has_a_path_and_no_other_leaf_has_it():
    leaves = [f"leaf {n}".encode() for n in range(17)]
    for size in range(1, 18):
        root = merkle.merkle_root(leaves[:size])
        for index in range(size):
            path = merkle.inclusion_path(leaves[:size], index)
            assert merkle.root_from_path(leaves[index], index, size, path) == root
            assert merkle.root_from_path(b"another", index, size, path) != root
            for wrong in ([*path, "00" * 32], path[:-1] if path else ["00" * 32]):
                with pytest.raises(ValueError):
                    merkle.root_from_path(leaves[index], index, size, wrong)


def test_a_checkpoint_is_signed():
    case = vectors()["checkpoint"]
    body = case["body"]
    assert fair.checkpoint_body(body["origin"], body["size"], body["root"], body["at"]) == body
    assert fair.check_signature(case["key"], fair.CHECKPOINT, body, case["sig"])
    secret = bytes.fromhex(vectors()["ed25519"]["secret"])
    assert fair.sign(secret, fair.CHECKPOINT, body) == case["sig"]


def test_the_fingerprint_is_the_beginning_of_the_head():
    assert fair.fingerprint(vectors()["export_good"]["receipt"]["body"]["head"]) == "5812bed2"


# -- exports ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "export"), good_exports(), ids=[name for name, _ in good_exports()])
def test_good_exports_hold(name, export):
    assert codes(export) == set()
    assert verify(export, games={}) == []
    for event in export["events"]:
        assert fair.event_hash(event) == event["hash"]
    assert json.loads(codec.canonical(export)) == export


def test_states_and_learned_digests_belong_together_one_to_one():
    pairs = list(book().learned.values())
    assert len({full for _, full in pairs}) == len(pairs) == 10
    assert vectors()["export_good"]["events"][5]["dp"] in {public for public, _ in pairs}


def test_the_good_export_holds_with_its_key_and_its_head():
    export = vectors()["export_good"]
    body = export["receipt"]["body"]
    assert verify(export, games={}, key=vectors()["ed25519"]["public"], head=body["head"]) == []
    assert {finding.code for finding in verify(export, games={}, key="00" * 32)} == {"SIG"}
    assert {finding.code for finding in verify(export, games={}, head="00" * 32)} == {"HEAD"}


def test_the_seat_bundle_holds_and_is_no_export():
    bundle = vectors()["seat_bundle"]
    assert codes(bundle, bundle=True) == set()
    assert {"NOREVEAL", "UNOPENED"} <= codes(bundle)


@pytest.mark.parametrize("case", vectors()["export_bad"], ids=[case["name"] for case in vectors()["export_bad"]])
def test_damaged_exports_are_reported_with_their_code(case):
    assert case["expect"] in codes(case["export"], head=case.get("head"))


@pytest.mark.parametrize(
    "case",
    [case for case in vectors()["export_bad"] if "needs the engine" not in case["name"]],
    ids=lambda case: case["name"],
)
def test_what_needs_no_rules_is_reported_without_them(case):
    reported = {finding.code for finding in verify(case["export"], games={}, head=case.get("head"))}
    assert case["expect"] in reported
    assert not reported & {"ILLEGAL", "BAG", "STATE", "SCORE", "BOT"}


# -- mutations --------------------------------------------------------------------------------------------------------


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every single value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if items is None:
        return [path]
    return [place for key, item in items for place in places(item, (*path, key))]


def changed(value: Any) -> list[Any]:
    if value is None:
        return [0, "x"]
    if isinstance(value, int):
        return [value + 1, str(value), None]
    return [other for other in (value + "0", value[:-1], None, 7) if other != value]


def with_change(export: Any, path: tuple[Any, ...], value: Any) -> Any:
    made = copy.deepcopy(export)
    here = made
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    return made


def test_every_single_value_changed_is_reported():
    export = vectors()["export_good"]
    tried = 0
    for path in places(export):
        here: Any = export
        for key in path:
            here = here[key]
        for value in changed(here):
            tried += 1
            assert verify(with_change(export, path, value), games={}), f"{path} = {value!r} passed"
    assert tried > 1500


@pytest.mark.parametrize("name", ["match", "events", "opened", "format"])
def test_every_field_of_the_export_is_needed(name):
    export = copy.deepcopy(vectors()["export_good"])
    del export[name]
    assert codes(export)


@pytest.mark.parametrize(
    "export", [{}, {"events": 5}, {"events": [5]}, {"events": [{}]}, {"events": [], "opened": [None], "receipt": 1}]
)
def test_malformed_input_is_reported_and_changes_nothing(export):
    assert "FORM" in codes(export)
    assert "FORM" in codes(export, bundle=True)


def test_each_event_taken_away_or_doubled_is_reported():
    export = vectors()["export_good"]
    for place in range(len(export["events"])):
        for events in (
            export["events"][:place] + export["events"][place + 1 :],
            export["events"][: place + 1] + export["events"][place:],
        ):
            assert verify({**export, "events": events}, games={})
