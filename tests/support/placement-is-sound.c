/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * placement-is-sound LOG <PLACEMENT: checks a table of swf-metrics --placement by itself. Each job
 * of the log that ran has all its processors from its start to its end, and no processor has two
 * jobs at a time. Prints what is wrong, and exits with the status 1 if something is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "swfcore/log.h"

struct rectangle {
	long long job;
	double start, end;
	long long low, high;
};

static struct rectangle *rectangles;
static size_t count, capacity;
static long wrong;

static void complain(const char *what, long long job, double time)
{
	if (++wrong <= 10)
		printf("job %lld at %.15g: %s\n", job, time, what);
}

static void *with_room(void *items, size_t used, size_t *room, size_t size)
{
	if (used < *room)
		return items;
	*room = 2 * *room + 1000;
	items = realloc(items, *room * size);
	if (items == NULL)
		exit(2);
	return items;
}

static void read_rectangles(void)
{
	enum { JOB, START = 5, END = 6, LOW = 9, HIGH = 10, CELLS };
	char line[1024];
	if (fgets(line, sizeof line, stdin) == NULL)
		exit(2);
	while (fgets(line, sizeof line, stdin) != NULL) {
		const char *cells[CELLS];
		char *rest = line;
		for (int i = 0; i < CELLS; i++) {
			cells[i] = rest;
			rest += strcspn(rest, ",\n");
			*rest++ = '\0';
		}
		rectangles = with_room(rectangles, count, &capacity, sizeof *rectangles);
		rectangles[count++] = (struct rectangle){atoll(cells[JOB]), atof(cells[START]),
			atof(cells[END]), atoll(cells[LOW]), atoll(cells[HIGH])};
	}
}

/* What the log says of the jobs with a number, and what the placement has of them. */
struct job {
	double start, end;
	long long size, placed;
	bool twice; /* the number */
};

static void check_jobs(const char *path)
{
	struct swf_error error;
	struct swf_log *log = swf_log_new(path, false, &error);
	struct swf_index index = {0};
	struct job *jobs = NULL;
	size_t room = 0;
	struct swf_job job;
	while (log != NULL && swf_log_next(log, &job, &error) == 1) {
		const int32_t size = swf_job_size(&job, SWF_SIZE_REQUESTED);
		if (job.wait < 0 || job.run_time < 0 || size <= 0)
			continue;
		jobs = with_room(jobs, index.count, &room, sizeof *jobs);
		const size_t before = index.count, place = swf_index_add(&index, job.number);
		const double start = job.submit + job.wait;
		if (place == before)
			jobs[place] = (struct job){start, start + job.run_time, 0, 0, false};
		else
			jobs[place].twice = true;
		jobs[place].size += size;
	}
	for (size_t i = 0; i < count; i++) {
		const struct rectangle *r = &rectangles[i];
		const size_t place = swf_index_find(&index, r->job);
		if (place == SIZE_MAX) {
			complain("not a job of the log that ran", r->job, r->start);
			continue;
		}
		jobs[place].placed += r->high - r->low + 1;
		if (r->low < 0 || r->high < r->low)
			complain("no processors", r->job, r->start);
		if (!jobs[place].twice &&
			(r->start != jobs[place].start || r->end != jobs[place].end))
			complain("another start or end", r->job, r->start);
	}
	for (size_t i = 0; i < index.count; i++)
		if (jobs[i].placed != jobs[i].size)
			complain("not its number of processors", index.numbers[i], jobs[i].start);
	swf_index_clear(&index);
	free(jobs);
	swf_log_free(log);
}

static int by_start(const void *a, const void *b)
{
	const struct rectangle *x = *(struct rectangle *const *)a,
			       *y = *(struct rectangle *const *)b;
	return (x->start > y->start) - (x->start < y->start);
}

static int by_end(const void *a, const void *b)
{
	const struct rectangle *x = *(struct rectangle *const *)a,
			       *y = *(struct rectangle *const *)b;
	return (x->end > y->end) - (x->end < y->end);
}

/* How many of the rectangles at hand, in the order of their processors, begin below `low`. */
static size_t begin_below(struct rectangle *const *present, size_t n, long long low)
{
	size_t from = 0, to = n;
	while (from < to) {
		const size_t middle = (from + to) / 2;
		if (present[middle]->low < low)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

/* Passes all times: those that end go, then those that start come between the others. */
static void check_overlaps(void)
{
	struct rectangle **starts = calloc(count + 1, sizeof *starts);
	struct rectangle **ends = calloc(count + 1, sizeof *ends);
	struct rectangle **present = calloc(count + 1, sizeof *present);
	size_t n = 0, ended = 0;
	if (starts == NULL || ends == NULL || present == NULL)
		exit(2);
	size_t areas = 0;
	for (size_t i = 0; i < count; i++)
		if (rectangles[i].end > rectangles[i].start)
			starts[areas] = ends[areas] = &rectangles[i], areas++;
	qsort(starts, areas, sizeof *starts, by_start);
	qsort(ends, areas, sizeof *ends, by_end);
	for (size_t i = 0; i < areas; i++) {
		struct rectangle *r = starts[i];
		for (; ended < areas && ends[ended]->end <= r->start; ended++) {
			const size_t at = begin_below(present, n, ends[ended]->low);
			memmove(present + at, present + at + 1, (--n - at) * sizeof *present);
		}
		const size_t at = begin_below(present, n, r->low);
		if ((at > 0 && present[at - 1]->high >= r->low) ||
			(at < n && present[at]->low <= r->high)) {
			complain("on processors of another", r->job, r->start);
			break;
		}
		memmove(present + at + 1, present + at, (n++ - at) * sizeof *present);
		present[at] = r;
	}
	free(starts);
	free(ends);
	free(present);
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	read_rectangles();
	check_jobs(argv[1]);
	check_overlaps();
	free(rectangles);
	return wrong == 0 ? 0 : 1;
}
