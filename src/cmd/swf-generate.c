/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-generate: workloads from a model of users, and models from logs. A model tells how many users
 * there are, when they work, and what they submit; swf-model(5).
 */
#include <inttypes.h>
#include <string.h>

#include "model/fit.h"
#include "model/generator.h"
#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/table-input.h"
#include "shared/table-output.h"
#include "swfcore/quantity.h"
#include "swfcore/users.h"

/* What is negative was not given. */
struct opts {
	const char *model;
	bool fit, no_daily_cycle;
	struct swf_generator_options generate;
	double load;
	int64_t seed, replication;
	enum swf_size size;
};

/* A Monday, 0:00 UTC: second 0 of every workload. */
static const char start_of_workload[] = "946857600";

static const struct option_row options[] = {
	{'m', "model", "FILE", "the model: CSV, see swf-model(5)", TO_FILE(model)},
	{'w', "weeks", "N", "length (default: that of the model)",
		TO_DURATION(generate.length, SWF_WEEK)},
	PROCS_OPTION(generate.procs, "those of the model"),
	{'l', "load", "L",
		"offered load, such as 0.7, reached by the number of users (default: that of the "
		"model)",
		TO_FACTOR(load, 1000)},
	{'\0', "no-daily-cycle", NULL, "sessions start at all hours of the week alike",
		TO_FLAG(no_daily_cycle)},
	SEED_OPTION(seed), REPLICATION_OPTION(replication), INCLUDE(align_options),
	INCLUDE(provenance_options), HEADING("Models of logs:"),
	{'\0', "fit", NULL, "write a model of the log", TO_FLAG(fit)},
	INCLUDE(anonymous_users_options), SIZE_OPTION(size), INCLUDE(local_time_options),
	INCLUDE(reading_options), OPTIONS_END};

static const struct command command = {.name = "swf-generate",
	.usage = "--model FILE [options]\n--fit [options] [LOG]",
	.purpose = "Writes a workload of a model of users, or a model of an SWF log (default: "
		   "standard input).",
	.options = options};

static void settle_opts(struct opts *o)
{
	static const char *const of_workloads[] = {"weeks", "load", "no-daily-cycle", "seed",
		"replication", "align", "no-provenance", NULL};
	static const char *const of_logs[] = {
		"anonymous", "size", "start-time", "tz", "skip-bad", NULL};
	if (o->fit == (o->model != NULL))
		die_usage("give either --model or --fit");
	if (o->fit && option_given_of(of_workloads) != NULL)
		die_usage("--%s goes without --fit", option_given_of(of_workloads));
	if (!o->fit && option_given_of(of_logs) != NULL)
		die_usage("--%s goes with --fit", option_given_of(of_logs));
	if (option_given("weeks") && o->generate.length == 0)
		die_usage("--weeks: it must be more than 0");
	default_random(&o->seed, &o->replication);
	o->generate.daily_cycle = !o->no_daily_cycle;
	o->generate.seed = (uint64_t)o->seed;
	o->generate.replication = (uint64_t)o->replication;
}

/* What a model goes by of a job; other fields would take memory. */
static struct swf_job part_of_model(const struct swf_job *job, enum swf_size size)
{
	const int32_t procs = swf_job_size(job, size);
	return (struct swf_job){.number = SWF_UNKNOWN,
		.submit = job->submit,
		.wait = job->wait,
		.run_time = job->run_time,
		.allocated = procs,
		.requested = SWF_UNKNOWN,
		.estimate = job->estimate,
		.user = job->user};
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
		const struct swf_job part = part_of_model(&job, size);
		must(swf_workload_add(workload, &part, size));
	}
	need_users(log, file_operand());
	note_count(incomplete, "job", "without a run time or a size: left out");
	note_anonymous(workload->users.anonymous, workload->users.anonymous_work,
		swf_log_counts(log).work);
	must(swf_workload_finish(workload));
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
	struct swf_fit_options how = {.procs = o->generate.procs,
		.size = o->size,
		.rule = {.long_term = 12 * SWF_WEEK, .edge = 4 * SWF_WEEK}};
	if (how.procs == 0)
		how.procs = swf_header_procs(header);
	if (how.procs == 0)
		die_without_procs(log, file_operand());
	struct swf_calendar *calendar =
		local_time(header, workload.users.first, workload.users.last);
	how.calendar = calendar;
	if (swf_fit_model(&workload, &how, &model, &counts, &error) != 0)
		die_of(&error);
	note_count(counts.discarded, "user",
		"cut off by an end of the log: left out of the population");
	note_count(counts.unclassed, "user", "active for no time: put into the largest class");
	note("offered load: %.3g in the log, %.3g with the users of the model; population %.3f",
		counts.log_load, counts.model_load, counts.population);
	write_table(swf_model_table(&model), SWF_FORMAT_CSV);
	swf_model_clear(&model);
	swf_calendar_free(calendar);
	swf_workload_clear(&workload);
	swf_log_free(log);
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
		must(swf_header_add(header, lines[i][0], lines[i][1]));
	return header;
}

static void write_workload(const struct swf_model *model, const struct swf_generator_options *how)
{
	struct swf_generator *generator = checked(swf_generator_new(model, how));
	struct swf_writer *writer = begin_log(fileno(output()), workload_header(how->procs));
	struct swf_job job;
	int64_t jobs = 0;
	double work = 0;
	struct swf_error error;
	int got;
	while ((got = swf_generator_next(generator, &job, &error)) == 1) {
		if (swf_writer_job(writer, &job) != 0)
			break;
		work += job.requested * job.run_time;
		progress(++jobs);
	}
	end_log(writer, output_name());
	if (got < 0)
		die_of(&error);
	if (jobs == 0)
		warn("the workload has no jobs");
	note("%lld jobs of %lld users, a load of %.3f", (long long)jobs,
		(long long)swf_generator_users(generator), work / (how->procs * how->length));
	swf_generator_free(generator);
}

static void generate(struct opts *o)
{
	struct swf_generator_options *how = &o->generate;
	no_operand("--fit");
	struct swf_csv_reader *reader = open_table(o->model);
	struct swf_model model = {0};
	struct swf_error error;
	if (swf_model_read(reader, shown_name(o->model), &model, &error) != 0)
		die_of(&error);
	swf_csv_free(reader);
	if (how->procs == 0)
		how->procs = (int32_t)swf_model_value(&model, SWF_MODEL_PROCS, 0);
	if (how->length == 0)
		how->length = swf_model_value(&model, SWF_MODEL_WEEKS, 0) * SWF_WEEK;
	how->population = swf_model_value_or(&model, SWF_MODEL_POPULATION, 1);
	if (o->load > 0 &&
		swf_generator_population(&model, how, o->load, &how->population, &error) != 0)
		die("%s: %s", shown_name(o->model), error.text);
	write_workload(&model, how);
	swf_model_clear(&model);
}

int main(int argc, char **argv)
{
	static struct opts o = {.seed = -1, .replication = -1};
	command_begin(&command, &o, argc, argv);
	settle_opts(&o);
	if (o.fit)
		fit(&o);
	else
		generate(&o);
	return command_end();
}
