#include "study-check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "choices.h"
#include "common.h"
#include "recipes.h"
#include "study-try.h"

static void check_scheduler_names(const struct study *study)
{
	static const char *const none[] = {NULL};
	const char *const *used = none, *const *named = none;
	for (size_t i = 0; i < study->variable_count; i++) {
		if (strncmp(study->variables[i], "OPTIONS_", 8) != 0)
			continue;
		char *name = name_of_variable(study->variables[i] + 8);
		const char *const one[] = {name, NULL};
		named = joined(named, one);
	}
	const char *const *known = joined(scheduler_names(), named);
	for (size_t v = 0; variables_of_schedulers[v] != NULL; v++) {
		const char *const *list = settings(study, variables_of_schedulers[v]);
		char what[64];
		snprintf(what, sizeof what, "%s: ", variables_of_schedulers[v]);
		for (size_t i = 0; list[i] != NULL; i++)
			if (!has_word(known, list[i]))
				die_choice(what, list[i], " the schedulers", known);
		used = joined(used, list);
	}
	for (size_t i = 0; named[i] != NULL; i++)
		if (!has_word(used, named[i]))
			die_choice(
				"OPTIONS_NAME: ", named[i], " the schedulers of this study", used);
}

static void check_model_names(const struct study *study)
{
	static const char *const replayed[] = {"conventional", NULL};
	static const char *const of_models[] = {"FEEDBACK", "MODEL", "MODELS", NULL};
	for (size_t v = 0; of_models[v] != NULL; v++) {
		const char *const *list = settings(study, of_models[v]);
		const char *const *known = user_model_names();
		char what[64];
		snprintf(what, sizeof what, "%s: ", of_models[v]);
		if (strcmp(of_models[v], "MODELS") == 0)
			known = joined(replayed, known);
		for (size_t i = 0; list[i] != NULL; i++)
			if (!has_word(known, list[i]))
				die_choice(what, list[i], " the user models", known);
	}
}

/* Lists of what is to be tried; others are options of commands. */
static void check_lists(const struct study *study)
{
	static const char *const options[] = {
		"RESAMPLE", "SIMULATE", "METRICS", "DISTRIB", "SBATCH", NULL};
	char *compared = setting_of_recipe(study, "COMPARED");
	for (size_t i = 0; i < study->variable_count; i++) {
		char *name = name_of_variable(study->variables[i]);
		if (!has_word(options, name) && strncmp(name, "OPTIONS_", 8) != 0) {
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

/* Whether a word of swf-simulate's options is --feedback, perhaps cut short, or -f. */
static bool is_feedback(const char *word)
{
	const size_t length = strcspn(word, "=");
	if (strncmp(word, "--", 2) == 0)
		return length > 2 && strncmp(word, "--feedback", length) == 0;
	return word[0] == '-' && word[1 + strspn(word + 1, "abPq")] == 'f';
}

static void refuse_feedback(const struct study *study)
{
	for (size_t i = 0; i < study->variable_count; i++) {
		char *name = name_of_variable(study->variables[i]);
		if (strcmp(name, "SIMULATE") == 0 || strncmp(name, "OPTIONS_", 8) == 0) {
			const char *const *list = settings(study, name);
			for (size_t j = 0; list[j] != NULL; j++)
				if (is_feedback(list[j]))
					die_usage("%s: '%s' would measure throughput until the "
						  "last of the users is done; give --feedback "
						  "MODEL to swf-experiment instead",
						name, list[j]);
		}
	}
}

static bool has_value(const char *recipe, const char *name)
{
	char *value = recipe_value(recipe, name);
	const bool found = value != NULL;
	free(value);
	return found;
}

const char *feedback_variable(const char *recipe)
{
	if (recipe_has(recipe, "react.mk"))
		return "FEEDBACK";
	if (has_value(recipe, "MODEL"))
		return "MODEL";
	if (has_value(recipe, "MODELS"))
		die_usage("--feedback: %s has several user models: MODELS='distribution fluid'",
			recipe_name(recipe));
	die_usage(
		"--feedback: %s simulates nothing to which users could react", recipe_name(recipe));
}

void check_study(const struct study *study)
{
	refuse_feedback(study);
	check_scheduler_names(study);
	check_model_names(study);
	check_lists(study);
	if (settings(study, "FEEDBACK")[0] != NULL &&
		strcmp(feedback_variable(study->recipe), "FEEDBACK") != 0)
		die_usage("FEEDBACK: the variable of this recipe is MODEL");
	try_logs(study);
	try_settings(study);
}
