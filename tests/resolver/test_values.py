"""Values as people read them."""

from decimal import Decimal

import pytest

from resolver.values import round_length


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
