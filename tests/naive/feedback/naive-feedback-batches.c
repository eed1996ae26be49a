/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sessions, batches and what they depend on: by definition, all pairs are looked at.
 */
#include "naive/feedback/naive-feedback.h"

#include <math.h>
#include <stdlib.h>

static const struct constants *constants;

static void begin_session(struct user *user, double submit)
{
	user->sessions[user->session_count++] =
		(struct session){.start = submit, .last_submit = submit, .end = -INFINITY};
}

static void begin_batch(struct user *user, size_t i, bool begins_session)
{
	user->batches[user->batch_count++] = (struct batch){.first = i,
		.session = user->session_count - 1,
		.begins_session = begins_session,
		.submit = user->jobs[i]->in[SUBMIT],
		.end = -INFINITY,
		.think_time = NAN,
		.inter_arrival = NAN};
}

/* The last job before job I with the number that this has in field 17, or NULL. */
static const struct job *preceding_job(const struct user *user, size_t i)
{
	double number = user->jobs[i]->in[PRECEDING];
	while (number >= 0 && i-- > 0)
		if (user->jobs[i]->in[JOB_NUMBER] == number)
			return user->jobs[i];
	return NULL;
}

/* By log a field 17 that names no earlier job of the user counts as unknown. */
static bool begins_batch(const struct user *user, size_t i, bool by_log)
{
	const struct job *job = user->jobs[i];
	if (by_log)
		return preceding_job(user, i) != preceding_job(user, i - 1);
	return job->in[SUBMIT] >= user->sessions[user->session_count - 1].end;
}

static void add_job(struct user *user, size_t i, bool by_log)
{
	struct job *job = user->jobs[i];
	double submit = job->in[SUBMIT];
	bool begins_session =
		i == 0 || submit - user->jobs[i - 1]->in[SUBMIT] > constants->session_gap;
	if (begins_session)
		begin_session(user, submit);
	if (begins_session || begins_batch(user, i, by_log))
		begin_batch(user, i, begins_session);
	struct session *session = &user->sessions[user->session_count - 1];
	session->last_submit = submit;
	session->end = fmax(session->end, job->end);
	session->last_batch = user->batch_count - 1;
	struct batch *batch = &user->batches[user->batch_count - 1];
	batch->count++;
	batch->last_submit = submit;
	batch->end = fmax(batch->end, job->end);
	job->batch = user->batch_count - 1;
}

/* ---- dependencies ---- */

/* The latest of the ends, new ones or those recorded, of the batches that B depends on. */
static double end_of_dependencies(const struct user *user, size_t b, bool is_new)
{
	const struct batch *batch = &user->batches[b];
	if (!batch->begins_session)
		return is_new ? batch[-1].new_end : batch[-1].end;
	double latest = -INFINITY;
	for (size_t s = 0; s < batch->session; s++) {
		const struct session *session = &user->sessions[s];
		const struct batch *last = &user->batches[session->last_batch];
		if (session->end <= batch->submit)
			latest = fmax(latest, is_new ? last->new_end : last->end);
	}
	return latest;
}

static void set_recorded_times(struct user *user, size_t b)
{
	struct batch *batch = &user->batches[b];
	double end = end_of_dependencies(user, b, false);
	if (end > -INFINITY)
		batch->think_time = batch->submit - end;
	if (b > 0)
		batch->inter_arrival = batch->submit - batch[-1].last_submit;
}

static void set_times_by_log(struct user *user, size_t b)
{
	struct batch *batch = &user->batches[b];
	batch->preceding = preceding_job(user, batch->first);
	if (b > 0)
		batch->inter_arrival = batch->submit - batch[-1].last_submit;
	if (batch->preceding == NULL)
		return;
	batch->think_time = user->jobs[batch->first]->in[THINK_TIME];
	if (batch->think_time < 0)
		batch->think_time = fmax(batch->submit - batch->preceding->end, 0);
}

/* ---- pools ---- */

static void add_value(struct pool *pool, double value)
{
	pool->values = with_room(pool->values, pool->count, &pool->capacity, sizeof value);
	pool->values[pool->count++] = value;
}

static void add_values(struct pools *pools, const struct batch *batch)
{
	const double values[REASONS] = {
		[WAITED] = batch->think_time, [FOLLOWS] = batch->inter_arrival};
	for (int reason = 0; reason < REASONS; reason++) {
		double value = values[reason];
		if (!isnan(value) && (!batch->begins_session || value < constants->break_limit))
			add_value(
				&pools->of[reason][batch->begins_session ? BREAK : WITHIN], value);
	}
}

static int compare_values(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;
	return (a > b) - (a < b);
}

static void sort_pools(struct pools *pools)
{
	for (int reason = 0; reason < REASONS; reason++)
		for (int place = 0; place < PLACES; place++) {
			struct pool *pool = &pools->of[reason][place];
			if (pool->count > 0)
				qsort(pool->values, pool->count, sizeof(double), compare_values);
		}
}

const struct pool *pool_for(
	const struct log *log, const struct user *user, enum reason reason, enum place place)
{
	const struct pool *pool = &user->pools.of[reason][place];
	return pool->count > 0 ? pool : &log->pools.of[reason][place];
}

size_t place_in_pool(const struct pool *pool, double value)
{
	size_t low = 0, high = pool->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (pool->values[middle] < value - TOLERANCE)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool is_in_pool(const struct pool *pool, double value)
{
	size_t place = place_in_pool(pool, value);
	return place < pool->count && pool->values[place] <= value + TOLERANCE;
}

/* ---- all of it ---- */

static void find_batches_of_user(struct user *user, bool by_log)
{
	user->sessions = allocate(user->count, sizeof *user->sessions);
	user->batches = allocate(user->count, sizeof *user->batches);
	for (size_t i = 0; i < user->count; i++)
		add_job(user, i, by_log);
	for (size_t b = 0; b < user->batch_count; b++)
		if (by_log)
			set_times_by_log(user, b);
		else
			set_recorded_times(user, b);
}

void find_batches(struct log *log, const struct options *options)
{
	constants = &options->constants;
	for (size_t u = 0; u < log->user_count; u++) {
		struct user *user = &log->users[u];
		find_batches_of_user(user, options->by_log);
		for (size_t b = 0; b < user->batch_count; b++) {
			add_values(&user->pools, &user->batches[b]);
			add_values(&log->pools, &user->batches[b]);
		}
		sort_pools(&user->pools);
	}
	sort_pools(&log->pools);
}

static double new_end_of(const struct job *job)
{
	double submit = job->out[SUBMIT];
	return job->is_passed ? submit : submit + job->out[WAIT] + job->out[RUN_TIME];
}

void set_new_times(struct user *user, size_t first_lost)
{
	user->first_lost = first_lost;
	for (size_t i = 0; i < user->count; i++)
		user->jobs[i]->new_end = i < first_lost ? new_end_of(user->jobs[i]) : INFINITY;
	for (size_t b = 0; b < user->batch_count; b++) {
		struct batch *batch = &user->batches[b];
		struct job **jobs = user->jobs + batch->first;
		batch->new_submit = jobs[0]->out[SUBMIT];
		batch->new_last_submit = jobs[batch->count - 1]->out[SUBMIT];
		batch->new_end = -INFINITY;
		for (size_t i = 0; i < batch->count; i++)
			batch->new_end = fmax(batch->new_end, jobs[i]->new_end);
	}
}

double new_end_of_dependencies(const struct user *user, size_t b)
{
	const struct batch *batch = &user->batches[b];
	if (batch->preceding != NULL)
		return batch->preceding->new_end;
	/* By log a batch that names no job depends on none. */
	return isnan(batch->think_time) ? -INFINITY : end_of_dependencies(user, b, true);
}

bool waited_longer(const struct user *user, size_t b, double patience)
{
	const struct batch *batch = &user->batches[b];
	double end = new_end_of_dependencies(user, b);
	if (batch->preceding != NULL)
		return end - user->batches[batch->preceding->batch].new_submit > patience;
	if (!batch->begins_session)
		return end - batch[-1].new_submit > patience;
	/* Of those that ended last one is as good as another. */
	for (size_t i = 0; i < b; i++)
		if (user->sessions[user->batches[i].session].last_batch == i &&
			user->batches[i].new_end == end)
			return end - user->batches[i].new_submit > patience;
	return false;
}

struct release release_of(const struct user *user, size_t b)
{
	double submit = user->batches[b - 1].new_last_submit;
	double end = new_end_of_dependencies(user, b);
	return (struct release){.time = fmax(submit, end),
		.may_be = {[WAITED] = end >= submit - TOLERANCE,
			[FOLLOWS] = submit >= end - TOLERANCE}};
}
