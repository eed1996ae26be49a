# SPDX-License-Identifier: GPL-3.0-or-later
"""Workload logs and parallel job schedulers, from libswfcore.

    import swfkit

    log = swfkit.read("KTH-SP2.swf.gz")
    print(swfkit.metrics(swfkit.simulate(log, scheduler="easy"))["bsld_mean"])

Times are in s, sizes in processors, memory in KB a processor. docs/python.md has examples.
"""

from ._declarations import VERSION as __version__
from ._library import Error, OversizeError
from ._log import JOB, Log, from_pandas, read, write
from ._metrics import metrics, resample
from ._simulate import predictions, schedulers, simulate, user_models
from ._stepping import QUEUED, Simulation

__all__ = [
    "JOB",
    "Error",
    "Log",
    "OversizeError",
    "QUEUED",
    "Simulation",
    "from_pandas",
    "metrics",
    "predictions",
    "read",
    "resample",
    "schedulers",
    "simulate",
    "user_models",
    "write",
]
