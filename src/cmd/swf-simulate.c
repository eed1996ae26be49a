/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-simulate: schedules the jobs of a log on a simulated machine and writes the log with the wait
 * times that come out; with feedback also with the submit times at which its users would have
 * submitted them.
 */
#include <math.h>

#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/resources.h"
#include "simulate/left-out.h"
#include "simulate/part-selection.h"
#include "simulate/programs.h"
#include "simulate/slurm-options.h"
#include "simulate/user-feedback.h"
#include "swfcore/simulation.h"

struct opts {
	struct swf_simulation simulation;
	struct user_feedback feedback;
	struct programs programs;
	struct slurm_options slurm;
	const char *left_out; /* a file, or NULL */
	int64_t seed;
	int simultaneous; /* the place in the list of that name below */
};

static const char *const event_orders[] = {"completions-first", "arrivals-first", NULL};
static const char *const simultaneous[] = {"log", "reverse", NULL};
static const char *const backfills[] = {"easy", "conservative", "none", NULL};
static const char *const oversizes[] = {"refuse", "skip", "clamp", NULL};
static const char *const dependencies[] = {"recorded", "log", NULL};

static void to_scheduler(void *opts, const char *value)
{
	((struct opts *)opts)->simulation.scheduler = scheduler_value(value);
}

static void to_queue_order(void *opts, const char *value)
{
	queue_order_value(value, &((struct opts *)opts)->simulation.scheduler_options);
}

static void to_prediction(void *opts, const char *value)
{
	struct swf_simulation *simulation = &((struct opts *)opts)->simulation;
	simulation->prediction = prediction_value(value, &simulation->window);
}

static void to_model(void *opts, const char *value)
{
	((struct opts *)opts)->feedback.options.model = user_model_value(value);
}

static void to_constant(void *opts, const char *value)
{
	constant_value(value, &((struct opts *)opts)->feedback.constants);
}

static void to_change(void *opts, const char *text)
{
	add_slurm_change(&((struct opts *)opts)->slurm, text);
}

static const char *const slurm_releases[] = {"22.05", "23.11", "24.11", NULL};

static const struct option_row options[] = {HEADING("Scheduler:"),
	{'s', "scheduler", "NAME",
		"easy (default), another ('list' describes them), or a plug-in ./FILE.so",
		TO_CALL(to_scheduler)},
	{'\0', "scheduler-command", "COMMAND", "a program that schedules; see swfkit-protocol(7)",
		TO_TEXT(programs.scheduler)},
	{'\0', "scheduler-timeout", "SECONDS",
		"longest time of a program for an answer (default: no limit)",
		TO_DURATION(programs.patience, 1)},
	{'\0', "alpha", "A", "for creasy: the weight of responsiveness, 0 (easy) to 1",
		TO_RATIO(simulation.scheduler_options.alpha, 1)},
	{'\0', "slurm-conf", "FILE", "for slurm: its slurm.conf", TO_FILE(slurm.conf)},
	{'\0', "slurm-associations", "FILE",
		"for slurm: its accounts and users, as sacctmgr dump writes them",
		TO_FILE(slurm.associations)},
	{'\0', "slurm-qos", "FILE",
		"for slurm: its QOS, as sacctmgr --parsable show qos prints them",
		TO_FILE(slurm.qos)},
	{'\0', "slurm-reservations", "FILE",
		"for slurm: reservations of nodes, as scontrol show reservation prints them",
		TO_FILE(slurm.reservations)},
	{'\0', "keys", "FILE", "for slurm: the names of the log's numbers (swf-import --keys)",
		TO_FILE(slurm.keys)},
	{'\0', "slurm-set", "SETTING=VALUE", "for slurm: replace a value of its slurm.conf",
		TO_CALL(to_change)},
	{'\0', "slurm-release", "RELEASE",
		"for slurm: whose defaults hold where its slurm.conf sets none",
		TO_CHOICE(slurm.release, slurm_releases)},
	{'\0', "slurm-settings", NULL, "print how each setting of these files is treated, and exit",
		TO_FLAG(slurm.settings)},
	{'\0', "order", "FORMULA", "for order: the job of its smallest value comes first",
		TO_TEXT(simulation.scheduler_options.order)},
	{'\0', "half-life", "TIME",
		"for order: what users have used counts half after this time (default: in full)",
		TO_DURATION(simulation.scheduler_options.half_life, 1)},
	{'\0', "backfill", "HOW", "for schedulers with an order of their own: how jobs overtake",
		TO_CHOICE(simulation.scheduler_options.backfill, backfills)},
	{'\0', "queue-order", "LIST",
		"for by-queue: the queues that come first (default: by their numbers)",
		TO_CALL(to_queue_order)},
	{'\0', "predict", "HOW",
		"run times that schedulers assume: estimate (default; easy++ recent:2), actual, "
		"recent:K, session:K, class:K ('list' describes them), or a plug-in ./FILE.so",
		TO_CALL(to_prediction)},
	{'\0', "predict-command", "COMMAND", "a program that predicts run times",
		TO_TEXT(programs.prediction)},
	HEADING("Machine and jobs:"),
	PROCS_OPTION(simulation.procs, "MaxProcs or MaxNodes of the log"),
	INCLUDE(resource_options),
	{'\0', "event-order", "ORDER", "which events of the same second come first",
		TO_CHOICE(simulation.event_order, event_orders)},
	{'\0', "simultaneous", "HOW", "order of jobs of the same second",
		TO_CHOICE(simultaneous, simultaneous)},
	SIZE_OPTION(simulation.size), OVERRUN_OPTION(simulation.overrun),
	{'\0', "oversize", "HOW", "what to do with a job larger than the machine",
		TO_CHOICE(simulation.oversize, oversizes)},
	{'\0', "left-out", "FILE",
		"write a table of the jobs that are not scheduled, by partition, queue and reason",
		TO_TEXT(left_out)},
	HEADING("Users who react:"),
	{'F', "feedback", "MODEL",
		"users wait for their jobs before they submit others: adjusted, fluid, "
		"distribution ('list' describes them), or a plug-in ./FILE.so",
		TO_CALL(to_model)},
	{'\0', "feedback-command", "COMMAND", "a program that stands for the users",
		TO_TEXT(programs.user_model)},
	INCLUDE(anonymous_users_options),
	{'\0', "dependencies", "FROM",
		"what users wait for: by recorded times, or by fields 17 and 18 of the log",
		TO_CHOICE(feedback.dependencies, dependencies)},
	{'\0', "constant", "NAME=VALUE",
		"a constant of the user models ('list' describes them); may be repeated",
		TO_CALL(to_constant)},
	{'\0', "abandon", "P", "users leave with a probability of up to P after each batch",
		TO_RATIO(feedback.options.abandon, 1)},
	{'\0', "patience", "T",
		"users go away until the next session after a longer response time than this",
		TO_DURATION(feedback.options.patience, 1)},
	{'\0', "join", "T",
		"new users come with a probability of one half where the mean response time is T",
		TO_DURATION(feedback.options.join, 1)},
	SEED_OPTION(seed), HEADING("Other options:"), INCLUDE(local_time_options),
	INCLUDE(writing_options), INCLUDE(extra_options), OPTIONS_END};

static const struct command command = {.name = "swf-simulate",
	.usage = "[options] [LOG]",
	.purpose = "Schedules the jobs of an SWF log (default: standard input) and writes the log "
		   "with the simulated wait times.",
	.options = options};

/* Those without which no code for programs runs. */
static const char *const program_options[] = {
	"scheduler-command", "predict-command", "feedback-command", "scheduler-timeout", NULL};

/* Ends where an option was given that the scheduler does not take. */
static void refuse_option(const char *option, const struct swf_scheduler *scheduler, bool takes)
{
	if (option_given(option) && !takes)
		die_usage("--scheduler %s takes no --%s", scheduler->name, option);
}

/* What the machine has, where options do not say: as the header does. */
static void settle_machine(struct swf_log *log, struct swf_simulation *s)
{
	const struct swf_header *header = swf_log_header(log);
	if (s->procs == 0)
		s->procs = swf_header_procs(header);
	if (s->procs == 0)
		die_without_procs(log, file_operand());
	if (!s->scheduler->takes_resources)
		return;
	s->resources[SWF_RESOURCE_GPUS] = machine_gpus(log);
	s->resources[SWF_RESOURCE_MEMORY] = machine_memory(log);
}

/* What was to be counted beside processors is not where a program does not say that it does. */
static void settle_for_procs(struct swf_simulation *simulation)
{
	if (simulation->scheduler->takes_resources)
		return;
	if (resources_asked_for())
		die("the program of --scheduler-command goes by processors alone: it does not say "
		    "'resources' behind ok 1");
	memset(simulation->resources, 0, sizeof simulation->resources);
}

static void check_opts(struct opts *o)
{
	static const char *const feedback[] = {"anonymous", "dependencies", "constant", "abandon",
		"patience", "join", "seed", NULL};
	static const char *const zone[] = {"start-time", "tz", NULL};
	static const char *const predict[] = {"predict", "predict-command", NULL};
	if (option_given_of(program_options) != NULL)
		settle_programs(&o->programs, &o->simulation, &o->feedback.options);
	const struct swf_scheduler *scheduler = o->simulation.scheduler;
	const struct swf_user_model *model = o->feedback.options.model;
	if (o->simulation.prediction == NULL)
		o->simulation.prediction = prediction_by_default(scheduler, &o->simulation.window);
	settle_extra(model == NULL, "goes without --feedback");
	if (scheduler->takes_alpha && !option_given("alpha"))
		die_usage("--scheduler %s needs --alpha", scheduler->name);
	refuse_option("alpha", scheduler, scheduler->takes_alpha);
	refuse_option("order", scheduler, scheduler->takes_order);
	refuse_option("half-life", scheduler, scheduler->takes_order);
	refuse_option("backfill", scheduler, scheduler->takes_backfill);
	refuse_option("queue-order", scheduler, scheduler->takes_queue_order);
	if (scheduler->by_requested && option_given_of(predict) != NULL)
		die_usage(
			"--scheduler %s takes no --%s", scheduler->name, option_given_of(predict));
	check_resources();
	if (resources_asked_for() && !scheduler->takes_resources)
		die_usage("--scheduler %s goes by processors alone, and takes no GPUs or memory",
			scheduler->name);
	check_slurm(&o->slurm, &o->simulation);
	if (model == NULL && option_given_of(feedback) != NULL)
		die_usage("--%s goes with --feedback", option_given_of(feedback));
	if (option_given("patience") && o->programs.user_model != NULL)
		die_usage("--patience goes with --feedback; with --feedback-command the program "
			  "decides");
	if (option_given("patience") && o->feedback.options.patience <= 0)
		die_usage("--patience: it must be more than 0");
	if (option_given("join") && o->feedback.options.join <= 0)
		die_usage("--join: it must be more than 0");
	if (option_given_of(zone) != NULL && (model == NULL || !model->local_time) &&
		o->simulation.prediction->begin == NULL && !is_slurm(&o->simulation))
		die_usage("--%s goes with --feedback distribution, --predict class or --scheduler "
			  "slurm",
			option_given_of(zone));
	if (model != NULL)
		check_constants(&o->feedback.constants, model);
	if (model != NULL && o->seed < 0) {
		o->seed = 1;
		default_argument("--seed 1");
	}
	if (scheduler->takes_order)
		settle_order(&o->simulation.scheduler_options);
	o->simulation.reverse_simultaneous = o->simultaneous == 1;
	o->feedback.options.seed = (uint64_t)o->seed;
}

/* A replay of which the fields after the 18th are kept. */
struct keeping {
	struct swf_replay replay; /* first: the replay's functions get it */
	int (*take)(void *self, struct swf_error *error);
};

static int take_and_keep(void *self, struct swf_error *error)
{
	const struct keeping *keeping = self;
	keep_extra(keeping->replay.log);
	return keeping->take(self, error);
}

static struct swf_source open_replay(struct keeping *keeping, struct swf_log *log)
{
	struct swf_source source = swf_replay_source(&keeping->replay, log);
	keeping->take = source.take;
	if (log_options()->extra)
		source.take = take_and_keep;
	return source;
}

/* Jobs come in the order in which they were read, but for those of users with feedback. */
static int write_job(void *self, const struct swf_job *job, struct swf_error *error)
{
	static int64_t written;
	progress(++written);
	if (put_job(self, job, (size_t)written - 1) != 0)
		return swf_writer_flush(self, error);
	return 0;
}

static void tell_left_out(void *self, const struct swf_job *job, const char *why)
{
	(void)self;
	count_left_out(job, why);
}

static void note_counts(
	const struct swf_simulation_counts *counts, const struct swf_simulation *simulation)
{
	const struct swf_scheduler *scheduler = simulation->scheduler;
	const bool by_requested = scheduler->by_requested, limits = scheduler->limits != NULL;
	note_count(counts->never_ran, "job", "without a run time: not scheduled (wait -1)");
	note_count(counts->no_size, "job", "without processors: not scheduled (wait -1)");
	note_left_out(counts->skipped, "job", "larger than the machine: not scheduled (wait -1)",
		counts->skipped_work, counts->work);
	note_left_out(counts->refused, "job", "that can never start: not scheduled (wait -1)",
		counts->refused_work, counts->work);
	note_count(counts->clamped, "job", "larger than the machine: cut to its size");
	note_left_out(counts->requeues, "run", "of jobs that were preempted and requeued: lost",
		counts->lost_work, counts->work);
	note_count(counts->cancelled, "job", "preempted and cancelled");
	if (counts->suspended > 0) {
		char text[96];
		snprintf(text, sizeof text,
			"suspended, for %.4g h in all: this time is part of their wait",
			counts->suspended_time / 3600);
		note_count(counts->suspended, "job", text);
	}
	note_count(counts->no_estimate, "job",
		limits ? "without an estimate: the scheduler's default served as one"
			: by_requested ? "without an estimate: counted as ending at once"
				       : "without an estimate: the run time served as one");
	note_count(counts->overrun, "job",
		simulation->overrun == SWF_OVERRUN_KILL ? limits
				? "longer than the scheduler lets them run: killed at that time"
				: "longer than the estimate: killed at it"
			: limits ? "longer than the scheduler lets them run: not killed"
			: by_requested
			? "longer than the estimate: counted as ending at any time from then on"
			: "longer than the estimate: it was raised to the run time");
	if (simulation->overrun == SWF_OVERRUN_KILL &&
		2 * counts->estimated_overrun > counts->estimated)
		warn("%lld of %lld jobs with an estimate were killed: estimates may be in another "
		     "unit than seconds; swf-check asks about that",
			(long long)counts->estimated_overrun, (long long)counts->estimated);
}

int main(int argc, char **argv)
{
	struct opts o = {.simulation.scheduler = swf_scheduler_named("easy"),
		.feedback.constants = swf_user_constants_default,
		.programs.patience = INFINITY,
		.seed = -1};
	struct swf_simulation *simulation = &o.simulation;
	command_begin(&command, &o, argc, argv);
	if (o.left_out != NULL)
		other_output("left-out", o.left_out);
	check_opts(&o);
	if (o.slurm.settings)
		print_slurm_settings(&o.slurm);

	struct swf_log *log = open_log();
	const bool slurm = is_slurm(simulation);
	if (slurm) {
		die_if_empty(log, file_operand());
		open_slurm(&o.slurm, swf_log_header(log), simulation);
	}
	settle_machine(log, simulation);

	struct swf_calendar *calendar = NULL;
	if (simulation->prediction->begin != NULL)
		simulation->calendar = calendar =
			local_time(swf_log_header(log), 0, (double)INFINITY);
	const bool programs = option_given_of(program_options) != NULL;
	if (programs) {
		start_programs(&o.programs, simulation, &o.feedback.options);
		settle_for_procs(simulation);
	}
	const bool feedback = o.feedback.options.model != NULL;
	struct keeping keeping;
	const struct swf_source source =
		feedback ? open_feedback(&o.feedback, log, simulation) : open_replay(&keeping, log);
	struct swf_header *header = copy_header(swf_log_header(log));
	forget_counts(header);
	if (slurm)
		declare_requeues(header);
	set_procs(header, simulation->procs);
	if (simulation->resources[SWF_RESOURCE_GPUS] > 0) {
		see_gpus();
		set_amount(header, "MaxGPUs", simulation->resources[SWF_RESOURCE_GPUS]);
	}
	if (simulation->resources[SWF_RESOURCE_MEMORY] > 0)
		set_amount(header, "MaxMemory", simulation->resources[SWF_RESOURCE_MEMORY]);
	struct swf_writer *writer = begin_log(fileno(output()), header);
	const struct swf_sink sink = {.self = writer,
		.job = write_job,
		.left_out = o.left_out != NULL ? tell_left_out : NULL};
	struct swf_simulation_counts counts;
	struct swf_error error;
	int result = swf_simulation_run(simulation, &source, &sink, &counts, &error);
	end_log(writer, output_name());
	if (result != 0)
		die_of(&error);
	if (o.left_out != NULL)
		write_left_out(o.left_out);
	if (programs)
		finish_programs(&o.programs);

	note_log_counts(swf_log_counts(log));
	note_counts(&counts, simulation);
	if (slurm) {
		note_slurm(&o.slurm);
		close_slurm(&o.slurm);
	}
	if (feedback) {
		note_feedback(&o.feedback);
		close_feedback(&o.feedback);
	}
	swf_calendar_free(calendar);
	swf_log_free(log);
	return command_end();
}
