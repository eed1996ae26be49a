/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-resample: new workloads from the users of real logs. The users are put into pools, drawn from
 * them and set going in random weeks, each with the jobs and the intervals that they have in the
 * log.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "resample/pool-logs.h"
#include "resample/resample.h"
#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "swfcore/quantity.h"

/* What is negative was not given. */
struct opts {
	struct pool_options pools;
	enum swf_element element;
	struct swf_resample_plan plan;
	double load_factor, extend;
	int64_t seed, replication;
	const char *map;
	bool rare_beside, with_replacement;
};

static const char *const mixes[] = {"scale", "keep", NULL};

static void to_weeks(void *opts, const char *value)
{
	const double length = strcmp(value, "inf") == 0 ? (double)INFINITY
							: duration_value("weeks", value, SWF_WEEK);
	if (length <= 0)
		die_usage("--weeks: it must be more than 0");
	((struct opts *)opts)->plan.length = length;
}

static void to_displace(void *opts, const char *value)
{
	((struct opts *)opts)->plan.displace = strcmp(value, "any") == 0
		? SWF_DISPLACE_ANY
		: whole_value("displace", value, 0, SWF_RESAMPLE_MOST);
}

static const struct option_row options[] = {SEED_OPTION(seed), REPLICATION_OPTION(replication),
	HEADING("Length and load:"),
	{'w', "weeks", "N", "length, or inf to go on for ever (default: that of the first log)",
		TO_CALL(to_weeks)},
	{'x', "extend", "K", "multiply the length by K (no effect with --weeks inf)",
		TO_FACTOR(extend, 1e9)},
	{'L', "load-factor", "F", "multiply the number of users by F (default: 1)",
		TO_FACTOR(load_factor, 1000)},
	{'\0', "long-term-users", "N",
		"number of long-term users (default: F times those of the log)",
		TO_WHOLE(plan.long_term, 0, SWF_RESAMPLE_MOST)},
	{'\0', "temporary-users", "N",
		"temporary users at the start (default: F times the mean number in a week of the "
		"log)",
		TO_WHOLE(plan.temporary, 0, SWF_RESAMPLE_MOST)},
	{'\0', "temporary-rate", "R",
		"temporary users who arrive in a week (default: F times those of the log)",
		TO_RATIO(plan.temporary_rate, SWF_RESAMPLE_MOST)},
	{'\0', "start", "HOW", "where in their activity users are at the start",
		TO_CHOICE(plan.start, swf_start_names)},
	{'\0', "displace", "W",
		"move each user of the log by a random number of weeks, up to W or any, and "
		"nothing else",
		TO_CALL(to_displace)},
	{'\0', "with-replacement", NULL,
		"draw the users of the log first, some more than once and some not at all: "
		"workloads vary as logs of other users would",
		TO_FLAG(with_replacement)},
	HEADING("Rare behaviours, and some users more often:"),
	{'\0', "rare", "FILE", "list of rare behaviours (CSV: user,begin,end)",
		TO_TEXT(pools.rare)},
	{'\0', "rare-rate", "B",
		"rare behaviours among the temporary users, a week; 1/8 is one in 8 weeks "
		"(default: F times those "
		"of the log)",
		TO_RATIO(plan.rare_rate, SWF_RESAMPLE_MOST)},
	{'\0', "rare-beside", NULL, "rare behaviours come in addition to the temporary users",
		TO_FLAG(rare_beside)},
	{'\0', "bias", "FILE", "weights of users (CSV: user or class or log, weight)",
		TO_TEXT(pools.bias)},
	HEADING("Several logs:"),
	{'\0', "mix", "HOW", "sizes of jobs from other machines", TO_CHOICE(pools.mix, mixes)},
	PROCS_OPTION(pools.procs, "those of the first log"), HEADING("Locality:"),
	{'u', "unit", "UNIT", "what to move as one", TO_CHOICE(element, swf_element_names)},
	{'\0', "repeat", "P", "probability that a job repeats the user's job before it",
		TO_RATIO(plan.repeat, 1)},
	HEADING("Other options:"), INCLUDE(anonymous_users_options),
	{'M', "map", "FILE", "write a CSV that names the source of each user", TO_TEXT(map)},
	THRESHOLD_OPTION(pools.rule.long_term), EDGE_OPTION(pools.rule.edge),
	SPAN_OPTION(pools.rule.span), INCLUDE(local_time_options), INCLUDE(writing_options),
	OPTIONS_END};

static const struct command command = {.name = "swf-resample",
	.usage = "[options] [LOG...]",
	.purpose =
		"Writes a new workload built from the users of SWF logs (default: standard input).",
	.options = options};

static bool is_displaced(void)
{
	return option_given("displace");
}

/* Dies of options that contradict each other or would do nothing. */
static void check_opts(const struct opts *o)
{
	static const char *const for_users[] = {"long-term-users", "temporary-users",
		"temporary-rate", "start", "rare", "with-replacement", NULL};
	static const char *const for_classes[] = {"long-term-users", "temporary-users",
		"temporary-rate", "start", "rare", "threshold", "edge", "span", NULL};
	const char *of_users = option_given_of(for_users);
	const char *of_classes = option_given_of(for_classes);
	char **paths = file_operands();
	const bool several = paths[1] != NULL;
	if (several && o->pools.rare != NULL)
		die_usage("--rare goes with one log");
	if (option_given("start-time") && o->pools.rare == NULL)
		die_usage("--start-time goes with --rare");
	if (option_given("tz") && o->pools.rare == NULL && !several)
		die_usage("--tz goes with --rare or several logs");
	if (!several && o->pools.mix != MIX_REFUSE && o->pools.procs == 0)
		die_usage("--mix goes with several logs or --procs");
	if (option_given("rare-rate") && o->pools.rare == NULL)
		die_usage("--rare-rate goes with --rare");
	if (o->rare_beside && o->pools.rare == NULL)
		die_usage("--rare-beside goes with --rare");
	if (o->element != SWF_ELEMENT_USER && of_users != NULL)
		die_usage("--%s goes with users, not with --unit %s", of_users,
			swf_element_names[o->element]);
	if (is_displaced() && of_classes != NULL)
		die_usage("--%s goes with classes of users, which --displace does not have",
			of_classes);
	if (is_displaced() && o->element != SWF_ELEMENT_USER)
		die_usage("--displace goes with users, not with --unit %s",
			swf_element_names[o->element]);
	if (isinf(o->plan.length) && has_output_file())
		die_usage("--weeks inf: the file of --output would never be complete");
	if (o->map == NULL)
		return;
	hide_argument(o->map);
	check_map_path(o->map);
	check_map_is_not(o->map, o->pools.rare);
	check_map_is_not(o->map, o->pools.bias);
	for (; *paths != NULL; paths++)
		check_map_is_not(o->map, *paths);
}

static void note_plan(const struct swf_pools *pools, const struct swf_resample_plan *plan)
{
	if (pools->classless) {
		note("displaced users: %lld", (long long)plan->displaced);
		return;
	}
	note("long-term users: %lld; temporary users: %lld at the start, %.4g a week",
		(long long)plan->long_term, (long long)plan->temporary, plan->temporary_rate);
	if (plan->rare_rate > 0)
		note("of those who come in a week %.4g are rare behaviours", plan->rare_rate);
}

/* What was not given follows from the pools. */
static struct swf_resample_plan plan_for(const struct opts *o, const struct swf_pools *pools)
{
	struct swf_resample_plan plan = o->plan;
	const struct swf_resample_plan usual =
		swf_resample_plan_for(pools, o->load_factor, plan.start);
	struct swf_error error;
	if (plan.long_term < 0)
		plan.long_term = usual.long_term;
	if (plan.temporary < 0)
		plan.temporary = usual.temporary;
	if (plan.temporary_rate < 0)
		plan.temporary_rate = usual.temporary_rate;
	if (plan.rare_rate < 0)
		plan.rare_rate = usual.rare_rate;
	if (o->rare_beside)
		plan.temporary_rate += plan.rare_rate;
	if (plan.length < 0)
		plan.length = usual.length;
	plan.length *= o->extend;
	plan.displaced = usual.displaced;
	plan.uses = usual.uses;
	if (plan.rare_rate > plan.temporary_rate)
		die("--rare-rate %g is more than the %g temporary users who arrive in a week; "
		    "lower it or raise --temporary-rate",
			plan.rare_rate, plan.temporary_rate);
	if (swf_resample_check(pools, &plan, &error) != 0)
		die_of(&error);
	if (!pools->classless && plan.long_term == 0 && plan.temporary == 0 &&
		plan.temporary_rate == 0)
		die("no user is drawn, so the workload would have no jobs");
	if (o->element == SWF_ELEMENT_USER)
		note_plan(pools, &plan);
	return plan;
}

/* Writes the jobs to the end. */
static void write_workload(struct swf_resample *resample, struct swf_header *header)
{
	struct swf_writer *writer = begin_log(fileno(output()), header);
	struct swf_error error;
	struct swf_job job;
	int got;
	int64_t jobs = 0;
	while ((got = swf_resample_next(resample, &job, &error)) == 1) {
		if (swf_writer_job(writer, &job) != 0)
			break;
		progress(++jobs);
	}
	end_log(writer, output_name());
	if (got < 0)
		die_of(&error);
	if (jobs == 0)
		warn("the workload has no jobs");
}

int main(int argc, char **argv)
{
	struct opts o = {.pools = {.rule = {.long_term = 12 * SWF_WEEK, .edge = 4 * SWF_WEEK},
				 .mix = MIX_REFUSE},
		.element = SWF_ELEMENT_USER,
		.plan = {.long_term = -1,
			.temporary = -1,
			.temporary_rate = -1,
			.rare_rate = -1,
			.length = -1},
		.load_factor = 1,
		.extend = 1,
		.seed = -1,
		.replication = -1};
	command_begin(&command, &o, argc, argv);
	default_random(&o.seed, &o.replication);
	check_opts(&o);

	struct swf_pools pools = {.element = o.element, .classless = is_displaced()};
	struct swf_header *header = read_pools(file_operands(), &o.pools, &pools);
	forget_counts(header);
	gsl_rng *rng = swf_random_new((uint64_t)o.seed, (uint64_t)o.replication);
	if (rng == NULL ||
		(o.with_replacement && swf_pools_draw_with_replacement(&pools, rng) != 0))
		die_of_memory();
	const struct swf_resample_plan plan = plan_for(&o, &pools);

	struct swf_error error;
	struct resample_map *map = o.map != NULL ? open_map(o.map) : NULL;
	struct swf_resample *resample =
		swf_resample_new(&pools, &plan, rng, map != NULL ? map_use : NULL, map, &error);
	if (resample == NULL)
		die_of(&error);
	write_workload(resample, header);
	if (map != NULL)
		close_map(map);
	swf_resample_free(resample);
	gsl_rng_free(rng);
	swf_pools_clear(&pools);
	return command_end();
}
