/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "select/evalys.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/number.h"
#include "metrics/placement.h"
#include "metrics/records.h"
#include "shared/atomic-file.h"
#include "shared/messages.h"
#include "shared/table-output.h"
#include "swfcore/table.h"

/* Processors low to high of the job in a row. */
struct part {
	size_t row;
	int64_t low, high;
};

struct evalys {
	FILE *file;
	enum swf_size size;
	struct swf_placement *placement;
	struct swf_job *jobs;
	size_t count, capacity;
	struct part *parts;
	size_t part_count, part_capacity;
	char *text; /* of a cell */
	size_t text_capacity;
};

static void put_part(void *context, const struct swf_placed *placed)
{
	struct evalys *e = context;
	e->parts = reserve(e->parts, e->part_count, &e->part_capacity, sizeof *e->parts);
	e->parts[e->part_count++] = (struct part){(size_t)placed->job, placed->low, placed->high};
}

struct evalys *evalys_begin(FILE *file, int32_t procs, enum swf_size size)
{
	struct evalys *e = checked(calloc(1, sizeof *e));
	e->file = file;
	e->size = size;
	e->placement = checked(swf_placement_new(procs, size, put_part, e));
	return e;
}

void evalys_put(struct evalys *evalys, const struct record *record)
{
	struct evalys *e = evalys;
	struct swf_error error;
	struct swf_job job = record->job;
	e->jobs = reserve(e->jobs, e->count, &e->capacity, sizeof *e->jobs);
	e->jobs[e->count] = job;
	/* a part is to tell the row, since numbers of jobs may be there twice */
	job.number = (int64_t)e->count++;
	if (swf_records_ran(&job, swf_job_size(&job, e->size)) &&
		swf_placement_add(e->placement, &job, &error) != 0)
		die_of(&error);
}

static int by_row(const void *a, const void *b)
{
	const struct part *x = a, *y = b;
	if (x->row != y->row)
		return x->row < y->row ? -1 : 1;
	return (x->low > y->low) - (x->low < y->low);
}

/* Room for an interval: a blank, two numbers, a dash and a NUL. */
enum { INTERVAL_ROOM = 48 };

/* The parts from *part on that are those of a row, as an interval set: "0-3 7". The text stays
 * until the next call. */
static const char *intervals_of(struct evalys *e, size_t row, size_t *part)
{
	size_t length = 0;
	do {
		e->text = checked(swf_array_reserve_more(
			256, e->text, length, INTERVAL_ROOM, &e->text_capacity, 1));
		e->text[length] = '\0';
		if (*part == e->part_count || e->parts[*part].row != row)
			return e->text;
		const struct part *p = &e->parts[(*part)++];
		length += (size_t)snprintf(e->text + length, INTERVAL_ROOM,
			p->low == p->high ? "%s%lld" : "%s%lld-%lld", length > 0 ? " " : "",
			(long long)p->low, (long long)p->high);
	} while (true);
}

static void time_cell(struct swf_table *table, bool known, double value)
{
	swf_table_time(table, known ? value : (double)NAN);
}

/* How a job ended, in the words of Batsim. */
static void state_cells(struct swf_table *table, const struct swf_job *job)
{
	switch (job->status) {
	case SWF_STATUS_COMPLETED:
		swf_table_whole(table, 1);
		swf_table_text(table, "COMPLETED_SUCCESSFULLY");
		break;
	case SWF_STATUS_FAILED:
		swf_table_whole(table, 0);
		swf_table_text(table, "COMPLETED_FAILED");
		break;
	case SWF_STATUS_CANCELLED:
		swf_table_whole(table, 0);
		swf_table_text(table, "COMPLETED_KILLED");
		break;
	default:
		swf_table_text(table, "");
		swf_table_text(table, "");
	}
}

static void add_row(struct swf_table *table, struct evalys *e, size_t row, size_t *part)
{
	const struct swf_job *job = &e->jobs[row];
	const bool started = job->wait >= 0, ran = job->run_time >= 0, ended = started && ran;
	const double start = job->submit + job->wait, response = job->wait + job->run_time;
	const int32_t size = size_of(job, e->size);
	char profile[SWF_NUMBER_SLACK + 1];
	*swf_number_put_time(profile, job->run_time) = '\0';
	swf_table_whole(table, job->number);
	swf_table_text(table, "swf");
	swf_table_text(table, ran ? profile : "");
	swf_table_time(table, job->submit);
	if (size > 0)
		swf_table_whole(table, size);
	else
		swf_table_number(table, NAN);
	swf_table_time(table, job->estimate > 0 ? job->estimate : SWF_UNKNOWN);
	state_cells(table, job);
	time_cell(table, started, start);
	time_cell(table, ran, job->run_time);
	time_cell(table, ended, start + job->run_time);
	time_cell(table, started, job->wait);
	time_cell(table, ended, response);
	time_cell(table, ended && job->run_time > 0, response / job->run_time);
	swf_table_text(table, ""); /* the energy */
	swf_table_text(table, intervals_of(e, row, part));
	swf_table_text(table, ""); /* metadata */
}

void evalys_end(struct evalys *evalys)
{
	static const char *const names[] = {"job_id", "workload_name", "profile", "submission_time",
		"requested_number_of_resources", "requested_time", "success", "final_state",
		"starting_time", "execution_time", "finish_time", "waiting_time", "turnaround_time",
		"stretch", "consumed_energy", "allocated_resources", "metadata"};
	struct evalys *e = evalys;
	struct swf_error error;
	size_t part = 0;
	/* where no job ran there is nothing to place, which is no error here */
	if (swf_placement_end(e->placement, &error) != 0 && swf_error_of_memory(&error))
		die_of(&error);
	if (e->part_count > 0)
		qsort(e->parts, e->part_count, sizeof *e->parts, by_row);
	struct swf_table *table = checked(swf_table_new(names, sizeof names / sizeof *names));
	swf_table_stream(table, e->file, SWF_FORMAT_CSV);
	for (size_t row = 0; row < e->count; row++)
		add_row(table, e, row, &part);
	note_count(swf_placement_beyond(e->placement), "job",
		"for which the machine has not enough free: placed beyond its processors");
	write_table_to(e->file, output_name(), table, SWF_FORMAT_CSV);
	swf_placement_free(e->placement);
	free(e->jobs);
	free(e->parts);
	free(e->text);
	free(e);
}
