/*
 * Working time: a clock, in weeks, that runs as fast as work is begun at the hour of the week. In
 * it nobody works more at one time than at another, so that pauses measured by it can be drawn at
 * random and still end in working hours.
 */
#ifndef SWF_MODEL_WORKING_TIME_H
#define SWF_MODEL_WORKING_TIME_H

#include <stddef.h>

#include "stats/histogram.h"

/* The week in quarters of an hour, from Monday, 0:00. */
enum { SWF_WORKING_TIME_CELLS = 672 };

struct swf_working_time {
	double until[SWF_WORKING_TIME_CELLS +
		1]; /* the weeks of working time that have passed; 0 to 1 */
};

/* Adds what begins at hours of the week, 0 to 168, to a weight for each cell: 1 in all, times a
 * factor. */
void swf_working_time_add(
	double cells[SWF_WORKING_TIME_CELLS], const struct swf_histogram *hours, double factor);

/* The cell in which a time lies, in s since a Monday, 0:00. */
size_t swf_working_time_cell(double time);

/* The clock of such weights, not all of which are 0. */
void swf_working_time_set(
	struct swf_working_time *clock, const double cells[SWF_WORKING_TIME_CELLS]);

/* Weeks of working time since a Monday, 0:00, and the s since then when so many have passed. */
double swf_working_time_at(const struct swf_working_time *clock, double time);
double swf_working_time_reached(const struct swf_working_time *clock, double weeks);

/* The time itself, or if nothing begins in its cell, the next one at which something does. */
double swf_working_time_next(const struct swf_working_time *clock, double time);

#endif
