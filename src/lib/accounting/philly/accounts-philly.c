/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cluster_job_log, the jobs of Microsoft's cluster Philly: an array of objects, of which each has
 * its attempts, and each of these the GPUs that it had on each machine. An attempt is a run of the
 * job. It counts as submitted when the one before it ended, as a run that was requeued does.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "accounting/accounts.h"
#include "base/array.h"
#include "base/input.h"
#include "swfcore/job.h"
#include "table/json-reader.h"

struct attempt {
	struct swf_possible_times start, end;
	int64_t gpus;
	int64_t line;
};

/* The state of reading: the job, whose members come in any order. */
struct philly {
	struct swf_json_reader *json;
	struct swf_accounts *accounts;
	struct swf_error *error;
	const char *file;
	struct swf_run run; /* what all of its attempts have */
	struct swf_possible_times submit;
	int status; /* of the last attempt */
	struct attempt *attempts;
	size_t count, capacity;
};

static int refuse(struct philly *p, const char *what)
{
	return swf_json_refuse(p->json, p->error, "%s", what);
}

/* The next piece where it is of this kind: 0, or -1 with the error set. */
static int take(struct philly *p, enum swf_json_piece wanted, const char *what)
{
	const enum swf_json_piece piece = swf_json_next(p->json, p->error);
	if (piece == SWF_JSON_ERROR)
		return -1;
	return piece == wanted ? 0 : refuse(p, what);
}

static int skip_value(struct philly *p)
{
	const enum swf_json_piece piece = swf_json_next(p->json, p->error);
	return piece == SWF_JSON_ERROR ? -1 : swf_json_skip(p->json, piece, p->error);
}

/* Whether the name of a member, which was read last, is this. */
static bool is_member(const struct philly *p, const char *name)
{
	return strcmp(swf_json_text(p->json), name) == 0;
}

/* Reads the value of a member: a text, "" for null. NULL with the error set. */
static const char *read_text(struct philly *p)
{
	const enum swf_json_piece piece = swf_json_next(p->json, p->error);
	if (piece == SWF_JSON_ERROR)
		return NULL;
	if (piece == SWF_JSON_NULL)
		return "";
	if (piece == SWF_JSON_TEXT)
		return swf_json_text(p->json);
	refuse(p, "neither a text nor null");
	return NULL;
}

static int read_time(struct philly *p, struct swf_possible_times *times)
{
	const char *text = read_text(p);
	*times = (struct swf_possible_times){0};
	if (text == NULL)
		return -1;
	if (text[0] == '\0' || strcmp(text, "None") == 0 ||
		swf_possible_times_read(times, text, p->accounts->options.clock))
		return 0;
	return swf_json_refuse(p->json, p->error, "no time: '%.60s'", text);
}

/* Reads the values of an array, or passes over one that is null, by a function for each. */
static int read_array(struct philly *p, int (*read_value)(struct philly *, enum swf_json_piece))
{
	enum swf_json_piece piece = swf_json_next(p->json, p->error);
	if (piece == SWF_JSON_NULL)
		return 0;
	if (piece != SWF_JSON_ARRAY)
		return piece == SWF_JSON_ERROR ? -1 : refuse(p, "no array");
	while ((piece = swf_json_next(p->json, p->error)) != SWF_JSON_ARRAY_END)
		if (piece == SWF_JSON_ERROR || read_value(p, piece) != 0)
			return -1;
	return 0;
}

static int count_gpu(struct philly *p, enum swf_json_piece piece)
{
	p->attempts[p->count - 1].gpus++;
	return swf_json_skip(p->json, piece, p->error);
}

static int read_machine_name(struct philly *p)
{
	const char *text = read_text(p);
	if (text == NULL)
		return -1;
	if (text[0] == '\0')
		return 0;
	const int added = swf_accounts_add_nodes(p->accounts, text, strlen(text), p->error);
	return added == 1 ? refuse(p, "no name of a machine") : added;
}

/* Reads what an attempt had on one machine. */
static int read_machine(struct philly *p, enum swf_json_piece piece)
{
	if (piece != SWF_JSON_OBJECT)
		return refuse(p, "no object where a machine belongs");
	while ((piece = swf_json_next(p->json, p->error)) == SWF_JSON_NAME) {
		const int status = is_member(p, "ip") ? read_machine_name(p)
			: is_member(p, "gpus")        ? read_array(p, count_gpu)
						      : skip_value(p);
		if (status != 0)
			return -1;
	}
	return piece == SWF_JSON_ERROR ? -1 : 0;
}

static int read_attempt(struct philly *p, enum swf_json_piece piece)
{
	if (piece != SWF_JSON_OBJECT)
		return refuse(p, "no object where an attempt belongs");
	struct attempt *attempts =
		swf_array_reserve_from(16, p->attempts, p->count, &p->capacity, sizeof *attempts);
	if (attempts == NULL)
		return swf_fail_memory(p->error);
	p->attempts = attempts;
	struct attempt *attempt = &attempts[p->count++];
	*attempt = (struct attempt){.line = swf_json_line(p->json)};
	while ((piece = swf_json_next(p->json, p->error)) == SWF_JSON_NAME) {
		const int status = is_member(p, "start_time") ? read_time(p, &attempt->start)
			: is_member(p, "end_time")            ? read_time(p, &attempt->end)
			: is_member(p, "detail")              ? read_array(p, read_machine)
							      : skip_value(p);
		if (status != 0)
			return -1;
	}
	return piece == SWF_JSON_ERROR ? -1 : 0;
}

static int read_status(struct philly *p)
{
	static const struct {
		const char *word;
		int status;
	} words[] = {{"Pass", SWF_STATUS_COMPLETED}, {"Failed", SWF_STATUS_FAILED},
		{"Killed", SWF_STATUS_CANCELLED}, {"", SWF_UNKNOWN}, {"None", SWF_UNKNOWN}};
	const char *text = read_text(p);
	if (text == NULL)
		return -1;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(words[i].word, text) == 0) {
			p->status = words[i].status;
			return 0;
		}
	p->accounts->counts.unknown_states++;
	return 0;
}

static int read_name(struct philly *p, enum swf_name_kind kind)
{
	const char *text = read_text(p);
	if (text == NULL)
		return -1;
	return swf_accounts_name(p->accounts, &p->run, kind, text, strlen(text), p->error);
}

static int read_member(struct philly *p)
{
	if (is_member(p, "status"))
		return read_status(p);
	if (is_member(p, "vc"))
		return read_name(p, SWF_NAME_PARTITION);
	if (is_member(p, "user"))
		return read_name(p, SWF_NAME_USER);
	if (is_member(p, "submitted_time"))
		return read_time(p, &p->submit);
	if (is_member(p, "attempts")) {
		p->count = 0;
		return read_array(p, read_attempt);
	}
	return skip_value(p);
}

/* Adds an attempt as a run, submitted at one of some times, which become those of its end. */
static int add_attempt(struct philly *p, size_t i, struct swf_possible_times *submit)
{
	const struct attempt *attempt = &p->attempts[i];
	const bool last = i + 1 == p->count;
	struct swf_run run = p->run;
	run.end = swf_possible_times_latest(&attempt->end, INFINITY);
	run.start = swf_possible_times_latest(&attempt->start, isnan(run.end) ? INFINITY : run.end);
	/* the last one may run still */
	if (isnan(run.start) || (isnan(run.end) && !last)) {
		p->accounts->counts.untimed++;
		return 0;
	}
	run.submit = swf_possible_times_latest(submit, run.start);
	run.ambiguous = submit->count == 2 || attempt->start.count == 2 || attempt->end.count == 2;
	run.over = !isnan(run.end);
	run.run_time = run.end - run.start;
	run.gpus = attempt->gpus > INT32_MAX ? INT32_MAX : (int32_t)attempt->gpus;
	/* the trace does not tell processors: one for each GPU */
	run.requested = run.allocated = run.gpus > 0 ? run.gpus : SWF_UNKNOWN;
	run.status = (int8_t)(last ? p->status : SWF_STATUS_CANCELLED);
	run.part = (int32_t)(run.over ? i + 1 : 1);
	*submit = (struct swf_possible_times){1, {run.end}};
	return swf_accounts_add(
		p->accounts, &run, (struct swf_run_place){p->file, attempt->line}, p->error);
}

static int read_job(struct philly *p)
{
	enum swf_json_piece piece;
	p->run = swf_run_unknown();
	p->run.id = ++p->accounts->rows;
	p->submit = (struct swf_possible_times){0};
	p->status = SWF_UNKNOWN;
	p->count = 0;
	while ((piece = swf_json_next(p->json, p->error)) == SWF_JSON_NAME)
		if (read_member(p) != 0)
			return -1;
	if (piece == SWF_JSON_ERROR)
		return -1;
	p->accounts->counts.runless += p->count == 0;
	struct swf_possible_times submit = p->submit;
	for (size_t i = 0; i < p->count; i++)
		if (add_attempt(p, i, &submit) != 0)
			return -1;
	return 0;
}

static int read_jobs(struct philly *p)
{
	enum swf_json_piece piece;
	if (take(p, SWF_JSON_ARRAY, "no array of jobs") != 0)
		return -1;
	while ((piece = swf_json_next(p->json, p->error)) == SWF_JSON_OBJECT)
		if (read_job(p) != 0)
			return -1;
	if (piece != SWF_JSON_ARRAY_END)
		return piece == SWF_JSON_ERROR ? -1 : refuse(p, "no object where a job belongs");
	return take(p, SWF_JSON_END, "something behind the array of jobs");
}

int swf_accounts_read_philly(
	struct swf_accounts *accounts, const char *path, struct swf_error *error)
{
	struct philly p = {.accounts = accounts, .error = error, .file = swf_input_name(path)};
	if ((p.json = swf_json_new(path, error)) == NULL)
		return -1;
	const int status = read_jobs(&p);
	swf_json_free(p.json);
	free(p.attempts);
	return status;
}
