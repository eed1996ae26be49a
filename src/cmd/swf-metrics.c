/*
 * swf-metrics: the figures of a scheduled log, as a table.
 */
#include <stdlib.h>
#include <string.h>

#include "shared/command.h"
#include "shared/log-io.h"
#include "shared/memory.h"
#include "shared/output.h"
#include "shared/table-output.h"
#include "swfcore/metrics.h"
#include "users/user-set.h"

struct opts {
	struct swf_metrics_options metrics;
	enum swf_format format;
	int distribution; /* 0, or 1 + enum swf_metrics_level */
	const char *excluded;
	const char *compared;
};

static const char *const groups[] = {"user", "class", "week", "none", NULL};
static const char *const windows[] = {"submit", "completion", NULL};
static const char *const levels[] = {"queue", "busy", NULL};

static void usage(FILE *file)
{
	fputs("usage: swf-metrics [options] [LOG]\n"
	      "Prints the figures of a scheduled SWF log (default: standard input).\n\n"
	      "  -f, --format FORMAT      " FORMATS_HELP "\n" ANONYMOUS_HELP
	      "  -B, --by LIST            a row for each user, class, week, or as in user,week; "
	      "none\n"
	      "                           (default)\n"
	      "  -C, --compare LOG        beside the figures of another log, with the differences\n"
	      "  -d, --distribution WHAT  the distribution over time of queue or busy instead\n"
	      "  -w, --warmup AMOUNT      leave out the first jobs: 1000, 2d, 5%\n"
	      "  -c, --cooldown AMOUNT    leave out the last jobs\n"
	      "  -u, --until DURATION     look at the first DURATION alone: 90s, 10m, 1.5h, 3d, "
	      "47w\n"
	      "  -x, --exclude-users FILE leave out the jobs of the users listed\n"
	      "  -t, --tau SECONDS        bound of the bounded slowdown (default: 10)\n"
	      "  -W, --window END         measure up to the last submit (default) or completion\n"
	      "  -n, --batches N          confidence intervals from N batch means\n"
	      "  -p, --procs N            processors of the machine (default: MaxProcs of the "
	      "log)\n"
	      "  -z, --size FIELD         size of a job: requested (default), allocated "
	      "processors\n" SKIP_BAD_HELP COMMON_HELP,
		file);
}

static struct swf_quantity quantity_value(const char *option, const char *text)
{
	struct swf_quantity quantity;
	struct swf_error error;
	if (swf_quantity_read(text, &quantity, &error) != 0)
		die_usage("--%s: %s", option, error.text);
	return quantity;
}

/* Takes a list of groups; none is one alone. Returns whether there are any. */
static bool by_value(struct swf_metrics_options *m, char *text)
{
	char **list = list_value("by", text);
	bool any = false, none = false;
	for (size_t i = 0; list[i] != NULL; i++) {
		const int group = choice_value("by", list[i], groups);
		none |= group == SWF_METRICS_GROUPS;
		if (group < SWF_METRICS_GROUPS)
			any = m->by[group] = true;
	}
	if (any && none)
		die_usage("--by: none goes without others");
	free(list);
	return any;
}

static void parse_opts(struct opts *o, int argc, char **argv)
{
	static const struct option options[] = {ANONYMOUS_OPTION,
		{"batches", required_argument, NULL, 'n'}, {"by", required_argument, NULL, 'B'},
		{"compare", required_argument, NULL, 'C'},
		{"cooldown", required_argument, NULL, 'c'},
		{"distribution", required_argument, NULL, 'd'},
		{"exclude-users", required_argument, NULL, 'x'},
		{"format", required_argument, NULL, 'f'}, {"procs", required_argument, NULL, 'p'},
		{"size", required_argument, NULL, 'z'}, SKIP_BAD_OPTION,
		{"tau", required_argument, NULL, 't'}, {"until", required_argument, NULL, 'u'},
		{"warmup", required_argument, NULL, 'w'}, {"window", required_argument, NULL, 'W'},
		COMMON_LONG_OPTIONS, {NULL, 0, NULL, 0}};
	struct swf_metrics_options *m = &o->metrics;
	bool by = false, by_given = false;
	int c;
	while ((c = getopt_long(argc, argv, "A:bB:c:C:d:f:n:p:t:u:w:W:x:z:" COMMON_SHORT_OPTIONS,
			options, NULL)) != -1) {
		switch (c) {
		case 'B':
			if (by_given)
				die_usage("--by is there twice; it takes a list, as in user,week");
			by = by_value(m, optarg);
			by_given = true;
			break;
		case 'c':
			m->cooldown = quantity_value("cooldown", optarg);
			break;
		case 'C':
			o->compared = optarg;
			break;
		case 'd':
			o->distribution = 1 + choice_value("distribution", optarg, levels);
			break;
		case 'f':
			o->format = format_value(optarg);
			break;
		case 'n':
			m->batches = (int)whole_value("batches", optarg, 2, 100000);
			break;
		case 'p':
			m->procs = (int32_t)whole_value("procs", optarg, 1, INT32_MAX);
			break;
		case 't':
			m->tau = number_value("tau", optarg, 1e-3, 1e9);
			break;
		case 'u':
			m->until = duration_value("until", optarg, 1);
			if (m->until <= 0)
				die_usage("--until: not more than 0: '%s'", optarg);
			break;
		case 'w':
			m->warmup = quantity_value("warmup", optarg);
			break;
		case 'W':
			m->window =
				(enum swf_metrics_window)choice_value("window", optarg, windows);
			break;
		case 'x':
			o->excluded = optarg;
			break;
		case 'z':
			m->size = size_value(optarg);
			break;
		default:
			common_option(c);
		}
	}
	if (o->distribution > 0 && (by || m->batches > 0 || o->compared != NULL))
		die_usage("--distribution goes without --by, --batches and --compare");
	if (m->until > 0 && m->cooldown.value > 0)
		die_usage("--until goes without --cooldown");
	m->brief = o->format == SWF_FORMAT_TEXT && by;
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
			die("out of memory");
		}
	}
	if (got < 0)
		die("%s", error.text);
	struct swf_log_counts counts = swf_log_counts(log);
	note_log_counts(counts);
	if (counts.unsorted > 0)
		warn("the log is not in submit order; it was sorted");
	note_left_out(left_out, "job", "of excluded users: left out", left_out_work, counts.work);
	note_left_out(swf_metrics_counts(metrics).not_run, "job",
		"without a wait time, run time or size: left out",
		swf_metrics_counts(metrics).not_run_work, counts.work);
}

/* The figures of the jobs of a log; `options` must outlive them. */
static struct swf_metrics *measure(
	const char *path, struct swf_metrics_options *options, const struct swf_user_set *excluded)
{
	struct swf_log *log = open_log_at(path);
	die_if_empty(log, path);
	if (options->procs == 0)
		options->procs = swf_header_procs(swf_log_header(log));
	if (options->procs == 0)
		note("the log has no positive MaxProcs or MaxNodes, so no utilization; give "
		     "--procs N");
	struct swf_metrics *metrics = swf_metrics_new(options);
	if (metrics == NULL)
		die("out of memory");
	read_jobs(log, excluded, metrics);
	if (options->by[SWF_BY_USER])
		need_users(log, path);
	swf_log_close(log);
	return metrics;
}

static struct swf_table *distribution(struct swf_metrics *metrics, const struct opts *o)
{
	struct swf_error error;
	struct swf_table *table = swf_metrics_distribution(
		metrics, (enum swf_metrics_level)(o->distribution - 1), &error);
	if (table == NULL)
		die("%s", error.text);
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
		die("%s", error.text);
	return table;
}

int main(int argc, char **argv)
{
	struct opts o = {.metrics.tau = 10, .format = SWF_FORMAT_CSV};
	command_begin("swf-metrics", usage, argc, argv);
	parse_opts(&o, argc, argv);

	struct swf_error error;
	struct swf_user_set excluded = {0};
	if (o.excluded != NULL && swf_user_set_read(o.excluded, &excluded, &error) != 0)
		die("%s", error.text);
	if (o.compared != NULL && strcmp(o.compared, "-") == 0 && strcmp(file_operand(), "-") == 0)
		die_usage("--compare: one of the two logs must be a file");
	struct swf_metrics_options other_options = o.metrics;
	struct swf_metrics *metrics = measure(file_operand(), &o.metrics, &excluded), *other = NULL;
	if (o.compared != NULL) {
		note("now the other log, %s", o.compared);
		other = measure(o.compared, &other_options, &excluded);
	}

	write_table(o.distribution > 0 ? distribution(metrics, &o) : figures(metrics, other, &o),
		o.format);
	const int64_t partial = swf_metrics_counts(metrics).partial +
		(other != NULL ? swf_metrics_counts(other).partial : 0);
	note_count(partial, "row", "of a week that is not whole: marked in the column partial");
	swf_metrics_free(metrics);
	swf_metrics_free(other);
	swf_user_set_free(&excluded);
	return command_end();
}
