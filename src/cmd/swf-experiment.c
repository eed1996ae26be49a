/*
 * swf-experiment: runs a complete study. Its recipe is a make file, which makes runs, tables, plots
 * and a report in a folder. This command finds the recipe, checks the settings, and watches make.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "experiment/recipes.h"
#include "experiment/study-check.h"
#include "experiment/study-folder.h"
#include "experiment/study-logs.h"
#include "experiment/study-values.h"
#include "experiment/study-variables.h"
#include "experiment/study.h"
#include "shared/command.h"
#include "shared/memory.h"
#include "shared/programs.h"
#include "shared/shell-words.h"

enum engine { LOCAL, SSH, SLURM };
static const char *const engines[] = {"local", "ssh", "slurm", NULL};

/* make fills a pipe with a byte for each job, and waits for ever where that has no more room */
enum { MOST_JOBS = 4096 };

struct opts {
	enum engine engine;
	bool list;
	int64_t jobs;
	const char *folder, *feedback;
	char *hosts, *command, *recipe, *name, *logs;
	struct variables variables;
};

static struct variables *variables_of(void *opts)
{
	return &((struct opts *)opts)->variables;
}

static void to_chunk(void *opts, const char *text)
{
	set_number(variables_of(opts), "CHUNK", "chunk", text);
}

static void to_hosts(void *opts, const char *path)
{
	struct opts *o = opts;
	if ((o->hosts = realpath(path, NULL)) == NULL)
		die("%s: %s", path, strerror(errno));
	set_variable(&o->variables, "HOSTS", o->hosts);
}

static void to_replications(void *opts, const char *text)
{
	set_number(variables_of(opts), "N", "replications", text);
}

static void to_precision(void *opts, const char *text)
{
	set_precision(variables_of(opts), text);
}

static void to_procs(void *opts, const char *text)
{
	set_number(variables_of(opts), "PROCS", "procs", text);
}

static void to_seed(void *opts, const char *text)
{
	set_number(variables_of(opts), "SEED", "seed", text);
}

static void to_schedulers(void *opts, const char *text)
{
	add_schedulers(variables_of(opts), text);
}

static const struct option_row options[] = {
	{'n', "replications", "N", "workloads of each kind", TO_CALL(to_replications)},
	{'\0', "precision", "P",
		"make replications until the 95 % interval of a mean is within P of it: 5%",
		TO_CALL(to_precision)},
	{'s', "scheduler", "LIST", "schedulers to compare: names, or NAME=VALUE for others",
		TO_CALL(to_schedulers)},
	{'F', "feedback", "MODEL", "users react to waits, by a model of swf-simulate",
		TO_TEXT(feedback)},
	{'p', "procs", "N", "processors of the machine (default: MaxProcs or MaxNodes of the log)",
		TO_CALL(to_procs)},
	{'S', "seed", "N", "seed of the random numbers (default: 1)", TO_CALL(to_seed)},
	{'o', "output", "FOLDER", "for the results (default: the name of the recipe)",
		TO_TEXT(folder)},
	{'\0', "engine", "ENGINE", "where the runs are made", TO_CHOICE(engine, engines)},
	{'j', "jobs", "N", "runs at a time on this machine (default: one for each processor)",
		TO_WHOLE(jobs, 1, MOST_JOBS)},
	{'\0', "hosts", "FILE", "for ssh: the machines, one a line", TO_CALL(to_hosts)},
	{'\0', "chunk", "N", "for ssh and slurm: runs in one call (default: 10)",
		TO_CALL(to_chunk)},
	{'\0', "list", NULL, "list the recipes; with RECIPE, describe it and its variables",
		TO_FLAG(list)},
	OPTIONS_END};

static const struct renamed_option renamed[] = {{"--schedulers", "--scheduler"}, {"-c", "--chunk"},
	{"-e", "--engine"}, {"-f", "--feedback"}, {"-H", "--hosts"}, {"-l", "--list"},
	{NULL, NULL}};

static const struct command command = {.name = "swf-experiment",
	.usage = "[options] RECIPE LOG... [VARIABLE=VALUE...]",
	.purpose = "Runs a study of SWF logs, leaves its tables, plots and report in a folder, and "
		   "prints the answer. The same command goes on with a study that was interrupted.",
	.options = options,
	.renamed = renamed};

static void check_opts(const struct opts *o)
{
	if (o->engine == SSH && o->hosts == NULL)
		die_usage("--engine ssh needs --hosts");
	if (o->engine != SSH && o->hosts != NULL)
		die_usage("--hosts goes with --engine ssh");
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

/* What options stand for must be variables of the recipe. */
static void check_options(const struct opts *o)
{
	for (size_t i = 0; i < o->variables.count; i++) {
		char name[32] = "";
		sscanf(o->variables.list[i], "%31[A-Z_]", name);
		if (strcmp(name, "HOSTS") != 0)
			check_variable(o->recipe, name);
	}
}

/* The operands: logs, and variables, of which the list keeps the first. Whatever its name, a file
 * is a log. Returns the logs. */
static char **sort_operands(struct opts *o, char **operands)
{
	size_t logs = 0;
	for (char **operand = operands; *operand != NULL; operand++) {
		const size_t name = variable_length(*operand);
		if (name > 0 && access(*operand, F_OK) != 0) {
			(*operand)[name] = '\0';
			check_variable(o->recipe, *operand);
			set_checked(&o->variables, *operand, *operand + name + 1);
		} else {
			operands[logs++] = *operand;
		}
	}
	operands[logs] = NULL;
	if (logs == 0)
		die_usage("no log is given");
	return operands;
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

static void print_file(const char *path)
{
	char block[4096];
	size_t got;
	FILE *file = fopen(path, "r");
	if (file == NULL)
		die("%s: %s", path, strerror(errno));
	while ((got = fread(block, 1, sizeof block, file)) > 0)
		fwrite(block, 1, got, stdout);
	fclose(file);
}

/* The call of make, in the folder of the study. */
static int call_make(const struct opts *o)
{
	char jobs[32];
	const char *make = gnu_make();
	const char **call = checked(calloc(o->variables.count + 6, sizeof *call));
	size_t n = 0;
	snprintf(jobs, sizeof jobs, "-j%lld", (long long)o->jobs);
	call[n++] = make;
	call[n++] = "-s";
	call[n++] = "-f";
	call[n++] = o->recipe;
	call[n++] = jobs;
	for (size_t i = 0; i < o->variables.count; i++)
		call[n++] = o->variables.list[i];
	/* those of a make file which calls this command */
	unsetenv("MAKEFLAGS");
	unsetenv("MAKELEVEL");
	unsetenv("GNUMAKEFLAGS");
	unsetenv("MAKEFILES");
	forget_variables(o->recipe);
	const int status = run_study((char *const *)call, o->name, option_given("quiet"));
	free(call);
	return status;
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
	check_opts(&o);
	find_recipes(self);
	if (optind == argc && o.list) {
		list_recipes();
		return command_end();
	}
	if (optind == argc)
		die_usage("no recipe is given; --list shows them");
	o.recipe = recipe_file(argv[optind]);
	o.name = recipe_name(o.recipe);
	if (o.list) {
		describe_recipe(o.recipe);
		return command_end();
	}
	if (o.feedback != NULL)
		set_feedback(&o.variables, feedback_variable(o.recipe), o.feedback);
	set_schedulers(&o.variables);
	check_options(&o);
	char **logs = sort_operands(&o, argv + optind + 1);
	check_engine(&o);
	if (o.folder == NULL)
		o.folder = o.name;
	check_study(&(struct study){o.recipe, logs, o.folder, o.variables.list, o.variables.count});
	open_study(o.folder);
	o.logs = take_logs(logs, o.folder);
	o.recipe = take_recipe(o.recipe, o.folder);
	set_variable(&o.variables, "LOGS", o.logs);
	set_variable(&o.variables, "ENGINE", engines[o.engine]);
	set_variable(&o.variables, "COMMAND", o.command);
	if (chdir(o.folder) != 0)
		die("%s: %s", o.folder, strerror(errno));

	if (call_make(&o) != 0)
		die("the study is not complete; the finished runs are kept in %s", o.folder);
	print_file("answer.txt");
	note_rate(o.name);
	note("the report is %s/report.html", o.folder);
	return command_end();
}
