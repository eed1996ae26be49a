/*
 * swf-generate: workloads from a model of users, and models from logs. A model tells how many users
 * there are, when they work, and what they submit; swf-model(5).
 */
#include <inttypes.h>
#include <string.h>

#include "model/fit.h"
#include "model/generate.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/memory.h"
#include "shared/output.h"
#include "shared/table-input.h"
#include "shared/table-output.h"
#include "swfcore/quantity.h"
#include "swfcore/workload.h"

/* What is negative was not given. */
struct opts {
	const char *model;
	bool fit;
	struct swf_generate_options generate;
	double load;
	int64_t seed, replication;
	enum swf_size size;
	bool workload_option, log_option; /* one that goes with a model, or with --fit */
};

/* A Monday, 0:00 UTC: second 0 of every workload. */
static const char start_of_workload[] = "946857600";

static void usage(FILE *file)
{
	fputs("usage: swf-generate -m MODEL [options]\n"
	      "       swf-generate --fit [options] [LOG]\n"
	      "Writes a workload of a model of users, or a model of an SWF log (default: standard\n"
	      "input).\n\n"
	      "  -m, --model FILE         the model: CSV, see swf-model(5)\n"
	      "  -w, --weeks N            length (default: the model's)\n"
	      "  -p, --procs N            processors of the machine (default: the model's)\n"
	      "  -l, --load F             as many users as make this load, such as 0.7 (default:\n"
	      "                           those of the model)\n"
	      "  -n, --no-daily-cycle     work begins at all hours of the week alike\n"
	      "  -s, --seed N             of the random numbers (default: 1)\n"
	      "  -k, --replication K      another workload of the same seed (default: 1)\n"
	      "  -a, --align              aligned columns\n"
	      "  -P, --no-provenance      no note of this command in the header\n"
	      "Models of logs:\n"
	      "  -f, --fit                write a model of the log\n" ANONYMOUS_HELP
	      "  -z, --size FIELD         size of a job: requested (default), allocated "
	      "processors\n" LOCAL_TIME_HELP SKIP_BAD_HELP COMMON_HELP,
		file);
}

static void parse_opts(struct opts *o, int argc, char **argv)
{
	static const struct option options[] = {ANONYMOUS_OPTION, {"fit", no_argument, NULL, 'f'},
		{"load", required_argument, NULL, 'l'}, {"model", required_argument, NULL, 'm'},
		{"no-daily-cycle", no_argument, NULL, 'n'}, {"procs", required_argument, NULL, 'p'},
		{"replication", required_argument, NULL, 'k'},
		{"seed", required_argument, NULL, 's'}, {"size", required_argument, NULL, 'z'},
		{"weeks", required_argument, NULL, 'w'}, LOCAL_TIME_LONG_OPTIONS, LOG_LONG_OPTIONS,
		COMMON_LONG_OPTIONS, {NULL, 0, NULL, 0}};
	int c;
	while ((c = getopt_long(argc, argv,
			"A:fk:l:m:np:s:w:z:" LOCAL_TIME_SHORT_OPTIONS LOG_SHORT_OPTIONS
				COMMON_SHORT_OPTIONS,
			options, NULL)) != -1) {
		o->workload_option |= strchr("klnswaP", c) != NULL;
		o->log_option |= strchr("AzTZb", c) != NULL;
		switch (c) {
		case 'f':
			o->fit = true;
			break;
		case 'k':
			o->replication = whole_value("replication", optarg, 0, INT64_MAX);
			break;
		case 'l':
			o->load = ratio_value("load", optarg, 1000);
			if (o->load == 0)
				die_usage("--load: it must be more than 0");
			break;
		case 'm':
			o->model = optarg;
			file_option(optarg);
			break;
		case 'n':
			o->generate.daily_cycle = false;
			break;
		case 'p':
			o->generate.procs = (int32_t)whole_value("procs", optarg, 1, INT32_MAX);
			break;
		case 's':
			o->seed = whole_value("seed", optarg, 0, INT64_MAX);
			break;
		case 'w':
			o->generate.length = duration_value("weeks", optarg, SWF_WEEK);
			if (o->generate.length == 0)
				die_usage("--weeks: it must be more than 0");
			break;
		case 'z':
			o->size = size_value(optarg);
			break;
		case 'T':
		case 'Z':
			local_time_option(c);
			break;
		default:
			common_option(c);
		}
	}
	if (o->fit == (o->model != NULL))
		die_usage("either --model or --fit tells what to write");
	if (o->fit && o->workload_option)
		die_usage("--fit goes without the options of workloads");
	if (!o->fit && o->log_option)
		die_usage("--anonymous, --size, --start-time, --tz and --skip-bad go with --fit");
	default_random(&o->seed, &o->replication);
	o->generate.seed = (uint64_t)o->seed;
	o->generate.replication = (uint64_t)o->replication;
}

/* The jobs of a log that tell something: those with a user, a run time and a size. */
static void read_workload(struct swf_log *log, enum swf_size size, struct swf_workload *workload)
{
	struct swf_job job;
	int64_t incomplete = 0;
	while (next_job(log, &job)) {
		if (job.run_time < 0 || swf_job_size(&job, size) <= 0) {
			incomplete++;
			continue;
		}
		if (swf_workload_add(workload, &job, size) != 0)
			die("out of memory");
	}
	need_users(log, file_operand());
	note_count(incomplete, "job", "without a run time or a size: left out");
	note_anonymous(workload->users.anonymous, workload->users.anonymous_work,
		swf_log_counts(log).work);
	if (swf_workload_finish(workload) != 0)
		die("out of memory");
}

static void fit(const struct opts *o)
{
	struct swf_log *log = open_log();
	const struct swf_header *header = swf_log_header(log);
	struct swf_workload workload = {0};
	struct swf_model model = {0};
	struct swf_fit_counts counts;
	struct swf_error error;
	read_workload(log, o->size, &workload);
	note_log_counts(swf_log_counts(log));
	struct swf_fit_options options = {.procs = o->generate.procs,
		.size = o->size,
		.rule = {.long_term = 12 * SWF_WEEK, .edge = 4 * SWF_WEEK}};
	if (options.procs == 0)
		options.procs = swf_header_procs(header);
	if (options.procs == 0)
		die_without_procs(log, file_operand());
	struct swf_calendar *calendar =
		local_time(header, workload.users.first, workload.users.last);
	options.calendar = calendar;
	if (swf_model_fit(&workload, &options, &model, &counts, &error) != 0)
		die("%s", error.text);
	note_count(
		counts.discarded, "user", "whom the log's edges cut: left out of the population");
	note_count(counts.unclassed, "user", "active for no time: put into the largest class");
	note("offered load: %.3g in the log, %.3g with the users of the model; population %.3f",
		counts.log_load, counts.model_load, counts.population);
	write_table(swf_model_table(&model), SWF_FORMAT_CSV);
	swf_model_free(&model);
	swf_calendar_free(calendar);
	swf_workload_free(&workload);
	swf_log_close(log);
}

/* The header of a workload of a model. */
static struct swf_header *workload_header(int32_t procs)
{
	struct swf_header *header = checked(swf_header_new());
	char number[24];
	snprintf(number, sizeof number, "%" PRId32, procs);
	const char *const lines[][2] = {{"Version", "2.2"},
		{"Computer", "none: a model's workload"}, {"MaxNodes", number},
		{"MaxProcs", number}, {"UnixStartTime", start_of_workload},
		{"TimeZoneString", "UTC"}};
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if (swf_header_add(header, lines[i][0], lines[i][1]) != 0)
			die("out of memory");
	return header;
}

static void write_workload(
	const struct swf_model *model, const struct swf_generate_options *options)
{
	struct swf_generator *generator = checked(swf_generator_new(model, options));
	struct swf_writer *writer = begin_log(fileno(output()), workload_header(options->procs));
	struct swf_job job;
	int64_t jobs = 0;
	double work = 0;
	int got;
	while ((got = swf_generator_next(generator, &job)) == 1) {
		if (swf_writer_job(writer, &job) != 0)
			break;
		work += job.requested * job.run_time;
		progress(++jobs);
	}
	end_log(writer, output_name());
	if (got < 0)
		die("out of memory");
	if (jobs == 0)
		warn("there is no job in the workload");
	note("%lld jobs of %lld users, a load of %.3f", (long long)jobs,
		(long long)swf_generator_users(generator),
		work / (options->procs * options->length));
	swf_generator_free(generator);
}

static void generate(struct opts *o)
{
	struct swf_generate_options *options = &o->generate;
	no_operand("--fit");
	struct swf_csv_reader *reader = open_table(o->model);
	struct swf_model model = {0};
	struct swf_error error;
	if (swf_model_read(reader, shown_name(o->model), &model, &error) != 0)
		die("%s", error.text);
	swf_csv_free(reader);
	if (options->procs == 0)
		options->procs = (int32_t)swf_model_value(&model, SWF_MODEL_PROCS, 0);
	if (options->length == 0)
		options->length = swf_model_value(&model, SWF_MODEL_WEEKS, 0) * SWF_WEEK;
	options->population = swf_model_value_or(&model, SWF_MODEL_POPULATION, 1);
	if (o->load > 0 &&
		swf_generate_population(&model, options, o->load, &options->population, &error) !=
			0)
		die("%s: %s", shown_name(o->model), error.text);
	write_workload(&model, options);
	swf_model_free(&model);
}

int main(int argc, char **argv)
{
	static struct opts o = {.generate = {.daily_cycle = true}, .seed = -1, .replication = -1};
	command_begin("swf-generate", usage, argc, argv);
	parse_opts(&o, argc, argv);
	if (o.fit)
		fit(&o);
	else
		generate(&o);
	return command_end();
}
