/*
 * swf-experiment: runs a whole study. Its recipe is a make file, which makes runs, tables, plots
 * and a report in a folder; this command finds it, checks what is asked for, and watches make.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "experiment/programs.h"
#include "experiment/recipes.h"
#include "experiment/study-check.h"
#include "experiment/study-folder.h"
#include "experiment/study-logs.h"
#include "experiment/study-values.h"
#include "experiment/study.h"
#include "shared/command.h"
#include "shared/memory.h"

enum engine { LOCAL, SSH, SLURM };
static const char *const engines[] = {"local", "ssh", "slurm", NULL};

/* make fills a pipe with a byte for each job, and waits for ever where that has no more room */
enum { MOST_JOBS = 4096 };

struct opts {
	enum engine engine;
	bool list, quiet;
	int64_t jobs;
	const char *folder, *feedback;
	char *hosts, *command, *recipe, *name, *logs;
	/* NAME=VALUE for make */
	char **variables;
	size_t variable_count;
};

static void usage(FILE *file)
{
	fputs("usage: swf-experiment [options] RECIPE LOG... [VARIABLE=VALUE...]\n"
	      "Runs a study of SWF logs, leaves its tables, plots and report in a folder, and "
	      "prints\n"
	      "the answer. The same command goes on with a study that was interrupted.\n\n"
	      "  -n, --replications N     workloads of each kind\n"
	      "  -s, --schedulers LIST    such as fcfs,easy\n"
	      "  -f, --feedback MODEL     users react to waits, by a model of swf-simulate\n"
	      "  -p, --procs N            processors of the machine (default: MaxProcs of the "
	      "log)\n"
	      "  -S, --seed N             of the random numbers (default: 1)\n"
	      "  -o, --output FOLDER      for the results (default: the name of the recipe)\n"
	      "  -e, --engine ENGINE      where the runs are made: local (default), ssh, slurm\n"
	      "  -j, --jobs N             so many at a time on this machine (default: one a\n"
	      "                           processor)\n"
	      "  -H, --hosts FILE         of ssh: the machines, a line each\n"
	      "  -c, --chunk N            of ssh and slurm: so many runs at once (default: 10)\n"
	      "  -l, --list               list the recipes; of RECIPE, what can be set\n"
	      "  -q, --quiet              no notes and no progress on stderr\n"
	      "  -h, --help               print this help\n"
	      "  -V, --version            print the version\n",
		file);
}

/* In a value make takes a dollar sign for a variable. */
static void set_variable(struct opts *o, const char *name, const char *value)
{
	char *text = checked(malloc(strlen(name) + 2 * strlen(value) + 2));
	char *end = text + sprintf(text, "%s=", name);
	for (; *value != '\0'; value++) {
		if (*value == '$')
			*end++ = '$';
		*end++ = *value;
	}
	*end = '\0';
	o->variables[o->variable_count++] = text;
}

static void set_number(struct opts *o, const char *name, const char *option, const char *text)
{
	char digits[32];
	snprintf(
		digits, sizeof digits, "%lld", (long long)whole_value(option, text, 1, 1000000000));
	set_variable(o, name, digits);
}

/* A variable that is given as such; those that are options as well have the same limits. */
static void set_checked(struct opts *o, const char *name, const char *value)
{
	static const char *const numbers[][2] = {
		{"N", "replications"}, {"SEED", "seed"}, {"CHUNK", "chunk"}, {"PROCS", "procs"}};
	check_value(name, value);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		if (strcmp(name, numbers[i][0]) == 0) {
			set_number(o, name, numbers[i][1], value);
			return;
		}
	}
	set_variable(o, name, value);
}

static void parse_opts(struct opts *o, int argc, char **argv)
{
	static const struct option options[] = {{"chunk", required_argument, NULL, 'c'},
		{"engine", required_argument, NULL, 'e'},
		{"feedback", required_argument, NULL, 'f'}, {"hosts", required_argument, NULL, 'H'},
		{"jobs", required_argument, NULL, 'j'}, {"list", no_argument, NULL, 'l'},
		{"procs", required_argument, NULL, 'p'},
		{"replications", required_argument, NULL, 'n'},
		{"schedulers", required_argument, NULL, 's'},
		{"seed", required_argument, NULL, 'S'}, COMMON_LONG_OPTIONS, {NULL, 0, NULL, 0}};
	int c;
	while ((c = getopt_long(argc, argv, "c:e:f:H:j:ln:p:s:S:" COMMON_SHORT_OPTIONS, options,
			NULL)) != -1) {
		switch (c) {
		case 'c':
			set_number(o, "CHUNK", "chunk", optarg);
			break;
		case 'e':
			o->engine = (enum engine)choice_value("engine", optarg, engines);
			break;
		case 'f':
			o->feedback = optarg;
			break;
		case 'H':
			if ((o->hosts = realpath(optarg, NULL)) == NULL)
				die("%s: %s", optarg, strerror(errno));
			set_variable(o, "HOSTS", o->hosts);
			break;
		case 'j':
			o->jobs = whole_value("jobs", optarg, 1, MOST_JOBS);
			break;
		case 'l':
			o->list = true;
			break;
		case 'n':
			set_number(o, "N", "replications", optarg);
			break;
		case 'p':
			set_number(o, "PROCS", "procs", optarg);
			break;
		case 'o':
			o->folder = optarg;
			break;
		case 's':
			for (char *comma = optarg; (comma = strchr(comma, ',')) != NULL;)
				*comma = ' ';
			set_checked(o, "SCHEDULERS", optarg);
			break;
		case 'S':
			set_number(o, "SEED", "seed", optarg);
			break;
		case 'q':
			o->quiet = true;
			common_option(c);
			break;
		default:
			common_option(c);
		}
	}
	if (o->engine == SSH && o->hosts == NULL)
		die_usage("--engine ssh needs --hosts");
	if (o->engine != SSH && o->hosts != NULL)
		die_usage("--hosts goes with --engine ssh");
}

/* The command as a shell would take it again. */
static char *quoted_command(int argc, char **argv)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "_-./,:=+@%";
	size_t room = 1;
	for (int i = 0; i < argc; i++)
		room += 4 * strlen(argv[i]) + 3;
	char *command = checked(malloc(room)), *end = command;
	for (int i = 0; i < argc; i++) {
		if (i > 0)
			*end++ = ' ';
		if (argv[i][0] != '\0' && argv[i][strspn(argv[i], plain)] == '\0') {
			end += sprintf(end, "%s", argv[i]);
			continue;
		}
		*end++ = '\'';
		for (const char *c = argv[i]; *c != '\0'; c++)
			end += sprintf(end, *c == '\'' ? "'\\''" : "%c", *c);
		*end++ = '\'';
	}
	*end = '\0';
	return command;
}

/* What options stand for must be variables of the recipe. */
static void check_options(const struct opts *o)
{
	for (size_t i = 0; i < o->variable_count; i++) {
		char name[32] = "";
		sscanf(o->variables[i], "%31[A-Z]", name);
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
			set_checked(o, *operand, *operand + name + 1);
		} else {
			operands[logs++] = *operand;
		}
	}
	operands[logs] = NULL;
	if (logs == 0)
		die_usage("which logs? none is given");
	return operands;
}

/* A study whose engine is not there is made on this machine. */
static void check_engine(struct opts *o)
{
	if (o->engine == SSH && !has_program("parallel", "GNU parallel")) {
		warn("GNU parallel is missing (package parallel): all runs are made on this "
		     "machine");
		o->engine = LOCAL;
	}
	if (o->engine == SLURM && !has_program("sbatch", "slurm")) {
		warn("sbatch is missing (package slurm-client): all runs are made on this machine");
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
	const char **call = checked(calloc(o->variable_count + 6, sizeof *call));
	size_t n = 0;
	snprintf(jobs, sizeof jobs, "-j%lld", (long long)o->jobs);
	call[n++] = make;
	call[n++] = "-s";
	call[n++] = "-f";
	call[n++] = o->recipe;
	call[n++] = jobs;
	for (size_t i = 0; i < o->variable_count; i++)
		call[n++] = o->variables[i];
	/* those of a make file which calls this command */
	unsetenv("MAKEFLAGS");
	unsetenv("MAKELEVEL");
	unsetenv("GNUMAKEFLAGS");
	unsetenv("MAKEFILES");
	forget_variables(o->recipe);
	const int status = run_study((char *const *)call, o->name, o->quiet);
	free(call);
	return status;
}

int main(int argc, char **argv)
{
	static struct opts o;
	find_recipes(argv[0]);
	command_begin("swf-experiment", usage, argc, argv);
	o.jobs = sysconf(_SC_NPROCESSORS_ONLN);
	if (o.jobs < 1 || o.jobs > MOST_JOBS)
		o.jobs = o.jobs < 1 ? 1 : MOST_JOBS;
	o.command = quoted_command(argc, argv);
	o.variables = checked(calloc((size_t)argc + 8, sizeof *o.variables));
	parse_opts(&o, argc, argv);
	if (optind == argc && o.list) {
		list_recipes();
		return command_end();
	}
	if (optind == argc)
		die_usage("which recipe? --list has them");
	o.recipe = recipe_file(argv[optind]);
	o.name = recipe_name(o.recipe);
	if (o.list) {
		describe_recipe(o.recipe);
		return command_end();
	}
	if (o.feedback != NULL)
		set_variable(&o, feedback_variable(o.recipe), o.feedback);
	check_options(&o);
	char **logs = sort_operands(&o, argv + optind + 1);
	check_engine(&o);
	if (o.folder == NULL)
		o.folder = o.name;
	check_study(&(struct study){o.recipe, logs, o.folder, o.variables, o.variable_count});
	open_study(o.folder);
	o.logs = take_logs(logs, o.folder);
	o.recipe = take_recipe(o.recipe, o.folder);
	set_variable(&o, "LOGS", o.logs);
	set_variable(&o, "ENGINE", engines[o.engine]);
	set_variable(&o, "COMMAND", o.command);
	if (chdir(o.folder) != 0)
		die("%s: %s", o.folder, strerror(errno));

	if (call_make(&o) != 0)
		die("the study has not ended; its runs that are finished are kept in %s", o.folder);
	print_file("answer.txt");
	note_rate(o.name);
	note("the report is %s/report.html", o.folder);
	return command_end();
}
