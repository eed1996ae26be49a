/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/resample/naive-resample.h"

#include <stdlib.h>

/* ---- the jobs that are expected ---- */

double new_submit(const struct job *job, long shift)
{
	return submit_of(job) + (double)shift * SECONDS_PER_WEEK;
}

static void find_subject(const struct workload *w, struct row *row)
{
	const struct job *job = job_of_number(w, row->first_job);
	if (job == NULL || job->field[USER] < 0)
		fail("map:%zu: the log has no job %g of a user", row->line, row->first_job);
	row->subject = &w->subjects[job->subject];
	row->first = job->place;
	if (row->subject->user != row->source_user)
		fail("map:%zu: job %g is of user %g", row->line, row->first_job,
			row->subject->user);
	if (row->subject->kind != row->kind)
		fail("map:%zu: user %g is %s", row->line, row->source_user,
			kind_names[row->subject->kind]);
	double submit = new_submit(job, row->shift);
	if (submit < w->begin || submit >= w->end)
		fail("map:%zu: the first job is not within the output", row->line);
	while (row->first + row->expected_count < row->subject->count &&
		new_submit(row->subject->jobs[row->first + row->expected_count], row->shift) <
			w->end)
		row->expected_count++;
}

static void add_expected(struct workload *w, struct row *row)
{
	row->first_expected = w->expected_count;
	for (size_t i = 0; i < row->expected_count; i++) {
		const struct job *job = row->subject->jobs[row->first + i];
		w->expected[w->expected_count++] = (struct expected){.row = row,
			.job = job,
			.submit = new_submit(job, row->shift),
			.tie = w->options.displaced ? (double)(job - w->log.job) : row->user};
	}
}

void make_expected(struct workload *w)
{
	size_t count = 0;
	for (size_t i = 0; i < w->row_count; i++)
		find_subject(w, &w->rows[i]);
	if (w->options.displaced)
		limit_displaced(w);
	for (size_t i = 0; i < w->row_count; i++)
		count += w->rows[i].expected_count;
	w->expected = allocate(count, sizeof *w->expected);
	for (size_t i = 0; i < w->row_count; i++)
		add_expected(w, &w->rows[i]);
}

/* Jobs of the same second are in the order of their users, or of the log, those of a user as they
 * stand there. */
static int compare_expected(const void *a, const void *b)
{
	const struct expected *left = *(struct expected *const *)a;
	const struct expected *right = *(struct expected *const *)b;
	if (left->submit != right->submit)
		return left->submit < right->submit ? -1 : 1;
	if (left->tie != right->tie)
		return left->tie < right->tie ? -1 : 1;
	return (left > right) - (left < right);
}

static struct expected **sorted_expected(const struct workload *w)
{
	struct expected **sorted = allocate(w->expected_count, sizeof(struct expected *));
	for (size_t i = 0; i < w->expected_count; i++)
		sorted[i] = &w->expected[i];
	qsort(sorted, w->expected_count, sizeof *sorted, compare_expected);
	return sorted;
}

/* ---- their fields ---- */

/* The number of the preceding job in the output, or 0: only a job before it of the same use of the
 * same user (session, batch) counts. */
static double new_preceding(const struct workload *w, const struct expected *expected)
{
	const struct row *row = expected->row;
	const struct job *preceding = job_of_number(w, expected->job->field[PRECEDING]);
	if (preceding == NULL || preceding->field[USER] < 0 ||
		preceding->subject != expected->job->subject)
		return 0;
	if (preceding->place < row->first || preceding->place >= expected->job->place)
		return 0;
	return w->expected[row->first_expected + preceding->place - row->first].number;
}

/* BEFORE is the job whose other fields it has where it is a repetition, or NULL. */
static double expected_field(const struct workload *w, const struct expected *expected,
	const struct job *before, int field)
{
	const struct job *job = expected->job;
	switch (field) {
	case SUBMIT:
		return expected->submit;
	case USER:
		return expected->row->user;
	case PRECEDING:
	case THINK_TIME: {
		/* A number below 0 names no job, so that there is nothing to be renumbered. */
		if (job->field[PRECEDING] < 0)
			return job->field[field];
		double preceding = new_preceding(w, expected);
		if (preceding == 0)
			return -1;
		return field == PRECEDING ? preceding : job->field[THINK_TIME];
	}
	default:
		return before != NULL ? before->field[field] : job->field[field];
	}
}

/* The first field in which they differ, or 0. */
static int differing_field(const struct workload *w, const struct expected *expected,
	const struct job *job, const struct job *before)
{
	for (int i = 2; i <= FIELDS; i++)
		if (job->field[i] != expected_field(w, expected, before, i))
			return i;
	return 0;
}

/* With the probability 1 only the first of a user is not repeated. */
static bool must_repeat(const struct workload *w, const struct job *before)
{
	return before != NULL && w->options.repeat >= 1;
}

static bool explains(const struct workload *w, const struct expected *expected,
	const struct job *job, const struct job *before)
{
	if (before != NULL && differing_field(w, expected, job, before) == 0)
		return true;
	return !must_repeat(w, before) && differing_field(w, expected, job, NULL) == 0;
}

/* ---- the output ---- */

/* BEFORE has the job of each user of the output that came last, or NULL. */
static _Noreturn void fail_unexplained(const struct workload *w, const struct expected *expected,
	const struct job *job, const struct job *const *before)
{
	const struct job *repeated = before[(size_t)expected->row->user - 1];
	if (!must_repeat(w, repeated))
		repeated = NULL;
	int field = differing_field(w, expected, job, repeated);
	fail("output:%zu: field %d is %.17g, not %.17g as job %g of the log has it by row %zu of "
	     "the map",
		job->line, field, job->field[field], expected_field(w, expected, repeated, field),
		expected->job->field[JOB_NUMBER], expected->row->line);
}

/* Of COUNT expected jobs from the first on that is not found yet, the one that JOB is: this first
 * one. Sessions, batches or jobs that meet in a second may be in any order; each keeps its own. */
static struct expected *find_expected(const struct workload *w, struct expected *const *sorted,
	size_t count, const struct job *job, const struct job *const *before)
{
	size_t choices = 1;
	while (w->options.unit != BY_USER && choices < count &&
		sorted[choices]->submit == sorted[0]->submit)
		choices++;
	const struct expected *closest = NULL;
	for (size_t i = 0; i < choices; i++) {
		struct expected *e = sorted[i];
		bool is_next = e == &w->expected[e->row->first_expected + e->row->found];
		if (!is_next || e->row->user != job->field[USER])
			continue;
		if (explains(w, e, job, before[(size_t)e->row->user - 1]))
			return e;
		if (closest == NULL)
			closest = e;
	}
	fail_unexplained(w, closest != NULL ? closest : sorted[0], job, before);
}

void check_output(struct workload *w)
{
	struct expected **sorted = sorted_expected(w);
	const struct job **latest = allocate(w->user_count, sizeof(struct job *));
	size_t first = 0; /* all before it are found */
	for (size_t i = 0; i < w->output.count; i++) {
		const struct job *job = &w->output.job[i];
		if (job->field[JOB_NUMBER] != (double)i + 1)
			fail("output:%zu: the number is not %zu", job->line, i + 1);
		if (first == w->expected_count)
			fail("output:%zu: there should be no more jobs", job->line);
		struct expected *expected =
			find_expected(w, sorted + first, w->expected_count - first, job, latest);
		expected->number = (double)i + 1;
		expected->row->found++;
		if (w->options.repeat > 0)
			latest[(size_t)job->field[USER] - 1] = job;
		while (first < w->expected_count && sorted[first]->number != 0)
			first++;
	}
	if (first < w->expected_count)
		fail("job %g of the log, by row %zu of the map, is not in the output",
			sorted[first]->job->field[JOB_NUMBER], sorted[first]->row->line);
	free(sorted);
	free(latest);
}
