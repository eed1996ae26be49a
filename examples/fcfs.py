# SPDX-License-Identifier: GPL-3.0-or-later
"""First come, first served: jobs start from the head of the queue while they fit."""

import swfkit


class Fcfs(swfkit.Scheduler):
    def schedule(self):
        while self.waiting and self.waiting[0].size <= self.free:
            self.start(self.waiting[0])


if __name__ == "__main__":
    Fcfs().run()
