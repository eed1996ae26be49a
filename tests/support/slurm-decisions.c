/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * slurm-decisions [-l SECONDS] [-w WORKLOAD] [-j JOB] FOLDER: compares the scheduler slurm with
 * what a real Slurm has recorded (tests/slurm), one decision at a time, each from the same past.
 *
 * For each job there is a simulation of its own. Up to SECONDS (of -l; by default two intervals of
 * backfilling and a minute) before the job really started, all jobs start when they really did. A
 * job whose nodes are not free in the same second starts as soon as they are. It has the processors
 * of each node that it really had, if the recording tells. From then on the
 * scheduler is free. Its cycles of backfilling are in phase with the nearest real one that started
 * something. What of that second came before the cycle is not recorded, nor which jobs that ended
 * in the second before had given back their nodes. The scheduler is asked for each, with the cycle
 * behind all of that, half a second earlier, and a second and a half earlier, and the closest start
 * counts.
 *
 * Prints a line for each job: its number, when it really started, when the scheduler starts it (s),
 * and the second less the first. With -j, such a line for each job that the scheduler starts in the
 * simulation of JOB. Says on stderr how many starts had to wait for their nodes.
 *
 * The model is that of Slurm 22.05, or of 24.11 if FOLDER has a file `release`.
 *
 * Nodes are free again at the end that the recording has. Only jobs that did not end when they were
 * told to kept them longer: until KillWait had passed, or until their own end. Which did, and how
 * long they would have run, is in WORKLOAD: what slurm-workload.awk writes. Where jobs are
 * suspended, none is kept running for that, as such a job is not suspended any more.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "accounting/names.h"
#include "slurm/model/node-sets.h"
#include "slurm/model/nodes-state.h"
#include "slurm/model/preemption.h"
#include "slurm/model/suspension.h"
#include "slurm/slurm.h"
#include "swfcore/jobs.h"
#include "swfcore/log.h"
#include "swfcore/simulation.h"

static const char *folder;
static struct swf_slurm_conf *conf;
static struct swf_slurm_site site;
static struct swf_slurm_reserved_list reserved;
static struct swf_slurm_loops loops; /* as configured */
static struct swf_names names[SWF_NAME_KINDS];
static struct swf_log *log_read;

/* The jobs, which are numbered 1, 2, 3, ... */
static struct swf_jobs jobs;

/* What really ran, in the order of the starts: each job once, or where runs.csv is there several
 * times. */
struct run {
	size_t job;
	double start, end; /* s */
	double before;     /* s, the end of the job's run before, or -INFINITY */
	int64_t tier;      /* of its partition */
	bool requeued;     /* at its end */
	bool backfilled;
	bool late;       /* had to wait for its nodes */
	uint64_t *nodes; /* the set */
	int32_t *procs;  /* of each node of the machine; NULL: not recorded */
};
static struct run *runs;
static size_t run_count;

/* The simulation that runs. */
static double first_update; /* s, of priorities */
static double free_from;
static bool was_free;   /* at the last pass */
static double cycle_at; /* s */
static const struct run *watched;
static bool show_starts;        /* of others too */
static bool found;              /* has started */
static double found_at;         /* s */
static struct swf_task **tasks; /* of jobs that are in the system */
static size_t next_job;

static _Noreturn void die(const char *what)
{
	fprintf(stderr, "slurm-decisions: %s: %s\n", folder, what);
	exit(1);
}

static const char *in_folder(const char *name, bool needed)
{
	static char paths[8][4096];
	static int next;
	char *path = paths[next++ % 8];
	snprintf(path, sizeof paths[0], "%s/%s", folder, name);
	if (access(path, R_OK) == 0)
		return path;
	if (needed)
		die(name);
	return NULL;
}

static size_t place_of(const struct swf_task *task)
{
	return (size_t)task->job->number - 1;
}

/* While starts are forced no loop of the scheduler runs. */
static void set_free(bool is_free)
{
	conf->loops = loops;
	if (!is_free) {
		conf->loops.sched_interval = -1;
		conf->loops.backfill = false;
	}
}

/* The state, with priorities that are computed anew at the real times. */
static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	set_free(false);
	struct swf_slurm_daemon *s = swf_scheduler_slurm.new_state(machine, options);
	if (s == NULL)
		return NULL;
	struct swf_slurm_priority *priority = swf_slurm_priority_new(&site, first_update);
	if (priority == NULL) {
		swf_scheduler_slurm.free_state(s);
		return NULL;
	}
	swf_slurm_priority_free(s->priority);
	s->priority = priority;
	s->priority_due = swf_slurm_priority_due(priority);
	return s;
}

static int arrive(void *state, struct swf_task *task)
{
	tasks[place_of(task)] = task;
	return swf_scheduler_slurm.arrive(state, task);
}

/* Whether each node of a run has the processors free that the run had of it: 1, 0, -1. */
static int are_free(struct swf_slurm_daemon *s, const struct run *run, struct swf_slurm_job *job)
{
	struct swf_slurm_request request = job->request;
	int fits = 1;
	uint64_t *node = calloc(conf->words, sizeof *node);
	if (node == NULL)
		return -1;
	request.min_nodes = request.max_nodes = 1;
	for (size_t i = 0; i < conf->node_count && fits == 1; i++) {
		if (run->procs[i] == 0)
			continue;
		memset(node, 0, conf->words * sizeof *node);
		swf_slurm_node_sets_put(node, i);
		request.cpus = run->procs[i];
		fits = swf_slurm_nodes_choose(s->nodes, &request, node, &job->allocation);
	}
	free(node);
	return fits;
}

/* Chooses what a run really had, as far as that is recorded: 1, 0 when it is not free, -1. */
static int choose(struct swf_slurm_daemon *s, const struct run *run, struct swf_slurm_job *job)
{
	if (run->procs == NULL)
		return swf_slurm_nodes_choose(
			s->nodes, &job->request, run->nodes, &job->allocation);
	struct swf_slurm_request request = job->request;
	request.cpus = 0;
	request.min_nodes = 0;
	for (size_t i = 0; i < conf->node_count; i++) {
		request.cpus += run->procs[i];
		request.min_nodes += run->procs[i] > 0;
	}
	request.max_nodes = request.min_nodes;
	int fits = are_free(s, run, job);
	if (fits == 1)
		fits = swf_slurm_nodes_choose(s->nodes, &request, run->nodes, &job->allocation);
	for (size_t i = 0; fits == 1 && i < job->allocation.count; i++) {
		struct swf_slurm_share *share = &job->allocation.shares[i];
		share->cpus = run->procs[share->node];
		if (request.memory_a_cpu > 0)
			share->memory = request.memory_a_cpu * share->cpus;
	}
	/* of the cores that the choice has left to it */
	if (fits == 1 && job->allocation.shares_cores &&
		swf_slurm_sharing_choose(s->nodes, &job->allocation) != 0)
		return -1;
	return fits;
}

/* Starts a job that waits, whatever limits say: 1, 0 when its nodes are not free, -1. */
static int force(struct swf_slurm_daemon *s, struct swf_task *task, const struct run *run)
{
	struct swf_slurm_job *job = swf_slurm_job_list_of(&s->jobs, task);
	const double now = s->machine->now;
	const int fits = choose(s, run, job);
	if (fits != 1)
		return fits;
	if (swf_slurm_nodes_take(s->nodes, &job->allocation, now, job->limit) != 0 ||
		swf_machine_start(s->machine, task) != 0)
		return -1;
	swf_slurm_daemon_started(s, job);
	return 1;
}

static int force_all(struct swf_slurm_daemon *s)
{
	const double now = s->machine->now;
	for (size_t i = 0; i < run_count && runs[i].start < free_from; i++) {
		struct run *run = &runs[i];
		struct swf_task *task = tasks[run->job];
		if (run->start > now)
			break;
		if (task == NULL)
			continue;
		const bool over = run->requeued && run->end <= now;
		if (over && task->started && task->start < run->end && task->start >= run->start &&
			swf_slurm_requeue(s, swf_slurm_job_list_of(&s->jobs, task)) != 0)
			return -1;
		if (over || task->started)
			continue;
		const int started = force(s, task, run);
		if (started < 0)
			return -1;
		run->late |= started == 0;
	}
	swf_slurm_waiting_remove_started(&s->waiting);
	return swf_slurm_suspension_update(s);
}

static void print_start(const struct run *run, double start)
{
	printf("%zu %.0f %.0f %.0f\n", run->job + 1, run->start, start, start - run->start);
}

/* What the pass has started. */
static void print_starts(double now)
{
	for (size_t i = 0; i < run_count; i++) {
		const struct swf_task *task = tasks[runs[i].job];
		if (task != NULL && task->started && task->start == now)
			print_start(&runs[i], now);
	}
}

/* The last cycle was before now, and one of those to come is at that time. */
static void set_phase(struct swf_slurm_daemon *s)
{
	const double interval = loops.bf_interval;
	if (interval > 0)
		s->backfill.ran =
			cycle_at - (floor((cycle_at - s->machine->now) / interval) + 1) * interval;
}

static int pass(void *state)
{
	struct swf_slurm_daemon *s = state;
	const bool is_free = s->machine->now >= free_from;
	set_free(is_free);
	if (is_free && !was_free)
		set_phase(s);
	was_free = is_free;
	if (!is_free && swf_scheduler_slurm.pass(state) != 0)
		return -1;
	if (!is_free)
		return force_all(s);
	if (swf_scheduler_slurm.pass(state) != 0)
		return -1;
	if (show_starts)
		print_starts(s->machine->now);
	const struct swf_task *task = tasks[watched->job];
	if (task == NULL || !task->started || task->start < free_from)
		return 0;
	found = true;
	found_at = task->start;
	return -1; /* the simulation has told what it was for */
}

static double next_pass(const void *state)
{
	const struct swf_slurm_daemon *s = state;
	double next = swf_scheduler_slurm.next_pass(state);
	if (s->machine->now >= free_from)
		return next;
	for (size_t i = 0; i < run_count; i++) {
		if (runs[i].requeued && runs[i].end > s->machine->now)
			next = fmin(next, runs[i].end);
		if (runs[i].start > s->machine->now) {
			next = fmin(next, runs[i].start);
			break;
		}
	}
	return fmin(next, free_from);
}

static int end_changed(void *state, const struct swf_task *task, double before, double after)
{
	if (after <= before)
		tasks[place_of(task)] = NULL;
	return swf_scheduler_slurm.end_changed(state, task, before, after);
}

static int peek(void *self, struct swf_arrival *arrival, struct swf_error *error)
{
	(void)self;
	(void)error;
	if (next_job == jobs.count)
		return 0;
	*arrival = (struct swf_arrival){.job = jobs.jobs[next_job]};
	return 1;
}

static int take(void *self, struct swf_error *error)
{
	(void)self;
	(void)error;
	next_job++;
	return 0;
}

static int ignore(void *self, const struct swf_job *job, struct swf_error *error)
{
	(void)self;
	(void)job;
	(void)error;
	return 0;
}

/* When the scheduler makes a start that there really was, with such a cycle; NAN for never. */
static double decide_at(const struct run *run, double lead, double cycle)
{
	struct swf_scheduler scheduler = swf_scheduler_slurm;
	scheduler.new_state = new_state;
	scheduler.arrive = arrive;
	scheduler.pass = pass;
	scheduler.next_pass = next_pass;
	scheduler.end_changed = end_changed;
	const struct swf_simulation simulation = {.scheduler = &scheduler,
		.scheduler_options.own_options = &site,
		.procs = (int32_t)conf->cpus,
		.overrun = SWF_OVERRUN_EXTEND,
		.oversize = SWF_OVERSIZE_SKIP};
	const struct swf_source source = {.peek = peek, .take = take};
	const struct swf_sink sink = {.job = ignore};
	struct swf_simulation_counts counts;
	struct swf_error error;
	watched = run;
	cycle_at = cycle;
	found = was_free = false;
	free_from = lead == INFINITY
		? -INFINITY
		: fmax(run->start - lead, fmax(jobs.jobs[run->job].submit, run->before + 1));
	next_job = 0;
	memset(tasks, 0, jobs.count * sizeof *tasks);
	if (swf_simulation_run(&simulation, &source, &sink, &counts, &error) != 0 && !found)
		die(error.text);
	return found ? found_at : NAN;
}

/* Recordings are in UTC. */
static void read_reserved(const char *path)
{
	struct swf_error error;
	static const struct swf_offset utc = {0};
	struct swf_calendar *calendar = swf_calendar_new(site.start, &utc, 1);
	if (calendar == NULL)
		die("no calendar");
	if (swf_slurm_reserved_read(path, conf, calendar, &reserved, &error) != 0)
		die(error.text);
	swf_calendar_free(calendar);
	site.reserved = &reserved;
}

static void read_site(void)
{
	struct swf_error error;
	int64_t start = 0;
	const enum swf_slurm_release release =
		in_folder("release", false) != NULL ? SWF_SLURM_24_11 : SWF_SLURM_22_05;
	static const char *const no_changes[] = {NULL};
	conf = swf_slurm_conf_read_changed(
		in_folder("slurm.conf", true), release, no_changes, "", NULL, &error);
	if (conf == NULL)
		die(error.text);
	loops = conf->loops;
	site = (struct swf_slurm_site){.conf = conf};
	site.associations = swf_slurm_associations_read(
		in_folder("associations", false), in_folder("qos", false), conf, NULL, &error);
	struct swf_csv_reader *keys = swf_csv_new(in_folder("keys.csv", true), &error);
	if (site.associations == NULL || keys == NULL || swf_keys_read(keys, names, &error) != 0)
		die(error.text);
	swf_csv_free(keys);
	/* its times are at hand */
	if (swf_header_number(swf_log_header(log_read), "UnixStartTime", &start))
		site.start = (double)start;
	if (in_folder("shown", false) != NULL)
		read_reserved(in_folder("shown", true));
	if (swf_slurm_site_begin(&site, swf_log_header(log_read), names) != 0)
		die("no memory");
}

static int earlier(const void *a, const void *b)
{
	const struct run *x = a, *y = b;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->tier != y->tier)
		return x->tier > y->tier ? -1 : 1;
	const double joined = fmax(jobs.jobs[x->job].submit, x->before);
	const double other = fmax(jobs.jobs[y->job].submit, y->before);
	if (joined != other)
		return joined < other ? -1 : 1;
	return (x->job > y->job) - (x->job < y->job);
}

static void read_jobs(void)
{
	struct swf_error error;
	struct swf_job job;
	int read;
	log_read = swf_log_new(in_folder("jobs.swf", true), false, &error);
	if (log_read == NULL)
		die(error.text);
	while ((read = swf_log_next_in_order(log_read, &job, &error)) > 0)
		if (swf_jobs_add(&jobs, &job) != 0)
			die("no memory");
	if (read < 0)
		die(error.text);
	tasks = calloc(jobs.count + 1, sizeof(struct swf_task *));
	if (tasks == NULL)
		die("no memory");
	for (size_t i = 0; i < jobs.count; i++)
		if (jobs.jobs[i].number != (int64_t)i + 1)
			die("its jobs are not numbered 1, 2, 3, ...");
}

static struct run *add_run(size_t job, double start)
{
	struct run *larger = realloc(runs, (run_count + 1) * sizeof *larger);
	uint64_t *nodes = calloc(conf->words, sizeof *nodes);
	struct swf_slurm_who who;
	if (larger == NULL || nodes == NULL || swf_slurm_who(&site, &jobs.jobs[job], &who) < 0)
		die("no memory");
	runs = larger;
	runs[run_count] = (struct run){.job = job,
		.start = start,
		.before = -INFINITY,
		.tier = conf->partitions[who.partition].priority_tier,
		.nodes = nodes};
	return &runs[run_count++];
}

/* When priorities are computed: each age in sprio.txt tells that. 0 where there is none. */
static void read_updates(void)
{
	const char *path = in_folder("sprio.txt", false);
	FILE *file = path != NULL ? fopen(path, "r") : NULL;
	char line[512];
	double age;
	size_t number;
	if (file == NULL)
		return;
	while (first_update == 0 && fgets(line, sizeof line, file) != NULL)
		if (sscanf(line, "normalized %*s %zu %*s %lf", &number, &age) == 2 && age > 0 &&
			age < 1 && number > 0 && number <= jobs.count)
			first_update = fmod(jobs.jobs[number - 1].submit +
						       round(age * conf->priority.max_age),
					       conf->priority.calc_period) -
				conf->priority.calc_period;
	fclose(file);
}

static size_t node_named(const char *name)
{
	for (size_t i = 0; i < conf->node_count; i++)
		if (strcmp(conf->nodes[i].name, name) == 0)
			return i;
	die(name);
}

/* The last columns of a table: the names of nodes, separated by blanks, and where it is recorded,
 * how many processors of each. */
static void put_nodes(struct run *run, char *list)
{
	char *numbers = strchr(list, ',');
	if (numbers != NULL) {
		*numbers++ = '\0';
		run->procs = calloc(conf->node_count, sizeof *run->procs);
		if (run->procs == NULL)
			die("no memory");
	}
	for (const char *name = strtok(list, " \n"); name != NULL; name = strtok(NULL, " \n")) {
		const size_t node = node_named(name);
		swf_slurm_node_sets_put(run->nodes, node);
		if (numbers != NULL)
			run->procs[node] = (int32_t)strtol(numbers, &numbers, 10);
	}
}

/* runs.csv: job,start,end,how,nodes[,processors]. */
static void read_runs(const char *path)
{
	FILE *file = fopen(path, "r");
	char line[4096], how[16];
	size_t number;
	double start, end;
	int used;
	if (file == NULL || fgets(line, sizeof line, file) == NULL)
		die(path);
	while (fgets(line, sizeof line, file) != NULL) {
		if (sscanf(line, "%zu,%lf,%lf,%15[a-z],%n", &number, &start, &end, how, &used) !=
				4 ||
			number == 0 || number > jobs.count)
			die(path);
		const struct run *before = NULL;
		for (size_t i = 0; i < run_count; i++)
			if (runs[i].job == number - 1)
				before = &runs[i];
		const double ended = before != NULL ? before->end : -INFINITY;
		struct run *run = add_run(number - 1, start);
		run->before = ended;
		run->end = end;
		run->requeued = strcmp(how, "requeued") == 0;
		put_nodes(run, line + used);
	}
	fclose(file);
}

/* starts.csv: job,by,nodes[,processors]. */
static void read_starts(void)
{
	const char *path = in_folder("starts.csv", true);
	FILE *file = fopen(path, "r");
	char line[4096], by[16];
	size_t number, read = 0;
	int used;
	const bool of_runs = run_count > 0;
	if (file == NULL)
		die(path);
	for (; fgets(line, sizeof line, file) != NULL; read++) {
		if (read == 0)
			continue; /* the names of columns */
		if (sscanf(line, "%zu,%15[a-z],%n", &number, by, &used) != 2 || number == 0 ||
			number > jobs.count)
			die(path);
		const struct swf_job *job = &jobs.jobs[number - 1];
		const double start = job->submit + job->wait;
		if (job->wait < 0 || job->run_time < 0)
			die("starts.csv has a job that did not start");
		struct run *run = NULL;
		for (size_t i = 0; of_runs && i < run_count; i++)
			if (runs[i].job == number - 1)
				run = &runs[i];
		if (run == NULL) {
			run = add_run(number - 1, start);
			put_nodes(run, line + used);
		}
		run->backfilled = strcmp(by, "backfill") == 0;
	}
	fclose(file);
	qsort(runs, run_count, sizeof *runs, earlier);
}

/* A time of a cycle: the backfilled start that is nearest to a job's. */
static double cycle_near(const struct run *run)
{
	double nearest = run->start;
	double distance = INFINITY;
	for (size_t i = 0; i < run_count; i++)
		if (runs[i].backfilled && fabs(runs[i].start - run->start) < distance) {
			nearest = runs[i].start;
			distance = fabs(nearest - run->start);
		}
	return nearest;
}

/* Lets jobs run as long as they kept their nodes. */
static void hold(const char *workload)
{
	FILE *file = fopen(workload, "r");
	char line[512], flag[2];
	double run_time;
	size_t i = 0;
	if (file == NULL)
		die(workload);
	for (; i < jobs.count && fgets(line, sizeof line, file) != NULL; i++) {
		struct swf_job *job = &jobs.jobs[i];
		if (conf->preemption.gang)
			continue;
		if (sscanf(line, "%*s %*s %*s %lf %*s %*s %*s %*s %*s %1s", &run_time, flag) != 2)
			die(workload);
		if (flag[0] == '1' && job->status != 1 && job->run_time < run_time)
			job->run_time = fmin(job->run_time + loops.kill_wait, run_time);
	}
	if (i < jobs.count)
		die("more jobs than in the workload");
	fclose(file);
}

/* Lets jobs that were suspended run for a second more. They slept, which goes on while a job is
 * suspended, so that many ended when they were resumed: then the run that is recorded ends in the
 * second in which they were suspended. */
static void lengthen_suspended(void)
{
	for (size_t i = 0; i < run_count; i++) {
		struct swf_job *job = &jobs.jobs[runs[i].job];
		if (runs[i].end - runs[i].start > job->run_time)
			job->run_time++;
	}
}

/* The closest of the answers with the cycle behind all that the second holds, before that, and
 * before what the second before it holds: while a job completes, nothing starts on its nodes. */
static double decide(const struct run *run, double lead)
{
	static const double earlier[] = {0, 0.5, 1.5};
	const double cycle = cycle_near(run);
	double closest = NAN;
	for (size_t i = 0; i < sizeof earlier / sizeof *earlier && closest != run->start; i++) {
		const double start = decide_at(run, lead, cycle - earlier[i]);
		if (!(fabs(closest - run->start) <= fabs(start - run->start)))
			closest = start;
	}
	return closest;
}

static _Noreturn void usage(void)
{
	fputs("usage: slurm-decisions [-l SECONDS] [-w WORKLOAD] [-j JOB] FOLDER\n", stderr);
	exit(2);
}

int main(int argc, char **argv)
{
	double lead = NAN;
	const char *workload = NULL;
	size_t shown = 0;
	int option;
	while ((option = getopt(argc, argv, "l:w:j:")) != -1) {
		if (option == 'l')
			lead = atof(optarg);
		else if (option == 'w')
			workload = optarg;
		else if (option == 'j')
			shown = strtoul(optarg, NULL, 10);
		else
			usage();
	}
	if (optind + 1 != argc)
		usage();
	folder = argv[optind];
	read_jobs();
	read_site();
	read_updates();
	if (in_folder("runs.csv", false) != NULL)
		read_runs(in_folder("runs.csv", true));
	read_starts();
	if (workload != NULL)
		hold(workload);
	if (conf->preemption.gang)
		lengthen_suspended();
	if (isnan(lead))
		lead = 2 * fmax(0, loops.bf_interval) + 60;
	size_t waited = 0;
	for (size_t i = 0; i < run_count; i++) {
		if (shown != 0 && shown != runs[i].job + 1)
			continue;
		show_starts = shown != 0;
		const double start = decide(&runs[i], lead);
		if (shown == 0)
			print_start(&runs[i], start);
	}
	for (size_t i = 0; i < run_count; i++)
		waited += runs[i].late;
	fprintf(stderr, "slurm-decisions: %s: %zu of %zu starts had to wait for their nodes\n",
		folder, waited, run_count);
	return run_count > 0 ? 0 : 1;
}
