# SPDX-License-Identifier: GPL-3.0-or-later
"""A simulation that waits for each decision of its caller."""

from __future__ import annotations

import typing

import numpy as np

from ._library import Error, fail, ffi, lib, new_error
from ._log import JOB, Dropped, Log, as_log, c_jobs, struct_dict, with_machine, without
from ._metrics import metrics
from ._simulate import Calendar, Options

QUEUED = np.dtype(
    [
        (name, "f8" if kind.type.cname == "double" else "i8")
        for name, kind in ffi.typeof("struct swf_waiting_job").fields
    ]
)
"""The dtype of jobs that wait or run.

place: among the jobs of the simulation, from 0. number: of the log. submit, estimate, predicted,
start and expected_end are in s; the last two are of jobs that run. size is in processors.
"""


class Simulation:
    """A simulation whose scheduler is the caller.

        sim = swfkit.Simulation(log)
        while sim.next():
            sim.backfill(0)

    log: the jobs in submit order, all of them or a window. procs: of the machine, by default that
    of the log's header. Further options are those of ``simulate``: predict, event_order,
    simultaneous, size, overrun, oversize, resources, gpus, memory, start_time, tz. visible: how
    many of the jobs that wait are shown in ``waiting``, by default all.

    A simulation is used by one thread at a time; each thread may have its own.
    """

    def __init__(
        self,
        log: typing.Any,
        procs: int | None = None,
        *,
        visible: int | None = None,
        start_time: float | None = None,
        tz: str | None = None,
        **options: typing.Any,
    ) -> None:
        log = as_log(log)
        self._options = Options(log, procs=procs, scheduler=None, **options)
        if self._options.needs_calendar():
            last = float(np.max(log["submit"], initial=0))
            self._options.set_calendar(Calendar(log.header, last, start_time, tz))
        self._error = new_error()
        self._visible = visible
        self._begin(lib.swf_stepping_new(self._options.struct, self._error))
        self.reset(log)

    def _begin(self, stepping: typing.Any) -> None:
        if stepping == ffi.NULL:
            fail(self._error)
        self._stepping = ffi.gc(stepping, lib.swf_stepping_free)

    def reset(self, log: typing.Any = None) -> None:
        """Begins again: with other jobs, or with the same."""
        if log is not None:
            log = as_log(log)
            if lib.swf_jobs_check(c_jobs(log), len(log), self._error) != 0:
                fail(self._error)
            self._log = log
            self._rows = np.zeros(min(len(log), self._visible or len(log)), QUEUED)
            self._rows_pointer = ffi.cast("struct swf_waiting_job *", self._rows.ctypes.data)
        jobs = c_jobs(self._log)
        if lib.swf_stepping_reset(self._open(), jobs, len(self._log), self._error) != 0:
            fail(self._error)

    def _open(self) -> typing.Any:
        if self._stepping is None:
            raise Error("the simulation is closed")
        return self._stepping

    def close(self) -> None:
        """Frees the simulation, now and not later; a second time does nothing."""
        if self._stepping is not None:
            ffi.release(self._stepping)
            self._stepping = None

    def copy(self) -> Simulation:
        """Another simulation at the same moment, which goes on by itself: a snapshot."""
        other = Simulation.__new__(Simulation)
        other._options, other._log, other._visible = self._options, self._log, self._visible
        other._error = new_error()
        other._rows = self._rows.copy()
        other._rows_pointer = ffi.cast("struct swf_waiting_job *", other._rows.ctypes.data)
        other._begin(lib.swf_stepping_copy(self._open(), other._error))
        return other

    def next(self) -> bool:
        """Goes on to the next moment at which jobs wait and processors are free; False at the end.

        If something was started since the last call, that may be the same moment.
        """
        got = lib.swf_stepping_next(self._stepping or self._open(), self._error)
        if got < 0:
            fail(self._error)
        return got == 1

    def start(self, place: int) -> None:
        """Starts the job ``waiting[place]`` now. Raises Error if it does not fit."""
        if place < 0 or lib.swf_stepping_start(self._open(), place, self._error) != 0:
            self._refuse(place)

    def backfill(self, place: int) -> None:
        """Starts the job ``waiting[place]`` as soon as it fits, and goes on until then.

        Meanwhile jobs of the queue start, in its order, that do not delay it: EASY around a head
        that the caller chose.
        """
        if place < 0 or lib.swf_stepping_reserve(self._open(), place, True, self._error) != 0:
            self._refuse(place)

    def reserve(self, place: int) -> None:
        """The same without any other job that starts meanwhile."""
        if place < 0 or lib.swf_stepping_reserve(self._open(), place, False, self._error) != 0:
            self._refuse(place)

    def _refuse(self, place: int) -> typing.NoReturn:
        if place < 0:
            raise Error(f"no job waits at place {place}")
        fail(self._error)

    @property
    def waiting(self) -> np.ndarray:
        """The jobs that wait, in the order of arrival: shape (waiting,), dtype QUEUED.

        It is a view of one buffer, which the next look at ``waiting`` fills anew.
        """
        rows = self._rows
        return rows[: lib.swf_stepping_look(self._open(), len(rows), self._rows_pointer)]

    @property
    def running(self) -> np.ndarray:
        """The jobs that run, by their expected ends: shape (running,), dtype QUEUED."""
        stepping = self._open()
        rows = np.zeros(lib.swf_stepping_running(stepping), QUEUED)
        lib.swf_stepping_look_at_running(
            stepping, ffi.cast("struct swf_waiting_job *", rows.ctypes.data)
        )
        return rows[np.lexsort((rows["place"], rows["expected_end"]))]

    @property
    def now(self) -> float:
        """The time, in s of the log."""
        return lib.swf_stepping_now(self._open())

    @property
    def free(self) -> int:
        """Free processors."""
        return lib.swf_stepping_free_procs(self._open())

    @property
    def free_gpus(self) -> int:
        """Free GPUs, 0 where they are not counted."""
        return lib.swf_stepping_free_amount(self._open(), 0)

    @property
    def free_memory(self) -> int:
        """Free memory in kB, likewise."""
        return lib.swf_stepping_free_amount(self._open(), 1)

    @property
    def procs(self) -> int:
        """Processors of the machine."""
        return self._options.struct.procs

    @property
    def log(self) -> Log:
        """The jobs, as they were given."""
        return self._log

    @property
    def schedule(self) -> Log:
        """The schedule so far, a Log: the jobs before the first that has not started, with their
        waits in s, or -1 for a job that is not scheduled. At the end these are all."""
        count = ffi.new("size_t *")
        first = lib.swf_stepping_schedule(self._open(), count)
        jobs = np.empty(count[0], JOB)
        if count[0]:
            ffi.memmove(ffi.from_buffer(jobs), first, jobs.nbytes)
        header = with_machine(
            without(self._log.header, Dropped), self.procs, self._options.amounts()
        )
        return Log(jobs, header, struct_dict(lib.swf_stepping_counts(self._open())))

    def metrics(self, **options: typing.Any) -> typing.Any:
        """The metrics of the schedule so far, as ``swfkit.metrics`` has them."""
        return metrics(self.schedule, **options)
