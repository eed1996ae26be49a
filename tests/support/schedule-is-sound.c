/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * schedule-is-sound PROCS PROMISE LOG: replays a simulated log and checks that it keeps what fcfs,
 * easy or conservative (completions first, by estimates) promises (none: only what every schedule
 * must). Sizes are the requested processors, estimates at least the run times; jobs without a wait
 * are passed over.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "schedule.h"
#include "swfcore/log.h"

int main(int argc, char **argv)
{
	struct swf_error error;
	struct swf_job job;
	struct scheduled *jobs = NULL;
	size_t count = 0, capacity = 0;
	struct swf_log *log = argc == 4 ? swf_log_new(argv[3], false, &error) : NULL;
	if (log == NULL)
		return 2;
	int got;
	while ((got = swf_log_next(log, &job, &error)) == 1) {
		if (job.wait < 0)
			continue;
		if (count == capacity) {
			capacity = capacity == 0 ? 4096 : 2 * capacity;
			jobs = realloc(jobs, capacity * sizeof *jobs);
		}
		jobs[count++] = (struct scheduled){.submit = job.submit,
			.run_time = job.run_time,
			.estimate = fmax(swf_job_estimate(&job), job.run_time),
			.start = job.submit + job.wait,
			.user = job.user,
			.size = swf_job_size(&job, SWF_SIZE_REQUESTED)};
	}
	enum promise promise = strcmp(argv[2], "easy") == 0 ? PROMISE_EASY
		: strcmp(argv[2], "fcfs") == 0              ? PROMISE_FCFS
		: strcmp(argv[2], "conservative") == 0      ? PROMISE_CONSERVATIVE
							    : PROMISE_NONE;
	const char *broken = check_schedule(jobs, count, (int32_t)atoi(argv[1]), promise);
	if (broken != NULL)
		printf("%s\n", broken);
	free(jobs);
	swf_log_free(log);
	return got == 0 && broken == NULL ? 0 : 1;
}
