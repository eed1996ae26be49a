/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-shake: small random changes to a log, to tell the effects in a simulation from its accidents;
 * and the crude ones that it is compared with, scaling and models of estimates.
 */
#include <math.h>

#include "base/random.h"
#include "shake/shake.h"
#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/number-lists.h"
#include "swf/log-facts.h"
#include "swfcore/jobs.h"

enum change { CHANGE_SHAKE, CHANGE_SCALE, CHANGE_ESTIMATES };

struct opts {
	enum change change;
	struct swf_shake_options shake;
	bool exactly; /* the percentage that is shaken is no probability */
	struct swf_scale scale;
	double load;               /* scale to it, instead of by a factor; negative for none */
	double estimates_factor;   /* negative: they stay as recorded */
	int64_t seed, replication; /* negative if not given */
	int32_t procs;             /* of the machine, 0 if it is not known */
	const char *degree;        /* or NULL */
	struct swf_user_set jobs;  /* that can be shaken */
	size_t jobs_capacity;
};

static void to_job(void *opts, const char *text)
{
	struct opts *o = opts;
	numbers_read(&o->jobs, &o->jobs_capacity, "job", text, NULL);
}

static void to_scale(void *opts, const char *text)
{
	struct swf_scale *scale = &((struct opts *)opts)->scale;
	static const char *const whats[] = {"interarrival", "runtime", "size", "machine", NULL};
	char what[32];
	const char *factor = split_value(text, '=', what, sizeof what);
	scale->what = (enum swf_scaled)choice_value("scale", what, whats);
	if (factor == NULL)
		return;
	scale->factor = factor_value("scale", factor, 1000);
}

static void to_estimates(void *opts, const char *text)
{
	static const char *const models[] = {"exact", "factor", "recorded", NULL};
	char name[32];
	const char *factor = split_value(text, ':', name, sizeof name);
	const int model = choice_value("estimates", name, models);
	if ((model == 1) != (factor != NULL))
		die_usage("--estimates: '%s': %s", text,
			factor != NULL ? "it takes no number"
				       : "it needs a number, as in factor:5");
	((struct opts *)opts)->estimates_factor = factor != NULL
		? number_value("estimates", factor, 0, 1e6)
		: model == 0 ? 0
			     : -1;
}

static const char *const attributes[] = {"interarrival", "runtime", "estimate", "size", NULL};

static const struct option_row options[] = {HEADING("Shaking, the default:"),
	{'a', "attribute", "NAME", "what to shake", TO_CHOICE(shake.attribute, attributes)},
	{'\0', "degree", "D", "the largest change: 60s (default), 5m; of sizes 1 processor",
		TO_TEXT(degree)},
	{'\0', "relative", "F", "the largest change as a share of the value, such as 10%",
		TO_RATIO(shake.relative, 1)},
	{'\0', "percent", "P", "share of the jobs (default: 10; with --job 100)",
		TO_PERCENT(shake.percent)},
	{'\0', "exactly", NULL, "exactly that share, not each job with that probability",
		TO_FLAG(exactly)},
	{'u', "unit", "UNIT", "what to shake as one", TO_CHOICE(shake.element, swf_element_names)},
	{'\0', "job", "LIST", "shake only jobs with these numbers: 3,17,40-55", TO_CALL(to_job)},
	INCLUDE(anonymous_users_options), OVERRUN_OPTION(shake.overrun), HEADING("Scaling:"),
	{'\0', "scale", "WHAT[=F]", "multiply interarrival, runtime, size or machine by F",
		TO_CALL(to_scale)},
	{'l', "load", "L",
		"scale to this offered load, by interarrival times or what --scale names without a "
		"factor",
		TO_FACTOR(load, 10)},
	HEADING("Estimates:"),
	{'\0', "estimates", "MODEL", "exact, factor:F, recorded", TO_CALL(to_estimates)},
	HEADING("Other options:"), SEED_OPTION(seed), REPLICATION_OPTION(replication),
	PROCS_OPTION(procs, "MaxProcs or MaxNodes of the log"), SIZE_OPTION(shake.size),
	INCLUDE(writing_options), INCLUDE(extra_options), OPTIONS_END};

static const struct command command = {.name = "swf-shake",
	.usage = "[options] [LOG]",
	.purpose = "Writes an SWF log (default: standard input) with small random changes, or "
		   "scaled.",
	.options = options};

static double degree_value(const char *text, enum swf_shake_attribute attribute)
{
	if (attribute == SWF_SHAKE_SIZE)
		return text == NULL ? 1 : (double)whole_value("degree", text, 0, INT32_MAX);
	const double degree = text == NULL ? 60 : duration_value("degree", text, 1);
	if (degree != round(degree))
		die_usage("--degree: %s: not a whole number of seconds", text);
	return degree;
}

/* Dies of options that contradict each other. */
static void check_opts(const struct opts *o)
{
	static const char *const shaking[] = {"attribute", "degree", "relative", "percent",
		"exactly", "unit", "job", "overrun", NULL};
	static const char *const scaling[] = {"scale", "load", NULL};
	const struct swf_shake_options *shake = &o->shake;
	const struct swf_scale *scale = &o->scale;
	const char *given[] = {option_given_of(shaking), option_given_of(scaling),
		option_given("estimates") ? "estimates" : NULL};
	const bool sizes = shake->attribute == SWF_SHAKE_SIZE || o->load >= 0 ||
		(given[1] != NULL && scale->what == SWF_SCALE_MACHINE);
	const char *first = given[0] != NULL ? given[0] : given[1];
	const char *last = given[2] != NULL ? given[2] : given[1];
	if (first != NULL && last != NULL && first != last)
		die_usage("--%s and --%s do not go together; pipe one swf-shake into another",
			first, last);
	if (shake->element != SWF_ELEMENT_JOB && shake->attribute != SWF_SHAKE_INTERARRIVAL)
		die_usage("--unit goes with --attribute interarrival");
	if (shake->element != SWF_ELEMENT_JOB && option_given("job"))
		die_usage("--job goes with --unit job");
	if (log_options()->anonymous != SWF_ANONYMOUS_NOBODY && shake->element == SWF_ELEMENT_JOB)
		die_usage("--anonymous goes with --unit batch, session or user");
	if (given[1] != NULL && o->load < 0 && scale->factor == 0)
		die_usage("--scale needs a factor, as in size=2, or --load");
	if (o->load >= 0 && scale->factor != 0)
		die_usage("--load finds the factor itself: --scale without one goes with it");
	if (option_given("size") && !sizes)
		die_usage("--size goes with --attribute size, --load and --scale machine");
}

/* What is done, and with which random numbers. */
static void settle_opts(struct opts *o)
{
	static const char *const randomness[] = {"seed", "replication", NULL};
	o->change = option_given("scale") || option_given("load") ? CHANGE_SCALE
		: option_given("estimates")                       ? CHANGE_ESTIMATES
								  : CHANGE_SHAKE;
	o->shake.degree = degree_value(o->degree, o->shake.attribute);
	if (option_given("job"))
		o->shake.candidates = &o->jobs;
	if (option_given("job") && !option_given("percent"))
		o->shake.percent = 100;
	const bool random = o->change == CHANGE_SHAKE ||
		(o->change == CHANGE_ESTIMATES && o->estimates_factor > 0);
	if (option_given_of(randomness) != NULL && o->change == CHANGE_SCALE)
		die_usage("--%s: nothing is random in scaling", option_given_of(randomness));
	if (random)
		default_random(&o->seed, &o->replication);
}

/* Whether the size of the machine matters. */
static bool needs_procs(const struct opts *o)
{
	const enum swf_scaled what = o->scale.what;
	if (o->change == CHANGE_SHAKE)
		return o->shake.attribute == SWF_SHAKE_SIZE;
	return o->change == CHANGE_SCALE &&
		(o->load >= 0 || what == SWF_SCALE_SIZE || what == SWF_SCALE_MACHINE);
}

/* The log on its way: its jobs as they come, or from memory where what is done to each depends on
 * all. In both cases the place of a job is how many came before it, which is that of its kept
 * fields. */
struct passage {
	struct swf_log *log;
	struct swf_packed_jobs jobs;
	bool in_memory;
	size_t next;
	struct swf_writer *writer;
	int64_t written;
};

static bool next(struct passage *passage, struct swf_job *job)
{
	const bool more = passage->in_memory ? passage->next < passage->jobs.count
					     : next_job(passage->log, job);
	if (more && passage->in_memory)
		*job = swf_packed_jobs_get(&passage->jobs, passage->next++);
	else if (more)
		keep_extra(passage->log);
	return more;
}

/* Writes the job read at a place; what fails is found at the end at the latest. */
static void write_job(struct passage *passage, const struct swf_job *job, size_t place)
{
	progress(++passage->written);
	if (put_job(passage->writer, job, place) != 0)
		end_log(passage->writer, output_name());
}

static void shake_log(const struct opts *o, struct passage *passage, gsl_rng *rng)
{
	static const char *const plurals[] = {"users", "sessions", "batches", "jobs"};
	struct swf_shake_options how = o->shake;
	struct swf_job job;
	how.procs = o->procs;
	struct swf_elements elements = {.element = how.element};
	int64_t count = 0;
	for (size_t i = 0; i < passage->jobs.count && o->exactly; i++) {
		job = swf_packed_jobs_get(&passage->jobs, i);
		must(swf_shake_count(&how, &elements, &job, &count));
	}
	how.elements = o->exactly ? count : -1;
	swf_elements_clear(&elements);
	struct swf_shake *shake = checked(swf_shake_new(&how, rng));
	while (next(passage, &job)) {
		must(swf_shake_put(shake, &job));
		while (swf_shake_take(shake, false, &job))
			write_job(passage, &job, swf_shake_place(shake));
	}
	while (swf_shake_take(shake, true, &job))
		write_job(passage, &job, swf_shake_place(shake));
	const struct swf_shake_counts counts = swf_shake_counts(shake);
	note("%lld of %lld %s drawn, %lld job%s changed", (long long)counts.drawn,
		(long long)counts.elements, plurals[how.element], (long long)counts.changed,
		counts.changed == 1 ? "" : "s");
	if (how.candidates != NULL && counts.elements == 0)
		warn("no job that could be shaken has a number of --job");
	swf_shake_free(shake);
}

/* The factor that gives the load that is wanted. */
static double factor_for(const struct opts *o, const struct swf_packed_jobs *jobs)
{
	struct swf_offered offered = {0};
	for (size_t i = 0; i < jobs->count; i++) {
		const struct swf_job job = swf_packed_jobs_get(jobs, i);
		swf_offered_add(&offered, &job, o->shake.size);
	}
	const double load = swf_offered_load(&offered, o->procs);
	if (offered.work == 0)
		die("no job has both a run time and processors: there is no load to scale");
	if (offered.last == offered.first)
		die("all jobs arrive in the same second: there is no load to scale");
	note("the offered load of the log is %.4f", load);
	return swf_scale_factor(o->scale.what, load, o->load);
}

static void scale_log(const struct opts *o, const struct swf_scale *factor, struct passage *passage)
{
	struct swf_scale scale = *factor;
	struct swf_offered offered = {0};
	struct swf_job job;
	int64_t oversize = 0;
	while (next(passage, &job)) {
		if (offered.jobs == 0)
			scale.first = job.submit;
		swf_scale_job(&scale, &job);
		swf_offered_add(&offered, &job, o->shake.size);
		oversize += swf_job_size(&job, o->shake.size) > scale.procs;
		write_job(passage, &job, (size_t)passage->written);
	}
	if (o->load >= 0)
		note("scaled by %.6g it is %.4f", scale.factor,
			swf_offered_load(&offered, scale.procs));
	if (scale.what == SWF_SCALE_MACHINE)
		note_count(oversize, "job", "larger than the machine");
}

/* Reads the log and writes it with the changes. */
static void change_log(const struct opts *o, struct swf_log *log, gsl_rng *rng)
{
	struct passage passage = {.log = log, .in_memory = o->exactly || o->load >= 0};
	struct swf_job job;
	struct swf_scale scale = o->scale;
	struct swf_header *header = copy_header(swf_log_header(log));
	scale.procs = o->procs;
	while (passage.in_memory && next_job(log, &job)) {
		must(swf_packed_jobs_add(&passage.jobs, &job));
		keep_extra(log);
	}
	if (o->load >= 0)
		scale.factor = factor_for(o, &passage.jobs);
	if (o->change == CHANGE_SCALE && scale.what == SWF_SCALE_MACHINE)
		scale.procs = swf_scale_procs(scale.procs, scale.factor, INT32_MAX);
	forget_counts(header);
	if (scale.procs > 0)
		set_procs(header, scale.procs);
	passage.writer = begin_log(fileno(output()), header);
	if (o->change == CHANGE_SHAKE)
		shake_log(o, &passage, rng);
	else if (o->change == CHANGE_SCALE)
		scale_log(o, &scale, &passage);
	while (o->change == CHANGE_ESTIMATES && next(&passage, &job)) {
		if (o->estimates_factor >= 0)
			swf_estimate_job(&job, o->estimates_factor, rng);
		write_job(&passage, &job, (size_t)passage.written);
	}
	end_log(passage.writer, output_name());
	swf_packed_jobs_clear(&passage.jobs);
}

int main(int argc, char **argv)
{
	struct opts o = {.shake = {.element = SWF_ELEMENT_JOB, .relative = INFINITY, .percent = 10},
		.load = -1,
		.seed = -1,
		.replication = -1};
	command_begin(&command, &o, argc, argv);
	check_opts(&o);
	settle_opts(&o);
	settle_extra(true, "");

	struct swf_log *log = open_log();
	if (o.procs == 0)
		o.procs = swf_header_procs(swf_log_header(log));
	if (o.procs == 0 && needs_procs(&o))
		die_without_procs(log, file_operand());
	gsl_rng *rng = checked(swf_random_new((uint64_t)o.seed, (uint64_t)o.replication));
	change_log(&o, log, rng);
	note_log_counts(swf_log_counts(log));
	if (o.shake.element != SWF_ELEMENT_JOB)
		need_users(log, file_operand());
	gsl_rng_free(rng);
	swf_log_free(log);
	swf_user_set_clear(&o.jobs);
	return command_end();
}
