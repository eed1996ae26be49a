#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: resources.py SCHEDULER BACKFILL completions-first|arrivals-first AMOUNT... <LOG

A machine of processors, GPUs and kB of memory, as many of these as amounts are given, by the
definitions in swf-simulate(1) alone: what is free is added up anew at each question. SCHEDULER is
fcfs, easy, easy-sjbf, easy-shadow, creasy (alpha 0.5), conservative, smallest or shortest, and
BACKFILL what the last two do: easy, conservative or none. Prints a line a job that is scheduled:
its number and its start. Field 19 of the log are GPUs; estimates are what jobs are expected to run,
at least their run times.
"""

import sys


class Job:
    def __init__(self, words, kinds):
        self.number, self.submit = int(words[0]), float(words[1])
        self.run = float(words[3])
        allocated, requested = int(words[4]), int(words[7])
        procs = requested if requested > 0 else allocated
        gpus = int(words[18]) if len(words) > 18 else -1
        used, asked = int(words[6]), int(words[9])
        memory = asked if asked > 0 else max(used, 0)
        self.need = (procs, max(gpus, 0), procs * memory)[:kinds]
        estimate = float(words[8])
        self.requested = max(estimate, 0)
        self.expected = max(estimate if estimate > 0 else self.run, self.run)
        self.start, self.released, self.reserved = None, False, None


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

    def earliest(self, job, reserved, now):
        """The first time at which a job fits beside what runs and the reserved jobs."""
        held = [(now, other.expected_end, other.need) for other in self.running]
        held += [(other.reserved, other.reserved + other.expected, other.need)
                 for other in reserved]
        held = [(begin, end, need) for begin, end, need in held if end > max(begin, now)]
        times = sorted({now} | {t for begin, end, _ in held for t in (begin, end) if t > now})
        rooms = []
        for time in times:
            room = self.capacity
            for begin, end, need in held:
                if begin <= time < end:
                    room = minus(room, need)
            rooms.append(room)
        for i, time in enumerate(times):
            if all(fits(job.need, rooms[j]) for j in range(i, len(times))
                   if j == i or times[j] < time + job.expected):
                return time
        raise AssertionError("a job larger than the machine")


class Scheduler:
    passes_at_arrivals = False

    def __init__(self, machine):
        self.machine, self.queue = machine, []

    def arrive(self, job):
        self.queue.append(job)

    def ended(self, now):
        pass

    def due(self, now):
        return float("inf")

    def start(self, job, now):
        self.queue.remove(job)
        self.machine.start(job, now)

    def start_in_order(self, order, now):
        """Starts jobs up to the first that does not fit, and returns it with those behind it."""
        while order and fits(order[0].need, self.machine.free()):
            self.start(order.pop(0), now)
        return order

    def backfill(self, head, order, now):
        ends = sorted({job.expected_end for job in self.machine.running})
        shadow = next(end for end in ends
                      if end >= now and fits(head.need, self.machine.free_after(end)))
        extra = minus(self.machine.free_after(shadow), head.need)
        for job in order:
            late = now + job.expected > shadow
            if not fits(job.need, self.machine.free()) or (late and not fits(job.need, extra)):
                continue
            self.start(job, now)
            if late:
                extra = minus(extra, job.need)


class Fcfs(Scheduler):
    def schedule(self, now):
        self.start_in_order(list(self.queue), now)


class Easy(Scheduler):
    def order(self, jobs, now):
        return jobs

    def schedule(self, now):
        head, *others = self.start_in_order(list(self.queue), now) or [None]
        if head is not None:
            self.backfill(head, self.order(others, now), now)


class Sjbf(Easy):
    passes_at_arrivals = True

    def order(self, jobs, now):
        return sorted(jobs, key=lambda job: job.expected)


class Shadow(Easy):
    def backfill(self, head, order, now):
        def free_after(time):
            return self.machine.without(
                job for job in self.machine.running if job.start + job.requested > time)
        ends = sorted({now} | {job.start + job.requested for job in self.machine.running})
        shadow = next(end for end in ends if end >= now and fits(head.need, free_after(end)))
        for job in order:
            if fits(job.need, self.machine.free()) and now + job.requested <= shadow:
                self.start(job, now)


class Creasy(Scheduler):
    def schedule(self, now):
        longest = now - self.queue[0].submit if self.queue else 0

        def priority(job):
            waited = (now - job.submit) / longest if longest > 0 else 0
            impatience = 1 + 0.05 * ((now - job.submit + job.expected) / 60)
            return -(0.5 * waited + 0.5 * (1 / (impatience * impatience)))
        head, *others = self.start_in_order(sorted(self.queue, key=priority), now) or [None]
        if head is not None:
            self.backfill(head, others, now)


class Conservative(Scheduler):
    passes_at_arrivals = True

    def ended(self, now):
        reserved = [job for job in self.queue if job.reserved is not None]
        for job in reserved:
            others = [other for other in reserved if other is not job]
            job.reserved = min(job.reserved, self.machine.earliest(job, others, now))

    def schedule(self, now):
        for job in self.queue:
            if job.reserved is None:
                others = [other for other in self.queue if other.reserved is not None]
                job.reserved = self.machine.earliest(job, others, now)
        for job in list(self.queue):
            if job.reserved <= now and fits(job.need, self.machine.free()):
                self.start(job, now)

    def due(self, now):
        return min((job.reserved for job in self.queue
                    if job.reserved is not None and job.reserved > now), default=float("inf"))


class Ordered(Scheduler):
    passes_at_arrivals = True
    keys = {"smallest": lambda job: job.need[0], "shortest": lambda job: job.expected}

    def __init__(self, machine, key, backfill):
        super().__init__(machine)
        self.key, self.how = self.keys[key], backfill

    def schedule(self, now):
        order = sorted(self.queue, key=self.key)
        if self.how == "conservative":
            self.plan(order, now)
            return
        head, *others = self.start_in_order(order, now) or [None]
        if head is not None and self.how == "easy":
            self.backfill(head, others, now)

    def plan(self, order, now):
        reserved = []
        for job in order:
            job.reserved = self.machine.earliest(job, reserved, now)
            if job.reserved == now and fits(job.need, self.machine.free()):
                self.start(job, now)
            else:
                reserved.append(job)


def simulate(scheduler, machine, jobs):
    i = 0
    while i < len(jobs) or machine.running or scheduler.queue:
        ends = [job.start + job.run for job in machine.running]
        arrivals = [jobs[i].submit] if i < len(jobs) else []
        now = min(ends + arrivals + [scheduler.due(getattr(machine, "now", -1))])
        due = scheduler.due(getattr(machine, "now", -1)) <= now
        machine.now = now
        ending = sorted((job for job in machine.running if job.start + job.run <= now),
                        key=lambda job: (job.start + job.run, job.rank))
        if not machine.expires:
            for job in ending:
                machine.running.remove(job)
                scheduler.ended(now)
            while i < len(jobs) and jobs[i].submit <= now:
                scheduler.arrive(jobs[i])
                i += 1
            scheduler.schedule(now)
            continue
        passed = False
        while i < len(jobs) and jobs[i].submit <= now:
            machine.release(now)
            scheduler.arrive(jobs[i])
            if scheduler.passes_at_arrivals or fits(jobs[i].need, machine.free()):
                scheduler.schedule(now)
                passed = True
            i += 1
        # what has started just now may end just now too
        ending = sorted((job for job in machine.running if job.start + job.run <= now),
                        key=lambda job: (job.start + job.run, job.rank))
        if ending:
            machine.running.remove(ending[0])
            machine.release(now)
            scheduler.ended(now)
            scheduler.schedule(now)
        elif due and not passed:
            machine.release(now)
            scheduler.schedule(now)


def main():
    name, backfill, order = sys.argv[1:4]
    capacity = tuple(int(amount) for amount in sys.argv[4:])
    jobs = [Job(line.split(), len(capacity)) for line in sys.stdin
            if line.strip() and line[0] != ";"]
    machine = Machine(capacity, order == "arrivals-first")
    simple = {"fcfs": Fcfs, "easy": Easy, "easy-sjbf": Sjbf, "easy-shadow": Shadow,
              "creasy": Creasy, "conservative": Conservative}
    scheduler = simple[name](machine) if name in simple else Ordered(machine, name, backfill)
    simulate(scheduler, machine, jobs)
    for job in jobs:
        print(job.number, f"{job.start:.15g}")


main()
