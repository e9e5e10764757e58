"""Asking a model about the turns that the words alone leave ambiguous.

In: a verdict and a model of the host's. Out: the model's verdict, or the one
that was there when there is no model, or the model fails, is slow or says
nothing usable. The library ships no model.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Protocol

from dialog.routing.triage import AMBIGUITY_FLOOR, IntentLabel, IntentVerdict
from slots.text import MAX_LENGTH

logger = logging.getLogger(__name__)


class IntentModel(Protocol):
    """What a host plugs in to judge ambiguous turns."""

    async def classify(self, query: str, verdict: IntentVerdict) -> IntentVerdict | None:
        """Return a verdict, or None to leave the turn ambiguous; it may raise, and may be cancelled when slow."""
        ...


async def settle(
    verdict: IntentVerdict,
    query: str,
    model: IntentModel | None,
    *,
    timeout: float,  # noqa: ASYNC109 - the caller's setting, not its cancel scope
    floor: float = AMBIGUITY_FLOOR,
) -> IntentVerdict:
    """Return the model's verdict on an ambiguous turn, or the verdict unchanged.

    ``timeout`` is in seconds; a model that takes longer is cancelled and not waited for. No model is asked
    about a verdict that is not ambiguous, nor about a turn that is empty or longer than
    :data:`slots.text.MAX_LENGTH` characters. A failing model is logged, without the turn's words, and passed
    over; a model's verdict below ``floor`` is ambiguous like any other.
    """
    if model is None or verdict.label is not IntentLabel.AMBIGUOUS or not _is_readable(query):
        return verdict
    answer = await _ask(model, query, verdict, timeout)
    if answer is None:
        return verdict
    if not isinstance(answer, IntentVerdict) or not _is_usable(answer):
        logger.warning("intent model passed over: no verdict with a known label and a confidence from 0 to 1")
        return verdict
    label = IntentLabel(answer.label) if answer.confidence >= floor else IntentLabel.AMBIGUOUS
    return replace(answer, label=label)


async def _ask(model: IntentModel, query: str, verdict: IntentVerdict, seconds: float) -> object:
    """Return what the model says; None when it is slow or fails, which is logged."""

    async def call() -> object:
        return await model.classify(query, verdict)

    task = asyncio.ensure_future(call())
    try:
        await asyncio.wait({task}, timeout=seconds)
    finally:
        if not task.done():
            task.cancel()
            task.add_done_callback(_forget)
    if not task.done():
        logger.warning("intent model passed over: no answer within %s s", seconds)
        return None
    if task.cancelled() or (error := task.exception()) is not None:
        kind = "cancelled" if task.cancelled() else type(error).__name__
        logger.warning("intent model passed over: %s", kind)
        return None
    return task.result()


def _forget(task: asyncio.Future[object]) -> None:
    """Take the late failure of a model that was given up, which nobody else will ask for."""
    if not task.cancelled():
        task.exception()


def _is_usable(answer: IntentVerdict) -> bool:
    """Whether a verdict made elsewhere holds what its fields promise."""
    is_number = isinstance(answer.confidence, int | float) and 0.0 <= answer.confidence <= 1.0
    return is_number and answer.label in tuple(IntentLabel)


def _is_readable(query: object) -> bool:
    return isinstance(query, str) and 0 < len(query.strip()) <= MAX_LENGTH
