/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/sessions/naive-continuation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "naive/naive-swf.h"

/* An unknown run time is NAN, an unknown wait 0. */
struct job {
	double user, submit, wait, run_time, end;
};

struct log {
	struct job *jobs;
	size_t count, capacity;
};

static struct log read_log(FILE *stream)
{
	struct log log = {0};
	char *line = NULL;
	size_t size = 0;
	while (getline(&line, &size, stream) >= 0) {
		double field[FIELDS + 1];
		const char *text = line + strspn(line, " \t\r\n");
		if (*text == '\0' || *text == ';')
			continue;
		if (!read_fields(text, field))
			fail("a line is not 18 numbers");
		if (is_partial_execution(field))
			continue;
		log.jobs = with_room(log.jobs, log.count, &log.capacity, sizeof *log.jobs);
		log.jobs[log.count++] = (struct job){.user = field[USER],
			.submit = field[SUBMIT],
			.wait = fmax(field[WAIT], 0),
			.run_time = field[RUN_TIME] >= 0 ? field[RUN_TIME] : NAN,
			.end = end_of(field)};
	}
	free(line);
	return log;
}

/* A bin of the table, with the jobs in it by what their users did next. */
struct bin {
	double from, to; /* to is INFINITY for the last one */
	double jobs, continued, overlapped, sum;
};

struct curve {
	double a, b;
};

static double response_of(const struct job *job)
{
	return job->wait + job->run_time;
}

static double slowdown_of(const struct job *job)
{
	return job->run_time > 0 ? response_of(job) / job->run_time : NAN;
}

/* 1, 2 and 5 times each power of ten from the least of these on. */
static size_t make_bins(
	struct bin *bins, const double *first, size_t firsts, double least, double most)
{
	size_t n = 0;
	for (size_t i = 0; i < firsts; i++)
		bins[n++].from = first[i];
	for (double ten = least; ten <= most; ten *= 10)
		for (int digit = 1; digit <= 5; digit += digit == 1 ? 1 : 3)
			if (digit * ten > bins[n - 1].from && digit * ten <= most)
				bins[n++].from = digit * ten;
	for (size_t i = 0; i < n; i++)
		bins[i].to = i + 1 < n ? bins[i + 1].from : INFINITY;
	return n;
}

/* Looks for the next job of the same user, for each job. */
static void fill_bins(struct bin *bins, size_t count, const struct log *log, double gap,
	double (*measure)(const struct job *job))
{
	for (size_t i = 0; i < log->count; i++) {
		const struct job *job = &log->jobs[i], *next = job + 1;
		const double value = measure(job);
		while (next < log->jobs + log->count && next->user != job->user)
			next++;
		if (job->user < 0 || isnan(value) || next == log->jobs + log->count)
			continue;
		for (size_t b = 0; b < count; b++) {
			if (value < bins[b].from || value >= bins[b].to)
				continue;
			if (next->submit < job->end) {
				bins[b].overlapped++;
				continue;
			}
			bins[b].jobs++;
			bins[b].sum += value;
			bins[b].continued += next->submit - job->end <= gap;
		}
	}
}

static double squares_of(const struct bin *bins, size_t count, double unit, struct curve curve)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		if (bins[i].jobs > 0) {
			const double x = bins[i].sum / bins[i].jobs / unit;
			const double rest =
				bins[i].continued / bins[i].jobs - curve.a / (curve.b * x + 1);
			sum += bins[i].jobs * rest * rest;
		}
	return sum;
}

/* A step of Gauss and Newton towards the least squares. */
static struct curve stepped(const struct bin *bins, size_t count, double unit, struct curve curve)
{
	double aa = 0, ab = 0, bb = 0, ra = 0, rb = 0;
	for (size_t i = 0; i < count; i++)
		if (bins[i].jobs > 0) {
			const double x = bins[i].sum / bins[i].jobs / unit;
			const double by_a = 1 / (curve.b * x + 1);
			const double by_b = -curve.a * x * by_a * by_a;
			const double rest = bins[i].continued / bins[i].jobs - curve.a * by_a;
			aa += bins[i].jobs * by_a * by_a;
			ab += bins[i].jobs * by_a * by_b;
			bb += bins[i].jobs * by_b * by_b;
			ra += bins[i].jobs * by_a * rest;
			rb += bins[i].jobs * by_b * rest;
		}
	const double determinant = aa * bb - ab * ab;
	curve.a += (ra * bb - rb * ab) / determinant;
	curve.b += (rb * aa - ra * ab) / determinant;
	return curve;
}

/* From the best of a grid, whose steps are small, in many steps, each half as long as it could be
 * so that none goes astray. A curve that does not fall is flat. */
static struct curve fitted(const struct bin *bins, size_t count, double unit)
{
	struct curve best = {NAN, NAN};
	double jobs = 0, continued = 0, least = INFINITY;
	size_t filled = 0;
	for (size_t i = 0; i < count; i++) {
		filled += bins[i].jobs > 0;
		jobs += bins[i].jobs;
		continued += bins[i].continued;
	}
	if (filled < 3 || continued == 0)
		return best;
	for (double b = 1e-6; b <= 1.01e3; b *= 1.02)
		for (double a = 0; a <= 2; a += 0.01) {
			const struct curve curve = {a, b};
			const double squares = squares_of(bins, count, unit, curve);
			if (squares < least) {
				least = squares;
				best = curve;
			}
		}
	const double start = best.b;
	for (int i = 0; i < 200; i++) {
		const struct curve next = stepped(bins, count, unit, best);
		best.a = (best.a + next.a) / 2;
		best.b = (best.b + next.b) / 2;
	}
	const struct curve flat = {continued / jobs, 0}, unknown = {NAN, NAN};
	if (start > 990 || !(best.b <= 1e3))
		return unknown;
	return best.b < 1e-6 ||
			!(squares_of(bins, count, unit, best) < squares_of(bins, count, unit, flat))
		? flat
		: best;
}

static void print_values(const double *values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!isnan(values[i]))
			printf("%.17g", values[i]);
		putchar(i + 1 < count ? ',' : '\n');
	}
}

static void print_bins(const char *name, const struct bin *bins, size_t count, double unit)
{
	const double z = 1.959963984540054;
	const struct curve curve = fitted(bins, count, unit);
	for (size_t i = 0; i < count; i++) {
		const double n = bins[i].jobs, mean = bins[i].sum / n, p = bins[i].continued / n;
		/* the shares s with |p - s| = z sqrt(s (1 - s) / n): a quadratic equation */
		const double root = sqrt(z * z * (z * z / n + 4 * p * (1 - p)) / n);
		if (n + bins[i].overlapped == 0)
			continue;
		printf("%s,", name);
		const double values[] = {bins[i].from, isinf(bins[i].to) ? NAN : bins[i].to, n,
			bins[i].continued, p,
			p > 0 ? (2 * p + z * z / n - root) / (2 * (1 + z * z / n)) : p,
			p < 1 ? (2 * p + z * z / n + root) / (2 * (1 + z * z / n)) : p,
			bins[i].overlapped, mean, curve.a / (curve.b * mean / unit + 1),
			unit > 1 ? 0.8 / (1 + 0.05 * mean / 60) : NAN, curve.a, curve.b};
		print_values(values, sizeof values / sizeof *values);
	}
}

void print_continuation(FILE *stream, double gap)
{
	static const double first_response[] = {0}, first_slowdown[] = {1, 1.1, 1.5};
	struct bin responses[40] = {{0}}, slowdowns[40] = {{0}};
	const struct log log = read_log(stream);
	puts("measure,from,to,jobs,continued,share,low,high,overlapped,mean,fitted,formula,a,b");
	size_t count = make_bins(responses, first_response, 1, 10, 5e5);
	fill_bins(responses, count, &log, gap, response_of);
	print_bins("response", responses, count, 60);
	count = make_bins(slowdowns, first_slowdown, 3, 1, 1e5);
	fill_bins(slowdowns, count, &log, gap, slowdown_of);
	print_bins("slowdown", slowdowns, count, 1);
	free(log.jobs);
}
