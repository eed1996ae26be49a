/*
 * swf-simulate: schedules the jobs of a log on a simulated machine and writes the log with the wait
 * times that come out.
 */
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "log-io.h"
#include "output.h"
#include "swfcore/engine.h"

static const char *const event_orders[] = {"completions-first", "arrivals-first", NULL};
static const char *const simultaneous[] = {"log", "reverse", NULL};
static const char *const overruns[] = {"extend", "kill", NULL};
static const char *const oversizes[] = {"refuse", "skip", "clamp", NULL};

static void usage(FILE *file)
{
	fputs("usage: swf-simulate [options] [LOG]\n"
	      "Schedules the jobs of an SWF log (default: standard input) and writes the log with "
	      "the\n"
	      "simulated wait times.\n\n"
	      "  -s, --scheduler NAME     easy (default), fcfs; 'list' describes them\n"
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
	      "clamp\n" LOG_HELP COMMON_HELP,
		file);
}

static void list_schedulers(void)
{
	const struct swf_scheduler *const *s;
	for (s = swf_schedulers(); *s != NULL; s++)
		printf("%-14s %s\n", (*s)->name, (*s)->summary);
	exit(command_end());
}

static const struct swf_scheduler *scheduler_value(const char *name)
{
	if (strcmp(name, "list") == 0)
		list_schedulers();
	const struct swf_scheduler *scheduler = swf_scheduler_named(name);
	if (scheduler == NULL)
		die_usage("--scheduler: no scheduler '%s'; --scheduler list names them", name);
	return scheduler;
}

static void parse_opts(struct swf_simulation *s, int argc, char **argv)
{
	static const struct option options[] = {{"event-order", required_argument, NULL, 'e'},
		{"overrun", required_argument, NULL, 'r'},
		{"oversize", required_argument, NULL, 'O'}, {"procs", required_argument, NULL, 'p'},
		{"scheduler", required_argument, NULL, 's'},
		{"simultaneous", required_argument, NULL, 'S'},
		{"size", required_argument, NULL, 'z'}, LOG_LONG_OPTIONS, COMMON_LONG_OPTIONS,
		{NULL, 0, NULL, 0}};
	int c;
	while ((c = getopt_long(argc, argv, "e:O:p:r:s:S:z:" LOG_SHORT_OPTIONS COMMON_SHORT_OPTIONS,
			options, NULL)) != -1) {
		switch (c) {
		case 'e':
			s->event_order = (enum swf_event_order)choice_value(
				"event-order", optarg, event_orders);
			break;
		case 'O':
			s->oversize =
				(enum swf_oversize)choice_value("oversize", optarg, oversizes);
			break;
		case 'p':
			s->procs = (int32_t)whole_value("procs", optarg, 1, INT32_MAX);
			break;
		case 'r':
			s->overrun = (enum swf_overrun)choice_value("overrun", optarg, overruns);
			break;
		case 's':
			s->scheduler = scheduler_value(optarg);
			break;
		case 'S':
			s->reverse_simultaneous =
				choice_value("simultaneous", optarg, simultaneous) == 1;
			break;
		case 'z':
			s->size = size_value(optarg);
			break;
		default:
			common_option(c);
		}
	}
}

static int write_job(void *self, const struct swf_job *job, struct swf_error *error)
{
	static int64_t written;
	progress(++written);
	if (swf_writer_job(self, job) != 0)
		return swf_writer_flush(self, error);
	return 0;
}

static void note_counts(const struct swf_simulation_counts *counts, enum swf_overrun overrun)
{
	note_count(counts->never_ran, "job", "without a run time: not scheduled (wait -1)");
	note_count(counts->no_size, "job", "without processors: not scheduled (wait -1)");
	note_count(counts->skipped, "job", "larger than the machine: not scheduled (wait -1)");
	note_count(counts->clamped, "job", "larger than the machine: cut to its size");
	note_count(counts->no_estimate, "job", "without an estimate: the run time served as one");
	note_count(counts->overrun, "job",
		overrun == SWF_OVERRUN_KILL
			? "longer than the estimate: killed at it"
			: "longer than the estimate: it was raised to the run time");
}

int main(int argc, char **argv)
{
	struct swf_simulation simulation = {.scheduler = swf_scheduler_named("easy")};
	command_begin("swf-simulate", usage, argc, argv);
	parse_opts(&simulation, argc, argv);

	struct swf_log *log = open_log();
	if (simulation.procs == 0)
		simulation.procs = swf_header_procs(swf_log_header(log));
	if (simulation.procs == 0)
		die("the log has no positive MaxProcs or MaxNodes; give --procs N");

	struct swf_header *header = copy_header(swf_log_header(log));
	forget_counts(header);
	set_procs(header, simulation.procs);
	struct swf_writer *writer = begin_log(fileno(output()), header);

	struct swf_replay replay;
	const struct swf_source source = swf_replay_source(&replay, log);
	const struct swf_sink sink = {.self = writer, .job = write_job};
	struct swf_simulation_counts counts;
	struct swf_error error;
	int result = swf_simulate(&simulation, &source, &sink, &counts, &error);
	end_log(writer, output_name());
	if (result != 0)
		die("%s", error.text);

	note_log_counts(swf_log_counts(log));
	note_counts(&counts, simulation.overrun);
	swf_log_close(log);
	return command_end();
}
