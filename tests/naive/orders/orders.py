#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: orders.py POLICY BACKFILL EVENT_ORDER HALF_LIFE [LOG]

A second implementation of orders by formulas, from the definitions in swf-simulate(1) and the
papers alone. POLICY is a name of the list below or any expression of Python that has the names of
a formula. A HALF_LIFE of 0 is none. Prints the number of each job and its wait. Every pass computes
the value of every job that waits, and goes through all that runs.
"""

import gzip
import math
import sys

NAMES = "size estimate predicted submit wait now user_usage queue group user procs free waiting"

# as published: r is the run time by its estimate, n the size, s the submit time, w the wait so far
PUBLISHED = {
    "fcfs": "s",
    "sjf": "r",
    "ljf": "-r",
    "saf": "r*n",
    "laf": "-(r*n)",
    "sqf": "n",
    "lqf": "-n",
    "sexp": "(w+r)/at_least_1(r)",
    "wfp3": "-(w/at_least_1(r))**3*n",
    "unicep": "-w/((log2(n) if n > 1 else 1e-15)*at_least_1(r))",
    "f1": "log10(at_least_1(r))*n+8.70e2*log10(at_least_1(s))",
    "f2": "sqrt(r)*n+2.56e4*log10(at_least_1(s))",
    "f3": "r*n+6.86e6*log10(at_least_1(s))",
    "f4": "r*sqrt(n)+5.30e5*log10(at_least_1(s))",
}


def logarithm(function):
    return lambda x: -math.inf if x == 0 else function(x)


FUNCTIONS = {
    "log": logarithm(math.log),
    "log2": logarithm(math.log2),
    "log10": logarithm(math.log10),
    "sqrt": math.sqrt,
    "exp": math.exp,
    "at_least_1": lambda x: 1.0 if x < 1 else x,
}


def function_of(names, policy):
    return eval("lambda %s: %s" % (names.replace(" ", ", "), policy), dict(FUNCTIONS))


class Job:
    def __init__(self, fields):
        number = [float(f) for f in fields]
        self.number, self.submit, self.run_time = fields[0], number[1], number[3]
        self.size = int(number[7] if number[7] > 0 else number[4])
        self.estimate = max(number[8] if number[8] > 0 else self.run_time, self.run_time)
        self.user, self.group, self.queue = number[11], number[12], number[14]
        self.wait, self.start, self.released = -1, None, False

    def end(self):
        return self.start + self.run_time

    def expected_end(self):
        return self.start + self.estimate


class Simulation:
    def __init__(self, jobs, procs, policy, backfill, half_life):
        self.procs, self.backfill = procs, backfill
        self.published = policy in PUBLISHED
        self.call = (
            function_of("r n s w", PUBLISHED[policy])
            if self.published
            else function_of(NAMES, policy)
        )
        self.names_usage = "user_usage" in policy
        self.half_life = half_life
        self.coming = [job for job in jobs if job.run_time >= 0 and job.size > 0]
        self.coming.reverse()
        self.waiting, self.running, self.started = [], [], {}
        self.now = -math.inf

    def free(self):
        return self.procs - sum(job.size for job in self.running if not job.released)

    def used(self, job):
        """What a start has used up to now, of which a processor-second fades with its age."""
        start, end = job.start - self.now, min(job.end(), self.now) - self.now
        if self.half_life == 0:
            return job.size * (end - start)
        rate = math.log(2) / self.half_life
        return job.size * (math.exp(rate * end) - math.exp(rate * start)) / rate

    def value(self, job, free):
        wait = self.now - job.submit
        if self.published:
            return self.call(job.estimate, float(job.size), job.submit, wait)
        usage = 0
        if self.names_usage:
            usage = math.fsum(self.used(other) for other in self.started.get(job.user, []))
        return self.call(
            size=float(job.size),
            estimate=job.estimate,
            predicted=job.estimate,
            submit=job.submit,
            wait=wait,
            now=self.now,
            user_usage=usage,
            queue=job.queue,
            group=job.group,
            user=job.user,
            procs=float(self.procs),
            free=float(free),
            waiting=float(len(self.waiting)),
        )

    def start(self, job):
        job.start, job.wait = self.now, self.now - job.submit
        self.running.append(job)
        self.started.setdefault(job.user, []).append(job)

    def go_through(self):
        """A pass. sorted() keeps the order of arrival where values are equal."""
        free = self.free()
        value = {job: self.value(job, free) for job in self.waiting}
        order = sorted(self.waiting, key=lambda job: value[job])
        if self.backfill == "conservative":
            self.reserve(order)
        else:
            while order and order[0].size <= free:
                free -= order[0].size
                self.start(order.pop(0))
            if order and self.backfill == "easy":
                self.fill_behind(order[0], order[1:])
        self.waiting = [job for job in self.waiting if job.start is None]

    def fill_behind(self, head, others):
        free = at_shadow = self.free()
        ends = sorted((job.expected_end(), job.size) for job in self.running if not job.released)
        shadow = self.now
        for end, size in ends:
            if end > shadow and at_shadow >= head.size:
                break
            shadow, at_shadow = end, at_shadow + size
        extra = at_shadow - head.size
        for job in others:
            in_time = self.now + job.estimate <= shadow
            if job.size <= free and (in_time or job.size <= extra):
                free -= job.size
                extra -= 0 if in_time else job.size
                self.start(job)

    def reserve(self, order):
        changes = [
            change
            for job in self.running
            for change in ((self.now, job.size), (max(job.expected_end(), self.now), -job.size))
        ]
        for job in order:
            changes.sort(key=lambda change: change[0])
            begin, used = self.now, 0
            for time, procs in changes:
                if time > begin:
                    if used + job.size > self.procs:
                        begin = time
                    elif begin + job.estimate <= time:
                        break
                used += procs
            if begin == self.now and job.size <= self.free():
                self.start(job)
            changes += [(begin, job.size), (begin + job.estimate, -job.size)]

    def next_end(self):
        """Of jobs that end together, the one that started first."""
        return min(self.running, key=lambda job: job.end(), default=None)

    def next_time(self):
        first = self.next_end()
        end = first.end() if first else math.inf
        return min(self.coming[-1].submit, end) if self.coming else end

    def end_first(self):
        job = self.next_end()
        if job is None or job.end() > self.now:
            return False
        self.running.remove(job)
        return True

    def arrives(self):
        if not self.coming or self.coming[-1].submit > self.now:
            return False
        self.waiting.append(self.coming.pop())
        return True

    def completions_first(self):
        while self.end_first():
            pass
        while self.arrives():
            pass
        self.go_through()

    def arrivals_first(self):
        def release():
            for job in self.running:
                job.released = job.released or job.expected_end() <= self.now

        release()
        while self.arrives():
            release()
            self.go_through()
        release()
        if self.end_first():
            self.go_through()

    def run(self, event_order):
        step = self.completions_first if event_order == "completions-first" else self.arrivals_first
        while self.next_time() < math.inf:
            self.now = self.next_time()
            step()


def main():
    policy, backfill, event_order, half_life = sys.argv[1:5]
    procs, jobs = None, []
    name = sys.argv[5]
    with (gzip.open if name.endswith(".gz") else open)(name, "rt") as log:
        for line in log:
            if line.startswith(";"):
                words = line[1:].split()
                if words[:1] == ["MaxProcs:"] and procs is None:
                    procs = int(words[1])
            elif line.strip():
                jobs.append(Job(line.split()))
    Simulation(jobs, procs, policy, backfill, float(half_life)).run(event_order)
    for job in jobs:
        print(job.number, "%.10g" % job.wait)


main()
