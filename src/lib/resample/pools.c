/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "resample/pools.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "swfcore/quantity.h"
#include "swfcore/sessions.h"
#include "users/session-lists.h"

/*
 * Streams. Each has one turn in the heap, with the submit time of its next job, so the first turn
 * is the next job of all, at the cost of the logarithm of the streams. A stream remembers the
 * numbers that its last jobs got in the output, as many as field 17 of its subtrace goes back. So
 * jobs name each other in the output as they did in the log, without a list of all jobs.
 */

static bool earlier(const struct swf_turn *a, const struct swf_turn *b)
{
	if (a->submit != b->submit)
		return a->submit < b->submit;
	return a->place != b->place ? a->place < b->place : a->order < b->order;
}

HEAP(turns, struct swf_turn, earlier)

static size_t place_of(const struct swf_streams *streams, const struct swf_stream *stream)
{
	return streams->by_place ? stream->subtrace->places[stream->next] : 0;
}

struct swf_stream *swf_streams_add(struct swf_streams *streams, const struct swf_stream *like)
{
	const size_t reach = like->subtrace->reach;
	struct swf_turn *turns = swf_array_reserve(
		streams->turns, streams->count, &streams->capacity, sizeof *turns);
	if (turns == NULL)
		return NULL;
	streams->turns = turns;
	struct swf_stream *stream = swf_slab_take(&streams->slab);
	if (stream == NULL)
		return NULL;
	*stream = *like;
	stream->next = stream->begin;
	stream->numbers = reach > 0 ? malloc(reach * sizeof *stream->numbers) : NULL;
	if (reach > 0 && stream->numbers == NULL) {
		swf_slab_give_back(&streams->slab, stream);
		return NULL;
	}
	const struct swf_turn turn = {.submit = swf_stream_submit(stream),
		.place = place_of(streams, stream),
		.order = streams->begun++,
		.stream = stream};
	turns_push(turns, streams->count++, turn);
	return stream;
}

/* Makes a job of the stream's next one. */
static void make_job(struct swf_streams *streams, struct swf_stream *stream, struct swf_job *job)
{
	const struct swf_subtrace *s = stream->subtrace;
	const struct swf_job own = swf_pool_job(s, stream->next);
	struct swf_person *person = stream->person;
	const bool repeats = streams->repeat > 0 && person->previous != NULL &&
		gsl_rng_uniform(streams->repeats) < streams->repeat;
	if (repeats) {
		*job = swf_pool_job(person->previous, person->previous_job);
	} else {
		*job = own;
		person->previous = s;
		person->previous_job = stream->next;
	}
	job->number = ++streams->jobs;
	job->submit = streams->turns[0].submit;
	job->user = person->number;
	job->preceding = own.preceding;
	job->think_time = own.think_time;
	if (own.preceding >= 0) {
		const size_t back = (size_t)own.preceding;
		const bool had = back > 0 && back <= stream->next - stream->begin;
		job->preceding =
			had ? stream->numbers[(stream->next - back) % s->reach] : SWF_UNKNOWN;
		job->think_time = had ? own.think_time : SWF_UNKNOWN;
	}
	if (s->reach > 0)
		stream->numbers[stream->next % s->reach] = job->number;
}

const struct swf_stream *swf_streams_next(struct swf_streams *streams, struct swf_job *job)
{
	struct swf_turn turn = streams->turns[0];
	struct swf_stream *stream = turn.stream;
	make_job(streams, stream, job);
	if (stream->left != SIZE_MAX && --stream->left == 0) {
		turns_pop(streams->turns, streams->count--);
		free(stream->numbers);
		swf_slab_give_back(&streams->slab, stream);
		return NULL;
	}
	const bool over = ++stream->next == stream->subtrace->count;
	if (over) {
		stream->begin = stream->next = 0;
		stream->shift += stream->period;
	}
	turn.submit = swf_stream_submit(stream);
	turn.place = place_of(streams, stream);
	turns_replace(streams->turns, streams->count, turn);
	return over ? stream : NULL;
}

void swf_streams_clear(struct swf_streams *streams)
{
	for (size_t i = 0; i < streams->count; i++)
		free(streams->turns[i].stream->numbers);
	free(streams->turns);
	swf_slab_clear(&streams->slab);
	if (streams->repeats != NULL)
		gsl_rng_free(streams->repeats);
	*streams = (struct swf_streams){0};
}

const char *const swf_pool_class_names[] = {"long-term", "temporary", "rare", "all", NULL};

int64_t swf_pool_subtrace_week(const struct swf_subtrace *subtrace, size_t job)
{
	return (int64_t)floor((swf_pool_submit(subtrace, job) - subtrace->origin) / SWF_WEEK);
}

size_t swf_pool_subtrace_from_week(const struct swf_subtrace *subtrace, int64_t week)
{
	struct swf_bisection b = {.high = subtrace->count};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, swf_pool_subtrace_week(subtrace, b.middle) < week);
	return b.low;
}

int64_t swf_pool_subtrace_active_week(const struct swf_subtrace *subtrace, int64_t k)
{
	int64_t week = subtrace->first_week;
	for (size_t i = 0; k > 0; k--) {
		i = swf_pool_subtrace_from_week(subtrace, week + 1);
		week = swf_pool_subtrace_week(subtrace, i);
	}
	return week;
}

/* Replaces the numbers in field 17 of a user's jobs by how many jobs to go back, 0 for a job that
 * is not there. */
static int measure_preceding(struct swf_packed_jobs *jobs, const size_t *places, size_t count)
{
	size_t *preceding = malloc(count * sizeof *preceding);
	if (preceding == NULL || swf_preceding_find(jobs, places, count, preceding) != 0) {
		free(preceding);
		return -1;
	}
	int result = 0;
	for (size_t i = 0; i < count && result == 0; i++) {
		struct swf_job job = swf_packed_jobs_get(jobs, places[i]);
		if (job.preceding < 0)
			continue;
		job.preceding = preceding[i] == SIZE_MAX ? 0 : (int64_t)(i - preceding[i]);
		result = swf_packed_jobs_set(jobs, places[i], &job);
	}
	free(preceding);
	return result;
}

/* Adds the subtrace with its first jobs, `count` of them. */
static int add_subtrace(struct swf_subtrace_pool *pool, struct swf_subtrace subtrace, size_t count)
{
	struct swf_subtrace *larger =
		swf_array_reserve(pool->subtraces, pool->count, &pool->capacity, sizeof *larger);
	if (larger == NULL)
		return -1;
	pool->subtraces = larger;
	subtrace.count = count;
	subtrace.weight = 1;
	subtrace.first_week = swf_pool_subtrace_week(&subtrace, 0);
	subtrace.last_week = swf_pool_subtrace_week(&subtrace, count - 1);
	int64_t week = subtrace.first_week - 1;
	for (size_t i = 0; i < count; i++) {
		const int64_t back = swf_pool_job(&subtrace, i).preceding;
		if (back > (int64_t)subtrace.reach && back <= (int64_t)i)
			subtrace.reach = (size_t)back;
		subtrace.weeks_active += swf_pool_subtrace_week(&subtrace, i) != week;
		week = swf_pool_subtrace_week(&subtrace, i);
	}
	pool->subtraces[pool->count++] = subtrace;
	return 0;
}

/* Adds the sessions, batches or jobs of a user. */
static int add_parts(struct swf_pools *pools, struct swf_subtrace user)
{
	struct swf_subtrace_pool *pool = &pools->pools[SWF_POOL_TEMPORARY];
	struct swf_sessions sessions = {0};
	struct swf_subtrace part = user;
	size_t begin = 0;
	int result = 0;
	for (size_t i = 0; i < user.count && result == 0; i++) {
		const struct swf_job job = swf_pool_job(&user, i);
		result = swf_sessions_add(&sessions, &swf_session_default_rule, &job);
		const bool begins = pools->element == SWF_ELEMENT_JOB ||
			(pools->element == SWF_ELEMENT_BATCH ? sessions.starts_batch
							     : sessions.starts_session);
		if (result != 0 || !begins || i == 0)
			continue;
		part.places = user.places + begin;
		result = add_subtrace(pool, part, i - begin);
		begin = i;
	}
	part.places = user.places + begin;
	if (result == 0)
		result = add_subtrace(pool, part, user.count - begin);
	swf_sessions_clear(&sessions);
	return result;
}

/* A subtrace with the jobs of the user at place u. */
static struct swf_subtrace subtrace_of(
	const struct swf_pools *pools, const struct swf_workload *workload, size_t u)
{
	struct swf_subtrace subtrace = {.log = pools->log_count - 1,
		.user = workload->users.users[u].number,
		.owner = pools->owners,
		.jobs = &workload->jobs,
		.origin = pools->logs[pools->log_count - 1]->origin};
	subtrace.places = swf_workload_places(workload, u, &subtrace.count);
	return subtrace;
}

static int add_user(struct swf_pools *pools, struct swf_workload *workload, size_t u,
	const struct swf_user_class_rule *rule)
{
	struct swf_subtrace subtrace = subtrace_of(pools, workload, u);
	const enum swf_user_class class_ =
		swf_user_class(&workload->users, &workload->users.users[u], rule);
	if (class_ == SWF_USER_DISCARDED && !pools->classless) {
		pools->discarded++;
		pools->discarded_jobs += (int64_t)subtrace.count;
		pools->discarded_work += workload->users.users[u].work;
		return 0;
	}
	subtrace.class_ = pools->classless     ? SWF_POOL_ALL
		: class_ == SWF_USER_LONG_TERM ? SWF_POOL_LONG_TERM
					       : SWF_POOL_TEMPORARY;
	if (measure_preceding(&workload->jobs, subtrace.places, subtrace.count) != 0)
		return -1;
	pools->owners++;
	return pools->element == SWF_ELEMENT_USER
		? add_subtrace(&pools->pools[subtrace.class_], subtrace, subtrace.count)
		: add_parts(pools, subtrace);
}

int swf_pools_add(struct swf_pools *pools, struct swf_pool_log *log,
	const struct swf_user_class_rule *rule, const struct swf_rare_list *rare)
{
	struct swf_pool_log **larger = swf_array_reserve(
		pools->logs, pools->log_count, &pools->log_capacity, sizeof *larger);
	struct swf_pool_log *l = malloc(sizeof *l);
	if (larger != NULL)
		pools->logs = larger;
	if (larger == NULL || l == NULL) {
		free(l);
		return -1;
	}
	pools->logs[pools->log_count++] = l;
	*l = *log;
	*log = (struct swf_pool_log){0};
	l->first_owner = pools->owners;
	l->length = l->jobs.users.last - l->jobs.users.first;
	pools->anonymous += l->jobs.users.anonymous;
	pools->anonymous_work += l->jobs.users.anonymous_work;
	pools->work +=
		l->jobs.users.total.work + l->jobs.users.anonymous_work + l->rare.users.total.work;
	if (swf_workload_finish(&l->jobs) != 0 || swf_workload_finish(&l->rare) != 0)
		return -1;
	for (size_t u = 0; u < l->jobs.users.count; u++)
		if (add_user(pools, &l->jobs, u, rule) != 0)
			return -1;
	l->owners = pools->owners - l->first_owner;
	for (size_t u = 0; u < l->rare.users.count; u++) {
		struct swf_subtrace subtrace = subtrace_of(pools, &l->rare, u);
		subtrace.user = rare->rows[subtrace.user].user;
		subtrace.class_ = SWF_POOL_RARE;
		if (measure_preceding(&l->rare.jobs, subtrace.places, subtrace.count) != 0 ||
			add_subtrace(&pools->pools[SWF_POOL_RARE], subtrace, subtrace.count) != 0)
			return -1;
	}
	return 0;
}

int swf_pools_draw_with_replacement(struct swf_pools *pools, gsl_rng *rng)
{
	size_t *drawn = calloc(pools->owners + 1, sizeof *drawn);
	if (drawn == NULL)
		return -1;
	for (size_t log = 0; log < pools->log_count; log++)
		for (size_t k = 0; k < pools->logs[log]->owners; k++)
			drawn[pools->logs[log]->first_owner +
				(size_t)(gsl_rng_uniform(rng) *
					(double)pools->logs[log]->owners)]++;
	for (int c = 0; c < SWF_POOL_CLASSES; c++)
		for (size_t i = 0; c != SWF_POOL_RARE && i < pools->pools[c].count; i++) {
			struct swf_subtrace *s = &pools->pools[c].subtraces[i];
			s->weight *= (double)drawn[s->owner];
		}
	free(drawn);
	return 0;
}

void swf_pools_clear(struct swf_pools *pools)
{
	for (size_t i = 0; i < pools->log_count; i++) {
		swf_workload_clear(&pools->logs[i]->jobs);
		swf_workload_clear(&pools->logs[i]->rare);
		free(pools->logs[i]);
	}
	for (int c = 0; c < SWF_POOL_CLASSES; c++)
		free(pools->pools[c].subtraces);
	free(pools->logs);
	*pools = (struct swf_pools){0};
}
