/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/shake/naive-shake.h"

#include <math.h>
#include <stdlib.h>

/* Of a change that ought to be whole, where the times have fractions. */
#define HAIR 1e-6

/* Halves away from zero; multiplied before it is divided, so that halves are halves. */
double number_to_shake(const struct shaking *s)
{
	return round(s->options.percent * (double)s->elements / 100);
}

static int by_number(const void *a, const void *b)
{
	const struct job *one = *(const struct job *const *)a;
	const struct job *other = *(const struct job *const *)b;
	double difference = one->field[JOB_NUMBER] - other->field[JOB_NUMBER];
	return difference < 0 ? -1 : difference > 0;
}

static const struct job **sorted_by_number(const struct log *log)
{
	const struct job **jobs = allocate(log->count, sizeof *jobs);
	for (size_t i = 0; i < log->count; i++)
		jobs[i] = &log->jobs[i];
	qsort(jobs, log->count, sizeof *jobs, by_number);
	for (size_t i = 1; i < log->count; i++)
		if (jobs[i]->field[JOB_NUMBER] == jobs[i - 1]->field[JOB_NUMBER])
			fail("%s: there are two jobs %.17g", log->path, jobs[i]->field[JOB_NUMBER]);
	return jobs;
}

/* Both have as many jobs. */
void find_jobs(struct shaking *s)
{
	const struct job **log = sorted_by_number(&s->log);
	const struct job **output = sorted_by_number(&s->output);
	s->found = allocate(s->log.count, sizeof *s->found);
	for (size_t i = 0; i < s->log.count; i++) {
		if (log[i]->field[JOB_NUMBER] != output[i]->field[JOB_NUMBER])
			fail("job %.17g is not in the output", log[i]->field[JOB_NUMBER]);
		s->found[log[i]->place] = output[i];
	}
	free(log);
	free(output);
}

/* ---- rules of all actions ---- */

static bool may_change(const struct shaking *s, const struct job *job, int field)
{
	const struct options *o = &s->options;
	if (o->action == ESTIMATE)
		return field == REQUESTED_TIME && o->model != RECORDED;
	if (o->action == SHAKE && o->percent == 0)
		return false;
	switch (o->what) {
	case INTERARRIVAL:
		return field == SUBMIT;
	case RUNTIMES:
		if (o->action == SCALE)
			return field == RUN_TIME || field == AVERAGE_CPU_TIME ||
				field == REQUESTED_TIME;
		return field == RUN_TIME || (field == REQUESTED_TIME && !o->kill);
	case ESTIMATES:
		return field == REQUESTED_TIME || (field == RUN_TIME && o->kill);
	case SIZES:
		if (o->action == SCALE)
			return field == ALLOCATED_PROCS || field == REQUESTED_PROCS;
		return field == (int)size_field(o, job);
	default:
		return false;
	}
}

static void check_unchanged(const struct shaking *s, const struct job *old, const struct job *new)
{
	for (int f = 1; f <= FIELDS; f++)
		if (old->field[f] != new->field[f] && !may_change(s, old, f))
			fail("job %.17g: field %d must not change", old->field[JOB_NUMBER], f);
}

static void check_order(const struct shaking *s)
{
	const struct job **origin = allocate(s->log.count, sizeof *origin);
	for (size_t i = 0; i < s->log.count; i++)
		origin[s->found[i]->place] = &s->log.jobs[i];
	for (size_t i = 1; i < s->log.count; i++) {
		double time = s->output.jobs[i].field[SUBMIT];
		double before = s->output.jobs[i - 1].field[SUBMIT];
		if (time < before)
			fail("job %zu of the output is before the one above it", i + 1);
		if (time == before && origin[i]->place < origin[i - 1]->place)
			fail("jobs %zu and %zu of the output have swapped", i, i + 1);
	}
	free(origin);
}

/* ---- rules of shaking ---- */

static void check_change(const struct job *job, double change, double most)
{
	if (fabs(change) > most * (1 + 1e-12) + HAIR)
		fail("job %.17g: changed by %.17g, at most %.17g", job->field[JOB_NUMBER], change,
			most);
	if (fabs(change - round(change)) > HAIR)
		fail("job %.17g: a change of %.17g", job->field[JOB_NUMBER], change);
}

static void check_shift(const struct shaking *s, const struct element *element, size_t i)
{
	const struct job *first = &s->log.jobs[element->first], *job = &s->log.jobs[i];
	double begin = s->log.jobs[0].field[SUBMIT];
	double come = s->found[element->first]->field[SUBMIT];
	double shift = come - first->field[SUBMIT];
	double own = s->found[i]->field[SUBMIT] - job->field[SUBMIT];
	if (fabs(own - shift) > HAIR)
		fail("job %.17g: not shifted as job %.17g", job->field[JOB_NUMBER],
			first->field[JOB_NUMBER]);
	if (come < begin)
		fail("job %.17g: before the log", first->field[JOB_NUMBER]);
	check_change(first, come == begin ? trunc(shift) : shift, element->most);
}

/* What follows of a job of which a time was changed, before -O. */
static void check_times(const struct shaking *s, const struct element *element, size_t i)
{
	enum field shaken = s->options.what == RUNTIMES ? RUN_TIME : REQUESTED_TIME;
	const double *old = s->log.jobs[i].field, *new = s->found[i]->field;
	if (old[RUN_TIME] == new[RUN_TIME] && old[REQUESTED_TIME] == new[REQUESTED_TIME])
		return;
	if (new[REQUESTED_TIME] > 0 && new[RUN_TIME] > new[REQUESTED_TIME])
		fail("job %.17g: overruns its estimate", old[JOB_NUMBER]);
	if (new[shaken] < 1 && new[RUN_TIME] != new[REQUESTED_TIME])
		fail("job %.17g: a time of %.17g", old[JOB_NUMBER], new[shaken]);
	/* One that was dealt with, or cut to 1, may have changed by anything. */
	if (new[shaken] != 1 && new[RUN_TIME] != new[REQUESTED_TIME])
		check_change(&s->log.jobs[i], new[shaken] - old[shaken], element->most);
	enum field other = shaken == RUN_TIME ? REQUESTED_TIME : RUN_TIME;
	if (new[other] != old[other] && new[RUN_TIME] != new[REQUESTED_TIME])
		fail("job %.17g: both times changed", old[JOB_NUMBER]);
}

static void check_size(const struct shaking *s, const struct element *element, size_t i)
{
	enum field field = size_field(&s->options, &s->log.jobs[i]);
	double old = s->log.jobs[i].field[field], new = s->found[i]->field[field];
	if (new == old)
		return;
	if (!(new >= 1 && new <= s->machine))
		fail("job %.17g: a size of %.17g", s->log.jobs[i].field[JOB_NUMBER], new);
	/* Those that are too large may be cut by any number. */
	if (!(new == s->machine &&old > s->machine))
		check_change(&s->log.jobs[i], new - old, element->most);
}

static bool is_changed(const struct shaking *s, size_t i)
{
	for (int f = 1; f <= FIELDS; f++)
		if (s->found[i]->field[f] != s->log.jobs[i].field[f])
			return true;
	return false;
}

/* Changes of 0 permit that fewer are seen than were shaken. */
static void check_number(const struct shaking *s)
{
	double changed = 0;
	for (size_t i = 0; i < s->elements; i++)
		changed += is_changed(s, s->element[i].first);
	if (s->options.exactly && changed > number_to_shake(s))
		fail("%.0f are changed, of %.0f", changed, number_to_shake(s));
}

static void check_shaken(const struct shaking *s, size_t i)
{
	if (s->element_of[i] == NONE) {
		if (is_changed(s, i))
			fail("job %.17g: changed", s->log.jobs[i].field[JOB_NUMBER]);
		return;
	}
	const struct element *element = &s->element[s->element_of[i]];
	if (s->options.what == INTERARRIVAL)
		check_shift(s, element, i);
	else if (s->options.what == SIZES)
		check_size(s, element, i);
	else
		check_times(s, element, i);
}

/* ---- rules of estimates ---- */

static void check_estimate(const struct shaking *s, size_t i)
{
	const double *old = s->log.jobs[i].field;
	double run_time = old[RUN_TIME], new = s->found[i]->field[REQUESTED_TIME];
	bool replaced = run_time >= 0 && s->options.model != RECORDED;
	if (!replaced && new != old[REQUESTED_TIME])
		fail("job %.17g: another estimate", old[JOB_NUMBER]);
	if (!replaced)
		return;
	double most = s->options.model == FACTOR ? (s->options.factor + 1) * run_time : run_time;
	if (new < 1 || new < run_time || new > fmax(1, most + 0.5))
		fail("job %.17g: an estimate of %.17g", old[JOB_NUMBER], new);
	if (new != 1)
		check_change(&s->log.jobs[i], new - run_time, INFINITY);
}

/* ---- all of it ---- */

void check_rules(const struct shaking *s)
{
	check_order(s);
	for (size_t i = 0; i < s->log.count; i++) {
		check_unchanged(s, &s->log.jobs[i], s->found[i]);
		if (s->options.action == SHAKE)
			check_shaken(s, i);
		else if (s->options.action == ESTIMATE)
			check_estimate(s, i);
	}
	if (s->options.action == SHAKE)
		check_number(s);
}
