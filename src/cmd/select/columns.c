#include "select/columns.h"

#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "select/fields.h"
#include "select/job-values.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "users/session-class.h"

/* s, as the bound of swf-metrics is by default */
static const double slowdown_bound = 10;

/* What follows from the fields, and its names behind theirs. */
enum derived {
	SIZE = SWF_FIELDS,
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
	COLUMNS
};

static const char *const derived_names[] = {"size", "start", "end", "response", "slowdown", "bsld",
	"work", "week", "submit_utc", "start_utc", "end_utc", "submit_local", "start_local",
	"end_local", "session", "session_class"};
_Static_assert(sizeof derived_names / sizeof *derived_names == COLUMNS - SWF_FIELDS,
	"each column has a name");

static const char *name_of(int column)
{
	return column < SWF_FIELDS ? field_names[column] : derived_names[column - SWF_FIELDS];
}

static void add_column(struct columns *columns, int column)
{
	columns->columns[columns->count] = column;
	columns->names[columns->count++] = name_of(column);
	columns->weeks |= column == WEEK;
	columns->dates |= column >= SUBMIT_UTC && column <= END_LOCAL;
	columns->local_dates |= column >= SUBMIT_LOCAL && column <= END_LOCAL;
	columns->sessions |= column == SESSION || column == SESSION_CLASS;
	columns->classes |= column == SESSION_CLASS;
}

void columns_read(struct columns *columns, const char *list)
{
	const char *names[COLUMNS + 1] = {NULL};
	*columns = (struct columns){.columns = checked(calloc(COLUMNS, sizeof(int))),
		.names = checked(calloc(COLUMNS, sizeof(char *)))};
	for (int i = 0; i < COLUMNS; i++)
		names[i] = name_of(i);
	for (int i = 0; i < SWF_FIELDS && list == NULL; i++)
		add_column(columns, i);
	if (list == NULL)
		return;
	char **words = names_value("columns", list);
	for (size_t i = 0; words[i] != NULL; i++)
		add_column(columns, choice_value("columns", words[i], names));
	free(words);
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
	if (field == SUBMIT_FIELD)
		swf_table_time(table, job->submit);
	else if (field_kind(field) == FIELD_TIME)
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
	default:
		if (record->class_ < 0)
			swf_table_number(table, NAN);
		else
			swf_table_text(table, swf_session_class_names[record->class_]);
	}
}

void columns_add_row(const struct columns *columns, const struct columns_base *base,
	const struct record *record, struct swf_table *table)
{
	for (size_t i = 0; i < columns->count; i++)
		if (columns->columns[i] < SWF_FIELDS)
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
