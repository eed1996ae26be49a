/*
 * swf-metrics: the metrics of a scheduled log, as a table.
 */
#include <stdlib.h>
#include <string.h>

#include "shared/command.h"
#include "shared/library-error.h"
#include "shared/log-io.h"
#include "shared/log-options.h"
#include "shared/memory.h"
#include "shared/output.h"
#include "shared/table-output.h"
#include "swfcore/metrics.h"
#include "users/user-set.h"

struct opts {
	struct swf_metrics_options metrics;
	enum swf_format format;
	bool grouped;     /* a row for each of some groups */
	bool single;      /* record, not a table with rows */
	int distribution; /* enum swf_metrics_level, or -1 */
	const char *excluded;
	const char *compared;
};

static const char *const groups[] = {"user", "class", "week", "none", NULL};
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

/* Takes a list of groups; none is one alone. */
static void to_by(void *opts, const char *text)
{
	struct opts *o = opts;
	if (option_given("by"))
		die_usage("--by: given twice; it takes a list, as in user,week");
	char **list = list_value("by", text);
	bool none = false;
	for (size_t i = 0; list[i] != NULL; i++) {
		const int group = choice_value("by", list[i], groups);
		none |= group == SWF_METRICS_GROUPS;
		if (group < SWF_METRICS_GROUPS)
			o->grouped = o->metrics.by[group] = true;
	}
	if (o->grouped && none)
		die_usage("--by: none goes without others");
	free(list);
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
	{'C', "compare", "LOG", "compare with the metrics of another log, with the differences",
		TO_TEXT(compared)},
	{'d', "distribution", "WHAT", "the distribution over time of one of these instead",
		TO_CHOICE(distribution, levels)},
	{'\0', "warmup", "AMOUNT", "leave out the first jobs: 1000, 2d, 5%", TO_CALL(to_warmup)},
	{'\0', "cooldown", "AMOUNT", "leave out the last jobs", TO_CALL(to_cooldown)},
	{'\0', "until", "DURATION", "measure the first DURATION only: 90s, 10m, 1.5h, 3d, 47w",
		TO_DURATION(metrics.until, 1)},
	{'\0', "exclude-users", "FILE", "leave out the jobs of the users listed",
		TO_TEXT(excluded)},
	{'\0', "tau", "SECONDS", "bound of the bounded slowdown (default: 10)",
		TO_NUMBER(metrics.tau, 1e-3, 1e9)},
	{'W', "window", "END", "measure up to the last", TO_CHOICE(metrics.window, windows)},
	{'\0', "batches", "N", "confidence intervals from N batch means",
		TO_WHOLE(metrics.batches, 2, 100000)},
	PROCS_OPTION(metrics.procs, "MaxProcs or MaxNodes of the log"), SIZE_OPTION(metrics.size),
	INCLUDE(reading_options), OPTIONS_END};

static const struct renamed_option renamed[] = {{"-c", "--cooldown"}, {"-n", "--batches"},
	{"-t", "--tau"}, {"-u", "--until"}, {"-w", "--warmup"}, {"-x", "--exclude-users"},
	{NULL, NULL}};

static const struct command command = {.name = "swf-metrics",
	.usage = "[options] [LOG]",
	.purpose = "Prints the metrics of a scheduled SWF log (default: standard input).",
	.options = options,
	.renamed = renamed};

static void check_opts(const struct opts *o)
{
	const struct swf_metrics_options *m = &o->metrics;
	if (option_given("distribution") && (o->grouped || m->batches > 0 || o->compared != NULL))
		die_usage("--distribution goes without --by, --batches and --compare");
	if (option_given("until") && m->until <= 0)
		die_usage("--until: it must be more than 0");
	if (m->until > 0 && m->cooldown.value > 0)
		die_usage("--until goes without --cooldown");
}

static void read_jobs(
	struct swf_log *log, const struct swf_user_set *excluded, struct swf_metrics *metrics)
{
	struct swf_error error;
	struct swf_job job;
	int64_t left_out = 0;
	double left_out_work = 0;
	int got;
	while ((got = swf_log_next(log, &job, &error)) == 1) {
		progress(swf_log_counts(log).jobs);
		if (swf_user_set_has(excluded, job.user)) {
			left_out++;
			left_out_work += swf_job_work(&job, SWF_SIZE_REQUESTED);
			swf_metrics_span(metrics, &job);
		} else if (swf_metrics_add(metrics, &job) != 0) {
			die_of_memory();
		}
	}
	if (got < 0)
		die_of(&error);
	struct swf_log_counts counts = swf_log_counts(log);
	note_log_counts(counts);
	if (counts.unsorted > 0)
		warn("the log is not in submit order; it was sorted");
	note_left_out(left_out, "job", "of excluded users: left out", left_out_work, counts.work);
	note_left_out(swf_metrics_counts(metrics).not_run, "job",
		"without a wait time, run time or size: left out",
		swf_metrics_counts(metrics).not_run_work, counts.work);
}

/* The metrics of the jobs of a log; `how` must outlive them. */
static struct swf_metrics *measure(
	const char *path, struct swf_metrics_options *how, const struct swf_user_set *excluded)
{
	struct swf_log *log = open_log_at(path);
	die_if_empty(log, path);
	if (how->procs == 0)
		how->procs = swf_header_procs(swf_log_header(log));
	if (how->procs == 0)
		note("the log has no positive MaxProcs or MaxNodes, so no utilization; give "
		     "--procs N");
	struct swf_metrics *metrics = swf_metrics_new(how);
	if (metrics == NULL)
		die_of_memory();
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
static struct swf_table *figures(
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

int main(int argc, char **argv)
{
	struct opts o = {.metrics.tau = 10, .distribution = -1};
	command_begin(&command, &o, argc, argv);
	check_opts(&o);
	o.single = !o.grouped && o.compared == NULL && o.distribution < 0;
	o.metrics.brief = o.format == SWF_FORMAT_TEXT && o.grouped;

	struct swf_error error;
	struct swf_user_set excluded = {0};
	if (o.excluded != NULL && swf_user_set_read(o.excluded, &excluded, &error) != 0)
		die_of(&error);
	if (o.compared != NULL && strcmp(o.compared, "-") == 0 && strcmp(file_operand(), "-") == 0)
		die_usage("--compare: one of the two logs must be a file");
	struct swf_metrics_options other_options = o.metrics;
	struct swf_metrics *metrics = measure(file_operand(), &o.metrics, &excluded), *other = NULL;
	if (o.compared != NULL) {
		note("now the other log, %s", o.compared);
		other = measure(o.compared, &other_options, &excluded);
	}

	write_table(o.distribution >= 0 ? distribution(metrics, &o) : figures(metrics, other, &o),
		o.format);
	const int64_t partial = swf_metrics_counts(metrics).partial +
		(other != NULL ? swf_metrics_counts(other).partial : 0);
	note_count(partial, "row", "of an incomplete week: marked in the column partial");
	swf_metrics_free(metrics);
	swf_metrics_free(other);
	swf_user_set_clear(&excluded);
	return command_end();
}
