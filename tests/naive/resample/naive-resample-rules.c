/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/resample/naive-resample.h"

#include <math.h>
#include <stdlib.h>

double given_or(double given, double other)
{
	return given >= 0 ? given : other;
}

bool is_half(double value)
{
	return fabs(value - floor(value) - 0.5) < HAIR;
}

void check_copies(struct row *const *uses, size_t count, enum kind kind, bool complete)
{
	for (size_t i = 0; i < count; i++) {
		const struct row *row = uses[i];
		if (row->kind != kind)
			continue;
		size_t copy = row->subject->uses + 1;
		if (complete ? row->copy != (long)copy : row->copy < (long)copy)
			fail("map:%zu: user %g is copy %ld of user %g, not %zu", row->line,
				row->user, row->copy, row->source_user, copy);
		row->subject->uses = (size_t)row->copy;
	}
}

/* A long-term user begins again after the period, with the first job. */
static void check_return(const struct workload *w, const struct row *row, long shift_before)
{
	const struct row *use = w->users[(size_t)row->user - 1];
	if (row->kind != LONG_TERM)
		fail("map:%zu: a %s user begins again", row->line, kind_names[row->kind]);
	if (row->subject != use->subject || row->copy != use->copy)
		fail("map:%zu: user %g is another one at first", row->line, row->user);
	if (row->shift != shift_before + w->period)
		fail("map:%zu: user %g begins again after %ld weeks, not %ld", row->line, row->user,
			row->shift - shift_before, w->period);
	if (!comes_properly(row))
		fail("map:%zu: user %g does not begin again with the first job in week %ld",
			row->line, row->user, row->first_week);
}

/* Rows other than the first of a user are those of one who begins again. */
static void check_returns(const struct workload *w)
{
	long *shift = allocate(w->user_count, sizeof *shift);
	for (size_t i = 0; i < w->row_count; i++) {
		const struct row *row = &w->rows[i];
		size_t user = (size_t)row->user - 1;
		if (row != w->users[user])
			check_return(w, row, shift[user]);
		shift[user] = row->shift;
	}
	for (size_t i = 0; i < w->user_count; i++) {
		const struct subject *subject = w->users[i]->subject;
		if (subject->kind == LONG_TERM &&
			new_submit(subject->jobs[0], shift[i] + w->period) < w->end)
			fail("map: user %zu does not begin again in the right week", i + 1);
	}
	free(shift);
}

/* Users have their numbers in the order of the weeks in which they come. */
static void check_order_of_weeks(const struct workload *w)
{
	long week = 0;
	for (size_t i = 0; i < w->user_count; i++) {
		const struct row *row = w->users[i];
		if (row->kind == LONG_TERM)
			continue;
		if (row->first_week < week)
			fail("map:%zu: user %g comes before the user with the number before",
				row->line, row->user);
		week = row->first_week;
	}
}

/* Where it cannot be told who was there from the start and who came in the first week. */
static void check_any_temporary(const struct workload *w)
{
	for (size_t i = 0; i < w->user_count; i++) {
		const struct row *row = w->users[i];
		if (row->kind != LONG_TERM && !comes_properly(row) &&
			!(row->kind == TEMPORARY && starts_properly(w, row)))
			fail("map:%zu: user %g neither comes nor is there from the start",
				row->line, row->user);
	}
}

static void check_users(const struct workload *w)
{
	check_returns(w);
	check_long_term(w);
	check_order_of_weeks(w);
	bool hidden = may_any_be_hidden(w, TEMPORARY);
	check_copies(w->users, w->user_count, TEMPORARY, !hidden);
	check_copies(w->users, w->user_count, RARE, true);
	if (hidden || is_half(temporary_number(w))) {
		check_any_temporary(w);
		return;
	}
	check_temporary_at_start(w);
	check_comers(w);
}

void check_rules(const struct workload *w)
{
	if (w->options.displaced)
		check_displaced(w);
	else if (w->options.unit == BY_USER)
		check_users(w);
	else
		check_units(w);
}
