/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/resample/naive-resample.h"

#include <math.h>
#include <stdlib.h>

/* What comes at random may deviate from its mean by so many times the root of it: a binomial number
 * is as far off once in 10^9 times at the most. */
#define DEVIATIONS 6.0

bool comes_properly(const struct row *row)
{
	return row->first == 0 && row->first_week >= 0 &&
		row->shift == row->first_week - row->subject->first_week;
}

static void check_coming(struct row *const *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!comes_properly(rows[i]))
			fail("map:%zu: user %g does not come as a whole in week %ld", rows[i]->line,
				rows[i]->user, rows[i]->first_week);
}

/* By the week in which they start, in a week by the user, session, batch or job. */
static int compare_by_week(const void *a, const void *b)
{
	const struct row *left = *(struct row *const *)a, *right = *(struct row *const *)b;
	if (left->first_week != right->first_week)
		return left->first_week < right->first_week ? -1 : 1;
	return (left->subject > right->subject) - (left->subject < right->subject);
}

/* ---- who comes in a week ---- */

static size_t count_at_start(const struct workload *w)
{
	size_t count = 0;
	for (size_t i = 0; i < w->subject_count; i++)
		count += w->subjects[i].uses_at_start > 0;
	return count;
}

/* How often each of a pool is drawn in a week: none twice, unless more come than there are. */
struct share {
	size_t least, most;
	bool others_only; /* than those who are there from the start */
};

static struct share share_in_week(
	const struct workload *w, const struct row *first, size_t count, size_t pool)
{
	struct share share = {.least = count / pool, .most = count / pool + (count % pool != 0)};
	if (first->first_week > 0 || first->kind != TEMPORARY)
		return share;
	share.others_only = count <= pool - count_at_start(w);
	if (share.others_only)
		share.least = 0;
	return share;
}

/* The COUNT rows of a week that are of a pool of the size POOL, those of the same user (session,
 * batch, job) beside each other. None can come more than MOST times. */
static void check_week(
	const struct workload *w, struct row *const *rows, size_t count, size_t pool, double most)
{
	struct share share = share_in_week(w, rows[0], count, pool);
	/* Where the output ends within the week it may hide some. */
	bool whole = (double)(rows[0]->first_week + 1) * SECONDS_PER_WEEK <= w->length;
	if (!whole) {
		share.least = 0;
		share.most = (size_t)most;
	}
	size_t uses = 0, subjects = 0;
	for (size_t i = 0; i < count; i++) {
		const struct row *row = rows[i];
		uses++;
		if (share.others_only && row->subject->uses_at_start > 0)
			fail("map:%zu: user %g comes though there from the start", row->line,
				row->user);
		if (i + 1 < count && rows[i + 1]->subject == row->subject)
			continue;
		if (uses < share.least || uses > share.most)
			fail("map:%zu: user %g comes %zu times in week %ld, not %zu or %zu",
				row->line, row->source_user, uses, row->first_week, share.least,
				share.most);
		uses = 0;
		subjects++;
	}
	if (share.least > 0 && subjects < pool)
		fail("map: in week %ld some come twice before all come", rows[0]->first_week);
}

static void check_weeks(
	const struct workload *w, struct row **rows, size_t count, size_t pool, double most)
{
	qsort(rows, count, sizeof *rows, compare_by_week);
	size_t first = 0;
	for (size_t i = 1; i <= count; i++)
		if (i == count || rows[i]->first_week != rows[first]->first_week) {
			check_week(w, rows + first, i - first, pool, most);
			first = i;
		}
}

/* ---- how many come ---- */

static double rate_of_pool(const struct workload *w, size_t pool)
{
	return given_or(w->options.load, 1) * (double)pool / w->log_weeks;
}

/* N trials of a probability up to 1 give no more than N; further ones are made only for a rate
 * above N. */
static double most_in_week(double rate, size_t pool)
{
	return (double)pool * ceil(rate / (double)pool - HAIR);
}

static void check_sum(const struct workload *w, const char *what, struct row *const *rows,
	size_t count, double rate)
{
	double weeks = floor(w->length / SECONDS_PER_WEEK), sum = 0, mean = rate * weeks;
	for (size_t i = 0; i < count; i++)
		sum += (double)rows[i]->first_week < weeks;
	if (fabs(sum - mean) > DEVIATIONS * sqrt(mean) + HAIR)
		fail("%g %s come, but %g should on average", sum, what, mean);
}

/* The rows are in the order of weeks. */
static void check_numbers(
	const struct workload *w, struct row *const *rows, size_t count, double rate, double most)
{
	size_t in_week = 0;
	for (size_t i = 0; i < count; i++) {
		bool is_next = i > 0 && rows[i]->first_week == rows[i - 1]->first_week;
		in_week = is_next ? in_week + 1 : 1;
		if ((double)in_week > most)
			fail("map:%zu: more than %g come in week %ld", rows[i]->line, most,
				rows[i]->first_week);
	}
	check_sum(w, "of a pool", rows, count, rate);
}

/* ---- users ---- */

static size_t select_comers(const struct workload *w, enum kind kind, struct row **rows)
{
	size_t count = 0;
	for (size_t i = 0; i < w->user_count; i++)
		if (w->users[i]->kind == kind && !w->users[i]->at_start)
			rows[count++] = w->users[i];
	return count;
}

/* Rare users are among the temporary ones who come. */
void check_comers(const struct workload *w)
{
	size_t pool = w->of_kind[TEMPORARY], rare_pool = w->of_kind[RARE];
	struct row **rows = allocate(w->user_count, sizeof(struct row *));
	size_t temporary = select_comers(w, TEMPORARY, rows);
	struct row **rare_rows = rows + temporary;
	size_t rare = select_comers(w, RARE, rare_rows);
	check_coming(rows, temporary + rare);
	if (rare_pool > 0) {
		double rate = given_or(w->options.rare_rate, rate_of_pool(w, rare_pool));
		check_sum(w, "rare users", rare_rows, rare, rate);
	}
	if (pool > 0) {
		double rate = given_or(w->options.temporary_rate, rate_of_pool(w, pool));
		double most = most_in_week(rate, pool);
		check_weeks(w, rows, temporary, pool, most / (double)pool);
		check_weeks(w, rare_rows, rare, rare_pool, most);
		qsort(rows, temporary + rare, sizeof *rows, compare_by_week);
		check_numbers(w, rows, temporary + rare, rate, most);
	}
	free(rows);
}

/* ---- sessions, batches and jobs ---- */

/* A user of the log is one user of the output. */
static void check_unit_users(const struct workload *w)
{
	for (size_t i = 0; i < w->row_count; i++) {
		const struct row *row = &w->rows[i];
		if (row->source_user != w->users[(size_t)row->user - 1]->source_user)
			fail("map:%zu: user %g is another one at first", row->line, row->user);
	}
	for (size_t i = 0; i < w->user_count; i++)
		for (size_t j = 0; j < i; j++)
			if (w->users[i]->source_user == w->users[j]->source_user)
				fail("map: user %g is two users of the output",
					w->users[i]->source_user);
}

void check_units(const struct workload *w)
{
	struct row **rows = allocate(w->row_count, sizeof(struct row *));
	for (size_t i = 0; i < w->row_count; i++)
		rows[i] = &w->rows[i];
	check_coming(rows, w->row_count);
	check_unit_users(w);
	check_copies(rows, w->row_count, LONG_TERM, true);
	check_copies(rows, w->row_count, TEMPORARY, true);
	size_t pool = w->of_kind[LONG_TERM] + w->of_kind[TEMPORARY];
	double rate = rate_of_pool(w, pool), most = most_in_week(rate, pool);
	check_weeks(w, rows, w->row_count, pool, most / (double)pool);
	check_numbers(w, rows, w->row_count, rate, most);
	free(rows);
}
