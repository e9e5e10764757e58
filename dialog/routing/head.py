"""A small classifier on vectors: multinomial logistic regression with numpy alone.

Trained on the products of the vectors with each other (the dual form), as there are fewer
examples than dimensions; by accelerated gradient descent with a fixed number
of steps, so that the same examples give the same weights.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy


def fit(
    inputs: numpy.ndarray[Any, Any],
    targets: numpy.ndarray[Any, Any],
    *,
    weights: numpy.ndarray[Any, Any],
    inverse_penalty: float,
    steps: int,
) -> numpy.ndarray[Any, Any]:
    """Return the weights, a row a dimension and a column a class.

    ``inputs`` has a row an example, ``targets`` a 1 in the column of its class,
    ``weights`` how much the example counts. The loss is half the squared weights
    plus ``inverse_penalty`` times the weighted log loss: strongly convex with
    modulus 1, and the step is one over its largest curvature.
    """
    import numpy as np

    rates = (inverse_penalty * weights)[:, None].astype(np.float32)
    products = inputs @ inputs.T
    curvature = 1 + 0.5 * _largest_eigenvalue(products * np.sqrt(rates) * np.sqrt(rates).T)
    momentum = (math.sqrt(curvature) - 1) / (math.sqrt(curvature) + 1)
    current = np.zeros(targets.shape, dtype=np.float32)
    ahead = current
    for _ in range(steps):
        following = ahead - (rates * (softmax(products @ ahead) - targets) + ahead) / np.float32(curvature)
        ahead = following + np.float32(momentum) * (following - current)
        current = following
    found: numpy.ndarray[Any, Any] = inputs.T @ current
    return found


def softmax(logits: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, Any]:
    """Return each row's shares, which make 1."""
    import numpy as np

    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: numpy.ndarray[Any, Any] = powers / powers.sum(axis=1, keepdims=True)
    return shares


def _largest_eigenvalue(matrix: numpy.ndarray[Any, Any]) -> float:
    """Return it a little too large (5 %), as a step must not be too long."""
    import numpy as np

    direction = np.ones(len(matrix), dtype=np.float32)
    for _ in range(50):
        direction = matrix @ (direction / np.linalg.norm(direction))
    return 1.05 * float(np.linalg.norm(direction))
