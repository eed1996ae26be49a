#include "select/changes.h"

#include <string.h>

#include "base/index.h"
#include "base/number.h"
#include "select/fields.h"
#include "shared/messages.h"
#include "shared/number-lists.h"
#include "shared/option-values.h"

struct change {
	int64_t job;
	int field;
	double time;
	int64_t whole;
	bool done;
};

static struct change *changes;
static size_t count, capacity;

/* The numbers of the jobs, of which the others are far more. */
static struct swf_index jobs;

static double read_time(const char *text)
{
	double time;
	const char *end = text + strlen(text);
	if (swf_number_scan_time(text, end, &time) == SWF_SCAN_OK)
		return time;
	return duration_value("set", text, 1);
}

void add_change(void *opts, const char *text)
{
	char number[32], name[32];
	struct change c = {0};
	const char *rest = split_value(text, '=', number, sizeof number);
	const char *value = rest != NULL ? split_value(rest, ':', name, sizeof name) : NULL;
	(void)opts;
	if (value == NULL)
		die_usage("--set: not JOB=FIELD:VALUE, as in 17=run_time:18h: '%s'", text);
	c.job = whole_value("set", number, INT64_MIN, INT64_MAX);
	c.field = choice_value("set", name, field_names);
	if (field_kind(c.field) == FIELD_TIME)
		c.time = read_time(value);
	else if (field_kind(c.field) == FIELD_PROCS)
		c.whole = whole_value("set", value, SWF_UNKNOWN, INT32_MAX);
	else
		c.whole = read_number(
			"set", value, SWF_UNKNOWN, c.field == STATUS_FIELD ? status_names : NULL);
	changes = reserve(changes, count, &capacity, sizeof *changes);
	changes[count++] = c;
	if (swf_index_add(&jobs, c.job) == SIZE_MAX)
		die_of_memory();
}

static void apply(struct change *c, struct swf_job *job)
{
	void *field = field_of_job(job, c->field);
	const int32_t procs = (int32_t)c->whole;
	if (field_kind(c->field) == FIELD_TIME)
		memcpy(field, &c->time, sizeof c->time);
	else if (field_kind(c->field) == FIELD_PROCS)
		memcpy(field, &procs, sizeof procs);
	else
		memcpy(field, &c->whole, sizeof c->whole);
	c->done = true;
}

void change(struct swf_job *job)
{
	const int64_t number = job->number;
	if (count == 0 || swf_index_find(&jobs, number) == SIZE_MAX)
		return;
	for (size_t i = 0; i < count; i++)
		if (changes[i].job == number)
			apply(&changes[i], job);
}

void check_changes(void)
{
	for (size_t i = 0; i < count; i++)
		if (!changes[i].done)
			die("--set: the log has no job %lld", (long long)changes[i].job);
}
