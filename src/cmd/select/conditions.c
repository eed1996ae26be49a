/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Values of options become conditions as they are read. What they need of the log is filled in
 * later: a bound of a span is NaN, and so holds for nothing, until its date or percentile has a
 * value. From then on a condition is a comparison with each of its spans, or a search among its
 * numbers, whatever gave them.
 */
#include "select/conditions.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/number.h"
#include "select/records.h"
#include "shared/job-fields.h"
#include "shared/messages.h"
#include "shared/number-lists.h"
#include "shared/option-values.h"
#include "shared/options.h"
#include "stats/sort.h"
#include "stats/stats.h"

/* An end of a range. */
struct bound {
	double value;   /* NaN until it is known */
	char *date;     /* that gives it, or NULL */
	double percent; /* the percentile that gives it, or NaN */
	bool before;    /* as an upper end: it is not included */
};

/* Times and amounts, both ends included. */
struct span {
	struct bound low, high;
	char *text;
};

/* Begins with {0}. */
struct spans {
	struct span *spans;
	size_t count, capacity;
};

/* What is read: times of the log, of which a date as an upper end is the whole day; durations in s;
 * whole numbers, as of processors; and others, as of J. Of all but times, percentiles, and -1 for
 * what is not known. */
enum amount { TIMES, DURATIONS, COUNTS, QUANTITIES };

static struct bound bound_of_value(double value)
{
	return (struct bound){.value = value, .percent = NAN};
}

static struct bound time_bound(const char *option, const char *text)
{
	struct bound bound = bound_of_value(NAN);
	struct swf_quantity quantity;
	struct swf_error error;
	struct swf_date date;
	if (swf_number_scan_time(text, text + strlen(text), &bound.value) == SWF_SCAN_OK)
		return bound;
	bound.value = NAN;
	if (swf_date_read(text, &date))
		bound.date = checked(strdup(text));
	else if (swf_quantity_read(text, &quantity, &error) == 0 && quantity.unit == SWF_SECONDS)
		bound.value = quantity.value;
	else
		die_usage("--%s: neither seconds, a duration (3w) nor a date (2026-03-01): '%s'",
			option, text);
	return bound;
}

/* Dies of what is no duration, and shows how a range is written in place of 10-30. */
_Noreturn static void refuse_duration(const char *option, const char *text)
{
	const char *dash = strchr(text + 1, '-');
	char range[64] = "";
	if (dash != NULL)
		snprintf(range, sizeof range, "; a range is %.*s..%s", (int)(dash - text), text,
			dash + 1);
	die_usage("--%s: neither a duration (90s, 10m, 2h, 3d, 12w) nor a percentile (p90): '%s'%s",
		option, text, range);
}

static struct bound read_bound(const char *option, const char *text, enum amount amount)
{
	struct bound bound = bound_of_value(NAN);
	if (amount == TIMES)
		return time_bound(option, text);
	if (text[0] == 'p')
		bound.percent = number_value(option, text + 1, 0, 100);
	else if (amount == COUNTS)
		bound.value = (double)whole_value(option, text, 0, INT32_MAX);
	else if (amount == QUANTITIES)
		bound.value = number_value(option, text, 0, DBL_MAX);
	else if (!duration_read(text, 1, &bound.value))
		refuse_duration(option, text);
	return bound;
}

/* Whether a range ends before it begins. What the local clock shows decides for its dates: where it
 * skips them, their seconds may be the other way round, which leaves nothing. */
static bool is_reversed(const struct span *span)
{
	struct swf_date low, high;
	if (span->low.date != NULL && span->high.date != NULL &&
		swf_date_read(span->low.date, &low) && swf_date_read(span->high.date, &high) &&
		!low.zoned && !high.zoned)
		return high.day_only ? low.seconds >= high.seconds + SWF_DAY
				     : low.seconds > high.seconds;
	return span->low.value > span->high.value || span->low.percent > span->high.percent;
}

static void check_span_order(const struct span *span, const char *option)
{
	if (is_reversed(span))
		die_usage("--%s: a range that ends before it begins: '%s'", option, span->text);
}

/* Adds a span that is read, with its text, which it takes over. */
static void add_span(struct spans *spans, const char *option, struct span span)
{
	check_span_order(&span, option);
	spans->spans = reserve(spans->spans, spans->count, &spans->capacity, sizeof *spans->spans);
	spans->spans[spans->count++] = span;
}

/* What an upper end that is not included leaves. */
static double find_end(const struct bound *bound)
{
	return bound->before ? nextafter(bound->value, -INFINITY) : bound->value;
}

static void settle_date(
	struct bound *bound, const char *option, bool last, const struct swf_calendar *calendar)
{
	struct swf_error error;
	if (bound->date == NULL)
		return;
	if (swf_calendar_read(calendar, bound->date, last, &bound->value, &error) != 0)
		die("--%s: %s", option, error.text);
	bound->value = find_end(bound);
}

/* Finds the values of dates by a calendar, which may be NULL where there is no date. */
static void spans_settle_dates(
	struct spans *spans, const char *option, const struct swf_calendar *calendar)
{
	for (size_t i = 0; i < spans->count; i++) {
		struct span *span = &spans->spans[i];
		settle_date(&span->low, option, false, calendar);
		settle_date(&span->high, option, !span->high.before, calendar);
		check_span_order(span, option);
	}
}

static void settle_percentile(struct bound *bound, const double *ascending, size_t count)
{
	if (!isnan(bound->percent))
		bound->value = swf_stats_quantile(ascending, count, bound->percent / 100);
}

/* Finds the values of percentiles from those of all jobs in ascending order. */
static void spans_settle_percentiles(struct spans *spans, const double *ascending, size_t count)
{
	for (size_t i = 0; i < spans->count && count > 0; i++) {
		settle_percentile(&spans->spans[i].low, ascending, count);
		settle_percentile(&spans->spans[i].high, ascending, count);
	}
}

static bool spans_have_dates(const struct spans *spans)
{
	for (size_t i = 0; i < spans->count; i++)
		if (spans->spans[i].low.date != NULL || spans->spans[i].high.date != NULL)
			return true;
	return false;
}

static bool spans_have_percentiles(const struct spans *spans)
{
	for (size_t i = 0; i < spans->count; i++)
		if (!isnan(spans->spans[i].low.percent) || !isnan(spans->spans[i].high.percent))
			return true;
	return false;
}

static inline bool spans_hold(const struct spans *spans, double value)
{
	for (size_t i = 0; i < spans->count; i++)
		if (value >= spans->spans[i].low.value && value <= spans->spans[i].high.value)
			return true;
	return false;
}

/* What conditions are about: first what has spans, then what has whole numbers. */
enum subject {
	SUBMITTED,
	STARTED,
	ENDED,
	PROCS,
	GPUS,
	NODES,
	ENERGY,
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
	STATUS,
	GPU_TYPE
};

struct condition {
	enum subject subject;
	const char *option; /* that gave it first */
	struct spans spans;
	struct swf_user_set numbers;
	size_t capacity;  /* of the numbers */
	const char *file; /* with users who are left out, or NULL */
	char **types;     /* of GPUs, whose numbers the header tells; ended by NULL, or NULL */
	size_t type_count, type_capacity;
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

static void add_numbers(const char *option, enum subject subject, const char *text)
{
	struct condition *c = condition_of(option, subject);
	numbers_read(
		&c->numbers, &c->capacity, option, text, subject == STATUS ? status_names : NULL);
}

/* `-1` stands for what is not known, but for a submit time. */
static void add_spans(const char *option, enum subject subject, const char *list)
{
	const enum amount amount = subject <= ENDED ? TIMES
		: subject <= NODES                  ? COUNTS
		: subject == ENERGY                 ? QUANTITIES
						    : DURATIONS;
	struct spans *spans = &condition_of(option, subject)->spans;
	char *low, *high;
	char **words = list_value(option, list);
	for (size_t i = 0; words[i] != NULL; i++) {
		char *word = words[i];
		/* 0 leaves out what is not known, -1 */
		struct span span = {.low = bound_of_value(amount == TIMES ? -DBL_MAX : 0),
			.high = bound_of_value(INFINITY),
			.text = checked(strdup(word))};
		const bool is_range = split_range(option, word, amount == COUNTS, &low, &high);
		if (subject != SUBMITTED && !is_range && strcmp(word, "-1") == 0) {
			span.low = span.high = bound_of_value(amount == TIMES ? UNKNOWN_TIME : -1);
		} else {
			if (!is_range || *low != '\0')
				span.low = read_bound(option, low, amount);
			if (!is_range || *high != '\0')
				span.high = read_bound(option, high, amount);
		}
		add_span(spans, option, span);
	}
	free(words);
}

static void add_from(const char *option, enum subject subject, const char *list)
{
	struct spans *spans = &condition_of(option, subject)->spans;
	char **words = list_value(option, list);
	for (size_t i = 0; words[i] != NULL; i++)
		add_span(spans, option,
			(struct span){time_bound(option, words[i]), bound_of_value(INFINITY),
				checked(strdup(words[i]))});
	free(words);
}

static void add_to(const char *option, enum subject subject, const char *list)
{
	struct spans *spans = &condition_of(option, subject)->spans;
	char **words = list_value(option, list);
	for (size_t i = 0; words[i] != NULL; i++) {
		struct span span = {bound_of_value(-DBL_MAX), time_bound(option, words[i]),
			checked(strdup(words[i]))};
		span.high.before = true;
		span.high.value = find_end(&span.high);
		add_span(spans, option, span);
	}
	free(words);
}

static void add_types(const char *option, enum subject subject, const char *list)
{
	struct condition *c = condition_of(option, subject);
	char **words = list_value(option, list);
	for (size_t i = 0; words[i] != NULL; i++) {
		c->types =
			reserve(c->types, c->type_count + 1, &c->type_capacity, sizeof *c->types);
		c->types[c->type_count++] = checked(strdup(words[i]));
		c->types[c->type_count] = NULL;
	}
	free(words);
}

static void add_file(const char *option, enum subject subject, const char *text)
{
	add_condition(option, subject)->file = text;
	file_option(text);
}

#define TAKES(name, option, how, subject)                                                          \
	static void to_##name(void *opts, const char *text)                                        \
	{                                                                                          \
		(void)opts;                                                                        \
		how(option, subject, text);                                                        \
	}
TAKES(from, "from", add_from, SUBMITTED)
TAKES(to, "to", add_to, SUBMITTED)
TAKES(submitted, "submitted", add_spans, SUBMITTED)
TAKES(started, "started", add_spans, STARTED)
TAKES(ended, "ended", add_spans, ENDED)
TAKES(week, "week", add_numbers, WEEK)
TAKES(job, "job", add_numbers, JOB)
TAKES(users, "users", add_numbers, USER)
TAKES(exclude_users, "exclude-users", add_file, USER)
TAKES(groups, "groups", add_numbers, GROUP)
TAKES(executables, "executables", add_numbers, EXECUTABLE)
TAKES(queues, "queues", add_numbers, QUEUE)
TAKES(partitions, "partitions", add_numbers, PARTITION)
TAKES(status, "status", add_numbers, STATUS)
TAKES(processors, "processors", add_spans, PROCS)
TAKES(gpus, "gpus", add_spans, GPUS)
TAKES(gpu_type, "gpu-type", add_types, GPU_TYPE)
TAKES(nodes, "nodes", add_spans, NODES)
TAKES(energy, "energy", add_spans, ENERGY)
TAKES(run_time, "run-time", add_spans, RUN_TIME)
TAKES(wait, "wait", add_spans, WAIT)
TAKES(estimate, "estimate", add_spans, ESTIMATE)

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
	{'\0', "gpus", "RANGES", "with so many GPUs: 1.. or p90..", TO_CALL(to_gpus)},
	{'\0', "gpu-type", "LIST", "with these types of GPUs: numbers, or names of the header",
		TO_CALL(to_gpu_type)},
	{'\0', "nodes", "RANGES", "on so many nodes: 1..4 or p90..", TO_CALL(to_nodes)},
	{'\0', "energy", "RANGES", "that used so many J: 1e6.. or p90..", TO_CALL(to_energy)},
	{'\0', "run-time", "RANGES", "that ran this long: 10m..2h or p90..", TO_CALL(to_run_time)},
	{'\0', "wait", "RANGES", "that waited this long: 10m..2h or p90..", TO_CALL(to_wait)},
	{'\0', "estimate", "RANGES", "with estimates like these: 10m..2h or p90..",
		TO_CALL(to_estimate)},
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

static bool any_span(bool (*have)(const struct spans *))
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
	return any_span(spans_have_dates);
}

bool conditions_have_percentiles(void)
{
	return any_span(spans_have_percentiles);
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

/* The fields that subjects stand for; the others are computed. */
static const int fields[] = {[SUBMITTED] = FIELD_submit,
	[GPUS] = FIELD_gpus,
	[NODES] = FIELD_nodes,
	[ENERGY] = FIELD_energy,
	[RUN_TIME] = FIELD_run_time,
	[WAIT] = FIELD_wait,
	[ESTIMATE] = FIELD_estimate,
	[JOB] = FIELD_number,
	[USER] = FIELD_user,
	[GROUP] = FIELD_group,
	[EXECUTABLE] = FIELD_executable,
	[QUEUE] = FIELD_queue,
	[PARTITION] = FIELD_partition,
	[STATUS] = FIELD_status,
	[GPU_TYPE] = FIELD_gpu_type};

static inline double amount_of(enum subject subject, const struct swf_job *job, enum swf_size size)
{
	if (subject == STARTED)
		return start_of(job);
	if (subject == ENDED)
		return end_of(job);
	if (subject == PROCS)
		return size_of(job, size);
	return number_field(job, fields[subject]);
}

static inline int64_t number_of(enum subject subject, const struct swf_job *job, double first)
{
	if (subject == WEEK)
		return week_of(job, first);
	return whole_field(job, fields[subject]);
}

/* Writes the place of a type of the header in place of its name. */
static const char *type_number(const struct swf_header *header, const char *word, char number[16])
{
	char name[GPU_TYPE_ROOM];
	int64_t gpus;
	for (int i = 1; swf_header_gpu_type(header, i, name, sizeof name, &gpus); i++)
		if (strcmp(name, word) == 0) {
			snprintf(number, 16, "%d", i);
			return number;
		}
	if (is_name(word))
		die("--gpu-type: the header lists no type '%s' (GPUs)", word);
	return word;
}

static void settle_types(struct condition *c, const struct swf_header *header)
{
	char number[16];
	for (size_t i = 0; c->types != NULL && c->types[i] != NULL; i++)
		numbers_read(&c->numbers, &c->capacity, c->option,
			type_number(header, c->types[i], number), NULL);
}

void settle_fields(const struct swf_header *header)
{
	struct place place = {0};
	struct condition *c;
	while ((c = next_condition(&place)) != NULL) {
		if (c->subject < sizeof fields / sizeof *fields)
			need_field(header, c->option, fields[c->subject]);
		settle_types(c, header);
	}
}

void settle_dates(const struct swf_calendar *calendar)
{
	struct place place = {0};
	struct condition *c;
	while ((c = next_condition(&place)) != NULL)
		spans_settle_dates(&c->spans, c->option, calendar);
}

void settle_percentiles(const struct swf_packed_jobs *jobs, enum swf_size size)
{
	struct place place = {0};
	struct condition *c;
	double *values = checked(malloc((jobs->count + 1) * sizeof *values));
	while ((c = next_condition(&place)) != NULL) {
		size_t known = 0;
		if (!spans_have_percentiles(&c->spans))
			continue;
		for (size_t i = 0; i < jobs->count; i++) {
			const struct swf_job job = swf_packed_jobs_get(jobs, i);
			const double value = amount_of(c->subject, &job, size);
			if (value >= 0)
				values[known++] = value;
		}
		swf_sort_doubles(values, known);
		spans_settle_percentiles(&c->spans, values, known);
	}
	free(values);
}

static inline bool condition_holds(
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
		while (i < group->count && condition_holds(&group->conditions[i], job, size, first))
			i++;
		if (i == group->count)
			return true;
	}
	return group_count == 0;
}
