# SPDX-License-Identifier: GPL-3.0-or-later
"""Environments: the episodes of one simulation, of many, and of plain Python are the same."""

import os
import subprocess
import sys
import textwrap

import naive
import numpy as np
import pytest
from conftest import ENVIRONMENT_OF_PYTHON, TOP, random_log
from test_stepping import plain

import swfkit
import swfkit.gym

try:
    import gymnasium
except ImportError:
    gymnasium = None


def ready(seed, jobs=400):
    """A log of which all jobs can be scheduled."""
    log = random_log(seed, jobs)
    return log[(log["run_time"] >= 0) & (log["requested"] <= log.procs)]


def shortest(observation, info):
    return np.where(info["action_mask"], observation[..., 1], np.inf).argmin(-1)


def slowdown(log, starts):
    """The mean bounded slowdown by its definition."""
    responses = np.array(starts) - log["submit"] + log["run_time"]
    return np.maximum(responses / np.maximum(log["run_time"], 10), 1).mean()


@pytest.mark.parametrize("backfill", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_an_episode_as_plain_python_has_it(seed, backfill):
    log = ready(seed)
    env = swfkit.gym.SchedulingEnv(log, jobs=None, visible=8, backfill=backfill)
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    ended, steps = False, 0
    while not ended:
        assert env.action_space.contains(int(shortest(observation, info)))
        observation, reward, ended, truncated, info = env.step(shortest(observation, info))
        assert env.observation_space.contains(observation) and not truncated
        assert ended or reward == 0
        steps += 1
    jobs = plain(log)
    starts = naive.episode(
        jobs,
        log.procs,
        8,
        lambda waiting, now, free: min(range(len(waiting)), key=lambda i: jobs[waiting[i]][3]),
        backfill,
    )
    assert (env.schedule["submit"] + env.schedule["wait"]).tolist() == starts
    assert reward == pytest.approx(-slowdown(log, starts), rel=1e-12)
    assert steps == len(log) or backfill and steps < len(log)
    assert not observation.any() and not info["action_mask"].any()
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)


def test_what_is_observed():
    kinds = [("number", "i8"), ("submit", "f8"), ("run_time", "f8"), ("requested", "i4")]
    rows = [(1, 0, 50, 6), (2, 5, 9, 4), (3, 7, 20, 1), (4, 7, 7, 2)]
    log = swfkit.Log(np.array(rows, kinds), ["; MaxProcs: 8"])
    log["estimate"] = [60, 10, 30, 7]
    env = swfkit.gym.SchedulingEnv(log, visible=3)
    observation, info = env.reset()
    assert observation.tolist() == [[0, 60, 0.75, 1], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert info["action_mask"].tolist() == [True, False, False]
    env.step(2)  # stands for the first
    # Job 2, which does not fit, is chosen at 5, and job 1 ends at 50.
    observation, *_ = env.step(0)
    assert observation.tolist() == [[43, 30, 0.125, 0.5], [43, 7, 0.25, 0.5], [0, 0, 0, 0]]
    env.step(1)
    _, reward, ended, _, _ = env.step(0)
    assert ended and env.schedule["wait"].tolist() == [0, 45, 43, 43]
    # 1, (45 + 9) / 10, (43 + 20) / 20, (43 + 7) / 10
    assert reward == pytest.approx(-(1 + 5.4 + 3.15 + 5) / 4)
    with pytest.raises(swfkit.Error, match="place 3 is none of 3"):
        env.reset()
        env.step(3)


def test_rewards():
    log = ready(1)
    for reward, expected in (
        ("wait", lambda schedule: -schedule["wait"].mean()),
        (lambda schedule: schedule["wait"].max(), lambda schedule: schedule["wait"].max()),
    ):
        env = swfkit.gym.SchedulingEnv(log, jobs=50, reward=reward)
        observation, info = env.reset(seed=2)
        ended = False
        while not ended:
            observation, got, ended, _, info = env.step(shortest(observation, info))
        assert got == pytest.approx(expected(env.schedule))
    with pytest.raises(ValueError, match="reward"):
        swfkit.gym.SchedulingEnv(log, reward="speed")


def episodes(vector, count):
    """The rewards of episodes of each simulation, in their order."""
    observation, info = vector.reset()
    rewards = [[] for _ in range(vector.num_envs)]
    while min(map(len, rewards)) < count:
        observation, got, ended, truncated, info = vector.step(shortest(observation, info))
        assert not truncated.any() and not got[~ended].any()
        for i in np.flatnonzero(ended):
            rewards[i].append(got[i])
    return [one[:count] for one in rewards]


@pytest.mark.parametrize("copy", [True, False])
def test_a_vector_is_as_many_environments(copy):
    log = ready(2, 600)
    vector = swfkit.gym.VectorEnv(log, 5, jobs=40, visible=6, seed=9, copy=copy)
    got = episodes(vector, 8)
    seeds = np.random.SeedSequence(9).spawn(5)
    for rewards, seed in zip(got, seeds):
        env = swfkit.gym.SchedulingEnv(log, jobs=40, visible=6, seed=seed)
        for reward in rewards:
            observation, info = env.reset()
            ended = False
            while not ended:
                observation, one, ended, _, info = env.step(shortest(observation, info))
            assert one == reward
    assert got == episodes(swfkit.gym.VectorEnv(log, 5, jobs=40, visible=6, seed=9), 8)
    assert got != episodes(swfkit.gym.VectorEnv(log, 5, jobs=40, visible=6, seed=8), 8)


def test_shapes_of_a_vector():
    vector = swfkit.gym.VectorEnv(ready(1), 3, jobs=20, visible=4)
    observation, info = vector.reset(seed=1)
    assert observation.shape == (3, 4, 4) and observation.dtype == np.float32
    assert info["action_mask"].shape == (3, 4) and info["action_mask"].dtype == bool
    assert vector.observation_space.contains(observation)
    _, rewards, ended, truncated, _ = vector.step([0, 0, 0])
    assert rewards.shape == ended.shape == truncated.shape == (3,)
    for actions in ([0, 0], [[0], [0], [0]]):
        with pytest.raises(ValueError, match="actions have shape"):
            vector.step(actions)
    with pytest.raises(swfkit.Error, match="simulation 2: place -1 is none of 4"):
        vector.step([0, 0, -1])


def test_workloads_of_an_iterator(sample):
    env = swfkit.gym.SchedulingEnv(swfkit.resample(sample, seed=3, weeks=1), jobs=None)
    drawn = swfkit.resample(sample, seed=3, weeks=1)
    for _ in range(3):
        observation, info = env.reset()
        ended = False
        while not ended:
            observation, _, ended, _, info = env.step(shortest(observation, info))
        assert np.array_equal(env.schedule["submit"], next(drawn)["submit"])


def test_nothing_to_decide():
    log = ready(1)[:20]
    log["run_time"] = -1
    with pytest.raises(ValueError, match="can be scheduled"):
        swfkit.gym.SchedulingEnv(log).reset()


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs /proc")
def test_memory_does_not_grow():
    count = int(os.environ.get("SWFKIT_EPISODES", "2000"))
    vector = swfkit.gym.VectorEnv(ready(3, 600), 50, jobs=30, visible=8, seed=1, copy=False)
    episodes(vector, 4)
    sim = swfkit.Simulation(ready(3, 30))

    def work():
        for _ in range(count // 10):
            sim.reset()
            while sim.next():
                sim.copy().close()
                sim.backfill(0)
            assert len(sim.schedule) > 0
        episodes(vector, count // 50)

    work()
    before = resident()
    work()
    assert resident() - before < 2e6


@pytest.mark.skipif(gymnasium is None, reason="gymnasium is not installed")
def test_gymnasium_finds_no_fault():
    from gymnasium.utils.env_checker import check_env

    check_env(swfkit.gym.SchedulingEnv(ready(1), jobs=30, visible=8), skip_render_check=True)
    assert isinstance(swfkit.gym.VectorEnv(ready(1), 2), gymnasium.vector.VectorEnv)


STAND_IN = {
    "__init__": """
        from . import spaces, vector
        class Env:
            def reset(self, *, seed=None, options=None):
                self.seeded = seed
    """,
    "spaces": """
        class Box:
            def __init__(self, low, high, shape, dtype):
                self.shape = shape
        class Discrete:
            def __init__(self, n):
                self.n = n
        class MultiDiscrete:
            def __init__(self, nvec):
                self.nvec = nvec
    """,
    "vector": """
        class VectorEnv:
            pass
        class AutoresetMode:
            SAME_STEP = "same"
    """,
}
USE = """
    import gymnasium, swfkit, swfkit.gym
    log = swfkit.read("data/sample.swf.gz")
    env = swfkit.gym.SchedulingEnv(log, visible=5)
    assert isinstance(env, gymnasium.Env) and env.action_space.n == 5
    env.reset(seed=3)
    assert env.seeded == 3 and len(env.step(0)) == 5
    vector = swfkit.gym.VectorEnv(log, 2, visible=5)
    assert isinstance(vector, gymnasium.vector.VectorEnv)
    assert vector.action_space.nvec == [5, 5] and vector.observation_space.shape == (2, 5, 4)
    assert vector.metadata["autoreset_mode"] == "same"
    vector.reset(seed=1)
"""


def test_a_stand_in_for_gymnasium(tmp_path):
    """What is of gymnasium where it is installed, with a stand-in that has no more than is used."""
    (tmp_path / "gymnasium").mkdir()
    for name, text in STAND_IN.items():
        (tmp_path / "gymnasium" / f"{name}.py").write_text(textwrap.dedent(text))
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    environment = {**ENVIRONMENT_OF_PYTHON, "PYTHONPATH": paths}
    run = [sys.executable, "-c", textwrap.dedent(USE)]
    done = subprocess.run(run, cwd=TOP, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(gymnasium is not None, reason="gymnasium is installed")
def test_without_gymnasium_there_are_its_methods():
    for env in (swfkit.gym.SchedulingEnv(ready(1)), swfkit.gym.VectorEnv(ready(1), 2)):
        assert env.action_space.contains(env.action_space.sample())
        env.reset(seed=1)
        assert len(env.step(env.action_space.sample())) == 5
        assert env.render() is None and env.close() is None
