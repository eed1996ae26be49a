/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "users/session-lists.h"

#include <stdlib.h>

#include "base/array.h"
#include "swfcore/users.h"

struct swf_sessions *swf_sessions_of(struct swf_sessions_by_user *all, int64_t user)
{
	const size_t count = all->index.count;
	/* room comes first, so that there are never more users than sessions */
	struct swf_sessions *sessions =
		swf_array_reserve(all->sessions, count, &all->capacity, sizeof *sessions);
	if (sessions == NULL)
		return NULL;
	all->sessions = sessions;
	const size_t place = swf_index_add(&all->index, user);
	if (place == SIZE_MAX)
		return NULL;
	if (place == count)
		sessions[place] = (struct swf_sessions){0};
	return &sessions[place];
}

void swf_sessions_by_user_clear(struct swf_sessions_by_user *all)
{
	for (size_t i = 0; i < all->index.count; i++)
		swf_sessions_clear(&all->sessions[i]);
	free(all->sessions);
	swf_index_clear(&all->index);
	*all = (struct swf_sessions_by_user){0};
}

const char *const swf_session_class_names[] = {"IWD", "IWN", "IW", "BHP", "BHD", NULL};

enum swf_session_class swf_session_class(
	const struct swf_session_class_rule *rule, const struct swf_job *first)
{
	const struct swf_local_time local = swf_calendar_local(rule->calendar, first->submit);
	if (2 * swf_job_estimate(first) > rule->longest_estimate)
		return SWF_SESSION_BHD;
	if (2.0 * swf_job_size(first, rule->size) > rule->procs)
		return SWF_SESSION_BHP;
	if (!swf_calendar_is_workday(local))
		return SWF_SESSION_IW;
	return swf_calendar_is_daytime(local) ? SWF_SESSION_IWD : SWF_SESSION_IWN;
}

const char *const swf_element_names[] = {"user", "session", "batch", "job", NULL};

int swf_elements_add(struct swf_elements *elements, const struct swf_job *job, size_t *user)
{
	*user = SIZE_MAX;
	if (elements->element == SWF_ELEMENT_JOB || swf_job_is_anonymous(job))
		return 1;
	struct swf_sessions *sessions = swf_sessions_of(&elements->users, job->user);
	if (sessions == NULL || swf_sessions_add(sessions, &swf_session_default_rule, job) != 0)
		return -1;
	*user = (size_t)(sessions - elements->users.sessions);
	if (elements->element == SWF_ELEMENT_BATCH)
		return sessions->starts_batch;
	return sessions->starts_session &&
		(elements->element == SWF_ELEMENT_SESSION || sessions->sessions == 1);
}

void swf_elements_clear(struct swf_elements *elements)
{
	swf_sessions_by_user_clear(&elements->users);
	*elements = (struct swf_elements){.element = elements->element};
}

/* The jobs sorted by number, those of one number in their order: so the last one before a number
 * and a place is the latest earlier job of that number, and each look-up is a binary search. */
int swf_preceding_find(
	const struct swf_packed_jobs *jobs, const size_t *places, size_t count, size_t *preceding)
{
	size_t named = 0;
	for (size_t i = 0; i < count; i++) {
		named += swf_packed_jobs_whole(jobs, &jobs->preceding, places[i]) >= 0;
		preceding[i] = SIZE_MAX;
	}
	if (named == 0)
		return 0;
	struct swf_numbered *numbered = malloc(count * sizeof *numbered);
	if (numbered == NULL)
		return -1;
	for (size_t i = 0; i < count; i++)
		numbered[i] = (struct swf_numbered){
			swf_packed_jobs_whole(jobs, &jobs->number, places[i]), i};
	qsort(numbered, count, sizeof *numbered, swf_numbered_compare);
	for (size_t i = 0; i < count; i++) {
		const int64_t number = swf_packed_jobs_whole(jobs, &jobs->preceding, places[i]);
		if (number < 0)
			continue;
		/* the latest job of this number before the i-th */
		const struct swf_numbered self = {number, i};
		struct swf_bisection b = {.high = count};
		while (swf_bisection_next(&b))
			swf_bisection_tell(
				&b, swf_numbered_compare(&numbered[b.middle], &self) < 0);
		if (b.low > 0 && numbered[b.low - 1].number == number)
			preceding[i] = numbered[b.low - 1].place;
	}
	free(numbered);
	return 0;
}
