# SPDX-License-Identifier: GPL-3.0-or-later
"""Conservative backfilling from the definition in swf-simulate(1): at each end of a job every
reservation is taken out and made again, in the order of arrival, and each search for the earliest
time walks along all that runs and is reserved. Needs the folder of swfkit.py in PYTHONPATH."""

import bisect

import swfkit


class Plan:
    """The processors in use from now on, as what changes at each time."""

    def __init__(self, now):
        self.now = now
        self.times, self.changes = [], {}

    def use(self, size, start, end):
        self.change(max(start, self.now), size)
        self.change(max(end, self.now), -size)

    def change(self, time, procs):
        if time not in self.changes:
            bisect.insort(self.times, time)
        self.changes[time] = self.changes.get(time, 0) + procs

    def earliest(self, job, procs):
        """The first time at which that many processors are enough for the job, too, for as long as
        it is expected to run."""
        start, used = self.now, 0
        for time in self.times:
            if time > start:
                if used + job.size > procs:
                    start = time
                elif start + job.predicted <= time:
                    break
            used += self.changes[time]
        return start


class Conservative(swfkit.Scheduler):
    passes_at_arrivals = True

    def begin(self):
        self.reserved = {}  # s, when each job that waits is to start

    def plan(self):
        plan = Plan(self.now)
        for job in self.running:
            plan.use(job.size, self.now, job.expected_end)
        for job, start in self.reserved.items():
            plan.use(job.size, start, start + job.predicted)
        return plan

    def arrive(self, job):
        self.reserved[job] = self.plan().earliest(job, self.procs)

    def ended(self, job):
        plan = self.plan()
        for job in self.waiting:
            before = self.reserved[job]
            plan.use(-job.size, before, before + job.predicted)
            again = plan.earliest(job, self.procs)
            # what needs no time keeps nobody out of its place, and need not leave it
            if job.predicted == 0:
                again = min(again, before)
            plan.use(job.size, again, again + job.predicted)
            self.reserved[job] = again

    def schedule(self):
        for job in self.waiting:
            if self.reserved[job] <= self.now and job.size <= self.free:
                self.start(job)
                del self.reserved[job]
        for time in self.reserved.values():
            if time > self.now:
                self.wake(time)


if __name__ == "__main__":
    Conservative().run()
