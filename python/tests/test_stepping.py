# SPDX-License-Identifier: GPL-3.0-or-later
"""Simulations that wait for their caller: the schedules of the built-in schedulers and of a second
implementation, and what callers do wrong."""

import gc
import os
import threading

import naive
import numpy as np
import pytest
from conftest import LOGS, bytes_of, random_log, random_resource_log

import swfkit

ORDERS = ("completions-first", "arrivals-first")


def logs():
    return [*LOGS, 1, 2, 3]


def log_of(source):
    return random_log(source) if isinstance(source, int) else swfkit.read(source)


def fcfs(sim):
    while sim.next():
        if sim.waiting["size"][0] <= sim.free:
            sim.start(0)


def easy(sim):
    while sim.next():
        sim.backfill(0)


@pytest.mark.parametrize("source", logs(), ids=str)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("caller", [fcfs, easy])
@pytest.mark.parametrize("predict", ["estimate", "recent:2", "actual"])
def test_a_caller_as_the_built_in_schedulers(source, order, caller, predict):
    log = log_of(source)
    options = {"event_order": order, "oversize": "skip", "predict": predict}
    sim = swfkit.Simulation(log, visible=1, **options)
    caller(sim)
    built_in = swfkit.simulate(log, caller.__name__, **options)
    assert bytes_of(sim.schedule) == bytes_of(built_in)
    assert sim.schedule.counts == built_in.counts
    assert sim.metrics() == swfkit.metrics(built_in)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("oversize", ["skip", "clamp"])
@pytest.mark.parametrize("scheduler", ["fcfs", "easy"])
@pytest.mark.parametrize("predict", ["estimate", "recent:2"])
def test_a_caller_by_resources(order, oversize, scheduler, predict):
    log = random_resource_log(5)
    options = {
        "event_order": order,
        "oversize": oversize,
        "predict": predict,
        "resources": ["procs", "gpus", "memory"],
        "gpus": 6,
    }

    def decide(sim):
        sim.backfill(0) if scheduler == "easy" else sim.reserve(0)

    built_in = swfkit.simulate(log, scheduler, **options)
    sim = swfkit.Simulation(log, **options)
    decisions, copies = 0, []
    while sim.next():
        decisions += 1
        if decisions % 20 == 0:
            copies.append(sim.copy())
        decide(sim)
    assert max(copy.waiting["gpus"].max() for copy in copies) > 0
    for copy in copies:
        decide(copy)
        while copy.next():
            decide(copy)
    for done in [sim, *copies]:
        assert bytes_of(done.schedule) == bytes_of(built_in)


def test_a_job_without_gpus_for_it_does_not_start():
    log = random_resource_log(6)
    sim = swfkit.Simulation(log, oversize="skip")
    while sim.next():
        lacking = np.flatnonzero(sim.waiting["gpus"] > sim.free_gpus)
        if len(lacking) and sim.waiting["size"][lacking[0]] <= sim.free:
            break
        sim.backfill(0)
    with pytest.raises(swfkit.Error, match=r"of \d+ GPUs does not fit: \d+ are free"):
        sim.start(lacking[0])


def easy_by_hand(sim):
    """EASY as its definition has it, from what a caller sees."""
    while sim.next():
        waiting, free, now = sim.waiting.copy(), sim.free, sim.now
        head, others = waiting[0], waiting[1:]
        if head["size"] <= free:
            sim.start(0)
            continue
        shadow, extra = now, free
        for end in np.unique(sim.running["expected_end"]):
            ended = sim.running["expected_end"] == end
            shadow, extra = end, extra + sim.running["size"][ended].sum()
            if extra >= head["size"]:
                break
        extra -= head["size"]
        for place, job in enumerate(others, 1):
            fits = job["size"] <= free
            if fits and (now + job["predicted"] <= shadow or job["size"] <= extra):
                sim.start(place)
                break


@pytest.mark.parametrize("seed", range(5))
def test_easy_by_the_eyes_of_a_caller(seed):
    log = random_log(seed)
    sim = swfkit.Simulation(log)
    easy_by_hand(sim)
    assert bytes_of(sim.schedule) == bytes_of(swfkit.simulate(log, "easy"))


def sizes(log):
    return np.where(log["requested"] > 0, log["requested"], log["allocated"])


def plain(log):
    """The jobs of the second implementation."""
    estimates = np.maximum(log["estimate"], log["run_time"])
    return list(zip(log["submit"], log["run_time"], sizes(log).tolist(), estimates))


def windows(source, count=12, jobs=128):
    log = log_of(source)
    log = log[(log["run_time"] >= 0) & (sizes(log) > 0) & (sizes(log) <= log.procs)]
    draw = np.random.default_rng(5)
    for _ in range(count):
        first = draw.integers(len(log) - jobs)
        yield log[first : first + jobs]


@pytest.mark.parametrize("source", logs(), ids=str)
@pytest.mark.parametrize("backfill", [False, True])
def test_episodes_as_plain_python_has_them(source, backfill):
    for log in windows(source):
        jobs = plain(log)

        def shortest(waiting, now, free, jobs=jobs):
            return min(range(len(waiting)), key=lambda i: jobs[waiting[i]][3])

        sim = swfkit.Simulation(log, visible=32)
        while sim.next():
            place = sim.waiting["estimate"].argmin()
            sim.backfill(place) if backfill else sim.reserve(place)
        starts = sim.schedule["submit"] + sim.schedule["wait"]
        assert starts.tolist() == naive.episode(jobs, log.procs, 32, shortest, backfill)


@pytest.mark.parametrize("order", ORDERS)
def test_a_copy_goes_on_by_itself(order):
    log = random_log(4)
    draw = np.random.default_rng(4)
    sim = swfkit.Simulation(log, event_order=order, predict="recent:2")
    copies = []
    while sim.next():
        if draw.random() < 0.1:
            copies.append(sim.copy())
        sim.backfill(draw.integers(len(sim.waiting)))
    # A copy that is stepped alike ends alike, whatever became of the others.
    draw = np.random.default_rng(4)
    other = swfkit.Simulation(log, event_order=order, predict="recent:2")
    while other.next():
        if draw.random() < 0.1:
            other = other.copy()
        other.backfill(draw.integers(len(other.waiting)))
    assert bytes_of(other.schedule) == bytes_of(sim.schedule)
    # A copy is where the original was when it was made.
    assert len(copies) > 10
    for copy in copies:
        before = copy.now, copy.free, copy.waiting.tolist(), copy.running.tolist()
        again = copy.copy()
        assert before == (again.now, again.free, again.waiting.tolist(), again.running.tolist())
        easy(copy)
        easy(again)
        assert len(copy.schedule) == len(log)
        assert bytes_of(copy.schedule) == bytes_of(again.schedule)


def test_begin_again():
    log, other = random_log(1), random_log(2, jobs=700)
    sim = swfkit.Simulation(log)
    easy(sim)
    first = bytes_of(sim.schedule)
    sim.reset()
    assert len(sim.schedule) == 0
    for _ in range(5):
        sim.next() and sim.backfill(0)
    sim.reset(other)
    easy(sim)
    assert bytes_of(sim.schedule) == bytes_of(swfkit.simulate(other, "easy"))
    sim.reset(log)
    easy(sim)
    assert bytes_of(sim.schedule) == first


def jobs_of(*rows):
    kinds = [("number", "i8"), ("submit", "f8"), ("run_time", "f8"), ("requested", "i4")]
    return swfkit.Log(np.array(list(rows), kinds), ["; MaxProcs: 8"])


def test_what_a_caller_sees():
    sim = swfkit.Simulation(jobs_of((11, 0, 50, 6), (12, 5, 9, 4), (13, 5, 7, 2)))
    assert sim.next() and sim.now == 0 and sim.free == 8 and sim.procs == 8
    sim.start(0)
    assert sim.next() and sim.now == 5 and sim.free == 2
    assert sim.waiting["number"].tolist() == [12, 13]
    assert sim.waiting["place"].tolist() == [1, 2]
    assert sim.running["number"].tolist() == [11]
    assert sim.running["expected_end"].tolist() == [50]
    sim.start(1)
    assert len(sim.schedule) == 1  # job 12 waits still, and stands before job 13
    # At 12 the other has ended, and at 50 the first.
    assert sim.next() and sim.now == 12 and sim.free == 2
    assert sim.next() and sim.now == 50
    sim.start(0)
    assert not sim.next() and not sim.next()
    assert sim.schedule["wait"].tolist() == [0, 45, 0]


def test_wrong_starts():
    sim = swfkit.Simulation(jobs_of((1, 0, 50, 6), (2, 0, 9, 4)))
    with pytest.raises(swfkit.Error, match="no job waits at place 0"):
        sim.start(0)
    assert sim.next()
    for place in (2, -1, 2**40):
        with pytest.raises(swfkit.Error, match="no job waits at place"):
            sim.start(place)
    sim.start(0)
    with pytest.raises(swfkit.Error, match="job 2 of 4 processors does not fit: 2 are free"):
        sim.start(0)  # what was at place 1 is there now
    with pytest.raises(swfkit.Error, match="no job waits at place 1"):
        sim.start(1)  # started twice
    easy(sim)
    assert sim.schedule["wait"].tolist() == [0, 50]
    with pytest.raises(TypeError):
        sim.start("1")


def test_a_caller_who_starts_nothing_ends_with_an_error():
    sim = swfkit.Simulation(jobs_of((1, 0, 50, 6)))
    assert sim.next()
    with pytest.raises(swfkit.Error, match="left job 1 waiting for ever"):
        sim.next()
    with pytest.raises(swfkit.Error, match="left job 1 waiting for ever"):
        sim.next()
    sim.reset()
    easy(sim)
    assert len(sim.schedule) == 1


def test_a_log_that_ends_in_mid_episode():
    sim = swfkit.Simulation(random_log(1))
    for _ in range(20):
        sim.next() and sim.backfill(0)
    del sim
    gc.collect()
    empty = swfkit.Simulation(random_log(1)[:0])
    assert not empty.next() and len(empty.schedule) == 0


def test_a_log_that_is_none():
    with pytest.raises(swfkit.Error, match="earlier than the job before"):
        swfkit.Simulation(random_log(1)[::-1])
    with pytest.raises(swfkit.OversizeError):
        fcfs(swfkit.Simulation(jobs_of((1, 0, 50, 9))))
    wrong = random_log(1)
    wrong["run_time"][3] = np.nan
    with pytest.raises(swfkit.Error, match=r"\(place 3\): run time: not a time"):
        swfkit.Simulation(wrong)


def test_the_jobs_stay_as_long_as_the_simulation():
    sim = swfkit.Simulation(random_log(7))
    gc.collect()
    swamp = [np.full(5000, -1.0) for _ in range(200)]  # over what would have been freed
    easy(sim)
    assert bytes_of(sim.schedule) == bytes_of(swfkit.simulate(random_log(7), "easy"))
    del swamp


def test_closed_twice():
    sim = swfkit.Simulation(random_log(1))
    sim.next()
    copy = sim.copy()
    sim.close()
    sim.close()
    for use in (sim.next, sim.copy, sim.reset, lambda: sim.start(0), lambda: sim.waiting):
        with pytest.raises(swfkit.Error, match="closed"):
            use()
    easy(copy)
    copy.close()
    copy.close()


def test_a_fork_goes_on_by_itself():
    sim = swfkit.Simulation(random_log(3))
    for _ in range(30):
        sim.next() and sim.backfill(0)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            easy(sim)
            os.write(writing, str(hash(bytes_of(sim.schedule))).encode())
        finally:
            os._exit(0)
    easy(sim)
    os.close(writing)
    with open(reading, "rb") as pipe:
        assert int(pipe.read()) == hash(bytes_of(sim.schedule))
    assert os.waitpid(child, 0)[1] == 0


def test_two_threads_with_a_simulation_each():
    expected = [bytes_of(swfkit.simulate(random_log(seed), "easy")) for seed in range(4)]
    got = [[] for _ in expected]

    def work(seed):
        sim = swfkit.Simulation(random_log(seed))
        for _ in range(10):
            sim.reset()
            easy(sim)
            got[seed].append(bytes_of(sim.schedule))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == [[one] * 10 for one in expected]
