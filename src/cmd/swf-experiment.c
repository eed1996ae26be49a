/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-experiment: runs a complete study. Its recipe is a make file, which makes runs, tables, plots
 * and a report in a folder. This command finds the recipe, checks the settings, and watches make.
 * Of several recipes each is a study in a process of its own.
 *
 * At most one child is watched at a time: a call of make, or with several recipes the process of
 * one study. Signals that end this process are passed on to the child first, and end this process
 * when the child has ended, so that the lock of the folder is never free while runs go on. Time
 * counts from the first call of make, so that the rate of runs covers checking as well.
 */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "experiment/answer.h"
#include "experiment/folder.h"
#include "experiment/making.h"
#include "experiment/plan.h"
#include "experiment/preflight.h"
#include "experiment/recipes.h"
#include "experiment/settings.h"
#include "experiment/status.h"
#include "experiment/user-values.h"
#include "experiment/variables.h"
#include "shared/cleanup.h"
#include "shared/command-line.h"
#include "shared/command.h"
#include "shared/messages.h"
#include "shared/tools.h"

enum engine { LOCAL, SSH, SLURM };
static const char *const engines[] = {"local", "ssh", "slurm", NULL};

/* make fills a pipe with a byte for each job, and waits for ever where that has no more room */
enum { MOST_JOBS = 4096 };

enum { LARGEST = 1000000000 }; /* number of others */

/* The study of a recipe. */
struct task {
	char *recipe, *name, *folder;
	/* VARIABLE=VALUE... with which it does what its former name did, or NULL */
	const char *former;
	struct assignments assignments;
	const struct plan *plan;
	bool is_one_of_several;
};

struct opts {
	enum engine engine;
	bool list, validate, dry_run, keep, watch;
	int64_t replications, weeks, procs, seed, chunk; /* 0 where they are not given */
	int64_t jobs;
	double precision;
	char *hosts;
	const char *folder;  /* NULL where none is given */
	const char *command; /* as a shell would take it again */
	char **logs;         /* ended by NULL */
	struct assignments assignments;
	struct task *tasks;
	size_t task_count;
};

static struct assignments *assignments_of(void *opts)
{
	return &((struct opts *)opts)->assignments;
}

static void to_hosts(void *opts, const char *path)
{
	struct opts *o = opts;
	if ((o->hosts = realpath(path, NULL)) == NULL)
		die("%s: %s", path, strerror(errno));
	assign(&o->assignments, "HOSTS", o->hosts);
}

static void to_feedback(void *opts, const char *text)
{
	add_model(assignments_of(opts), text);
}

static void to_loads(void *opts, const char *text)
{
	assign_loads(assignments_of(opts), text);
}

static void to_schedulers(void *opts, const char *text)
{
	add_schedulers(assignments_of(opts), text);
}

static const struct option_row options[] = {
	{'n', "replications", "N", "workloads of each kind", TO_WHOLE(replications, 1, LARGEST)},
	{'\0', "precision", "P",
		"make replications until the 95 % interval of a mean is within P of it: 5%",
		TO_FACTOR(precision, 1)},
	{'s', "scheduler", "LIST", "schedulers to compare: names, or NAME=VALUE for others",
		TO_CALL(to_schedulers)},
	{'F', "feedback", "MODEL", "users react to waits, by a model of swf-simulate",
		TO_CALL(to_feedback)},
	{'l', "load", "LIST", "loads, as factors of the number of users: 0.9,1,1.1 or 0.6..1.4",
		TO_CALL(to_loads)},
	{'w', "weeks", "N", "weeks that are simulated or measured (default: those of the log)",
		TO_WHOLE(weeks, 1, LARGEST)},
	{'p', "procs", "N", "processors of the machine (default: MaxProcs or MaxNodes of the log)",
		TO_WHOLE(procs, 1, LARGEST)},
	{'S', "seed", "N", "seed of the random numbers (default: 1)", TO_WHOLE(seed, 1, LARGEST)},
	{'o', "output", "FOLDER", "folder of the study (default: the names of the recipes)",
		TO_TEXT(folder)},
	{'\0', "keep", NULL, "keep the resampled workloads, in FOLDER/workloads", TO_FLAG(keep)},
	{'\0', "dry-run", NULL, "check all, and print the runs, their time and their commands",
		TO_FLAG(dry_run)},
	{'\0', "engine", "ENGINE", "where the runs are made", TO_CHOICE(engine, engines)},
	{'j', "jobs", "N", "runs at a time on this machine (default: one for each processor)",
		TO_WHOLE(jobs, 1, MOST_JOBS)},
	{'\0', "hosts", "FILE", "for ssh: the machines, one a line", TO_CALL(to_hosts)},
	{'\0', "chunk", "N", "for ssh and slurm: runs in one call (default: 10)",
		TO_WHOLE(chunk, 1, LARGEST)},
	{'\0', "validate", NULL, "of what-if: compare with the waits that the log records",
		TO_FLAG(validate)},
	{'\0', "watch", NULL, "of status: print it again until no study is at work",
		TO_FLAG(watch)},
	{'\0', "list", NULL, "list the recipes; with RECIPE, describe it and its variables",
		TO_FLAG(list)},
	OPTIONS_END};

static const struct command command = {.name = "swf-experiment",
	.usage = "[options] RECIPE[,RECIPE...] LOG... [VARIABLE=VALUE...]\n"
		 "status [--watch] FOLDER...\n"
		 "diff OLD NEW",
	.purpose = "Runs a study of SWF logs, leaves its tables, plots and report in a folder, and "
		   "prints the answer. The same command continues an interrupted study. "
		   "With status, prints how far studies are, and with diff, what has changed "
		   "between two of them.",
	.options = options};

/* The names of the logs without folders, with blanks in between; to be freed. */
static char *log_names(const char *logs)
{
	char *names = checked(strdup(logs)), *end = names;
	for (const char *log = logs + strspn(logs, " "); *log != '\0'; log += strspn(log, " ")) {
		const size_t length = strcspn(log, " "), folder = strlen("logs/");
		end += sprintf(end, "%s%.*s", end > names ? " " : "", (int)(length - folder),
			log + folder);
		log += length;
	}
	return names;
}

/* Checks all that can be checked before the study begins; its plan is on trial then. Dies with an
 * error of usage or of the data. */
static void check_task(const struct opts *o, struct task *task)
{
	static const char *const keepable[] = {"keepable", NULL};
	clear_environment(task->recipe);
	check_folder(task->folder);
	task->plan = check_study(&(struct study){task->recipe, o->logs, task->folder,
		task->assignments.list, task->assignments.count});
	if (o->keep && trial_make(keepable, NULL, NULL, NULL) != 0)
		die_usage("--keep: %s has no workloads that are resampled from a log as it is",
			task->name);
}

static void dry_run(const struct opts *o, const struct task *task)
{
	const long online = sysconf(_SC_NPROCESSORS_ONLN);
	const int jobs = (int)(online > 0 && o->jobs > online ? online : o->jobs);
	bool more = false;
	for (size_t i = 0; i < task->assignments.count; i++)
		more = more || strncmp(task->assignments.list[i], "PRECISION=", 10) == 0;
	/* other engines decide themselves how many processors the runs use at a time */
	print_plan(task->plan, task->name, task->folder, o->engine == LOCAL ? jobs : 0, more);
	end_trial();
}

/* Makes what the target says, in the folder of the study. */
static int call_make(const struct opts *o, const struct task *task, const char *target)
{
	const char *const targets[] = {target, NULL};
	char **call = make_call(task->recipe, o->jobs, &task->assignments, targets);
	const int status = make_study(call, task->recipe, task->name, option_given("quiet"));
	free(call);
	return status;
}

static void note_runs(const struct task *task)
{
	const size_t all = task->plan->count, there = runs_there(task->plan, ".");
	if (there == 0)
		note("%s: %zu runs", task->name, all);
	else if (there == all)
		note("%s: %zu runs, which are all there", task->name, all);
	else
		note("%s: %zu runs, %zu of them still to be made", task->name, all, all - there);
}

static void run_task(const struct opts *o, struct task *task)
{
	char here[PATH_MAX] = "", began[32];
	end_trial();
	/* other machines do not see it */
	if (o->engine == LOCAL)
		scratch_begin("swf-experiment");
	open_study(task->folder);
	char *logs = take_logs(o->logs, task->folder), *names = log_names(logs);
	task->recipe = take_recipe(task->recipe, task->folder);
	assign(&task->assignments, "LOGS", logs);
	assign(&task->assignments, "ENGINE", engines[o->engine]);
	assign(&task->assignments, "COMMAND", o->command);
	if (o->keep)
		assign(&task->assignments, "KEEP", "yes");
	if (getcwd(here, sizeof here) == NULL || chdir(task->folder) != 0)
		die("%s: %s", task->folder, strerror(errno));
	snprintf(began, sizeof began, "%lld", (long long)time(NULL));

	if (call_make(o, task, "settings") != 0) {
		if (no_space_left())
			die("%s: no space left on device", task->folder);
		die("no run was started; the runs in %s are unchanged", task->folder);
	}
	note_runs(task);
	record_begin((const char *const[][2]){{"question", task->plan->question},
		{"recipe", task->name}, {"logs", names}, {"engine", engines[o->engine]},
		{"place", here}, {"command", o->command}, {"began", began}, {NULL, NULL}});
	if (call_make(o, task, "begin") != 0) {
		record_end("failed");
		if (no_space_left())
			die("%s: no space left on device", task->folder);
		const struct study_progress seen = read_progress(making_began());
		if (seen.left < seen.total)
			die("the study is not complete; the finished runs are kept in %s",
				task->folder);
		die("the study is not complete; no run is finished");
	}
	record_end("complete");
	if (task->is_one_of_several)
		printf("%s: %s\n\n", task->name, task->plan->question);
	print_answer("answer.txt");
	if (task->is_one_of_several)
		putchar('\n');
	const struct study_progress seen = read_progress(making_began());
	const double seconds = seconds_since(making_began());
	note("%s: %ld runs, %ld of them made now, %.1f s (%.1f runs a second)", task->name,
		seen.total, seen.made, seconds, (double)seen.made / seconds);
	note("the report is %s/report.html", task->folder);
	free(names);
	free(logs);
}

/* Checks and makes the study, or prints what it would make, and prints its answer. Dies where that
 * fails. */
static void do_task(const struct opts *o, struct task *task)
{
	if (o->dry_run && isatty(STDERR_FILENO))
		note("checking logs and settings, and making a run of each kind for its time");
	check_task(o, task);
	if (o->dry_run)
		dry_run(o, task);
	else
		run_task(o, task);
}

/* What has changed between two studies. */
static _Noreturn void print_diff(char *old, char *new)
{
	char *const call[] = {shared_file("diff"), old, new, NULL};
	execv(call[0], call);
	die("%s: %s", call[0], strerror(errno));
}

/* In a process of its own, which may only check the study. Returns its status. */
static int fork_task(const struct opts *o, struct task *task, bool only_check)
{
	fflush(NULL);
	rewind_stdin();
	const pid_t child = fork();
	if (child < 0)
		die("%s", strerror(errno));
	if (child > 0)
		return wait_for_child(child);
	if (only_check)
		check_task(o, task);
	else
		do_task(o, task);
	exit(command_end());
}

/* Dies if none of the recipes has a use for an option. */
static void check_fits(const struct assignments *all, const bool fits[])
{
	for (size_t i = 0; i < all->count; i++)
		if (!fits[i])
			die_usage("none of these recipes has a use for %s",
				text_of_variable(name_of_assignment(all->list[i])));
	if (all->schedulers != NULL && !fits[all->count])
		die_usage("none of these recipes takes these schedulers");
	if (all->model != NULL && !fits[all->count + 1])
		die_usage("none of these recipes has users who could react");
}

static int do_several(const struct opts *o, struct task *tasks, size_t count)
{
	const size_t fitting = o->assignments.count + 2;
	bool *fits = checked(calloc(fitting, sizeof *fits));
	bool *fits_any = checked(calloc(fitting, sizeof *fits_any));
	char **names = checked(calloc(count + 1, sizeof *names));
	int status = 0;
	for (size_t i = 0; i < count; i++) {
		tasks[i].assignments = assignments_for_one(
			&o->assignments, tasks[i].recipe, tasks[i].former, tasks[i].name, fits);
		for (size_t j = 0; j < fitting; j++)
			fits_any[j] = fits_any[j] || fits[j];
		names[i] = tasks[i].name;
	}
	check_fits(&o->assignments, fits_any);
	for (size_t i = 0; o->logs[i] != NULL; i++)
		if (strcmp(o->logs[i], "-") == 0)
			keep_stdin();
	check_studies(o->folder);
	for (size_t i = 0; i < count && !o->dry_run && status == 0; i++)
		status = fork_task(o, &tasks[i], true);
	if (status != 0)
		exit(status);
	if (!o->dry_run)
		open_studies(o->folder, names);
	bool indexed = false;
	for (size_t i = 0; i < count; i++) {
		if (fork_task(o, &tasks[i], false) != 0) {
			warn("%s failed", tasks[i].name);
			status = EXIT_DATA;
		}
		indexed = !o->dry_run && write_index(o->folder);
		if (!o->dry_run && !indexed) {
			warn("%s/index.html could not be made", o->folder);
			status = EXIT_DATA;
		}
	}
	if (indexed)
		note("the answers of all are in %s/index.html", o->folder);
	free(names);
	free(fits_any);
	free(fits);
	return status;
}

/* The recipes of a list with commas between them; dies where one is not known. They stay until the
 * command ends. */
static struct task *tasks_of(const char *text, size_t *count)
{
	char *rest = checked(strdup(text)), *list = rest;
	struct task *tasks = NULL;
	size_t room = 0;
	*count = 0;
	for (bool more = true; more; ++*count) {
		const size_t i = *count, length = strcspn(rest, ",");
		more = rest[length] == ',';
		rest[length] = '\0';
		tasks = reserve(tasks, i, &room, sizeof *tasks);
		tasks[i] = (struct task){0};
		tasks[i].recipe = recipe_file(rest, &tasks[i].former);
		rest += length + more;
		tasks[i].name = recipe_name(tasks[i].recipe);
		for (size_t j = 0; j < i; j++)
			if (strcmp(tasks[j].name, tasks[i].name) == 0)
				die_usage("two recipes have the name %s", tasks[i].name);
	}
	for (size_t i = 0; i < *count; i++)
		tasks[i].is_one_of_several = *count > 1;
	free(list);
	return tasks;
}

/* Where the studies go: for several, by default a folder of their names, and there one for each. */
static void name_folders(struct opts *o)
{
	if (o->folder == NULL) {
		char *folder = formatted("%s", o->tasks[0].name);
		for (size_t i = 1; i < o->task_count; i++) {
			char *before = folder;
			folder = formatted("%s-%s", before, o->tasks[i].name);
			free(before);
		}
		o->folder = folder;
	}
	for (size_t i = 0; i < o->task_count; i++)
		o->tasks[i].folder = o->task_count > 1
			? formatted("%s/%s", o->folder, o->tasks[i].name)
			: formatted("%s", o->folder);
}

/* The command as a shell would take it again. */
static char *quoted_command(int argc, char **argv)
{
	char *text = NULL;
	size_t used = 0;
	for (int i = 0; i < argc; i++) {
		char *word = quoted(argv[i]);
		text = checked(realloc(text, used + strlen(word) + 2));
		used += (size_t)sprintf(text + used, "%s%s", i > 0 ? " " : "", word);
		free(word);
	}
	return text;
}

/* The variable of the first of the recipes that has one of this name; the only one must have it. */
static const struct variable *variable_of_any(
	const struct task *tasks, size_t count, const char *name)
{
	const char *like = "";
	if (count == 1)
		return known_variable(tasks[0].recipe, name);
	for (size_t i = 0; i < count; i++) {
		const struct variable *variable = find_variable(tasks[i].recipe, name);
		if (variable != NULL)
			return variable;
	}
	for (size_t i = 0; like[0] == '\0' && i < count; i++)
		like = hint_of_variable(tasks[i].recipe, name);
	die_usage("'%s' is none of the variables of these recipes%s", name, like);
}

/* Options that are variables of recipes. */
static void assign_numbers(struct opts *o)
{
	const struct {
		const char *name;
		double number;
	} given[] = {{"N", (double)o->replications}, {"PRECISION", o->precision},
		{"WEEKS", (double)o->weeks}, {"PROCS", (double)o->procs}, {"SEED", (double)o->seed},
		{"CHUNK", (double)o->chunk}};
	for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
		char text[32];
		snprintf(text, sizeof text, "%.10g", given[i].number);
		if (given[i].number > 0)
			assign(&o->assignments, given[i].name, text);
	}
}

/* The operands: logs, and variables, of which the list keeps the first. Whatever its name, a file
 * is a log. */
static void sort_operands(struct opts *o, char **operands)
{
	size_t logs = 0;
	for (char **operand = operands; *operand != NULL; operand++) {
		const size_t name = variable_length(*operand);
		if (name > 0 && access(*operand, F_OK) != 0) {
			(*operand)[name] = '\0';
			assign_checked(&o->assignments,
				variable_of_any(o->tasks, o->task_count, *operand), *operand,
				*operand + name + 1);
		} else {
			operands[logs++] = *operand;
		}
	}
	operands[logs] = NULL;
	if (logs == 0)
		die_usage("no log is given");
	o->logs = operands;
}

/* Falls back to this machine where the engine is not installed. */
static void check_engine(struct opts *o)
{
	if (o->engine == SSH && !has_program("parallel", "GNU parallel")) {
		warn("GNU parallel is missing (package parallel): all runs use this machine");
		o->engine = LOCAL;
	}
	if (o->engine == SLURM && !has_program("sbatch", "slurm")) {
		warn("sbatch is missing (package slurm-client): all runs use this machine");
		o->engine = LOCAL;
	}
}

/* What looks at studies has no use for the options of one, but for `other`. */
static void refuse_options(const char *word, const char *other)
{
	for (const struct option_row *row = options; row->name != NULL; row++)
		if (option_given(row->name) && strcmp(row->name, other) != 0)
			die_usage("--%s does not go with %s", row->name, word);
}

int main(int argc, char **argv)
{
	static struct opts o;
	const char *self = argv[0];
	argv[0] = (char *)command.name; /* as reports tell how they were made */
	messages_from(command.name);
	o.jobs = sysconf(_SC_NPROCESSORS_ONLN);
	if (o.jobs < 1 || o.jobs > MOST_JOBS)
		o.jobs = o.jobs < 1 ? 1 : MOST_JOBS;
	o.command = quoted_command(argc, argv);
	command_begin(&command, &o, argc, argv);
	if (o.engine == SSH && o.hosts == NULL)
		die_usage("--engine ssh needs --hosts");
	if (o.engine != SSH && o.hosts != NULL)
		die_usage("--hosts goes with --engine ssh");
	find_recipes(self);
	if (optind == argc && o.list) {
		list_recipes();
		return command_end();
	}
	if (optind == argc)
		die_usage("no recipe is given; --list shows them");
	if (strcmp(argv[optind], "status") == 0) {
		if (optind + 1 == argc)
			die_usage("status: no folder is given");
		refuse_options("status", "watch");
		const int status =
			o.watch ? watch_status(argv + optind + 1) : print_status(argv + optind + 1);
		return command_end() != 0 ? EXIT_DATA : status;
	}
	if (o.watch)
		die_usage("--watch goes with status");
	if (strcmp(argv[optind], "diff") == 0) {
		if (argc != optind + 3)
			die_usage("diff: give the folders of two studies");
		refuse_options("diff", "");
		print_diff(argv[optind + 1], argv[optind + 2]);
	}
	if (o.validate && strcmp(argv[optind], "what-if") != 0)
		die_usage("--validate goes with the recipe what-if");
	/* whether a configuration explains the waits of a log is a recipe of its own */
	o.tasks = tasks_of(o.validate ? "agreement" : argv[optind], &o.task_count);
	if (o.list) {
		for (size_t i = 0; i < o.task_count; i++)
			describe_recipe(o.tasks[i].recipe);
		return command_end();
	}
	assign_numbers(&o);
	sort_operands(&o, argv + optind + 1);
	complete_site(&o.assignments);
	check_engine(&o);
	name_folders(&o);
	if (o.task_count > 1) {
		const int status = do_several(&o, o.tasks, o.task_count);
		return command_end() != 0 ? EXIT_DATA : status;
	}
	o.tasks[0].assignments =
		assignments_for(&o.assignments, o.tasks[0].recipe, o.tasks[0].former);
	do_task(&o, &o.tasks[0]);
	return command_end();
}
