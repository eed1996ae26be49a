/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulate/left-out.h"

#include <stdlib.h>
#include <string.h>

#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/messages.h"
#include "shared/table-output.h"

/* Of the one simulation that a command makes; a list, since there are few. */
static struct group {
	int64_t partition, queue, jobs;
	const char *why;
} * groups;
static size_t count, capacity;

void count_left_out(const struct swf_job *job, const char *why)
{
	for (size_t i = 0; i < count; i++)
		if (groups[i].partition == job->partition && groups[i].queue == job->queue &&
			strcmp(groups[i].why, why) == 0) {
			groups[i].jobs++;
			return;
		}
	groups = reserve(groups, count, &capacity, sizeof *groups);
	groups[count++] = (struct group){
		.partition = job->partition, .queue = job->queue, .jobs = 1, .why = why};
}

static int by_number(const void *left, const void *right)
{
	const struct group *a = left, *b = right;
	if (a->partition != b->partition)
		return a->partition < b->partition ? -1 : 1;
	if (a->queue != b->queue)
		return a->queue < b->queue ? -1 : 1;
	return strcmp(a->why, b->why);
}

void write_left_out(const char *path)
{
	static const char *const columns[] = {"partition", "queue", "reason", "jobs"};
	struct swf_table *table = checked(swf_table_new(columns, sizeof columns / sizeof *columns));
	if (count > 0)
		qsort(groups, count, sizeof *groups, by_number);
	for (size_t i = 0; i < count; i++) {
		swf_table_whole(table, groups[i].partition);
		swf_table_whole(table, groups[i].queue);
		swf_table_text(table, groups[i].why);
		swf_table_whole(table, groups[i].jobs);
	}
	FILE *file = open_atomic_file(path);
	write_table_to(file, path, table, SWF_FORMAT_CSV);
	close_atomic_file(file);
	free(groups);
}
