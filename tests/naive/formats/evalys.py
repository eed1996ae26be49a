#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: evalys.py LOG <TABLE

Whether a table has the columns of Batsim's jobs that evalys reads (JobSet.columns, and the page
Jobs of Batsim's documentation for the others), with the jobs of a log in SWF; and whether each job
that ran has as many processors as it asks for, which no other job has at that time. Dies of the
first fault; prints how many jobs there are, and how many have processors.
"""

import csv
import sys

COLUMNS = """job_id workload_name profile submission_time requested_number_of_resources
requested_time success final_state starting_time execution_time finish_time waiting_time
turnaround_time stretch consumed_energy allocated_resources metadata""".split()
STATES = {1: ("1", "COMPLETED_SUCCESSFULLY"), 0: ("0", "COMPLETED_FAILED"),
          5: ("0", "COMPLETED_KILLED")}


def check_number(cell, value):
    """A cell holds a number, or nothing where that is not known."""
    assert (cell == "") == (value is None), (cell, value)
    assert value is None or abs(float(cell) - value) <= 1e-9 * max(1, abs(value)), (cell, value)


def processors(text):
    """The processors of an interval set such as "0-3 7", which ascends."""
    result = []
    for interval in text.split():
        low, _, high = interval.partition("-")
        result += range(int(low), int(high or low) + 1)
    assert result == sorted(set(result)), text
    return result


def check_row(row, words):
    submit, wait, run = (float(words[i]) for i in (1, 2, 3))
    size = int(words[7]) if int(words[7]) > 0 else int(words[4])
    estimate = float(words[8])
    start = submit + wait if wait >= 0 else None
    end = start + run if wait >= 0 and run >= 0 else None
    assert row["job_id"] == words[0], (row, words)
    check_number(row["submission_time"], submit)
    check_number(row["requested_number_of_resources"], size if size > 0 else None)
    check_number(row["requested_time"], estimate if estimate > 0 else -1)
    check_number(row["starting_time"], start)
    check_number(row["execution_time"], run if run >= 0 else None)
    check_number(row["finish_time"], end)
    check_number(row["waiting_time"], wait if wait >= 0 else None)
    check_number(row["turnaround_time"], wait + run if end is not None else None)
    stretch = (wait + run) / run if end is not None and run > 0 else None
    check_number(row["stretch"], stretch)
    assert (row["success"], row["final_state"]) == STATES.get(int(words[10]), ("", "")), row
    ran = end is not None and run > 0 and size > 0
    taken = processors(row["allocated_resources"])
    assert not ran or len(taken) == size, (row, words)
    return (start, end, taken) if ran else None


def main():
    table = csv.DictReader(sys.stdin)
    assert table.fieldnames == COLUMNS, table.fieldnames
    rows = list(table)
    jobs = [line.split() for line in open(sys.argv[1], encoding="utf-8") if line[0] != ";"]
    assert len(rows) == len(jobs), (len(rows), len(jobs))
    placed = [p for p in map(check_row, rows, jobs) if p is not None]
    free_at = {}
    for start, end, taken in sorted(placed):
        for processor in taken:
            assert free_at.get(processor, start) <= start, (processor, start)
            free_at[processor] = end
    print(len(rows), len(placed))


main()
