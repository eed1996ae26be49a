#include "select/condition-options.h"

#include "select/conditions.h"

#define TAKES(name, option, how, subject)                                                          \
	static void to_##name(void *opts, const char *text)                                        \
	{                                                                                          \
		(void)opts;                                                                        \
		how(option, subject, text);                                                        \
	}
TAKES(from, "from", add_from, SUBMITTED)
TAKES(to, "to", add_to, SUBMITTED)
TAKES(submitted, "submitted", add_times, SUBMITTED)
TAKES(started, "started", add_times, STARTED)
TAKES(ended, "ended", add_times, ENDED)
TAKES(week, "week", add_numbers, WEEK)
TAKES(job, "job", add_numbers, JOB)
TAKES(users, "users", add_numbers, USER)
TAKES(exclude_users, "exclude-users", add_file, USER)
TAKES(groups, "groups", add_numbers, GROUP)
TAKES(executables, "executables", add_numbers, EXECUTABLE)
TAKES(queues, "queues", add_numbers, QUEUE)
TAKES(partitions, "partitions", add_numbers, PARTITION)
TAKES(status, "status", add_numbers, STATUS)
TAKES(processors, "processors", add_processors, PROCS)
TAKES(run_time, "run-time", add_durations, RUN_TIME)
TAKES(wait, "wait", add_durations, WAIT)
TAKES(estimate, "estimate", add_durations, ESTIMATE)

static void to_or(void *opts, const char *text)
{
	(void)opts, (void)text;
	begin_alternative();
}

const struct option_row condition_options[] = {
	{'\0', "from", "TIME", "submitted at this time or later: seconds, 3w or 2026-03-01",
		TO_CALL(to_from)},
	{'\0', "to", "TIME", "submitted before this time", TO_CALL(to_to)},
	{'\0', "submitted", "TIMES", "submitted at one of these times: 2026-03-01..2026-03-07",
		TO_CALL(to_submitted)},
	{'\0', "started", "TIMES", "started then", TO_CALL(to_started)},
	{'\0', "ended", "TIMES", "ended then", TO_CALL(to_ended)},
	{'\0', "week", "LIST", "submitted in these weeks of the log, counted from 1",
		TO_CALL(to_week)},
	{'\0', "job", "LIST", "with these numbers: 3,17,40-55", TO_CALL(to_job)},
	{'U', "users", "LIST", "of these users", TO_CALL(to_users)},
	{'\0', "exclude-users", "FILE", "not of the users listed", TO_CALL(to_exclude_users)},
	{'\0', "groups", "LIST", "of these groups of users", TO_CALL(to_groups)},
	{'\0', "executables", "LIST", "of these executables", TO_CALL(to_executables)},
	{'\0', "queues", "LIST", "of these queues", TO_CALL(to_queues)},
	{'\0', "partitions", "LIST", "of these partitions", TO_CALL(to_partitions)},
	{'\0', "status", "LIST", "numbers, or failed, completed, cancelled", TO_CALL(to_status)},
	{'\0', "processors", "RANGES", "of these sizes: 1..16,64 or p90..", TO_CALL(to_processors)},
	{'\0', "run-time", "RANGES", "that ran this long: 10m..2h or p90..", TO_CALL(to_run_time)},
	{'\0', "wait", "RANGES", "that waited this long: 10m..2h or p90..", TO_CALL(to_wait)},
	{'\0', "estimate", "RANGES", "with estimates like these: 10m..2h or p90..",
		TO_CALL(to_estimate)},
	{'\0', "or", NULL, "all conditions so far, or else those that follow", TO_CALL(to_or)},
	OPTIONS_END};
