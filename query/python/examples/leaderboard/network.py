"""A network with one hidden layer, and the Adam optimizer (Kingma and Ba 2015)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MEAN, SQUARE = 0.9, 0.999  # of Adam: decay rates of the averages of the slope and of its square
FRESH = 8  # the graded weights are averages of about the last 1 / FRESH of the steps
Array = NDArray[np.float32]


def one_hot(men: NDArray[np.int8]) -> Array:
    """Returns the inputs for positions: the number of men on each place, of each side."""
    places = men.reshape(len(men), 2, -1) + np.int8(1)  # from 0, a man that must enter, to the point after the last, home
    many = int(places.max()) + 1
    counts = (places[:, :, :, None] == np.arange(many, dtype=np.int8)).sum(axis=2, dtype=np.float32)
    return np.asarray(counts.reshape(len(men), -1), np.float32)


class Network:
    """Network with rectified linear units in its hidden layer. Its outputs are sums of these."""

    def __init__(self, inputs: int, hidden: int, outputs: int, random: np.random.Generator) -> None:
        first = random.normal(0, np.sqrt(2 / 7), (inputs, hidden))  # with about 7 men and dice in the inputs
        layers = [first, np.zeros(hidden), np.zeros((hidden, outputs)), np.zeros(outputs)]
        self.layers: list[Array] = [layer.astype(np.float32) for layer in layers]
        self.graded = [layer.copy() for layer in self.layers]  # averages of the weights after the latest steps
        self.averages = [(np.zeros_like(layer), np.zeros_like(layer)) for layer in self.layers]
        self.steps = 0

    def __call__(self, inputs: Array, is_graded: bool = False) -> Array:
        """Returns the outputs, shape (samples, outputs), by the newest weights, or by the averages that are graded."""
        layers = self.graded if is_graded else self.layers
        return self.outputs(self.hidden(inputs, layers), layers)

    def hidden(self, inputs: Array, layers: list[Array] | None = None) -> Array:
        """Returns the outputs of the hidden layer."""
        first, bias, _, _ = layers or self.layers
        sums = inputs @ first
        sums += bias
        return np.asarray(np.maximum(sums, 0, out=sums))

    def outputs(self, hidden: Array, layers: list[Array] | None = None) -> Array:
        """Returns the outputs for those of the hidden layer."""
        _, _, last, bias = layers or self.layers
        return np.asarray(hidden @ last + bias)

    def learn(self, inputs: Array, hidden: Array, slope: Array, rate: float) -> None:
        """Makes a step that lowers the loss, whose derivative by the outputs of each sample is ``slope``."""
        back = slope @ self.layers[2].T
        back *= hidden > 0
        found = [inputs.T @ back, back.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)]
        self.steps += 1
        rate *= np.sqrt(1 - SQUARE**self.steps) / (1 - MEAN**self.steps)
        for layer, (mean, square), change in zip(self.layers, self.averages, found):
            mean += np.float32(1 - MEAN) * (change - mean)
            square += np.float32(1 - SQUARE) * (change * change - square)
            layer -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-8))
        for graded, layer in zip(self.graded, self.layers):
            graded += np.float32(FRESH / (FRESH + self.steps)) * (layer - graded)
