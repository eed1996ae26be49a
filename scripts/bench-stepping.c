/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * usage: bench-stepping LOG EPISODES
 *
 * Measures stepping in C: windows of 256 jobs at random places of a log, of which the one of the
 * shortest estimate comes first, of the first 32 that wait. Prints episodes and steps a second, by
 * processor time: of one simulation whose caller looks at its queue, and of a vector of 256 with
 * what it shows. scripts/bench-stepping has the same in Python.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "swfcore/arrays.h"
#include "swfcore/stepping.h"

enum { JOBS = 256, VISIBLE = 32, TOGETHER = 256 };

static _Noreturn void die(const struct swf_error *error)
{
	fprintf(stderr, "bench-stepping: %s\n", error->text);
	exit(1);
}

/* The first of the shortest estimate. */
static size_t shortest(const struct swf_stepping_view *view)
{
	const size_t count = view->waiting < VISIBLE ? view->waiting : VISIBLE;
	double least = INFINITY;
	size_t best = 0;
	for (size_t i = 0; i < count; i++) {
		const double estimate = view->rows[i].estimate;
		best = estimate < least ? i : best;
		least = estimate < least ? estimate : least;
	}
	return best;
}

/* Runs an episode: the decisions. */
static long run(struct swf_stepping *stepping, const struct swf_job *jobs)
{
	struct swf_error error;
	const struct swf_stepping_view *view = swf_stepping_view(stepping);
	long decisions = 0;
	int got;
	if (swf_stepping_reset(stepping, jobs, JOBS, &error) != 0)
		die(&error);
	while ((got = swf_stepping_next(stepping, &error)) == 1) {
		if (swf_stepping_reserve(stepping, shortest(view), false, &error) != 0)
			die(&error);
		decisions++;
	}
	if (got < 0)
		die(&error);
	return decisions;
}

static void print(const char *way, long episodes, long decisions, clock_t begin)
{
	const double took = (double)(clock() - begin) / CLOCKS_PER_SEC;
	printf("%s: %.0f episodes/s, %.0f steps/s\n", way, (double)episodes / took,
		(double)decisions / took);
}

static void measure_one(
	const struct swf_simulation *simulation, const struct swf_jobs *jobs, long episodes)
{
	struct swf_error error;
	struct swf_stepping *stepping = swf_stepping_new(simulation, &error);
	if (stepping == NULL)
		die(&error);
	long decisions = 0;
	uint64_t state = 1;
	const clock_t begin = clock();
	for (long e = 0; e < episodes; e++) {
		state = state * 6364136223846793005 + 1442695040888963407;
		decisions += run(stepping, jobs->jobs + (state >> 33) % (jobs->count - JOBS));
	}
	print("one simulation", episodes, decisions, begin);
	swf_stepping_free(stepping);
}

/* The same policy by what a vector shows of a simulation. */
static int64_t shortest_shown(const struct swf_vector_view *view, size_t simulation)
{
	const float *features = view->features + simulation * VISIBLE * SWF_VECTOR_FEATURES;
	const uint8_t *waits = view->waits + simulation * VISIBLE;
	float least = INFINITY;
	int64_t best = 0;
	for (int64_t i = 0; i < VISIBLE && waits[i]; i++) {
		const float estimate = features[i * SWF_VECTOR_FEATURES + SWF_VECTOR_ESTIMATE];
		best = estimate < least ? i : best;
		least = estimate < least ? estimate : least;
	}
	return best;
}

static void measure_vector(
	const struct swf_simulation *simulation, const struct swf_jobs *jobs, long episodes)
{
	struct swf_error error;
	int64_t places[TOGETHER];
	struct swf_vector *vector = swf_vector_new(simulation, TOGETHER, VISIBLE, false, &error);
	if (vector == NULL ||
		swf_vector_windows(vector, jobs->jobs, jobs->count, JOBS, NULL, 0, 1, &error) != 0)
		die(&error);
	const struct swf_vector_view *view = swf_vector_view(vector);
	long decisions = 0, ended = 0;
	const clock_t begin = clock();
	for (; ended < episodes; decisions += TOGETHER) {
		for (size_t i = 0; i < TOGETHER; i++)
			places[i] = shortest_shown(view, i);
		if (swf_vector_step(vector, places, &error) != 0)
			die(&error);
		for (size_t i = 0; i < TOGETHER; i++)
			ended += view->ended[i];
	}
	print("vector of 256", ended, decisions, begin);
	swf_vector_free(vector);
}

int main(int argc, char **argv)
{
	struct swf_error error;
	struct swf_jobs jobs = {0};
	if (argc != 3) {
		fprintf(stderr, "usage: bench-stepping LOG EPISODES\n");
		return 2;
	}
	struct swf_log *log = swf_log_new(argv[1], false, &error);
	if (log == NULL || swf_jobs_read(&jobs, log, &error) != 0)
		die(&error);
	const struct swf_simulation simulation = {
		.procs = swf_header_procs(swf_log_header(log)), .oversize = SWF_OVERSIZE_SKIP};
	if (jobs.count <= JOBS)
		return 1;
	measure_one(&simulation, &jobs, atol(argv[2]));
	measure_vector(&simulation, &jobs, atol(argv[2]));
	swf_jobs_clear(&jobs);
	swf_log_free(log);
	return 0;
}
