/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-locality: measures how similar neighbouring jobs are: in the log by depth in a stack, within
 * days by bins, and in each user's work by the similarity of sessions.
 */
#include <math.h>
#include <stdlib.h>

#include "analysis/daily-cycle.h"
#include "analysis/similarity.h"
#include "analysis/stack-depth.h"
#include "base/random.h"
#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "shared/table-output.h"
#include "stats/sort.h"
#include "swf/fields.h"
#include "swfcore/users.h"
#include "table/frame.h"
#include "users/session-lists.h"

enum action { STACK, DAILY, SIMILARITY };
static const char *const actions[] = {"stack", "daily", "similarity", NULL};

/* By what the similarity of a user's jobs at two distances is compared. */
enum measure { MEASURE_MEAN, MEASURE_MEDIAN, MEASURE_IDENTICAL };
static const char *const measures[] = {"mean", "median", "identical", NULL};

struct opts {
	enum action action;
	bool has_attribute[SWF_ATTRIBUTES];
	enum swf_size size;
	double tolerance;
	bool each; /* a row for each day or user */
	size_t distance;
	enum measure measure;
	int64_t mixes; /* of the bootstrap, 0 for none */
	int64_t seed;
	enum swf_format format;
	bool several;     /* logs */
	const char *name; /* of the one that is read */
};

static void to_attribute(void *opts, const char *text)
{
	((struct opts *)opts)->has_attribute[choice_value("attribute", text, swf_attribute_names)] =
		true;
}

static const struct option_row options[] = {
	{'a', "attribute", "WHAT", "this attribute alone (default: each)",
		.choices = swf_attribute_names, TO_CALL(to_attribute)},
	FORMAT_OPTION(format), SIZE_OPTION(size), HEADING("Of stack:"),
	{'\0', "tolerance", "SHARE", "by which run times and estimates may differ (default: 5%)",
		TO_RATIO(tolerance, SWF_STACK_MOST_TOLERANCE)},
	HEADING("Of daily and similarity:"),
	{'\0', "each", NULL, "a row for each day, or for each user", TO_FLAG(each)},
	HEADING("Of similarity:"), INCLUDE(anonymous_users_options),
	{'\0', "distance", "N", "compare sessions up to N apart (default: 5)",
		TO_WHOLE(distance, 0, 1000)},
	{'\0', "measure", "WHAT", "what a user is compared by at two distances",
		TO_CHOICE(measure, measures)},
	{'\0', "bootstrap", "N",
		"mix each user's jobs among their sessions at random, N times instead",
		TO_WHOLE(mixes, 1, 1000000)},
	SEED_OPTION(seed), HEADING("Of daily:"), INCLUDE(local_time_options),
	HEADING("Other options:"), INCLUDE(reading_options), OPTIONS_END};

static const struct command command = {.name = "swf-locality",
	.usage = "stack|daily|similarity [options] [LOG...]",
	.purpose = "Measures locality, how similar neighbouring jobs are, in SWF logs (default: "
		   "standard input): by their depth in a stack of earlier values, by the fullest "
		   "of 16 bins of each day, or by the similarity of the jobs in each user's "
		   "sessions.",
	.options = options};

/* Which options only some actions have. */
static const struct {
	const char *name;
	unsigned actions; /* a bit each */
} particular[] = {{"tolerance", 1u << STACK}, {"each", 1u << DAILY | 1u << SIMILARITY},
	{"distance", 1u << SIMILARITY}, {"measure", 1u << SIMILARITY},
	{"anonymous", 1u << SIMILARITY}, {"bootstrap", 1u << SIMILARITY},
	{"seed", 1u << SIMILARITY}, {"start-time", 1u << DAILY}, {"tz", 1u << DAILY}};

static void check_opts(const struct opts *o)
{
	static const char *const not_mixed[] = {"each", "distance", "measure", NULL};
	for (size_t i = 0; i < sizeof particular / sizeof *particular; i++)
		if (option_given(particular[i].name) &&
			(particular[i].actions >> o->action & 1) == 0)
			die_usage("%s has no --%s", actions[o->action], particular[i].name);
	if (option_given("seed") && !option_given("bootstrap"))
		die_usage("--seed goes with --bootstrap");
	if (option_given("bootstrap") && option_given_of(not_mixed) != NULL)
		die_usage("--bootstrap goes without --each, --distance and --measure");
	if (option_given("each") && option_given("measure"))
		die_usage("--each goes without --measure");
}

/* Each action holds the values that it looks at in memory, and no jobs. */

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

static struct swf_table *new_table(const struct opts *o)
{
	static const char *const stack[] = {
		"attribute", "depth_mean", "hits", "misses", "size", NULL};
	static const char *const daily[] = {
		"attribute", SWF_MEAN_COLUMNS, SWF_QUANTILE_COLUMNS, NULL};
	static const char *const days[] = {"attribute", "day", "jobs", "share", NULL};
	static const char *const mixed[] = {
		"attribute", "replication", "similarity", "mixed", NULL};
	static const char *const users[] = {
		"attribute", "user", "distance", "pairs", "mean", "median", "identical", NULL};
	static const char *const distances[] = {"attribute", "distance", "pairs", "mean", "median",
		"identical", "users", "more", "equal", "less", NULL};
	const char *const *columns = o->action == STACK ? stack
		: o->action == DAILY                    ? (o->each ? days : daily)
		: o->mixes > 0                          ? mixed
		: o->each                               ? users
							: distances;
	return table_of_logs(columns, o->several);
}

static void begin_row(struct swf_table *table, int attribute, const struct opts *o)
{
	row_of_log(table, o->several, o->name);
	swf_table_text(table, swf_attribute_names[attribute]);
}

/* Notes how many of the jobs have no value of each attribute; dies where there are no jobs. */
static void note_unknown(const int64_t unknown[SWF_ATTRIBUTES], int64_t jobs, const struct opts *o)
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
static void read_values(struct swf_log *log, const struct opts *o, struct log_values *values)
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

static void read_records(struct swf_log *log, const struct opts *o, struct records *r)
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
		struct swf_sessions *sessions = checked(swf_sessions_of(&r->users, job.user));
		must(swf_sessions_add(sessions, &swf_session_default_rule, &job));
		r->records = reserve(r->records, r->count, &r->capacity, sizeof *r->records);
		struct record *record = &r->records[r->count++];
		*record = (struct record){.user = (uint32_t)(sessions - r->users.sessions),
			.starts_session = sessions->starts_session};
		for (int a = 0; a < SWF_ATTRIBUTES; a++) {
			record->values[a] = swf_attribute_of(&job, (enum swf_attribute)a, o->size);
			unknown[a] += o->has_attribute[a] && record->values[a] < 0;
		}
	}
	note_log_counts(swf_log_counts(log));
	need_users(log, o->name);
	note_anonymous(anonymous, anonymous_work, swf_log_counts(log).work);
	note_unknown(unknown, (int64_t)r->count, o);
}

/* Sorts the places of the records by user, by counting: O(jobs + users), and the jobs of a user
 * stay in submit order. Those of user u are places[begins[u]] up to places[begins[u + 1] - 1]. */
static void group_by_user(const struct records *r, size_t **begins, size_t **places)
{
	const size_t users = r->users.index.count;
	*begins = checked(calloc(users + 2, sizeof **begins));
	*places = checked(malloc((r->count + 1) * sizeof **places));
	/* until the end begins[u + 1] is where the next record of u goes; then it is where u ends
	 */
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

static void read_user_values(struct swf_log *log, const struct opts *o, struct user_values *users)
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

static void add_attribute_days(struct swf_table *table, int attribute,
	const struct log_values *values, const struct swf_calendar *calendar, const struct opts *o)
{
	const struct attribute_values *v = &values->attributes[attribute];
	double *days = checked(malloc((v->count + 1) * sizeof *days));
	struct swf_daily_share *shares = checked(malloc((v->count + 1) * sizeof *shares));
	size_t count;
	for (size_t i = 0; i < v->count; i++)
		days[i] = swf_calendar_day(calendar, v->submits[i]);
	must(swf_daily_bins_shares(v->values, days, v->count, shares, &count));
	const double first = swf_calendar_day(calendar, values->first);
	for (size_t i = 0; i < count && o->each; i++) {
		begin_row(table, attribute, o);
		swf_table_number(table, shares[i].day - first);
		swf_table_whole(table, (int64_t)shares[i].count);
		swf_table_number(table, shares[i].share);
	}
	if (!o->each) { /* a row for the distribution of the shares over the days */
		for (size_t i = 0; i < count; i++)
			days[i] = shares[i].share;
		swf_sort_doubles(days, count);
		begin_row(table, attribute, o);
		swf_sample_cells_mean(table, days, count);
		swf_sample_cells_quantiles(table, days, count);
	}
	free(days);
	free(shares);
}

static void add_daily(struct swf_table *table, struct swf_log *log, const struct opts *o)
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
	struct comparison *found, const struct opts *o)
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
	const struct opts *o)
{
	for (size_t d = 0; d <= o->distance; d++) {
		if (found[d].user.pairs == 0)
			continue;
		begin_row(table, attribute, o);
		swf_table_whole(table, number);
		swf_table_whole(table, (int64_t)d);
		add_similarity_cells(table, &found[d].user,
			median_of(values, user, user + 1, d, &found[d].user));
	}
}

/* A row for each distance, over all users. */
static void add_distances(struct swf_table *table, int attribute, size_t users,
	const struct swf_session_values *values, const struct comparison *found,
	const struct opts *o)
{
	for (size_t d = 0; d <= o->distance; d++) {
		/* there is nothing to compare the last distance with */
		const double compared = d < o->distance ? (double)users : 0;
		begin_row(table, attribute, o);
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
	const struct swf_session_values *values, const int64_t *numbers, const struct opts *o)
{
	/* smaller differences are rounding errors of sums over different pairs */
	const double least = 1e-10;
	struct comparison *found = checked(calloc(o->distance + 1, sizeof *found));
	size_t users = 0;
	for (size_t u = 0; u < values->users; u++) {
		const bool everywhere = compare_user(u, values, found, o);
		users += everywhere;
		for (size_t d = 0; d < o->distance && everywhere; d++) {
			const double drop = found[d].measure - found[d + 1].measure;
			found[d].more += drop > least;
			found[d].equal += fabs(drop) <= least;
			found[d].less += drop < -least;
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
	const struct swf_session_values *values, const struct opts *o)
{
	const struct swf_similarity own = swf_similarity(values, 0, values->users, 0);
	struct swf_session_values mixed = {0};
	for (int64_t i = 1; i <= o->mixes; i++) {
		gsl_rng *rng = checked(swf_random_new((uint64_t)o->seed, (uint64_t)i));
		must(swf_session_values_mix(values, rng, &mixed));
		gsl_rng_free(rng);
		const struct swf_similarity s = swf_similarity(&mixed, 0, mixed.users, 0);
		begin_row(table, attribute, o);
		swf_table_whole(table, i);
		swf_table_number(table, ratio(own.sum, own.pairs));
		swf_table_number(table, ratio(s.sum, s.pairs));
	}
	swf_session_values_clear(&mixed);
}

static void add_similarity(struct swf_table *table, struct swf_log *log, const struct opts *o)
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

static void add_stack(struct swf_table *table, struct swf_log *log, const struct opts *o)
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
		begin_row(table, a, o);
		swf_table_number(table, depth.depth_mean);
		swf_table_whole(table, (int64_t)depth.hits);
		swf_table_whole(table, (int64_t)depth.misses);
		swf_table_whole(table, (int64_t)depth.size);
	}
	free_values(&values);
}

int main(int argc, char **argv)
{
	static void (*const add[])(struct swf_table *, struct swf_log *, const struct opts *) = {
		add_stack, add_daily, add_similarity};
	struct opts o = {.tolerance = 0.05, .distance = 5, .seed = 1, .format = SWF_FORMAT_CSV};
	command_begin(&command, &o, argc, argv);
	o.action = (enum action)action_operand(actions);
	check_opts(&o);
	for (int a = 0; a < SWF_ATTRIBUTES && !option_given("attribute"); a++)
		o.has_attribute[a] = true;

	char **paths = file_operands();
	o.several = paths[1] != NULL;
	struct swf_table *table = new_table(&o);
	swf_table_stream(table, output(), o.format);
	for (; *paths != NULL; paths++) {
		messages_about(o.several ? shown_name(*paths) : NULL);
		struct swf_log *log = open_log_at(*paths);
		o.name = *paths;
		add[o.action](table, log, &o);
		swf_log_free(log);
	}
	write_table(table, o.format);
	return command_end();
}
