/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shake/log-changes.h"

#include "shake/shake.h"
#include "shared/atomic-file.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "swf/log-facts.h"
#include "swfcore/jobs.h"

/* The log on its way: its jobs as they come, or from memory. */
struct passage {
	struct swf_log *log;
	struct swf_jobs jobs;
	bool in_memory;
	size_t next;
	struct swf_writer *writer;
	int64_t written;
};

static void hold(struct passage *passage)
{
	struct swf_job job;
	while (next_job(passage->log, &job)) {
		if (swf_jobs_add(&passage->jobs, &job) != 0)
			die_of_memory();
		keep_extra(passage->log);
	}
	passage->in_memory = true;
}

static bool next(struct passage *passage, struct swf_job *job)
{
	if (!passage->in_memory) {
		const bool more = next_job(passage->log, job);
		if (more)
			keep_extra(passage->log);
		return more;
	}
	if (passage->next == passage->jobs.count)
		return false;
	*job = passage->jobs.jobs[passage->next++];
	return true;
}

/* Writes the job read at a place; what fails is found at the end at the latest. */
static void write_job(struct passage *passage, const struct swf_job *job, size_t place)
{
	progress(++passage->written);
	if (put_job(passage->writer, job, place) != 0)
		end_log(passage->writer, output_name());
}

static int64_t count_elements(const struct swf_shake_options *options, const struct swf_jobs *jobs)
{
	struct swf_elements elements = {.element = options->element};
	int64_t count = 0;
	for (size_t i = 0; i < jobs->count; i++)
		if (swf_shake_count(options, &elements, &jobs->jobs[i], &count) != 0)
			die_of_memory();
	swf_elements_clear(&elements);
	return count;
}

static void note_shaken(enum swf_element element, struct swf_shake_counts counts)
{
	static const char *const plurals[] = {"users", "sessions", "batches", "jobs"};
	note("%lld of %lld %s drawn, %lld job%s changed", (long long)counts.drawn,
		(long long)counts.elements, plurals[element], (long long)counts.changed,
		counts.changed == 1 ? "" : "s");
}

static void shake_log(const struct log_changes *changes, struct passage *passage, gsl_rng *rng)
{
	struct swf_shake_options options = changes->shake;
	struct swf_job job;
	options.procs = changes->procs;
	options.elements = changes->exactly ? count_elements(&options, &passage->jobs) : -1;
	struct swf_shake *shake = swf_shake_new(&options, rng);
	if (shake == NULL)
		die_of_memory();
	while (next(passage, &job)) {
		if (swf_shake_put(shake, &job) != 0)
			die_of_memory();
		while (swf_shake_take(shake, false, &job))
			write_job(passage, &job, swf_shake_place(shake));
	}
	while (swf_shake_take(shake, true, &job))
		write_job(passage, &job, swf_shake_place(shake));
	const struct swf_shake_counts counts = swf_shake_counts(shake);
	note_shaken(options.element, counts);
	if (options.candidates != NULL && counts.elements == 0)
		warn("no job that could be shaken has a number of --job");
	swf_shake_free(shake);
}

/* The factor that gives the load that is wanted. */
static double factor_for(const struct log_changes *changes, const struct swf_jobs *jobs)
{
	struct swf_offered offered = {0};
	for (size_t i = 0; i < jobs->count; i++)
		swf_offered_add(&offered, &jobs->jobs[i], changes->shake.size);
	const double load = swf_offered_load(&offered, changes->procs);
	if (offered.work == 0)
		die("no job has both a run time and processors: there is no load to scale");
	if (offered.last == offered.first)
		die("all jobs arrive in the same second: there is no load to scale");
	note("the offered load of the log is %.4f", load);
	return swf_scale_factor(changes->scale.what, load, changes->load);
}

static void scale_log(
	const struct log_changes *changes, const struct swf_scale *factor, struct passage *passage)
{
	struct swf_scale scale = *factor;
	struct swf_offered offered = {0};
	struct swf_job job;
	int64_t oversize = 0;
	while (next(passage, &job)) {
		if (offered.jobs == 0)
			scale.first = job.submit;
		swf_scale_job(&scale, &job);
		swf_offered_add(&offered, &job, changes->shake.size);
		oversize += swf_job_size(&job, changes->shake.size) > scale.procs;
		write_job(passage, &job, (size_t)passage->written);
	}
	if (changes->load >= 0)
		note("scaled by %.6g it is %.4f", scale.factor,
			swf_offered_load(&offered, scale.procs));
	if (scale.what == SWF_SCALE_MACHINE)
		note_count(oversize, "job", "larger than the machine");
}

static void replace_estimates(double factor, struct passage *passage, gsl_rng *rng)
{
	struct swf_job job;
	while (next(passage, &job)) {
		if (factor >= 0)
			swf_estimate_job(&job, factor, rng);
		write_job(passage, &job, (size_t)passage->written);
	}
}

void change_log(const struct log_changes *changes, struct swf_log *log, gsl_rng *rng)
{
	struct passage passage = {.log = log};
	struct swf_scale scale = changes->scale;
	struct swf_header *header = copy_header(swf_log_header(log));
	scale.procs = changes->procs;
	if (changes->exactly || changes->load >= 0)
		hold(&passage);
	if (changes->load >= 0)
		scale.factor = factor_for(changes, &passage.jobs);
	if (changes->change == CHANGE_SCALE && scale.what == SWF_SCALE_MACHINE)
		scale.procs = swf_scale_procs(scale.procs, scale.factor, INT32_MAX);
	forget_counts(header);
	if (scale.procs > 0)
		set_procs(header, scale.procs);
	passage.writer = begin_log(fileno(output()), header);
	if (changes->change == CHANGE_SHAKE)
		shake_log(changes, &passage, rng);
	else if (changes->change == CHANGE_SCALE)
		scale_log(changes, &scale, &passage);
	else
		replace_estimates(changes->estimates_factor, &passage, rng);
	end_log(passage.writer, output_name());
	swf_jobs_clear(&passage.jobs);
}
