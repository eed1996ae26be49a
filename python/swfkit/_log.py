# SPDX-License-Identifier: GPL-3.0-or-later
"""Logs: arrays of jobs with the header that they came with."""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import secrets
import shutil
import tempfile
import typing

import numpy as np

from ._library import bytes_of, fail, ffi, lib, need, new_error, text_of

if typing.TYPE_CHECKING:
    import pandas

Path = typing.Union[str, "os.PathLike[str]"]
Dropped = ("MaxJobs", "MaxRecords", "EndTime")

# The fields in the order of the format. As in struct swf_job, the sizes stand together.
FIELDS = (
    ("number", "i8"),
    ("submit", "f8"),
    ("wait", "f8"),
    ("run_time", "f8"),
    ("allocated", "i4"),
    ("cpu_time", "f8"),
    ("memory", "i8"),
    ("requested", "i4"),
    ("estimate", "f8"),
    ("memory_request", "i8"),
    ("status", "i8"),
    ("user", "i8"),
    ("group", "i8"),
    ("executable", "i8"),
    ("queue", "i8"),
    ("partition", "i8"),
    ("preceding", "i8"),
    ("think_time", "f8"),
    ("gpus", "i8"),
    ("soft_estimate", "f8"),
    ("gpu_type", "i4"),
    ("nodes", "i4"),
    ("energy", "f8"),
    ("constraint", "i4"),
    ("licenses", "i4"),
    ("reservation", "i4"),
    ("requeues", "i4"),
)
EXTRA = tuple(name for name, _ in FIELDS[18:])

JOB = np.dtype(
    {
        "names": [name for name, _ in FIELDS],
        "formats": [kind for _, kind in FIELDS],
        "offsets": [ffi.offsetof("struct swf_job", name) for name, _ in FIELDS],
        "itemsize": ffi.sizeof("struct swf_job"),
    }
)
"""The dtype of jobs: the 18 fields of the Standard Workload Format, -1 for unknown; and those
behind these that a header may declare ("; ExtraFields: 19 gpus, 20 nodes"), else 0.

Times (submit, wait, run_time, cpu_time, estimate, think_time, soft_estimate) are in s, memory in KB
a processor, allocated and requested in processors, energy in J. gpu_type is the place, from 1, of
the type in the header's line GPUs.
"""


class Log(np.ndarray):
    """A log: a numpy array of shape (jobs,) and dtype JOB, with its header.

    A part of it (``log[:256]``, ``log[log["user"] == 3]``) is a Log too. As filters do, it leaves
    out the header's counts of jobs and EndTime, which would be wrong. A field (``log["wait"]``) is
    a plain array, a view that can be written to.

    header: the comment lines, as they stand in the file.
    counts: what was found while reading, or in the simulation: a dict.
    """

    header: list[str]
    counts: dict[str, float]

    def __new__(
        cls, jobs: typing.Any, header: typing.Iterable[str] = (), counts: dict | None = None
    ) -> Log:
        """A log of these jobs, an array with some of the fields; others become -1."""
        log = _as_jobs(jobs).view(cls)
        log.header = list(header)
        log.counts = dict(counts or {})
        return log

    def __array_finalize__(self, other: typing.Any) -> None:
        self.header = list(getattr(other, "header", ()))
        self.counts = dict(getattr(other, "counts", ()))

    def __getitem__(self, key: typing.Any) -> typing.Any:
        got = super().__getitem__(key)
        if isinstance(got, Log):
            if got.dtype != JOB or got.ndim != 1:
                return got.view(np.ndarray)
            if len(got) != len(self):
                got.header = without(got.header, Dropped)
        return got

    def __reduce__(self) -> tuple:
        rebuild = typing.cast(tuple, super().__reduce__())
        return rebuild[0], rebuild[1], (rebuild[2], self.header, self.counts)

    def __setstate__(self, state: tuple) -> None:
        super().__setstate__(state[0])
        self.header, self.counts = state[1:]

    @property
    def procs(self) -> int | None:
        """The processors of the machine: MaxProcs of the header, else MaxNodes, else None."""
        return lib.swf_header_procs(c_header(self.header)) or None

    def label(self, name: str) -> str | None:
        """The value of a line ``; Name: value`` of the header, or None."""
        value = ffi.new("char[]", 4096)
        found = lib.swf_header_get(c_header(self.header), bytes_of(name), value, len(value))
        return text_of(value) if found else None

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with a column for each field, and the header in ``attrs["header"]``."""
        import pandas

        frame = pandas.DataFrame({name: np.asarray(self[name]) for name, _ in FIELDS})
        frame.attrs["header"] = list(self.header)
        return frame


def from_pandas(frame: pandas.DataFrame, header: typing.Iterable[str] | None = None) -> Log:
    """The log of a data frame, a row a job, with columns named as the fields.

    Missing columns and values become -1; without the column number, jobs are numbered from 1. Other
    columns are ignored. The header is that of ``frame.attrs["header"]`` unless it is given.
    """
    jobs = unknown_jobs(len(frame))
    jobs["number"] = np.arange(1, len(frame) + 1)
    for name, _ in FIELDS:
        if name in frame.columns:
            _put(jobs, name, frame[name].fillna(-1).to_numpy())
    return Log(jobs, frame.attrs.get("header", ()) if header is None else header)


def unknown_jobs(count: int) -> np.ndarray:
    """Jobs whose 18 fields are all -1, and those behind them 0."""
    jobs = np.zeros(count, JOB)
    for name, _ in FIELDS:
        jobs[name] = 0 if name in EXTRA else -1
    return jobs


def _put(jobs: np.ndarray, name: str, values: np.ndarray) -> None:
    """Sets a field, without cutting a fraction off a field of whole numbers."""
    if np.issubdtype(values.dtype, np.floating) and np.issubdtype(JOB[name], np.integer):
        if not np.array_equal(values, np.floor(values)):
            raise ValueError(f"{name}: not whole numbers")
    jobs[name] = values


def _as_jobs(jobs: typing.Any) -> np.ndarray:
    array = np.asarray(jobs)
    if array.ndim != 1 or array.dtype.names is None:
        raise TypeError(
            "jobs are an array of one dimension with fields such as submit and run_time, "
            f"not one of shape {array.shape} and type {array.dtype}"
        )
    if array.dtype == JOB:
        return np.ascontiguousarray(array)
    strange = set(array.dtype.names) - set(JOB.names or ())
    if strange:
        raise ValueError(f"no field of jobs: {', '.join(sorted(strange))}")
    filled = unknown_jobs(len(array))
    for name in array.dtype.names:
        _put(filled, name, array[name])
    return filled


def as_log(jobs: typing.Any) -> Log:
    """Jobs in any form that the package takes: a Log, an array with fields, a data frame."""
    if isinstance(jobs, Log) and jobs.flags.c_contiguous:
        return jobs
    if hasattr(jobs, "columns"):
        return from_pandas(jobs)
    return Log(jobs, getattr(jobs, "header", ()), getattr(jobs, "counts", None))


def c_jobs(log: np.ndarray) -> typing.Any:
    """The jobs as the library takes them; valid as long as the log."""
    return ffi.cast("const struct swf_job *", log.ctypes.data)


def c_header(lines: typing.Iterable[str]) -> typing.Any:
    """The header as the library takes it, freed with the object."""
    header = ffi.gc(need(lib.swf_header_new()), lib.swf_header_free)
    for line in lines:
        text = bytes_of(line)
        if b"\n" in text:
            raise ValueError(f"header: a line with an end of line in it: {line!r}")
        if lib.swf_header_append(header, text, len(text)) != 0:
            raise MemoryError("out of memory")
    return header


def header_lines(header: typing.Any) -> list[str]:
    return [
        text_of(lib.swf_header_line(header, i)) for i in range(lib.swf_header_lines(header))
    ]


def without(lines: typing.Iterable[str], labels: typing.Iterable[str]) -> list[str]:
    """The lines of a header that have none of these labels."""
    header = c_header(lines)
    for label in labels:
        lib.swf_header_remove(header, label.encode())
    return header_lines(header)


def header_number(header: typing.Any, label: bytes) -> int | None:
    """The number of a line of a header, or None."""
    value = ffi.new("int64_t *")
    return value[0] if lib.swf_header_number(header, label, value) else None


def with_machine(
    lines: typing.Iterable[str], procs: int, amounts: dict[str, int]
) -> list[str]:
    """A header that names this machine, as filters write it: its processors, and what lines of
    these labels say."""
    header = c_header(lines)
    for label, amount in amounts.items():
        if header_number(header, label.encode()) == amount:
            continue
        lib.swf_header_remove(header, label.encode())
        if lib.swf_header_add(header, label.encode(), b"%d" % amount) != 0:
            raise MemoryError("out of memory")
    if lib.swf_header_procs(header) != procs:
        lib.swf_header_remove(header, b"MaxNodes")
        failed = lib.swf_header_correct(header, b"MaxProcs", procs) != 0
        if not failed and lib.swf_header_procs(header) != procs:
            failed = lib.swf_header_add(header, b"MaxProcs", b"%d" % procs) != 0
        if failed:
            raise MemoryError("out of memory")
    return header_lines(header)


def take_jobs(jobs: typing.Any) -> np.ndarray:
    """The array of a struct swf_jobs, without a copy: it is freed with the array."""
    count = jobs.count
    if count == 0:
        lib.swf_jobs_clear(jobs)
        return np.empty(0, JOB)
    size = count * ffi.sizeof("struct swf_job")
    memory = ffi.gc(jobs.jobs, lambda first: _free_jobs(first), size)
    jobs.jobs = ffi.NULL
    return np.frombuffer(ffi.buffer(memory, size), JOB)


def _free_jobs(first: typing.Any) -> None:
    lib.swf_jobs_clear(ffi.new("struct swf_jobs *", {"jobs": first}))


def struct_dict(struct: typing.Any) -> dict[str, float]:
    """The members of a struct of numbers."""
    return {name: getattr(struct, name) for name, _ in ffi.typeof(struct).fields}


def read(file: Path | typing.BinaryIO, skip_bad: bool = False) -> Log:
    """Reads a log, plain or gzipped, from a path or an object with ``read`` that gives bytes.

    As filters do, it leaves out partial executions of jobs whose whole line stands before them, and
    fields after the 18th; ``counts`` of the log says how many. With skip_bad, lines that are no job
    are counted there and not an error. Raises Error, which names the line and the field.
    """
    error = new_error()
    if hasattr(file, "read"):
        return _read(*_open_bytes(typing.cast(typing.BinaryIO, file), skip_bad, error))
    path = os.fspath(typing.cast(Path, file))
    with open(path, "rb"):  # raises FileNotFoundError and the like
        log = lib.swf_log_new(os.fsencode(path), skip_bad, error)
    return _read(log, error, [])


def _open_bytes(file: typing.BinaryIO, skip_bad: bool, error: typing.Any) -> tuple:
    """Opens a log of an object with read(); what that raises goes into the list."""
    raised: list[BaseException] = []
    begin = file.read(2)
    if not isinstance(begin, bytes):
        raise TypeError('the file gives text, and a log is read from bytes: open it with "rb"')
    rest = typing.cast(typing.BinaryIO, _Joined(begin, file))
    source: typing.Any = gzip.GzipFile(fileobj=rest) if begin == b"\x1f\x8b" else rest

    def put(kind: typing.Any, value: BaseException, trace: typing.Any) -> None:
        raised.append(value)

    @ffi.callback("ptrdiff_t(void *, char *, size_t, struct swf_error *)", error=-1, onerror=put)
    def read_some(context: typing.Any, buffer: typing.Any, size: int, _: typing.Any) -> int:
        got = source.read(size)
        if len(got) > size:
            raise ValueError(f"read({size}) gave {len(got)} bytes")
        ffi.memmove(buffer, got, len(got))
        return len(got)

    name = getattr(file, "name", None)
    name = bytes_of(name) if isinstance(name, str) else b"log"
    bytes_from = ffi.new("struct swf_bytes *", {"read": read_some})
    # The struct does not keep the callback: the caller does.
    return lib.swf_log_new_bytes(bytes_from[0], name, skip_bad, error), error, raised, read_some


class _Joined(io.RawIOBase):
    """Bytes that were read already, and the file that they are from."""

    def __init__(self, begin: bytes, file: typing.BinaryIO) -> None:
        self._begin, self._file = begin, file

    def read(self, size: int = -1) -> bytes:
        if self._begin:
            begin, self._begin = self._begin, b""
            return begin
        return self._file.read(size)


def _read(
    log: typing.Any, error: typing.Any, raised: list[BaseException], _: typing.Any = None
) -> Log:
    """Reads all of a log that was opened, and closes it."""
    jobs = ffi.new("struct swf_jobs *")
    try:
        if log == ffi.NULL or lib.swf_jobs_read(jobs, log, error) != 0:
            if raised:
                raise raised[0]
            fail(error)
        header = header_lines(lib.swf_log_header(log))
        counts = struct_dict(lib.swf_log_counts(log))
        return Log(take_jobs(jobs), header, counts)
    finally:
        lib.swf_jobs_clear(jobs)
        lib.swf_log_free(log)


def write(log: typing.Any, file: Path | typing.BinaryIO, align: bool = False) -> None:
    """Writes a log as filters write it, to a path or an object with ``write`` that takes bytes.

    A file appears under its name when it is complete. With align, columns are padded for reading by
    eye. No note is added to the header.
    """
    log = as_log(log)
    if hasattr(file, "write"):
        with tempfile.TemporaryFile() as part:
            _write(log, part.fileno(), align)
            part.seek(0)
            shutil.copyfileobj(part, typing.cast(typing.BinaryIO, file))
        return
    path = os.fspath(typing.cast(Path, file))
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as device:  # /dev/stdout, a FIFO
            _write(log, device.fileno(), align)
        return
    part_path = f"{path}.{secrets.token_hex(4)}.part"
    try:
        with open(part_path, "xb") as opened:
            _write(log, opened.fileno(), align)
        os.replace(part_path, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(part_path)
        raise


def _write(log: Log, descriptor: int, align: bool) -> None:
    error = new_error()
    writer = ffi.gc(need(lib.swf_writer_new(descriptor, align)), lib.swf_writer_free)
    failed = lib.swf_writer_header(writer, c_header(log.header)) != 0
    failed = failed or lib.swf_jobs_write(c_jobs(log), len(log), writer) != 0
    if lib.swf_writer_flush(writer, error) != 0 or failed:
        fail(error)
