"""A small classifier on vectors: multinomial logistic regression with numpy alone.

Trained on the products of the vectors with each other, as there are fewer
examples than dimensions, with Böhning's bound of the curvature (Annals of the
Institute of Statistical Mathematics 44, 1992) as the metric of accelerated descent
with restarts. The number of steps is fixed, so the same examples give the same
weights.
"""

from __future__ import annotations

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
    plus ``inverse_penalty`` times the weighted log loss.
    """
    import numpy as np

    rates = (inverse_penalty * weights)[:, None].astype(np.float32)
    products = inputs @ inputs.T
    metric = np.linalg.inv(np.eye(len(inputs), dtype=np.float32) + 0.5 * rates * products)
    current = np.zeros(targets.shape, dtype=np.float32)
    ahead, speed = current, 0
    for _ in range(steps):
        gradient = rates * (softmax(products @ ahead) - targets) + ahead
        following = ahead - metric @ gradient
        move = following - current
        speed = 0 if float((gradient * (products @ move)).sum()) > 0 else speed + 1
        ahead = following + np.float32(speed / (speed + 3)) * move
        current = following
    found: numpy.ndarray[Any, Any] = inputs.T @ current
    return found


def softmax(logits: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, Any]:
    """Return each row's shares, which make 1."""
    import numpy as np

    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: numpy.ndarray[Any, Any] = powers / powers.sum(axis=1, keepdims=True)
    return shares
