# SPDX-License-Identifier: GPL-3.0-or-later
"""The metrics of a schedule, and new workloads from the users of a log."""

from __future__ import annotations

import json
import typing

from ._library import fail, ffi, free, lib, new_error, text_of
from ._log import Dropped, Log, as_log, c_jobs, take_jobs, without
from ._simulate import SIZES, amounts_of, choice

GROUPS = (
    "user",
    "group",
    "queue",
    "partition",
    "gpu_type",
    "nodes",
    "class",
    "size",
    "week",
    "gpus",
)
WINDOWS = ("submit", "completion")
WEEK = 604800.0

Quantity = typing.Union[int, float, str]


def _quantity(name: str, value: Quantity) -> typing.Any:
    quantity, error = ffi.new("struct swf_quantity *"), new_error()
    if lib.swf_quantity_read(str(value).encode(), quantity, error) != 0:
        raise ValueError(f"{name}: {text_of(error.text)}")
    return quantity[0]


def _limits(name: str, values: typing.Sequence[float]) -> dict:
    if len(values) > 15 or any(a >= b for a, b in zip(values, values[1:])):
        raise ValueError(f"{name}: at most 15 limits, which ascend")
    return {"limits": list(values), "count": len(values)}


def metrics(
    log: typing.Any,
    *,
    procs: int | None = None,
    by: str | typing.Sequence[str] = (),
    tau: float = 10,
    warmup: Quantity = 0,
    cooldown: Quantity = 0,
    until: float = 0,
    window: str = "submit",
    size: str = "requested",
    class_limits: typing.Sequence[float] = (),
    size_limits: typing.Sequence[int] = (),
    batches: int = 0,
    resources: typing.Sequence[str] | None = None,
    gpus: int | None = None,
    memory: int | None = None,
) -> typing.Any:
    """The metrics of a schedule, with the names, units and values of swf-metrics(1).

    Options are those of swf-metrics: by is one of, or a list of, user, group, queue, partition,
    gpu_type, nodes, class, size, week and gpus; tau and until are in s; warmup and cooldown are
    numbers of jobs or texts such as "2d" and "5%". procs is that of the log's header unless it is
    given; without it there is no utilization. resources, gpus and memory (kB) say what is measured
    beside processors, as in ``simulate``.

    Returns a dict; with `by` a list of them, one for each group. Values that cannot be had are
    None. Numbers have 10 significant digits.
    """
    log = as_log(log)
    groups = [by] if isinstance(by, str) else list(by)
    places = [choice("by", group, GROUPS) for group in groups]
    if not tau > 0:
        raise ValueError(f"tau: not more than 0: {tau}")
    amounts = amounts_of(log, resources, gpus, memory)
    options = ffi.new(
        "struct swf_metrics_options *",
        {
            "procs": (log.procs or 0) if procs is None else procs,
            "size": choice("size", size, SIZES),
            "tau": tau,
            "warmup": _quantity("warmup", warmup),
            "cooldown": _quantity("cooldown", cooldown),
            "until": until,
            "window": choice("window", window, WINDOWS),
            "by": [group in places for group in range(len(GROUPS))],
            "class_limits": _limits("class_limits", class_limits),
            "size_limits": _limits("size_limits", size_limits),
            "batches": batches,
            "resources": [True, *(amount > 0 for amount in amounts)],
        },
    )
    error = new_error()
    text = lib.swf_jobs_metrics(options, amounts, c_jobs(log), len(log), error)
    if text == ffi.NULL:
        fail(error)
    try:
        rows = json.loads(text_of(text))
    finally:
        free(text)
    return rows if groups else rows[0]


def resample(
    log: typing.Any,
    seed: int = 1,
    *,
    replication: int = 1,
    weeks: float | None = None,
    load_factor: float = 1,
    threshold: float = 12 * WEEK,
    edge: float = 4 * WEEK,
) -> typing.Iterator[Log]:
    """New workloads from the users of a log, without end.

    The k-th is what ``swf-resample --seed SEED --replication K`` writes, from `replication` on.
    weeks is their length (default: that of the log), load_factor the factor of the number of users;
    threshold and edge, in s, tell long-term users from others. The log must be in submit order.

    Yields Logs of shape (jobs,), each of another number of jobs.
    """
    log = as_log(log)
    if not 0 <= seed < 2**64 or not 0 <= replication < 2**64:
        raise ValueError("seed and replication are whole numbers of up to 64 bits")
    if weeks is not None and not 0 < weeks < float("inf"):
        raise ValueError(f"weeks: not more than 0, or without end: {weeks}")
    if not 0 < load_factor <= 1000:
        raise ValueError(f"load_factor: not more than 0 and at most 1000: {load_factor}")
    options = {
        "rule": {"long_term": threshold, "edge": edge},
        "load": load_factor,
        "length": (weeks or 0) * WEEK,
    }
    error = new_error()
    resampling = lib.swf_resampling_new(
        ffi.new("struct swf_resampling_options *", options), c_jobs(log), len(log), error
    )
    if resampling == ffi.NULL:
        fail(error)
    pools = ffi.gc(resampling, lib.swf_resampling_free, log.nbytes)
    return _draw(pools, without(log.header, Dropped), seed, replication)


def _draw(
    pools: typing.Any, header: list[str], seed: int, replication: int
) -> typing.Iterator[Log]:
    while True:
        jobs, error = ffi.new("struct swf_jobs *"), new_error()
        try:
            if lib.swf_resampling_draw(pools, seed, replication, jobs, error) != 0:
                fail(error)
            workload = Log(take_jobs(jobs), header)
        finally:
            lib.swf_jobs_clear(jobs)
        yield workload
        replication += 1
