/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "accounting/table/accounts-table.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "accounting/accounts.h"
#include "base/input.h"
#include "base/number.h"
#include "swfcore/quantity.h"
#include "table/csv-reader.h"

/*
 * Each row is a job of its own: published traces have no second record of a job, and their names of
 * jobs are of any kind. So the number of a run is that of its row.
 */

static const char *const field_names[SWF_TABLE_FIELDS] = {"submit", "start", "end", "wait",
	"run_time", "estimate", "procs", "gpus", "nodes", "soft_estimate", "energy", "requeues",
	"memory", "user", "group", "executable", "queue", "partition", "gpu_type", "constraint",
	"licenses", "reservation", "status"};

/* Whether the field is a number, which can have a factor. */
static bool has_factor(int field)
{
	return field < SWF_TABLE_USER;
}

/* Reads one FIELD=COLUMN. */
static int read_entry(
	struct swf_column_map *map, const char *entry, size_t length, struct swf_error *error)
{
	const char *const end = entry + length, *equals = memchr(entry, '=', length);
	int field = 0;
	if (equals == NULL || equals == entry || equals + 1 == end)
		return swf_fail(error, "'%.*s' is not FIELD=COLUMN", (int)length, entry);
	const size_t name_length = (size_t)(equals - entry);
	while (field < SWF_TABLE_FIELDS &&
		(strlen(field_names[field]) != name_length ||
			memcmp(field_names[field], entry, name_length) != 0))
		field++;
	if (field == SWF_TABLE_FIELDS)
		return swf_fail(error,
			"'%.*s' is no field: submit, start, end, wait, run_time, estimate, procs, "
			"gpus, nodes, soft_estimate, energy, requeues, memory, user, group, "
			"executable, queue, partition, gpu_type, constraint, licenses, "
			"reservation or status",
			(int)name_length, entry);
	struct swf_mapped_column *column = &map->columns[field];
	if (column->name[0] != '\0')
		return swf_fail(error, "'%s' is there twice", field_names[field]);
	const char *name = equals + 1, *name_end = end;
	*column = (struct swf_mapped_column){.factor = 1, .optional = end[-1] == '?'};
	name_end -= column->optional;
	const char *by = name_end;
	while (by > name && by[-1] != '*' && by[-1] != '/')
		by--;
	if (has_factor(field) && by > name) {
		double factor;
		if (swf_number_scan(by, name_end, &factor) != SWF_SCAN_OK || !(factor > 0) ||
			isinf(factor))
			return swf_fail(error, "'%.*s': no number above 0 behind '%c'", (int)length,
				entry, by[-1]);
		column->factor = by[-1] == '*' ? factor : 1 / factor;
		name_end = by - 1;
	}
	if (name_end == name || name_end - name >= SWF_COLUMN_NAME_ROOM)
		return swf_fail(error, "'%.*s': a column has a name of 1 to %d characters",
			(int)length, entry, SWF_COLUMN_NAME_ROOM - 1);
	memcpy(column->name, name, (size_t)(name_end - name));
	return 0;
}

int swf_column_map_read(struct swf_column_map *map, const char *text, struct swf_error *error)
{
	*map = (struct swf_column_map){0};
	for (const char *entry = text, *next; entry != NULL; entry = next) {
		const size_t length = strcspn(entry, ",");
		next = entry[length] == ',' ? entry + length + 1 : NULL;
		if (read_entry(map, entry, length, error) != 0)
			return -1;
	}
	if (map->columns[SWF_TABLE_SUBMIT].name[0] == '\0')
		return swf_fail(error, "no column for submit");
	if (map->columns[SWF_TABLE_PROCS].name[0] == '\0')
		return swf_fail(error, "no column for procs");
	if (map->columns[SWF_TABLE_RUN_TIME].name[0] == '\0' &&
		(map->columns[SWF_TABLE_END].name[0] == '\0' ||
			(map->columns[SWF_TABLE_START].name[0] == '\0' &&
				map->columns[SWF_TABLE_WAIT].name[0] == '\0')))
		return swf_fail(
			error, "no column for run_time, or for end and start or wait instead");
	return 0;
}

struct rows {
	struct swf_csv_reader *csv;
	const struct swf_column_map *map;
	const struct swf_calendar *clock; /* of dates without a zone */
	int places[SWF_TABLE_FIELDS];     /* of the columns, -1 if there is none */
	bool refused;                     /* the row that was read last */
};

static int find_columns(struct rows *rows, struct swf_error *error)
{
	for (int i = 0; i < SWF_TABLE_FIELDS; i++) {
		const struct swf_mapped_column *column = &rows->map->columns[i];
		rows->places[i] =
			column->name[0] != '\0' ? swf_csv_column(rows->csv, column->name) : -1;
		if (column->name[0] != '\0' && rows->places[i] < 0 && !column->optional)
			return swf_csv_need_column(rows->csv, column->name, error);
	}
	return 0;
}

/* The cell of a field, empty where there is none. */
static const char *cell_text(const struct rows *rows, enum swf_table_field field)
{
	return rows->places[field] < 0 ? "" : swf_csv_cell(rows->csv, rows->places[field]);
}

/* Sets the error to what is wrong with a cell. Returns -1. */
static int refuse_cell(
	struct rows *rows, enum swf_table_field field, const char *what, struct swf_error *error)
{
	rows->refused = true;
	return swf_csv_refuse(rows->csv, error, "column '%s': %s: '%.60s'",
		rows->map->columns[field].name, what, cell_text(rows, field));
}

/* Whether a cell stands for nothing. */
static bool is_nothing(const char *text)
{
	static const char *const words[] = {
		"", "None", "NULL", "null", "NA", "N/A", "NaN", "nan", "Unknown", "-"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(text, words[i]) == 0)
			return true;
	return false;
}

/* A number of 0 or more times its factor, or `unknown`. Negative numbers are unknown, as in SWF.
 * This and the next return 0, or -1 with the error set. */
static int read_amount(struct rows *rows, enum swf_table_field field, double unknown, double *value,
	struct swf_error *error)
{
	const char *text = cell_text(rows, field);
	*value = unknown;
	if (is_nothing(text))
		return 0;
	double number;
	if (swf_number_scan(text, text + strlen(text), &number) != SWF_SCAN_OK)
		return refuse_cell(rows, field, "not a number", error);
	if (number < 0)
		return 0;
	*value = number * rows->map->columns[field].factor;
	return *value <= SWF_TIME_MAX ? 0 : refuse_cell(rows, field, "out of range", error);
}

/* A number of processors or GPUs: a part of one counts as one. */
static int read_count(
	struct rows *rows, enum swf_table_field field, int32_t *value, struct swf_error *error)
{
	double amount;
	if (read_amount(rows, field, SWF_UNKNOWN, &amount, error) != 0)
		return -1;
	/* rounding errors of the factor are no part of one */
	if (amount > 0)
		amount = ceil(amount * (1 - 0x1p-40));
	if (amount > INT32_MAX)
		return refuse_cell(rows, field, "out of range", error);
	*value = (int32_t)amount;
	return 0;
}

/* A date, or a number of seconds. */
static int read_time(struct rows *rows, enum swf_table_field field,
	struct swf_possible_times *possible, struct swf_error *error)
{
	if (swf_possible_times_read(possible, cell_text(rows, field), rows->clock))
		return 0;
	if (read_amount(rows, field, NAN, &possible->times[0], error) != 0)
		return -1;
	possible->count = isnan(possible->times[0]) ? 0U : 1U;
	return 0;
}

/* The times of a run: what is missing follows from the others as far as it can. */
static int read_times(struct rows *rows, struct swf_run *run, struct swf_error *error)
{
	struct swf_possible_times submit, start, end;
	double wait;
	if (read_time(rows, SWF_TABLE_SUBMIT, &submit, error) != 0 ||
		read_time(rows, SWF_TABLE_START, &start, error) != 0 ||
		read_time(rows, SWF_TABLE_END, &end, error) != 0 ||
		read_amount(rows, SWF_TABLE_WAIT, NAN, &wait, error) != 0 ||
		read_amount(rows, SWF_TABLE_RUN_TIME, NAN, &run->run_time, error) != 0 ||
		read_amount(rows, SWF_TABLE_ESTIMATE, SWF_UNKNOWN, &run->estimate, error) != 0)
		return -1;
	run->end = swf_possible_times_latest(&end, INFINITY);
	run->start = swf_possible_times_latest(&start, run->end);
	run->submit = swf_possible_times_latest(&submit, isnan(run->start) ? run->end : run->start);
	run->ambiguous = submit.count == 2 || start.count == 2 || end.count == 2;
	if (isnan(run->start))
		run->start = run->submit + wait;
	/* without starts and waits a job ran up to its end, or it is not known when it began */
	if (rows->places[SWF_TABLE_START] < 0 && rows->places[SWF_TABLE_WAIT] < 0) {
		run->unplaced = isnan(run->end);
		run->start = run->unplaced ? NAN : run->end - run->run_time;
	}
	if (isnan(run->end))
		run->end = (run->unplaced ? run->submit : run->start) + run->run_time;
	if (isnan(run->run_time))
		run->run_time = run->end - run->start;
	/* one without a submit is reported as such, and not taken for one that runs still */
	run->over = !isnan(run->end) || isnan(run->submit);
	return 0;
}

/* Sets the status that a word, or the first of several, stands for. */
static void read_status(struct swf_accounts *accounts, const struct rows *rows, struct swf_run *run)
{
	static const struct {
		const char *word; /* in small letters */
		int8_t status;
	} words[] = {{"completed", 1}, {"succeeded", 1}, {"success", 1}, {"pass", 1}, {"done", 1},
		{"1", 1}, {"failed", 0}, {"timeout", 0}, {"node_fail", 0}, {"out_of_memory", 0},
		{"error", 0}, {"0", 0}, {"cancelled", 5}, {"canceled", 5}, {"killed", 5}, {"5", 5},
		{"pending", SWF_UNKNOWN}, {"running", SWF_UNKNOWN}, {"-1", SWF_UNKNOWN}};
	const char *text = cell_text(rows, SWF_TABLE_STATUS);
	const size_t length = strcspn(text, " ");
	if (is_nothing(text))
		return;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i].word) == length &&
			strncasecmp(words[i].word, text, length) == 0) {
			run->status = words[i].status;
			return;
		}
	accounts->counts.unknown_states++;
}

static int read_names(const struct rows *rows, struct swf_accounts *accounts, struct swf_run *run,
	struct swf_error *error)
{
	static const enum swf_table_field fields[SWF_NAME_FIELDS] = {SWF_TABLE_USER,
		SWF_TABLE_GROUP, SWF_TABLE_EXECUTABLE, SWF_TABLE_QUEUE, SWF_TABLE_PARTITION};
	for (int kind = 0; kind < SWF_NAME_FIELDS; kind++) {
		const char *name = cell_text(rows, fields[kind]);
		if (swf_accounts_name(accounts, run, (enum swf_name_kind)kind, name, strlen(name),
			    error) != 0)
			return -1;
	}
	static const struct {
		enum swf_table_field field;
		enum swf_name_kind kind;
	} asked[] = {{SWF_TABLE_CONSTRAINT, SWF_NAME_CONSTRAINT},
		{SWF_TABLE_LICENSES, SWF_NAME_LICENSES},
		{SWF_TABLE_RESERVATION, SWF_NAME_RESERVATION}};
	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
		const char *const name = cell_text(rows, asked[i].field);
		if (!is_nothing(name) &&
			swf_accounts_name(
				accounts, run, asked[i].kind, name, strlen(name), error) != 0)
			return -1;
	}
	/* types with bars between are those that the job may have */
	const char *const type = cell_text(rows, SWF_TABLE_GPU_TYPE);
	if (is_nothing(type) || strchr(type, '|') != NULL || run->gpus == 0)
		return 0;
	return swf_accounts_gpu_type(accounts, run, type, strlen(type), error);
}

static int read_row(
	struct rows *rows, struct swf_accounts *accounts, const char *file, struct swf_error *error)
{
	const struct swf_run_place place = {file, swf_csv_line(rows->csv)};
	struct swf_run run = swf_run_unknown();
	double memory;
	int32_t gpus;
	run.id = ++accounts->rows;
	run.part = 1; /* of a run that is not over: how many jobs it stands for */
	if (read_times(rows, &run, error) != 0 ||
		read_count(rows, SWF_TABLE_PROCS, &run.requested, error) != 0 ||
		read_count(rows, SWF_TABLE_GPUS, &gpus, error) != 0 ||
		read_count(rows, SWF_TABLE_NODES, &run.nodes, error) != 0 ||
		read_count(rows, SWF_TABLE_REQUEUES, &run.requeues, error) != 0 ||
		read_amount(rows, SWF_TABLE_SOFT_ESTIMATE, SWF_UNKNOWN, &run.soft_estimate,
			error) != 0 ||
		read_amount(rows, SWF_TABLE_ENERGY, SWF_UNKNOWN, &run.energy, error) != 0 ||
		read_amount(rows, SWF_TABLE_MEMORY, 0, &memory, error) != 0)
		return -1;
	run.gpus = gpus > 0 ? gpus : 0;
	if (read_names(rows, accounts, &run, error) != 0)
		return -1;
	run.allocated = run.unplaced ? SWF_UNKNOWN : run.requested;
	if (run.requested > 0 && memory >= run.requested)
		run.memory_request = (int64_t)(memory / run.requested);
	read_status(accounts, rows, &run);
	return swf_accounts_add(accounts, &run, place, error);
}

int swf_accounts_read_table(
	struct swf_accounts *accounts, const char *path, struct swf_error *error)
{
	struct rows rows = {.map = accounts->options.columns, .clock = accounts->options.clock};
	if ((rows.csv = swf_csv_new(path, error)) == NULL)
		return -1;
	int status = find_columns(&rows, error);
	int got;
	while (status == 0 && (got = swf_csv_next(rows.csv, error)) != 0) {
		rows.refused = got < 0 && swf_csv_at_bad_row(rows.csv);
		if ((got < 0 || read_row(&rows, accounts, swf_input_name(path), error) != 0) &&
			swf_accounts_bad_line(accounts, rows.refused, error) != 0)
			status = -1;
	}
	swf_csv_free(rows.csv);
	return status;
}
