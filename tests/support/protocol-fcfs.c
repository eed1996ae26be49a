/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * First come, first served as a program for swf-simulate --scheduler-command: the least that stands
 * at the other end, for scripts/bench-protocol. At its end it appends the seconds of the processor
 * that it took, and the lines of jobs that arrived or ended, to the file that it is given.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static long *sizes; /* by id */
static size_t capacity;
static uint64_t head = 1, last;
static long events;

static void arrive(const char *line)
{
	char *p;
	strtod(line + strlen("arrive "), &p);
	last = strtoull(p, &p, 10);
	if (last >= capacity) {
		capacity = 2 * last;
		sizes = realloc(sizes, capacity * sizeof *sizes);
		if (sizes == NULL)
			exit(1);
	}
	sizes[last] = strtol(p, NULL, 10);
}

static void pass(const char *line)
{
	char *p;
	strtod(line + strlen("pass "), &p);
	long left = strtol(p, NULL, 10);
	for (; head <= last && sizes[head] <= left; head++) {
		left -= sizes[head];
		printf("start %llu\n", (unsigned long long)head);
	}
	puts("done");
	fflush(stdout);
}

static double seconds(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

int main(int argc, char **argv)
{
	static char line[4096];
	struct rusage used;
	while (fgets(line, sizeof line, stdin) != NULL) {
		if (line[0] == 'p') {
			pass(line);
		} else if (line[0] == 'a') {
			arrive(line);
			events++;
		} else if (strncmp(line, "end ", 4) == 0) {
			events++;
		} else if (line[0] == 's') {
			puts("ok 1");
			fflush(stdout);
		}
	}
	FILE *file = argc > 1 ? fopen(argv[1], "a") : NULL;
	getrusage(RUSAGE_SELF, &used);
	if (file == NULL)
		return argc > 1;
	fprintf(file, "%.6f %ld\n", seconds(used.ru_utime) + seconds(used.ru_stime), events);
	return fclose(file) != 0;
}
