/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * recorded-priorities FOLDER...: replays the submits, starts and ends of jobs that a real Slurm has
 * recorded (tests/slurm), and compares priorities with those that it showed (sprio.txt). What it
 * showed is rounded to as many digits; a second more or less in the time of an update changes ages.
 *
 * Prints what differs, and for each folder how many numbers of each kind were compared, how many of
 * them agree, and the largest difference. Exits with the status 1 if some do not agree, or if there
 * is nothing to compare.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounting/names.h"
#include "slurm/model/priority.h"
#include "swfcore/jobs.h"
#include "swfcore/log.h"

/* A job of the log. */
struct recorded {
	struct swf_slurm_job job;
	struct swf_task task;
	struct swf_slurm_share share;
	struct swf_slurm_gpu_share gpus; /* all of them, as if of one node */
	bool waits;
};

/* What happens, in the order in which it does at the same second. */
enum kind { SUBMIT, START, END, KINDS };
struct event {
	double time;
	enum kind kind;
	struct recorded *job;
};

enum quantity {
	PRIORITY,
	AGE,
	FAIR_SHARE,
	SIZE,
	PARTITION,
	QOS,
	NORM_SHARES,
	RAW_USAGE,
	NORM_USAGE,
	EFFECTIVE_USAGE,
	SHARE_FACTOR,
	LEVEL_FS,
	QUANTITIES
};

static const struct {
	const char *name;
	double absolute, relative;
} tolerances[QUANTITIES] = {{"priority", 1, 0}, {"age", 2e-4, 0}, {"fair-share", 1e-6, 0},
	{"size", 1e-6, 0}, {"partition", 1e-6, 0}, {"qos", 1e-6, 0}, {"norm-shares", 1e-6, 0},
	{"raw-usage", 1, 0}, {"norm-usage", 1e-6, 0}, {"effective-usage", 1e-6, 0},
	{"share-factor", 1e-6, 0}, {"level-fs", 1e-6, 1e-6}};

static struct {
	long count, agree;
	double largest;
} found[QUANTITIES];

static const char *folder;
static struct swf_slurm_site site;
static struct swf_slurm_conf *conf;
static struct swf_slurm_priority *priority;
static struct swf_names names[SWF_NAME_KINDS];
static struct recorded *jobs;
static struct event *events;
static size_t count, event_count, next_event;
static double updated; /* s, the last update */
static long passed, failed;

static _Noreturn void die(const char *what)
{
	fprintf(stderr, "recorded-priorities: %s: %s\n", folder, what);
	exit(1);
}

static void compare(enum quantity quantity, const char *what, double ours, double theirs)
{
	const double difference = ours == theirs ? 0 : fabs(ours - theirs);
	const bool agrees = difference <=
		tolerances[quantity].absolute + tolerances[quantity].relative * fabs(theirs);
	found[quantity].count++;
	found[quantity].agree += agrees;
	passed += agrees;
	found[quantity].largest = fmax(found[quantity].largest, difference);
	if (!agrees && ++failed <= 10)
		printf("%s: %s %s: %.9g, not %.9g\n", folder, tolerances[quantity].name, what, ours,
			theirs);
}

/* The name of a file of the folder; NULL if it is not there. */
static const char *in_folder(const char *name)
{
	static char paths[4][4096];
	static int next;
	char *path = paths[next++ % 4];
	snprintf(path, sizeof paths[0], "%s/%s", folder, name);
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return NULL;
	fclose(file);
	return path;
}

static const char *needed(const char *name)
{
	const char *path = in_folder(name);
	if (path == NULL)
		die(name);
	return path;
}

static void read_site(void)
{
	struct swf_error error;
	conf = swf_slurm_conf_read(needed("slurm.conf"), NULL, &error);
	if (conf == NULL)
		die(error.text);
	site = (struct swf_slurm_site){.conf = conf};
	site.associations = swf_slurm_associations_read(
		in_folder("associations"), in_folder("qos"), conf, NULL, &error);
	if (site.associations == NULL)
		die(error.text);
}

static void plan(enum kind kind, double time, struct recorded *job)
{
	events[event_count++] = (struct event){time, kind, job};
}

static int earlier(const void *a, const void *b)
{
	const struct event *x = a, *y = b;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return (x->job > y->job) - (x->job < y->job);
}

static double limit_of(const struct swf_job *job, uint32_t partition)
{
	const struct swf_slurm_partition *p = &conf->partitions[partition];
	if (job->estimate > 0)
		return job->estimate;
	return p->default_time > 0 ? p->default_time : p->max_time;
}

static void add_job(struct recorded *r, const struct swf_job *job)
{
	const int32_t requested = job->requested > 0 ? job->requested : job->allocated;
	const double start = job->submit + job->wait;
	r->task = (struct swf_task){
		.id = (uint64_t)(r - jobs) + 1, .submit = job->submit, .start = start};
	r->share.cpus = job->allocated > 0 ? job->allocated : requested;
	r->job.task = &r->task;
	r->job.eligible = job->submit;
	r->job.request = (struct swf_slurm_request){.cpus = requested, .min_nodes = 1};
	r->job.allocation = (struct swf_slurm_allocation){.shares = &r->share, .count = 1};
	if (job->gpus > 0) {
		r->gpus.count = r->job.request.gpus_a_node = (int32_t)job->gpus;
		r->gpus.type = r->job.request.gpu_type = swf_slurm_site_gpu_type(&site, job);
		/* a job that has several types: the log does not tell of which it has more */
		if (r->gpus.type == SWF_SLURM_ANY_GPU)
			r->gpus.type = 0;
		r->job.allocation.gpus = &r->gpus;
		r->job.allocation.gpu_count = 1;
	}
	if (swf_slurm_who(&site, job, &r->job.who) != 1)
		die("a job without a partition");
	r->job.limit = limit_of(job, r->job.who.partition);
	plan(SUBMIT, job->submit, r);
	if (job->wait >= 0 && job->run_time >= 0) {
		plan(START, start, r);
		plan(END, start + job->run_time, r);
	}
}

/* A job has the GPUs that it asked for of each of its nodes, which starts.csv names:
 * job,by,nodes,... */
static void count_gpus(void)
{
	FILE *file = fopen(needed("starts.csv"), "r");
	char line[4096];
	size_t number;
	int used;
	if (file == NULL)
		die("starts.csv cannot be read");
	while (fgets(line, sizeof line, file) != NULL) {
		if (sscanf(line, "%zu,%*[a-z],%n", &number, &used) != 1 || number == 0 ||
			number > count)
			continue; /* the names of columns */
		int32_t nodes = 1;
		for (const char *p = line + used; *p != ',' && *p != '\0'; p++)
			nodes += *p == ' ';
		jobs[number - 1].gpus.count *= nodes;
	}
	fclose(file);
}

static void read_jobs(void)
{
	struct swf_error error;
	struct swf_job job;
	struct swf_jobs list = {0};
	struct swf_csv_reader *keys = swf_csv_new(needed("keys.csv"), &error);
	struct swf_log *log = swf_log_new(needed("jobs.swf"), false, &error);
	if (keys == NULL || log == NULL || swf_keys_read(keys, names, &error) != 0)
		die(error.text);
	swf_csv_free(keys);
	int read;
	while ((read = swf_log_next(log, &job, &error)) > 0)
		if (swf_jobs_add(&list, &job) != 0)
			die("no memory");
	if (read < 0)
		die(error.text);
	count = list.count;
	jobs = calloc(count + 1, sizeof *jobs);
	events = calloc(KINDS * count + 1, sizeof *events);
	if (jobs == NULL || events == NULL ||
		swf_slurm_site_begin(&site, swf_log_header(log), names) != 0)
		die("no memory");
	for (size_t i = 0; i < count; i++)
		add_job(&jobs[i], &list.jobs[i]);
	count_gpus();
	qsort(events, event_count, sizeof *events, earlier);
	swf_jobs_clear(&list);
	swf_log_free(log);
}

/* Brings the priorities of those that wait up to date. */
static void update(double now)
{
	for (;;) {
		const double due = swf_slurm_priority_due(priority);
		if (due > now)
			return;
		swf_slurm_priority_update(priority, due);
		updated = due;
		for (size_t i = 0; i < count; i++)
			if (jobs[i].waits)
				swf_slurm_priority_of(priority, &jobs[i].job, due);
	}
}

static void replay_until(double now)
{
	for (; next_event < event_count && events[next_event].time <= now; next_event++) {
		const struct event *e = &events[next_event];
		update(e->time);
		if (e->kind == SUBMIT &&
			swf_slurm_priority_submitted(priority, &e->job->job, e->time) != 0)
			die("no memory");
		if (e->kind == START)
			swf_slurm_priority_started(priority, &e->job->job, e->time);
		if (e->kind == END)
			swf_slurm_priority_ended(priority, &e->job->job, e->time);
		e->job->waits = e->kind == SUBMIT;
	}
	update(now);
}

/* "time job priority age association fair-share size partition qos" */
static void compare_job(const char *text, bool weighted)
{
	double time, values[7];
	size_t number;
	int used;
	if (sscanf(text, "%lf %zu%n", &time, &number, &used) != 2)
		die(text);
	const size_t n = weighted ? 1 : 7;
	const char *rest = text + used;
	for (size_t i = 0; i < n; i++, rest += used)
		if (sscanf(rest, "%lf%n", &values[i], &used) != 1)
			die(text);
	replay_until(time);
	if (number == 0 || number > count || !jobs[number - 1].waits)
		return; /* it starts in this second */
	char what[64];
	snprintf(what, sizeof what, "of job %zu at %g", number, time);
	const struct swf_slurm_job *job = &jobs[number - 1].job;
	if (weighted) {
		compare(PRIORITY, what, (double)job->priority, values[0]);
		return;
	}
	struct swf_slurm_factors factors;
	swf_slurm_priority_factors(priority, job, updated, &factors);
	compare(AGE, what, factors.age, values[1]);
	compare(FAIR_SHARE, what, factors.fair_share, values[3]);
	compare(SIZE, what, factors.job_size, values[4]);
	compare(PARTITION, what, factors.partition, values[5]);
	compare(QOS, what, factors.qos, values[6]);
}

static size_t association_named(const char *account, const char *user)
{
	const struct swf_slurm_associations *a = site.associations;
	for (size_t i = 0; i < a->count; i++) {
		const bool is_user = strcmp(user, "-") != 0;
		const size_t of = is_user ? a->list[i].parent : i;
		if (a->list[i].is_user == is_user && strcmp(a->list[of].name, account) == 0 &&
			(!is_user || strcmp(a->list[i].name, user) == 0))
			return i;
	}
	return SIZE_MAX;
}

/* "time account user raw-shares norm-shares raw-usage norm-usage effective-usage fair-share
 * level-fs" */
static void compare_share(const char *text)
{
	char account[64], user[64], words[6][32];
	double time;
	if (sscanf(text, "%lf %63s %63s %*s %31s %31s %31s %31s %31s %31s", &time, account, user,
		    words[0], words[1], words[2], words[3], words[4], words[5]) != 9)
		die(text);
	const size_t association = association_named(account, user);
	if (association == SIZE_MAX)
		return; /* the root's own, where there is no file of associations */
	replay_until(time);
	struct swf_slurm_usage usage;
	swf_slurm_priority_usage(priority, association, &usage);
	const double ours[] = {usage.shares_norm, floor(usage.usage_raw), usage.usage_norm,
		usage.usage_effective, usage.factor, usage.level_fs};
	char what[192];
	snprintf(what, sizeof what, "of %s %s at %g", account, user, time);
	/* the root has no share, and accounts no factor */
	for (int i = 0; i < 6; i++)
		if (strcmp(words[i], "-") != 0 && (association > 0 || i == 1) &&
			(i != 4 || strcmp(user, "-") != 0) && (i != 5 || conf->priority.fair_tree))
			compare((enum quantity)(NORM_SHARES + i), what, ours[i],
				strtod(words[i], NULL));
}

/* A job's age tells when it was computed; from there updates are every period, back to the time
 * before the first job. */
static double first_update(FILE *file)
{
	char line[512];
	double age, computed = NAN;
	size_t number;
	while (isnan(computed) && fgets(line, sizeof line, file) != NULL)
		if (sscanf(line, "normalized %*s %zu %*s %lf", &number, &age) == 2 && age > 0 &&
			age < 1 && number > 0 && number <= count)
			computed =
				jobs[number - 1].task.submit + round(age * conf->priority.max_age);
	rewind(file);
	if (isnan(computed))
		die("no job has an age");
	return fmod(computed, conf->priority.calc_period) - conf->priority.calc_period;
}

static void compare_all(FILE *file)
{
	char line[512];
	while (fgets(line, sizeof line, file) != NULL) {
		if (strncmp(line, "weighted ", 9) == 0)
			compare_job(line + 9, true);
		else if (strncmp(line, "normalized ", 11) == 0)
			compare_job(line + 11, false);
		else if (strncmp(line, "share ", 6) == 0 && conf->priority.weight_fair_share > 0)
			compare_share(line + 6);
	}
}

static void clear(void)
{
	swf_slurm_priority_free(priority);
	swf_slurm_site_end(&site);
	swf_slurm_associations_free(site.associations);
	swf_slurm_conf_free(conf);
	for (int kind = 0; kind < SWF_NAME_KINDS; kind++) {
		swf_names_clear(&names[kind]);
		names[kind] = (struct swf_names){0};
	}
	free(jobs);
	free(events);
	event_count = next_event = 0;
	memset(found, 0, sizeof found);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		folder = argv[i];
		FILE *file = fopen(needed("sprio.txt"), "r");
		if (file == NULL)
			die("sprio.txt cannot be read");
		read_site();
		read_jobs();
		updated = first_update(file);
		priority = swf_slurm_priority_new(&site, updated);
		if (priority == NULL)
			die("no memory");
		compare_all(file);
		fclose(file);
		for (int q = 0; q < QUANTITIES; q++)
			printf("%s %s %ld %ld %.9g\n", folder, tolerances[q].name, found[q].count,
				found[q].agree, found[q].largest);
		clear();
	}
	printf("recorded-priorities: %ld passed, %ld failed\n", passed, failed);
	return passed > 0 && failed == 0 ? 0 : 1;
}
