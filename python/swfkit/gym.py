# SPDX-License-Identifier: GPL-3.0-or-later
"""Environments for reinforcement learning: which of the jobs that wait comes next?

Where gymnasium is installed, they are environments of it; without it they have the same methods:
reset, step, render, close, and the attributes observation_space and action_space.

An episode is a window of a log. A decision is due when jobs wait and processors are free, and the
first ``visible`` jobs that wait, in the order of arrival, can be chosen. The one that is chosen
starts as soon as it fits. Until then no other job starts, or with backfill=True those that do not
delay it (EASY). So an episode has as many steps as jobs, but for those that backfill.

An observation has shape (visible, 4) and type float32; where no job waits, it is 0:

    0  wait so far, s
    1  estimate, s
    2  size, a share of the machine
    3  free processors, a share of the machine, the same of all jobs

``info["action_mask"]``, of shape (visible,) and type bool, says where a job waits; an action that
names another place stands for the first job. The reward is 0, and with the last step of an episode
minus its mean bounded slowdown (bound 10 s), minus its mean wait in s, or what a function makes of
its schedule.
"""

from __future__ import annotations

import typing

import numpy as np

from ._library import fail, ffi, lib, new_error
from ._log import JOB, Log, as_log, c_jobs
from ._simulate import Options

try:
    import gymnasium.vector
    from gymnasium import spaces as _spaces

    _Env: typing.Any = gymnasium.Env
    _VectorEnv: typing.Any = gymnasium.vector.VectorEnv
    # of version 1.1 and later
    _modes = getattr(gymnasium.vector, "AutoresetMode", None)
except ImportError:
    _spaces = _modes = None
    _Env = _VectorEnv = object

FEATURES = ("wait", "estimate", "size", "free")

Reward = typing.Union[str, typing.Callable[[Log], float]]


class Box:
    """The space of observations where gymnasium is not installed."""

    def __init__(self, low: float, high: float, shape: tuple[int, ...], dtype: typing.Any) -> None:
        self.low, self.high, self.shape, self.dtype = low, high, shape, np.dtype(dtype)

    def contains(self, x: typing.Any) -> bool:
        return (
            isinstance(x, np.ndarray)
            and x.shape == self.shape
            and x.dtype == self.dtype
            and bool(((x >= self.low) & (x <= self.high)).all())
        )


class Discrete:
    """The space of actions where gymnasium is not installed: 0 to n - 1, in an array of a shape."""

    def __init__(self, n: int, shape: tuple[int, ...] = ()) -> None:
        self.n, self.shape = n, shape
        self._random = np.random.default_rng()

    def seed(self, seed: int | None = None) -> None:
        self._random = np.random.default_rng(seed)

    def sample(self) -> typing.Any:
        return self._random.integers(self.n, size=self.shape or None)

    def contains(self, x: typing.Any) -> bool:
        values = np.asarray(x)
        return values.shape == self.shape and bool(((values >= 0) & (values < self.n)).all())


def _observation_space(shape: tuple[int, ...]) -> typing.Any:
    return (_spaces.Box if _spaces else Box)(0, np.inf, shape, np.float32)


def _action_space(visible: int, count: int | None) -> typing.Any:
    if not _spaces:
        return Discrete(visible, () if count is None else (count,))
    if count is None:
        return _spaces.Discrete(visible)
    return _spaces.MultiDiscrete([visible] * count)


class _Episodes:
    """Windows of a log, or of each of the workloads that an iterator gives."""

    def __init__(self, workloads: typing.Any, jobs: int | None) -> None:
        self._iterator = iter(workloads) if hasattr(workloads, "__next__") else None
        self.first = self._log = self._checked(
            next(self._iterator) if self._iterator else workloads
        )
        self._jobs = jobs
        self._fresh = True

    @staticmethod
    def _checked(log: typing.Any) -> Log:
        log, error = as_log(log), new_error()
        if lib.swf_jobs_check(c_jobs(log), len(log), error) != 0:
            fail(error)
        return log

    def draw(self, random: np.random.Generator) -> tuple[Log, int, int]:
        """The log of the next episode, its first job and how many it has."""
        if self._iterator and not self._fresh:
            self._log = self._checked(next(self._iterator))
        self._fresh = False
        count = len(self._log)
        if self._jobs is None or self._jobs >= count:
            return self._log, 0, count
        return self._log, int(random.integers(count - self._jobs + 1)), self._jobs


class _Vector:
    """Simulations that are stepped by one call of the library, and what they show."""

    def __init__(
        self,
        workloads: typing.Any,
        count: int,
        jobs: int | None,
        visible: int,
        backfill: bool,
        reward: Reward,
        options: dict[str, typing.Any],
    ) -> None:
        if count < 1 or visible < 1 or (jobs is not None and jobs < 1):
            raise ValueError("an environment has at least one simulation, job and visible job")
        if isinstance(reward, str) and reward not in ("slowdown", "wait"):
            raise ValueError(f"reward: {reward!r} is none of slowdown, wait and a function")
        self.reward = reward
        self.episodes = _Episodes(workloads, jobs)
        self.options = Options(self.episodes.first, scheduler=None, **options)
        if self.options.needs_calendar():
            raise ValueError("environments go by predictions that need no calendar")
        self.error = new_error()
        pointer = lib.swf_vector_new(self.options.struct, count, visible, backfill, self.error)
        if pointer == ffi.NULL:
            fail(self.error)
        self.pointer = ffi.gc(pointer, lib.swf_vector_free)
        self.logs: list[Log | None] = [None] * count
        view = lib.swf_vector_view(pointer)

        def shown(array: typing.Any, dtype: typing.Any, *shape: int) -> np.ndarray:
            size = int(np.prod(shape)) * np.dtype(dtype).itemsize
            return np.frombuffer(ffi.buffer(array, size), dtype).reshape(shape)

        self.features = shown(view.features, np.float32, count, visible, len(FEATURES))
        self.mask = shown(view.waits, np.bool_, count, visible)
        self.ended = shown(view.ended, np.bool_, count)
        self.wait = shown(view.wait, np.float64, count)
        self.slowdown = shown(view.slowdown, np.float64, count)

    def begin(self, i: int, random: np.random.Generator) -> None:
        """Begins an episode of simulation i: one in which there is something to decide."""
        for _ in range(1000):
            log, first, count = self.episodes.draw(random)
            self.logs[i] = log  # the library goes on reading it
            got = lib.swf_vector_reset(self.pointer, i, c_jobs(log) + first, count, self.error)
            if got < 0:
                fail(self.error)
            if got == 1:
                return
        raise ValueError("no job of 1000 episodes can be scheduled")

    def step(self, actions: np.ndarray) -> None:
        places = ffi.cast("const int64_t *", actions.ctypes.data)
        if lib.swf_vector_step(self.pointer, places, self.error) != 0:
            fail(self.error)

    def schedule(self, i: int) -> Log:
        """The schedule of an episode that has ended."""
        count = ffi.new("size_t *")
        first = lib.swf_stepping_schedule(lib.swf_vector_at(self.pointer, i), count)
        jobs = np.empty(count[0], JOB)
        if count[0]:
            ffi.memmove(ffi.from_buffer(jobs), first, jobs.nbytes)
        return Log(jobs, [f"; MaxProcs: {self.options.struct.procs}"])

    def reward_of(self, i: int) -> float:
        if callable(self.reward):
            return float(self.reward(self.schedule(i)))
        return -float(self.slowdown[i] if self.reward == "slowdown" else self.wait[i])


class SchedulingEnv(_Env):
    """One simulation at a time: an environment of gymnasium.

    workloads: a log, whose windows of `jobs` consecutive jobs are episodes, at a random place; or
    an iterator of logs, such as ``swfkit.resample(log, weeks=2)``, of which each gives one.
    jobs=None: all of the log. Further options are those of ``simulate``: procs, predict,
    event_order, size, overrun, oversize.

    The module's help has what observations, actions and rewards are.
    """

    metadata: dict[str, typing.Any] = {"render_modes": []}
    render_mode = None

    def __init__(
        self,
        workloads: typing.Any,
        *,
        jobs: int | None = 256,
        visible: int = 32,
        backfill: bool = False,
        reward: Reward = "slowdown",
        seed: int | None = None,
        **options: typing.Any,
    ) -> None:
        self._vector = _Vector(workloads, 1, jobs, visible, backfill, reward, options)
        self._random = np.random.default_rng(seed)
        self._action = np.zeros(1, np.int64)
        self.observation_space = _observation_space((visible, len(FEATURES)))
        self.action_space = _action_space(visible, None)

    def _info(self) -> dict[str, typing.Any]:
        return {"action_mask": self._vector.mask[0].copy()}

    def reset(
        self, *, seed: int | None = None, options: dict[str, typing.Any] | None = None
    ) -> tuple[np.ndarray, dict[str, typing.Any]]:
        """Begins an episode: the observation and the info."""
        if _Env is not object:
            super().reset(seed=seed)
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._vector.begin(0, self._random)
        return self._vector.features[0].copy(), self._info()

    def step(
        self, action: typing.Any
    ) -> tuple[np.ndarray, float, bool, bool, dict[str, typing.Any]]:
        """Decides: observation, reward, whether the episode has ended, False, info."""
        vector = self._vector
        if vector.ended[0]:
            raise RuntimeError("the episode has ended: call reset() first")
        self._action[0] = action
        vector.step(self._action)
        ended = bool(vector.ended[0])
        reward = vector.reward_of(0) if ended else 0.0
        return vector.features[0].copy(), reward, ended, False, self._info()

    @property
    def schedule(self) -> Log:
        """The schedule so far, as ``Simulation.schedule`` has it."""
        return self._vector.schedule(0)

    def render(self) -> None:
        """Nothing: there is no picture."""

    def close(self) -> None:
        """Nothing: memory is freed with the object."""


class VectorEnv(_VectorEnv):
    """`num_envs` simulations, each at its own moment, that one call steps.

    Arguments are those of SchedulingEnv. Observations have shape (num_envs, visible, 4) and type
    float32, ``infos["action_mask"]`` shape (num_envs, visible) and type bool, actions shape
    (num_envs,), rewards (num_envs,) and type float64. An episode that ends begins again in the same
    step: then terminations is True, and the observation the first of the next episode.

    copy=False: what is returned are views of arrays that the next step fills anew.
    """

    metadata: dict[str, typing.Any] = {
        "render_modes": [],
        "autoreset_mode": _modes.SAME_STEP if _modes else "SameStep",
    }
    render_mode = None

    def __init__(
        self,
        workloads: typing.Any,
        num_envs: int,
        *,
        jobs: int | None = 256,
        visible: int = 32,
        backfill: bool = False,
        reward: Reward = "slowdown",
        seed: int | None = None,
        copy: bool = True,
        **options: typing.Any,
    ) -> None:
        self._vector = _Vector(workloads, num_envs, jobs, visible, backfill, reward, options)
        self.num_envs = num_envs
        self._copy = copy
        self._set_seed(seed)
        self._false = np.zeros(num_envs, np.bool_)
        self.single_observation_space = _observation_space((visible, len(FEATURES)))
        self.single_action_space = _action_space(visible, None)
        self.observation_space = _observation_space((num_envs, visible, len(FEATURES)))
        self.action_space = _action_space(visible, num_envs)

    def _set_seed(self, seed: int | None) -> None:
        seeds = np.random.SeedSequence(seed).spawn(self.num_envs)
        self._randoms = [np.random.default_rng(one) for one in seeds]

    def _shown(self) -> tuple[np.ndarray, dict[str, typing.Any]]:
        features, mask = self._vector.features, self._vector.mask
        if self._copy:
            return features.copy(), {"action_mask": mask.copy()}
        return features, {"action_mask": mask}

    def reset(
        self, *, seed: int | None = None, options: dict[str, typing.Any] | None = None
    ) -> tuple[np.ndarray, dict[str, typing.Any]]:
        """Begins an episode in each simulation: observations and infos."""
        if seed is not None:
            self._set_seed(seed)
        for i, random in enumerate(self._randoms):
            self._vector.begin(i, random)
        return self._shown()

    def step(
        self, actions: typing.Any
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, typing.Any]]:
        """Decides in each simulation: observations, rewards, terminations, truncations, infos."""
        vector = self._vector
        places = np.ascontiguousarray(actions, np.int64)
        if places.shape != (self.num_envs,):
            raise ValueError(f"actions have shape {places.shape}, not ({self.num_envs},)")
        vector.step(places)
        ended = vector.ended.copy()
        rewards = np.zeros(self.num_envs)
        for i in np.flatnonzero(ended):
            rewards[i] = vector.reward_of(i)
            vector.begin(i, self._randoms[i])
        features, infos = self._shown()
        return features, rewards, ended, self._false.copy() if self._copy else self._false, infos

    def render(self) -> None:
        """Nothing: there is no picture."""

    def close(self, **kwargs: typing.Any) -> None:
        """Nothing: memory is freed with the object."""
