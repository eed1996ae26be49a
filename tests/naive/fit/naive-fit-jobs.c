/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Applications, and what their jobs are.
 */
#include "naive/fit/naive-fit.h"
#include "naive/naive-swf.h"

#include <math.h>
#include <stdlib.h>

enum likeness { LAST, EARLIER, NEW_ESTIMATE, NEW_SIZE, NEW };
static const char *const likeness_names[] = {"last", "earlier", "new-estimate", "new-size", "new"};

static double application_estimate(const struct log *log, const struct job *job)
{
	return log->has_estimates ? job->estimate : 0;
}

static bool same_application(const struct log *log, const struct job *a, const struct job *b)
{
	return same_work(a->kind, b->kind) && a->size == b->size &&
		application_estimate(log, a) == application_estimate(log, b);
}

/* What a session begins with is remembered, and what was not remembered yet, but of these the last
 * 16 only, the latest one first. */
static size_t remember(const struct log *log, const struct job *job,
	const struct job *memory[REMEMBERED + 1], size_t count)
{
	bool known = false;
	for (size_t i = 0; i < count; i++)
		known |= same_application(log, memory[i], job);
	if (known && !is_first_of_session(log, job))
		return count;
	for (size_t i = count; i > 0; i--)
		memory[i] = memory[i - 1];
	memory[0] = job;
	return count < REMEMBERED ? count + 1 : REMEMBERED;
}

/* A job of each of the applications that the user remembers when a job comes. */
static size_t remembered(
	const struct log *log, const struct job *job, const struct job *memory[REMEMBERED + 1])
{
	size_t count = 0;
	const struct job *other = job;
	while (other > log->jobs && other[-1].user == job->user)
		other--;
	for (; other < job; other++)
		if (same_work(other->kind, job->kind))
			count = remember(log, other, memory, count);
	return count;
}

static enum likeness likeness_of(const struct log *log, const struct job *job)
{
	const struct job *memory[REMEMBERED + 1];
	size_t count = remembered(log, job, memory);
	bool size = false, estimate = false, both = false;
	const struct job *last = is_first_of_session(log, job) ? memory[0] : job - 1;
	if ((count > 0 || !is_first_of_session(log, job)) && same_application(log, last, job))
		return LAST;
	for (size_t i = 0; i < count; i++) {
		both |= same_application(log, memory[i], job);
		size |= memory[i]->size == job->size;
		estimate |= application_estimate(log, memory[i]) == application_estimate(log, job);
	}
	if (both)
		return EARLIER;
	if (size)
		return NEW_ESTIMATE;
	return estimate ? NEW_SIZE : NEW;
}

void print_applications(const struct log *log, enum kind kind, bool first)
{
	struct values values = {0};
	for (size_t i = 0; i < log->count; i++) {
		const struct job *job = &log->jobs[i];
		if (is_first_of_session(log, job) != first ||
			log->sessions[job->session].kind != kind)
			continue;
		const struct job *memory[REMEMBERED + 1];
		if (first && remembered(log, job, memory) == 0)
			continue;
		enum likeness likeness = likeness_of(log, job);
		add_value(&values, first ? 0 : (job - 1)->size, likeness, likeness_names[likeness]);
	}
	print_values_or(log, first ? "application" : "next_application", kind, &values,
		first ? 0 : 1, true, (struct value){.name = "new"});
}

void print_next_classes(const struct log *log, enum kind kind)
{
	struct values values = {0};
	for (size_t i = 0; i < log->count; i++) {
		const struct job *job = &log->jobs[i];
		if (!is_first_of_session(log, job) && log->sessions[job->session].kind == kind &&
			likeness_of(log, job) != LAST)
			add_value(&values, 0, job->kind, kind_names[job->kind]);
	}
	print_values_or(log, "next_class", kind, &values, 0, true,
		(struct value){.name = kind_names[kind]});
}

static bool repeats(const struct job *job, const struct job *before)
{
	double now = job->run_time, then = before->run_time;
	return now >= 0.95 * then && now <= 1.05 * then;
}

/* Of the jobs that are of the application of the job before in the session. */
void print_repeat(const struct log *log, enum kind kind)
{
	double known = 0, repeated = 0, jobs = 0;
	for (size_t i = 0; i < log->count; i++) {
		const struct job *job = &log->jobs[i];
		jobs += job->kind == kind;
		if (job->kind != kind || is_first_of_session(log, job) ||
			!same_application(log, job, job - 1))
			continue;
		known++;
		repeated += repeats(job, job - 1);
	}
	if (jobs > 0)
		print_single("repeat", kind_names[kind], known > 0 ? repeated / known : 0);
}

static bool begins_otherwise(const struct log *log, const struct job *job)
{
	return !is_first_of_session(log, job) && !same_application(log, job, job - 1);
}

static bool is_awaited(const struct log *log, const struct job *job)
{
	return log->batches[job->batch].awaited;
}

static bool is_last(const struct log *log, const struct job *job)
{
	return !is_awaited(log, job);
}

enum subject { SIZE, ESTIMATE, ACCURACY, RUN_TIME_ALONE };

static void add_of_job(
	struct values *values, const struct log *log, const struct job *job, enum subject subject)
{
	if (subject == SIZE)
		add_value(values, 0, job->size, NULL);
	else if (subject == ESTIMATE)
		add_value(values, job->size, job->estimate, NULL);
	else if (subject == ACCURACY)
		add_value(values, expected_work(log, job), job->run_time / job->estimate, NULL);
	else
		add_value(values, job->size, job->run_time, NULL);
}

/* A choice of jobs. */
typedef bool counts_fn(const struct log *log, const struct job *job);

static void print_of_jobs(const struct log *log, enum kind kind, const char *variable,
	enum subject subject, counts_fn *counts, counts_fn *otherwise)
{
	static const double units[] = {
		[SIZE] = 0, [ESTIMATE] = 1, [ACCURACY] = 60, [RUN_TIME_ALONE] = 1};
	struct values values = {0};
	for (size_t i = 0; i < log->count; i++)
		if (log->jobs[i].kind == kind && counts(log, &log->jobs[i]))
			add_of_job(&values, log, &log->jobs[i], subject);
	if (values.count == 0 && otherwise != NULL) {
		print_of_jobs(log, kind, variable, subject, otherwise, NULL);
		return;
	}
	print_values(variable, kind_names[kind], &values, units[subject],
		subject == SIZE || subject == ESTIMATE);
}

/* Those of other jobs stand for those of the first ones if there are none. */
void print_sizes(const struct log *log, enum kind kind, bool first)
{
	print_of_jobs(log, kind, first ? "size" : "next_size", SIZE,
		first ? is_first_of_session : begins_otherwise, first ? begins_otherwise : NULL);
}

void print_estimates(const struct log *log, enum kind kind, bool first)
{
	if (log->has_estimates)
		print_of_jobs(log, kind, first ? "estimate" : "next_estimate", ESTIMATE,
			first ? is_first_of_session : begins_otherwise,
			first ? begins_otherwise : NULL);
}

void print_run_times(const struct log *log, enum kind kind, bool awaited)
{
	const char *name = awaited ? "run_time_awaited" : "run_time";
	if (log->has_estimates)
		name = awaited ? "accuracy_awaited" : "accuracy";
	print_of_jobs(log, kind, name, log->has_estimates ? ACCURACY : RUN_TIME_ALONE,
		awaited ? is_awaited : is_last, awaited ? NULL : is_awaited);
}
