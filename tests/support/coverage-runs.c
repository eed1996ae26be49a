/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * coverage-runs --model FILE --schedulers LIST [options]: the runs of many studies, each of another
 * log of one model, as CSV on stdout.
 *
 * swf-experiment would make the same runs from processes, which takes ten times as long. For each
 * log K from --first to --last, replication K of --seed of the model, the rows of `compare` with
 * its classes of jobs: replication 0 is the log itself, and 1 to --replications are workloads of
 * it, resampled as the study does (--drawn site, the default) or with each user of the log once
 * (once).
 * A scheduler NAME-reversed is NAME with jobs of the same second in the reverse order. --users FILE
 * gets the effective number of users of each log. With --fluid users react; the
 * recorded schedule of a log is then that of EASY.
 */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "metrics/metrics-rows.h"
#include "model/generator.h"
#include "resample/resample.h"
#include "simulate/predictions.h"
#include "stats/stats.h"
#include "swfcore/feedback.h"
#include "swfcore/plug-in.h"
#include "table/csv-reader.h"

enum { STUDY_SEED = 1, CLASSES = 8, MOST_SCHEDULERS = 8 };
static const char *const class_names[CLASSES] = {"time-to-10m", "time-to-1h", "time-to-6h",
	"time-over-6h", "size-to-1", "size-to-8", "size-to-32", "size-over-32"};

struct study {
	const char *model;
	double weeks, load; /* 0: those of the model */
	long first, last, replications, seed;
	bool with_replacement;
	int64_t displace; /* weeks, or -1 for users of classes */
	bool fluid;
	struct chosen {
		const char *name;
		const struct swf_scheduler *scheduler;
		bool reversed;
	} schedulers[MOST_SCHEDULERS];
	int scheduler_count;
	struct swf_generator_options generate;
	FILE *users;
};

/* Jobs, and how far a simulation has come with them. */
struct jobs {
	struct swf_job *jobs;
	size_t count, capacity, next;
};

/* What a simulated job goes to: the metrics of all, by class and by user, or back into the log. */
enum { OF_ALL, BY_CLASS, BY_USER, KINDS };
struct measured {
	struct swf_metrics_options options[KINDS];
	struct swf_metrics *metrics[KINDS];
	struct jobs *recorded;
	size_t count;
};

static struct swf_error error;

static _Noreturn void die(const char *what)
{
	fprintf(stderr, "coverage-runs: %s\n", what);
	exit(1);
}

static void check(int result)
{
	if (result < 0)
		die(error.text);
}

static void *checked(void *pointer)
{
	if (pointer == NULL)
		die("no memory");
	return pointer;
}

static void add_job(struct jobs *jobs, const struct swf_job *job)
{
	if (jobs->count == jobs->capacity) {
		jobs->capacity = 2 * jobs->capacity + 1024;
		jobs->jobs = checked(realloc(jobs->jobs, jobs->capacity * sizeof *jobs->jobs));
	}
	jobs->jobs[jobs->count++] = *job;
}

static int peek(void *self, struct swf_arrival *arrival, struct swf_error *e)
{
	const struct jobs *jobs = self;
	(void)e;
	if (jobs->next == jobs->count)
		return 0;
	*arrival = (struct swf_arrival){.job = jobs->jobs[jobs->next], .tag = jobs->next};
	return 1;
}

static int take(void *self, struct swf_error *e)
{
	(void)e;
	((struct jobs *)self)->next++;
	return 0;
}

static int measure(void *self, const struct swf_job *job, struct swf_error *e)
{
	struct measured *m = self;
	if (m->recorded != NULL)
		m->recorded->jobs[m->count++].wait = job->wait;
	for (int i = 0; i < KINDS && m->recorded == NULL; i++)
		if (swf_metrics_add(m->metrics[i], job) != 0)
			return swf_fail_memory(e);
	return 0;
}

static struct swf_simulation simulation_of(const struct study *study, const struct chosen *chosen)
{
	return (struct swf_simulation){.scheduler = chosen->scheduler,
		.prediction = swf_prediction_named("estimate"),
		.procs = study->generate.procs,
		.reverse_simultaneous = chosen->reversed};
}

static void run(struct jobs *jobs, const struct swf_simulation *simulation,
	struct swf_source source, struct measured *measured)
{
	const struct swf_sink sink = {.self = measured, .job = measure};
	struct swf_simulation_counts counts;
	jobs->next = 0;
	check(swf_simulation_run(simulation, &source, &sink, &counts, &error));
}

/* The same where users react, from seed `SEED`00`REPLICATION` on, as in a study. */
static void run_fluid(struct jobs *jobs, const struct swf_simulation *simulation, long replication,
	struct measured *measured)
{
	char seed[32];
	struct swf_workload workload = {0};
	for (size_t i = 0; i < jobs->count; i++)
		if (swf_workload_add(&workload, &jobs->jobs[i], SWF_SIZE_REQUESTED) != 0)
			die("no memory");
	if (swf_workload_finish(&workload) != 0)
		die("no memory");
	snprintf(seed, sizeof seed, "%d00%ld", STUDY_SEED, replication);
	struct swf_history *history = checked(swf_history_new(
		&workload, simulation, SWF_DEPENDENCIES_RECORDED, &swf_user_constants_default));
	const struct swf_feedback_options options = {.model = swf_user_model_named("fluid"),
		.calendar = checked(swf_calendar_new_without_date()),
		.seed = strtoull(seed, NULL, 10)};
	struct swf_feedback *feedback = checked(swf_feedback_new(&options, history));
	run(jobs, simulation, swf_feedback_source(feedback), measured);
	swf_feedback_free(feedback);
	swf_history_free(history);
	swf_calendar_free((struct swf_calendar *)options.calendar);
	swf_workload_clear(&workload);
}

static void begin_row(const char *scheduler, long log, long replication, const char *class_)
{
	printf("%ld,%s,%ld,%s", log, scheduler, replication, class_);
}

static void print(double value)
{
	printf(isnan(value) ? "," : ",%.9g", value);
}

/* The rows of a table of metrics, one after the other. */
static struct swf_metrics_rows rows_of(struct swf_metrics *metrics)
{
	struct swf_metrics_rows rows;
	check(swf_metrics_rows_init(&rows, metrics, &error));
	return rows;
}

static void print_users(struct swf_metrics *metrics, size_t jobs)
{
	struct swf_metrics_rows rows = rows_of(metrics);
	struct swf_metrics_row row;
	double *values = checked(malloc((jobs + 1) * sizeof *values));
	size_t count = 0;
	int got;
	while ((got = swf_metrics_rows_next(&rows, &row, &error)) == 1)
		values[count++] = row.values.of[SWF_BOUNDED_SLOWDOWN].mean;
	check(got);
	const struct swf_description d = swf_stats_describe(values, count);
	print(d.median);
	print(d.p95);
	print(d.sd);
	putchar('\n');
	free(values);
	swf_metrics_rows_clear(&rows);
}

static void print_all(const struct swf_metric_values *f)
{
	print(f->of[SWF_WAIT].mean);
	print(f->of[SWF_WAIT].p95);
	print(f->of[SWF_WAIT].p99);
	print(f->of[SWF_BOUNDED_SLOWDOWN].mean);
	print(f->of[SWF_BOUNDED_SLOWDOWN].p95);
	print(f->throughput);
	print(f->utilization);
	print(f->queue.mean);
	print(f->saturation.stable);
}

/* A row for each class by run time and by size: averages of the waits of its jobs. */
static void print_classes(
	struct swf_metrics *metrics, const char *scheduler, long log, long replication)
{
	struct swf_metrics_rows rows = rows_of(metrics);
	struct swf_metrics_row row;
	double jobs[CLASSES] = {0}, waits[CLASSES] = {0};
	int got;
	while ((got = swf_metrics_rows_next(&rows, &row, &error)) == 1) {
		const double n = (double)row.values.of[SWF_WAIT].count;
		const int64_t of[] = {row.keys[SWF_BY_CLASS], CLASSES / 2 + row.keys[SWF_BY_SIZE]};
		for (int i = 0; i < 2; i++) {
			jobs[of[i]] += n;
			waits[of[i]] += n * row.values.of[SWF_WAIT].mean;
		}
	}
	check(got);
	swf_metrics_rows_clear(&rows);
	for (int i = 0; i < CLASSES; i++) {
		if (jobs[i] == 0)
			continue;
		begin_row(scheduler, log, replication, class_names[i]);
		print(waits[i] / jobs[i]);
		puts(",,,,,,,,,,,");
	}
}

static struct measured begin_measuring(const struct study *study, const struct jobs *jobs)
{
	struct measured m = {.count = 0};
	const double span = jobs->jobs[jobs->count - 1].submit - jobs->jobs[0].submit;
	const double until = study->fluid ? fmax(1, floor(span / SWF_WEEK)) * SWF_WEEK : 0;
	for (int i = 0; i < KINDS; i++)
		m.options[i] = (struct swf_metrics_options){
			.procs = study->generate.procs, .tau = 10, .until = until};
	struct swf_metrics_options *classes = &m.options[BY_CLASS];
	classes->by[SWF_BY_CLASS] = classes->by[SWF_BY_SIZE] = true;
	classes->class_limits = (struct swf_metrics_limits){
		.limits = {SWF_HOUR / 6, SWF_HOUR, 6 * SWF_HOUR}, .count = 3};
	classes->size_limits = (struct swf_metrics_limits){.limits = {1, 8, 32}, .count = 3};
	m.options[BY_USER].by[SWF_BY_USER] = true;
	return m;
}

/* Schedules a workload, and prints its rows. */
static void simulate(const struct study *study, const struct chosen *scheduler, struct jobs *jobs,
	long log, long replication)
{
	const struct swf_simulation simulation = simulation_of(study, scheduler);
	struct measured m = begin_measuring(study, jobs);
	for (int i = 0; i < KINDS; i++)
		m.metrics[i] = checked(swf_metrics_new(&m.options[i]));
	if (study->fluid)
		run_fluid(jobs, &simulation, replication, &m);
	else
		run(jobs, &simulation,
			(struct swf_source){.self = jobs, .peek = peek, .take = take}, &m);
	struct swf_metrics_rows rows = rows_of(m.metrics[OF_ALL]);
	struct swf_metrics_row row;
	check(swf_metrics_rows_next(&rows, &row, &error));
	begin_row(scheduler->name, log, replication, "all");
	print_all(&row.values);
	swf_metrics_rows_clear(&rows);
	print_users(m.metrics[BY_USER], jobs->count);
	print_classes(m.metrics[BY_CLASS], scheduler->name, log, replication);
	for (int i = 0; i < KINDS; i++)
		swf_metrics_free(m.metrics[i]);
}

/* Gives the log the waits of EASY, as recorded ones. */
static void record(const struct study *study, struct jobs *log)
{
	const struct swf_simulation simulation =
		simulation_of(study, &(struct chosen){.scheduler = swf_scheduler_named("easy")});
	struct measured m = {.recorded = log};
	run(log, &simulation, (struct swf_source){.self = log, .peek = peek, .take = take}, &m);
}

static void read_pools(const struct study *study, const struct jobs *log, struct swf_pools *pools)
{
	const struct swf_user_class_rule rule = {.long_term = 12 * SWF_WEEK, .edge = 4 * SWF_WEEK};
	const struct swf_rare_list none = {0};
	struct swf_pool_log pool_log = {0};
	*pools = (struct swf_pools){.element = SWF_ELEMENT_USER, .classless = study->displace >= 0};
	for (size_t i = 0; i < log->count; i++) {
		swf_users_span(&pool_log.jobs.users, &log->jobs[i]);
		if (swf_workload_add(&pool_log.jobs, &log->jobs[i], SWF_SIZE_REQUESTED) != 0)
			die("no memory");
	}
	pool_log.origin = pool_log.jobs.users.first;
	if (swf_pools_add(pools, &pool_log, &rule, &none) != 0)
		die("no memory");
}

static void resample(
	const struct study *study, struct swf_pools *pools, long replication, struct jobs *workload)
{
	gsl_rng *rng = checked(swf_random_new(STUDY_SEED, (uint64_t)replication));
	struct swf_job job;
	int got;
	/* as they were before the last draw */
	for (int c = 0; c < SWF_POOL_CLASSES; c++)
		for (size_t i = 0; i < pools->pools[c].count; i++)
			pools->pools[c].subtraces[i].weight = 1;
	if (study->with_replacement && swf_pools_draw_with_replacement(pools, rng) != 0)
		die("no memory");
	struct swf_resample_plan plan = swf_resample_plan_for(pools, 1, SWF_START_STATIONARY);
	plan.displace = study->displace >= 0 ? study->displace : 0;
	struct swf_resample *made = swf_resample_new(pools, &plan, rng, NULL, NULL, &error);
	if (made == NULL)
		die(error.text);
	workload->count = 0;
	while ((got = swf_resample_next(made, &job, &error)) == 1)
		add_job(workload, &job);
	check(got);
	swf_resample_free(made);
	gsl_rng_free(rng);
}

static void generate(
	const struct study *study, const struct swf_model *model, long number, struct jobs *log)
{
	struct swf_generator_options how = study->generate;
	struct swf_job job;
	int got;
	how.replication = (uint64_t)number;
	struct swf_generator *generator = checked(swf_generator_new(model, &how));
	log->count = 0;
	while ((got = swf_generator_next(generator, &job, &error)) == 1)
		add_job(log, &job);
	check(got);
	swf_generator_free(generator);
}

static void make_runs(const struct study *study, const struct swf_model *model)
{
	struct jobs log = {0}, workload = {0};
	struct swf_pools pools;
	for (long l = study->first; l <= study->last; l++) {
		generate(study, model, l, &log);
		if (log.count == 0)
			die("a log has no jobs");
		if (study->fluid)
			record(study, &log);
		read_pools(study, &log, &pools);
		if (study->users != NULL)
			fprintf(study->users, "%ld,%.6g\n", l,
				swf_users_effective(&pools.logs[0]->jobs.users));
		for (long k = 0; k <= study->replications; k++) {
			if (k > 0)
				resample(study, &pools, k, &workload);
			for (int s = 0; s < study->scheduler_count; s++)
				simulate(study, &study->schedulers[s], k > 0 ? &workload : &log, l,
					k);
		}
		swf_pools_clear(&pools);
	}
	free(log.jobs);
	free(workload.jobs);
}

static void choose_schedulers(struct study *study, char *list)
{
	static const char reversed[] = "-reversed";
	for (char *name = strtok(list, ","); name != NULL; name = strtok(NULL, ",")) {
		const size_t length = strlen(name), end = sizeof reversed - 1;
		char *base = checked(strdup(name));
		struct chosen chosen = {.name = name};
		if (length > end && strcmp(name + length - end, reversed) == 0) {
			chosen.reversed = true;
			base[length - end] = '\0';
		}
		chosen.scheduler = swf_scheduler_named(base);
		free(base);
		if (chosen.scheduler == NULL || study->scheduler_count == MOST_SCHEDULERS)
			die("--schedulers: unknown, or too many");
		study->schedulers[study->scheduler_count++] = chosen;
	}
}

static void choose_drawing(struct study *study, const char *how)
{
	study->with_replacement = strcmp(how, "once") != 0;
	study->displace = -1;
	if (strcmp(how, "any") == 0)
		study->displace = SWF_DISPLACE_ANY;
	else if (*how >= '0' && *how <= '9')
		study->displace = strtol(how, NULL, 10);
}

static void parse(struct study *study, int argc, char **argv)
{
	static const struct option options[] = {{"model", 1, NULL, 'm'}, {"weeks", 1, NULL, 'w'},
		{"load", 1, NULL, 'l'}, {"first", 1, NULL, 'f'}, {"last", 1, NULL, 't'},
		{"replications", 1, NULL, 'n'}, {"seed", 1, NULL, 's'}, {"drawn", 1, NULL, 'd'},
		{"schedulers", 1, NULL, 'S'}, {"users", 1, NULL, 'u'}, {"fluid", 0, NULL, 'F'},
		{NULL, 0, NULL, 0}};
	int option;
	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
		switch (option) {
		case 'm':
			study->model = optarg;
			break;
		case 'w':
			study->weeks = strtod(optarg, NULL);
			break;
		case 'l':
			study->load = strtod(optarg, NULL);
			break;
		case 'f':
			study->first = strtol(optarg, NULL, 10);
			break;
		case 't':
			study->last = strtol(optarg, NULL, 10);
			break;
		case 'n':
			study->replications = strtol(optarg, NULL, 10);
			break;
		case 's':
			study->seed = strtol(optarg, NULL, 10);
			break;
		case 'd':
			choose_drawing(study, optarg);
			break;
		case 'S':
			choose_schedulers(study, optarg);
			break;
		case 'F':
			study->fluid = true;
			break;
		case 'u':
			study->users = checked(fopen(optarg, "w"));
			fputs("log,effective_users\n", study->users);
			break;
		default:
			exit(2);
		}
	if (study->model == NULL || study->scheduler_count == 0)
		die("--model and --schedulers are needed");
}

/* Reads the model, and finds how many users make the load on average. */
static void read_model(struct study *study, struct swf_model *model)
{
	struct swf_csv_reader *reader = swf_csv_new(study->model, &error);
	if (reader == NULL)
		die(error.text);
	check(swf_model_read(reader, study->model, model, &error));
	swf_csv_free(reader);
	struct swf_generator_options *how = &study->generate;
	*how = (struct swf_generator_options){.length = study->weeks > 0
			? study->weeks * SWF_WEEK
			: swf_model_value(model, SWF_MODEL_WEEKS, 0) * SWF_WEEK,
		.procs = (int32_t)swf_model_value(model, SWF_MODEL_PROCS, 0),
		.population = swf_model_value_or(model, SWF_MODEL_POPULATION, 1),
		.daily_cycle = true,
		.seed = (uint64_t)study->seed};
	double load = 0;
	if (study->load > 0) {
		check(swf_generator_mean_load(model, how, &load, &error));
		how->population = study->load / load;
	}
}

int main(int argc, char **argv)
{
	struct study study = {
		.first = 1, .last = 1, .seed = 1, .with_replacement = true, .displace = 4};
	struct swf_model model = {0};
	parse(&study, argc, argv);
	read_model(&study, &model);
	puts("log,scheduler,replication,class,wait_mean,wait_p95,wait_p99,bsld_mean,bsld_p95,"
	     "throughput_per_day,utilization,queue_mean,stable,user_bsld_p50,user_bsld_p95,"
	     "user_bsld_sd");
	make_runs(&study, &model);
	swf_model_clear(&model);
	if (study.users != NULL && fclose(study.users) != 0)
		die("--users: cannot be written");
	if (fflush(stdout) != 0)
		die("stdout: cannot be written");
	return 0;
}
