/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/simulator/naive-predictions.h"

#include <math.h>

static bool has_ended(const struct naive_sessions *s, size_t i)
{
	for (size_t k = 0; k < s->ended_count; k++)
		if (s->ended[k] == i)
			return true;
	return false;
}

/* The first job of the session of job i: itself where the user has none in the system and the
 * latest end is more than 20 minutes ago. */
static size_t first_of(const struct naive_sessions *s, size_t i)
{
	double last_end = -INFINITY;
	size_t before = i;
	for (size_t other = 0; other < i; other++) {
		const struct scheduled *job = &s->jobs[other];
		if (job->user != s->jobs[i].user)
			continue;
		before = other;
		last_end = fmax(last_end,
			has_ended(s, other) ? job->start + job->run_time : (double)INFINITY);
	}
	return before == i || s->now - last_end > 20 * 60 ? i : s->first[before];
}

/* 0 to 4, by a job that is the first of its session, when the jobs before it have arrived. The log
 * begins on a Monday at 0:00. */
static int class_of(const struct naive_sessions *s, size_t i)
{
	const struct scheduled *first = &s->jobs[i];
	double longest = first->estimate;
	for (size_t k = 0; k < i; k++)
		longest = fmax(longest, s->jobs[k].estimate);
	const double hour = fmod(first->submit, 86400) / 3600;
	if (first->estimate > longest / 2)
		return 0;
	if (first->size > s->options->procs / 2.0)
		return 1;
	if (fmod(floor(first->submit / 86400), 7) >= 5)
		return 2;
	return hour >= 7.5 && hour < 17.5 ? 3 : 4;
}

double naive_by_session(struct naive_sessions *s, size_t i)
{
	double sum = 0;
	size_t found = 0;
	for (size_t k = 0; k <= i; k++)
		if (s->jobs[k].submit == s->now)
			s->first[k] = first_of(s, k);
	for (size_t k = s->ended_count; k > 0 && found < s->options->window; k--) {
		const size_t other = s->ended[k - 1];
		if (s->jobs[other].user != s->jobs[i].user)
			continue;
		if (s->options->prediction == NAIVE_SESSION
				? s->first[other] == s->first[i]
				: class_of(s, s->first[other]) == class_of(s, s->first[i])) {
			sum += s->jobs[other].run_time;
			found++;
		}
	}
	if (s->jobs[i].user == -1 || found == 0)
		return s->jobs[i].estimate;
	return fmin(floor(sum / (double)found), s->jobs[i].estimate);
}
