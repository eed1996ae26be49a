/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * naive-placement: a placement of the jobs of a log, as swf-metrics --placement prints it but for
 * local times, with a list of all processors. Written from the manual of swf-metrics, without the
 * library. For machines that are not large.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "naive/naive-swf.h"

const char program_name[] = "naive-placement";

enum { GROUP = 13, QUEUE = 15 };

struct job {
	double field[FIELDS + 1];
	double start, end, size;
	size_t place;
};

/* Which job has a processor, and until when. */
struct processor {
	double end;
	size_t job; /* counted from 1, in the order of the starts */
};

static struct job *jobs;
static size_t job_count, job_capacity;
static struct processor *processors;
static size_t processor_count, processor_capacity; /* behind these all are free */
static size_t machine;                             /* its size, 0 if unknown */

static void read_log(const char *path)
{
	FILE *stream = fopen(path, "r");
	if (stream == NULL)
		fail("%s: cannot be opened", path);
	char *line = NULL, value[256];
	size_t size = 0;
	time_t procs = 0, nodes = 0;
	while (getline(&line, &size, stream) >= 0) {
		const char *text = line + strspn(line, " \t\r\n");
		struct job job;
		if (*text == ';' && header_value(text, "MaxProcs", value, sizeof value))
			read_whole_number(value, &procs);
		if (*text == ';' && header_value(text, "MaxNodes", value, sizeof value))
			read_whole_number(value, &nodes);
		if (*text == ';' || *text == '\0')
			continue;
		if (!read_fields(text, job.field))
			fail("a line is not 18 numbers");
		job.size = first_positive(job.field[REQUESTED_PROCS], job.field[ALLOCATED_PROCS]);
		if (is_partial_execution(job.field) || job.field[WAIT] < 0 ||
			job.field[RUN_TIME] < 0 || isnan(job.size))
			continue;
		jobs = with_room(jobs, job_count, &job_capacity, sizeof *jobs);
		job.start = job.field[SUBMIT] + job.field[WAIT];
		job.end = job.start + job.field[RUN_TIME];
		job.place = job_count;
		jobs[job_count++] = job;
	}
	machine = (size_t)(procs > 0 ? procs : nodes > 0 ? nodes : 0);
	free(line);
	fclose(stream);
}

static int by_start(const void *a, const void *b)
{
	const struct job *x = a, *y = b;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->place < y->place ? -1 : 1;
}

static bool is_free(size_t p, size_t job, double now)
{
	return p >= processor_count || (processors[p].end <= now && processors[p].job != job);
}

struct block {
	size_t low;
	double size; /* infinite for the last one */
};

/* The block to be taken of those from `from` up to `to`; of size 0 if there is none. */
static struct block best_block(size_t from, double to, double need, size_t job, double now)
{
	struct block best = {0, 0};
	for (size_t p = from; (double)p < to && p <= processor_count; p++) {
		if (!is_free(p, job, now))
			continue;
		struct block block = {p, 0};
		while ((double)p < to && p < processor_count && is_free(p, job, now))
			p++;
		block.size =
			p >= processor_count ? to - (double)block.low : (double)(p - block.low);
		const bool fits = block.size >= need, best_fits = best.size >= need;
		if (fits ? !best_fits || block.size < best.size
			 : !best_fits && block.size > best.size)
			best = block;
	}
	return best;
}

static void take(size_t low, size_t high, size_t job, double end)
{
	while (processor_count <= high) {
		processors = with_room(
			processors, processor_count, &processor_capacity, sizeof *processors);
		processors[processor_count++] = (struct processor){-INFINITY, 0};
	}
	for (size_t p = low; p <= high; p++)
		processors[p] = (struct processor){end, job};
}

static void print_number(double number)
{
	if (number >= 0)
		printf("%.0f", number);
	putchar(',');
}

static void place(const struct job *job, size_t number)
{
	const double edge = machine > 0 ? (double)machine : INFINITY;
	for (double need = job->size; need > 0;) {
		struct block block = best_block(0, edge, need, number, job->start);
		if (block.size == 0)
			block = best_block(machine, INFINITY, need, number, job->start);
		const double got = fmin(block.size, need);
		const size_t high = block.low + (size_t)got - 1;
		take(block.low, high, number, job->end);
		need -= got;
		printf("%.0f,", job->field[JOB_NUMBER]);
		print_number(job->field[USER]);
		print_number(job->field[GROUP]);
		print_number(job->field[QUEUE]);
		printf("%.15g,%.15g,%.15g,%zu,%zu\n", job->field[SUBMIT], job->start, job->end,
			block.low, high);
	}
}

int main(int argc, char **argv)
{
	if (argc != 2)
		fail("usage: naive-placement LOG");
	read_log(argv[1]);
	if (job_count == 0)
		fail("no job");
	qsort(jobs, job_count, sizeof *jobs, by_start);
	printf("job,user,group,queue_number,submit,start,end,low,high\n");
	for (size_t i = 0; i < job_count; i++)
		place(&jobs[i], i + 1);
	free(jobs);
	free(processors);
	return ferror(stdout) || fflush(stdout) != 0;
}
