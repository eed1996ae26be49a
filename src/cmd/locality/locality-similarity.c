#include <math.h>
#include <stdlib.h>

#include "analysis/similarity.h"
#include "base/random.h"
#include "locality/locality.h"
#include "shared/messages.h"
#include "shared/table-output.h"

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

/* What is found at one distance. */
struct at_distance {
	struct swf_similarity all;  /* of all users */
	struct swf_similarity user; /* of one */
	double measure;             /* of the same one; NaN without two jobs there */
	/* how many users' jobs are more, equally and less alike than at the next distance */
	size_t more, equal, less;
};

static double ratio(double part, double of)
{
	return of > 0 ? part / of : (double)NAN;
}

static double median_of(const struct swf_session_values *values, size_t first, size_t end,
	size_t distance, const struct swf_similarity *s)
{
	double median;
	if (swf_similarity_median(values, first, end, distance, s, &median) != 0)
		die_of_memory();
	return median;
}

/* Looks at a user at all distances. Returns whether there are two jobs at each. */
static bool look_at(size_t user, const struct swf_session_values *values, struct at_distance *at,
	const struct locality_options *o)
{
	bool everywhere = true;
	for (size_t d = 0; d <= o->distance; d++) {
		const struct swf_similarity s = swf_similarity(values, user, user + 1, d);
		at[d].user = s;
		at[d].all.pairs += s.pairs;
		at[d].all.identical += s.identical;
		at[d].all.sum += s.sum;
		at[d].measure = o->measure == MEASURE_MEAN ? ratio(s.sum, s.pairs)
			: o->measure == MEASURE_IDENTICAL
			? ratio(s.identical, s.pairs)
			: median_of(values, user, user + 1, d, &s);
		everywhere = everywhere && s.pairs > 0;
	}
	return everywhere;
}

static void compare_distances(struct at_distance *at, const struct locality_options *o)
{
	/* less is a rounding error of sums over different pairs */
	const double least = 1e-10;
	for (size_t d = 0; d < o->distance; d++) {
		const double drop = at[d].measure - at[d + 1].measure;
		at[d].more += drop > least;
		at[d].equal += fabs(drop) <= least;
		at[d].less += drop < -least;
	}
}

static void add_similarity_cells(
	struct swf_table *table, const struct swf_similarity *s, double median)
{
	swf_table_number(table, s->pairs);
	swf_table_number(table, ratio(s->sum, s->pairs));
	swf_table_number(table, median);
	swf_table_number(table, ratio(s->identical, s->pairs));
}

/* A row for each distance at which a user has two jobs. */
static void add_user(struct swf_table *table, int attribute, size_t user, int64_t number,
	const struct swf_session_values *values, const struct at_distance *at,
	const struct locality_options *o)
{
	for (size_t d = 0; d <= o->distance; d++) {
		if (at[d].user.pairs == 0)
			continue;
		row_of_log(table, o->several, o->name);
		swf_table_text(table, swf_attribute_names[attribute]);
		swf_table_whole(table, number);
		swf_table_whole(table, (int64_t)d);
		add_similarity_cells(
			table, &at[d].user, median_of(values, user, user + 1, d, &at[d].user));
	}
}

/* A row for each distance, over all users. */
static void add_distances(struct swf_table *table, int attribute, size_t users,
	const struct swf_session_values *values, const struct at_distance *at,
	const struct locality_options *o)
{
	for (size_t d = 0; d <= o->distance; d++) {
		/* there is nothing to compare the last distance with */
		const double compared = d < o->distance ? (double)users : 0;
		row_of_log(table, o->several, o->name);
		swf_table_text(table, swf_attribute_names[attribute]);
		swf_table_whole(table, (int64_t)d);
		add_similarity_cells(
			table, &at[d].all, median_of(values, 0, values->users, d, &at[d].all));
		swf_table_whole(table, (int64_t)users);
		swf_table_number(table, ratio((double)at[d].more, compared));
		swf_table_number(table, ratio((double)at[d].equal, compared));
		swf_table_number(table, ratio((double)at[d].less, compared));
	}
}

static void add_attribute(struct swf_table *table, int attribute,
	const struct swf_session_values *values, const int64_t *numbers,
	const struct locality_options *o)
{
	struct at_distance *at = checked(calloc(o->distance + 1, sizeof *at));
	size_t users = 0;
	for (size_t u = 0; u < values->users; u++) {
		if (look_at(u, values, at, o)) {
			compare_distances(at, o);
			users++;
		}
		if (o->each)
			add_user(table, attribute, u, numbers[u], values, at, o);
	}
	if (!o->each)
		add_distances(table, attribute, users, values, at, o);
	free(at);
}

/* A row for each time that the jobs of each user are mixed. */
static void add_mixes(struct swf_table *table, int attribute,
	const struct swf_session_values *values, const struct locality_options *o)
{
	const struct swf_similarity own = swf_similarity(values, 0, values->users, 0);
	struct swf_session_values mixed = {0};
	for (int64_t i = 1; i <= o->mixes; i++) {
		gsl_rng *rng = swf_random_new((uint64_t)o->seed, (uint64_t)i);
		if (rng == NULL || swf_session_values_mix(values, rng, &mixed) != 0)
			die_of_memory();
		gsl_rng_free(rng);
		const struct swf_similarity s = swf_similarity(&mixed, 0, mixed.users, 0);
		row_of_log(table, o->several, o->name);
		swf_table_text(table, swf_attribute_names[attribute]);
		swf_table_whole(table, i);
		swf_table_number(table, ratio(own.sum, own.pairs));
		swf_table_number(table, ratio(s.sum, s.pairs));
	}
	swf_session_values_clear(&mixed);
}

void add_similarity(struct swf_table *table, struct swf_log *log, const struct locality_options *o)
{
	struct user_values users = {0};
	read_user_values(log, o, &users);
	for (int a = 0; a < SWF_ATTRIBUTES; a++) {
		if (o->has_attribute[a] && o->mixes > 0)
			add_mixes(table, a, &users.values[a], o);
		else if (o->has_attribute[a])
			add_attribute(table, a, &users.values[a], users.numbers, o);
	}
	free_user_values(&users);
}
