#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: philly.py random SEED >TRACE; philly.py jobs <TRACE

Makes a random trace as those of Philly were published, in UTC; or prints the jobs that swf-import
is to make of one, by swf-import(1) alone: lines in SWF with the GPUs behind them. Attempts of one
job follow each other; which may begin before they were submitted, and are left out.
"""

import datetime
import json
import random
import sys

STATUS = {"Pass": 1, "Failed": 0, "Killed": 5}


def text(second):
    start = datetime.datetime(2017, 10, 1)
    return str(start + datetime.timedelta(seconds=second))


def random_attempt(rng, at):
    start = at + rng.choice([-5, 0, 0, 1, 7, 60])
    end = start + rng.choice([0, 1, 10, 100, 4000])
    machines = [{"ip": "m%d" % rng.randrange(9), "gpus": ["gpu0", "gpu1", "gpu2"][:rng.randrange(4)]}
                for _ in range(rng.randrange(3))]
    missing = ["None", None]
    return end, {"detail": machines,
                 "start_time": text(start) if rng.random() < 0.9 else rng.choice(missing),
                 "end_time": text(end) if rng.random() < 0.9 else rng.choice(missing)}


def random_trace(seed):
    rng = random.Random(seed)
    jobs = []
    for number in range(400):
        submit = at = rng.randrange(5000)
        attempts = []
        for _ in range(rng.choice([0, 1, 1, 1, 2, 3])):
            at, attempt = random_attempt(rng, at)
            attempts.append(attempt)
        job = {"status": rng.choice([*STATUS, "Other"]), "jobid": "application_%d" % number,
               "vc": rng.choice(["a", "b", "c", None]), "user": "u%d" % rng.randrange(20),
               "submitted_time": text(submit), "attempts": attempts}
        jobs.append(dict(rng.sample(sorted(job.items(), key=str), len(job))))
    json.dump(jobs, sys.stdout, indent=rng.choice([None, 1]))


def seconds(value):
    if value in (None, "None"):
        return None
    moment = datetime.datetime.strptime(value, "%Y-%m-%d %H:%M:%S")
    return int(moment.replace(tzinfo=datetime.timezone.utc).timestamp())


def runs_of(number, job):
    """The attempts that are jobs: those that have ended, and cannot have been otherwise."""
    submit = seconds(job["submitted_time"])
    for i, attempt in enumerate(job["attempts"]):
        start, end = seconds(attempt["start_time"]), seconds(attempt["end_time"])
        last = i + 1 == len(job["attempts"])
        if start is None or end is None:
            continue
        gpus = sum(len(machine["gpus"]) for machine in attempt["detail"])
        status = STATUS.get(job["status"], -1) if last else 5
        if submit <= start <= end:
            yield (submit, number, start, i), (end - start, gpus, status, job["user"], job["vc"])
        submit = end


def number_of(name, numbers):
    return -1 if name is None else numbers.setdefault(name, len(numbers) + 1)


def main():
    if sys.argv[1] == "random":
        random_trace(int(sys.argv[2]))
        return
    runs = sorted(run for number, job in enumerate(json.load(sys.stdin))
                  for run in runs_of(number, job))
    users, partitions = {}, {}
    for place, ((submit, _, start, _), (run, gpus, status, user, vc)) in enumerate(runs):
        size = gpus if gpus > 0 else -1
        print(place + 1, submit - runs[0][0][0], start - submit, run, size, -1, -1, size, -1, -1,
              status, number_of(user, users), -1, -1, -1, number_of(vc, partitions), -1, -1, gpus)


main()
