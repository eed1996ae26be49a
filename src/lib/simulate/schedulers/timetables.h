/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Timetables of all kinds of what a machine has, for schedulers that make reservations where more
 * than processors is counted. Kinds that are not counted have none, and no task needs any.
 */
#ifndef SWF_SIMULATE_SCHEDULERS_TIMETABLES_H
#define SWF_SIMULATE_SCHEDULERS_TIMETABLES_H

#include "swfcore/queueing.h"

struct swf_timetables {
	struct swf_timetable of[SWF_KINDS];
	int kinds; /* 1 where processors alone are counted, else all */
};

/* All of the machine free for ever. 0, or -1 when there is no memory; to be cleared in both cases.
 */
int swf_timetables_init(
	struct swf_timetables *tables, const struct swf_machine *machine) SWF_MUST_CHECK;
void swf_timetables_clear(struct swf_timetables *tables);

/* Makes now the first moment of each. */
void swf_timetables_advance(struct swf_timetables *tables, double now);

/* The earliest time from one on at which there is enough of all kinds for as long as a task is
 * predicted to run: a time beyond the limit where it would not end by that. */
double swf_timetables_fit(const struct swf_timetables *tables, const struct swf_task *task,
	double from, double limit);

/* Takes what a task needs of each kind from one time to another, and tells the stretches: those of
 * kinds of which it needs nothing are left as they are. 0, or -1 when there is no memory. */
int swf_timetables_take(struct swf_timetables *tables, const struct swf_task *task, double begin,
	double end, struct swf_timetable_stretch *stretches) SWF_MUST_CHECK;

#endif
