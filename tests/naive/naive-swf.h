/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What second implementations share that read a log themselves, without the library.
 */
#ifndef SWF_TESTS_NAIVE_NAIVE_SWF_H
#define SWF_TESTS_NAIVE_NAIVE_SWF_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#define SECONDS_PER_WEEK 604800.0

/* Of a line of the log, by their numbers in the standard. */
enum field {
	JOB_NUMBER = 1,
	SUBMIT = 2,
	WAIT = 3,
	RUN_TIME = 4,
	ALLOCATED_PROCS = 5,
	REQUESTED_PROCS = 8,
	REQUESTED_TIME = 9,
	STATUS = 11,
	USER = 12,
	PRECEDING = 17,
	THINK_TIME = 18,
	FIELDS = 18
};

/* Each program has its own. */
extern const char program_name[];

/* Prints a message and exits with the status 1. */
_Noreturn void fail(const char *format, ...);

/* Zeroed, with room for one more than asked for, so that none is not a special case. */
void *allocate(size_t count, size_t size);

/* An array of COUNT items, moved to where there is room for one more if there is none. */
void *with_room(void *items, size_t count, size_t *capacity, size_t size);

/* Whether a line of the header has this label; its value, without blanks around it. */
bool header_value(const char *line, const char *label, char *value, size_t room);

/* Whether a text is a whole number, and which. */
bool read_whole_number(const char *text, time_t *number);

/* Sets TZ to a zone that is always as many seconds ahead of UTC. */
void set_zone_of_offset(time_t east_of_utc);

/* Field 1 goes to field[1]. Returns false if the line does not begin with 18 numbers. */
bool read_fields(const char *line, double field[FIELDS + 1]);

/* Whether the line is a part of the whole job that was read last: in the logs of the tests no other
 * job stands between them. To be asked of every line. */
bool is_partial_execution(const double field[FIELDS + 1]);

/* The first of two numbers that is positive, or NaN. */
double first_positive(double first, double other);

/* Of a job, whose unknown times count as 0. */
double end_of(const double field[FIELDS + 1]);

#endif
