"""Values as people read them, and the bounds of what nobody has bounded."""

from decimal import Decimal

import pytest

from resolver.resolve import broken_bound
from resolver.values import round_length
from slots.tables import SlotKind, SlotSpec


@pytest.mark.parametrize(
    ("number", "said"),
    [
        # as typed
        ("2", "2"), ("2.5", "2.5"), ("0.125", "0.125"), ("40", "40"), ("1.25", "1.25"),
        # what a conversion left: ten and twenty minutes, and 18 and 4 seconds, in hours
        ("0.166667", "0.17"), ("0.333333", "0.33"), ("1.666667", "1.67"), ("0.005", "0.005"), ("0.001111", "0.001"),
    ],
)  # fmt: skip
def test_lengths(number, said):
    assert round_length(Decimal(number)) == said


@pytest.mark.parametrize(
    ("kind", "bounds", "value", "bound"),
    [
        # a length and an amount are not negative where the table does not say so
        (SlotKind.DURATION, {}, "-2", "at least 0"), (SlotKind.MONEY, {}, "-20", "at least 0"),
        (SlotKind.DURATION, {"maximum": 24}, "-2", "at least 0"), (SlotKind.MONEY, {}, "0", ""),
        (SlotKind.MONEY, {"above": 0}, "-20", "more than 0"),
        # it may, and a number may be
        (SlotKind.MONEY, {"minimum": -100}, "-20", ""), (SlotKind.NUMBER, {}, "-5", ""),
    ],
)  # fmt: skip
def test_bounds_of_negative_values(kind, bounds, value, bound):
    assert broken_bound(SlotSpec(name="x", kind=kind, **bounds), Decimal(value)) == bound
