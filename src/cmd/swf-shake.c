/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-shake: small random changes to a log, to tell the effects in a simulation from its accidents;
 * and the crude ones that it is compared with, scaling and models of estimates.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "shake/log-changes.h"
#include "shared/command.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/number-lists.h"

struct opts {
	struct log_changes changes;
	int64_t seed, replication; /* negative if not given */
	int32_t procs;             /* 0 if not given */
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
	struct swf_scale *scale = &((struct opts *)opts)->changes.scale;
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
	double *factor_of_all = &((struct opts *)opts)->changes.estimates_factor;
	char name[32];
	const char *factor = split_value(text, ':', name, sizeof name);
	const int model = choice_value("estimates", name, models);
	if ((model == 1) != (factor != NULL))
		die_usage("--estimates: '%s': %s", text,
			factor != NULL ? "it takes no number"
				       : "it needs a number, as in factor:5");
	*factor_of_all = factor != NULL ? number_value("estimates", factor, 0, 1e6)
		: model == 0            ? 0
					: -1;
}

static const char *const attributes[] = {"interarrival", "runtime", "estimate", "size", NULL};

static const struct option_row options[] = {HEADING("Shaking, the default:"),
	{'a', "attribute", "NAME", "what to shake", TO_CHOICE(changes.shake.attribute, attributes)},
	{'\0', "degree", "D", "the largest change: 60s (default), 5m; of sizes 1 processor",
		TO_TEXT(degree)},
	{'\0', "relative", "F", "the largest change as a share of the value, such as 10%",
		TO_RATIO(changes.shake.relative, 1)},
	{'\0', "percent", "P", "share of the jobs (default: 10; with --job 100)",
		TO_PERCENT(changes.shake.percent)},
	{'\0', "exactly", NULL, "exactly that share, not each job with that probability",
		TO_FLAG(changes.exactly)},
	{'u', "unit", "UNIT", "what to shake as one",
		TO_CHOICE(changes.shake.element, swf_element_names)},
	{'\0', "job", "LIST", "shake only jobs with these numbers: 3,17,40-55", TO_CALL(to_job)},
	INCLUDE(anonymous_users_options), OVERRUN_OPTION(changes.shake.overrun),
	HEADING("Scaling:"),
	{'\0', "scale", "WHAT[=F]", "multiply interarrival, runtime, size or machine by F",
		TO_CALL(to_scale)},
	{'l', "load", "L",
		"scale to this offered load, by interarrival times or what --scale names without a "
		"factor",
		TO_FACTOR(changes.load, 10)},
	HEADING("Estimates:"),
	{'\0', "estimates", "MODEL", "exact, factor:F, recorded", TO_CALL(to_estimates)},
	HEADING("Other options:"), SEED_OPTION(seed), REPLICATION_OPTION(replication),
	PROCS_OPTION(procs, "MaxProcs or MaxNodes of the log"), SIZE_OPTION(changes.shake.size),
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
	const struct log_changes *changes = &o->changes;
	const struct swf_shake_options *shake = &changes->shake;
	const struct swf_scale *scale = &changes->scale;
	const char *given[] = {option_given_of(shaking), option_given_of(scaling),
		option_given("estimates") ? "estimates" : NULL};
	const bool sizes = shake->attribute == SWF_SHAKE_SIZE || changes->load >= 0 ||
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
	if (given[1] != NULL && changes->load < 0 && scale->factor == 0)
		die_usage("--scale needs a factor, as in size=2, or --load");
	if (changes->load >= 0 && scale->factor != 0)
		die_usage("--load finds the factor itself: --scale without one goes with it");
	if (option_given("size") && !sizes)
		die_usage("--size goes with --attribute size, --load and --scale machine");
}

/* What is done, and with which random numbers. */
static void settle_opts(struct opts *o)
{
	static const char *const randomness[] = {"seed", "replication", NULL};
	struct log_changes *changes = &o->changes;
	changes->change = option_given("scale") || option_given("load") ? CHANGE_SCALE
		: option_given("estimates")                             ? CHANGE_ESTIMATES
									: CHANGE_SHAKE;
	changes->shake.degree = degree_value(o->degree, changes->shake.attribute);
	if (option_given("job"))
		changes->shake.candidates = &o->jobs;
	if (option_given("job") && !option_given("percent"))
		changes->shake.percent = 100;
	const bool random = changes->change == CHANGE_SHAKE ||
		(changes->change == CHANGE_ESTIMATES && changes->estimates_factor > 0);
	if (option_given_of(randomness) != NULL && changes->change == CHANGE_SCALE)
		die_usage("--%s: nothing is random in scaling", option_given_of(randomness));
	if (random)
		default_random(&o->seed, &o->replication);
}

/* Whether the size of the machine matters. */
static bool needs_procs(const struct log_changes *changes)
{
	const enum swf_scaled what = changes->scale.what;
	switch (changes->change) {
	case CHANGE_SHAKE:
		return changes->shake.attribute == SWF_SHAKE_SIZE;
	case CHANGE_SCALE:
		return changes->load >= 0 || what == SWF_SCALE_SIZE || what == SWF_SCALE_MACHINE;
	default:
		return false;
	}
}

int main(int argc, char **argv)
{
	struct opts o = {.changes = {.shake = {.element = SWF_ELEMENT_JOB,
					     .relative = INFINITY,
					     .percent = 10},
				 .load = -1},
		.seed = -1,
		.replication = -1};
	command_begin(&command, &o, argc, argv);
	check_opts(&o);
	settle_opts(&o);
	settle_extra(true, "");

	struct swf_log *log = open_log();
	o.changes.procs = o.procs > 0 ? o.procs : swf_header_procs(swf_log_header(log));
	if (o.changes.procs == 0 && needs_procs(&o.changes))
		die_without_procs(log, file_operand());
	gsl_rng *rng = swf_random_new((uint64_t)o.seed, (uint64_t)o.replication);
	if (rng == NULL)
		die_of_memory();
	change_log(&o.changes, log, rng);
	note_log_counts(swf_log_counts(log));
	if (o.changes.shake.element != SWF_ELEMENT_JOB)
		need_users(log, file_operand());
	gsl_rng_free(rng);
	swf_log_free(log);
	swf_user_set_clear(&o.jobs);
	return command_end();
}
