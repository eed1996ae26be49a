/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Of batches, and from job to job.
 */
#include "naive/fit/naive-fit.h"
#include "naive/naive-swf.h"

#include <math.h>
#include <stdlib.h>

static const struct job *first_of(const struct log *log, const struct batch *batch)
{
	return &log->jobs[batch->first];
}

static enum kind kind_of_batch(const struct log *log, const struct batch *batch)
{
	return log->sessions[batch->session].kind;
}

void print_awaited(
	const struct log *log, enum kind kind, const char *variable, size_t from, size_t to)
{
	struct values values = {0};
	for (size_t b = 0; b < log->batch_count; b++) {
		const struct batch *batch = &log->batches[b];
		const struct job *first = first_of(log, batch);
		if (kind_of_batch(log, batch) == kind && from <= batch->place + 1 &&
			batch->place + 1 < to)
			add_value(&values, log->has_estimates ? first->estimate : first->size,
				batch->awaited, batch->awaited ? "yes" : "no");
	}
	print_values(variable, kind_names[kind], &values, log->has_estimates ? 60 : 1, true);
}

void print_jobs(const struct log *log, enum kind kind, bool awaited)
{
	struct values values = {0};
	for (size_t b = 0; b < log->batch_count; b++) {
		const struct batch *batch = &log->batches[b];
		if (kind_of_batch(log, batch) == kind && batch->awaited == awaited)
			add_value(&values, expected_work(log, first_of(log, batch)),
				(double)batch->jobs, NULL);
	}
	/* Each session has a last batch. */
	if (!awaited)
		print_values("jobs", kind_names[kind], &values, work_unit(log), true);
	else
		print_values_or(log, "jobs_awaited", kind, &values, work_unit(log), true,
			(struct value){.value = 1});
}

/* The correlation of the pairs (given, value). */
static double correlation(const struct values *pairs)
{
	long double x = 0, y = 0, xx = 0, xy = 0, yy = 0;
	for (size_t i = 0; i < pairs->count; i++) {
		x += pairs->value[i].given;
		y += pairs->value[i].value;
	}
	x /= pairs->count;
	y /= pairs->count;
	for (size_t i = 0; i < pairs->count; i++) {
		long double dx = pairs->value[i].given - x, dy = pairs->value[i].value - y;
		xx += dx * dx;
		xy += dx * dy;
		yy += dy * dy;
	}
	return xx > 1e-12L && yy > 1e-12L ? (double)(xy / sqrtl(xx * yy)) : 0;
}

/* What is counted of a batch or a session; by user, in the order of the log. */
struct counted {
	double user, count;
	enum kind kind;
};

/* Each with the last ones before it that are of its user and kind of work. */
static double persistence(const struct counted *counted, size_t count, enum kind kind)
{
	struct values pairs = {0};
	for (size_t i = 0; i < count; i++) {
		size_t seen = 0;
		if (counted[i].kind != kind)
			continue;
		for (size_t j = i; j-- > 0 && seen < REMEMBERED;) {
			if (counted[j].user != counted[i].user)
				break;
			if (!same_work(counted[j].kind, kind))
				continue;
			add_value(&pairs, log2(counted[j].count), log2(counted[i].count), NULL);
			seen++;
		}
	}
	double r = fmax(correlation(&pairs), 0);
	double p = REMEMBERED * r / (1 + (REMEMBERED - 1) * r);
	free(pairs.value);
	return round(p * 1000) / 1000;
}

void print_jobs_persistence(const struct log *log, enum kind kind, bool awaited)
{
	struct counted *counted = allocate(log->batch_count, sizeof *counted);
	size_t count = 0;
	for (size_t b = 0; b < log->batch_count; b++) {
		const struct batch *batch = &log->batches[b];
		if (batch->awaited == awaited)
			counted[count++] = (struct counted){first_of(log, batch)->user,
				(double)batch->jobs, kind_of_batch(log, batch)};
	}
	if (has_jobs(log, kind))
		print_single(awaited ? "jobs_awaited_persistence" : "jobs_persistence",
			kind_names[kind], persistence(counted, count, kind));
	free(counted);
}

void print_batches_persistence(const struct log *log, enum kind kind)
{
	struct counted *counted = allocate(log->session_count, sizeof *counted);
	for (size_t s = 0; s < log->session_count; s++) {
		const struct session *session = &log->sessions[s];
		counted[s] = (struct counted){
			log->jobs[session->first].user, (double)session->batches, session->kind};
	}
	if (has_jobs(log, kind))
		print_single("batches_persistence", kind_names[kind],
			persistence(counted, log->session_count, kind));
	free(counted);
}

void print_inter_arrivals(const struct log *log, enum kind kind)
{
	struct values values = {0};
	for (size_t i = 1; i < log->count; i++)
		if (log->jobs[i].batch == log->jobs[i - 1].batch &&
			log->sessions[log->jobs[i].session].kind == kind)
			add_value(&values, 0, log->jobs[i].submit - log->jobs[i - 1].submit, NULL);
	print_values_or(log, "inter_arrival", kind, &values, 0, false, (struct value){0});
}

void print_think_times(const struct log *log, enum kind kind)
{
	struct values values = {0};
	for (size_t b = 0; b < log->batch_count; b++) {
		const struct batch *batch = &log->batches[b];
		if (batch->awaited && kind_of_batch(log, batch) == kind)
			add_value(&values, 0, first_of(log, batch + 1)->submit - batch->end, NULL);
	}
	print_values_or(log, "think_time", kind, &values, 0, false, (struct value){0});
}
