/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/resample/naive-resample.h"

#include <math.h>
#include <stdlib.h>

#define SESSION_GAP 3600.0

double submit_of(const struct job *job)
{
	return job->field[SUBMIT];
}

/* ---- jobs by number ---- */

static int compare_by_number(const void *a, const void *b)
{
	const struct job *left = *(struct job *const *)a, *right = *(struct job *const *)b;
	double x = left->field[JOB_NUMBER], y = right->field[JOB_NUMBER];
	return (x > y) - (x < y);
}

static void sort_by_number(struct workload *w)
{
	w->by_number = allocate(w->log.count, sizeof *w->by_number);
	for (size_t i = 0; i < w->log.count; i++)
		w->by_number[i] = &w->log.job[i];
	qsort(w->by_number, w->log.count, sizeof *w->by_number, compare_by_number);
	for (size_t i = 1; i < w->log.count; i++)
		if (compare_by_number(&w->by_number[i - 1], &w->by_number[i]) == 0)
			fail("two jobs of the log have the number %g",
				w->by_number[i]->field[JOB_NUMBER]);
}

struct job *job_of_number(const struct workload *w, double number)
{
	struct job key, *of_key = &key;
	key.field[JOB_NUMBER] = number;
	struct job **found = bsearch(
		&of_key, w->by_number, w->log.count, sizeof *w->by_number, compare_by_number);
	return found == NULL ? NULL : *found;
}

/* ---- users ---- */

/* Jobs of a user stand together, those of each behaviour behind the others, in the order of the
 * log. */
static int compare_by_user(const void *a, const void *b)
{
	const struct job *left = *(struct job *const *)a, *right = *(struct job *const *)b;
	double x = left->field[USER], y = right->field[USER];
	if (x != y)
		return (x > y) - (x < y);
	if (left->behaviour != right->behaviour)
		return left->behaviour < right->behaviour ? -1 : 1;
	return (left > right) - (left < right);
}

/* The place on the list, or -1. */
static long behaviour_of(const struct workload *w, const struct job *job)
{
	long found = -1;
	for (size_t i = 0; i < w->behaviour_count; i++) {
		const struct behaviour *behaviour = &w->behaviours[i];
		if (job->field[USER] == behaviour->user && submit_of(job) >= behaviour->begin &&
			submit_of(job) <= behaviour->end)
			found = (long)i;
	}
	return found;
}

static void sort_by_user(struct workload *w)
{
	w->by_user = allocate(w->log.count, sizeof *w->by_user);
	for (size_t i = 0; i < w->log.count; i++) {
		struct job *job = &w->log.job[i];
		if (job->field[USER] < 0)
			continue;
		job->behaviour = behaviour_of(w, job);
		w->by_user[w->job_count++] = job;
	}
	qsort(w->by_user, w->job_count, sizeof *w->by_user, compare_by_user);
}

static enum kind kind_of(const struct workload *w, struct job *const *jobs, size_t count)
{
	double first = submit_of(jobs[0]), last = submit_of(jobs[count - 1]);
	double log_end = submit_of(&w->log.job[w->log.count - 1]);
	double edge = w->options.edge * SECONDS_PER_WEEK;
	if (w->options.displaced)
		return ALL;
	if (jobs[0]->behaviour >= 0)
		return RARE;
	if (last - first > w->options.threshold * SECONDS_PER_WEEK)
		return LONG_TERM;
	if (last - w->begin <= edge || log_end - first <= edge)
		return DISCARDED;
	return TEMPORARY;
}

/* ---- what is drawn ---- */

static void add_subject(struct workload *w, enum kind kind, struct job **jobs, size_t count)
{
	w->subjects[w->subject_count] = (struct subject){.kind = kind,
		.user = jobs[0]->field[USER],
		.jobs = jobs,
		.count = count,
		.first_week = jobs[0]->week,
		.last_week = jobs[count - 1]->week};
	for (size_t i = 0; i < count; i++) {
		jobs[i]->subject = w->subject_count;
		jobs[i]->place = i;
	}
	w->subject_count++;
	w->of_kind[kind]++;
}

/* How many of a user's jobs are the first session, batch or job of them; a batch ends with its
 * session. */
static size_t length_of_unit(struct job *const *jobs, size_t count, enum unit unit)
{
	size_t length = 1;
	double latest_end = end_of(jobs[0]->field);
	for (; length < count && unit != BY_JOB; length++) {
		double submit = submit_of(jobs[length]);
		if (submit - submit_of(jobs[length - 1]) > SESSION_GAP)
			break;
		if (unit == BY_BATCH && submit >= latest_end)
			break;
		latest_end = fmax(latest_end, end_of(jobs[length]->field));
	}
	return length;
}

static void add_units(struct workload *w, struct job **jobs, size_t count)
{
	enum kind kind = kind_of(w, jobs, count);
	enum unit unit = w->options.unit;
	bool whole = unit == BY_USER || kind == RARE || kind == DISCARDED;
	while (count > 0) {
		size_t length = whole ? count : length_of_unit(jobs, count, unit);
		add_subject(w, kind, jobs, length);
		jobs += length;
		count -= length;
	}
}

void make_pools(struct workload *w)
{
	sort_by_number(w);
	sort_by_user(w);
	w->subjects = allocate(w->job_count, sizeof *w->subjects);
	size_t first = 0;
	for (size_t i = 1; i <= w->job_count; i++) {
		const struct job *job = i < w->job_count ? w->by_user[i] : NULL;
		const struct job *before = w->by_user[i - 1];
		if (job != NULL && job->field[USER] == before->field[USER] &&
			job->behaviour == before->behaviour)
			continue;
		add_units(w, w->by_user + first, i - first);
		first = i;
	}
}
