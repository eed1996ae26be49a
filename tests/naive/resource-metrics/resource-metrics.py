#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: resource-metrics.py PROCS GPUS MEMORY submit|completion [BIN] <LOG

What swf-metrics says of processors, GPUs and memory (kB), by the definitions in swf-metrics(1)
alone: time is cut at each submit, start and end, and what waits, runs and binds is looked up anew
in each piece, of all jobs. Field 19 of the log are GPUs. MEMORY is 0 where it does not count.

Prints CSV. Without BIN: the columns of swf-metrics that are of resources, and behind that those of
each class by GPUs. With BIN, in s: the time series, with bins from second 0 on.
"""

import sys

NAMES = ("procs", "gpus", "memory")


class Job:
    def __init__(self, words):
        field = [None] + [float(word) for word in words] + [-1.0]
        self.submit, self.run = field[2], field[4]
        self.start = field[2] + field[3]
        self.end = self.start + self.run
        procs = field[8] if field[8] > 0 else field[5]
        memory = field[10] if field[10] > 0 else field[7]
        self.need = (procs, max(field[19], 0), max(memory, 0) * procs)
        self.ran = field[3] >= 0 and field[4] >= 0 and procs > 0


def pieces(jobs, begin, end):
    """The window, cut where something changes."""
    cuts = {t for job in jobs for t in (job.submit, job.start, job.end) if begin < t < end}
    cuts = sorted(cuts | {begin, end})
    return zip(cuts, cuts[1:])


def total(jobs, r):
    return sum(job.need[r] for job in jobs)


def measure(jobs, arrived, capacity, begin, end):
    """Of all jobs, those submitted, over a window."""
    length = end - begin
    kinds = [r for r in range(3) if capacity[r] > 0]
    found = {"binds_none": 0.0, "waiting_share": 0.0}
    for r in kinds:
        found.update({f"{what}_{NAMES[r]}": 0.0 for what in ("queue", "busy", "binds")})
        found["work_" + NAMES[r]] = sum(job.need[r] * job.run for job in arrived)
        found["load_" + NAMES[r]] = found["work_" + NAMES[r]] / length / capacity[r]
    for a, b in pieces(jobs, begin, end):
        share = (b - a) / length
        waiting = [job for job in jobs if job.submit <= a < job.start]
        running = [job for job in jobs if job.start <= a < job.end]
        for r in kinds:
            found["queue_" + NAMES[r]] += share * total(waiting, r)
            found["busy_" + NAMES[r]] += share * total(running, r)
        if not waiting:
            continue
        head = min(waiting, key=lambda job: job.submit)  # the first of the log among equals
        found["waiting_share"] += share
        short = [r for r in kinds if capacity[r] - total(running, r) < head.need[r]]
        for r in short:
            found["binds_" + NAMES[r]] += share
        if not short:
            found["binds_none"] += share
    for r in kinds:
        found["utilization_" + NAMES[r]] = found["busy_" + NAMES[r]] / capacity[r]
    return found


def class_of(job):
    for limit in (0, 1, 4, 8):
        if job.need[1] <= limit:
            return f"to-{limit}" if limit > 0 else "none"
    return "over-8"


def series(jobs, capacity, end, width):
    begin = jobs[0].submit
    edge = begin // width * width
    others = [name for name, there in zip(NAMES, capacity) if there > 0]
    columns = ["queue_procs"]
    for name in others[1:]:
        columns += [f"{what}_{name}" for what in ("busy", "utilization", "load", "queue")]
    columns += ["binds_" + name for name in others] + ["binds_none"]
    print(",".join(["begin", "seconds"] + columns))
    while begin < end:
        edge += width
        until = min(edge, end)
        arrived = [job for job in jobs if begin <= job.submit < until or job.submit == until == end]
        found = measure(jobs, arrived, capacity, begin, until)
        print(",".join(f"{x:.15g}" for x in [begin, until - begin] + [found[c] for c in columns]))
        begin = until


def table(jobs, capacity, end):
    columns = ["load_procs", "queue_procs_mean"]
    names = ["load_procs", "queue_procs"]
    others = [name for name, there in zip(NAMES, capacity) if there > 0]
    for name in others[1:]:
        names += [f"{what}_{name}" for what in ("utilization", "load", "queue", "busy", "work")]
    columns += [n + "_mean" if n.startswith(("queue", "busy")) else n for n in names[2:]]
    binding = ["binds_" + name for name in others] + ["binds_none", "waiting_share"]
    found = measure(jobs, jobs, capacity, jobs[0].submit, end)
    print(",".join(columns + binding))
    print(",".join(f"{found[name]:.15g}" for name in names + binding))
    print(",".join(["gpus", "jobs", "wait_mean"] + columns))
    for kind in ("none", "to-1", "to-4", "to-8", "over-8"):
        part = [job for job in jobs if class_of(job) == kind]
        if part:
            found = measure(part, part, capacity, jobs[0].submit, end)
            mean = sum(job.start - job.submit for job in part) / len(part)
            values = [len(part), mean] + [found[name] for name in names]
            print(",".join([kind] + [f"{x:.15g}" for x in values]))


def main():
    capacity = [float(word) for word in sys.argv[1:4]]
    jobs = [Job(line.split()) for line in sys.stdin if line.strip() and line[0] != ";"]
    jobs = [job for job in jobs if job.ran]
    end = jobs[-1].submit if sys.argv[4] == "submit" else max(job.end for job in jobs)
    if len(sys.argv) > 5:
        series(jobs, capacity, end, float(sys.argv[5]))
    else:
        table(jobs, capacity, end)


main()
