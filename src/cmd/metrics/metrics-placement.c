#include <math.h>

#include "metrics/placement.h"
#include "metrics/streamed.h"
#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/options.h"
#include "shared/table-output.h"

/* Where the rows go. */
struct target {
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

static void put_row(void *context, const struct swf_placed *placed)
{
	const struct target *target = context;
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

void print_placement(int32_t procs, enum swf_size size, const struct swf_user_set *excluded,
	enum swf_format format)
{
	static const char *const names[] = {"job", "user", "group", "queue_number", "submit",
		"start", "end", "start_local", "end_local", "low", "high"};
	struct swf_log *log = open_log();
	die_if_empty(log, file_operand());
	procs = machine_size(log, procs, "jobs take processors without an end");
	struct swf_calendar *calendar = dates_of_log(log);
	struct target target = {
		calendar, checked(swf_table_new(names, sizeof names / sizeof *names))};
	swf_table_stream(target.table, output(), format);
	struct swf_placement *placement = checked(swf_placement_new(procs, size, put_row, &target));
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
