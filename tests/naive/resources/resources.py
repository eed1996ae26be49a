#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: resources.py fcfs|easy completions-first|arrivals-first PROCS GPUS <LOG

A machine of processors and GPUs, by the definitions in swf-simulate(1) alone: what is free is added
up anew at each question, and a shadow time is looked for by trying all times. Prints a line a job
that is scheduled: its number and its start. Field 19 of the log are GPUs; estimates are what jobs
are expected to run, at least their run times.
"""

import sys


class Job:
    def __init__(self, words):
        self.number, self.submit = int(words[0]), float(words[1])
        self.run = float(words[3])
        allocated, requested = int(words[4]), int(words[7])
        procs = requested if requested > 0 else allocated
        gpus = int(words[18]) if len(words) > 18 else -1
        self.need = (procs, max(gpus, 0))
        estimate = float(words[8])
        self.expected = max(estimate if estimate > 0 else self.run, self.run)
        self.start, self.released = None, False


def fits(need, room):
    return all(n <= r for n, r in zip(need, room))


def minus(a, b):
    return tuple(x - y for x, y in zip(a, b))


class Machine:
    def __init__(self, capacity, expires):
        self.capacity, self.expires = capacity, expires
        self.running, self.starts = [], 0

    def release(self, now):
        """With arrivals first, what was expected to end by now holds nothing from an event on."""
        for job in self.running if self.expires else ():
            job.released = job.released or job.expected_end <= now

    def free(self):
        return self.without(job for job in self.running if not job.released)

    def free_after(self, time):
        """What is free once all that is expected to end by a time has."""
        return self.without(job for job in self.running if job.expected_end > time)

    def without(self, jobs):
        room = self.capacity
        for job in jobs:
            room = minus(room, job.need)
        return room

    def start(self, job, now):
        job.start, job.expected_end = now, now + job.expected
        job.rank = self.starts
        self.starts += 1
        self.running.append(job)


def schedule_pass(scheduler, machine, queue, now):
    while queue and fits(queue[0].need, machine.free()):
        machine.start(queue.pop(0), now)
    if not queue or scheduler == "fcfs":
        return
    head = queue[0]
    ends = sorted({job.expected_end for job in machine.running})
    shadow = next(end for end in ends if end >= now and fits(head.need, machine.free_after(end)))
    extra = minus(machine.free_after(shadow), head.need)
    for job in queue[1:]:
        if not fits(job.need, machine.free()):
            continue
        late = now + job.expected > shadow
        if late and not fits(job.need, extra):
            continue
        queue.remove(job)
        machine.start(job, now)
        if late:
            extra = minus(extra, job.need)


def simulate(scheduler, order, capacity, jobs):
    machine, queue, i = Machine(capacity, order == "arrivals-first"), [], 0
    while i < len(jobs) or machine.running:
        ends = [(job.start + job.run, job.rank) for job in machine.running]
        now = min([end for end, _ in ends] + ([jobs[i].submit] if i < len(jobs) else []))
        if order == "completions-first":
            machine.running = [job for job in machine.running if job.start + job.run > now]
            while i < len(jobs) and jobs[i].submit <= now:
                queue.append(jobs[i])
                i += 1
            schedule_pass(scheduler, machine, queue, now)
        else:
            while i < len(jobs) and jobs[i].submit <= now:
                queue.append(jobs[i])
                i += 1
                machine.release(now)
                if fits(queue[-1].need, machine.free()):
                    schedule_pass(scheduler, machine, queue, now)
            ending = [job for job in machine.running if job.start + job.run <= now]
            if ending:
                machine.release(now)
                machine.running.remove(min(ending, key=lambda job: (job.start + job.run, job.rank)))
                schedule_pass(scheduler, machine, queue, now)


def main():
    scheduler, order = sys.argv[1:3]
    capacity = (int(sys.argv[3]), int(sys.argv[4]))
    jobs = [Job(line.split()) for line in sys.stdin if line.strip() and line[0] != ";"]
    simulate(scheduler, order, capacity, jobs)
    for job in jobs:
        print(job.number, f"{job.start:.15g}")


main()
