#include "select/conditions.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "select/fields.h"
#include "select/job-values.h"
#include "select/ranges.h"
#include "shared/messages.h"
#include "shared/number-lists.h"
#include "stats/sort.h"

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

void add_numbers(const char *option, enum subject subject, const char *text)
{
	struct condition *c = condition_of(option, subject);
	numbers_read(
		&c->numbers, &c->capacity, option, text, subject == STATUS ? status_names : NULL);
}

void add_times(const char *option, enum subject subject, const char *text)
{
	spans_read(
		&condition_of(option, subject)->spans, option, text, TIMES, subject != SUBMITTED);
}

void add_durations(const char *option, enum subject subject, const char *text)
{
	spans_read(&condition_of(option, subject)->spans, option, text, DURATIONS, true);
}

void add_processors(const char *option, enum subject subject, const char *text)
{
	spans_read(&condition_of(option, subject)->spans, option, text, PROCESSORS, true);
}

void add_from(const char *option, enum subject subject, const char *text)
{
	spans_read_from(&condition_of(option, subject)->spans, option, text);
}

void add_to(const char *option, enum subject subject, const char *text)
{
	spans_read_to(&condition_of(option, subject)->spans, option, text);
}

void add_file(const char *option, enum subject subject, const char *text)
{
	add_condition(option, subject)->file = text;
}

void begin_alternative(void)
{
	if (group_count == 0)
		begin_group();
	begin_group();
}

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
	struct place place = {0};
	const struct condition *c;
	while ((c = next_condition(&place)) != NULL)
		if (c->subject == WEEK)
			return true;
	return false;
}

/* Where the fields of a job are that subjects stand for; the others are computed. */
static const size_t offsets[] = {[SUBMITTED] = offsetof(struct swf_job, submit),
	[RUN_TIME] = offsetof(struct swf_job, run_time),
	[WAIT] = offsetof(struct swf_job, wait),
	[ESTIMATE] = offsetof(struct swf_job, estimate),
	[JOB] = offsetof(struct swf_job, number),
	[USER] = offsetof(struct swf_job, user),
	[GROUP] = offsetof(struct swf_job, group),
	[EXECUTABLE] = offsetof(struct swf_job, executable),
	[QUEUE] = offsetof(struct swf_job, queue),
	[PARTITION] = offsetof(struct swf_job, partition),
	[STATUS] = offsetof(struct swf_job, status)};

static inline double amount_of(enum subject subject, const struct swf_job *job, enum swf_size size)
{
	if (subject == STARTED)
		return start_of(job);
	if (subject == ENDED)
		return end_of(job);
	if (subject == PROCS)
		return size_of(job, size);
	return *(const double *)((const char *)job + offsets[subject]);
}

static inline int64_t number_of(enum subject subject, const struct swf_job *job, double first)
{
	if (subject == WEEK)
		return week_of(job, first);
	return *(const int64_t *)((const char *)job + offsets[subject]);
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

static inline bool holds(
	const struct condition *c, const struct swf_job *job, enum swf_size size, double first)
{
	if (c->subject < WEEK)
		return spans_hold(&c->spans, amount_of(c->subject, job, size));
	return numbers_hold(&c->numbers, number_of(c->subject, job, first)) == (c->file == NULL);
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
