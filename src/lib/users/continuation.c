/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "users/session-tables.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/hash.h"

/*
 * A job is counted when the next one of its user comes, since only then it is known whether the
 * session went on. So only the last job of each user is kept, which never counts, and memory grows
 * with the users, not with the jobs.
 *
 * The curve a / (b x + 1) is fitted to the chances in the bins. For a given b the best a has a
 * formula, so only b is searched: over a grid of ten values a decade, and then around the best of
 * these, by halving, for where the slope of the squares changes its sign.
 */

enum measure { RESPONSE, SLOWDOWN, MEASURES };
enum { MOST_BINS = 20 };

/* Where the bins begin; the last one has no end. */
static const struct {
	const char *name;
	double unit; /* what the curves count in: minutes of response time */
	size_t count;
	double from[MOST_BINS];
} bins_of[MEASURES] = {
	{"response", 60, 16,
		{0, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5}},
	{"slowdown", 1, 18,
		{1, 1.1, 1.5, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5}},
};

struct bin {
	double jobs, continued, overlapped;
	double sum; /* of the measure, of the jobs */
};

/* The last job of a user; a measure is NaN where the job has none. */
struct latest {
	double end;
	double value[MEASURES];
};

struct swf_continuation {
	double gap;
	struct swf_index users;
	struct latest *latest; /* by place of the user */
	size_t capacity;
	struct bin bins[MEASURES][MOST_BINS];
};

struct swf_continuation *swf_continuation_new(double gap)
{
	struct swf_continuation *c = calloc(1, sizeof *c);
	if (c != NULL)
		c->gap = gap;
	return c;
}

void swf_continuation_free(struct swf_continuation *continuation)
{
	if (continuation == NULL)
		return;
	swf_index_clear(&continuation->users);
	free(continuation->latest);
	free(continuation);
}

/* Counts a job whose user's next one was submitted so long after its end. */
static void count_job(struct swf_continuation *c, const struct latest *job, double since_end)
{
	for (int m = 0; m < MEASURES; m++) {
		const double value = job->value[m];
		if (isnan(value))
			continue;
		size_t b = bins_of[m].count - 1;
		while (b > 0 && value < bins_of[m].from[b])
			b--;
		struct bin *bin = &c->bins[m][b];
		if (since_end < 0) {
			bin->overlapped++;
			continue;
		}
		bin->jobs++;
		bin->continued += since_end <= c->gap;
		bin->sum += value;
	}
}

int swf_continuation_add(struct swf_continuation *continuation, const struct swf_job *job)
{
	struct swf_continuation *c = continuation;
	const size_t known = c->users.count;
	/* room comes first, so that there are never more users than latest jobs */
	struct latest *latest = swf_array_reserve(c->latest, known, &c->capacity, sizeof *latest);
	if (latest == NULL)
		return -1;
	c->latest = latest;
	const size_t place = swf_index_add(&c->users, job->user);
	if (place == SIZE_MAX)
		return -1;
	if (place < known)
		count_job(c, &latest[place], job->submit - latest[place].end);
	const double wait = fmax(job->wait, 0), run_time = job->run_time;
	latest[place] = (struct latest){.end = swf_job_end(job),
		.value = {run_time >= 0 ? wait + run_time : NAN,
			run_time > 0 ? (wait + run_time) / run_time : NAN}};
	return 0;
}

/* The curve a / (b x + 1). */
struct curve {
	double a, b;
};

static double height(struct curve curve, double x)
{
	return curve.a / (curve.b * x + 1);
}

static double mean_of(const struct bin *bin)
{
	return bin->sum / bin->jobs;
}

/* The curve with this b that has the least squares, weighted with the jobs of the bins; these
 * squares; and their slope against b, up to a positive factor. */
static struct curve best_of_slope(
	const struct swf_continuation *c, enum measure m, double b, double *squares, double *slope)
{
	double pg = 0, gg = 0;
	for (size_t i = 0; i < bins_of[m].count; i++) {
		const struct bin *bin = &c->bins[m][i];
		if (bin->jobs == 0)
			continue;
		const double g = 1 / (b * mean_of(bin) / bins_of[m].unit + 1);
		pg += bin->continued * g;
		gg += bin->jobs * g * g;
	}
	const struct curve curve = {.a = pg / gg, .b = b};
	*squares = *slope = 0;
	for (size_t i = 0; i < bins_of[m].count; i++) {
		const struct bin *bin = &c->bins[m][i];
		if (bin->jobs == 0)
			continue;
		const double x = mean_of(bin) / bins_of[m].unit;
		const double rest = bin->continued / bin->jobs - height(curve, x);
		*squares += bin->jobs * rest * rest;
		*slope += bin->jobs * rest * x / ((b * x + 1) * (b * x + 1));
	}
	return curve;
}

/* The curve of a measure. Unknown (NaN) where less than three bins have jobs, no session went on,
 * or the chance falls faster than any b. A chance that does not fall has b = 0. */
static struct curve fit_curve(const struct swf_continuation *c, enum measure m)
{
	enum { PER_DECADE = 10, STEPS = 9 * PER_DECADE, HALVINGS = 100 };
	const struct curve unknown = {NAN, NAN};
	size_t filled = 0;
	double continued = 0, squares, slope, least, best = 0;
	for (size_t i = 0; i < bins_of[m].count; i++) {
		filled += c->bins[m][i].jobs > 0;
		continued += c->bins[m][i].continued;
	}
	if (filled < 3 || continued == 0)
		return unknown;
	/* from 10^-6 to 10^3 */
	const struct curve flat = best_of_slope(c, m, 0, &least, &slope);
	for (int i = 0; i <= STEPS; i++) {
		const double b = pow(10, (double)i / PER_DECADE - 6);
		best_of_slope(c, m, b, &squares, &slope);
		if (squares < least) {
			least = squares;
			best = b;
		}
	}
	if (best == 0)
		return flat;
	double low = best / pow(10, 1.0 / PER_DECADE), high = best * pow(10, 1.0 / PER_DECADE);
	for (int i = 0; i < HALVINGS; i++) {
		const double middle = (low + high) / 2;
		best_of_slope(c, m, middle, &squares, &slope);
		/* where the squares still fall, the least ones are beyond */
		if (slope < 0)
			low = middle;
		else
			high = middle;
	}
	if (low > 1e3)
		return unknown;
	return best_of_slope(c, m, (low + high) / 2, &squares, &slope);
}

struct swf_table *swf_continuation_new_table(void)
{
	static const char *const names[] = {"measure", "from", "to", "jobs", "continued", "share",
		"low", "high", "overlapped", "mean", "fitted", "formula", "a", "b"};
	return swf_table_new(names, sizeof names / sizeof *names);
}

/* The ends of the 95 % interval of a share, by Wilson; missing where there are no jobs. An end at 0
 * or 1 is just that. */
static void add_interval(struct swf_table *table, double jobs, double continued)
{
	const double z = 1.959963984540054, p = continued / jobs;
	const double middle = (p + z * z / (2 * jobs)) / (1 + z * z / jobs);
	const double half =
		z * sqrt(p * (1 - p) / jobs + z * z / (4 * jobs * jobs)) / (1 + z * z / jobs);
	swf_table_number(table, continued > 0 ? middle - half : p);
	swf_table_number(table, continued < jobs ? middle + half : p);
}

static void add_row(struct swf_table *table, const struct bin *bin, enum measure m, size_t i,
	struct curve curve)
{
	const double x = mean_of(bin) / bins_of[m].unit;
	swf_table_text(table, bins_of[m].name);
	swf_table_number(table, bins_of[m].from[i]);
	swf_table_number(table, i + 1 < bins_of[m].count ? bins_of[m].from[i + 1] : NAN);
	swf_table_number(table, bin->jobs);
	swf_table_number(table, bin->continued);
	swf_table_number(table, bin->continued / bin->jobs);
	add_interval(table, bin->jobs, bin->continued);
	swf_table_number(table, bin->overlapped);
	swf_table_number(table, mean_of(bin));
	swf_table_number(table, height(curve, x));
	swf_table_number(table, m == RESPONSE ? 0.8 / (0.05 * x + 1) : NAN);
	swf_table_number(table, curve.a);
	swf_table_number(table, curve.b);
}

void swf_continuation_fill(const struct swf_continuation *continuation, struct swf_table *table)
{
	for (enum measure m = 0; m < MEASURES; m++) {
		const struct curve curve = fit_curve(continuation, m);
		for (size_t i = 0; i < bins_of[m].count; i++) {
			const struct bin *bin = &continuation->bins[m][i];
			if (bin->jobs > 0 || bin->overlapped > 0)
				add_row(table, bin, m, i, curve);
		}
	}
}
