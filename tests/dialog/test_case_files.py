"""Case files: every key that a case may have is one that playing compares."""

from dialog.case_files import EXPECTATIONS
from dialog.cases import CHECKS


def test_every_expectation_is_compared():
    assert frozenset(CHECKS) == EXPECTATIONS
