/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/shake/naive-shake.h"

#include <math.h>
#include <stdlib.h>

#define LONGEST_GAP 3600 /* within a session */

enum field size_field(const struct options *options, const struct job *job)
{
	enum field one = options->allocated ? ALLOCATED_PROCS : REQUESTED_PROCS;
	enum field other = options->allocated ? REQUESTED_PROCS : ALLOCATED_PROCS;
	return job->field[one] > 0 ? one : other;
}

static bool has_attribute(const struct shaking *s, const struct job *job)
{
	switch (s->options.what) {
	case RUNTIMES:
		return job->field[RUN_TIME] >= 0;
	case ESTIMATES:
		return job->field[REQUESTED_TIME] > 0;
	case SIZES:
		return job->field[size_field(&s->options, job)] > 0;
	default:
		return true;
	}
}

/* ---- batches, sessions and users ---- */

static int by_user_then_place(const void *a, const void *b)
{
	const struct job *one = *(struct job *const *)a, *other = *(struct job *const *)b;
	if (one->field[USER] != other->field[USER])
		return one->field[USER] < other->field[USER] ? -1 : 1;
	return one->place < other->place ? -1 : one->place > other->place;
}

/* Writes the place of the first job of the element of each of a user's jobs. */
static void find_firsts_of_user(
	struct job *const *jobs, size_t count, enum level level, size_t *first_of)
{
	double latest_end = -INFINITY; /* in the session */
	for (size_t i = 0; i < count; i++) {
		const struct job *job = jobs[i], *before = i > 0 ? jobs[i - 1] : NULL;
		double time = job->field[SUBMIT];
		bool session = before == NULL || time - before->field[SUBMIT] > LONGEST_GAP;
		bool batch = session || latest_end <= time;
		bool begins = before == NULL || (level == BY_SESSION && session) ||
			(level == BY_BATCH && batch);
		first_of[job->place] = begins ? job->place : first_of[before->place];
		latest_end = session ? end_of(job->field) : fmax(latest_end, end_of(job->field));
	}
}

static void find_firsts(const struct shaking *s, size_t *first_of)
{
	struct job **jobs = allocate(s->log.count, sizeof *jobs);
	size_t count = 0;
	for (size_t i = 0; i < s->log.count; i++) {
		first_of[i] = i;
		if (s->options.level != BY_JOB && s->log.jobs[i].field[USER] >= 0)
			jobs[count++] = &s->log.jobs[i];
	}
	qsort(jobs, count, sizeof *jobs, by_user_then_place);
	size_t begin = 0;
	for (size_t i = 1; i <= count; i++)
		if (i == count || jobs[i]->field[USER] != jobs[begin]->field[USER]) {
			find_firsts_of_user(jobs + begin, i - begin, s->options.level, first_of);
			begin = i;
		}
	free(jobs);
}

/* ---- all elements ---- */

static double value_of(const struct shaking *s, size_t element)
{
	const struct job *jobs = s->log.jobs, *job = &jobs[s->element[element].first];
	switch (s->options.what) {
	case RUNTIMES:
		return job->field[RUN_TIME];
	case ESTIMATES:
		return job->field[REQUESTED_TIME];
	case SIZES:
		return job->field[size_field(&s->options, job)];
	default:
		if (element == 0)
			return 0;
		return job->field[SUBMIT] - jobs[s->element[element - 1].first].field[SUBMIT];
	}
}

static void add_element(struct shaking *s, size_t first)
{
	struct element *element = &s->element[s->elements];
	*element = (struct element){.first = first};
	element->value = value_of(s, s->elements);
	element->most = s->options.degree;
	if (!isnan(s->options.relative))
		element->most = fmin(element->most, s->options.relative * element->value);
	s->elements++;
}

void find_elements(struct shaking *s)
{
	size_t *first_of = allocate(s->log.count, sizeof *first_of);
	s->element_of = allocate(s->log.count, sizeof *s->element_of);
	s->element = allocate(s->log.count, sizeof *s->element);
	find_firsts(s, first_of);
	for (size_t i = 0; i < s->log.count; i++) {
		s->element_of[i] = NONE;
		if (first_of[i] != i) {
			s->element_of[i] = s->element_of[first_of[i]];
		} else if (has_attribute(s, &s->log.jobs[i])) {
			s->element_of[i] = s->elements;
			add_element(s, i);
		}
	}
	free(first_of);
}
