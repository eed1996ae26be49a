#include "experiment/study-site.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/study-choices.h"
#include "experiment/study-values.h"
#include "shared/command-line.h"
#include "shared/messages.h"

/* The value of the last NAME=VALUE, or NULL where there is none or it is empty. */
static const char *value_of(const struct variables *variables, const char *name)
{
	const size_t length = strlen(name);
	for (size_t i = variables->count; i-- > 0;) {
		const char *text = variables->list[i];
		if (strncmp(text, name, length) == 0 && text[length] == '=')
			return text[length + 1] != '\0' ? text + length + 1 : NULL;
	}
	return NULL;
}

/* NAME=slurm:FILE with options behind it, as a value of --scheduler. */
static void add_site(
	struct variables *variables, const char *name, const char *file, const char *options)
{
	char *word = quoted(file);
	char *text = checked(
		malloc(strlen(name) + sizeof "=" SLURM_PREFIX + strlen(word) + strlen(options)));
	sprintf(text, "%s=" SLURM_PREFIX "%s%s", name, word, options);
	add_scheduler(variables, text);
	free(text);
	free(word);
}

/* NOW with one value of SETTING, by the name SETTING-VALUE, in which other characters than those of
 * names are a hyphen. */
static void add_value(
	struct variables *variables, const char *now, const char *setting, const char *value)
{
	const char *key = strrchr(setting, '/');
	key = key != NULL ? key + 1 : setting;
	char *name = checked(malloc(strlen(key) + strlen(value) + sizeof "-"));
	char *options = checked(malloc(strlen(setting) + strlen(value) + sizeof " --slurm-set ="));
	sprintf(name, "%s-%s", key, value);
	for (char *c = name; *c != '\0'; c++)
		if (strchr("/:=,%@^~", *c) != NULL)
			*c = '-';
	sprintf(options, " --slurm-set %s=%s", setting, value);
	add_site(variables, name, now, options);
	free(options);
	free(name);
}

static void add_values(struct variables *variables, const char *now)
{
	const char *setting = value_of(variables, "SETTING"),
		   *values = value_of(variables, "VALUES");
	if (setting == NULL && values == NULL)
		return;
	if (setting == NULL || values == NULL || now == NULL)
		die_usage("NOW, SETTING and VALUES go together: NOW=slurm.conf "
			  "SETTING=bf_max_job_test VALUES='100 500'");
	char *copy = checked(strdup(values)), *rest = copy;
	for (const char *value; (value = cut_word(&rest)) != NULL;)
		add_value(variables, now, setting, value);
	free(copy);
}

/* Whether a value names an option, which is not cut short there. */
static bool has_option(const char *value, const char *option)
{
	char *copy = checked(strdup(value)), *rest = copy;
	const char *word;
	bool found = false;
	while (!found && (word = cut_word(&rest)) != NULL)
		found = strncmp(word, option, strlen(option)) == 0 &&
			strchr("=", word[strlen(option)]) != NULL;
	free(copy);
	return found;
}

/* Gives an option with a file to all schedulers with a slurm.conf that lack it. */
static void add_file(struct variables *variables, const char *name, const char *option)
{
	const char *given = value_of(variables, name);
	if (given == NULL)
		return;
	char *file = absolute_file(name, given), *word = quoted(file);
	bool is_used = false;
	for (size_t i = 0; i < variables->count; i++) {
		char *text = variables->list[i];
		if (!defines_choice(text) || !has_option(text, "--slurm-conf"))
			continue;
		is_used = true;
		if (has_option(text, option))
			continue;
		variables->list[i] = text = checked(
			realloc(text, strlen(text) + strlen(option) + strlen(word) + sizeof "  "));
		sprintf(text + strlen(text), " %s %s", option, word);
	}
	if (!is_used)
		die_usage("%s goes with a scheduler that has a slurm.conf: "
			  "--scheduler now=" SLURM_PREFIX "slurm.conf",
			name);
	free(word);
	free(file);
}

void complete_site(struct variables *variables)
{
	char *others = variables->schedulers;
	const char *now = value_of(variables, "NOW"), *new = value_of(variables, "NEW");
	variables->schedulers = NULL;
	if (now != NULL)
		add_site(variables, "now", now, "");
	if (new != NULL)
		add_site(variables, "new", new, "");
	add_values(variables, now);
	add_names(variables, others);
	free(others);
	add_file(variables, "ASSOCIATIONS", "--slurm-associations");
	add_file(variables, "QOS", "--slurm-qos");
	add_file(variables, "KEYS", "--keys");
}
