/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-resample: new workloads from the users of real logs. The users are put into pools, drawn from
 * them and set going in random weeks, each with the jobs and the intervals that they have in the
 * log.
 *
 * The logs are held in memory, while the new workload is written as it is drawn. Users move by
 * whole weeks only, so all logs share one grid of weeks: week 0 of each begins at the weekday and
 * time of day of the first submit of the first log (`origin` of resample/pools.h).
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "resample/pools.h"
#include "resample/resample.h"
#include "shake/shake.h"
#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/rare-list.h"
#include "shared/table-output.h"
#include "swfcore/quantity.h"

/* Of a log; those of a century are 5,219. */
enum { MOST_WEEKS = 1000000 };

/* How logs of other machines are brought to one. */
enum mix { MIX_SCALE, MIX_KEEP, MIX_REFUSE };

struct pool_options {
	struct swf_user_class_rule rule;
	const char *rare; /* the file of a list, or NULL */
	const char *bias; /* a file, or NULL */
	enum mix mix;
	int32_t procs; /* of the machine that the output is for; 0: that of the first log */
};

/* What is negative was not given. */
struct opts {
	struct pool_options pools;
	enum swf_element element;
	struct swf_resample_plan plan;
	double load_factor, extend;
	int64_t seed, replication;
	const char *map;
	bool rare_beside, with_replacement;
};

static const char *const mixes[] = {"scale", "keep", NULL};

static void to_weeks(void *opts, const char *value)
{
	const double length = strcmp(value, "inf") == 0 ? (double)INFINITY
							: duration_value("weeks", value, SWF_WEEK);
	if (length <= 0)
		die_usage("--weeks: it must be more than 0");
	((struct opts *)opts)->plan.length = length;
}

static void to_displace(void *opts, const char *value)
{
	((struct opts *)opts)->plan.displace = strcmp(value, "any") == 0
		? SWF_DISPLACE_ANY
		: whole_value("displace", value, 0, SWF_RESAMPLE_MOST);
}

static const struct option_row options[] = {SEED_OPTION(seed), REPLICATION_OPTION(replication),
	HEADING("Length and load:"),
	{'w', "weeks", "N", "length, or inf to go on for ever (default: that of the first log)",
		TO_CALL(to_weeks)},
	{'x', "extend", "K", "multiply the length by K (no effect with --weeks inf)",
		TO_FACTOR(extend, 1e9)},
	{'L', "load-factor", "F", "multiply the number of users by F (default: 1)",
		TO_FACTOR(load_factor, 1000)},
	{'\0', "long-term-users", "N",
		"number of long-term users (default: F times those of the log)",
		TO_WHOLE(plan.long_term, 0, SWF_RESAMPLE_MOST)},
	{'\0', "temporary-users", "N",
		"temporary users at the start (default: F times the mean number in a week of the "
		"log)",
		TO_WHOLE(plan.temporary, 0, SWF_RESAMPLE_MOST)},
	{'\0', "temporary-rate", "R",
		"temporary users who arrive in a week (default: F times those of the log)",
		TO_RATIO(plan.temporary_rate, SWF_RESAMPLE_MOST)},
	{'\0', "start", "HOW", "where in their activity users are at the start",
		TO_CHOICE(plan.start, swf_start_names)},
	{'\0', "displace", "W",
		"move each user of the log by a random number of weeks, up to W or any, and "
		"nothing else",
		TO_CALL(to_displace)},
	{'\0', "with-replacement", NULL,
		"draw the users of the log first, some more than once and some not at all: "
		"workloads vary as logs of other users would",
		TO_FLAG(with_replacement)},
	HEADING("Rare behaviours, and some users more often:"),
	{'\0', "rare", "FILE", "list of rare behaviours (CSV: user,begin,end)",
		TO_FILE(pools.rare)},
	{'\0', "rare-rate", "B",
		"rare behaviours among the temporary users, a week; 1/8 is one in 8 weeks "
		"(default: F times those "
		"of the log)",
		TO_RATIO(plan.rare_rate, SWF_RESAMPLE_MOST)},
	{'\0', "rare-beside", NULL, "rare behaviours come in addition to the temporary users",
		TO_FLAG(rare_beside)},
	{'\0', "bias", "FILE", "weights of users (CSV: user or class or log, weight)",
		TO_FILE(pools.bias)},
	HEADING("Several logs:"),
	{'\0', "mix", "HOW", "sizes of jobs from other machines", TO_CHOICE(pools.mix, mixes)},
	PROCS_OPTION(pools.procs, "those of the first log"), HEADING("Locality:"),
	{'u', "unit", "UNIT", "what to move as one", TO_CHOICE(element, swf_element_names)},
	{'\0', "repeat", "P", "probability that a job repeats the user's job before it",
		TO_RATIO(plan.repeat, 1)},
	HEADING("Other options:"), INCLUDE(anonymous_users_options),
	{'M', "map", "FILE", "write a CSV that names the source of each user", TO_TEXT(map)},
	THRESHOLD_OPTION(pools.rule.long_term), EDGE_OPTION(pools.rule.edge),
	SPAN_OPTION(pools.rule.span), INCLUDE(local_time_options), INCLUDE(writing_options),
	OPTIONS_END};

static const struct command command = {.name = "swf-resample",
	.usage = "[options] [LOG...]",
	.purpose =
		"Writes a new workload built from the users of SWF logs (default: standard input).",
	.options = options};

static bool is_displaced(void)
{
	return option_given("displace");
}

/* Dies of options that contradict each other or would do nothing. */
static void check_opts(const struct opts *o)
{
	static const char *const for_users[] = {"long-term-users", "temporary-users",
		"temporary-rate", "start", "rare", "with-replacement", NULL};
	static const char *const for_classes[] = {"long-term-users", "temporary-users",
		"temporary-rate", "start", "rare", "threshold", "edge", "span", NULL};
	const char *of_users = option_given_of(for_users);
	const char *of_classes = option_given_of(for_classes);
	char **paths = file_operands();
	const bool several = paths[1] != NULL;
	if (several && o->pools.rare != NULL)
		die_usage("--rare goes with one log");
	if (option_given("start-time") && o->pools.rare == NULL)
		die_usage("--start-time goes with --rare");
	if (option_given("tz") && o->pools.rare == NULL && !several)
		die_usage("--tz goes with --rare or several logs");
	if (!several && o->pools.mix != MIX_REFUSE && o->pools.procs == 0)
		die_usage("--mix goes with several logs or --procs");
	if (option_given("rare-rate") && o->pools.rare == NULL)
		die_usage("--rare-rate goes with --rare");
	if (o->rare_beside && o->pools.rare == NULL)
		die_usage("--rare-beside goes with --rare");
	if (o->element != SWF_ELEMENT_USER && of_users != NULL)
		die_usage("--%s goes with users, not with --unit %s", of_users,
			swf_element_names[o->element]);
	if (is_displaced() && of_classes != NULL)
		die_usage("--%s goes with classes of users, which --displace does not have",
			of_classes);
	if (is_displaced() && o->element != SWF_ELEMENT_USER)
		die_usage("--displace goes with users, not with --unit %s",
			swf_element_names[o->element]);
	if (isinf(o->plan.length) && has_output_file())
		die_usage("--weeks inf: the file of --output would never be complete");
	if (o->map == NULL)
		return;
	hide_argument(o->map);
	other_output("map", o->map);
}

/* The map: the user of the log behind each new user. With an output file the map, too, appears only
 * when complete. Else it is written along with the workload, because the reader of the workload may
 * end this program at any time. */
struct resample_map {
	const char *path;
	FILE *file;
	struct swf_table *table;
};

static struct resample_map *open_map(const char *path)
{
	static const char *const columns[] = {"user", "log", "source_user", "class", "copy",
		"first_week", "shift_weeks", "first_job"};
	static struct resample_map map;
	map.path = path;
	map.file = has_output_file() ? open_atomic_file(path) : fopen(path, "w");
	if (map.file == NULL)
		die("%s: %s", path, strerror(errno));
	map.table = checked(swf_table_new(columns, sizeof columns / sizeof *columns));
	swf_table_stream(map.table, map.file, SWF_FORMAT_CSV);
	return &map;
}

/* Writes the row of a use; `self` is the map. */
static void map_use(void *self, const struct swf_resample_use *use)
{
	const struct resample_map *map = self;
	const struct swf_subtrace *s = use->subtrace;
	swf_table_whole(map->table, use->user);
	swf_table_whole(map->table, (int64_t)s->log + 1);
	swf_table_whole(map->table, s->user);
	swf_table_text(map->table, swf_pool_class_names[s->class_]);
	swf_table_whole(map->table, use->copy);
	swf_table_whole(map->table, use->first_week);
	swf_table_whole(map->table, use->shift);
	swf_table_whole(map->table, swf_pool_job(s, use->first_job).number);
	if (!has_output_file() && fflush(map->file) != 0)
		die("%s: write error: %s", map->path, strerror(errno));
}

static void close_map(struct resample_map *map)
{
	write_table_to(map->file, map->path, map->table, SWF_FORMAT_CSV);
	if (has_output_file())
		close_atomic_file(map->file);
	else if (fclose(map->file) != 0)
		die("%s: write error: %s", map->path, strerror(errno));
}

/* What the sizes of a log are multiplied by. */
static double scale_of(const char *path, const struct swf_header *header,
	const struct pool_options *o, int32_t procs)
{
	const int32_t own = swf_header_procs(header);
	if (procs == 0 && own > 0 && o->mix != MIX_KEEP)
		die("%s: a machine of %d processors, while the first log names none (MaxProcs); "
		    "give --procs",
			path, (int)own);
	if (o->mix == MIX_REFUSE && own != procs && own > 0)
		die("%s: a machine of %d processors, not of %d; give --mix scale or --mix keep",
			path, (int)own, (int)procs);
	if (o->mix == MIX_KEEP || own == procs)
		return 1;
	if (own == 0)
		die("%s: the header has no positive MaxProcs or MaxNodes; --mix "
		    "keep leaves sizes as they are",
			path);
	return (double)procs / own;
}

static void read_jobs(const char *path, struct swf_log *log, struct swf_pool_log *pool_log,
	const struct swf_rare_list *rare, double scale, int32_t procs)
{
	const struct swf_scale sizes = {.what = SWF_SCALE_SIZE, .factor = scale, .procs = procs};
	struct swf_job job;
	struct swf_waits waits = {0};
	int64_t oversize = 0;
	while (next_job(log, &job)) {
		swf_waits_add(&waits, &job, SWF_SIZE_REQUESTED);
		swf_scale_job(&sizes, &job);
		oversize += procs > 0 && swf_job_size(&job, SWF_SIZE_REQUESTED) > procs;
		swf_users_span(&pool_log->jobs.users, &job);
		const size_t row = swf_rare_find(rare, &job);
		struct swf_workload *to = &pool_log->jobs;
		if (row < rare->count) {
			to = &pool_log->rare;
			job.user = (int64_t)row;
		}
		must(swf_workload_add(to, &job, SWF_SIZE_REQUESTED));
	}
	note_log_counts(swf_log_counts(log));
	warn_of_unknown_waits(&waits, swf_header_procs(swf_log_header(log)), path,
		"Submit times may be start times, spread by the queue");
	if (oversize > 0)
		note("%lld job%s of the log larger than the machine of %d processors",
			(long long)oversize, oversize == 1 ? " is" : "s are", (int)procs);
}

static double second_of_week(const struct swf_calendar *calendar, double t)
{
	const struct swf_local_time local = swf_calendar_local(calendar, t);
	return local.weekday * SWF_DAY + local.second;
}

/* The time in the week at which a log begins, s from Monday, 0:00. */
static double begin_in_week(
	const char *path, const struct swf_header *header, const struct swf_users *users)
{
	struct swf_calendar *calendar;
	if (isnan(start_time(header))) {
		warn("%s: no valid '; UnixStartTime:' line in the header, so its second 0 is taken "
		     "as Monday 0:00",
			path);
		calendar = checked(swf_calendar_new_without_date());
	} else {
		calendar = local_time(header, users->first, users->last);
	}
	/* Daylight saving time moves weeks against the clock. A log that begins in summer counts by
	 * its standard time as well, so that the winters of all logs are aligned. */
	const double begin = second_of_week(calendar, users->first);
	const double year = fmin(users->first + 53 * SWF_WEEK, users->last);
	double summer = 0;
	for (double t = users->first; t <= year; t += SWF_WEEK)
		summer = fmax(summer, remainder(begin - second_of_week(calendar, t), SWF_WEEK));
	swf_calendar_free(calendar);
	return begin - summer;
}

static void note_pools(const struct swf_pools *pools, const struct swf_user_class_rule *rule)
{
	char rest[128];
	note_anonymous(pools->anonymous, pools->anonymous_work, pools->work);
	snprintf(rest, sizeof rest,
		"(%lld job%s) active only within %g weeks of an end of the log (--edge): left out",
		(long long)pools->discarded_jobs, pools->discarded_jobs == 1 ? "" : "s",
		rule->edge / SWF_WEEK);
	if (pools->classless)
		return;
	note_left_out((int64_t)pools->discarded, "user", rest, pools->discarded_work, pools->work);
	if (pools->element != SWF_ELEMENT_USER || pools->owners == 0)
		return;
	if (pools->pools[SWF_POOL_LONG_TERM].count == 0)
		note("no long-term user: nobody is active for more than %g weeks (--threshold)",
			rule->long_term / SWF_WEEK);
	if (pools->pools[SWF_POOL_TEMPORARY].count == 0)
		note("no temporary user");
}

/* What is known of the logs while they are read. */
struct reading {
	const struct pool_options *options;
	struct swf_pools *pools;
	bool several;
	struct swf_header *header; /* of the first */
	int32_t procs;             /* of the machine that the output is for; 0 if it is not known */
	double first_in_week;      /* s, where the first log begins in the week */
	struct swf_rare_list rare;
};

/* Names a log in the header, without its folder. */
static void add_source(struct swf_header *header, size_t number, const char *path)
{
	const char *slash = strrchr(path, '/');
	char text[300];
	snprintf(text, sizeof text, "log %zu: %.250s", number, slash != NULL ? slash + 1 : path);
	for (char *p = text; *p != '\0'; p++)
		if ((unsigned char)*p < ' ')
			*p = '?';
	if (log_options()->provenance && swf_header_add(header, "Note", text) != 0)
		die_of_memory();
}

static void read_log(struct reading *r, const char *operand)
{
	const char *path = shown_name(operand);
	struct swf_log *log = open_log_at(operand);
	const struct swf_header *header = swf_log_header(log);
	struct swf_pool_log pool_log = {0};
	const struct swf_users *users = &pool_log.jobs.users;
	if (r->header == NULL) {
		r->header = copy_header(header);
		r->procs = r->options->procs > 0 ? r->options->procs : swf_header_procs(header);
		if (r->options->rare != NULL)
			read_rare_list(r->options->rare, header, &r->rare);
		if (r->options->rare != NULL && r->rare.count == 0)
			note("%s: no rare behaviours", r->options->rare);
	}
	const bool scales = r->several || r->options->procs > 0;
	const double scale = scales ? scale_of(path, header, r->options, r->procs) : 1;
	read_jobs(operand, log, &pool_log, &r->rare, scale, r->procs);
	if (!users->any)
		die("%s: no jobs", path);
	need_users(log, operand);
	for (size_t i = 0; i < r->rare.count; i++)
		if (swf_users_find(&pool_log.rare.users, (int64_t)i) == SIZE_MAX)
			die_of_rare(&r->rare, &r->rare.rows[i],
				"the log has no jobs of this user in this time");
	if (r->rare.count > 0 && users->count == 0)
		die("%s takes all jobs of users: nothing is left to be resampled", r->rare.path);
	/* Resampling moves users by whole weeks, which a shorter log does not have. Each week takes
	 * time, and a log with a wrong submit time may have millions, all but a few empty. */
	const double weeks = (users->last - users->first) / SWF_WEEK;
	if (weeks < 1)
		die("%s: %.3g weeks long: less than a week cannot be resampled", path, weeks);
	if (weeks > MOST_WEEKS)
		die("%s: %.3g weeks long: submit times are wrong or not in seconds", path, weeks);
	const double in_week = r->several ? begin_in_week(path, header, users) : 0;
	pool_log.origin = users->first;
	if (r->pools->log_count == 0) {
		r->first_in_week = in_week;
	} else { /* its weeks are laid on those of the first log */
		pool_log.origin -= fmod(in_week - r->first_in_week + 2 * SWF_WEEK, SWF_WEEK);
		pool_log.move = r->pools->logs[0]->origin - pool_log.origin;
	}
	must(swf_pools_add(r->pools, &pool_log, &r->options->rule, &r->rare));
	swf_log_free(log);
	if (r->several)
		add_source(r->header, r->pools->log_count, path);
}

/* Reads the logs, files ended by NULL, into the pools, of which the element is set. Returns the
 * header of the first, for the machine that the output is for. */
static struct swf_header *read_pools(
	char **paths, const struct pool_options *o, struct swf_pools *pools)
{
	struct reading r = {.options = o, .pools = pools, .several = paths[1] != NULL};
	struct swf_error error;
	for (; *paths != NULL; paths++)
		read_log(&r, *paths);
	note_pools(pools, &o->rule);
	if (pools->owners == 0)
		die("no user is left to be resampled: all are active only within %g weeks of an "
		    "end "
		    "of a log that is %.3g weeks long%s",
			o->rule.edge / SWF_WEEK, pools->logs[0]->length / SWF_WEEK,
			o->rule.edge > 0 ? "; give --edge 0" : "");
	if (o->bias != NULL && swf_bias_read(o->bias, pools, &error) != 0)
		die_of(&error);
	swf_rare_clear(&r.rare);
	if (r.procs > 0)
		set_procs(r.header, r.procs);
	return r.header;
}

static void note_plan(const struct swf_pools *pools, const struct swf_resample_plan *plan)
{
	if (pools->classless) {
		note("displaced users: %lld", (long long)plan->displaced);
		return;
	}
	note("long-term users: %lld; temporary users: %lld at the start, %.4g a week",
		(long long)plan->long_term, (long long)plan->temporary, plan->temporary_rate);
	if (plan->rare_rate > 0)
		note("of those who come in a week %.4g are rare behaviours", plan->rare_rate);
}

/* What was not given follows from the pools. */
static struct swf_resample_plan plan_for(const struct opts *o, const struct swf_pools *pools)
{
	struct swf_resample_plan plan = o->plan;
	const struct swf_resample_plan usual =
		swf_resample_plan_for(pools, o->load_factor, plan.start);
	struct swf_error error;
	if (plan.long_term < 0)
		plan.long_term = usual.long_term;
	if (plan.temporary < 0)
		plan.temporary = usual.temporary;
	if (plan.temporary_rate < 0)
		plan.temporary_rate = usual.temporary_rate;
	if (plan.rare_rate < 0)
		plan.rare_rate = usual.rare_rate;
	if (o->rare_beside)
		plan.temporary_rate += plan.rare_rate;
	if (plan.length < 0)
		plan.length = usual.length;
	plan.length *= o->extend;
	plan.displaced = usual.displaced;
	plan.uses = usual.uses;
	if (plan.rare_rate > plan.temporary_rate)
		die("--rare-rate %g is more than the %g temporary users who arrive in a week; "
		    "lower it or raise --temporary-rate",
			plan.rare_rate, plan.temporary_rate);
	if (swf_resample_check(pools, &plan, &error) != 0)
		die_of(&error);
	if (!pools->classless && plan.long_term == 0 && plan.temporary == 0 &&
		plan.temporary_rate == 0)
		die("no user is drawn, so the workload would have no jobs");
	if (o->element == SWF_ELEMENT_USER)
		note_plan(pools, &plan);
	return plan;
}

/* Writes the jobs to the end. */
static void write_workload(struct swf_resample *resample, struct swf_header *header)
{
	struct swf_writer *writer = begin_log(fileno(output()), header);
	struct swf_error error;
	struct swf_job job;
	int got;
	int64_t jobs = 0;
	while ((got = swf_resample_next(resample, &job, &error)) == 1) {
		if (swf_writer_job(writer, &job) != 0)
			break;
		progress(++jobs);
	}
	end_log(writer, output_name());
	if (got < 0)
		die_of(&error);
	if (jobs == 0)
		warn("the workload has no jobs");
}

int main(int argc, char **argv)
{
	struct opts o = {.pools = {.rule = {.long_term = 12 * SWF_WEEK, .edge = 4 * SWF_WEEK},
				 .mix = MIX_REFUSE},
		.element = SWF_ELEMENT_USER,
		.plan = {.long_term = -1,
			.temporary = -1,
			.temporary_rate = -1,
			.rare_rate = -1,
			.length = -1},
		.load_factor = 1,
		.extend = 1,
		.seed = -1,
		.replication = -1};
	command_begin(&command, &o, argc, argv);
	default_random(&o.seed, &o.replication);
	check_opts(&o);

	struct swf_pools pools = {.element = o.element, .classless = is_displaced()};
	struct swf_header *header = read_pools(file_operands(), &o.pools, &pools);
	forget_counts(header);
	gsl_rng *rng = checked(swf_random_new((uint64_t)o.seed, (uint64_t)o.replication));
	if (o.with_replacement)
		must(swf_pools_draw_with_replacement(&pools, rng));
	const struct swf_resample_plan plan = plan_for(&o, &pools);

	struct swf_error error;
	struct resample_map *map = o.map != NULL ? open_map(o.map) : NULL;
	struct swf_resample *resample =
		swf_resample_new(&pools, &plan, rng, map != NULL ? map_use : NULL, map, &error);
	if (resample == NULL)
		die_of(&error);
	write_workload(resample, header);
	if (map != NULL)
		close_map(map);
	swf_resample_free(resample);
	gsl_rng_free(rng);
	swf_pools_clear(&pools);
	return command_end();
}
