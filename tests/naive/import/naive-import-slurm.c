/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/import/naive-import.h"
#include "naive/naive-swf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CELLS 200

enum column {
	JOB_ID,
	JOB_ID_RAW,
	STATE,
	SUBMIT_TIME,
	START_TIME,
	END_TIME,
	ALLOC_CPUS,
	ELIGIBLE,
	NEEDED = ELIGIBLE,
	USER_NAME,
	GROUP_NAME,
	ACCOUNT,
	PARTITION,
	QOS,
	ELAPSED_RAW,
	TIMELIMIT_RAW,
	REQ_CPUS,
	N_NODES,
	REQ_MEM,
	MAX_RSS,
	TOTAL_CPU,
	NODE_LIST,
	JOB_NAME,
	COLUMNS
};

static const char *const column_names[COLUMNS] = {"JobID", "JobIDRaw", "State", "Submit", "Start",
	"End", "AllocCPUS", "Eligible", "User", "Group", "Account", "Partition", "QOS",
	"ElapsedRaw", "TimelimitRaw", "ReqCPUS", "NNodes", "ReqMem", "MaxRSS", "TotalCPU",
	"NodeList", "JobName"};

/* A file and where its columns are, from 0, or -1. */
struct table {
	struct log *log;
	int places[COLUMNS];
	int cells;
	bool name_is_last;
	const char *cell[COLUMNS]; /* of this line; NULL if there is no such column */
	size_t first_run;          /* of the line of a job before its steps */
	char job[LENGTH];          /* which that is */
};

struct state {
	const char *name;
	int status;
};
#define GOING_ON (-1)
static const struct state states[] = {{"COMPLETED", 1}, {"FAILED", 0}, {"TIMEOUT", 0},
	{"OUT_OF_MEMORY", 0}, {"NODE_FAIL", 0}, {"BOOT_FAIL", 0}, {"LAUNCH_FAILED", 0},
	{"RECONFIG_FAIL", 0}, {"DEADLINE", 0}, {"CANCELLED", 5}, {"PREEMPTED", 5}, {"REQUEUED", 5},
	{"RESIZING", 5}, {"REVOKED", 5}, {"PENDING", GOING_ON}, {"RUNNING", GOING_ON},
	{"SUSPENDED", GOING_ON}, {"CONFIGURING", GOING_ON}, {"COMPLETING", GOING_ON}};

static bool find_state(const char *text, int *status)
{
	const size_t length = strcspn(text, " ");
	for (size_t i = 0; i < sizeof states / sizeof states[0]; i++)
		if (strlen(states[i].name) == length &&
			strncmp(states[i].name, text, length) == 0) {
			*status = states[i].status;
			return true;
		}
	return false;
}

/* In bytes; what stands behind the unit. */
static bool read_memory(const char *text, double *bytes, const char **rest)
{
	static const char letters[] = "KMGTP";
	const size_t digits = strspn(text, "0123456789.");
	if (digits == 0 || digits > 18)
		return false;
	char *end;
	*bytes = strtod(text, &end);
	if (end != text + digits)
		return false;
	const char *letter = *end == '\0' ? NULL : strchr(letters, *end);
	if (letter != NULL)
		end++;
	*bytes *= letter == NULL ? 1 : pow(1024, (double)(letter - letters + 1));
	*rest = end;
	return true;
}

static bool read_columns(struct table *table, char *line)
{
	for (int c = 0; c < COLUMNS; c++)
		table->places[c] = -1;
	table->cells = 0;
	for (char *name = line; name != NULL; table->cells++) {
		char *end = strchr(name, '|');
		if (end != NULL)
			*end++ = '\0';
		for (int c = 0; c < COLUMNS; c++)
			if (strcmp(name, column_names[c]) == 0)
				table->places[c] = table->cells;
		name = end;
	}
	table->name_is_last = table->places[JOB_NAME] == table->cells - 1;
	for (int c = 0; c < NEEDED + (table->log->by_eligible ? 1 : 0); c++)
		if (table->places[c] < 0)
			return false;
	return table->cells <= MAX_CELLS;
}

static bool split(struct table *table, char *line)
{
	char *cells[MAX_CELLS];
	int count = 0;
	for (char *cell = line; cell != NULL;) {
		if (count == table->cells)
			return false;
		cells[count++] = cell;
		if (table->name_is_last && count == table->cells)
			break;
		cell = strchr(cell, '|');
		if (cell != NULL)
			*cell++ = '\0';
	}
	for (int c = 0; c < COLUMNS; c++)
		table->cell[c] = table->places[c] < 0 ? NULL : cells[table->places[c]];
	return count == table->cells;
}

static bool has_value(const struct table *table, enum column column)
{
	return table->cell[column] != NULL && *table->cell[column] != '\0';
}

static bool read_count(const struct table *table, enum column column, long *number)
{
	*number = NONE;
	return !has_value(table, column) || read_number(table->cell[column], number);
}

static const char *name_of(const struct table *table, enum column column)
{
	return has_value(table, column) ? keep_text(table->cell[column]) : NULL;
}

/* What a line says of the resources of a job. */
struct values {
	struct moment submit, eligible, start, end;
	long procs, requested, nodes, elapsed, limit;
	double memory; /* of the job, in bytes, or NaN */
	char per;      /* ... of a (n)ode or (c)ore */
	double max_rss, cpu;
	int status;
	bool known, none_assigned;
};

static bool read_usage(const struct table *table, struct values *values)
{
	const char *rest;
	values->max_rss = NAN;
	values->cpu = NAN;
	if (has_value(table, MAX_RSS) &&
		(!read_memory(table->cell[MAX_RSS], &values->max_rss, &rest) || *rest != '\0'))
		return false;
	return !has_value(table, TOTAL_CPU) || read_duration(table->cell[TOTAL_CPU], &values->cpu);
}

static bool read_limits(const struct table *table, struct values *values)
{
	const char *rest;
	values->limit = NONE;
	values->memory = NAN;
	values->per = '\0';
	if (has_value(table, TIMELIMIT_RAW) &&
		strcmp(table->cell[TIMELIMIT_RAW], "UNLIMITED") != 0 &&
		strcmp(table->cell[TIMELIMIT_RAW], "Partition_Limit") != 0 &&
		!read_number(table->cell[TIMELIMIT_RAW], &values->limit))
		return false;
	if (!has_value(table, REQ_MEM))
		return true;
	if (!read_memory(table->cell[REQ_MEM], &values->memory, &rest))
		return false;
	if (*rest == 'n' || *rest == 'c')
		values->per = *rest++;
	return *rest == '\0';
}

static bool read_values(const struct table *table, struct values *values)
{
	values->eligible.count = 0;
	values->none_assigned = table->cell[NODE_LIST] != NULL &&
		strcmp(table->cell[NODE_LIST], "None assigned") == 0;
	values->known = find_state(table->cell[STATE], &values->status);
	return read_moment(table->cell[SUBMIT_TIME], &values->submit) &&
		read_moment(table->cell[START_TIME], &values->start) &&
		read_moment(table->cell[END_TIME], &values->end) &&
		(table->cell[ELIGIBLE] == NULL ||
			read_moment(table->cell[ELIGIBLE], &values->eligible)) &&
		read_number(table->cell[ALLOC_CPUS], &values->procs) &&
		read_count(table, REQ_CPUS, &values->requested) &&
		read_count(table, N_NODES, &values->nodes) &&
		read_count(table, ELAPSED_RAW, &values->elapsed) && read_limits(table, values) &&
		read_usage(table, values);
}

/* One way to read the times of a job. */
struct times {
	time_t sent, start, end;
};

static bool can_be(const struct times *times, long elapsed)
{
	return times->sent <= times->start && times->start <= times->end &&
		(elapsed == NONE || elapsed <= times->end - times->start);
}

/* Suspended for as short as can be, if there is a time that it ran, then waiting so, then earlier.
 */
static bool is_better(const struct times *a, const struct times *b, long elapsed)
{
	if (elapsed != NONE && a->end - a->start != b->end - b->start)
		return a->end - a->start < b->end - b->start;
	if (a->start - a->sent != b->start - b->sent)
		return a->start - a->sent < b->start - b->sent;
	return a->sent < b->sent;
}

/* Tries all times that can be meant. A job that never ran starts when it ends. */
static bool find_times(const struct values *values, bool ran, struct times *best)
{
	const struct moment start = ran ? values->start : values->end;
	const long elapsed = ran ? values->elapsed : NONE;
	bool found = false;
	for (int i = 0; i < values->submit.count; i++)
		for (int j = 0; j < start.count; j++)
			for (int k = 0; k < values->end.count; k++) {
				struct times times = {
					values->submit.at[i], start.at[j], values->end.at[k]};
				if (!can_be(&times, elapsed) || (!ran && j != k))
					continue;
				if (!found || is_better(&times, best, elapsed))
					*best = times;
				found = true;
			}
	return found;
}

/* The last time that it can be, for the wait to be short. */
static time_t when_eligible(const struct moment *eligible, const struct times *times, bool ran)
{
	time_t last = times->sent;
	for (int i = 0; i < eligible->count; i++)
		if (eligible->at[i] > last && eligible->at[i] <= times->start)
			last = eligible->at[i];
	if (ran && eligible->count > 0 && eligible->at[0] > times->start)
		last = times->start;
	return last;
}

static long requested_memory(const struct values *values, long requested)
{
	double bytes = values->memory;
	if (isnan(bytes) || bytes <= 0)
		return -1;
	if (values->per == 'c')
		return (long)(bytes / 1024);
	if (values->per == 'n') {
		if (values->nodes == NONE)
			return -1;
		bytes *= (double)values->nodes;
	}
	return requested > 0 ? (long)(bytes / 1024 / (double)requested) : -1;
}

static void add_job(struct table *table, const struct values *values, const char *id, long number,
	long part, size_t read)
{
	const bool ran = values->start.count > 0 && values->procs > 0 && !values->none_assigned;
	struct times times = {0};
	if (!values->known || values->status == GOING_ON || !find_times(values, ran, &times))
		return;
	struct run *run = add_run(table->log);
	run->id = keep_text(id);
	run->number = number;
	run->part = part;
	run->read = read;
	run->sent = times.sent;
	run->submit = table->log->by_eligible ? when_eligible(&values->eligible, &times, ran)
					      : times.sent;
	run->start = times.start;
	run->run_time = !ran              ? 0
		: values->elapsed != NONE ? values->elapsed
					  : times.end - times.start;
	run->procs = ran ? values->procs : 0;
	run->requested = values->requested != NONE ? values->requested
		: values->procs > 0                ? values->procs
						   : -1;
	run->cpu = !ran ? -1 : isnan(values->cpu) ? 0 : values->cpu;
	run->memory = -1; /* of its steps */
	run->estimate = values->limit == NONE ? -1 : 60 * values->limit;
	run->requested_memory = requested_memory(values, run->requested);
	if (run->requested_memory == 0)
		run->requested_memory = -1;
	run->status = values->status;
	run->names[USERS] = name_of(table, USER_NAME);
	run->names[GROUPS] = name_of(table, has_value(table, ACCOUNT) ? ACCOUNT : GROUP_NAME);
	run->names[EXECUTABLES] = name_of(table, JOB_NAME);
	run->names[QUEUES] = name_of(table, QOS);
	run->names[PARTITIONS] = name_of(table, PARTITION);
}

/* 4-9,12,14-20:2 */
static bool add_tasks(
	struct table *table, const struct values *values, long number, char *list, size_t read)
{
	for (char *range = strtok(list, ","); range != NULL; range = strtok(NULL, ",")) {
		long first, last, step = 1;
		char *colon = strchr(range, ':');
		if (colon != NULL) {
			*colon++ = '\0';
			if (!read_number(colon, &step) || step < 1)
				return false;
		}
		char *dash = strchr(range, '-');
		if (dash != NULL)
			*dash++ = '\0';
		if (!read_number(range, &first) || !read_number(dash == NULL ? range : dash, &last))
			return false;
		for (long task = first; task <= last; task += step) {
			char id[100];
			snprintf(id, sizeof id, "%ld_%ld", number, task);
			add_job(table, values, id, number, task, read);
		}
	}
	return true;
}

static bool read_job(struct table *table, size_t read)
{
	const char *id = table->cell[JOB_ID];
	struct values values;
	long number, raw, part = 0;
	char text[LENGTH];
	const size_t digits = strspn(id, "0123456789");
	snprintf(text, sizeof text, "%.*s", (int)digits, id);
	if (!read_number(text, &number) || !read_number(table->cell[JOB_ID_RAW], &raw) ||
		!read_values(table, &values))
		return false;
	const char *rest = id + digits;
	if (strncmp(rest, "_[", 2) == 0) {
		snprintf(text, sizeof text, "%s", rest + 2);
		char *end = strchr(text, ']');
		if (end == NULL || end[1] != '\0')
			return false;
		*end = '\0';
		text[strcspn(text, "%")] = '\0';
		if (strstr(text, "...") != NULL)
			return true; /* kept out */
		return add_tasks(table, &values, number, text, read);
	}
	if (*rest != '\0' && ((*rest != '_' && *rest != '+') || !read_number(rest + 1, &part)))
		return false;
	add_job(table, &values, id, raw, part, read);
	return true;
}

static bool read_step(const struct table *table)
{
	struct values values;
	if (!read_usage(table, &values))
		return false;
	struct log *log = table->log;
	const size_t length = (size_t)(strchr(table->cell[JOB_ID], '.') - table->cell[JOB_ID]);
	if (strlen(table->job) != length || strncmp(table->job, table->cell[JOB_ID], length) != 0)
		return true;
	for (size_t i = table->first_run; i < log->count; i++) {
		struct run *run = &log->runs[i];
		if (!isnan(values.max_rss))
			run->memory = (long)fmax((double)run->memory, values.max_rss / 1024);
		if (!isnan(values.cpu))
			run->cpu_of_steps += values.cpu;
	}
	return true;
}

static void end_steps(struct table *table)
{
	for (size_t i = table->first_run; i < table->log->count; i++)
		if (table->log->runs[i].cpu <= 0 && table->log->runs[i].cpu_of_steps > 0)
			table->log->runs[i].cpu = table->log->runs[i].cpu_of_steps;
	table->first_run = table->log->count;
	table->job[0] = '\0';
}

static bool read_line(struct table *table, char *line)
{
	static size_t lines;
	char copy[LENGTH];
	snprintf(copy, sizeof copy, "%s", line);
	const bool whole = split(table, copy);
	if (whole && strchr(table->cell[JOB_ID], '.') != NULL)
		return read_step(table);
	if (!whole)
		return false;
	end_steps(table);
	if (!read_job(table, lines++))
		return false;
	strcpy(table->job, table->cell[JOB_ID]);
	return true;
}

void read_slurm(struct log *log, const char *path)
{
	FILE *file = fopen(path, "r");
	struct table table = {.log = log, .first_run = log->count};
	char line[LENGTH];
	size_t number = 0;
	if (file == NULL)
		fail("%s: cannot be read", path);
	while (fgets(line, sizeof line, file) != NULL) {
		line[strcspn(line, "\r\n")] = '\0';
		number++;
		if (number == 1) {
			if (!read_columns(&table, line))
				fail("%s: a column is missing", path);
		} else if (*line != '\0' && !read_line(&table, line) && !log->skip_bad)
			fail("%s:%zu: a bad line", path, number);
	}
	end_steps(&table);
	fclose(file);
}
