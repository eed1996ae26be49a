/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Users who repeat their work: is it all of it, in its order, whole weeks later, and only as long
 * as the user is there?
 */
#include "naive/feedback/naive-feedback.h"

#include <math.h>
#include <stdlib.h>

/* A job that comes again. */
struct again {
	const struct job *job;
	double times, submit, end;
};

/* In the order of the output. */
static struct again *all;
static size_t count, capacity;

static double greatest_number(const struct log *log)
{
	double greatest = 0;
	for (size_t i = 0; i < log->count; i++)
		greatest = fmax(greatest, log->jobs[i].in[JOB_NUMBER]);
	return greatest;
}

static double step_of_numbers(const struct log *log)
{
	return greatest_number(log) + (job_of_number(log, 0) != NULL);
}

/* What a number of the log becomes. */
static double number_again(const struct log *log, double number, double times)
{
	const bool is_one = number <= greatest_number(log) &&
		(number > 0 || (number == 0 && job_of_number(log, 0) != NULL));
	return is_one ? number + times * step_of_numbers(log) : number;
}

static void check_fields(const struct log *log, const struct again *again, const double *field)
{
	for (int f = 1; f <= FIELDS; f++) {
		double right = again->job->in[f];
		if (f == JOB_NUMBER || f == PRECEDING)
			right = number_again(log, right, again->times);
		if (f != SUBMIT && f != WAIT)
			check(field[f] == right, "field of a repeat", field[JOB_NUMBER],
				"field %d is %.17g, not %.17g", f, field[f], right);
	}
}

bool add_repeat(const struct log *log, const double field[FIELDS + 1])
{
	const double step = step_of_numbers(log), number = field[JOB_NUMBER];
	if (number <= greatest_number(log))
		return false;
	struct again again = {.submit = field[SUBMIT]};
	do
		again.times++;
	while (number - again.times * step > greatest_number(log));
	again.job = job_of_number(log, number - again.times * step);
	if (again.job == NULL)
		return false;
	check_fields(log, &again, field);
	again.end = again.job->is_passed ? field[SUBMIT] : end_of(field);
	all = with_room(all, count, &capacity, sizeof *all);
	all[count++] = again;
	return true;
}

static double fewest_weeks(const struct user *user, double from)
{
	return fmax(1, ceil((from - user->jobs[0]->in[SUBMIT]) / SECONDS_PER_WEEK));
}

/* That the work which has ended at FROM begins again at the right time. */
static void check_begin(const struct user *user, const struct again *again, double from)
{
	const double submit =
		user->jobs[0]->in[SUBMIT] + fewest_weeks(user, from - TOLERANCE) * SECONDS_PER_WEEK;
	check(fabs(again->submit - submit) <= TOLERANCE, "beginning of a repeat",
		again->job->in[JOB_NUMBER], "submitted at %.17g, not %.17g", again->submit, submit);
}

void check_repeats(const struct user *user)
{
	const double last = user->jobs[user->count - 1]->in[SUBMIT];
	double from = -INFINITY, end = -INFINITY, times = 1;
	size_t next = 0;
	for (size_t i = 0; i < user->count; i++) {
		const struct job *job = user->jobs[i];
		from = fmax(from, job->is_passed ? job->out[SUBMIT] : end_of(job->out));
	}
	for (size_t i = 0; i < count; i++) {
		const struct again *again = &all[i];
		const struct job *job = again->job;
		if (job->in[USER] != user->number)
			continue;
		check(job == user->jobs[next] && again->times == times, "order of a repeat",
			job->in[JOB_NUMBER], "is repeated instead of job %.0f",
			user->jobs[next]->in[JOB_NUMBER]);
		if (next == 0)
			check_begin(user, again, from);
		if (next == 0 || job->batch != user->jobs[next - 1]->batch)
			check(again->submit <= last + TOLERANCE, "end of repeats",
				job->in[JOB_NUMBER], "is repeated at %.17g, after %.17g",
				again->submit, last);
		end = fmax(end, again->end);
		if (++next < user->count)
			continue;
		from = end;
		end = -INFINITY;
		next = 0;
		times++;
	}
	if (next == 0)
		check(user->jobs[0]->in[SUBMIT] + fewest_weeks(user, from) * SECONDS_PER_WEEK >
				last,
			"end of repeats", user->jobs[0]->in[JOB_NUMBER],
			"the work has ended at %.17g and does not begin again", from);
}

void free_repeats(void)
{
	free(all);
}
