"""The ledger of a tournament as `py4swiss` reads it: a tournament report with every result so far."""

from __future__ import annotations

from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult, ScoringPointSystem, ScoringPointSystemCode
from py4swiss.trf.sections import PlayerSection, XSection
from py4swiss.trf.sections.x_section import XSectionConfiguration

from services.pairings.ledger import FORFEIT_LOSS, FORFEIT_WIN, PAIRING, EntrantRecord, IdleRound, Ledger, Sitting
from services.pairings.rounds import planned_rounds
from services.pairings.swiss_field import SwissField


def trf_of(ledger: Ledger, field: SwissField) -> ParsedTrf:
    """Points stay in twelfths: the engine only compares and adds them."""
    state = ledger.state
    past = field.round - 1
    system = _scoring(ledger)
    paired = {player.entry for player in field.players}
    sections, corrections = [], {}
    for entry in state.order:
        record, number = ledger.records[entry], state.numbers[entry]
        results = [_result(ledger, record, before) for before in range(1, past + 1)]
        sections.append(
            PlayerSection(
                code=PlayerCode.PLAYER, starting_number=number, points_times_ten=record.points, rank=number,
                results=results,
            )
        )  # fmt: skip
        given = _corrections(record, [system.get_points_times_ten(result) for result in results])
        if any(given):
            corrections[number] = given
    section = XSection(
        number_of_rounds=max(past + 1, planned_rounds(state.opened, len(state.started.order))),
        zeroed_ids={state.numbers[entry] for entry in state.order if entry not in paired},
        scoring_point_system=system,
        configuration=XSectionConfiguration(first_round_color=field.first_seat == 0),
        accelerations=corrections,
    )
    return ParsedTrf(player_sections=sections, x_section=section)


def _scoring(ledger: Ledger) -> ScoringPointSystem:
    code, table = ScoringPointSystemCode, ledger.table
    system = ScoringPointSystem(score_dict=dict(ScoringPointSystem().score_dict))
    for name, points in (
        (code.WIN, table.win),
        (code.DRAW, table.draw),
        (code.LOSS, table.loss),
        (code.PAIRING_ALLOCATED_BYE, table.win),
        (code.HALF_POINT_BYE, table.half),
        (code.FORFEIT_LOSS, 0),
        (code.ZERO_POINT_BYE, 0),
    ):
        system.apply_code(name, points)
    return system


def _corrections(record: EntrantRecord, given: list[int]) -> list[int]:
    """What the log's points before each round exceed those of the results by: a substitute's zero, a ruling."""
    return [record.points_before(number) - sum(given[: number - 1]) for number in range(1, len(given) + 2)]


def _result(ledger: Ledger, record: EntrantRecord, round_number: int) -> RoundResult:
    sitting = next((sat for sat in reversed(record.sittings) if sat.round == round_number), None)
    if sitting is not None and (sitting.played or sitting.kind in (FORFEIT_WIN, FORFEIT_LOSS)):
        opponent = ledger.state.numbers[sitting.others[0]]
        color = ColorToken.WHITE if sitting.seat == 0 else ColorToken.BLACK
        return RoundResult(id=opponent, color=color, result=_token(sitting))
    idle = next((rest for rest in record.idle if rest.round == round_number), None)
    return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=_bye_token(idle))


def _token(sitting: Sitting) -> ResultToken:
    if sitting.kind == FORFEIT_WIN:
        return ResultToken.FORFEIT_WIN
    if sitting.kind == FORFEIT_LOSS:
        return ResultToken.FORFEIT_LOSS
    if not sitting.alone:
        return ResultToken.DRAW
    return ResultToken.WIN if sitting.place == 1 else ResultToken.LOSS


def _bye_token(idle: IdleRound | None) -> ResultToken:
    if idle is not None and idle.kind == PAIRING:
        return ResultToken.PAIRING_ALLOCATED_BYE
    return ResultToken.HALF_POINT_BYE if idle is not None and idle.points else ResultToken.ZERO_POINT_BYE
