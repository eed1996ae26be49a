#include <math.h>
#include <stdlib.h>

#include "common.h"
#include "locality.h"
#include "log-io.h"
#include "swfcore/random.h"
#include "swfcore/sessions.h"
#include "swfcore/similarity.h"
#include "swfcore/workload.h"
#include "table-output.h"

struct swf_table *similarity_table(const struct locality_options *o)
{
	static const char *const all[] = {"attribute", "distance", "pairs", "mean", "median",
		"identical", "users", "more", "equal", "less"};
	static const char *const each[] = {
		"attribute", "user", "distance", "pairs", "mean", "median", "identical"};
	static const char *const mixed[] = {"attribute", "replication", "similarity", "mixed"};
	return o->mixes > 0 ? table_of_logs(mixed, sizeof mixed / sizeof *mixed, o->several)
		: o->each   ? table_of_logs(each, sizeof each / sizeof *each, o->several)
			    : table_of_logs(all, sizeof all / sizeof *all, o->several);
}

static void read_users(
	struct swf_log *log, struct swf_workload *w, const struct locality_options *o)
{
	int64_t unknown[SWF_ATTRIBUTES] = {0};
	struct swf_job job;
	while (next_job(log, &job)) {
		if (swf_workload_add(w, &job, o->size) != 0)
			die("out of memory");
		for (int a = 0; a < SWF_ATTRIBUTES; a++)
			unknown[a] += o->has_attribute[a] &&
				swf_attribute_of(&job, (enum swf_attribute)a, o->size) < 0;
	}
	note_log_counts(swf_log_counts(log));
	note_anonymous(w->users.anonymous);
	note_unknown(unknown, (int64_t)w->jobs.count, o);
	if (swf_workload_finish(w) != 0)
		die("out of memory");
}

/* The values of an attribute by user and session. */
static struct swf_session_values find_values(
	const struct swf_workload *w, enum swf_attribute attribute, enum swf_size size)
{
	struct swf_session_values values = {0};
	struct swf_sessions sessions = {0};
	for (size_t u = 0; u < w->users.index.count; u++) {
		size_t count;
		const size_t *places = swf_workload_places(w, u, &count);
		swf_sessions_clear(&sessions);
		for (size_t i = 0; i < count; i++) {
			const struct swf_job *job = &w->jobs.jobs[places[i]];
			const double value = swf_attribute_of(job, attribute, size);
			if (swf_sessions_next(&sessions, &swf_session_default_rule, job) != 0 ||
				(sessions.starts_session && sessions.sessions > 1 &&
					swf_session_values_end_session(&values) != 0) ||
				(value >= 0 && swf_session_values_add(&values, value) != 0))
				die("out of memory");
		}
		if (swf_session_values_end_session(&values) != 0 ||
			swf_session_values_end_user(&values) != 0)
			die("out of memory");
	}
	swf_sessions_free(&sessions);
	return values;
}

/* By how much the jobs of a user are alike at a distance; NaN if there are no two. */
static double measure(
	const struct swf_session_values *values, size_t user, size_t distance, enum measure measure)
{
	if (measure == MEASURE_MEDIAN)
		return swf_similarity_median(values, user, user + 1, distance);
	const struct swf_similarity s = swf_similarity(values, user, user + 1, distance);
	return measure == MEASURE_MEAN ? s.mean : s.identical;
}

/* How many users' jobs are more, equally and less alike at each distance than at the next one. */
struct drop {
	size_t more, equal, less;
};

/* Compares users that can be compared at all distances. Returns how many they are. */
static size_t compare_distances(const struct swf_session_values *values, struct drop *drops,
	const struct locality_options *o)
{
	double *at = malloc((o->distance + 1) * sizeof *at);
	size_t users = 0;
	if (at == NULL)
		die("out of memory");
	for (size_t u = 0; u < values->users; u++) {
		size_t d = 0;
		while (d <= o->distance && !isnan(at[d] = measure(values, u, d, o->measure)))
			d++;
		if (d <= o->distance)
			continue;
		users++;
		for (d = 0; d < o->distance; d++) {
			drops[d].more += at[d] > at[d + 1];
			drops[d].equal += at[d] == at[d + 1];
			drops[d].less += at[d] < at[d + 1];
		}
	}
	free(at);
	return users;
}

static void add_share(struct swf_table *table, size_t count, size_t users, bool known)
{
	swf_table_number(table, known ? (double)count / (double)users : NAN);
}

static void add_similarity_cells(struct swf_table *table, const struct swf_session_values *values,
	size_t first, size_t end, size_t distance)
{
	const struct swf_similarity s = swf_similarity(values, first, end, distance);
	swf_table_number(table, s.pairs);
	swf_table_number(table, s.mean);
	swf_table_number(table, swf_similarity_median(values, first, end, distance));
	swf_table_number(table, s.identical);
}

/* A row for each distance. */
static void add_distances(struct swf_table *table, enum swf_attribute attribute,
	const struct swf_session_values *values, const struct locality_options *o)
{
	struct drop *drops = calloc(o->distance + 1, sizeof *drops);
	if (drops == NULL)
		die("out of memory");
	const size_t users = compare_distances(values, drops, o);
	for (size_t d = 0; d <= o->distance; d++) {
		const bool known = d < o->distance && users > 0;
		row_of_log(table, o->several, o->name);
		swf_table_text(table, swf_attribute_names[attribute]);
		swf_table_whole(table, (int64_t)d);
		add_similarity_cells(table, values, 0, values->users, d);
		swf_table_whole(table, (int64_t)users);
		add_share(table, drops[d].more, users, known);
		add_share(table, drops[d].equal, users, known);
		add_share(table, drops[d].less, users, known);
	}
	free(drops);
}

/* A row for each user and distance at which he has two jobs. */
static void add_users(struct swf_table *table, enum swf_attribute attribute,
	const struct swf_session_values *values, const struct swf_workload *w,
	const struct locality_options *o)
{
	for (size_t u = 0; u < values->users; u++) {
		for (size_t d = 0; d <= o->distance; d++) {
			if (swf_similarity(values, u, u + 1, d).pairs == 0)
				continue;
			row_of_log(table, o->several, o->name);
			swf_table_text(table, swf_attribute_names[attribute]);
			swf_table_whole(table, w->users.users[u].number);
			swf_table_whole(table, (int64_t)d);
			add_similarity_cells(table, values, u, u + 1, d);
		}
	}
}

/* A row for each time that the jobs of each user are mixed. */
static void add_mixes(struct swf_table *table, enum swf_attribute attribute,
	const struct swf_session_values *values, const struct locality_options *o)
{
	const double similarity = swf_similarity(values, 0, values->users, 0).mean;
	struct swf_session_values mixed = {0};
	for (int64_t i = 1; i <= o->mixes; i++) {
		gsl_rng *rng = swf_random_new((uint64_t)o->seed, (uint64_t)i);
		if (rng == NULL || swf_session_values_mix(values, rng, &mixed) != 0)
			die("out of memory");
		gsl_rng_free(rng);
		row_of_log(table, o->several, o->name);
		swf_table_text(table, swf_attribute_names[attribute]);
		swf_table_whole(table, i);
		swf_table_number(table, similarity);
		swf_table_number(table, swf_similarity(&mixed, 0, mixed.users, 0).mean);
	}
	swf_session_values_free(&mixed);
}

void add_similarity(struct swf_table *table, struct swf_log *log, const struct locality_options *o)
{
	struct swf_workload workload = {0};
	read_users(log, &workload, o);
	for (int a = 0; a < SWF_ATTRIBUTES; a++) {
		const enum swf_attribute attribute = (enum swf_attribute)a;
		if (!o->has_attribute[a])
			continue;
		struct swf_session_values values = find_values(&workload, attribute, o->size);
		if (o->mixes > 0)
			add_mixes(table, attribute, &values, o);
		else if (o->each)
			add_users(table, attribute, &values, &workload, o);
		else
			add_distances(table, attribute, &values, o);
		swf_session_values_free(&values);
	}
	swf_workload_free(&workload);
}
