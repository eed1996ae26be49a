# SPDX-License-Identifier: GPL-3.0-or-later
"""What several tests use: the commands, logs, and the last line that scripts/step reads."""

import io
import os
import pathlib
import shutil
import subprocess

import numpy as np
import pytest

import swfkit

# What was loaded into this process for a library with sanitizers is for other Pythons, too, and not
# for programs that have the sanitizers within.
ENVIRONMENT_OF_PYTHON = dict(os.environ)
os.environ.pop("LD_PRELOAD", None)

TOP = pathlib.Path(__file__).resolve().parents[2]
SAMPLE = TOP / "data" / "sample.swf.gz"
# Named by who tests with real logs: the paths of logs, with blanks between them.
LOGS = [pathlib.Path(path) for path in os.environ.get("SWFKIT_LOGS", str(SAMPLE)).split()]


def bytes_of(log):
    """What swfkit.write writes."""
    file = io.BytesIO()
    swfkit.write(log, file)
    return file.getvalue()


def random_log(seed, jobs=400, procs=32):
    """A log unlike any real one: many jobs of one second, long queues, short estimates."""
    draw = np.random.default_rng(seed)
    log = swfkit.Log(
        np.zeros(jobs, [("submit", "f8"), ("run_time", "f8")]), [f"; MaxProcs: {procs}"]
    )
    log["number"] = np.arange(1, jobs + 1)
    log["submit"] = np.cumsum(
        draw.integers(0, 4, jobs) * draw.integers(0, 40, jobs) + 5400 * (draw.random(jobs) < 0.02)
    )
    log["run_time"] = draw.integers(0, 400, jobs)
    log["run_time"][draw.random(jobs) < 0.03] = -1
    log["requested"] = 2 ** draw.integers(0, 6, jobs)
    log["allocated"] = log["requested"]
    log["estimate"] = log["run_time"] * draw.choice([0.5, 1, 1, 2, 10], jobs)
    log["status"] = 1
    log["user"] = draw.integers(1, 12, jobs)
    log["queue"] = draw.integers(1, 4, jobs)
    return log


def random_resource_log(seed, jobs=400):
    """The same with 8 GPUs and 3200 kB, either of which can be what is scarce."""
    log = random_log(seed, jobs)
    draw = np.random.default_rng(seed + 1000)
    log["gpus"] = draw.choice([-1, 0, 1, 2, 4, 8], jobs)
    log["memory_request"] = draw.choice([-1, 10, 100], jobs)
    log["memory"] = draw.choice([-1, 50], jobs)
    log.header += ["; MaxGPUs: 8", "; MaxMemory: 3200", "; ExtraFields: 19 gpus"]
    return log


@pytest.fixture(scope="session")
def sample():
    return swfkit.read(SAMPLE)


@pytest.fixture(scope="session")
def command():
    """Runs a command of swfkit: command(NAME, OPTION..., stdin=BYTES) gives what it prints."""
    folder = os.environ.get("SWFKIT_BIN")
    if not folder and not shutil.which("swf-simulate"):
        pytest.skip("the commands of swfkit are not installed")

    def run(name, *options, stdin=None):
        path = os.path.join(folder, name) if folder else name
        words = [path, "--quiet", *map(str, options)]
        done = subprocess.run(words, input=stdin, capture_output=True)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout

    return run


passed = failed = 0


def pytest_runtest_logreport(report):
    global passed, failed
    passed += report.when == "call" and report.passed
    failed += report.failed


def pytest_unconfigure(config):
    print(f"\npython: {passed} passed, {failed} failed")
