/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What swf-locality prints of a log: a part that reads it, for all users together or by user, and
 * one for each of its actions. Each action holds the values that it looks at in memory, and no
 * jobs.
 */
#include <math.h>
#include <stdlib.h>

#include "analysis/daily-cycle.h"
#include "analysis/similarity.h"
#include "analysis/stack-depth.h"
#include "base/random.h"
#include "locality/locality.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "shared/table-output.h"
#include "stats/sort.h"
#include "swfcore/users.h"
#include "table/frame.h"
#include "users/session-lists.h"

/* The known values of the attributes of a log's jobs, in submit order. Begins with {0}. */
struct attribute_values {
	double *values, *submits;
	size_t count, capacity, submits_capacity;
};

struct log_values {
	struct attribute_values attributes[SWF_ATTRIBUTES];
	double first, last; /* s, submits of the log */
};

/* The same by user, in the order of their numbers, and session. Begins with {0}. */
struct user_values {
	struct swf_session_values values[SWF_ATTRIBUTES];
	int64_t *numbers; /* of the users */
};

/* Notes how many of the jobs have no value of each attribute; dies where there are no jobs. */
static void note_unknown(
	const int64_t unknown[SWF_ATTRIBUTES], int64_t jobs, const struct locality_options *o)
{
	if (jobs == 0)
		die("%s: no jobs", shown_name(o->name));
	for (int a = 0; a < SWF_ATTRIBUTES; a++) {
		char rest[64];
		snprintf(rest, sizeof rest, "without a known %s: left out", swf_attribute_names[a]);
		note_count(unknown[a], "job", rest);
	}
}

/* Reads the attributes that are asked for. */
static void read_values(
	struct swf_log *log, const struct locality_options *o, struct log_values *values)
{
	int64_t unknown[SWF_ATTRIBUTES] = {0}, jobs = 0;
	struct swf_job job;
	for (; next_job(log, &job); jobs++) {
		if (jobs == 0)
			values->first = job.submit;
		values->last = job.submit;
		for (int a = 0; a < SWF_ATTRIBUTES; a++) {
			const double value = swf_attribute_of(&job, (enum swf_attribute)a, o->size);
			struct attribute_values *v = &values->attributes[a];
			unknown[a] += o->has_attribute[a] && value < 0;
			if (!o->has_attribute[a] || value < 0)
				continue;
			v->values = reserve(v->values, v->count, &v->capacity, sizeof *v->values);
			v->submits = reserve(
				v->submits, v->count, &v->submits_capacity, sizeof *v->submits);
			v->values[v->count] = value;
			v->submits[v->count++] = job.submit;
		}
	}
	note_log_counts(swf_log_counts(log));
	note_unknown(unknown, jobs, o);
}

static void free_values(struct log_values *values)
{
	for (int a = 0; a < SWF_ATTRIBUTES; a++) {
		free(values->attributes[a].values);
		free(values->attributes[a].submits);
	}
}

/* What is kept of a job until the log has been read. */
struct record {
	uint32_t user; /* a place among the users */
	bool starts_session;
	double values[SWF_ATTRIBUTES];
};

struct records {
	struct record *records;
	size_t count, capacity;
	struct swf_sessions_by_user users;
};

static void add_record(struct records *r, const struct swf_job *job, enum swf_size size)
{
	r->records = reserve(r->records, r->count, &r->capacity, sizeof *r->records);
	struct swf_sessions *sessions = swf_sessions_of(&r->users, job->user);
	if (sessions == NULL || swf_sessions_add(sessions, &swf_session_default_rule, job) != 0)
		die_of_memory();
	struct record *record = &r->records[r->count++];
	*record = (struct record){.user = (uint32_t)(sessions - r->users.sessions),
		.starts_session = sessions->starts_session};
	for (int a = 0; a < SWF_ATTRIBUTES; a++)
		record->values[a] = swf_attribute_of(job, (enum swf_attribute)a, size);
}

static void read_records(struct swf_log *log, const struct locality_options *o, struct records *r)
{
	int64_t unknown[SWF_ATTRIBUTES] = {0}, anonymous = 0;
	double anonymous_work = 0;
	struct swf_job job;
	while (next_job(log, &job)) {
		if (swf_job_is_anonymous(&job)) {
			anonymous++;
			anonymous_work += swf_job_work(&job, SWF_SIZE_REQUESTED);
			continue;
		}
		add_record(r, &job, o->size);
		for (int a = 0; a < SWF_ATTRIBUTES; a++)
			unknown[a] += o->has_attribute[a] && r->records[r->count - 1].values[a] < 0;
	}
	note_log_counts(swf_log_counts(log));
	need_users(log, o->name);
	note_anonymous(anonymous, anonymous_work, swf_log_counts(log).work);
	note_unknown(unknown, (int64_t)r->count, o);
}

/* Where the records of each user begin, were they sorted by user, and their places so sorted. */
static void group_by_user(const struct records *r, size_t **begins, size_t **places)
{
	const size_t users = r->users.index.count;
	*begins = checked(calloc(users + 2, sizeof **begins));
	*places = checked(malloc((r->count + 1) * sizeof **places));
	/* begins[u + 1] is where the next one of u goes, in the end where u ends */
	for (size_t i = 0; i < r->count; i++)
		(*begins)[r->records[i].user + 2]++;
	for (size_t u = 2; u <= users; u++)
		(*begins)[u] += (*begins)[u - 1];
	for (size_t i = 0; i < r->count; i++)
		(*places)[(*begins)[r->records[i].user + 1]++] = i;
}

/* Adds the values of one attribute of a user's records. */
static void collect_user(struct swf_session_values *values, int attribute, const struct records *r,
	const size_t *places, size_t count)
{
	int failed = 0;
	for (size_t i = 0; i < count; i++) {
		const struct record *record = &r->records[places[i]];
		if (i > 0 && record->starts_session)
			failed |= swf_session_values_end_session(values);
		if (record->values[attribute] >= 0)
			failed |= swf_session_values_add(values, record->values[attribute]);
	}
	failed |= swf_session_values_end_session(values);
	failed |= swf_session_values_end_user(values);
	must(failed);
}

static void read_user_values(
	struct swf_log *log, const struct locality_options *o, struct user_values *users)
{
	struct records r = {0};
	size_t *begins, *places;
	read_records(log, o, &r);
	group_by_user(&r, &begins, &places);
	struct swf_numbered *order = checked(swf_index_sorted(&r.users.index));
	users->numbers = checked(malloc((r.count + 1) * sizeof *users->numbers));
	for (size_t u = 0; u < r.users.index.count; u++) {
		const size_t begin = begins[order[u].place], end = begins[order[u].place + 1];
		users->numbers[u] = order[u].number;
		for (int a = 0; a < SWF_ATTRIBUTES; a++)
			if (o->has_attribute[a])
				collect_user(&users->values[a], a, &r, places + begin, end - begin);
	}
	free(order);
	free(begins);
	free(places);
	free(r.records);
	swf_sessions_by_user_clear(&r.users);
}

struct swf_table *daily_table(const struct locality_options *o)
{
	static const char *const all[] = {"attribute", SWF_MEAN_COLUMNS, SWF_QUANTILE_COLUMNS};
	static const char *const each[] = {"attribute", "day", "jobs", "share"};
	return o->each ? table_of_logs(each, sizeof each / sizeof *each, o->several)
		       : table_of_logs(all, sizeof all / sizeof *all, o->several);
}

/* A row for each day, counted from the first of the log. */
static void add_days(struct swf_table *table, int attribute, double first,
	const struct swf_daily_share *shares, size_t count, const struct locality_options *o)
{
	for (size_t i = 0; i < count; i++) {
		row_of_log(table, o->several, o->name);
		swf_table_text(table, swf_attribute_names[attribute]);
		swf_table_number(table, shares[i].day - first);
		swf_table_whole(table, (int64_t)shares[i].count);
		swf_table_number(table, shares[i].share);
	}
}

static void add_attribute_days(struct swf_table *table, int attribute,
	const struct log_values *values, const struct swf_calendar *calendar,
	const struct locality_options *o)
{
	const struct attribute_values *v = &values->attributes[attribute];
	double *days = checked(malloc((v->count + 1) * sizeof *days));
	struct swf_daily_share *shares = checked(malloc((v->count + 1) * sizeof *shares));
	size_t count;
	for (size_t i = 0; i < v->count; i++)
		days[i] = swf_calendar_day(calendar, v->submits[i]);
	must(swf_daily_bins_shares(v->values, days, v->count, shares, &count));
	if (o->each) {
		add_days(table, attribute, swf_calendar_day(calendar, values->first), shares, count,
			o);
	} else { /* a row for the distribution of the shares over the days */
		for (size_t i = 0; i < count; i++)
			days[i] = shares[i].share;
		swf_sort_doubles(days, count);
		row_of_log(table, o->several, o->name);
		swf_table_text(table, swf_attribute_names[attribute]);
		swf_sample_cells_mean(table, days, count);
		swf_sample_cells_quantiles(table, days, count);
	}
	free(days);
	free(shares);
}

void add_daily(struct swf_table *table, struct swf_log *log, const struct locality_options *o)
{
	struct log_values values = {0};
	read_values(log, o, &values);
	struct swf_calendar *calendar = local_time(swf_log_header(log), values.first, values.last);
	for (int a = 0; a < SWF_ATTRIBUTES; a++)
		if (o->has_attribute[a])
			add_attribute_days(table, a, &values, calendar, o);
	swf_calendar_free(calendar);
	free_values(&values);
}

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
struct comparison {
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
	must(swf_similarity_median(values, first, end, distance, s, &median));
	return median;
}

/* Looks at a user at all distances. Returns whether there are two jobs at each. */
static bool compare_user(size_t user, const struct swf_session_values *values,
	struct comparison *found, const struct locality_options *o)
{
	bool everywhere = true;
	for (size_t d = 0; d <= o->distance; d++) {
		const struct swf_similarity s = swf_similarity(values, user, user + 1, d);
		found[d].user = s;
		found[d].all.pairs += s.pairs;
		found[d].all.identical += s.identical;
		found[d].all.sum += s.sum;
		found[d].measure = o->measure == MEASURE_MEAN ? ratio(s.sum, s.pairs)
			: o->measure == MEASURE_IDENTICAL
			? ratio(s.identical, s.pairs)
			: median_of(values, user, user + 1, d, &s);
		everywhere = everywhere && s.pairs > 0;
	}
	return everywhere;
}

static void compare_distances(struct comparison *found, const struct locality_options *o)
{
	/* less is a rounding error of sums over different pairs */
	const double least = 1e-10;
	for (size_t d = 0; d < o->distance; d++) {
		const double drop = found[d].measure - found[d + 1].measure;
		found[d].more += drop > least;
		found[d].equal += fabs(drop) <= least;
		found[d].less += drop < -least;
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
static void add_user_row(struct swf_table *table, int attribute, size_t user, int64_t number,
	const struct swf_session_values *values, const struct comparison *found,
	const struct locality_options *o)
{
	for (size_t d = 0; d <= o->distance; d++) {
		if (found[d].user.pairs == 0)
			continue;
		row_of_log(table, o->several, o->name);
		swf_table_text(table, swf_attribute_names[attribute]);
		swf_table_whole(table, number);
		swf_table_whole(table, (int64_t)d);
		add_similarity_cells(table, &found[d].user,
			median_of(values, user, user + 1, d, &found[d].user));
	}
}

/* A row for each distance, over all users. */
static void add_distances(struct swf_table *table, int attribute, size_t users,
	const struct swf_session_values *values, const struct comparison *found,
	const struct locality_options *o)
{
	for (size_t d = 0; d <= o->distance; d++) {
		/* there is nothing to compare the last distance with */
		const double compared = d < o->distance ? (double)users : 0;
		row_of_log(table, o->several, o->name);
		swf_table_text(table, swf_attribute_names[attribute]);
		swf_table_whole(table, (int64_t)d);
		add_similarity_cells(table, &found[d].all,
			median_of(values, 0, values->users, d, &found[d].all));
		swf_table_whole(table, (int64_t)users);
		swf_table_number(table, ratio((double)found[d].more, compared));
		swf_table_number(table, ratio((double)found[d].equal, compared));
		swf_table_number(table, ratio((double)found[d].less, compared));
	}
}

static void add_attribute_distances(struct swf_table *table, int attribute,
	const struct swf_session_values *values, const int64_t *numbers,
	const struct locality_options *o)
{
	struct comparison *found = checked(calloc(o->distance + 1, sizeof *found));
	size_t users = 0;
	for (size_t u = 0; u < values->users; u++) {
		if (compare_user(u, values, found, o)) {
			compare_distances(found, o);
			users++;
		}
		if (o->each)
			add_user_row(table, attribute, u, numbers[u], values, found, o);
	}
	if (!o->each)
		add_distances(table, attribute, users, values, found, o);
	free(found);
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
			add_attribute_distances(table, a, &users.values[a], users.numbers, o);
	}
	for (int a = 0; a < SWF_ATTRIBUTES; a++)
		swf_session_values_clear(&users.values[a]);
	free(users.numbers);
}

struct swf_table *stack_table(const struct locality_options *o)
{
	static const char *const columns[] = {"attribute", "depth_mean", "hits", "misses", "size"};
	return table_of_logs(columns, sizeof columns / sizeof *columns, o->several);
}

void add_stack(struct swf_table *table, struct swf_log *log, const struct locality_options *o)
{
	struct log_values values = {0};
	read_values(log, o, &values);
	for (int a = 0; a < SWF_ATTRIBUTES; a++) {
		/* sizes are numbers that people choose, times are not */
		const double tolerance = a == SWF_ATTRIBUTE_SIZE ? 0 : o->tolerance;
		const struct attribute_values *v = &values.attributes[a];
		struct swf_stack_depth depth;
		if (!o->has_attribute[a])
			continue;
		must(swf_stack_depth(v->values, v->count, tolerance, &depth));
		row_of_log(table, o->several, o->name);
		swf_table_text(table, swf_attribute_names[a]);
		swf_table_number(table, depth.depth_mean);
		swf_table_whole(table, (int64_t)depth.hits);
		swf_table_whole(table, (int64_t)depth.misses);
		swf_table_whole(table, (int64_t)depth.size);
	}
	free_values(&values);
}
