/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "select/sink.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/job-fields.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/table-output.h"

/* The place where the next record belongs, or SIZE_MAX for none. Of `seen` records the picks hold
 * the first, in order; the last, with the oldest at seen % most; or a sample in which each has been
 * kept with the probability most / seen. A new record belongs to the sample with most / (seen + 1),
 * and takes the place of any of the others with the same probability, so that this holds again. */
static size_t next_place(struct picks *p)
{
	const size_t seen = p->seen++;
	if (seen < p->most)
		return seen;
	if (p->how == PICK_FIRST || p->most == 0)
		return SIZE_MAX;
	if (p->how == PICK_LAST)
		return seen % p->most;
	const double drawn = gsl_rng_uniform(p->rng) * (double)(seen + 1);
	return drawn < (double)p->most ? (size_t)drawn : SIZE_MAX;
}

void picks_add(struct picks *picks, const struct record *record)
{
	const size_t place = next_place(picks);
	if (place == SIZE_MAX)
		return;
	char *extra = NULL;
	if (place == picks->count) {
		picks->records = reserve(
			picks->records, picks->count, &picks->capacity, sizeof *picks->records);
		picks->records[picks->count++].extra = NULL;
	}
	if (record->extra_length > 0) {
		extra = checked(malloc(record->extra_length));
		memcpy(extra, record->extra, record->extra_length);
	}
	struct record *kept = &picks->records[place];
	free((char *)kept->extra);
	*kept = *record;
	kept->extra = extra;
}

static int by_place(const void *a, const void *b)
{
	const struct record *x = a, *y = b;
	return (x->place > y->place) - (x->place < y->place);
}

void picks_sort(struct picks *picks)
{
	if (picks->how != PICK_FIRST && picks->count > 0)
		qsort(picks->records, picks->count, sizeof *picks->records, by_place);
}

void picks_clear(struct picks *picks)
{
	for (size_t i = 0; i < picks->count; i++)
		free((char *)picks->records[i].extra);
	free(picks->records);
	*picks = (struct picks){0};
}

/* s, as the bound of swf-metrics is by default */
static const double slowdown_bound = 10;

/* What follows from the fields, and its names behind theirs. */
enum derived {
	SIZE = JOB_FIELDS,
	START,
	END,
	RESPONSE,
	SLOWDOWN,
	BOUNDED_SLOWDOWN,
	WORK,
	WEEK,
	SUBMIT_UTC,
	START_UTC,
	END_UTC,
	SUBMIT_LOCAL,
	START_LOCAL,
	END_LOCAL,
	SESSION,
	SESSION_CLASS,
	EXTRA,
	COLUMNS
};

static const char *const derived_names[] = {"size", "start", "end", "response", "slowdown", "bsld",
	"work", "week", "submit_utc", "start_utc", "end_utc", "submit_local", "start_local",
	"end_local", "session", "session_class", "extra"};
_Static_assert(sizeof derived_names / sizeof *derived_names == COLUMNS - JOB_FIELDS,
	"each column has a name");

static const char *name_column(int column)
{
	return column < JOB_FIELDS ? field_names[column] : derived_names[column - JOB_FIELDS];
}

static void add_column(struct columns *columns, int column)
{
	columns->columns[columns->count] = column;
	columns->names[columns->count++] = name_column(column);
	columns->weeks |= column == WEEK;
	columns->dates |= column >= SUBMIT_UTC && column <= END_LOCAL;
	columns->local_dates |= column >= SUBMIT_LOCAL && column <= END_LOCAL;
	columns->sessions |= column == SESSION || column == SESSION_CLASS;
	columns->classes |= column == SESSION_CLASS;
	columns->extra |= column == EXTRA;
}

void columns_read(struct columns *columns, const char *list)
{
	const char *names[COLUMNS + 1] = {NULL};
	*columns = (struct columns){.columns = checked(calloc(COLUMNS, sizeof(int))),
		.names = checked(calloc(COLUMNS, sizeof(char *)))};
	for (int i = 0; i < COLUMNS; i++)
		names[i] = name_column(i);
	for (int i = 0; i < SWF_FIELDS && list == NULL; i++)
		add_column(columns, i);
	if (list == NULL)
		return;
	char **words = names_value("columns", list);
	for (size_t i = 0; words[i] != NULL; i++)
		add_column(columns, choice_value("columns", words[i], names));
	free(words);
}

void columns_settle(struct columns *columns, const struct swf_header *header, bool listed)
{
	for (int i = SWF_FIELDS; i < JOB_FIELDS && !listed; i++)
		if (swf_header_extra_field(header, field_names[i]) > 0)
			add_column(columns, i);
	if (log_options()->extra && !listed)
		add_column(columns, EXTRA);
	for (size_t i = 0; i < columns->count; i++)
		if (columns->columns[i] < JOB_FIELDS)
			need_field(header, "columns", columns->columns[i]);
}

/* A whole number, or a time, of which -1 is not known. */
static void add_whole(struct swf_table *table, int64_t value)
{
	if (value == SWF_UNKNOWN)
		swf_table_number(table, NAN);
	else
		swf_table_whole(table, value);
}

static void add_time(struct swf_table *table, double value)
{
	swf_table_time(table, value == SWF_UNKNOWN ? (double)NAN : value);
}

static void add_field(struct swf_table *table, const struct swf_job *job, int field)
{
	if (field == FIELD_submit)
		swf_table_time(table, job->submit);
	else if (job_fields[field].kind == KIND_time)
		add_time(table, time_field(job, field));
	else
		add_whole(table, whole_field(job, field));
}

static void add_date(
	struct swf_table *table, const struct columns_base *base, double time, bool local)
{
	char text[SWF_DATE_ROOM + 1];
	if (!isfinite(time) || isnan(base->start)) {
		swf_table_number(table, NAN);
		return;
	}
	if (local) {
		swf_calendar_write(base->calendar, time, text);
	} else {
		swf_date_write(base->start + time, text);
		strcat(text, "Z");
	}
	swf_table_text(table, text);
}

/* The wait and the run time, or NaN where one of them is not known. */
static double response_of(const struct swf_job *job)
{
	return job->wait >= 0 && job->run_time >= 0 ? job->wait + job->run_time : (double)NAN;
}

static double slowdown_of(const struct swf_job *job)
{
	return job->run_time > 0 ? response_of(job) / job->run_time : (double)NAN;
}

static double bounded_slowdown_of(const struct swf_job *job)
{
	const double response = response_of(job);
	return isnan(response) ? response : fmax(1, response / fmax(job->run_time, slowdown_bound));
}

static double work_of(const struct swf_job *job, enum swf_size size)
{
	const bool known = job->run_time >= 0 && size_of(job, size) > 0;
	return known ? swf_job_work(job, size) : (double)NAN;
}

/* The fields behind the 18th, as they stand. */
static void add_extra(struct swf_table *table, const struct record *record)
{
	char *text = checked(
		strndup(record->extra_length > 0 ? record->extra : "", record->extra_length));
	swf_table_text(table, text);
	free(text);
}

static void add_derived(struct swf_table *table, const struct columns_base *base,
	const struct record *record, enum derived column)
{
	const struct swf_job *job = &record->job;
	switch (column) {
	case SIZE:
		add_whole(table, size_of(job, base->size));
		break;
	case START:
		swf_table_time(table, start_of(job));
		break;
	case END:
		swf_table_time(table, end_of(job));
		break;
	case RESPONSE:
		swf_table_time(table, response_of(job));
		break;
	case SLOWDOWN:
		swf_table_number(table, slowdown_of(job));
		break;
	case BOUNDED_SLOWDOWN:
		swf_table_number(table, bounded_slowdown_of(job));
		break;
	case WORK:
		swf_table_time(table, work_of(job, base->size));
		break;
	case WEEK:
		swf_table_whole(table, week_of(job, base->first));
		break;
	case SUBMIT_UTC:
	case SUBMIT_LOCAL:
		add_date(table, base, job->submit, column == SUBMIT_LOCAL);
		break;
	case START_UTC:
	case START_LOCAL:
		add_date(table, base, start_of(job), column == START_LOCAL);
		break;
	case END_UTC:
	case END_LOCAL:
		add_date(table, base, end_of(job), column == END_LOCAL);
		break;
	case SESSION:
		add_whole(table, record->session > 0 ? (int64_t)record->session : SWF_UNKNOWN);
		break;
	case EXTRA:
		add_extra(table, record);
		break;
	default:
		if (record->class_ < 0)
			swf_table_number(table, NAN);
		else
			swf_table_text(table, swf_session_class_names[record->class_]);
	}
}

/* Adds the row of a job. */
static void columns_add_row(const struct columns *columns, const struct columns_base *base,
	const struct record *record, struct swf_table *table)
{
	for (size_t i = 0; i < columns->count; i++)
		if (columns->columns[i] < JOB_FIELDS)
			add_field(table, &record->job, columns->columns[i]);
		else
			add_derived(table, base, record, (enum derived)columns->columns[i]);
}

void columns_clear(struct columns *columns)
{
	free(columns->columns);
	free(columns->names);
	*columns = (struct columns){0};
}

void sink_begin_table(struct sink *sink, enum swf_format format)
{
	keep_operands();
	sink->format = format;
	sink->table = checked(swf_table_new(sink->columns->names, sink->columns->count));
	swf_table_stream(sink->table, output(), format);
}

/* Begins with a header, which is freed. */
static void begin_jobs(struct sink *sink, struct swf_header *header, int32_t batsim)
{
	if (batsim == 0) {
		sink->writer = begin_log(fileno(output()), header);
		return;
	}
	keep_operands();
	add_provenance(header);
	sink->batsim = batsim_begin(output(), header, batsim, sink->base.size);
	swf_header_free(header);
}

void sink_begin_log(struct sink *sink, const struct swf_header *header, int32_t batsim)
{
	struct swf_header *filtered = copy_header(header);
	forget_counts(filtered);
	begin_jobs(sink, filtered, batsim);
}

void sink_begin_evalys(struct sink *sink, int32_t procs)
{
	keep_operands();
	sink->evalys = evalys_begin(output(), procs, sink->base.size);
}

/* Puts a line in the place of that of a label, or at the end where there is none; a text of NULL
 * only removes it. */
static void replace_line(struct swf_header *header, const char *label, const char *text)
{
	swf_header_remove(header, label);
	if (text != NULL && swf_header_add(header, label, text) != 0)
		die_of_memory();
}

static void replace_number(struct swf_header *header, const char *label, size_t number)
{
	char text[32];
	snprintf(text, sizeof text, "%zu", number);
	replace_line(header, label, text);
}

void sink_begin_counted_log(struct sink *sink, const struct swf_header *header,
	const struct record *records, size_t count, int32_t batsim)
{
	struct swf_header *corrected = copy_header(header);
	char date[HEADER_DATE_ROOM];
	double end = -INFINITY;
	for (size_t i = 0; i < count; i++)
		end = fmax(end, swf_job_end(&records[i].job));
	replace_number(corrected, "MaxJobs", count);
	replace_number(corrected, "MaxRecords", count);
	replace_line(corrected, "EndTime",
		count > 0 && header_date_of_log(header, end, date) ? date : NULL);
	begin_jobs(sink, corrected, batsim);
}

void sink_put(struct sink *sink, const struct record *record)
{
	const struct swf_job *job = &record->job;
	sink->unsorted += sink->written > 0 && job->submit < sink->last;
	sink->last = job->submit;
	sink->written++;
	sink->written_work += record->work;
	if (sink->table != NULL)
		columns_add_row(sink->columns, &sink->base, record, sink->table);
	else if (sink->batsim != NULL)
		batsim_put(sink->batsim, record);
	else if (sink->evalys != NULL)
		evalys_put(sink->evalys, record);
	else if (sink->writer != NULL && !sink->failed)
		sink->failed = put_job_and_extra(
				       sink->writer, job, record->extra, record->extra_length) != 0;
}

/* Tells what part of the log was written. */
static void note_share(const struct sink *sink)
{
	char jobs[SHARE_ROOM], work[SHARE_ROOM], of_work[SHARE_ROOM + 16] = "";
	if (sink->work > 0)
		snprintf(of_work, sizeof of_work, ", %s of the work",
			share_text(sink->written_work, sink->work, work));
	if (sink->written == 0)
		warn("none of %lld job%s is selected", (long long)sink->jobs,
			sink->jobs == 1 ? "" : "s");
	else
		note("selected %lld of %lld job%s (%s)%s", (long long)sink->written,
			(long long)sink->jobs, sink->jobs == 1 ? "" : "s",
			share_text((double)sink->written, (double)sink->jobs, jobs), of_work);
}

void sink_end(struct sink *sink, bool counted)
{
	if (sink->table != NULL)
		write_table(sink->table, sink->format);
	if (sink->batsim != NULL)
		batsim_end(sink->batsim);
	if (sink->evalys != NULL)
		evalys_end(sink->evalys);
	if (sink->writer != NULL)
		end_log(sink->writer, output_name());
	if (sink->unsorted > 0 && sink->writer != NULL)
		warn("%lld job%s submitted before the one that precedes %s; swf-check --fix sorts "
		     "the log",
			(long long)sink->unsorted, sink->unsorted == 1 ? " is" : "s are",
			sink->unsorted == 1 ? "it" : "them");
	if (!counted)
		note_share(sink);
}
