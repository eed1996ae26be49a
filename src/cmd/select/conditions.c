#include "select/conditions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "select/ranges.h"
#include "shared/library-error.h"
#include "shared/memory.h"
#include "shared/messages.h"
#include "stats/sort.h"
#include "swfcore/quantity.h"

/* What conditions are about: first what has spans, then what has whole numbers. */
enum subject {
	SUBMITTED,
	STARTED,
	ENDED,
	PROCS,
	RUN_TIME,
	WAIT,
	ESTIMATE,
	WEEK,
	JOB,
	USER,
	GROUP,
	EXECUTABLE,
	QUEUE,
	PARTITION,
	STATUS
};

struct condition {
	enum subject subject;
	const char *option; /* that gave it first */
	struct spans spans;
	struct swf_user_set numbers;
	size_t capacity;  /* of the numbers */
	const char *file; /* with users who are left out, or NULL */
};

struct group {
	struct condition *conditions;
	size_t count, capacity;
};

/* At least one, once there is a condition or --or. */
static struct group *groups;
static size_t group_count, group_capacity;

static void begin_group(void)
{
	groups = reserve(groups, group_count, &group_capacity, sizeof *groups);
	groups[group_count++] = (struct group){0};
}

static struct condition *add_condition(const char *option, enum subject subject)
{
	if (group_count == 0)
		begin_group();
	struct group *group = &groups[group_count - 1];
	group->conditions = reserve(
		group->conditions, group->count, &group->capacity, sizeof *group->conditions);
	struct condition *condition = &group->conditions[group->count++];
	*condition = (struct condition){.option = option, .subject = subject};
	return condition;
}

/* The condition of an option in the last group, which further values are added to. */
static struct condition *condition_of(const char *option, enum subject subject)
{
	const struct group *group = group_count > 0 ? &groups[group_count - 1] : NULL;
	for (size_t i = 0; group != NULL && i < group->count; i++)
		if (strcmp(group->conditions[i].option, option) == 0)
			return &group->conditions[i];
	return add_condition(option, subject);
}

static const char *const statuses[] = {"failed", "completed", "partial-continued",
	"partial-completed", "partial-failed", "cancelled", NULL};

/* What is done with the value of an option. */
static void take_numbers(const char *option, enum subject subject, const char *text)
{
	struct condition *c = condition_of(option, subject);
	numbers_read(&c->numbers, &c->capacity, option, text, subject == STATUS ? statuses : NULL);
}

static void take_times(const char *option, enum subject subject, const char *text)
{
	spans_read(
		&condition_of(option, subject)->spans, option, text, TIMES, subject != SUBMITTED);
}

static void take_durations(const char *option, enum subject subject, const char *text)
{
	spans_read(&condition_of(option, subject)->spans, option, text, DURATIONS, true);
}

static void take_procs(const char *option, enum subject subject, const char *text)
{
	spans_read(&condition_of(option, subject)->spans, option, text, PROCESSORS, true);
}

static void take_from(const char *option, enum subject subject, const char *text)
{
	spans_read_from(&condition_of(option, subject)->spans, option, text);
}

static void take_to(const char *option, enum subject subject, const char *text)
{
	spans_read_to(&condition_of(option, subject)->spans, option, text);
}

static void take_file(const char *option, enum subject subject, const char *text)
{
	add_condition(option, subject)->file = text;
}

#define TAKES(name, option, how, subject)                                                          \
	static void to_##name(void *opts, const char *text)                                        \
	{                                                                                          \
		(void)opts;                                                                        \
		how(option, subject, text);                                                        \
	}
TAKES(from, "from", take_from, SUBMITTED)
TAKES(to, "to", take_to, SUBMITTED)
TAKES(submitted, "submitted", take_times, SUBMITTED)
TAKES(started, "started", take_times, STARTED)
TAKES(ended, "ended", take_times, ENDED)
TAKES(week, "week", take_numbers, WEEK)
TAKES(job, "job", take_numbers, JOB)
TAKES(users, "users", take_numbers, USER)
TAKES(exclude_users, "exclude-users", take_file, USER)
TAKES(groups, "groups", take_numbers, GROUP)
TAKES(executables, "executables", take_numbers, EXECUTABLE)
TAKES(queues, "queues", take_numbers, QUEUE)
TAKES(partitions, "partitions", take_numbers, PARTITION)
TAKES(status, "status", take_numbers, STATUS)
TAKES(processors, "processors", take_procs, PROCS)
TAKES(run_time, "run-time", take_durations, RUN_TIME)
TAKES(wait, "wait", take_durations, WAIT)
TAKES(estimate, "estimate", take_durations, ESTIMATE)

static void to_or(void *opts, const char *text)
{
	(void)opts, (void)text;
	if (group_count == 0)
		begin_group();
	begin_group();
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
	{'\0', "run-time", "RANGES", "which ran for so long: 10m..2h or p90..",
		TO_CALL(to_run_time)},
	{'\0', "wait", "RANGES", "which waited for so long", TO_CALL(to_wait)},
	{'\0', "estimate", "RANGES", "with estimates like these", TO_CALL(to_estimate)},
	{'\0', "or", NULL, "all conditions so far, or else those that follow", TO_CALL(to_or)},
	OPTIONS_END};

void settle_conditions(void)
{
	for (size_t g = 0; g < group_count; g++) {
		if (groups[g].count == 0)
			die_usage("--or stands between conditions");
		for (size_t i = 0; i < groups[g].count; i++) {
			struct condition *c = &groups[g].conditions[i];
			struct swf_error error;
			if (c->file != NULL && swf_user_set_read(c->file, &c->numbers, &error) != 0)
				die_of(&error);
		}
	}
}

/* The conditions of all groups one after the other: the next, or NULL. */
struct place {
	size_t group, condition;
};
static struct condition *next_condition(struct place *place)
{
	for (; place->group < group_count; place->group++, place->condition = 0)
		if (place->condition < groups[place->group].count)
			return &groups[place->group].conditions[place->condition++];
	return NULL;
}

static bool any(bool (*have)(const struct spans *))
{
	struct place place = {0};
	const struct condition *c;
	while ((c = next_condition(&place)) != NULL)
		if (have(&c->spans))
			return true;
	return false;
}

bool conditions_have_dates(void)
{
	return any(spans_have_dates);
}

bool conditions_have_percentiles(void)
{
	return any(spans_have_percentiles);
}

bool conditions_have_weeks(void)
{
	return option_given("week");
}

int32_t size_of(const struct swf_job *job, enum swf_size size)
{
	const int32_t procs = swf_job_size(job, size);
	return procs > 0 ? procs : SWF_UNKNOWN;
}

double start_of(const struct swf_job *job)
{
	return job->wait >= 0 ? job->submit + job->wait : UNKNOWN_TIME;
}

double end_of_job(const struct swf_job *job)
{
	return job->run_time >= 0 ? start_of(job) + job->run_time : UNKNOWN_TIME;
}

int64_t week_of(const struct swf_job *job, double first)
{
	return (int64_t)floor((job->submit - first) / SWF_WEEK) + 1;
}

static double amount_of(enum subject subject, const struct swf_job *job, enum swf_size size)
{
	switch (subject) {
	case STARTED:
		return start_of(job);
	case ENDED:
		return end_of_job(job);
	case PROCS:
		return size_of(job, size);
	case RUN_TIME:
		return job->run_time;
	case WAIT:
		return job->wait;
	case ESTIMATE:
		return job->estimate;
	default:
		return job->submit;
	}
}

static int64_t number_of(enum subject subject, const struct swf_job *job, double first)
{
	switch (subject) {
	case WEEK:
		return week_of(job, first);
	case JOB:
		return job->number;
	case USER:
		return job->user;
	case GROUP:
		return job->group;
	case EXECUTABLE:
		return job->executable;
	case QUEUE:
		return job->queue;
	case PARTITION:
		return job->partition;
	default:
		return job->status;
	}
}

void settle_dates(const struct swf_calendar *calendar)
{
	struct place place = {0};
	struct condition *c;
	while ((c = next_condition(&place)) != NULL)
		spans_settle_dates(&c->spans, c->option, calendar);
}

void settle_percentiles(const struct swf_jobs *jobs, enum swf_size size)
{
	struct place place = {0};
	struct condition *c;
	double *values = checked(malloc((jobs->count + 1) * sizeof *values));
	while ((c = next_condition(&place)) != NULL) {
		size_t known = 0;
		if (!spans_have_percentiles(&c->spans))
			continue;
		for (size_t i = 0; i < jobs->count; i++) {
			const double value = amount_of(c->subject, &jobs->jobs[i], size);
			if (value >= 0)
				values[known++] = value;
		}
		swf_sort_doubles(values, known);
		spans_settle_percentiles(&c->spans, values, known);
	}
	free(values);
}

static bool holds(
	const struct condition *c, const struct swf_job *job, enum swf_size size, double first)
{
	if (c->subject < WEEK)
		return spans_hold(&c->spans, amount_of(c->subject, job, size));
	return swf_user_set_has(&c->numbers, number_of(c->subject, job, first)) ==
		(c->file == NULL);
}

bool conditions_hold(const struct swf_job *job, enum swf_size size, double first)
{
	for (size_t g = 0; g < group_count; g++) {
		const struct group *group = &groups[g];
		size_t i = 0;
		while (i < group->count && holds(&group->conditions[i], job, size, first))
			i++;
		if (i == group->count)
			return true;
	}
	return group_count == 0;
}
