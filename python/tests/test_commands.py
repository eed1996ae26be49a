# SPDX-License-Identifier: GPL-3.0-or-later
"""The same bytes and numbers as the commands."""

import json
import os

import numpy as np
import pytest
from conftest import LOGS, TOP, bytes_of, random_log, random_resource_log

import swfkit

ORDERS = ("completions-first", "arrivals-first")


@pytest.fixture(scope="module", params=[*LOGS, 1, 2], ids=str)
def log_and_path(request, tmp_path_factory):
    if isinstance(request.param, int):
        log = random_log(request.param)
        path = tmp_path_factory.mktemp("random") / "random.swf"
        swfkit.write(log, path)
        return log, path
    return swfkit.read(request.param), request.param


def simulated(command, path, *options):
    return command("swf-simulate", "--no-provenance", "--oversize", "skip", *options, path)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("scheduler", sorted(swfkit.schedulers()))
def test_each_scheduler(command, log_and_path, scheduler, order):
    log, path = log_and_path
    more, words = {}, []
    if scheduler == "creasy":
        more, words = {"alpha": 0.5}, ["--alpha", "0.5"]
    if scheduler == "order":
        more, words = {"order": "size - wait"}, ["--order", "size - wait"]
    schedule = swfkit.simulate(log, scheduler, event_order=order, oversize="skip", **more)
    expected = simulated(command, path, "--scheduler", scheduler, "--event-order", order, *words)
    assert bytes_of(schedule) == expected


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"resources": ["procs"]},
        {"gpus": 6, "oversize": "clamp", "scheduler": "easy-sjbf"},
        {"resources": ["procs", "gpus", "memory"], "scheduler": "conservative"},
        {"resources": ["procs", "memory"], "memory": 2000, "oversize": "clamp"},
        {"scheduler": "order", "order": "gpus + memory", "backfill": "conservative"},
    ],
    ids=lambda options: ",".join(options) or "default",
)
def test_resources(command, tmp_path, options, order):
    log, path = random_resource_log(3), tmp_path / "resources.swf"
    swfkit.write(log, path)
    words = []
    for name, value in {"oversize": "skip", **options, "event_order": order}.items():
        text = ",".join(value) if isinstance(value, list) else value
        words += [f"--{name.replace('_', '-')}", text]
    schedule = swfkit.simulate(log, **{"oversize": "skip", **options, "event_order": order})
    assert bytes_of(schedule) == command("swf-simulate", "--no-provenance", *words, path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"resources": ["gpus"]}, "not procs and perhaps gpus and memory"),
        ({"resources": ["procs"], "gpus": 3}, "gpus goes with resources that have it"),
        ({"resources": ["procs", "memory"], "memory": 0}, "memory: not more than 0"),
    ],
)
def test_wrong_resources(options, message):
    with pytest.raises(ValueError, match=message):
        swfkit.simulate(random_resource_log(3), **options)


@pytest.mark.filterwarnings("ignore:the log has no valid UnixStartTime")
@pytest.mark.parametrize(
    "options",
    [
        {"predict": "recent:2"},
        {"predict": "class:3"},
        {"predict": "actual", "scheduler": "easy-sjbf"},
        {"overrun": "kill", "size": "allocated"},
        {"simultaneous": "reverse", "procs": 300},
        {"oversize": "clamp", "procs": 20},
        {"scheduler": "largest", "backfill": "conservative"},
        {"scheduler": "by-queue", "queue_order": [2, 1]},
        {"scheduler": "order", "order": "user_usage * size", "half_life": 3600},
        {"scheduler": "order", "order": "estimate^2", "backfill": "none"},
        {"feedback": "adjusted"},
        {"feedback": "adjusted", "abandon": 0.2, "patience": 3600, "join": 900, "seed": 3},
        {"feedback": "fluid", "constants": {"exhausted": "repeat", "session-gap": 1800}},
        {"feedback": "distribution", "seed": 5, "constants": {"day-begin": "7:30"}},
        {"feedback": "distribution", "start_time": 985000000, "tz": "America/Sao_Paulo"},
    ],
    ids=lambda options: ",".join(options),
)
def test_options(command, log_and_path, options):
    log, path = log_and_path
    words = []
    for name, value in options.items():
        for one in value.items() if isinstance(value, dict) else [value]:
            option = {"constants": "constant"}.get(name, name.replace("_", "-"))
            text = ",".join(map(str, one)) if isinstance(one, list) else one
            words += [f"--{option}", f"{one[0]}={one[1]}" if isinstance(one, tuple) else text]
    schedule = swfkit.simulate(log, **{"oversize": "skip", **options})
    assert bytes_of(schedule) == simulated(command, path, *words)


def test_a_plug_in(command, log_and_path):
    plug_in = os.environ.get("SWFKIT_PLUG_IN")
    if not plug_in:
        pytest.skip("no plug-in: $SWFKIT_PLUG_IN names one")
    log, path = log_and_path
    schedule = swfkit.simulate(log, plug_in, oversize="skip")
    assert bytes_of(schedule) == simulated(command, path, "--scheduler", plug_in)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"tau": 60, "warmup": "5%", "cooldown": 100, "window": "completion"},
        {"by": "user"},
        {"by": ["queue", "class"], "class_limits": [100, 200]},
        {"procs": 1000, "until": 20000, "size": "allocated"},
        {"batches": 5},
    ],
    ids=lambda options: ",".join(options) or "default",
)
def test_metrics(command, log_and_path, options):
    log, _ = log_and_path
    schedule = swfkit.simulate(log, oversize="skip")
    words = ["--format", "json"]
    for name, value in options.items():
        text = ",".join(map(str, value)) if isinstance(value, list) else value
        words += [f"--{name.replace('_', '-')}", text]
    rows = json.loads(command("swf-metrics", *words, stdin=bytes_of(schedule)))
    assert swfkit.metrics(schedule, **options) == (rows if "by" in options else rows[0])


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"by": "gpus"},
        {"resources": ["procs"]},
        {"resources": ["procs", "gpus", "memory"], "gpus": 10},
    ],
    ids=lambda options: ",".join(options) or "default",
)
def test_metrics_of_resources(command, options):
    schedule = swfkit.simulate(random_resource_log(7), oversize="skip")
    words = ["--format", "json"]
    for name, value in options.items():
        words += [f"--{name}", ",".join(value) if isinstance(value, list) else value]
    rows = json.loads(command("swf-metrics", *words, stdin=bytes_of(schedule)))
    assert swfkit.metrics(schedule, **options) == (rows if "by" in options else rows[0])
    assert ("queue_gpus_mean" in rows[0]) == (options.get("resources") != ["procs"])


@pytest.mark.parametrize("path", LOGS, ids=str)
@pytest.mark.parametrize("weeks, load", [(None, 1), (3, 1), (5, 1.5)])
def test_resampled_workloads(command, path, weeks, load):
    words = ["--no-provenance", "--seed", 7, "--load-factor", load]
    words += ["--weeks", weeks] if weeks else []
    drawn = swfkit.resample(swfkit.read(path), seed=7, weeks=weeks, load_factor=load)
    for k in (1, 2, 3):
        assert bytes_of(next(drawn)) == command("swf-resample", *words, "--replication", k, path)


def test_resampling_goes_on_from_a_replication(sample):
    drawn = swfkit.resample(sample, seed=3, weeks=2)
    for _ in range(4):
        fifth = next(drawn)
        del fifth  # memory of workloads that are gone is used again
    fifth = next(drawn)
    again = next(swfkit.resample(sample, seed=3, weeks=2, replication=5))
    assert bytes_of(fifth) == bytes_of(again)


def test_parts_are_those_of_swf_select(command, sample):
    expected = command(
        "swf-select", "--no-provenance", "--user", "3", TOP / "data" / "sample.swf.gz"
    )
    assert bytes_of(sample[sample["user"] == 3]) == expected


def test_what_is_refused(sample):
    for wrong in (
        {"scheduler": "eazy"},
        {"scheduler": "creasy"},
        {"scheduler": "slurm"},
        {"scheduler": "fcfs", "alpha": 0.5},
        {"scheduler": "order"},
        {"scheduler": "fcfs", "order": "size"},
        {"scheduler": "order", "order": "size", "half_life": 0},
        {"predict": "recent"},
        {"predict": "actual:3"},
        {"procs": 0},
        {"event_order": "arrivals"},
        {"feedback": "none"},
        {"feedback": "fluid", "constants": {"speed": 1}},
        {"scheduler": str(TOP / "Makefile")},
    ):
        with pytest.raises(ValueError):
            swfkit.simulate(sample, **wrong)
    with pytest.raises(swfkit.Error, match="column 8: .speed. is no name"):
        swfkit.simulate(sample, "order", order="size + speed")
    with pytest.raises(swfkit.OversizeError, match="job 1 needs 8 processors"):
        swfkit.simulate(np.array([(1, 0, 9, 8)], one_job), procs=4)
    with pytest.raises(ValueError, match="give procs"):
        swfkit.simulate(np.array([(1, 0, 9, 8)], one_job))
    for times in ((np.nan, 9), (0, np.inf), (2e16, 9)):
        with pytest.raises(swfkit.Error, match=r"job 1 \(place 0\): .*not a time of a log"):
            swfkit.simulate(np.array([(1, *times, 8)], one_job), procs=8)
    with pytest.raises(swfkit.Error, match="submit time: earlier than the job before"):
        swfkit.simulate(sample[::-1])
    with pytest.raises(swfkit.Error, match="less than a week"):
        swfkit.resample(sample[:10])
    with pytest.raises(swfkit.Error):
        swfkit.metrics(sample[:0])


one_job = [("number", "i8"), ("submit", "f8"), ("run_time", "f8"), ("requested", "i4")]
