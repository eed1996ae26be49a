# SPDX-License-Identifier: GPL-3.0-or-later
"""Simulations from beginning to end, by schedulers, predictions and user models of a name."""

from __future__ import annotations

import datetime
import math
import os
import typing
import warnings
import zoneinfo

import numpy as np

from . import _declarations as declarations
from ._library import fail, ffi, lib, need, new_error, text_of
from ._log import (
    Dropped,
    Log,
    as_log,
    c_header,
    c_jobs,
    header_number,
    struct_dict,
    take_jobs,
    with_machine,
    without,
)

EVENT_ORDERS = ("completions-first", "arrivals-first")
SIMULTANEOUS = ("log", "reverse")
SIZES = ("requested", "allocated")
OVERRUNS = ("extend", "kill")
OVERSIZES = ("refuse", "skip", "clamp")
BACKFILLS = ("easy", "conservative", "none")
# What a machine may have beside processors, by enum swf_resource, and the line that says how much.
RESOURCES = {"gpus": "MaxGPUs", "memory": "MaxMemory"}
DEPENDENCIES = ("recorded", "log")

DAY = 86400.0
# Where a simulation with feedback may reach behind the log, the calendar goes on so far.
BEYOND = 10 * 366 * DAY
LAST_START = 100000000000

Part = typing.Any


def choice(name: str, value: str, choices: typing.Sequence[str]) -> int:
    """The place of a value among those of an option."""
    if value not in choices:
        raise ValueError(f"{name}: {value!r} is none of {', '.join(choices)}")
    return choices.index(value)


def _list(first: typing.Any) -> list[Part]:
    parts: list[Part] = []
    while first[len(parts)] != ffi.NULL:
        parts.append(first[len(parts)])
    return parts


def schedulers() -> dict[str, str]:
    """The built-in schedulers: name and summary."""
    return {text_of(s.name): text_of(s.summary) for s in _list(lib.swf_schedulers())}


def predictions() -> dict[str, str]:
    """The built-in predictions of run times: name and summary."""
    return {text_of(p.name): text_of(p.summary) for p in _list(lib.swf_predictions())}


def user_models() -> dict[str, str]:
    """The built-in models of users who react (feedback): name and summary."""
    return {text_of(m.name): text_of(m.summary) for m in _list(lib.swf_user_models())}


_plug_ins: dict[str, Part] = {}


def _plug_in(path: str) -> Part:
    """A plug-in stays loaded, as it does in swf-simulate."""
    path = os.path.abspath(path)
    if path not in _plug_ins:
        try:
            loaded = ffi.dlopen(path, ffi.RTLD_NOW)
            offered = loaded.swf_plug_in
        except (OSError, AttributeError) as reason:
            raise ValueError(f"{path}: not a plug-in: {reason}") from reason
        if offered.version != declarations.PLUG_IN_VERSION:
            raise ValueError(
                f"{path}: compiled for version {offered.version} of the plug-in interface, and "
                f"the library has version {declarations.PLUG_IN_VERSION}"
            )
        _plug_ins[path] = (loaded, offered)
    return _plug_ins[path][1]


def _of_plug_in(value: str, kind: str) -> tuple[Part, str | None]:
    """A part FILE or FILE:NAME, and what stands behind a further colon."""
    file, *words = value.split(":")
    offered = getattr(_plug_in(file), kind)
    parts = _list(offered) if offered != ffi.NULL else []
    names = [text_of(part.name) for part in parts]
    if words and words[0] in names:
        return parts[names.index(words[0])], words[1] if len(words) > 1 else None
    if len(parts) == 1 and (not words or words[0].isdigit()):
        return parts[0], words[0] if words else None
    raise ValueError(f"{value}: the {kind.replace('_', ' ')} of {file} are: {', '.join(names)}")


def _named(what: str, value: str, kind: str, find: typing.Any, names: dict[str, str]) -> Part:
    if "/" in value:
        return _of_plug_in(value, kind)[0]
    part = find(value.encode())
    if part == ffi.NULL:
        hint = "; swf-simulate has it" if value == "slurm" else ""
        raise ValueError(f"{what}: {value!r} is none of {', '.join(names)}{hint}")
    return part


def _prediction(value: str) -> tuple[Part, int]:
    """The prediction NAME or NAME:K, and K."""
    if "/" in value:
        part, number = _of_plug_in(value, "predictions")
    else:
        name, colon, digits = value.partition(":")
        number = digits if colon else None
        part = _named("predict", name, "predictions", lib.swf_prediction_named, predictions())
    if part.takes_window != (number is not None):
        raise ValueError(
            f"predict: {value!r}: it "
            + (f"needs a number, as in {value}:2" if part.takes_window else "takes no number")
        )
    if number is not None and not (number.isdigit() and 1 <= int(number) <= 1000):
        raise ValueError(f"predict: {value!r}: the number must be from 1 to 1000")
    return part, int(number or 0)


class Calendar:
    """The local time of a log, for what asks for the time of day."""

    def __init__(
        self, header: list[str], last: float, start_time: float | None, tz: str | None
    ) -> None:
        """Of the seconds of the log from 0 to `last`."""
        lines = c_header(header)
        start = _start_time(lines) if start_time is None else start_time
        if start is None:
            warnings.warn(
                "the log has no valid UnixStartTime, so its second 0 is taken as Monday 0:00; "
                "give its time as start_time",
                stacklevel=4,
            )
            calendar = lib.swf_calendar_new_without_date()
        else:
            offsets = _offsets(_zone(lines, tz), start, start + last + DAY)
            calendar = lib.swf_calendar_new(start, offsets, len(offsets))
        self.pointer = ffi.gc(need(calendar), lib.swf_calendar_free)


def _start_time(header: Part) -> float | None:
    start = header_number(header, b"UnixStartTime")
    return float(start) if start is not None and 0 <= start <= LAST_START else None


def _zone(header: Part, tz: str | None) -> datetime.tzinfo:
    value = ffi.new("char[]", 256)
    if tz is None and lib.swf_header_get(header, b"TimeZoneString", value, len(value)):
        tz = text_of(value)
    if tz is not None:
        try:
            return zoneinfo.ZoneInfo(tz)
        except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError) as reason:
            raise ValueError(f"tz: no time zone {tz!r} in this system's database") from reason
    offset = header_number(header, b"TimeZone")
    if offset is not None and abs(offset) <= DAY:
        return datetime.timezone(datetime.timedelta(seconds=offset))
    warnings.warn("the log has no TimeZoneString, so its times are taken as UTC", stacklevel=5)
    return datetime.timezone.utc


def _offsets(zone: datetime.tzinfo, first: float, last: float) -> Part:
    """The offsets of a zone from one Unix time to another: no two changes lie within a day."""

    def offset(time: float) -> float:
        shown = datetime.datetime.fromtimestamp(time, zone).utcoffset()
        return shown.total_seconds() if shown is not None else 0.0

    found = [(first, offset(first))]
    time = math.floor(first)
    while time < last:
        before, time = time, time + int(DAY)
        if offset(time) == found[-1][1]:
            continue
        low, high = before, time
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if offset(middle) == found[-1][1] else (low, middle)
        found.append((float(high), offset(high)))
    return ffi.new("struct swf_offset[]", found)


def amounts_of(
    log: Log, resources: typing.Sequence[str] | None, gpus: int | None, memory: int | None
) -> list[int]:
    """What the machine has of each of RESOURCES, 0 for what does not count: what was asked for, or
    else GPUs where the log declares them and their number is known."""
    header = c_header(log.header)
    declared = lib.swf_header_extra_field(header, b"gpus") > 0
    given = {"gpus": gpus, "memory": memory}
    amounts = {
        name: header_number(header, label.encode()) if given[name] is None else given[name]
        for name, label in RESOURCES.items()
    }
    if resources is None:
        known = gpus is not None or (amounts["gpus"] or 0) > 0
        counted = ["procs", "gpus"] if declared and known else ["procs"]
    else:
        counted = list(resources)
    if "procs" not in counted or not set(counted) <= {"procs", *RESOURCES}:
        raise ValueError(f"resources: {counted!r} are not procs and perhaps gpus and memory")
    if "gpus" in counted and not declared:
        raise ValueError("the log declares no GPUs (ExtraFields: 19 gpus)")
    for name, label in RESOURCES.items():
        if name not in counted and given[name] is not None:
            raise ValueError(f"{name} goes with resources that have it")
        if name in counted and given[name] is None and (amounts[name] or 0) <= 0:
            raise ValueError(f"the log has no positive {label}; give {name}")
        if name in counted and not 0 < amounts[name] <= 0x7FFFFFFFFFFFFFFF:
            raise ValueError(f"{name}: not more than 0: {amounts[name]}")
    return [amounts[name] if name in counted else 0 for name in RESOURCES]


class Options:
    """What the library takes as a struct swf_simulation, with all that it points to."""

    def __init__(
        self,
        log: Log,
        *,
        procs: int | None = None,
        scheduler: str | None = "easy",
        alpha: float | None = None,
        backfill: str | None = None,
        queue_order: typing.Sequence[int] | None = None,
        order: str | None = None,
        half_life: float | None = None,
        predict: str | None = None,
        event_order: str = "completions-first",
        simultaneous: str = "log",
        size: str = "requested",
        overrun: str = "extend",
        oversize: str = "refuse",
        resources: typing.Sequence[str] | None = None,
        gpus: int | None = None,
        memory: int | None = None,
    ) -> None:
        self.struct = simulation = ffi.new("struct swf_simulation *")
        self.kept: list[typing.Any] = []
        self.procs = log.procs if procs is None else procs
        if self.procs is None:
            raise ValueError("the log has no positive MaxProcs or MaxNodes; give procs")
        if not 0 < self.procs <= 0x7FFFFFFF:
            raise ValueError(f"procs: not from 1 to 2147483647: {self.procs}")
        simulation.procs = self.procs
        simulation.event_order = choice("event_order", event_order, EVENT_ORDERS)
        simulation.reverse_simultaneous = choice("simultaneous", simultaneous, SIMULTANEOUS) == 1
        simulation.size = choice("size", size, SIZES)
        simulation.overrun = choice("overrun", overrun, OVERRUNS)
        simulation.oversize = choice("oversize", oversize, OVERSIZES)
        if scheduler is not None:
            self._set_scheduler(scheduler, alpha, backfill, queue_order)
            self._set_order(scheduler, order, half_life)
        self._set_prediction(predict)
        self._set_resources(log, resources, gpus, memory)

    def _set_scheduler(
        self,
        name: str,
        alpha: float | None,
        backfill: str | None,
        queue_order: typing.Sequence[int] | None,
    ) -> None:
        scheduler = _named("scheduler", name, "schedulers", lib.swf_scheduler_named, schedulers())
        self.struct.scheduler = scheduler
        options = self.struct.scheduler_options
        if scheduler.takes_alpha and alpha is None:
            raise ValueError(f"scheduler {name} needs alpha")
        if alpha is not None:
            self._refuse("alpha", name, scheduler.takes_alpha)
            if not 0 <= alpha <= 1:
                raise ValueError(f"alpha: not from 0 to 1: {alpha}")
            options.alpha = alpha
        if backfill is not None:
            self._refuse("backfill", name, scheduler.takes_backfill)
            options.backfill = choice("backfill", backfill, BACKFILLS)
        if queue_order is not None:
            self._refuse("queue_order", name, scheduler.takes_queue_order)
            queues = ffi.new("int64_t[]", list(queue_order))
            self.kept.append(queues)
            options.queue_order = queues
            options.queue_order_count = len(queues)

    def _set_order(self, name: str, order: str | None, half_life: float | None) -> None:
        takes = self.struct.scheduler.takes_order
        if takes and order is None:
            raise ValueError(f"scheduler {name} needs order")
        if order is not None:
            self._refuse("order", name, takes)
            text = ffi.new("char[]", order.encode())
            self.kept.append(text)
            self.struct.scheduler_options.order = text
        if half_life is not None:
            self._refuse("half_life", name, takes)
            if not half_life > 0:
                raise ValueError(f"half_life: not more than 0: {half_life}")
            self.struct.scheduler_options.half_life = half_life

    def _set_resources(
        self,
        log: Log,
        resources: typing.Sequence[str] | None,
        gpus: int | None,
        memory: int | None,
    ) -> None:
        scheduler = self.struct.scheduler
        takes = scheduler == ffi.NULL or scheduler.takes_resources
        if not takes and (resources is not None or gpus is not None):
            raise ValueError(f"scheduler {text_of(scheduler.name)} goes by processors alone")
        if takes:
            self.struct.resources = amounts_of(log, resources, gpus, memory)

    def amounts(self) -> dict[str, int]:
        """What the machine has of what is counted beside processors, by the lines that say so."""
        amounts = zip(RESOURCES.values(), self.struct.resources)
        return {label: amount for label, amount in amounts if amount > 0}

    @staticmethod
    def _refuse(option: str, scheduler: str, takes: bool) -> None:
        if not takes:
            raise ValueError(f"scheduler {scheduler} takes no {option}")

    def _set_prediction(self, predict: str | None) -> None:
        scheduler = self.struct.scheduler
        if scheduler != ffi.NULL and scheduler.by_requested and predict is not None:
            raise ValueError(f"scheduler {text_of(scheduler.name)} takes no predict")
        if predict is None and scheduler != ffi.NULL and scheduler.predict != ffi.NULL:
            predict = text_of(scheduler.predict)
        self.struct.prediction, self.struct.window = _prediction(predict or "estimate")

    def needs_calendar(self) -> bool:
        return self.struct.prediction.begin != ffi.NULL

    def set_calendar(self, calendar: Calendar) -> None:
        self.kept.append(calendar)
        self.struct.calendar = calendar.pointer


def _clock(value: typing.Any) -> float:
    """A time of day, H:MM or s after midnight, in s."""
    if isinstance(value, str):
        hours, _, minutes = value.partition(":")
        return int(hours) * 3600.0 + int(minutes) * 60.0
    return float(value)


# Names of constants as swf-simulate has them: the member, and how a value is read.
CONSTANTS: dict[str, tuple[str, typing.Callable[[typing.Any], typing.Any]]] = {
    "session-gap": ("session_gap", float),
    "exhausted": ("exhausted", lambda v: choice("exhausted", v, ("stop", "repeat"))),
    "session-end": ("session_end", lambda v: choice("session-end", v, ("arrival", "end"))),
    "overtime": ("overtime", bool),
    "day-part": ("day_share", float),
    "day-begin": ("day_begin", _clock),
    "day-end": ("day_end", _clock),
    "shift": ("shift", float),
    "workday-part": ("workday_share", float),
    "break-limit": ("break_limit", float),
    "continue-scale": ("continue_scale", float),
    "continue-slope": ("continue_slope", float),
}


def _users(
    model: Part,
    *,
    dependencies: str,
    constants: dict[str, typing.Any],
    abandon: float,
    patience: float,
    join: float,
    seed: int,
) -> Part:
    users = ffi.new("struct swf_jobs_users *")
    users.options.model = model
    users.options.seed = seed
    if not 0 <= abandon <= 1:
        raise ValueError(f"abandon: not from 0 to 1: {abandon}")
    if patience < 0 or join < 0:
        raise ValueError("patience and join are times in s: they are not negative")
    users.options.abandon, users.options.patience, users.options.join = abandon, patience, join
    users.dependencies = choice("dependencies", dependencies, DEPENDENCIES)
    users.constants = lib.swf_user_constants_default
    for name, value in constants.items():
        if name not in CONSTANTS:
            raise ValueError(f"constants: {name!r} is none of {', '.join(CONSTANTS)}")
        member, convert = CONSTANTS[name]
        setattr(users.constants, member, convert(value))
    if not 0 < users.constants.day_end - users.constants.day_begin < DAY:
        raise ValueError("constants: day-begin must be before day-end, and not 24 h before it")
    return users


def simulate(
    log: typing.Any,
    scheduler: str = "easy",
    *,
    feedback: str | None = None,
    dependencies: str = "recorded",
    constants: dict[str, typing.Any] | None = None,
    abandon: float = 0,
    patience: float = 0,
    join: float = 0,
    seed: int = 1,
    start_time: float | None = None,
    tz: str | None = None,
    **options: typing.Any,
) -> Log:
    """Schedules the jobs of a log: the array that swf-simulate writes.

    scheduler: the name of a built-in one (see ``schedulers()``), or of a plug-in as "./FILE.so" or
    "./FILE.so:NAME". Further options have the names and the meaning of swf-simulate(1): procs,
    alpha, backfill, queue_order, order, half_life (s), predict, event_order, simultaneous, size,
    overrun, oversize, resources (of "procs", "gpus" and "memory"; by default procs, and gpus where
    the log declares them and their number is known), gpus, memory (kB).

    feedback: a model of users who react (``user_models()``) or a plug-in, with dependencies,
    constants (a dict of NAME: value, durations in s), abandon (0 to 1), patience (s), join (s) and
    seed. start_time (Unix time) and tz (such as "Europe/Paris") replace UnixStartTime and
    TimeZoneString of the header, for what asks for the time of day.

    Returns a Log of shape (jobs,), in the order of submits: wait in s, or -1 for a job that was not
    scheduled. ``counts`` of it says how many were not, and why. Raises Error; ValueError for an
    option that is wrong.
    """
    log = as_log(log)
    prepared = Options(log, scheduler=scheduler, **options)
    model = None
    if feedback is not None:
        model = _named("feedback", feedback, "user_models", lib.swf_user_model_named, user_models())
    by_local_time = model is not None and model.local_time
    calendar = None
    if prepared.needs_calendar() or by_local_time:
        last = float(np.max(log["submit"], initial=0)) + (BEYOND if model is not None else 0)
        calendar = Calendar(log.header, last, start_time, tz)
        if prepared.needs_calendar():
            prepared.set_calendar(calendar)
    jobs, error = ffi.new("struct swf_jobs *"), new_error()
    counts = ffi.new("struct swf_simulation_counts *")
    try:
        if model is None:
            result = lib.swf_jobs_simulate(
                prepared.struct, c_jobs(log), len(log), jobs, counts, error
            )
            all_counts = struct_dict(counts[0])
        else:
            users = _users(
                model,
                dependencies=dependencies,
                constants=constants or {},
                abandon=abandon,
                patience=patience,
                join=join,
                seed=seed,
            )
            if by_local_time and calendar is not None:
                users.options.calendar = calendar.pointer
            reacted = ffi.new("struct swf_feedback_counts *")
            result = lib.swf_jobs_simulate_users(
                prepared.struct, users, c_jobs(log), len(log), jobs, counts, reacted, error
            )
            all_counts = {**struct_dict(counts[0]), **struct_dict(reacted[0])}
        if result != 0:
            fail(error)
        header = with_machine(
            without(log.header, Dropped), prepared.struct.procs, prepared.amounts()
        )
        return Log(take_jobs(jobs), header, all_counts)
    finally:
        lib.swf_jobs_clear(jobs)
