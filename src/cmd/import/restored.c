/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import/restored.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/number.h"
#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "swfcore/log.h"
#include "swfcore/writer.h"
#include "table/csv-reader.h"
#include "table/json-reader.h"

struct swf_job unknown_job(void)
{
	struct swf_job job = {0};
	for (int i = 0; i < JOB_FIELDS; i++)
		set_field(&job, i, SWF_UNKNOWN, SWF_UNKNOWN);
	return job;
}

const char *set_field_text(struct swf_job *job, int field, const char *text)
{
	const char *const end = text + strlen(text);
	double time = 0;
	int64_t whole = 0;
	const enum swf_scan scan = job_fields[field].kind == KIND_time
		? swf_number_scan_time(text, end, &time)
		: swf_number_scan_whole(text, end, &whole);
	if (scan == SWF_SCAN_NOT_A_NUMBER)
		return "not a number";
	if (scan == SWF_SCAN_NOT_WHOLE)
		return "not a whole number";
	if (scan == SWF_SCAN_RANGE ||
		(job_fields[field].kind == KIND_procs && (whole < INT32_MIN || whole > INT32_MAX)))
		return "out of range";
	set_field(job, field, time, whole);
	return NULL;
}

bool is_line(const char *text)
{
	return strpbrk(text, "\r\n") == NULL;
}

int field_named(const char *name)
{
	for (int i = 0; i < JOB_FIELDS; i++)
		if (strcmp(field_names[i], name) == 0)
			return i;
	return -1;
}

void set_machine(struct swf_header *header, const struct machine *machine)
{
	if (machine->procs > 0)
		set_procs(header, machine->procs);
	if (machine->gpus > 0)
		set_amount(header, "MaxGPUs", machine->gpus);
	if (machine->nodes > 0)
		set_amount(header, "MaxNodes", machine->nodes);
}

void declare_fields(struct swf_header *header, const int *fields, int count)
{
	char text[200] = "";
	for (int i = 0; i < count; i++) {
		const size_t length = strlen(text);
		snprintf(text + length, sizeof text - length, "%s%d %s", i > 0 ? ", " : "",
			SWF_FIELDS + 1 + i, field_names[fields[i]]);
	}
	if (count > 0)
		must(swf_header_add(header, "ExtraFields", text));
}

/* What is restored: the log begins with the first table, which says what its jobs have. */
struct restoring {
	const struct restored_header *how;
	struct swf_writer *writer;
	bool declared[JOB_FIELDS]; /* by the header of the log */
	int64_t jobs, bad;
	int64_t cut; /* jobs with fields that it does not declare */
	bool failed; /* to write */
};

/* Begins the log of columns. */
static void begin_restored(struct restoring *to, const bool has[JOB_FIELDS])
{
	struct swf_header *header;
	int fields[JOB_FIELDS], count = 0;
	if (to->how->path != NULL) {
		struct swf_log *log = open_log_at(to->how->path);
		header = copy_header(swf_log_header(log));
		swf_log_free(log);
	} else {
		header = checked(swf_header_new());
		must(swf_header_add(header, "Version", "2.2"));
		for (int i = SWF_FIELDS; i < JOB_FIELDS; i++)
			if (has[i])
				fields[count++] = i;
		declare_fields(header, fields, count);
	}
	for (int i = 0; i < JOB_FIELDS; i++)
		to->declared[i] =
			i < SWF_FIELDS || swf_header_extra_field(header, field_names[i]) > 0;
	set_machine(header, &to->how->machine);
	to->writer = begin_log(fileno(output()), header);
}

/* Whether the log has no place for a field of a job that is known. */
static bool is_cut(const struct restoring *to, const struct swf_job *job)
{
	for (int i = SWF_FIELDS; i < JOB_FIELDS; i++)
		if (!to->declared[i] && number_field(job, i) != SWF_UNKNOWN)
			return true;
	return false;
}

static void put_restored(
	struct restoring *to, const struct swf_job *job, const char *extra, size_t length)
{
	to->jobs++;
	to->cut += is_cut(to, job);
	progress(to->jobs);
	to->failed = to->failed || put_job_and_extra(to->writer, job, extra, length) != 0;
}

static void end_restored(struct restoring *to)
{
	note_bad_lines(to->bad);
	end_log(to->writer, output_name());
	note_count(to->cut, "job", "with fields that the header does not declare: left out");
	note("%lld job%s restored", (long long)to->jobs, to->jobs == 1 ? "" : "s");
}

/* Where the fields stand in a table in CSV: -1 where it has no such column. */
struct csv_places {
	int fields[JOB_FIELDS], extra;
};

static struct csv_places find_places(const struct swf_csv_reader *csv)
{
	struct csv_places places;
	struct swf_error error;
	size_t found = 0;
	for (int i = 0; i < JOB_FIELDS; i++) {
		places.fields[i] = swf_csv_column(csv, field_names[i]);
		found += places.fields[i] >= 0;
	}
	places.extra = swf_csv_column(csv, "extra");
	found += places.extra >= 0;
	if (places.fields[FIELD_number] < 0 || places.fields[FIELD_submit] < 0) {
		swf_csv_need_column(
			csv, places.fields[FIELD_number] < 0 ? "job" : "submit", &error);
		die("%s, so it is no table of swf-select; --columns tells what the columns are",
			error.text);
	}
	note_count((int64_t)(swf_csv_columns(csv) - found), "column",
		"without a field of a job: left out");
	return places;
}

/* Sets the fields of a job from the row read last: 0, or -1 with the error set. */
static int read_csv_job(const struct swf_csv_reader *csv, const struct csv_places *places,
	struct swf_job *job, struct swf_error *error)
{
	*job = unknown_job();
	for (int i = 0; i < JOB_FIELDS; i++) {
		if (places->fields[i] < 0)
			continue;
		const char *text = swf_csv_cell(csv, places->fields[i]);
		if (text[0] == '\0' && i != FIELD_submit)
			continue;
		const char *wrong = set_field_text(job, i, text);
		if (wrong != NULL)
			return swf_csv_refuse(csv, error, "column '%s': %s: '%.60s'",
				field_names[i], wrong, text);
	}
	if (places->extra >= 0 && !is_line(swf_csv_cell(csv, places->extra)))
		return swf_csv_refuse(csv, error, "column 'extra': a line break");
	return 0;
}

static void restore_csv_file(struct restoring *to, const char *path)
{
	/* reachable for leak checkers when the command dies; so is the other one below */
	static struct swf_csv_reader *volatile csv;
	struct swf_error error;
	struct swf_job job;
	int got;
	csv = swf_csv_new(path, &error);
	if (csv == NULL)
		die_of(&error);
	const struct csv_places places = find_places(csv);
	if (to->writer == NULL) {
		bool has[JOB_FIELDS];
		for (int i = 0; i < JOB_FIELDS; i++)
			has[i] = places.fields[i] >= 0;
		begin_restored(to, has);
	}
	while ((got = swf_csv_next(csv, &error)) != 0) {
		if (got < 0 && !swf_csv_at_bad_row(csv))
			die_of(&error);
		if (got < 0 || read_csv_job(csv, &places, &job, &error) != 0) {
			if (!log_options()->skip_bad)
				die_of(&error);
			to->bad++;
			continue;
		}
		const char *extra = places.extra >= 0 ? swf_csv_cell(csv, places.extra) : "";
		put_restored(to, &job, extra, strlen(extra));
	}
	swf_csv_free(csv);
}

void restore_csv(char **files, const struct restored_header *how)
{
	struct restoring to = {.how = how};
	for (char **path = files; *path != NULL; path++)
		restore_csv_file(&to, *path);
	end_restored(&to);
}

/* A job that is read from JSON, of which `has` tells the members. */
struct json_job {
	struct swf_job job;
	bool has[JOB_FIELDS];
	char *extra;
};

/* Reads the value of a member. */
static int read_member(struct swf_json_reader *json, struct json_job *into, struct swf_error *error)
{
	const char *const name = swf_json_text(json);
	const int field = field_named(name);
	const bool is_extra = strcmp(name, "extra") == 0;
	if (field >= 0 && into->has[field])
		return swf_json_refuse(json, error, "two members '%s'", name);
	const enum swf_json_piece piece = swf_json_next(json, error);
	if (piece == SWF_JSON_ERROR)
		return -1;
	if (is_extra && piece == SWF_JSON_TEXT && !is_line(swf_json_text(json)))
		return swf_json_refuse(json, error, "'extra': a line break");
	if (is_extra && piece == SWF_JSON_TEXT) {
		free(into->extra);
		into->extra = checked(strdup(swf_json_text(json)));
	}
	if (field < 0)
		return swf_json_skip(json, piece, error);
	into->has[field] = true;
	if (piece == SWF_JSON_NULL && field != FIELD_submit)
		return 0;
	const char *wrong = piece == SWF_JSON_NUMBER
		? set_field_text(&into->job, field, swf_json_text(json))
		: "not a number";
	if (wrong != NULL)
		return swf_json_refuse(json, error, "'%s': %s", field_names[field], wrong);
	return 0;
}

/* Reads the members of a job up to the end of its object. */
static int read_json_job(
	struct swf_json_reader *json, struct json_job *into, struct swf_error *error)
{
	enum swf_json_piece piece;
	*into = (struct json_job){.job = unknown_job()};
	while ((piece = swf_json_next(json, error)) == SWF_JSON_NAME)
		if (read_member(json, into, error) != 0)
			return -1;
	if (piece == SWF_JSON_ERROR)
		return -1;
	if (!into->has[FIELD_number] || !into->has[FIELD_submit])
		return swf_json_refuse(json, error, "no table of swf-select: a job without '%s'",
			field_names[into->has[FIELD_number] ? FIELD_submit : FIELD_number]);
	return 0;
}

static void restore_json_file(struct restoring *to, const char *path)
{
	static struct swf_json_reader *volatile json;
	static struct json_job job;
	struct swf_error error;
	enum swf_json_piece piece;
	json = swf_json_new(path, &error);
	if (json == NULL)
		die_of(&error);
	/* an array of objects, or objects alone */
	while ((piece = swf_json_next(json, &error)) != SWF_JSON_END) {
		if (piece == SWF_JSON_ARRAY || piece == SWF_JSON_ARRAY_END)
			continue;
		if (piece != SWF_JSON_OBJECT) {
			if (piece != SWF_JSON_ERROR)
				swf_json_refuse(json, &error, "no object, which a job is");
			die_of(&error);
		}
		if (read_json_job(json, &job, &error) != 0)
			die_of(&error);
		if (to->writer == NULL)
			begin_restored(to, job.has);
		put_restored(to, &job.job, job.extra, job.extra != NULL ? strlen(job.extra) : 0);
		free(job.extra);
	}
	swf_json_free(json);
}

void restore_json(char **files, const struct restored_header *how)
{
	static const bool none[JOB_FIELDS];
	struct restoring to = {.how = how};
	for (char **path = files; *path != NULL; path++)
		restore_json_file(&to, *path);
	if (to.writer == NULL)
		begin_restored(&to, none);
	end_restored(&to);
}
