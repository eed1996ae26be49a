/*
 * Writes the project's sample data on stdout: a synthetic log of a cluster of the mid-1990s, about
 * 20,000 jobs of 80 users on 128 processors in the 52 weeks of 1996. Users come in sessions, in
 * which they submit one application again and again, at once or when its last run has ended. The
 * constants were chosen so that the load of the default seed is 0.70.
 *
 * make-sample [SEED]: the same seed gives the same bytes. So that no compiler or C library changes
 * them, an expression draws one random number at most (C leaves the order of evaluation open),
 * times are rounded to whole seconds, and ties are sorted by the order of making.
 *
 * Waits are unknown, since nothing has scheduled the jobs: swf-simulate fills them in. Local time
 * is taken as UTC+1 all year, so that the days of summer seem to begin an hour late.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "swfcore/writer.h"

enum { SEED = 2025, PROCS = 128, USERS = 80, LONG_TERM = 35, JOBS_MAX = 100000 };
enum { GROUPS = 12, PROGRAMS = 6 /* of a group */, APPLICATIONS = 4 /* of a user, at most */ };
enum { MINUTE = 60, HOUR = 3600, DAY = 24 /* hours */, WEEK = 7 * DAY, YEAR = 52 * WEEK };

static const double round_estimates[] = {5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR,
	2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, 18 * HOUR, 24 * HOUR, 36 * HOUR, 48 * HOUR};

/* How probable the start of a session is in each hour of a working day, the busiest being 1. */
static const double daily_cycle[DAY] = {.06, .04, .03, .02, .02, .03, .06, .2, .65, .95, 1, .95,
	.75, .95, 1, 1, .95, .75, .45, .3, .27, .24, .18, .1};
static const double weekend = 0.4;

/* Processor-seconds that a usual job does not exceed; a session ends after half of it. */
static const double WORK_MAX = 384.0 * HOUR;

/* Every field is -1. */
static const struct swf_job unknown = {
	-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

struct application {
	int64_t number;
	int32_t size;
	double run_time; /* median, s */
};

struct user {
	int64_t number, group;
	int begin, end;  /* of the activity, hours */
	double rate;     /* sessions in a busy hour */
	double caution;  /* sigma of the factor by which estimates exceed run times */
	double patience; /* probability of looking at a job's result before submitting the next */
	size_t applications;
	struct application application[APPLICATIONS];
};

struct sample {
	gsl_rng *rng;
	size_t count;
	struct swf_job jobs[JOBS_MAX]; /* four times as many as any seed tried has made */
};

static bool chance(gsl_rng *rng, double probability)
{
	return gsl_rng_uniform(rng) < probability;
}

/* Log-normal with this median. */
static double around(gsl_rng *rng, double median, double sigma)
{
	return median * exp(gsl_ran_gaussian(rng, sigma));
}

/* The user of a rank in activity; ranks behind the long-term users come one after another. */
static struct user make_user(gsl_rng *rng, int rank)
{
	struct user u = {.number = rank};
	if (rank <= LONG_TERM) {
		u.begin = (int)gsl_ran_flat(rng, -30 * WEEK, 12 * WEEK);
		u.end = (int)gsl_ran_flat(rng, 40 * WEEK, 82 * WEEK);
		u.rate = 0.36 * pow(rank, -0.8);
	} else {
		double tenure = fmin(fmax(around(rng, 2.5 * WEEK, 0.8), 4 * DAY), 10 * WEEK);
		double place = gsl_ran_flat(rng, rank - LONG_TERM - 1, rank - LONG_TERM);
		u.begin = 1 + (int)(place / (USERS - LONG_TERM) * (YEAR - tenure));
		u.end = u.begin + (int)tenure;
		u.rate = around(rng, 0.06, 0.6);
	}
	u.group = 1 + (int64_t)gsl_rng_uniform_int(rng, GROUPS);
	u.caution = gsl_ran_flat(rng, 0.5, 2);
	u.patience = gsl_ran_flat(rng, 0.2, 0.7);
	u.applications = 2 + gsl_rng_uniform_int(rng, APPLICATIONS - 1);
	double parallelism = 0.5 + 0.15 * fmod(0.618034 * rank, 1); /* for any seed */
	double run_time = around(rng, 8 * HOUR, 0.3);
	for (size_t i = 0; i < u.applications; i++) {
		struct application *a = &u.application[i];
		int64_t program = 1 + (int64_t)gsl_rng_uniform_int(rng, PROGRAMS);
		a->number = PROGRAMS * (u.group - 1) + program;
		a->size = chance(rng, 0.2) ? 1 : 1 << gsl_ran_binomial(rng, parallelism, 6);
		if (a->size > 2 && chance(rng, 0.15)) /* not a power of two */
			a->size -= 1 + (int32_t)(gsl_rng_uniform(rng) * (a->size / 2 - 1));
		a->run_time = around(rng, run_time, 0.6);
	}
	return u;
}

/* Adds the jobs of a session that starts at `time`, in s. Returns the time after the last. */
static double add_session(struct sample *s, const struct user *u, double time)
{
	gsl_rng *rng = s->rng;
	double choice = gsl_rng_uniform(rng); /* squared, it prefers the first */
	size_t index = (size_t)(choice * choice * (double)u->applications);
	const struct application *a = &u->application[index];
	bool development = chance(rng, 0.3);
	double usual = around(rng, development ? 5 * MINUTE : a->run_time, 1.7);
	usual = fmin(usual, fmin(WORK_MAX / a->size, 40 * HOUR));
	double margin = fabs(gsl_ran_gaussian(rng, u->caution));
	double longest = fmin(usual * exp(margin), 2 * WORK_MAX / a->size);
	const double *estimate = round_estimates;
	while (*estimate < longest && *estimate < 48 * HOUR)
		estimate++;
	double efficiency = gsl_ran_flat(rng, 0.7, 0.99);
	double jobs = fmin(floor(gsl_ran_pareto(rng, 1.3, 1.5)), 100), work = 0;
	for (int i = 0; i < jobs && work < WORK_MAX / 2 && s->count < JOBS_MAX; i++) {
		struct swf_job *job = &s->jobs[s->count];
		*job = unknown;
		job->number = (int64_t)s->count++;
		job->submit = round(time);
		job->requested = chance(rng, 0.1) && 2 * a->size <= PROCS ? 2 * a->size : a->size;
		job->estimate = *estimate;
		job->user = u->number;
		job->group = u->group;
		job->executable = a->number;
		bool fails = chance(rng, 0.08), hangs = chance(rng, 0.01);
		double run_time = fails ? around(rng, 20, 1) : around(rng, usual, 0.2);
		run_time = hangs ? *estimate : fmin(fmax(round(run_time), 1), *estimate);
		if (chance(rng, 0.02)) {
			job->status = SWF_STATUS_CANCELLED;
		} else {
			bool completed = !fails && run_time < *estimate;
			job->status = completed ? SWF_STATUS_COMPLETED : SWF_STATUS_FAILED;
			job->run_time = run_time;
			job->allocated = job->requested;
			job->cpu_time = round(efficiency * run_time);
		}
		work += job->requested * run_time;
		bool waits = run_time < 2 * HOUR && chance(rng, u->patience);
		time += waits ? run_time + around(rng, 4 * MINUTE, 1.2) : around(rng, 40, 1.3);
	}
	return time;
}

static void add_user(struct sample *s, const struct user *u)
{
	bool newcomer = u->begin > 0; /* who begins in the first working hours */
	double free_from = 0, mood = 1;
	for (int hour = u->begin < 0 ? 0 : u->begin; hour < u->end && hour < YEAR; hour++) {
		if (hour % WEEK == 0)
			mood = around(s->rng, 0.95, 0.25);
		double now = daily_cycle[hour % DAY] * (hour % WEEK < 5 * DAY ? 1 : weekend);
		double start = hour * HOUR + gsl_ran_flat(s->rng, 0, HOUR);
		if (chance(s->rng, newcomer ? now : now * mood * u->rate) && start >= free_from) {
			free_from = add_session(s, u, start) + HOUR;
			newcomer = false;
		}
	}
}

static int by_submit(const void *x, const void *y)
{
	const struct swf_job *a = x, *b = y;
	if (a->submit != b->submit)
		return a->submit < b->submit ? -1 : 1;
	return a->number < b->number ? -1 : 1;
}

/* Sorts the jobs, cuts them at the end of the year, and numbers jobs and users as they appear. */
static void finish(struct sample *s)
{
	int64_t numbers[USERS + 1] = {0}, users = 0;
	qsort(s->jobs, s->count, sizeof *s->jobs, by_submit);
	while (s->count > 0 && s->jobs[s->count - 1].submit >= (double)YEAR * HOUR)
		s->count--;
	for (size_t i = 0; i < s->count; i++) {
		struct swf_job *job = &s->jobs[i];
		job->number = (int64_t)i + 1;
		if (numbers[job->user] == 0)
			numbers[job->user] = ++users;
		job->user = numbers[job->user];
	}
}

static int write_sample(const struct sample *s)
{
	char count[24];
	snprintf(count, sizeof count, "%zu", s->count);
	const char *lines[][2] = {{"Version", "2.2"}, {"Computer", "cluster of 128 processors"},
		{"Installation", "synthetic"}, {"MaxJobs", count}, {"MaxRecords", count},
		{"UnixStartTime", "820450800"}, {"TimeZoneString", "Europe/Stockholm"},
		{"StartTime", "Mon Jan  1 00:00:00 CET 1996"},
		{"EndTime", "Mon Dec 30 00:00:00 CET 1996"}, {"MaxNodes", "128"},
		{"MaxProcs", "128"},
		{"Note", "synthetic, made by scripts/make-sample; no real machine or user"}};
	struct swf_error error = {"out of memory"};
	struct swf_header *header = swf_header_new();
	struct swf_writer *writer = swf_writer_new(STDOUT_FILENO, false);
	int result = header == NULL || writer == NULL ? -1 : 0;
	for (size_t i = 0; result == 0 && i < sizeof lines / sizeof *lines; i++)
		result = swf_header_add(header, lines[i][0], lines[i][1]);
	if (result == 0) {
		swf_writer_header(writer, header);
		for (size_t i = 0; i < s->count; i++)
			swf_writer_job(writer, &s->jobs[i]);
		result = swf_writer_flush(writer, &error);
	}
	if (result != 0)
		fprintf(stderr, "make-sample: %s\n", error.text);
	swf_writer_free(writer);
	swf_header_free(header);
	return result;
}

int main(int argc, char **argv)
{
	static struct sample s;
	char *end = "";
	unsigned long seed = argc > 1 ? strtoul(argv[1], &end, 10) : SEED;
	if (argc > 2 || *end != '\0' || end == argv[argc - 1] || seed > UINT32_MAX) {
		fprintf(stderr, "usage: make-sample [SEED]\n");
		return 2;
	}
	s.rng = gsl_rng_alloc(gsl_rng_mt19937);
	gsl_rng_set(s.rng, seed);
	for (int rank = 1; rank <= USERS; rank++) {
		struct user u = make_user(s.rng, rank);
		add_user(&s, &u);
	}
	gsl_rng_free(s.rng);
	finish(&s);
	return write_sample(&s) == 0 ? 0 : 1;
}
