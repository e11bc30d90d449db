"""REINFORCE with a small network (Williams 1992): learns by self-play to which position a player should move.

The learner is given the legal moves, and the position after each. The network has one hidden layer. Its inputs are the
numbers of men on each place. Its outputs are the preference for moving to the position, and the value of being on roll
in it, which is the baseline. After each round of games, the network is evaluated for all positions. The graded policy
plays the move with the largest preference.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import tourne

GAMES = 512  # games of a round, played to their ends
HIDDEN = 64  # units of the hidden layer
RATE, MEAN, SQUARE = 0.02, 0.9, 0.99  # of Adam: learning rate, and decay rates of the averages of slope and slope²


class Learner:
    """A network, with its outputs for all positions."""

    def __init__(self, game: tourne.Solution, seed: int) -> None:
        self.game, self.begun, self.rounds = game, 0, 0
        self.games, self.random = tourne.batch(GAMES, game, seed=seed, restart=False), np.random.default_rng(seed)
        self.whole = 1.0 if game.unit == "win probability" else 0.0  # sum of both players' values
        # A finished game is represented by a position whose second player has all men home.
        places = np.vstack([game.men, np.repeat([[0, 0, 0, 12, 12, 12]], len(game.ends), axis=0)]) + 1
        self.inputs = np.ones((len(places), 29), np.float32)  # 14 places of each side; the last input is always 1
        self.inputs[:, :28] = (places.reshape(-1, 2, 3, 1) == np.arange(14)).sum(axis=2).reshape(-1, 28)
        first = self.random.normal(0, 1 / np.sqrt(6), (29, HIDDEN))
        self.layers = [first.astype(np.float32), np.zeros((HIDDEN, 2), np.float32)]
        self.averages = [np.zeros((2, *layer.shape), np.float32) for layer in self.layers]
        self.evaluate()

    def evaluate(self) -> None:
        """Computes the outputs of the network for all positions."""
        self.hidden = np.maximum(self.inputs @ self.layers[0], 0)
        self.wish, self.value = (self.hidden @ self.layers[1]).astype(np.float64).T

    def play(self) -> None:
        """Plays a round of games to their ends, and learns from these games."""
        games, results, seen = self.games, np.zeros((GAMES, 2)), []
        games.restart(np.ones(GAMES, bool))
        while (on := np.flatnonzero(games.count)).size:
            here, player = games.position[on], games.player[on]
            after = self.game.next[here, games.die[on] - 1]
            wish = np.where(after >= 0, self.wish[after], -np.inf)
            # The move with the largest sum of wish and Gumbel noise is a random draw from the softmax of the wishes.
            men = np.zeros(GAMES, np.int64)
            men[on] = (wish + self.random.gumbel(size=wish.shape)).argmax(axis=1)
            chances = np.exp(wish - wish.max(axis=1, keepdims=True))
            chances /= chances.sum(axis=1, keepdims=True)
            seen.append((on, player, here, after, np.eye(3)[men[on]] - chances))
            points = games.step(men=men)
            won = np.flatnonzero(points)
            loser = self.game.ends[points[won] - 1]
            results[won, games.player[won]], results[won, 1 - games.player[won]] = self.whole - loser, loser
        self.begun += GAMES
        on, player, here, after, up = (np.concatenate(part) for part in zip(*seen))
        surprise = results[on, player] - self.whole / 2 - self.value[here]
        count = len(self.inputs)
        wish_slope = np.bincount(after.ravel() % count, (surprise[:, None] * up).ravel(), count)
        slope = np.stack([wish_slope, np.bincount(here, surprise, count)], axis=1) / len(on)
        self.learn(slope.astype(np.float32))

    def learn(self, slope: NDArray[np.floating]) -> None:
        """Makes a step of the Adam optimizer. ``slope`` is the derivative by each output of each position."""
        self.rounds += 1
        first = self.inputs.T @ (slope @ self.layers[1].T * (self.hidden > 0))
        for layer, averages, found in zip(self.layers, self.averages, [first, self.hidden.T @ slope]):
            averages[0] += (1 - MEAN) * (found - averages[0])
            averages[1] += (1 - SQUARE) * (found**2 - averages[1])
            mean, square = averages[0] / (1 - MEAN**self.rounds), averages[1] / (1 - SQUARE**self.rounds)
            layer += RATE * mean / (np.sqrt(square) + 1e-8)
        self.evaluate()

    def policy(self) -> NDArray[np.intp]:
        """Returns the learned policy: the index of the man to move, by position and die."""
        men: NDArray[np.intp] = np.where(self.game.is_legal, self.wish[self.game.next], -np.inf).argmax(axis=2)
        return men
