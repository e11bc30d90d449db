"""A value network in PyTorch, trained by self-play on `tourne.batch`, and the exact curve of what it is worth.

    python value_network.py [--rounds N] [--games N]
"""

import argparse

import numpy as np
import torch
from numpy.typing import NDArray

import tourne

GAME = tourne.solution()
POSITIONS = torch.tensor(GAME.observations()[:, 0, :84]).float()  # one-hot, without the die
TURNS, EXPLORE, DECAY = 16, 0.1, 0.7  # turns of a round, probability of a random move, λ


def main(rounds: int, games: int) -> None:
    torch.manual_seed(1)
    random, played, throws = np.random.default_rng(1), 0, 0
    batch = tourne.batch(games, seed=1)
    network = torch.nn.Sequential(torch.nn.Linear(84, 128), torch.nn.ReLU(), torch.nn.Linear(128, 1), torch.nn.Sigmoid())
    adam = torch.optim.Adam(network.parameters(), lr=0.004)
    slower = torch.optim.lr_scheduler.ExponentialLR(adam, 0.1 ** (1 / max(rounds, 64)))

    def values_and_men() -> tuple[NDArray[np.float32], NDArray[np.intp]]:
        with torch.no_grad():
            values = np.append(network(POSITIONS)[:, 0].numpy(), np.float32(0))  # the end: the opponent has lost
        return values, np.where(GAME.is_legal, -values[GAME.next], -2.0).argmax(axis=2)

    for number in range(1, rounds + 1):
        values, men = values_and_men()
        seen, after = [], []
        for _ in range(TURNS):
            seen.append(batch.position)
            greedy = men[batch.position, batch.die - 1]
            won = batch.step(men=np.where(random.random(games) < EXPLORE, batch.men(batch.draw()), greedy)) > 0
            after.append(np.where(won, len(GAME), batch.position))
            played, throws = played + int(won.sum()), throws + games
        targets = [1 - values[after[-1]]]
        for then in after[-2::-1]:  # λ-returns, the last turn first
            targets.append(1 - np.where(then == len(GAME), 0, (1 - DECAY) * values[then] + DECAY * targets[-1]))
        inputs, goals = POSITIONS[np.concatenate(seen)], torch.tensor(np.concatenate(targets[::-1])).float()
        for part in torch.randperm(len(goals)).split(512):
            adam.zero_grad()
            torch.nn.functional.mse_loss(network(inputs[part])[:, 0], goals[part]).backward()
            adam.step()
        slower.step()
        if number in (4, 16, 64, rounds):
            exact = GAME.grade(values_and_men()[1], mistakes=0).exploitability
            print(f"{played:9,} games {throws:12,} throws   exploitable by {100 * (exact or 0):8.4f} %", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=64)
    parser.add_argument("--games", type=int, default=256, help="games side by side")
    main(**vars(parser.parse_args()))
