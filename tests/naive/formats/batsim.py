#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: batsim.py LOG <WORKLOAD

Whether a workload is as the documentation of Batsim 5 has it (page Workload: members, their types
and values), and has the jobs of a log in SWF, in its order, with their submit times, sizes,
estimates and run times. Dies of the first fault; prints how many jobs Batsim runs, and how many it
does not.
"""

import json
import sys


def unique(pairs):
    """Members, of which no two may have one name."""
    members = dict(pairs)
    assert len(members) == len(pairs), pairs
    return members


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def check_workload(workload):
    """What Batsim requires."""
    assert isinstance(workload["nb_res"], int) and workload["nb_res"] > 0
    for name, profile in workload["profiles"].items():
        assert profile["type"] == "DelayProfile", name
        assert is_number(profile["delay"]) and profile["delay"] > 0, name
    names = set()
    for job in workload["jobs"]:
        assert isinstance(job["id"], str) and "!" not in job["id"], job
        assert job["id"] not in names, job
        names.add(job["id"])
        assert is_number(job["subtime"]), job
        assert isinstance(job["res"], int) and job["res"] > 0, job
        assert isinstance(job["profile"], str) and job["profile"] in workload["profiles"], job
        assert "walltime" not in job or is_number(job["walltime"]) and job["walltime"] > 0, job
    assert set(workload["profiles"]) == {job["profile"] for job in workload["jobs"]}


def main():
    workload = json.load(sys.stdin, object_pairs_hook=unique)
    check_workload(workload)
    jobs = iter(workload["jobs"])
    run, others = 0, 0
    for line in open(sys.argv[1], encoding="utf-8"):
        if line.startswith(";"):
            continue
        words = line.split()
        size = int(words[7]) if int(words[7]) > 0 else int(words[4])
        if float(words[3]) <= 0 or size <= 0:
            others += 1
            continue
        job = next(jobs)
        run += 1
        estimate = float(words[8])
        assert job["id"] == words[0], (job, line)
        assert float(job["subtime"]) == float(words[1]), (job, line)
        assert job["res"] == size, (job, line)
        assert job.get("walltime", -1) == (estimate if estimate > 0 else -1), (job, line)
        assert workload["profiles"][job["profile"]]["delay"] == float(words[3]), (job, line)
    assert next(jobs, None) is None
    assert len(workload.get("swf_jobs", [])) == others
    print(run, others)


main()
