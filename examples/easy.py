# SPDX-License-Identifier: GPL-3.0-or-later
"""EASY backfilling (Lifka 1995): a job may overtake where that does not delay the first one."""

import swfkit


class Easy(swfkit.Scheduler):
    def schedule(self):
        while self.waiting and self.waiting[0].size <= self.free:
            self.start(self.waiting[0])
        if self.waiting and self.free > 0:
            self.backfill(self.waiting[0])

    def backfill(self, head):
        """Starts what ends before the head can start, or leaves enough processors for it."""
        shadow, extra = self.shadow(head)
        for job in self.waiting[1:]:
            if job.size > self.free:
                continue
            if self.now + job.predicted <= shadow:
                self.start(job)
            elif job.size <= extra:
                self.start(job)
                extra -= job.size

    def shadow(self, head):
        """When the head of the queue can start (s), and the processors that it leaves free then."""
        free, shadow = self.free, None
        for job in self.running:
            if free >= head.size and job.expected_end > shadow:
                break
            free += job.size
            shadow = job.expected_end
        return shadow, free - head.size


if __name__ == "__main__":
    Easy().run()
