/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is asked for is checked before a study begins, so that no run fails of it: first what can be
 * seen in the words alone, then in the plan of the recipe, then in the logs, and last in what the
 * commands of the runs say of their options. Nothing is written but in the trial of the plan.
 */
#include "experiment/preflight.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "experiment/folder.h"
#include "experiment/recipes.h"
#include "experiment/user-values.h"
#include "shared/command-line.h"
#include "shared/command.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "shared/plug-in-names.h"
#include "swfcore/quantity.h"

static const char *const none[] = {NULL};

/* The NAME of each OPTIONS_NAME. */
static const char *const *own_names(const struct study *study)
{
	const char *const *names = none;
	for (size_t i = 0; i < study->assignment_count; i++) {
		const char *name = name_of_assignment(study->assignments[i]);
		const char *const one[] = {name + strlen("OPTIONS_"), NULL};
		if (defines_choice(name))
			names = joined(names, one);
	}
	return names;
}

/* The names that the study uses for schedulers and user models; ended by NULL. */
static const char *const *used_choices(const struct study *study)
{
	const struct declarations *all = declarations_of(study->recipe);
	const char *const *used = none;
	for (size_t i = 0; i < all->count; i++)
		if (all->list[i].type == SCHEDULER || all->list[i].type == MODEL)
			used = joined(used, settings(study, all->list[i].name));
	return used;
}

static void check_names(const struct study *study)
{
	static const char *const replayed[] = {"conventional", NULL};
	const struct declarations *all = declarations_of(study->recipe);
	const char *const *own = own_names(study), *const *used = used_choices(study);
	const char *const *schedulers = joined(scheduler_names(), own);
	const char *const *models = joined(user_model_names(), own);
	for (size_t v = 0; v < all->count; v++) {
		const struct variable *variable = &all->list[v];
		if (variable->type != SCHEDULER && variable->type != MODEL)
			continue;
		const char *const *known = variable->type == SCHEDULER ? schedulers : models;
		const char *const *list = settings(study, variable->name);
		char what[64];
		snprintf(what, sizeof what, "%.60s: ", variable->name);
		for (size_t i = 0; list[i] != NULL; i++)
			/* in a list of models one can stand for none */
			if (!has_word(known, list[i]) &&
				!(variable->type == MODEL && variable->is_list &&
					has_word(replayed, list[i])))
				die_choice(what, list[i],
					variable->type == SCHEDULER ? " the schedulers"
								    : " the user models",
					known);
	}
	for (size_t i = 0; own[i] != NULL; i++)
		if (!has_word(used, own[i]))
			die_choice("OPTIONS_NAME: ", own[i],
				" the schedulers and user models of this study", used);
}

/* The values of a list differ, and there are two if they are compared. */
static void check_lists(const struct study *study)
{
	const struct declarations *all = declarations_of(study->recipe);
	for (size_t v = 0; v < all->count; v++) {
		const char *name = all->list[v].name;
		const char *const *list = settings(study, name);
		if (all->list[v].is_list && given_setting(study, name) != NULL)
			for (size_t i = 0; list[i] != NULL; i++)
				if (has_word(list + i + 1, list[i]))
					die_usage("%s: '%s' is given twice", name, list[i]);
		if (all->list[v].needs_two && list[0] != NULL && list[1] == NULL)
			die_usage("%s: '%s' alone; there is nothing to compare it with: give two "
				  "values at least",
				name, list[0]);
	}
}

/* Whether a word of options is this one, perhaps cut short, or by its letter behind flags. */
static bool is_option(const char *word, const char *name, char letter)
{
	const size_t length = strcspn(word, "=");
	if (strncmp(word, "--", 2) == 0)
		return length > 2 && strncmp(word, name, length) == 0;
	return word[0] == '-' && word[1 + strspn(word + 1, "bEPq")] == letter;
}

/* Options of commands that a study has no use for, or uses itself. */
static const struct refused {
	const char *of; /* the command whose options they are, or OPTIONS_; "" for any */
	const char *name;
	char letter;
	const char *why;
} refused[] = {
	{"swf-simulate", "--feedback-command", 'F',
		"would measure throughput until the last of the users is done; give --feedback "
		"MODEL to swf-experiment instead"},
	{"OPTIONS_", "--feedback-command", 'F',
		"would measure throughput until the last of the users is done; give --feedback "
		"MODEL to swf-experiment instead"},
	{"", "--output", 'o', "would write where the study does not read"},
	{"", "--help", 'h', "would run nothing"},
	{"", "--version", 'V', "would run nothing"},
	{"swf-resample", "--map", 'M', "would be written again by each run"},
	{"swf-metrics", "--format", 'f', "would give no table that the study reads"},
	{"swf-metrics", "--by", 'B', "would give no table that the study reads"},
	{"swf-metrics", "--compare", 'C', "would give no table that the study reads"},
	{"swf-metrics", "--distribution", 'd', "would give no table that the study reads"},
};

static void refuse_options(const struct study *study)
{
	for (size_t i = 0; i < study->assignment_count; i++) {
		const char *name = name_of_assignment(study->assignments[i]);
		const struct variable *variable = find_variable(study->recipe, name);
		const bool is_choice = defines_choice(name);
		const char *of = is_choice ? "OPTIONS_" : variable != NULL ? variable->of : NULL;
		if (of == NULL || (!is_choice && strncmp(of, "swf-", 4) != 0))
			continue;
		const char *const *list = settings(study, name);
		/* the first word says that it is a user model */
		const bool is_model = is_choice && list[0] != NULL &&
			is_option(list[0], "--feedback-command", 'F');
		for (size_t j = is_model; list[j] != NULL; j++)
			for (size_t r = 0; r < sizeof refused / sizeof *refused; r++)
				if ((refused[r].of[0] == '\0' || strcmp(refused[r].of, of) == 0) &&
					is_option(list[j], refused[r].name, refused[r].letter))
					die_usage("%s: '%s' %s", name, list[j], refused[r].why);
	}
}

/* The variable of a recipe that --feedback sets. Dies where users cannot react. */
static const char *feedback_variable(const char *recipe)
{
	const struct declarations *all = declarations_of(recipe);
	const struct variable *variable = variable_of_option(recipe, "feedback");
	if (variable != NULL && !recipe_is_without(recipe, variable->name))
		return variable->name;
	for (size_t i = 0; i < all->count; i++)
		if (all->list[i].type == MODEL && all->list[i].is_list)
			die_usage("--feedback: %s has several user models: %s='distribution fluid'",
				recipe_name(recipe), all->list[i].name);
	die_usage(
		"--feedback: %s simulates nothing to which users could react", recipe_name(recipe));
}

static void check_replications(const struct study *study)
{
	const char *asked = given_setting(study, "N");
	if (asked != NULL && strtol(asked, NULL, 10) > RUNS_MOST)
		die_usage(
			"N: a study has %d runs at most: not '%s' replications", RUNS_MOST, asked);
	if (settings(study, "PRECISION")[0] == NULL)
		return;
	if (recipe_is_without(study->recipe, "PRECISION"))
		die_usage("PRECISION: %s has no replications", recipe_name(study->recipe));
	const char *maximum = given_setting(study, "MAXIMUM");
	if (maximum == NULL)
		maximum = find_variable(study->recipe, "MAXIMUM")->value;
	if (asked != NULL && strtol(asked, NULL, 10) > strtol(maximum, NULL, 10))
		die_usage("MAXIMUM: %s is less than the %s replications that are asked for",
			maximum, asked);
}

/* A name with the option of swf-simulate for it, or what OPTIONS_NAME has in its place. To be
 * freed.
 */
static char *chosen(const struct study *study, const char *option, const char *name)
{
	char variable[256];
	snprintf(variable, sizeof variable, "OPTIONS_%.200s", name);
	const char *value = setting(study, variable);
	if (strncmp(value, option, strlen(option)) == 0)
		return formatted("%s", value);
	return formatted("%s %s", option, value[0] != '\0' ? value : name);
}

/* Repeats the messages of a command, with the name of the log instead of stdin. If swf-resample
 * asks for an option, the message shows RESAMPLE with it. */
static void say_of_log(const struct study *study, char *said, const char *log)
{
	static const char mark[] = ": stdin: ", ask[] = "; give --";
	const char *others = options_for(study, "swf-resample");
	for (char *line = said, *end; *line != '\0'; line = end) {
		end = line + strcspn(line, "\n");
		if (*end == '\n')
			*end++ = '\0';
		const char *rest = strstr(line, mark), *asked = strstr(line, ask);
		if (strncmp(line, "swf-resample", 12) == 0 && asked != NULL)
			fprintf(stderr, "%.*s; give RESAMPLE='%s%s%s'\n", (int)(asked - line), line,
				others, others[0] != '\0' ? " " : "",
				asked + strlen(ask) - strlen("--"));
		else if (strncmp(line, "swf-", 4) == 0 && rest != NULL)
			warn("%s: %s", shown_name(log), rest + strlen(mark));
		else
			fprintf(stderr, "%s\n", line);
	}
}

/* Runs a shell command, which is freed, with this input from the log. Dies with its messages if its
 * status is from `least` to `most`. */
static void try_command(const struct study *study, const char *log, const char *input,
	char *command, int least, int most)
{
	char said[4096] = "", *whole = formatted("{ %s %s; } 2>&1 >/dev/null", input, command);
	rewind_stdin();
	fflush(NULL);
	FILE *output = popen(whole, "r");
	free(whole);
	if (output == NULL)
		die("%s", strerror(errno));
	struct pollfd end = {.fd = fileno(output), .events = POLLIN};
	enum { PATIENCE = 10 }; /* s */
	if (isatty(STDERR_FILENO) && poll(&end, 1, PATIENCE * 1000) == 0)
		note("for %d s nothing came from this command, which is tried before the study "
		     "begins: %s",
			PATIENCE, command);
	said[fread(said, 1, sizeof said - 1, output)] = '\0';
	while (fgetc(output) != EOF)
		;
	const int status = pclose(output), code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
	if (code >= least && code <= most) {
		say_of_log(study, said, log);
		warn("no run was started, because this command fails: %s", command);
		exit(code == EXIT_USAGE ? EXIT_USAGE : EXIT_DATA);
	}
	free(command);
}

/* The user model of the runs, or NULL. */
static const char *model_of(const struct study *study)
{
	const struct variable *variable = variable_of_option(study->recipe, "feedback");
	return variable != NULL ? settings(study, variable->name)[0] : NULL;
}

/* Tries a scheduler on the first jobs of the log, which shows wrong options and programs that fail
 * at once. */
static void try_scheduler(const struct study *study, const char *log,
	const struct variable *variable, const char *name)
{
	static const char head[] = "gzip -cdf <\"$SWF_LOG\" 2>/dev/null | "
				   "awk '{ print } !/^;/ && ++n == 100 { exit }' |";
	const char *procs = settings(study, "PROCS")[0], *model = model_of(study);
	const char *options = options_for(study, "swf-simulate");
	char *scheduler = chosen(study, "--scheduler", name);
	char *command = formatted("swf-simulate --quiet --no-provenance%s%s%s%s %s%s%s",
		procs != NULL ? " --procs " : "", procs != NULL ? procs : "",
		options[0] != '\0' ? " " : "", options, scheduler,
		variable->trial[0] != '\0' ? " " : "", variable->trial);
	free(scheduler);
	if (model == NULL) {
		try_command(study, log, head, command, EXIT_DATA, INT_MAX);
		return;
	}
	/* the first jobs can be too few for a user model, so only wrong usage counts here */
	char *users = chosen(study, "--feedback", model);
	try_command(
		study, log, head, formatted("%s %s --seed 1", command, users), EXIT_USAGE, INT_MAX);
	free(users);
	try_command(study, log, head, command, EXIT_DATA, EXIT_DATA);
}

static void try_options(const struct study *study, const struct plan *plan, const char *log)
{
	const struct declarations *all = declarations_of(study->recipe);
	for (size_t v = 0; v < all->count; v++) {
		if (all->list[v].type != SCHEDULER)
			continue;
		const char *const *list = settings(study, all->list[v].name);
		for (size_t i = 0; list[i] != NULL; i++)
			try_scheduler(study, log, &all->list[v], list[i]);
	}
	if (recipe_needs(study->recipe, "users")) {
		if (has_word(settings(study, "RESAMPLE"), "inf"))
			die_usage("RESAMPLE: a study needs workloads that end");
		try_command(study, log, "<\"$SWF_LOG\"",
			formatted("swf-resample --quiet --seed 1 %s", plan->resampling), EXIT_DATA,
			INT_MAX);
	}
	const char *options = options_for(study, "swf-metrics");
	try_command(study, log, "</dev/null",
		formatted("swf-metrics --quiet --format csv %s%s", options,
			model_of(study) != NULL ? " --until 1w" : ""),
		EXIT_USAGE, INT_MAX);
}

/* Whether words of options hold an option, by its long name, which may be cut short, or its letter.
 */
static bool has_option(const char *const list[], const char *name, const char *letter)
{
	for (size_t i = 0; list[i] != NULL; i++) {
		const size_t length = strcspn(list[i], "=");
		if ((length > 3 && strncmp(list[i], name, length) == 0) ||
			strncmp(list[i], letter, 2) == 0)
			return true;
	}
	return false;
}

/* Reads a log to its end: it must be in order, have users, tell the machine and be long enough. */
static void check_log(const struct study *study, const char *path)
{
	const char *const *simulate = settings(study, "SIMULATE");
	const char *const *warmup = settings(study, "WARMUP"),
			  *const *limit = settings(study, "WEEKS");
	struct stat about;
	struct swf_job job;
	double first = 0, last = 0;
	if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
		die("%s: a folder", path);
	if (has_option(simulate, "--skip-bad", "-b") ||
		has_option(settings(study, "RESAMPLE"), "--skip-bad", "-b"))
		skip_bad_lines();
	const bool needs_users = recipe_needs(study->recipe, "users") &&
		!has_option(settings(study, "RESAMPLE"), "--anonymous", "-A");
	struct swf_log *log = open_log_at(path);
	while (next_job(log, &job)) {
		if (swf_log_counts(log).jobs == 1)
			first = job.submit;
		last = job.submit;
	}
	if (swf_log_counts(log).jobs == 0)
		die("%s: no job", shown_name(path));
	if (needs_users && swf_log_counts(log).anonymous == swf_log_counts(log).jobs)
		die("%s: no job has a user; give RESAMPLE='--anonymous each'", shown_name(path));
	if (recipe_needs(study->recipe, "machine") && settings(study, "PROCS")[0] == NULL &&
		swf_header_procs(swf_log_header(log)) == 0 &&
		!has_option(simulate, "--procs", "-p"))
		die("%s: the log has no positive MaxProcs or MaxNodes; give --procs N",
			shown_name(path));
	swf_log_free(log);
	const double weeks = limit[0] != NULL ? strtod(limit[0], NULL) : (last - first) / SWF_WEEK;
	if (warmup[0] != NULL && weeks < strtod(warmup[0], NULL) + 1)
		die("%s: %.3g weeks are too short: WARMUP leaves out the first %s, so less than "
		    "one is left",
			shown_name(path), weeks, warmup[0]);
}

static void go_to(const char *folder)
{
	if (chdir(folder) != 0)
		die("%s: %s", folder, strerror(errno));
}

/* Calls the commands of the runs with their options, in the folder of the study, as seen from which
 * they may name files, or where there is none yet, in that of its trial. */
static void try_settings(const struct study *study, const struct plan *plan)
{
	char here[PATH_MAX], made[PATH_MAX] = "";
	const char *folder = study->folder;
	if (getcwd(here, sizeof here) == NULL)
		die("%s", strerror(errno));
	if (access(folder, F_OK) != 0) {
		snprintf(made, sizeof made, "%.4000s/try", trial_folder());
		if (mkdir(made, 0777) != 0)
			die("%s: %s", made, strerror(errno));
		folder = made;
	}
	for (size_t i = 0; study->logs[i] != NULL; i++) {
		const bool from_stdin = strcmp(study->logs[i], "-") == 0;
		char *path = realpath(from_stdin ? "/dev/null" : study->logs[i], NULL);
		if (path == NULL)
			die("%s: %s", study->logs[i], strerror(errno));
		must(setenv("SWF_LOG", from_stdin ? "/dev/stdin" : path, 1));
		free(path);
		go_to(folder);
		try_options(study, plan, study->logs[i]);
		go_to(here);
	}
	unsetenv("SWF_LOG");
	rewind_stdin();
	if (made[0] != '\0' && rmdir(made) != 0)
		die("a command of the study, which was tried, has written files where it ran, "
		    "which "
		    "would be the folder of the study: give these absolute names");
}

const struct plan *check_study(const struct study *study)
{
	check_replications(study);
	refuse_options(study);
	check_names(study);
	check_lists(study);
	if (settings(study, "FEEDBACK")[0] != NULL)
		feedback_variable(study->recipe);
	for (size_t i = 0; study->logs[i] != NULL; i++)
		if (strcmp(study->logs[i], "-") == 0)
			keep_stdin();
	const struct plan *plan = plan_study(study);
	for (size_t i = 0; study->logs[i] != NULL; i++)
		check_log(study, study->logs[i]);
	rewind_stdin();
	try_settings(study, plan);
	return plan;
}

static bool is_several(const char *schedulers)
{
	return strchr(schedulers + 1, ' ') != NULL;
}

/* HOSTS is set by an option of all recipes. */
static bool is_hosts(const char *name)
{
	return strcmp(name, "HOSTS") == 0;
}

/* Sets the schedulers of a recipe. Some recipes take a single one. */
static void take_schedulers(struct assignments *taken, const char *recipe, const char *schedulers)
{
	const struct variable *variable = variable_of_option(recipe, "scheduler");
	if (variable == NULL)
		variable = known_variable(recipe, "SCHEDULERS");
	if (!variable->is_list && is_several(schedulers))
		die_usage("--scheduler: %s takes one scheduler, and not several",
			recipe_name(recipe));
	assign_checked(taken, variable, variable->name, schedulers + 1);
}

/* The settings of a former name of the recipe, before which those of the user count. */
static void take_former(struct assignments *taken, const char *recipe, const char *former)
{
	char *copy = checked(strdup(former != NULL ? former : "")), *rest = copy, *word;
	while ((word = cut_word(&rest)) != NULL) {
		const size_t length = variable_length(word);
		if (length == 0)
			die("%s: formerly: '%s' is no VARIABLE=VALUE", recipe, word);
		word[length] = '\0';
		assign_checked(taken, known_variable(recipe, word), word, word + length + 1);
	}
	free(copy);
}

struct assignments assignments_for(
	const struct assignments *all, const char *recipe, const char *former)
{
	struct assignments taken = {0};
	take_former(&taken, recipe, former);
	if (all->schedulers != NULL)
		take_schedulers(&taken, recipe, all->schedulers);
	if (all->model != NULL)
		assign(&taken, feedback_variable(recipe), all->model);
	for (size_t i = 0; i < all->count; i++) {
		const char *name = name_of_assignment(all->list[i]);
		if (!is_hosts(name))
			known_variable(recipe, name);
		add_assignment(&taken, all->list[i]);
	}
	return taken;
}

/* Unmarks definitions of schedulers and user models that the study does not use. */
static void mark_unused(const struct assignments *all, const struct assignments *taken,
	const char *recipe, bool fits[])
{
	const struct study study = {
		.recipe = recipe, .assignments = taken->list, .assignment_count = taken->count};
	const char *const *used = used_choices(&study);
	for (size_t i = 0; i < all->count; i++) {
		const char *name = name_of_assignment(all->list[i]);
		if (defines_choice(name) && !has_word(used, name + strlen("OPTIONS_")))
			fits[i] = false;
	}
}

struct assignments assignments_for_one(const struct assignments *all, const char *recipe,
	const char *former, const char *name, bool fits[])
{
	struct assignments taken = {0};
	const struct variable *schedulers = variable_of_option(recipe, "scheduler");
	const struct variable *model = variable_of_option(recipe, "feedback");
	bool *of_schedulers = fits + all->count, *of_model = fits + all->count + 1;
	*of_schedulers = all->schedulers != NULL && schedulers != NULL &&
		(schedulers->is_list || !is_several(all->schedulers));
	*of_model = all->model != NULL && model != NULL && !recipe_is_without(recipe, model->name);
	/* the second pass leaves out definitions that the settings of the first do not use */
	for (int pass = 0; pass < 2; pass++) {
		free_assignments(&taken);
		take_former(&taken, recipe, former);
		if (*of_schedulers)
			take_schedulers(&taken, recipe, all->schedulers);
		if (*of_model)
			assign(&taken, model->name, all->model);
		for (size_t i = 0; i < all->count; i++) {
			const char *variable = name_of_assignment(all->list[i]);
			if (pass == 0)
				fits[i] = is_hosts(variable) ||
					(find_variable(recipe, variable) != NULL &&
						!recipe_is_without(recipe, variable));
			if (fits[i])
				add_assignment(&taken, all->list[i]);
		}
		if (pass == 0)
			mark_unused(all, &taken, recipe, fits);
	}
	for (size_t i = 0; i < all->count; i++)
		if (!fits[i] && !defines_choice(name_of_assignment(all->list[i])))
			note("%s goes without %s, which it does not have", name,
				text_of_variable(name_of_assignment(all->list[i])));
	if (all->schedulers != NULL && !*of_schedulers)
		note("%s goes without --scheduler: it %s", name,
			schedulers != NULL ? "takes one scheduler, and not several"
					   : "has no schedulers");
	if (all->model != NULL && !*of_model)
		note("%s goes without --feedback, which it does not have", name);
	return taken;
}
