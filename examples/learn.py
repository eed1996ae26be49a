# SPDX-License-Identifier: GPL-3.0-or-later
"""EASY backfilling by run times that it learns.

A job is expected to run for as long as the last jobs of the same user and executable did: the mean
of the last two, but no longer than its estimate. Until two have ended, and for jobs without a user,
it is the estimate. A job that runs longer than that is expected to use its estimate.
"""

import collections

import easy

LAST = 2  # jobs


class Learn(easy.Easy):
    def begin(self):
        self.run_times = collections.defaultdict(lambda: collections.deque(maxlen=LAST))

    def last_run_times(self, job):
        return self.run_times[job.user, job.executable]

    def arrive(self, job):
        last = self.last_run_times(job)
        if job.user != -1 and len(last) == LAST:
            job.predicted = min(sum(last) // LAST, job.estimate)

    def ended(self, job):
        self.last_run_times(job).append(job.run_time)

    def schedule(self):
        for job in list(self.running):
            if job.expected_end > self.now:
                break
            self.expect(job, job.start + job.estimate)
        super().schedule()


if __name__ == "__main__":
    Learn().run()
