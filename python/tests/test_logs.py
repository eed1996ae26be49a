# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading, writing, parts of logs, and data frames."""

import gzip
import io
import os
import pickle

import numpy as np
import pytest
from conftest import SAMPLE, bytes_of, random_log

import swfkit

# Each field has another value, so that none can stand for another.
LINE = "1 2.5 3 4 5 6.25 7 8 9 10 0 12 13 14 15 16 17 18"
TEXT = f"; MaxProcs: 64\n; Note: größer\n{LINE}\n".encode()


def test_fields_are_those_of_the_format():
    log = swfkit.read(io.BytesIO(TEXT))
    words = [float(word) for word in LINE.split()]
    assert [log[name][0] for name in log.dtype.names] == [*words, *[0] * 9]
    assert log.header == ["; MaxProcs: 64", "; Note: größer"]
    assert log.procs == 64 and log.label("note") is None and log.label("Note") == "größer"


def test_fields_that_the_header_declares():
    text = "; ExtraFields: 19 energy, 20 gpus, 21 nodes, 23 gpu_type, 22 soft_estimate, "
    text += "24 requeues, 25 reservation, 26 licenses, 27 constraint\n"
    line = f"{LINE} 0.5 2 3 4.25 1 5 6 7 8\n"
    log = swfkit.read(io.BytesIO(f"{text}{line}".encode()))
    assert log["gpus"][0] == 2 and log["nodes"][0] == 3 and log["gpu_type"][0] == 1
    assert log["energy"][0] == 0.5 and log["soft_estimate"][0] == 4.25
    assert log["requeues"][0] == 5 and log["reservation"][0] == 6
    assert log["licenses"][0] == 7 and log["constraint"][0] == 8
    assert bytes_of(log) == f"{text}{line}".encode()
    assert bytes_of(swfkit.from_pandas(log.to_pandas())) == bytes_of(log)


def test_what_is_read_is_written():
    assert bytes_of(swfkit.read(io.BytesIO(TEXT))) == TEXT


def test_bytes_that_are_no_text_stay():
    text = TEXT.replace("ö".encode(), b"\xff\x80")
    assert bytes_of(swfkit.read(io.BytesIO(text))) == text


def test_a_sample_is_written_as_it_was(sample):
    with gzip.open(SAMPLE) as file:
        assert bytes_of(sample) == file.read()


def test_paths_and_files_read_alike(sample, tmp_path):
    plain = tmp_path / "plain.swf"
    swfkit.write(sample, plain)
    with open(SAMPLE, "rb") as packed, open(plain, "rb") as opened, gzip.open(SAMPLE) as unpacked:
        for source in (str(plain), plain, packed, opened, unpacked):
            read = swfkit.read(source)
            assert np.array_equal(read, sample) and read.header == sample.header


def test_a_file_takes_its_name_when_complete(tmp_path):
    path = tmp_path / "log.swf"
    path.write_text("before")
    log = random_log(1)
    log["submit"][7] = np.inf
    with pytest.raises(swfkit.Error):
        swfkit.write(log, path)
    assert path.read_text() == "before" and os.listdir(tmp_path) == ["log.swf"]


def test_aligned_columns_read_alike(sample, tmp_path):
    swfkit.write(sample, tmp_path / "aligned.swf", align=True)
    assert np.array_equal(swfkit.read(tmp_path / "aligned.swf"), sample)


def test_errors_name_the_line_and_the_field():
    with pytest.raises(swfkit.Error, match=r"log:3: field 4 \(run time\): not a number: 'x'"):
        swfkit.read(io.BytesIO(TEXT.replace(b" 4 ", b" x ")))
    read = swfkit.read(io.BytesIO(TEXT + b"junk\n"), skip_bad=True)
    assert len(read) == 1 and read.counts["bad"] == 1


def test_a_missing_file_is_said_as_python_does():
    with pytest.raises(FileNotFoundError):
        swfkit.read("missing.swf")


def test_what_a_file_raises_comes_back():
    class Broken(io.BytesIO):
        def read(self, size=-1):
            raise ConnectionResetError("gone")

    with pytest.raises(ConnectionResetError):
        swfkit.read(Broken())

    class BrokenLater(io.BytesIO):
        def read(self, size=-1):
            if self.tell() > 10:
                raise ConnectionResetError("gone")
            return super().read(8)

    with pytest.raises(ConnectionResetError):
        swfkit.read(BrokenLater(TEXT))


def test_files_that_are_none():
    with pytest.raises(TypeError, match='open it with "rb"'):
        swfkit.read(io.StringIO(TEXT.decode()))

    class Generous(io.BytesIO):
        def read(self, size=-1):
            return super().read(2 if size == 2 else -1)

    generous = Generous(TEXT * 100000)
    with pytest.raises(ValueError, match="gave"):
        swfkit.read(generous)


def test_an_empty_log():
    log = swfkit.read(io.BytesIO(b""))
    assert len(log) == 0 and log.header == [] and log.procs is None
    assert bytes_of(log) == b""


def test_parts_of_a_log(sample):
    log = swfkit.Log(sample, ["; MaxJobs: 16313", *sample.header])
    part = log[100:200]
    assert isinstance(part, swfkit.Log) and len(part) == 100
    assert part.header == sample.header and log[:].header == log.header
    assert isinstance(log[log["user"] == 1], swfkit.Log)
    assert type(log["wait"]) is np.ndarray
    part["wait"][0] = 42
    assert log["wait"][100] == 42


def test_logs_travel_between_processes(sample):
    copy = pickle.loads(pickle.dumps(sample[:10]))
    assert np.array_equal(copy, sample[:10]) and copy.header == sample.header


def test_a_data_frame_and_back(sample):
    pandas = pytest.importorskip("pandas")
    frame = sample.to_pandas()
    assert list(frame.columns) == list(swfkit.JOB.names)
    assert bytes_of(swfkit.from_pandas(frame)) == bytes_of(sample)
    few = pandas.DataFrame({"submit": [0, 5], "run_time": [1.5, None], "colour": ["red", "blue"]})
    log = swfkit.from_pandas(few, ["; MaxProcs: 8"])
    assert bytes_of(log).decode().splitlines() == [
        "; MaxProcs: 8",
        "1 0 -1 1.5" + 14 * " -1",
        "2 5 -1 -1" + 14 * " -1",
    ]
    with pytest.raises(ValueError, match="requested: not whole numbers"):
        swfkit.from_pandas(pandas.DataFrame({"submit": [0], "requested": [1.5]}))


def test_arrays_with_some_of_the_fields():
    log = swfkit.Log(np.array([(3.0, 4)], [("submit", "f4"), ("requested", "i2")]))
    assert log["submit"][0] == 3 and log["requested"][0] == 4 and log["user"][0] == -1
    with pytest.raises(ValueError, match="no field of jobs: size"):
        swfkit.Log(np.zeros(1, [("size", "i4")]))
    with pytest.raises(TypeError):
        swfkit.Log(np.zeros((2, 2)))
    with pytest.raises(ValueError, match="an end of line"):
        bytes_of(swfkit.Log(random_log(1), ["; Note: a\n1 2 3"]))
