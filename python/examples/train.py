# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: python3 python/examples/train.py LOG [--generations N] [--seed S]

Trains a scheduling policy with numpy alone, and prints it as a formula for swf-simulate.

The policy is linear: of the jobs that wait, the one with the least

    a * log10(wait + 1) + b * log10(estimate + 1) + c * log10(size)

comes first, and EASY backfills around it. Evolution strategies find a, b and c. In each generation
32 policies, two by two on opposite sides of the present one, play the same episodes: windows of 256
jobs from workloads that are resampled from the users of the log, so that no two generations have
the same jobs. The policy then moves towards those with the shorter bounded slowdowns. Source:
Salimans, Ho, Chen, Sidor and Sutskever, Evolution strategies as a scalable alternative to
reinforcement learning (2017), section 2.
"""

import argparse
import sys

import numpy as np

import swfkit
import swfkit.gym

PAIRS = 16
POLICIES = 2 * PAIRS
WINDOWS = 8
JOBS = 256


class Windows:
    """The episodes of an environment: in each generation a few windows, each for all policies."""

    def __init__(self, log, seed):
        self._random = np.random.default_rng(seed)
        self._workloads = swfkit.resample(log, seed=seed, weeks=13)
        self.renew()

    def renew(self):
        workload = next(self._workloads)
        firsts = self._random.integers(max(1, len(workload) - JOBS), size=WINDOWS)
        self._windows = [workload[first : first + JOBS] for first in firsts]
        self._given = 0

    def __next__(self):
        self._given += 1
        return self._windows[(self._given - 1) // POLICIES % WINDOWS]

    def __iter__(self):
        return self


def slowdowns(env, weights, procs):
    """The mean bounded slowdown of each policy over the windows: shape (policies,).

    weights: shape (policies, 3).
    """
    own = np.tile(weights, (WINDOWS, 1))
    sums, first = np.zeros(env.num_envs), np.ones(env.num_envs, bool)
    observation, info = env.reset()
    while first.any():
        wait, estimate, size = observation[:, :, 0], observation[:, :, 1], observation[:, :, 2]
        score = own[:, :1] * np.log10(wait + 1) + own[:, 1:2] * np.log10(estimate + 1)
        score += own[:, 2:] * np.log10(size * procs, out=np.zeros_like(size), where=size > 0)
        score[~info["action_mask"]] = np.inf
        observation, rewards, ended, _, info = env.step(score.argmin(1))
        sums -= rewards * first  # of an episode that follows the first nothing counts
        first &= ~ended
    return sums.reshape(WINDOWS, POLICIES).mean(0)


def train(log, generations, seed):
    """The weights that evolution strategies find, the mean of the second half of the generations:
    shape (3,), of length 1."""
    random = np.random.default_rng(seed)
    windows = Windows(log, seed)
    env = swfkit.gym.VectorEnv(
        windows,
        POLICIES * WINDOWS,
        jobs=JOBS,
        backfill=True,
        copy=False,
        procs=log.procs,
        oversize="skip",
    )
    weights = np.array([-1.0, 0.0, 0.0])  # the longest wait first: EASY
    mean = np.zeros(3)
    for generation in range(generations):
        step = 0.5 * 0.98**generation
        sides = random.standard_normal((PAIRS, 3))
        tried = weights + step * np.concatenate([sides, -sides])
        got = slowdowns(env, tried, log.procs)
        # Ranks, since slowdowns have no upper limit.
        ranks = got.argsort().argsort() / (POLICIES - 1) - 0.5
        weights = weights - step * (ranks[:PAIRS] - ranks[PAIRS:]) @ sides / PAIRS * 2
        weights /= np.linalg.norm(weights)
        mean += weights * (generation >= generations // 2)
        windows.renew()
        if generation % 10 == 0:
            print(f"{generation:4d}  {got.mean():8.2f}  {weights.round(3)}", file=sys.stderr)
    return mean / np.linalg.norm(mean)


def formula(weights):
    """The policy as swf-simulate reads it."""
    a, b, c = (f"{weight:.3f}" for weight in weights)
    return f"{a} * log10(wait + 1) + {b} * log10(estimate + 1) + {c} * log10(size)"


def main():
    parser = argparse.ArgumentParser(usage=__doc__.partition("\n")[0].removeprefix("usage: "))
    parser.add_argument("log")
    parser.add_argument("--generations", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    log = swfkit.read(arguments.log)
    print(formula(train(log, arguments.generations, arguments.seed)))


if __name__ == "__main__":
    main()
