#include "experiment/study-check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/recipes.h"
#include "experiment/study-try.h"
#include "experiment/study-values.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "shared/plug-in-names.h"

/* Those that hold options of this toolkit's commands, beside OPTIONS_NAME. */
static const char *const variables_of_options[] = {
	"RESAMPLE", "SIMULATE", "METRICS", "DISTRIB", NULL};

static const char *const none[] = {NULL}, *const of_model[] = {"FEEDBACK", "MODEL", NULL},
			 *const of_models[] = {"MODELS", NULL};

/* The NAME of each OPTIONS_NAME. */
static const char *const *own_names(const struct study *study)
{
	const char *const *names = none;
	for (size_t i = 0; i < study->variable_count; i++) {
		char *name = name_of_variable(study->variables[i]);
		if (!defines_choice(name))
			continue;
		const char *const one[] = {name + strlen("OPTIONS_"), NULL};
		names = joined(names, one);
	}
	return names;
}

/* Checks the words of variables against names, and returns them, added to those before. */
static const char *const *checked_names(const struct study *study, const char *const variables[],
	const char *kind, const char *const known[], const char *const before[])
{
	for (size_t v = 0; variables[v] != NULL; v++) {
		const char *const *list = settings(study, variables[v]);
		char what[64];
		snprintf(what, sizeof what, "%s: ", variables[v]);
		for (size_t i = 0; list[i] != NULL; i++)
			if (!has_word(known, list[i]))
				die_choice(what, list[i], kind, known);
		before = joined(before, list);
	}
	return before;
}

const char *const *used_choices(const struct study *study)
{
	const char *const *const variables[] = {variables_of_schedulers, of_model, of_models};
	const char *const *used = none;
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
		for (size_t v = 0; variables[i][v] != NULL; v++)
			used = joined(used, settings(study, variables[i][v]));
	return used;
}

static void check_names(const struct study *study)
{
	static const char *const replayed[] = {"conventional", NULL};
	const char *const *own = own_names(study);
	const char *const *models = joined(user_model_names(), own), *const *used = none;
	used = checked_names(study, variables_of_schedulers, " the schedulers",
		joined(scheduler_names(), own), used);
	used = checked_names(study, of_model, " the user models", models, used);
	used = checked_names(study, of_models, " the user models", joined(replayed, models), used);
	for (size_t i = 0; own[i] != NULL; i++)
		if (!has_word(used, own[i]))
			die_choice("OPTIONS_NAME: ", own[i],
				" the schedulers and user models of this study", used);
}

/* Lists of what is to be tried; others are options of commands. */
static void check_lists(const struct study *study)
{
	char *compared = setting_of_recipe(study, "COMPARED");
	for (size_t i = 0; i < study->variable_count; i++) {
		char *name = name_of_variable(study->variables[i]);
		if (!has_word(variables_of_options, name) && strcmp(name, "SBATCH") != 0 &&
			!defines_choice(name)) {
			const char *const *list = settings(study, name);
			for (size_t j = 0; list[j] != NULL; j++)
				if (has_word(list + j + 1, list[j]))
					die_usage("%s: '%s' is given twice", name, list[j]);
		}
	}
	if (compared != NULL) {
		const char *name = words_of(compared)[0];
		const char *const *list = settings(study, name);
		if (list[0] != NULL && list[1] == NULL)
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
	const char *variable; /* or the beginning of its name */
	const char *name;
	char letter;
	const char *why;
} refused[] = {
	{"SIMULATE", "--feedback-command", 'F',
		"would measure throughput until the last of the users is done; give --feedback "
		"MODEL to swf-experiment instead"},
	{"OPTIONS_", "--feedback-command", 'F',
		"would measure throughput until the last of the users is done; give --feedback "
		"MODEL to swf-experiment instead"},
	{"", "--output", 'o', "would write where the study does not read"},
	{"", "--help", 'h', "would run nothing"},
	{"", "--version", 'V', "would run nothing"},
	{"RESAMPLE", "--map", 'M', "would be written again by each run"},
	{"METRICS", "--format", 'f', "would give no table that the study reads"},
	{"METRICS", "--by", 'B', "would give no table that the study reads"},
	{"METRICS", "--compare", 'C', "would give no table that the study reads"},
	{"METRICS", "--distribution", 'd', "would give no table that the study reads"},
};

static void refuse_options(const struct study *study)
{
	for (size_t i = 0; i < study->variable_count; i++) {
		const char *name = name_of_variable(study->variables[i]);
		if (!has_word(variables_of_options, name) && !defines_choice(name))
			continue;
		const char *const *list = settings(study, name);
		/* which makes a user model of it */
		const bool is_model = defines_choice(name) && list[0] != NULL &&
			is_option(list[0], "--feedback-command", 'F');
		for (size_t j = is_model; list[j] != NULL; j++)
			for (size_t r = 0; r < sizeof refused / sizeof *refused; r++)
				if (strncmp(name, refused[r].variable,
					    strlen(refused[r].variable)) == 0 &&
					is_option(list[j], refused[r].name, refused[r].letter))
					die_usage("%s: '%s' %s", name, list[j], refused[r].why);
	}
}

static bool has_value(const char *recipe, const char *name)
{
	char *value = recipe_value(recipe, name);
	const bool found = value != NULL;
	free(value);
	return found;
}

const char *model_variable(const char *recipe)
{
	if (recipe_has(recipe, "react.mk"))
		return "FEEDBACK";
	return has_value(recipe, "MODEL") ? "MODEL" : NULL;
}

const char *feedback_variable(const char *recipe)
{
	const char *variable = model_variable(recipe);
	if (variable != NULL)
		return variable;
	if (has_value(recipe, "MODELS"))
		die_usage("--feedback: %s has several user models: MODELS='distribution fluid'",
			recipe_name(recipe));
	die_usage(
		"--feedback: %s simulates nothing to which users could react", recipe_name(recipe));
}

/* The number of a variable that all recipes share. */
static long shared_number(const char *name)
{
	char *text = shared_value(name);
	const long number = text != NULL ? strtol(text, NULL, 10) : 0;
	free(text);
	return number;
}

/* A variable as the user gives it, or NULL where the recipe's counts. */
static const char *given(const struct study *study, const char *name)
{
	for (size_t i = 0; i < study->variable_count; i++)
		if (strcmp(name_of_variable(study->variables[i]), name) == 0)
			return setting(study, name);
	return NULL;
}

bool has_replications(const char *recipe)
{
	char *runs = recipe_value(recipe, "RUNS");
	const bool once = runs != NULL && strcmp(runs, "$(CASES:%=runs/%/0.csv)") == 0;
	free(runs);
	return !once;
}

static void check_replications(const struct study *study)
{
	const char *asked = given(study, "N");
	if (asked != NULL && strtol(asked, NULL, 10) > RUNS_MOST)
		die_usage(
			"N: a study has %d runs at most: not '%s' replications", RUNS_MOST, asked);
}

static void check_precision(const struct study *study)
{
	if (settings(study, "PRECISION")[0] == NULL)
		return;
	if (!has_replications(study->recipe))
		die_usage("PRECISION: %s has no replications", recipe_name(study->recipe));
	const char *maximum = given(study, "MAXIMUM"), *asked = given(study, "N");
	const long least = shared_number("LEAST");
	long most = shared_number("MAXIMUM");
	if (maximum != NULL) {
		most = strtol(maximum, NULL, 10);
		if (maximum[strspn(maximum, "0123456789")] != '\0' || strlen(maximum) > 9 ||
			most < least)
			die_usage("MAXIMUM: '%s' is no number from %ld on", maximum, least);
	}
	if (asked != NULL && strtol(asked, NULL, 10) > most)
		die_usage("MAXIMUM: %ld is less than the %s replications that are asked for", most,
			asked);
}

const struct plan *check_study(const struct study *study)
{
	check_replications(study);
	check_precision(study);
	refuse_options(study);
	check_names(study);
	check_lists(study);
	if (settings(study, "FEEDBACK")[0] != NULL &&
		strcmp(feedback_variable(study->recipe), "FEEDBACK") != 0)
		die_usage("FEEDBACK: the variable of this recipe is MODEL");
	for (size_t i = 0; study->logs[i] != NULL; i++)
		if (strcmp(study->logs[i], "-") == 0)
			keep_stdin();
	const struct plan *plan = plan_study(study);
	try_logs(study);
	try_settings(study, plan);
	return plan;
}
