/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-select: writes the jobs of a log that meet conditions, as a log or as a table.
 */
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "select/conditions.h"
#include "select/records.h"
#include "select/sink.h"
#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"

/* The formats of tables come behind that of logs. */
enum { FORMAT_SWF, FIRST_TABLE_FORMAT, FORMAT_BATSIM = FIRST_TABLE_FORMAT + 4, FORMAT_EVALYS };
static const char *const formats[] = {
	"swf", "csv", "text", "json", "ndjson", "batsim", "evalys", NULL};

struct opts {
	bool invert, count, recount;
	int64_t first, last, sample; /* negative if not given */
	int64_t from_job;            /* the place of the first job that is written, from 1 */
	int64_t seed;
	int format;
	const char *columns;
	int32_t procs;
	enum swf_size size;
};

static const struct option_row options[] = {
	HEADING("Conditions, of which all must hold; a list has alternatives:"),
	INCLUDE(condition_options), HEADING("What is written of the jobs selected:"),
	{'\0', "invert", NULL, "the jobs that do not meet the conditions", TO_FLAG(invert)},
	{'\0', "first", "N", "the first N", TO_WHOLE(first, 0, INT64_MAX)},
	{'\0', "last", "N", "the last N", TO_WHOLE(last, 0, INT64_MAX)},
	{'\0', "from-job", "K", "begin with the Kth (default: 1)",
		TO_WHOLE(from_job, 1, INT64_MAX)},
	{'\0', "sample", "N", "N at random, in the order of the log",
		TO_WHOLE(sample, 0, INT64_MAX)},
	SEED_OPTION(seed),
	{'\0', "recount", NULL, "correct MaxJobs, MaxRecords and EndTime in the header",
		TO_FLAG(recount)},
	{'\0', "count", NULL, "only their number", TO_FLAG(count)}, HEADING("Other options:"),
	{'\0', "set", "CHANGE", "change a field of a job first: 17=run_time:18h",
		TO_CALL(add_change)},
	{'f', "format", "FORMAT", "a log or a table", TO_CHOICE(format, formats)},
	{'\0', "columns", "LIST", "the columns of the table (default: the fields of the log)",
		TO_TEXT(columns)},
	PROCS_OPTION(procs, "MaxProcs or MaxNodes of the log"), SIZE_OPTION(size),
	INCLUDE(local_time_options), INCLUDE(writing_options), INCLUDE(extra_options), OPTIONS_END};

static const struct command command = {.name = "swf-select",
	.usage = "[options] [LOG]",
	.purpose = "Writes the jobs of an SWF log (default: standard input) that meet conditions, "
		   "as a log or as a table.",
	.options = options};

/* Whether it is a table of columns. */
static bool is_table(int format)
{
	return format >= FIRST_TABLE_FORMAT && format < FORMAT_BATSIM;
}

/* Dies of options that contradict each other. */
static void settle_opts(struct opts *o)
{
	static const char *const picking[] = {"first", "last", "sample", NULL};
	static const char *const writing[] = {
		"first", "last", "from-job", "sample", "format", "columns", "recount", NULL};
	size_t picks = 0;
	for (size_t i = 0; picking[i] != NULL; i++)
		picks += option_given(picking[i]);
	if (picks > 1)
		die_usage("only one of --first, --last and --sample");
	if (option_given("from-job") && option_given("sample"))
		die_usage("--from-job goes without --sample");
	if (o->count && option_given_of(writing) != NULL)
		die_usage("--count goes without --%s", option_given_of(writing));
	if (option_given("columns") && !is_table(o->format))
		die_usage("--columns goes with a table: --format csv, text, json or ndjson");
	if (o->recount && o->format != FORMAT_SWF && o->format != FORMAT_BATSIM)
		die_usage("--recount goes with --format swf or batsim");
	if (option_given("seed") && !option_given("sample"))
		die_usage("--seed goes with --sample");
	if (option_given("sample") && !option_given("seed"))
		default_argument("--seed 1");
	settle_extra(!o->count && o->format != FORMAT_EVALYS,
		"goes without --count and --format evalys");
	settle_conditions();
}

/* The jobs as they are asked for; all in memory where conditions or columns need all of them. */
static void open_source(struct source *source, const struct opts *o, const struct columns *columns)
{
	source->sessions = columns->sessions;
	source->in_order = columns->sessions || columns->weeks || conditions_have_weeks() ||
		o->format == FORMAT_EVALYS;
	if (!conditions_have_percentiles() && !columns->classes)
		return;
	source_read_all(source);
	settle_percentiles(&source->jobs, o->size);
}

/* The processors of the machine; dies where they are not known. */
static int32_t machine_procs(struct swf_log *log, const struct opts *o)
{
	const int32_t procs = o->procs > 0 ? o->procs : swf_header_procs(swf_log_header(log));
	if (procs == 0)
		die_without_procs(log, file_operand());
	return procs;
}

/* What the classes of sessions are relative to. */
static void settle_classes(struct swf_session_class_rule *rule, struct source *source,
	const struct swf_calendar *calendar, const struct opts *o)
{
	*rule = (struct swf_session_class_rule){
		.calendar = calendar, .procs = machine_procs(source->log, o), .size = o->size};
	for (size_t i = 0; i < source->jobs.count; i++) {
		const struct swf_job job = swf_packed_jobs_get(&source->jobs, i);
		rule->longest_estimate = fmax(rule->longest_estimate, swf_job_estimate(&job));
	}
	source->rule = rule;
}

/* The calendar for dates of conditions and columns, or NULL where none is needed or can be had. */
static struct swf_calendar *calendar_for(
	const struct swf_header *header, const struct columns *columns)
{
	const bool dated = !isnan(start_time(header));
	if (columns->dates && !dated)
		warn("the log has no valid UnixStartTime, so there are no dates; give the time of "
		     "its second 0 with --start-time");
	if (columns->classes || (dated && (columns->local_dates || conditions_have_dates())))
		return local_time(header, -INFINITY, INFINITY);
	return NULL;
}

/* What keeps selected jobs until all are known, or NULL where they can be written at once. */
static struct picks *new_picks(const struct opts *o)
{
	if (o->last < 0 && o->sample < 0 && !o->recount)
		return NULL;
	const int64_t most = o->last >= 0 ? o->last : o->sample >= 0 ? o->sample : o->first;
	struct picks *picks = checked(calloc(1, sizeof *picks));
	*picks = (struct picks){.how = o->last >= 0 ? PICK_LAST
			: o->sample >= 0            ? PICK_SAMPLE
						    : PICK_FIRST,
		.most = most >= 0 ? (size_t)most : SIZE_MAX};
	if (o->sample >= 0)
		picks->rng = checked(swf_random_new((uint64_t)o->seed, 1));
	return picks;
}

/* Gives the jobs that the conditions select, or the others, from the Kth on to the sink, or first
 * to the picks. */
static void select_jobs(
	struct source *source, const struct opts *o, struct picks *picks, struct sink *sink)
{
	struct record record;
	int64_t selected = 0;
	while (source_next(source, &record)) {
		record.work = swf_job_work(&record.job, o->size);
		sink_count(sink, &record);
		sink->base.first = source->first;
		if (conditions_hold(&record.job, o->size, source->first) == o->invert)
			continue;
		if (++selected < o->from_job)
			continue;
		if (picks != NULL)
			picks_add(picks, &record);
		else if (o->first < 0 || sink->written < o->first)
			sink_put(sink, &record);
	}
	if (o->from_job > 1 && selected < o->from_job)
		die("--from-job %lld: only %lld job%s %s selected", (long long)o->from_job,
			(long long)selected, selected == 1 ? "" : "s",
			selected == 1 ? "is" : "are");
}

static void put_picks(struct picks *picks, const struct opts *o, struct sink *sink,
	const struct swf_header *header, int32_t batsim)
{
	picks_sort(picks);
	if (o->recount)
		sink_begin_counted_log(sink, header, picks->records, picks->count, batsim);
	for (size_t i = 0; i < picks->count; i++)
		sink_put(sink, &picks->records[i]);
	if (picks->rng != NULL)
		gsl_rng_free(picks->rng);
	picks_clear(picks);
	free(picks);
}

int main(int argc, char **argv)
{
	struct opts o = {.first = -1, .last = -1, .sample = -1, .from_job = 1, .seed = 1};
	struct columns columns = {0};
	command_begin(&command, &o, argc, argv);
	settle_opts(&o);
	if (is_table(o.format))
		columns_read(&columns, o.columns);
	if (columns.extra && !log_options()->extra)
		die_usage("--columns extra goes with --extra");

	struct swf_log *log = open_log();
	const struct swf_header *header = swf_log_header(log);
	if (is_table(o.format))
		columns_settle(&columns, header, o.columns != NULL);
	if (option_given("gpus") || option_given("gpu-type"))
		see_gpus();
	settle_changes(header);
	settle_fields(header);
	struct swf_calendar *calendar = calendar_for(header, &columns);
	struct source source = {.log = log};
	struct swf_session_class_rule rule;
	settle_dates(calendar);
	open_source(&source, &o, &columns);
	if (columns.classes)
		settle_classes(&rule, &source, calendar, &o);

	struct sink sink = {.columns = &columns,
		.base = {.size = o.size, .start = start_time(header), .calendar = calendar}};
	const int32_t batsim = o.format == FORMAT_BATSIM ? machine_procs(log, &o) : 0;
	if (is_table(o.format))
		sink_begin_table(&sink, (enum swf_format)(o.format - FIRST_TABLE_FORMAT));
	else if (o.format == FORMAT_EVALYS)
		sink_begin_evalys(&sink, machine_procs(log, &o));
	else if (!o.count && !o.recount)
		sink_begin_log(&sink, header, batsim);
	struct picks *picks = new_picks(&o);
	select_jobs(&source, &o, picks, &sink);
	if (picks != NULL)
		put_picks(picks, &o, &sink, header, batsim);
	check_changes();
	note_log_counts(swf_log_counts(log));
	if (o.count) {
		keep_operands();
		fprintf(output(), "%lld\n", (long long)sink.written);
	}
	sink_end(&sink, o.count);
	source_clear(&source);
	columns_clear(&columns);
	swf_calendar_free(calendar);
	swf_log_free(log);
	return command_end();
}
