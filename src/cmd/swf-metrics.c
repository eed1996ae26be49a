/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-metrics: the metrics of a scheduled log, as a table; its time series; or a placement of its
 * jobs on processors. Metrics keep a record of each job until the log ends. Series and
 * placement pass a log in submit order and keep no jobs.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "metrics/placement.h"
#include "metrics/records.h"
#include "metrics/time-series.h"
#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "shared/resources.h"
#include "shared/table-output.h"
#include "swfcore/metrics.h"
#include "users/user-set.h"

/* What --by takes: the groups of the library, and none. */
enum { BY_NONE = SWF_METRICS_GROUPS, GROUPS };

struct opts {
	struct swf_metrics_options metrics;
	enum swf_format format;
	bool grouped;     /* a row for each of some groups */
	int distribution; /* enum swf_metrics_level, or -1 */
	const char *excluded;
	const char *compared;
	bool by[GROUPS];
	struct swf_time_series_options series;
	bool all_series;
	bool placement;
};

static const char *const groups[] = {"user", "group", "queue", "partition", "gpu_type", "nodes",
	"class", "size", "week", "gpus", "none", NULL};
static const char *const series_names[] = {SWF_SERIES_NAMES, "all", NULL};
static const char *const windows[] = {"submit", "completion", NULL};
static const char *const levels[] = {"queue", "busy", NULL};

static struct swf_quantity quantity_value(const char *option, const char *text)
{
	struct swf_quantity quantity;
	struct swf_error error;
	if (swf_quantity_read(text, &quantity, &error) != 0)
		die_usage("--%s: %s", option, error.text);
	return quantity;
}

/* A list of limits, which ascend: run times in s or with a unit, or numbers of processors. */
static struct swf_metrics_limits limits_value(const char *option, const char *text, bool times)
{
	struct swf_metrics_limits limits = {0};
	char **list = list_value(option, text);
	for (size_t i = 0; list[i] != NULL; i++) {
		const double limit = times ? duration_value(option, list[i], 1)
					   : (double)whole_value(option, list[i], 1, INT32_MAX);
		if (limits.count == SWF_METRICS_LIMITS)
			die_usage("--%s: more than %d limits", option, SWF_METRICS_LIMITS);
		if (i > 0 && limit <= limits.limits[i - 1])
			die_usage("--%s: the limits must ascend, but %s follows %s", option,
				list[i], list[i - 1]);
		limits.limits[limits.count++] = limit;
	}
	free(list);
	return limits;
}

/* Takes a list of groups; none is one alone. */
static void to_by(void *opts, const char *text)
{
	struct opts *o = opts;
	if (option_given("by"))
		die_usage("--by: given twice; it takes a list, as in user,week");
	char **list = names_value("by", text);
	for (size_t i = 0; list[i] != NULL; i++) {
		const int group = choice_value("by", list[i], groups);
		o->by[group] = true;
		o->grouped |= group != BY_NONE;
	}
	if (o->grouped && o->by[BY_NONE])
		die_usage("--by: none goes without others");
	memcpy(o->metrics.by, o->by, sizeof o->metrics.by);
	free(list);
}

static void to_series(void *opts, const char *text)
{
	struct swf_time_series_options *series = &((struct opts *)opts)->series;
	char **list = names_value("series", text);
	for (size_t i = 0; list[i] != NULL; i++) {
		const int value = choice_value("series", list[i], series_names);
		((struct opts *)opts)->all_series |= value == SWF_SERIES_VALUES;
		for (int v = 0; v < SWF_SERIES_VALUES; v++)
			series->has[v] |=
				v == value || (v < SWF_SERIES_PLAIN && value == SWF_SERIES_VALUES);
	}
	free(list);
}

static void to_class_limits(void *opts, const char *text)
{
	((struct opts *)opts)->metrics.class_limits = limits_value("class-limits", text, true);
}

static void to_size_limits(void *opts, const char *text)
{
	((struct opts *)opts)->metrics.size_limits = limits_value("size-limits", text, false);
}

static void to_warmup(void *opts, const char *text)
{
	((struct opts *)opts)->metrics.warmup = quantity_value("warmup", text);
}

static void to_cooldown(void *opts, const char *text)
{
	((struct opts *)opts)->metrics.cooldown = quantity_value("cooldown", text);
}

static const struct option_row options[] = {FORMAT_OPTION(format), INCLUDE(anonymous_users_options),
	{'B', "by", "LIST", "a row for each (default: none), or for several, as in user,week",
		.choices = groups, TO_CALL(to_by)},
	{'\0', "class-limits", "LIST", "limits of the classes by run time (default: 1m,10m)",
		TO_CALL(to_class_limits)},
	{'\0', "size-limits", "LIST", "limits of the classes by size (default: 1,8,32)",
		TO_CALL(to_size_limits)},
	{'C', "compare", "LOG", "compare with the metrics of another log, with the differences",
		TO_FILE(compared)},
	{'d', "distribution", "WHAT", "the distribution over time of one of these instead",
		TO_CHOICE(distribution, levels)},
	{'\0', "series", "LIST",
		"time series instead: for each bin of time these, as in queue,load",
		.choices = series_names, TO_CALL(to_series)},
	{'\0', "bin", "DURATION", "length of the bins of --series (default: 1h)",
		TO_DURATION(series.bin, 1)},
	{'\0', "placement", NULL, "a placement of the jobs on processors instead: rectangles",
		TO_FLAG(placement)},
	{'\0', "warmup", "AMOUNT", "leave out the first jobs: 1000, 2d, 5%", TO_CALL(to_warmup)},
	{'\0', "cooldown", "AMOUNT", "leave out the last jobs", TO_CALL(to_cooldown)},
	{'\0', "until", "DURATION", "measure the first DURATION only: 90s, 10m, 1.5h, 3d, 47w",
		TO_DURATION(metrics.until, 1)},
	{'\0', "exclude-users", "FILE", "leave out the jobs of the users listed",
		TO_FILE(excluded)},
	{'\0', "tau", "SECONDS", "bound of the bounded slowdown (default: 10)",
		TO_NUMBER(metrics.tau, 1e-3, 1e9)},
	{'W', "window", "END", "measure up to the last", TO_CHOICE(metrics.window, windows)},
	{'\0', "batches", "N", "confidence intervals from N batch means",
		TO_WHOLE(metrics.batches, 2, 100000)},
	PROCS_OPTION(metrics.procs, "MaxProcs or MaxNodes of the log"), SIZE_OPTION(metrics.size),
	INCLUDE(resource_options), HEADING("Of --series and --placement:"),
	INCLUDE(local_time_options), HEADING("Other options:"), INCLUDE(reading_options),
	OPTIONS_END};

static const struct command command = {.name = "swf-metrics",
	.usage = "[options] [LOG]",
	.purpose = "Prints the metrics of a scheduled SWF log (default: standard input).",
	.options = options};

/* Dies of options that what is printed has not. */
static void check_without(const char *action, const char *const without[])
{
	const char *given = option_given_of(without);
	if (given != NULL)
		die_usage("--%s goes without --%s", action, given);
}

/* The groups of which there are series. */
static enum swf_metrics_group series_by(const struct opts *o)
{
	enum swf_metrics_group by = SWF_SERIES_OF_ALL;
	for (int g = 0; g < SWF_METRICS_GROUPS; g++) {
		if (!o->by[g])
			continue;
		if (g >= SWF_BY_NUMBERS || by != SWF_SERIES_OF_ALL)
			die_usage("--series goes with --by user, group, queue, partition, gpu_type "
				  "or nodes");
		by = (enum swf_metrics_group)g;
	}
	return by;
}

static void check_streamed(struct opts *o)
{
	static const char *const not_series[] = {"placement", "compare", "distribution", "warmup",
		"cooldown", "tau", "batches", NULL};
	static const char *const not_placement[] = {"by", "compare", "distribution", "warmup",
		"cooldown", "until", "tau", "window", "batches", "resources", "gpus", "memory",
		NULL};
	static const char *const of_both[] = {"start-time", "tz", NULL};
	if (option_given("series")) {
		check_without("series", not_series);
		o->series.by = series_by(o);
		o->series.procs = o->metrics.procs;
		o->series.size = o->metrics.size;
		o->series.until = o->metrics.until;
		o->series.window = o->metrics.window;
		if (o->series.bin < 1)
			die_usage("--bin: it must be at least 1 s");
	} else if (option_given("bin")) {
		die_usage("--bin goes with --series");
	}
	if (o->placement)
		check_without("placement", not_placement);
	const char *given = option_given_of(of_both);
	if (given != NULL && !option_given("series") && !o->placement)
		die_usage("--%s goes with --series and --placement", given);
}

static void check_opts(struct opts *o)
{
	const struct swf_metrics_options *m = &o->metrics;
	static const char *const resources[] = {"resources", "gpus", "memory", NULL};
	check_streamed(o);
	check_resources();
	if (option_given("distribution"))
		check_without("distribution", resources);
	if (option_given("distribution") && (o->grouped || m->batches > 0 || o->compared != NULL))
		die_usage("--distribution goes without --by, --batches and --compare");
	if (option_given("class-limits") && !o->by[SWF_BY_CLASS])
		die_usage("--class-limits goes with --by class");
	if (option_given("size-limits") && !o->by[SWF_BY_SIZE])
		die_usage("--size-limits goes with --by size");
	if (option_given("until") && m->until <= 0)
		die_usage("--until: it must be more than 0");
	if (m->until > 0 && m->cooldown.value > 0)
		die_usage("--until goes without --cooldown");
}

/* Jobs that have no part in the metrics. Begins with {0}. */
struct left_out {
	int64_t excluded;     /* of excluded users */
	double excluded_work; /* processor seconds */
	int64_t not_run;
	double not_run_work;
};

/* Notes them, and what the log itself left out. */
static void note_jobs_left_out(const struct swf_log *log, const struct left_out *left_out)
{
	const struct swf_log_counts counts = swf_log_counts(log);
	note_log_counts(counts);
	if (counts.unsorted > 0)
		warn("the log is not in submit order; it was sorted");
	note_left_out(left_out->excluded, "job", "of excluded users: left out",
		left_out->excluded_work, counts.work);
	note_left_out(left_out->not_run, "job", "without a wait time, run time or size: left out",
		left_out->not_run_work, counts.work);
}

/* The size of the machine of a log: `procs`, or where that is 0 what the header says. Notes that it
 * is not known, and what follows from that. */
static int32_t machine_size(const struct swf_log *log, int32_t procs, const char *consequence)
{
	if (procs == 0)
		procs = swf_header_procs(swf_log_header(log));
	if (procs == 0)
		note("the log has no positive MaxProcs or MaxNodes, so %s; give --procs N",
			consequence);
	return procs;
}

static void read_jobs(
	struct swf_log *log, const struct swf_user_set *excluded, struct swf_metrics *metrics)
{
	struct swf_error error;
	struct swf_job job;
	struct left_out left_out = {0};
	int64_t jobs = 0;
	int got;
	while ((got = swf_log_next(log, &job, &error)) == 1) {
		progress(++jobs);
		if (swf_user_set_has(excluded, job.user)) {
			left_out.excluded++;
			left_out.excluded_work += swf_job_work(&job, SWF_SIZE_REQUESTED);
			swf_metrics_span(metrics, &job);
		} else if (swf_metrics_add(metrics, &job) != 0) {
			die_of_memory();
		}
	}
	if (got < 0)
		die_of(&error);
	left_out.not_run = swf_metrics_counts(metrics).not_run;
	left_out.not_run_work = swf_metrics_counts(metrics).not_run_work;
	note_jobs_left_out(log, &left_out);
}

/* Dies if these groups go by a field behind the 18th that the log does not declare. */
static void check_declared(const struct swf_log *log, int group)
{
	const bool extra =
		group == SWF_BY_GPUS || group == SWF_BY_GPU_TYPE || group == SWF_BY_NODES;
	if (extra && swf_header_extra_field(swf_log_header(log), groups[group]) == 0)
		die("--by %s: the log declares no such field (ExtraFields: 19 %s)", groups[group],
			groups[group]);
}

/* Whether the log declares the energy of its jobs. */
static bool has_energy(const struct swf_log *log)
{
	return swf_header_extra_field(swf_log_header(log), "energy") > 0;
}

/* Metrics with what the machine has beside processors, if that counts. */
static struct swf_metrics *new_metrics(
	const struct swf_log *log, struct swf_metrics_options *how, bool by_resources)
{
	const int64_t gpus = by_resources ? machine_gpus(log) : 0;
	const int64_t memory = by_resources ? machine_memory(log) : 0;
	for (int g = 0; g < SWF_METRICS_GROUPS; g++)
		if (how->by[g])
			check_declared(log, g);
	how->resources[SWF_KIND_GPUS] = gpus > 0;
	how->resources[SWF_KIND_MEMORY] = memory > 0;
	how->energy = has_energy(log);
	struct swf_metrics *metrics = checked(swf_metrics_new(how));
	swf_metrics_set_capacity(metrics, SWF_KIND_GPUS, (double)gpus);
	swf_metrics_set_capacity(metrics, SWF_KIND_MEMORY, (double)memory);
	if (gpus > 0)
		see_gpus();
	return metrics;
}

/* The metrics of the jobs of a log; `how` must outlive them. */
static struct swf_metrics *measure(const char *path, struct swf_metrics_options *how,
	bool by_resources, const struct swf_user_set *excluded)
{
	struct swf_log *log = open_log_at(path);
	die_if_empty(log, path);
	how->procs = machine_size(log, how->procs, "no utilization");
	struct swf_metrics *metrics = new_metrics(log, how, by_resources);
	read_jobs(log, excluded, metrics);
	if (how->by[SWF_BY_USER])
		need_users(log, path);
	swf_log_free(log);
	return metrics;
}

static struct swf_table *distribution(struct swf_metrics *metrics, const struct opts *o)
{
	struct swf_error error;
	struct swf_table *table =
		swf_metrics_distribution(metrics, (enum swf_metrics_level)o->distribution, &error);
	if (table == NULL)
		die_of(&error);
	return table;
}

/* Those of a log, or beside those of another. */
static struct swf_table *metrics_table(
	struct swf_metrics *metrics, struct swf_metrics *other, const struct opts *o)
{
	struct swf_error error;
	struct swf_table *table = checked(swf_metrics_new_table(&o->metrics, other != NULL));
	swf_table_stream(table, output(), o->format);
	if ((other != NULL ? swf_metrics_compare(metrics, other, table, &error)
			   : swf_metrics_fill(metrics, table, &error)) != 0)
		die_of(&error);
	return table;
}

/* The table of metrics, or of their distribution over time. */
static void print_metrics(struct opts *o, const struct swf_user_set *excluded)
{
	o->metrics.brief = o->format == SWF_FORMAT_TEXT && o->grouped;
	struct swf_metrics_options other_options = o->metrics;
	const bool by_resources = o->distribution < 0;
	struct swf_metrics *metrics = measure(file_operand(), &o->metrics, by_resources, excluded),
			   *other = NULL;
	if (o->compared != NULL) {
		note("now the other log, %s", o->compared);
		other = measure(o->compared, &other_options, by_resources, excluded);
		for (int r = 0; r < SWF_KINDS; r++)
			o->metrics.resources[r] = other_options.resources[r] |=
				o->metrics.resources[r];
	}
	write_table(
		o->distribution >= 0 ? distribution(metrics, o) : metrics_table(metrics, other, o),
		o->format);
	const int64_t partial = swf_metrics_counts(metrics).partial +
		(other != NULL ? swf_metrics_counts(other).partial : 0);
	note_count(partial, "row", "of an incomplete week: marked in the column partial");
	swf_metrics_free(metrics);
	swf_metrics_free(other);
}

/* --series and --placement pass a log in submit order and keep no jobs. */

/* The next job of the log that ran and is not left out; false at the end. */
static bool next_that_ran(struct swf_log *log, const struct swf_user_set *excluded,
	enum swf_size size, struct left_out *left_out, struct swf_job *job)
{
	while (next_job(log, job)) {
		if (swf_user_set_has(excluded, job->user)) {
			left_out->excluded++;
			left_out->excluded_work += swf_job_work(job, SWF_SIZE_REQUESTED);
		} else if (swf_records_ran(job, swf_job_size(job, size))) {
			return true;
		} else {
			left_out->not_run++;
			left_out->not_run_work += swf_job_work(job, size);
		}
	}
	return false;
}

/* The calendar of the log, for local times. Notes where it has none for want of a date. */
static struct swf_calendar *dates_of_log(const struct swf_log *log)
{
	const struct swf_header *header = swf_log_header(log);
	if (!isnan(start_time(header)) || option_given("tz"))
		return local_time(header, -INFINITY, INFINITY);
	note("the log has no valid UnixStartTime, so there are no dates; give the time of its "
	     "second 0 with --start-time");
	return checked(swf_calendar_new_without_date());
}

/* Adds a cell with the local time at second t, missing where the log has no date. */
static void local_time_cell(struct swf_table *table, const struct swf_calendar *calendar, double t)
{
	char text[SWF_CALENDAR_ROOM];
	if (swf_calendar_write(calendar, t, text))
		swf_table_text(table, text);
	else
		swf_table_number(table, NAN);
}

/* Where the rows of series go. */
struct series_target {
	const struct swf_time_series_options *how;
	const struct swf_calendar *calendar;
	struct swf_table *table;
	bool users; /* there were some */
};

static void put_series_row(void *context, const struct swf_time_series_row *row)
{
	struct series_target *target = context;
	struct swf_table *table = target->table;
	target->users |= row->values[SWF_SERIES_USERS] > 0;
	if (target->how->by != SWF_SERIES_OF_ALL)
		swf_table_whole(table, row->number);
	swf_table_time(table, row->begin);
	local_time_cell(table, target->calendar, row->begin);
	swf_table_time(table, row->seconds);
	for (int v = 0; v < SWF_SERIES_VALUES; v++)
		if (target->how->has[v])
			swf_table_number(table, row->values[v]);
}

/* Whether the machine or the log has what a value is of, or the command dies. */
static bool takes_series(
	const struct swf_log *log, const struct swf_time_series_options *how, int value, bool all)
{
	if (value == SWF_SERIES_POWER) {
		if (!all && !has_energy(log))
			die("--series power: the log declares no energy (ExtraFields: 19 energy)");
		return has_energy(log);
	}
	const enum swf_kind r = swf_series_resource((enum swf_time_series_value)value);
	const bool whole = !swf_series_binds(value) || how->by == SWF_SERIES_OF_ALL;
	const bool there = r == SWF_KIND_GPUS ? how->gpus > 0
		: r == SWF_KIND_MEMORY        ? how->memory > 0
					      : !all || how->gpus > 0 || how->memory > 0;
	if (!all && !whole)
		die_usage("--series %s goes without --by", series_names[value]);
	if (!all && !there && r == SWF_KIND_MEMORY)
		die_usage("--series %s goes with --resources procs,memory", series_names[value]);
	if (!all && !there)
		die("--series %s: the log declares no GPUs (ExtraFields: 19 gpus), or no MaxGPUs",
			series_names[value]);
	return whole && there;
}

/* Finds which values of resources there are, and what the machine has of these. */
static void settle_series(const struct swf_log *log, struct opts *o)
{
	struct swf_time_series_options *how = &o->series;
	bool any = o->all_series || option_given("gpus") || option_given("resources");
	for (int v = SWF_SERIES_PLAIN; v < SWF_SERIES_VALUES; v++)
		any |= how->has[v];
	if (!any)
		return;
	how->gpus = (double)machine_gpus(log);
	how->memory = (double)machine_memory(log);
	if (how->gpus > 0)
		see_gpus();
	for (int v = SWF_SERIES_PLAIN; v < SWF_SERIES_VALUES; v++)
		if (how->has[v] || o->all_series)
			how->has[v] = takes_series(log, how, v, !how->has[v]);
}

static bool needs_procs(const bool has[SWF_SERIES_VALUES])
{
	bool needs = has[SWF_SERIES_UTILIZATION] || has[SWF_SERIES_LOAD];
	for (int v = SWF_SERIES_BINDS; swf_series_binds(v); v++)
		needs |= has[v];
	return needs;
}

static void print_series(struct opts *o, const struct swf_user_set *excluded)
{
	static const char *const numbers[] = {[SWF_BY_USER] = "user",
		[SWF_BY_GROUP] = "group",
		[SWF_BY_QUEUE] = "queue_number",
		[SWF_BY_PARTITION] = "partition",
		[SWF_BY_GPU_TYPE] = "gpu_type",
		[SWF_BY_NODES] = "nodes"};
	struct swf_time_series_options *how = &o->series;
	struct swf_log *log = open_log();
	die_if_empty(log, file_operand());
	if (how->by != SWF_SERIES_OF_ALL)
		check_declared(log, (int)how->by);
	settle_series(log, o);
	if (needs_procs(how->has))
		how->procs = machine_size(log, how->procs, "no utilization and no load");
	struct swf_calendar *calendar = dates_of_log(log);
	const char *names[4 + SWF_SERIES_VALUES];
	size_t columns = 0;
	if (how->by != SWF_SERIES_OF_ALL)
		names[columns++] = numbers[how->by];
	names[columns++] = "begin";
	names[columns++] = "begin_local";
	names[columns++] = "seconds";
	for (int v = 0; v < SWF_SERIES_VALUES; v++)
		if (how->has[v])
			names[columns++] = series_names[v];
	struct series_target target = {
		how, calendar, checked(swf_table_new(names, columns)), .users = false};
	swf_table_stream(target.table, output(), o->format);
	struct swf_time_series *series =
		checked(swf_time_series_new(how, calendar, put_series_row, &target));
	struct left_out left_out = {0};
	struct swf_error error;
	struct swf_job job;
	int result = 0;
	while (result == 0 && next_that_ran(log, excluded, how->size, &left_out, &job))
		result = swf_time_series_add(series, &job, &error);
	if (result == 0)
		note_jobs_left_out(log, &left_out);
	if (result != 0 || swf_time_series_end(series, &error) != 0)
		die_of(&error);
	if (how->by == SWF_BY_USER)
		need_users(log, file_operand());
	if (how->has[SWF_SERIES_USERS] && !target.users)
		note("no job has a user, so users is 0");
	write_table(target.table, o->format);
	swf_time_series_free(series);
	swf_calendar_free(calendar);
	swf_log_free(log);
}

/* Where the rows of a placement go. */
struct placement_target {
	const struct swf_calendar *calendar;
	struct swf_table *table;
};

/* A number of a user, group or queue; a negative one is not known. */
static void number_cell(struct swf_table *table, int64_t number)
{
	if (number >= 0)
		swf_table_whole(table, number);
	else
		swf_table_number(table, NAN);
}

static void put_placed(void *context, const struct swf_placed *placed)
{
	const struct placement_target *target = context;
	struct swf_table *table = target->table;
	swf_table_whole(table, placed->job);
	number_cell(table, placed->user);
	number_cell(table, placed->group);
	number_cell(table, placed->queue);
	swf_table_time(table, placed->submit);
	swf_table_time(table, placed->start);
	swf_table_time(table, placed->end);
	local_time_cell(table, target->calendar, placed->start);
	local_time_cell(table, target->calendar, placed->end);
	swf_table_whole(table, placed->low);
	swf_table_whole(table, placed->high);
}

static void print_placement(int32_t procs, enum swf_size size, const struct swf_user_set *excluded,
	enum swf_format format)
{
	static const char *const names[] = {"job", "user", "group", "queue_number", "submit",
		"start", "end", "start_local", "end_local", "low", "high"};
	struct swf_log *log = open_log();
	die_if_empty(log, file_operand());
	procs = machine_size(log, procs, "jobs take processors without an end");
	struct swf_calendar *calendar = dates_of_log(log);
	struct placement_target target = {
		calendar, checked(swf_table_new(names, sizeof names / sizeof *names))};
	swf_table_stream(target.table, output(), format);
	struct swf_placement *placement =
		checked(swf_placement_new(procs, size, put_placed, &target));
	struct left_out left_out = {0};
	struct swf_error error;
	struct swf_job job;
	int result = 0;
	while (result == 0 && next_that_ran(log, excluded, size, &left_out, &job))
		result = swf_placement_add(placement, &job, &error);
	if (result == 0)
		note_jobs_left_out(log, &left_out);
	if (result != 0 || swf_placement_end(placement, &error) != 0)
		die_of(&error);
	note_count(swf_placement_beyond(placement), "job",
		"for which the machine has not enough free: placed beyond its processors");
	write_table(target.table, format);
	swf_placement_free(placement);
	swf_calendar_free(calendar);
	swf_log_free(log);
}

int main(int argc, char **argv)
{
	struct opts o = {.metrics.tau = 10, .distribution = -1, .series.bin = SWF_HOUR};
	command_begin(&command, &o, argc, argv);
	check_opts(&o);

	struct swf_error error;
	struct swf_user_set excluded = {0};
	if (o.excluded != NULL && swf_user_set_read(o.excluded, &excluded, &error) != 0)
		die_of(&error);
	if (option_given("series"))
		print_series(&o, &excluded);
	else if (o.placement)
		print_placement(o.metrics.procs, o.metrics.size, &excluded, o.format);
	else
		print_metrics(&o, &excluded);
	swf_user_set_clear(&excluded);
	return command_end();
}
