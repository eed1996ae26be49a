/*
 * swf-simulate: schedules the jobs of a log on a simulated machine and writes the log with the wait
 * times that come out; with feedback also with the submit times at which its users would have
 * submitted them.
 */
#include <stdlib.h>
#include <string.h>

#include "shared/choices.h"
#include "shared/common.h"
#include "shared/extra.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/output.h"
#include "simulate/user-feedback.h"
#include "swfcore/engine.h"

struct opts {
	struct swf_simulation simulation;
	struct user_feedback users;
	int64_t seed;
	bool has_alpha;
	const char *feedback_option, *zone_option; /* one that was given, or NULL */
};

static const char *const event_orders[] = {"completions-first", "arrivals-first", NULL};
static const char *const simultaneous[] = {"log", "reverse", NULL};
static const char *const oversizes[] = {"refuse", "skip", "clamp", NULL};
static const char *const dependencies[] = {"recorded", "log", NULL};

static void usage(FILE *file)
{
	fputs("usage: swf-simulate [options] [LOG]\n"
	      "Schedules the jobs of an SWF log (default: standard input) and writes the log with "
	      "the\n"
	      "simulated wait times.\n\n"
	      "  -s, --scheduler NAME     easy (default), fcfs, easy-sjbf, easy++, conservative,\n"
	      "                           creasy; 'list' describes them\n"
	      "  -A, --alpha A            of creasy: the weight of responsiveness, 0 (easy) to 1\n"
	      "  -k, --predict HOW        run times that schedulers go by: estimate (default; "
	      "easy++\n"
	      "                           recent:2), actual, recent:K; 'list' describes them\n"
	      "  -p, --procs N            processors of the machine (default: MaxProcs of the "
	      "log)\n"
	      "  -e, --event-order ORDER  completions-first (default), arrivals-first\n"
	      "  -S, --simultaneous HOW   jobs of the same second in the order of the log "
	      "(default),\n"
	      "                           or reverse\n"
	      "  -z, --size FIELD         size of a job: requested (default), allocated "
	      "processors\n"
	      "  -r, --overrun HOW        a job longer than its estimate: extend (default) the "
	      "estimate,\n"
	      "                           or kill the job at it\n"
	      "  -O, --oversize HOW       a job larger than the machine: refuse (default), skip, "
	      "clamp\n"
	      "  -f, --feedback MODEL     users wait for their jobs before they submit others: "
	      "adjusted,\n"
	      "                           fluid, distribution; 'list' describes them\n"
	      "  -U, --anonymous HOW      jobs without a user: each its own user's, or all of one "
	      "user\n"
	      "  -d, --dependencies FROM  what they wait for: from recorded times (default), or "
	      "as fields\n"
	      "                           17 and 18 of the log name it\n"
	      "  -L, --abandon P          users leave with a chance of up to P after each batch\n"
	      "  -R, --seed N             of the random numbers of the users (default: "
	      "1)\n" LOCAL_TIME_HELP LOG_HELP EXTRA_HELP COMMON_HELP,
		file);
}

static void list(const char *name, const char *summary)
{
	printf("%-14s %s\n", name, summary);
}

static const struct swf_scheduler *scheduler_value(const char *name)
{
	if (strcmp(name, "list") == 0) {
		for (const struct swf_scheduler *const *s = swf_schedulers(); *s != NULL; s++)
			list((*s)->name, (*s)->summary);
		exit(command_end());
	}
	const struct swf_scheduler *scheduler = swf_scheduler_named(name);
	if (scheduler == NULL)
		die_usage("--scheduler: no scheduler '%s'; --scheduler list names them%s", name,
			hint(name, scheduler_names()));
	return scheduler;
}

/* Takes a prediction by its name or, if it takes a window, as NAME:K. */
static void prediction_value(struct swf_simulation *simulation, const char *value)
{
	char name[32];
	if (strcmp(value, "list") == 0) {
		for (const struct swf_prediction *const *p = swf_predictions(); *p != NULL; p++) {
			snprintf(name, sizeof name, "%s%s", (*p)->name,
				(*p)->takes_window ? ":K" : "");
			list(name, (*p)->summary);
		}
		exit(command_end());
	}
	const char *window = split_value(value, ':', name, sizeof name);
	simulation->prediction = swf_prediction_named(name);
	if (simulation->prediction == NULL)
		die_usage("--predict: no prediction '%s'; --predict list names them", value);
	if (simulation->prediction->takes_window != (window != NULL))
		die_usage("--predict: '%s': %s", value,
			window != NULL ? "it takes no number"
				       : "it needs a number, as in recent:2");
	if (window != NULL)
		simulation->window = (size_t)whole_value("predict", window, 1, SWF_WINDOW_MOST);
}

static const struct swf_user_model *model_value(const char *name)
{
	if (strcmp(name, "list") == 0) {
		for (const struct swf_user_model *const *m = swf_user_models(); *m != NULL; m++)
			list((*m)->name, (*m)->summary);
		exit(command_end());
	}
	const struct swf_user_model *model = swf_user_model_named(name);
	if (model == NULL)
		die_usage("--feedback: no user model '%s'; --feedback list names them%s", name,
			hint(name, user_model_names()));
	return model;
}

static void check_opts(struct opts *o)
{
	const struct swf_scheduler *scheduler = o->simulation.scheduler;
	const struct swf_user_model *model = o->users.options.model;
	if (o->simulation.prediction == NULL)
		prediction_value(&o->simulation,
			scheduler->predict != NULL ? scheduler->predict : "estimate");
	settle_extra(model == NULL, "goes without --feedback");
	if (scheduler->takes_alpha && !o->has_alpha)
		die_usage("--scheduler %s needs --alpha", scheduler->name);
	if (o->has_alpha && !scheduler->takes_alpha)
		die_usage("--scheduler %s takes no --alpha", scheduler->name);
	if (model == NULL && o->feedback_option != NULL)
		die_usage("--%s goes with --feedback", o->feedback_option);
	if (o->zone_option != NULL && (model == NULL || !model->local_time))
		die_usage("--%s goes with --feedback distribution", o->zone_option);
	if (model != NULL && o->seed < 0) {
		o->seed = 1;
		default_argument("--seed 1");
	}
	o->users.options.seed = (uint64_t)o->seed;
}

static void parse_opts(struct opts *o, int argc, char **argv)
{
	static const struct option options[] = {{"abandon", required_argument, NULL, 'L'},
		{"alpha", required_argument, NULL, 'A'},
		{"anonymous", required_argument, NULL, 'U'},
		{"dependencies", required_argument, NULL, 'd'},
		{"event-order", required_argument, NULL, 'e'},
		{"feedback", required_argument, NULL, 'f'},
		{"overrun", required_argument, NULL, 'r'},
		{"oversize", required_argument, NULL, 'O'},
		{"predict", required_argument, NULL, 'k'}, {"procs", required_argument, NULL, 'p'},
		{"scheduler", required_argument, NULL, 's'}, {"seed", required_argument, NULL, 'R'},
		{"simultaneous", required_argument, NULL, 'S'},
		{"size", required_argument, NULL, 'z'}, LOCAL_TIME_LONG_OPTIONS, LOG_LONG_OPTIONS,
		EXTRA_OPTION, COMMON_LONG_OPTIONS, {NULL, 0, NULL, 0}};
	struct swf_simulation *s = &o->simulation;
	int c;
	while ((c = getopt_long(argc, argv,
			"A:d:e:f:k:L:O:p:r:R:s:S:U:z:" LOCAL_TIME_SHORT_OPTIONS LOG_SHORT_OPTIONS
				EXTRA_SHORT_OPTIONS COMMON_SHORT_OPTIONS,
			options, NULL)) != -1) {
		switch (c) {
		case 'A':
			s->scheduler_options.alpha = ratio_value("alpha", optarg, 1);
			o->has_alpha = true;
			break;
		case 'd':
			o->users.dependencies = (enum swf_dependencies)choice_value(
				"dependencies", optarg, dependencies);
			o->feedback_option = "dependencies";
			break;
		case 'e':
			s->event_order = (enum swf_event_order)choice_value(
				"event-order", optarg, event_orders);
			break;
		case 'f':
			o->users.options.model = model_value(optarg);
			break;
		case 'k':
			prediction_value(s, optarg);
			break;
		case 'L':
			o->users.options.abandon = ratio_value("abandon", optarg, 1);
			o->feedback_option = "abandon";
			break;
		case 'O':
			s->oversize =
				(enum swf_oversize)choice_value("oversize", optarg, oversizes);
			break;
		case 'p':
			s->procs = (int32_t)whole_value("procs", optarg, 1, INT32_MAX);
			break;
		case 'r':
			s->overrun = overrun_value(optarg);
			break;
		case 'R':
			o->seed = whole_value("seed", optarg, 0, INT64_MAX);
			o->feedback_option = "seed";
			break;
		case 's':
			s->scheduler = scheduler_value(optarg);
			break;
		case 'S':
			s->reverse_simultaneous =
				choice_value("simultaneous", optarg, simultaneous) == 1;
			break;
		case 'T':
		case 'Z':
			local_time_option(c);
			o->zone_option = c == 'T' ? "start-time" : "tz";
			break;
		case 'U':
			(void)anonymous_option(false);
			o->feedback_option = "anonymous";
			break;
		case 'z':
			s->size = size_value(optarg);
			break;
		default:
			common_option(c);
		}
	}
	check_opts(o);
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

static void note_counts(const struct swf_simulation_counts *counts, enum swf_overrun overrun)
{
	note_count(counts->never_ran, "job", "without a run time: not scheduled (wait -1)");
	note_count(counts->no_size, "job", "without processors: not scheduled (wait -1)");
	note_left_out(counts->skipped, "job", "larger than the machine: not scheduled (wait -1)",
		counts->skipped_work, counts->work);
	note_count(counts->clamped, "job", "larger than the machine: cut to its size");
	note_count(counts->no_estimate, "job", "without an estimate: the run time served as one");
	note_count(counts->overrun, "job",
		overrun == SWF_OVERRUN_KILL
			? "longer than the estimate: killed at it"
			: "longer than the estimate: it was raised to the run time");
}

int main(int argc, char **argv)
{
	struct opts o = {.simulation.scheduler = swf_scheduler_named("easy"), .seed = -1};
	struct swf_simulation *simulation = &o.simulation;
	command_begin("swf-simulate", usage, argc, argv);
	parse_opts(&o, argc, argv);

	struct swf_log *log = open_log();
	if (simulation->procs == 0)
		simulation->procs = swf_header_procs(swf_log_header(log));
	if (simulation->procs == 0)
		die_without_procs(log, file_operand());

	const bool feedback = o.users.options.model != NULL;
	struct keeping keeping;
	const struct swf_source source =
		feedback ? open_feedback(&o.users, log, simulation) : open_replay(&keeping, log);
	struct swf_header *header = copy_header(swf_log_header(log));
	forget_counts(header);
	set_procs(header, simulation->procs);
	struct swf_writer *writer = begin_log(fileno(output()), header);
	const struct swf_sink sink = {.self = writer, .job = write_job};
	struct swf_simulation_counts counts;
	struct swf_error error;
	int result = swf_simulate(simulation, &source, &sink, &counts, &error);
	end_log(writer, output_name());
	if (result != 0)
		die("%s", error.text);

	note_log_counts(swf_log_counts(log));
	note_counts(&counts, simulation->overrun);
	if (feedback)
		note_feedback(&o.users);
	close_feedback(&o.users);
	swf_log_close(log);
	return command_end();
}
