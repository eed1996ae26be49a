# SPDX-License-Identifier: GPL-3.0-or-later
"""Forty lines of plain Python that do what an episode does: a second implementation for the tests,
and what scripts/bench-stepping measures the package against.

At each moment at which jobs wait and processors are free, once all that happens then has happened
(ends, then arrivals), `choose` picks one of the first `visible` waiting jobs. It starts when it
fits, and until then no other job does; with backfill, jobs of the queue start that do not delay it,
by the expected ends of the jobs that run.
"""

import heapq

INFINITY = float("inf")


def episode(jobs, procs, visible, choose, backfill=False):
    """Starts in s of jobs, a list of (submit, run time, size, estimate) in submit order."""
    starts, waiting, running = [None] * len(jobs), [], []
    now, free, coming = 0, procs, 0

    def start(job):
        nonlocal free
        free -= jobs[job][2]
        starts[job] = now
        waiting.remove(job)
        expected = max(jobs[job][3], jobs[job][1]) if jobs[job][3] > 0 else jobs[job][1]
        heapq.heappush(running, (now + jobs[job][1], jobs[job][2], now + expected))

    def go_on():
        nonlocal now, free, coming
        arrival = jobs[coming][0] if coming < len(jobs) else INFINITY
        now = min(arrival, running[0][0] if running else INFINITY)
        while running and running[0][0] <= now:
            free += heapq.heappop(running)[1]
        while coming < len(jobs) and jobs[coming][0] <= now:
            waiting.append(coming)
            coming += 1

    def fill_around(head):
        shadow, extra = now, free
        for _, size, expected in sorted(running, key=lambda job: job[2]):
            if extra >= jobs[head][2] and expected > shadow:
                break
            shadow, extra = expected, extra + size
        extra -= jobs[head][2]
        for job in [job for job in waiting if job != head]:
            _, run_time, size, estimate = jobs[job]
            ends = now + (max(estimate, run_time) if estimate > 0 else run_time)
            if size <= free and (ends <= shadow or size <= extra):
                extra -= size if ends > shadow else 0
                start(job)

    while coming < len(jobs) or waiting:
        while coming < len(jobs) and not (waiting and free) or waiting and not free:
            go_on()
        head = waiting[choose(waiting[:visible], now, free)]
        while jobs[head][2] > free:
            if backfill:
                fill_around(head)
            go_on()
        start(head)
    return starts
