/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/resample/naive-resample.h"

#include <math.h>
#include <stdlib.h>

/* ---- rounds ---- */

static long first_week_of(const struct row *row)
{
	return row->subject->jobs[row->first]->week + row->shift;
}

static long round_of(const struct workload *w, const struct row *row)
{
	long week = first_week_of(row);
	if (week < 0 || week != row->first_week)
		fail("map:%zu: the first week should be %ld", row->line, week);
	return week / w->period;
}

/* The row of the same user in the same round that is before this one, or NULL. */
static const struct row *row_before(const struct workload *w, const struct row *row)
{
	for (const struct row *other = w->rows; other < row; other++)
		if (other->user == row->user && round_of(w, other) == round_of(w, row))
			return other;
	return NULL;
}

void limit_displaced(struct workload *w)
{
	for (size_t i = 0; i < w->row_count; i++) {
		struct row *row = &w->rows[i];
		const struct row *before = row_before(w, row);
		if (before == NULL)
			continue;
		row->goes_on = true;
		if (row->first != 0 || row->shift != before->shift + w->period)
			fail("map:%zu: those that do not come around are moved otherwise",
				row->line);
		if (row->expected_count > before->first)
			row->expected_count = before->first;
	}
}

/* ---- each use ---- */

/* By how many weeks the jobs go forward, around the end of the round. */
static long forward_of(const struct workload *w, const struct row *row)
{
	return (row->shift % w->period + w->period) % w->period;
}

static void check_bound(const struct workload *w, const struct row *row)
{
	long forward = forward_of(w, row);
	double most = w->options.displace;
	if (most >= (double)w->period)
		return;
	for (long weeks = -(long)most; weeks <= (long)most; weeks++)
		if (((weeks % w->period) + w->period) % w->period == forward)
			return;
	fail("map:%zu: moved by %ld of %ld weeks", row->line, forward, w->period);
}

/* Whether the row has this job of the user, at this time. */
static bool has_job(const struct row *row, size_t place, double submit)
{
	return place >= row->first && place < row->first + row->expected_count &&
		new_submit(row->subject->jobs[place], row->shift) == submit;
}

/* All jobs of the user are in the round, each so many weeks later, or as many before the begin as
 * it comes to be behind the end. */
static void check_jobs(const struct workload *w, const struct row *row)
{
	const struct subject *subject = row->subject;
	long forward = forward_of(w, row), round = round_of(w, row);
	for (size_t place = 0; place < subject->count; place++) {
		const struct job *job = subject->jobs[place];
		long week = (job->week + forward) % w->period + round * w->period;
		double submit = new_submit(job, week - job->week);
		size_t found = 0;
		for (size_t i = 0; i < w->row_count; i++)
			found +=
				w->rows[i].user == row->user && has_job(&w->rows[i], place, submit);
		if (found != (submit < w->end))
			fail("map:%zu: job %g comes %zu times in round %ld", row->line,
				job->field[JOB_NUMBER], found, round);
	}
}

/* ---- how many ---- */

static size_t uses_in_round(const struct workload *w, const struct subject *subject, long round)
{
	size_t uses = 0;
	for (size_t i = 0; i < w->row_count; i++) {
		const struct row *row = &w->rows[i];
		if ((subject == NULL || row->subject == subject) && round_of(w, row) == round &&
			!row->goes_on)
			uses++;
	}
	return uses;
}

/* Users who would come after the end are not in the map. */
static void check_round(const struct workload *w, long number)
{
	bool whole = (double)((number + 1) * w->period) * SECONDS_PER_WEEK <= w->length;
	double load = given_or(w->options.load, 1), all = load * (double)w->subject_count;
	double uses = (double)uses_in_round(w, NULL, number);
	if (uses > ceil(all) || (whole && uses < floor(all)))
		fail("map: %g users in round %ld, not %g", uses, number, all);
	if (whole && uses != round(all) && !is_half(all))
		fail("map: %g users in round %ld, not %g, rounded", uses, number, all);
	double share = uses / (double)w->subject_count;
	for (size_t i = 0; i < w->subject_count; i++) {
		double times = (double)uses_in_round(w, &w->subjects[i], number);
		if (times > ceil(whole ? share : load) || (whole && times < floor(share)))
			fail("map: user %g comes %g times in round %ld, not %g",
				w->subjects[i].user, times, number, share);
	}
}

/* A copy of a user is one user of the output, in all rounds. */
static void check_persons(const struct workload *w)
{
	for (size_t i = 0; i < w->row_count; i++) {
		const struct row *row = &w->rows[i], *use = w->users[(size_t)row->user - 1];
		if (row->subject != use->subject || row->copy != use->copy)
			fail("map:%zu: user %g is another one at first", row->line, row->user);
	}
	for (size_t i = 0; i < w->user_count; i++)
		for (size_t j = 0; j < i; j++)
			if (w->users[i]->subject == w->users[j]->subject &&
				w->users[i]->copy == w->users[j]->copy)
				fail("map: users %zu and %zu are the same", j + 1, i + 1);
}

void check_displaced(const struct workload *w)
{
	double weeks = ceil(w->length / SECONDS_PER_WEEK);
	for (size_t i = 0; i < w->row_count; i++) {
		const struct row *row = &w->rows[i];
		check_bound(w, row);
		if (!row->goes_on)
			check_jobs(w, row);
	}
	check_persons(w);
	for (long round = 0; (double)(round * w->period) < weeks; round++)
		check_round(w, round);
}
