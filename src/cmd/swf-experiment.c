/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-experiment: runs a complete study. Its recipe is a make file, which makes runs, tables, plots
 * and a report in a folder. This command finds the recipe, checks the settings, and watches make.
 * Of several recipes each is a study in a process of its own.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "experiment/recipes.h"
#include "experiment/settings.h"
#include "experiment/status.h"
#include "experiment/study.h"
#include "experiment/user-values.h"
#include "experiment/variables.h"
#include "shared/command-line.h"
#include "shared/command.h"
#include "shared/messages.h"
#include "shared/tools.h"

enum engine { LOCAL, SSH, SLURM };
static const char *const engines[] = {"local", "ssh", "slurm", NULL};

/* make fills a pipe with a byte for each job, and waits for ever where that has no more room */
enum { MOST_JOBS = 4096 };

enum { LARGEST = 1000000000 }; /* number of others */

struct opts {
	enum engine engine;
	bool list, validate;
	int64_t replications, weeks, procs, seed, chunk; /* 0 where they are not given */
	double precision;
	char *hosts;
	struct study_options studies;
	struct task *tasks;
	size_t task_count;
};

static struct assignments *assignments_of(void *opts)
{
	return &((struct opts *)opts)->studies.assignments;
}

static void to_hosts(void *opts, const char *path)
{
	struct opts *o = opts;
	if ((o->hosts = realpath(path, NULL)) == NULL)
		die("%s: %s", path, strerror(errno));
	assign(&o->studies.assignments, "HOSTS", o->hosts);
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
	{'l', "load", "LIST", "loads, as factors of the number of users: 0.9,1,1.1",
		TO_CALL(to_loads)},
	{'w', "weeks", "N", "weeks that are simulated or measured (default: those of the log)",
		TO_WHOLE(weeks, 1, LARGEST)},
	{'p', "procs", "N", "processors of the machine (default: MaxProcs or MaxNodes of the log)",
		TO_WHOLE(procs, 1, LARGEST)},
	{'S', "seed", "N", "seed of the random numbers (default: 1)", TO_WHOLE(seed, 1, LARGEST)},
	{'o', "output", "FOLDER", "folder of the study (default: the names of the recipes)",
		TO_TEXT(studies.folder)},
	{'\0', "keep", NULL, "keep the resampled workloads, in FOLDER/workloads",
		TO_FLAG(studies.keep)},
	{'\0', "dry-run", NULL, "check all, and print the runs, their time and their commands",
		TO_FLAG(studies.dry_run)},
	{'\0', "engine", "ENGINE", "where the runs are made", TO_CHOICE(engine, engines)},
	{'j', "jobs", "N", "runs at a time on this machine (default: one for each processor)",
		TO_WHOLE(studies.jobs, 1, MOST_JOBS)},
	{'\0', "hosts", "FILE", "for ssh: the machines, one a line", TO_CALL(to_hosts)},
	{'\0', "chunk", "N", "for ssh and slurm: runs in one call (default: 10)",
		TO_WHOLE(chunk, 1, LARGEST)},
	{'\0', "validate", NULL, "of what-if: compare with the waits that the log records",
		TO_FLAG(validate)},
	{'\0', "list", NULL, "list the recipes; with RECIPE, describe it and its variables",
		TO_FLAG(list)},
	OPTIONS_END};

static const struct command command = {.name = "swf-experiment",
	.usage = "[options] RECIPE[,RECIPE...] LOG... [VARIABLE=VALUE...]\n"
		 "status FOLDER...",
	.purpose = "Runs a study of SWF logs, leaves its tables, plots and report in a folder, and "
		   "prints the answer. The same command continues an interrupted study. "
		   "With status, prints how far studies are.",
	.options = options};

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
			assign(&o->studies.assignments, given[i].name, text);
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
			assign_checked(&o->studies.assignments,
				variable_of_any(o->tasks, o->task_count, *operand), *operand,
				*operand + name + 1);
		} else {
			operands[logs++] = *operand;
		}
	}
	operands[logs] = NULL;
	if (logs == 0)
		die_usage("no log is given");
	o->studies.logs = operands;
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

int main(int argc, char **argv)
{
	static struct opts o;
	const char *self = argv[0];
	argv[0] = (char *)command.name; /* as reports tell how they were made */
	messages_from(command.name);
	o.studies.jobs = sysconf(_SC_NPROCESSORS_ONLN);
	if (o.studies.jobs < 1 || o.studies.jobs > MOST_JOBS)
		o.studies.jobs = o.studies.jobs < 1 ? 1 : MOST_JOBS;
	o.studies.command = quoted_command(argc, argv);
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
		const int status = print_status(argv + optind + 1);
		return command_end() != 0 ? EXIT_DATA : status;
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
	complete_site(&o.studies.assignments);
	check_engine(&o);
	o.studies.engine = engines[o.engine];
	const int status = do_tasks(&o.studies, o.tasks, o.task_count);
	return command_end() != 0 ? EXIT_DATA : status;
}
