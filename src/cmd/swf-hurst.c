/*
 * swf-hurst: the Hurst parameter of the jobs per hour of logs, or of any other series.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shared/command.h"
#include "shared/log-io.h"
#include "shared/series-input.h"
#include "shared/table-output.h"
#include "stats/series.h"
#include "swfcore/hurst.h"
#include "swfcore/quantity.h"

enum { ALL = SWF_HURST_METHODS };
static const char *const methods[] = {"rs", "variance", "periodogram", "whittle", "all", NULL};
/* what is added up besides the fields 2 to 18 */
enum { JOBS = SWF_FIELDS + 1, SIZE, WORK };

struct opts {
	int method; /* enum swf_hurst_method, or ALL */
	struct swf_hurst_options hurst;
	double bin;
	int attribute;
	enum swf_size size;
	bool of_log; /* an option was given that says what to take of logs */
	bool series;
	const char *column;
	bool points;
	enum swf_format format;
	bool several; /* files */
};

/* s; the daily cycle is regular, which is not what H means */
static const double SLOWER_THAN_DAYS = 30 * SWF_HOUR;

/* More would take over half a gigabyte: 97 days in seconds. */
static const double MOST_BINS = 1 << 23;

static void usage(FILE *file)
{
	fputs("usage: swf-hurst [options] [LOG...]\n"
	      "Estimates the Hurst parameter of SWF logs (default: standard input).\n\n"
	      "  -m, --method METHOD      rs (default), variance, periodogram, whittle, all\n"
	      "  -B, --bin DURATION       the values are sums over bins (default: 1h)\n"
	      "  -a, --attribute WHAT     of jobs (default), size, work, runtime, estimate or "
	      "field 2 "
	      "to 18\n"
	      "  -s, --series             the files hold plain numbers\n"
	      "  -c, --column NAME        the files are tables, this column is the series\n"
	      "  -S, --subsets N          segments of each length for rs (default: 10)\n"
	      "  -n, --frequencies N      for periodogram and whittle (default: values^0.7, of "
	      "logs "
	      "none\n"
	      "                           of periods under 30 h)\n"
	      "  -p, --points             the points of the plots instead\n"
	      "  -f, --format FORMAT      " FORMATS_HELP "\n"
	      "  -z, --size FIELD         size of a job: requested (default), allocated "
	      "processors\n" SKIP_BAD_HELP COMMON_HELP,
		file);
}

/* Names stand for what is added up besides the fields, and for some of these. */
static int attribute_value(const char *text)
{
	static const char *const names[] = {"jobs", "size", "work", "runtime", "estimate", NULL};
	static const int attributes[] = {JOBS, SIZE, WORK, 4, 9};
	return strspn(text, "-0123456789") > 0 ? (int)whole_value("attribute", text, 2, SWF_FIELDS)
					       : attributes[choice_value("attribute", text, names)];
}

static void check_opts(const struct opts *o)
{
	if (o->series && o->column != NULL)
		die_usage("--column goes without --series");
	if (o->of_log && (o->series || o->column != NULL))
		die_usage("--bin, --attribute and --size go without --series and --column");
	if (o->hurst.subsets > 0 && o->method != SWF_HURST_RS && o->method != ALL)
		die_usage("--subsets goes with rs and all");
	if (o->hurst.frequencies > 0 &&
		(o->method == SWF_HURST_RS || o->method == SWF_HURST_VARIANCE))
		die_usage("--frequencies goes with periodogram, whittle and all");
	if (o->points && o->method == SWF_HURST_WHITTLE)
		die_usage("--points: whittle has no plot; its powers are those of periodogram");
}

static void parse_opts(struct opts *o, int argc, char **argv)
{
	static const struct option options[] = {{"attribute", required_argument, NULL, 'a'},
		{"bin", required_argument, NULL, 'B'}, {"column", required_argument, NULL, 'c'},
		{"format", required_argument, NULL, 'f'},
		{"frequencies", required_argument, NULL, 'n'},
		{"method", required_argument, NULL, 'm'}, {"points", no_argument, NULL, 'p'},
		{"series", no_argument, NULL, 's'}, {"size", required_argument, NULL, 'z'},
		{"subsets", required_argument, NULL, 'S'}, SKIP_BAD_OPTION, COMMON_LONG_OPTIONS,
		{NULL, 0, NULL, 0}};
	int c;
	while ((c = getopt_long(argc, argv, "a:B:bc:f:m:n:psS:z:" COMMON_SHORT_OPTIONS, options,
			NULL)) != -1) {
		o->of_log = o->of_log || strchr("aBz", c) != NULL;
		switch (c) {
		case 'a':
			o->attribute = attribute_value(optarg);
			break;
		case 'B':
			o->bin = duration_value("bin", optarg, 1);
			if (o->bin <= 0)
				die_usage("--bin: not more than 0: '%s'", optarg);
			break;
		case 'c':
			o->column = optarg;
			break;
		case 'f':
			o->format = format_value(optarg);
			break;
		case 'm':
			o->method = choice_value("method", optarg, methods);
			break;
		case 'n':
			o->hurst.frequencies =
				(size_t)whole_value("frequencies", optarg, 2, INT32_MAX);
			break;
		case 'p':
			o->points = true;
			break;
		case 's':
			o->series = true;
			break;
		case 'S':
			o->hurst.subsets = (size_t)whole_value("subsets", optarg, 1, 1000000);
			break;
		case 'z':
			o->size = size_value(optarg);
			break;
		default:
			common_option(c);
		}
	}
	check_opts(o);
	if (o->hurst.subsets == 0)
		o->hurst.subsets = SWF_HURST_SUBSETS;
}

/* What a job adds to its bin; NaN where that is unknown. */
static double amount(const struct swf_job *job, const struct opts *o)
{
	const double size = swf_job_size(job, o->size);
	const double fields[SWF_FIELDS + 1] = {0, (double)job->number, job->submit, job->wait,
		job->run_time, job->allocated, job->cpu_time, (double)job->memory, job->requested,
		job->estimate, (double)job->memory_request, (double)job->status, (double)job->user,
		(double)job->group, (double)job->executable, (double)job->queue,
		(double)job->partition, (double)job->preceding, job->think_time};
	switch (o->attribute) {
	case JOBS:
		return 1;
	case SIZE:
		return size > 0 ? size : NAN;
	case WORK:
		return size > 0 && job->run_time >= 0 ? size * job->run_time : NAN;
	default:
		return fields[o->attribute] == SWF_UNKNOWN ? NAN : fields[o->attribute];
	}
}

static void read_log(
	const char *path, const char *name, const struct opts *o, struct swf_series *series)
{
	struct swf_log *log = open_log_at(path);
	struct swf_job job;
	int64_t unknown = 0;
	series->width = o->bin;
	while (next_job(log, &job)) {
		const double value = amount(&job, o);
		unknown += isnan(value);
		if (series->count > 0 && job.submit - series->first >= MOST_BINS * o->bin)
			die("%s: over %.0f bins: a longer --bin?", name, MOST_BINS);
		if (swf_series_add(series, job.submit, isnan(value) ? 0 : value) != 0)
			die("out of memory");
	}
	note_log_counts(swf_log_counts(log));
	note_count(unknown, "job", "of which the value is unknown: left out");
	swf_log_close(log);
	if (series->count == 0)
		die("%s: no jobs", name);
	if (series->count < SWF_HURST_LEAST)
		die("%s: %zu bin%s; at least %d are needed: a shorter --bin?", name, series->count,
			series->count == 1 ? "" : "s", SWF_HURST_LEAST);
}

static void add_rows(struct swf_table *table, const char *path, enum swf_hurst_method method,
	const struct swf_hurst *hurst, const struct opts *o)
{
	const double estimate[] = {hurst->h, hurst->low, hurst->high, (double)hurst->count};
	for (size_t i = 0; i < (o->points ? hurst->count : 1); i++) {
		const double point[] = {hurst->points[i].x, hurst->points[i].y};
		row_of_log(table, o->several, path);
		swf_table_text(table, methods[method]);
		for (int k = 0; k < (o->points ? 2 : 4); k++)
			swf_table_number(table, o->points ? point[k] : estimate[k]);
	}
}

static void measure(const char *path, const struct opts *o, struct swf_table *table)
{
	struct swf_hurst_options options = o->hurst;
	const char *name = shown_name(path);
	struct swf_series series = {.width = 1};
	if (o->column != NULL) {
		read_column(path, o->column, &series);
	} else if (o->series) {
		read_numbers(path, &series);
	} else {
		read_log(path, name, o, &series);
		options.period = SLOWER_THAN_DAYS / o->bin;
	}
	for (int method = 0; method < SWF_HURST_METHODS; method++) {
		if ((o->method != ALL && o->method != method) ||
			(o->points && method == SWF_HURST_WHITTLE))
			continue;
		struct swf_hurst hurst;
		struct swf_error error;
		if (swf_hurst_estimate((enum swf_hurst_method)method, series.bins, series.count,
			    &options, &hurst, &error) != 0)
			die("%s: %s", name, error.text);
		add_rows(table, path, (enum swf_hurst_method)method, &hurst, o);
		swf_hurst_free(&hurst);
	}
	swf_series_free(&series);
}

int main(int argc, char **argv)
{
	static const char *const estimates[] = {"method", "h", "low", "high", "points"};
	static const char *const points[] = {"method", "x", "y"};
	struct opts o = {.bin = SWF_HOUR, .attribute = JOBS, .format = SWF_FORMAT_CSV};
	command_begin("swf-hurst", usage, argc, argv);
	parse_opts(&o, argc, argv);

	char **paths = file_operands();
	o.several = paths[1] != NULL;
	struct swf_table *table = o.points ? table_of_logs(points, 3, o.several)
					   : table_of_logs(estimates, 5, o.several);
	for (; *paths != NULL; paths++) {
		messages_about(o.several ? shown_name(*paths) : NULL);
		measure(*paths, &o, table);
	}
	write_table(table, o.format);
	return command_end();
}
