#include <math.h>

#include "metrics/streamed.h"
#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/table-output.h"

/* Where the rows go. */
struct target {
	const struct swf_time_series_options *options;
	const struct swf_calendar *calendar;
	struct swf_table *table;
	bool users; /* there were some */
};

static struct swf_table *new_table(const struct swf_time_series_options *options)
{
	static const char *const numbers[] = {[SWF_SERIES_BY_USER] = "user",
		[SWF_SERIES_BY_GROUP] = "group",
		[SWF_SERIES_BY_QUEUE] = "queue_number"};
	static const char *const values[] = {SWF_SERIES_NAMES};
	const char *names[4 + SWF_SERIES_VALUES];
	size_t count = 0;
	if (options->by != SWF_SERIES_OF_ALL)
		names[count++] = numbers[options->by];
	names[count++] = "begin";
	names[count++] = "begin_local";
	names[count++] = "seconds";
	for (int v = 0; v < SWF_SERIES_VALUES; v++)
		if (options->has[v])
			names[count++] = values[v];
	return checked(swf_table_new(names, count));
}

static void put_row(void *context, const struct swf_time_series_row *row)
{
	struct target *target = context;
	struct swf_table *table = target->table;
	target->users |= row->values[SWF_SERIES_USERS] > 0;
	if (target->options->by != SWF_SERIES_OF_ALL)
		swf_table_whole(table, row->number);
	swf_table_time(table, row->begin);
	local_time_cell(table, target->calendar, row->begin);
	swf_table_time(table, row->seconds);
	for (int v = 0; v < SWF_SERIES_VALUES; v++)
		if (target->options->has[v])
			swf_table_number(table, row->values[v]);
}

void print_series(struct swf_time_series_options *options, const struct swf_user_set *excluded,
	enum swf_format format)
{
	struct swf_log *log = open_log();
	die_if_empty(log, file_operand());
	if (options->has[SWF_SERIES_UTILIZATION] || options->has[SWF_SERIES_LOAD])
		options->procs = machine_size(log, options->procs, "no utilization and no load");
	struct swf_calendar *calendar = dates_of_log(log);
	struct target target = {options, calendar, new_table(options), .users = false};
	swf_table_stream(target.table, output(), format);
	struct swf_time_series *series =
		checked(swf_time_series_new(options, calendar, put_row, &target));
	struct left_out left_out = {0};
	struct swf_error error;
	struct swf_job job;
	int result = 0;
	while (result == 0 && next_that_ran(log, excluded, options->size, &left_out, &job))
		result = swf_time_series_add(series, &job, &error);
	if (result == 0)
		note_jobs_left_out(log, &left_out);
	if (result != 0 || swf_time_series_end(series, &error) != 0)
		die_of(&error);
	if (options->by == SWF_SERIES_BY_USER)
		need_users(log, file_operand());
	if (options->has[SWF_SERIES_USERS] && !target.users)
		note("no job has a user, so users is 0");
	write_table(target.table, format);
	swf_time_series_free(series);
	swf_calendar_free(calendar);
	swf_log_free(log);
}
