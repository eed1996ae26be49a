/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/resample/naive-resample.h"

#include <math.h>
#include <stdlib.h>

/* ---- the weeks in which users may start ---- */

/* Of a long-term user, from the first week on. */
static long starting_weeks(const struct workload *w, const struct subject *subject)
{
	return w->options.literal ? subject->last_week - subject->first_week + 1 : w->period;
}

/* The first of the jobs if the user starts so many weeks after the first one; their number if in
 * the pause. */
static size_t first_place(const struct subject *subject, long start)
{
	size_t place = 0;
	while (place < subject->count && subject->jobs[place]->week < subject->first_week + start)
		place++;
	return place;
}

/* Whether a temporary user may start in this week of the log. */
static bool may_start_in(const struct workload *w, const struct subject *subject, long week)
{
	if (!w->options.literal)
		return week > subject->first_week && week <= subject->last_week;
	size_t place = first_place(subject, week - subject->first_week);
	return place < subject->count && subject->jobs[place]->week == week;
}

/* Of such weeks. */
static double weeks_to_start_in(const struct workload *w, const struct subject *subject)
{
	double weeks = 0;
	for (long week = subject->first_week; week <= subject->last_week; week++)
		weeks += may_start_in(w, subject, week);
	return weeks;
}

/* Whether one who starts so many weeks after the first one has no job before the end. */
static bool is_hidden(const struct workload *w, const struct subject *subject, long start)
{
	size_t place = first_place(subject, start);
	long shift = -subject->first_week - start;
	if (place == subject->count) {
		place = 0;
		shift += w->period;
	}
	return new_submit(subject->jobs[place], shift) >= w->end;
}

static bool may_be_hidden(const struct workload *w, const struct subject *subject)
{
	long weeks = starting_weeks(w, subject);
	for (long start = 0; start < weeks; start++)
		if ((subject->kind == LONG_TERM ||
			    may_start_in(w, subject, subject->first_week + start)) &&
			is_hidden(w, subject, start))
			return true;
	return false;
}

bool may_any_be_hidden(const struct workload *w, enum kind kind)
{
	for (size_t i = 0; i < w->subject_count; i++)
		if (w->subjects[i].kind == kind && may_be_hidden(w, &w->subjects[i]))
			return true;
	return false;
}

/* Each of N that are drawn from a pool with equal weights is drawn so often, rounded down or up. */
static void check_share(const char *what, const struct subject *subject, size_t uses,
	double expected, bool complete)
{
	double low = floor(expected + HAIR), high = ceil(expected - HAIR);
	if ((double)uses > high || (complete && (double)uses < low))
		fail("%s: user %g is used %zu times, not %g or %g", what, subject->user, uses, low,
			high);
}

/* ---- long-term users ---- */

/* Of a use, how many weeks after the first week it starts. */
static long start_of(const struct workload *w, const struct row *row)
{
	const struct subject *subject = row->subject;
	long start = -row->shift - subject->first_week;
	bool in_pause = start < 0;
	if (in_pause)
		start += w->period;
	if (start < 0 || start >= starting_weeks(w, subject))
		fail("map:%zu: long-term user %g does not start in a week of the %s", row->line,
			row->source_user, w->options.literal ? "activity" : "period");
	size_t place = first_place(subject, start);
	if ((place == subject->count) != in_pause)
		fail("map:%zu: user %g starts in the pause, but the jobs are moved by %ld weeks",
			row->line, row->source_user, row->shift);
	if (row->first != (in_pause ? 0 : place))
		fail("map:%zu: user %g does not start with the first job from that week on",
			row->line, row->source_user);
	long week = in_pause ? subject->first_week + row->shift : 0;
	if (row->first_week != week)
		fail("map:%zu: the first week should be %ld", row->line, week);
	return start;
}

static int compare_longs(const void *a, const void *b)
{
	long left = *(const long *)a, right = *(const long *)b;
	return (left > right) - (left < right);
}

/* Copies of a user are in equal distances, but for whole weeks, around the starting weeks. */
static void check_distances(const struct workload *w, const struct subject *subject)
{
	size_t count = 0;
	long *starts = allocate(w->user_count, sizeof *starts);
	for (size_t i = 0; i < w->user_count; i++)
		if (w->users[i]->subject == subject)
			starts[count++] = start_of(w, w->users[i]);
	qsort(starts, count, sizeof *starts, compare_longs);
	long weeks = starting_weeks(w, subject);
	for (size_t i = 0; i < count; i++) {
		long low = weeks / (long)count, high = low + (weeks % (long)count != 0);
		long next = i + 1 < count ? starts[i + 1] : starts[0] + weeks;
		if (next - starts[i] < low || next - starts[i] > high)
			fail("map: copies of user %g are %ld weeks apart, not %ld or %ld",
				subject->user, next - starts[i], low, high);
	}
	free(starts);
}

/* How many of them there ought to be, before rounding. */
static double long_term_number(const struct workload *w)
{
	double pool = (double)w->of_kind[LONG_TERM];
	if (pool == 0)
		return 0;
	return given_or(w->options.long_term, given_or(w->options.load, 1) * pool);
}

static double count_long_term(const struct workload *w)
{
	double count = 0;
	for (size_t i = 0; i < w->user_count; i++)
		if (w->users[i]->kind == LONG_TERM) {
			start_of(w, w->users[i]);
			count++;
		}
	return count;
}

void check_long_term(const struct workload *w)
{
	double number = long_term_number(w), found = count_long_term(w);
	bool complete = found == round(number) || (is_half(number) && found == floor(number));
	if (!complete && (found > number || !may_any_be_hidden(w, LONG_TERM)))
		fail("map: there are %g long-term users, not %g", found, round(number));
	check_copies(w->users, w->user_count, LONG_TERM, complete);
	double share = (complete ? found : round(number)) / (double)w->of_kind[LONG_TERM];
	for (size_t i = 0; i < w->subject_count; i++) {
		const struct subject *subject = &w->subjects[i];
		if (subject->kind != LONG_TERM)
			continue;
		check_share("long-term users", subject, subject->uses, share, complete);
		if (complete)
			check_distances(w, subject);
	}
}

/* ---- temporary users ---- */

static double weeks_of_pool(const struct workload *w)
{
	double weeks = 0;
	for (size_t i = 0; i < w->subject_count; i++)
		if (w->subjects[i].kind == TEMPORARY)
			weeks += weeks_to_start_in(w, &w->subjects[i]);
	return weeks;
}

double temporary_number(const struct workload *w)
{
	if (w->of_kind[TEMPORARY] == 0)
		return 0;
	double average = weeks_of_pool(w) / w->log_weeks;
	return given_or(w->options.temporary, given_or(w->options.load, 1) * average);
}

bool starts_properly(const struct workload *w, const struct row *row)
{
	const struct subject *subject = row->subject;
	return row->first_week == 0 && may_start_in(w, subject, -row->shift) &&
		row->first == first_place(subject, -row->shift - subject->first_week);
}

static void check_shares_at_start(const struct workload *w, double number)
{
	double weeks = weeks_of_pool(w);
	for (size_t i = 0; i < w->subject_count; i++) {
		const struct subject *subject = &w->subjects[i];
		if (subject->kind != TEMPORARY)
			continue;
		double share = number * weeks_to_start_in(w, subject) / weeks;
		check_share("temporary users at the start", subject, subject->uses_at_start, share,
			true);
	}
}

void check_temporary_at_start(const struct workload *w)
{
	double number = round(temporary_number(w)), found = 0;
	for (size_t i = 0; i < w->user_count && found < number; i++) {
		struct row *row = w->users[i];
		if (row->kind != TEMPORARY)
			continue;
		if (!starts_properly(w, row))
			fail("map:%zu: user %g is there from the start, but does not start in a "
			     "week in which that is possible",
				row->line, row->user);
		row->at_start = true;
		row->subject->uses_at_start++;
		found++;
	}
	if (found < number)
		fail("map: there are %g temporary users at the start, not %g", found, number);
	check_shares_at_start(w, number);
}
