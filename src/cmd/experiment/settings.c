/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Assignments are NAME=VALUE as make takes them: a dollar sign is doubled, and of two of one name
 * the later counts, here as for make. So defaults come before what replaces them. --scheduler and
 * --feedback wait as names until a recipe says which variable they are.
 */
#include "experiment/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/user-values.h"
#include "shared/command-line.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "shared/plug-in-names.h"

static void add_text(struct assignments *assignments, char *text)
{
	assignments->list = reserve(assignments->list, assignments->count, &assignments->capacity,
		sizeof *assignments->list);
	assignments->list[assignments->count++] = text;
}

void add_assignment(struct assignments *assignments, const char *text)
{
	add_text(assignments, checked(strdup(text)));
}

void free_assignments(struct assignments *assignments)
{
	for (size_t i = 0; i < assignments->count; i++)
		free(assignments->list[i]);
	free(assignments->list);
	free(assignments->schedulers);
	free(assignments->model);
	*assignments = (struct assignments){0};
}

/* A dollar sign is doubled for make. */
void assign(struct assignments *assignments, const char *name, const char *value)
{
	char *text = checked(malloc(strlen(name) + 2 * strlen(value) + 2));
	char *end = text + sprintf(text, "%s=", name);
	for (; *value != '\0'; value++) {
		if (*value == '$')
			*end++ = '$';
		*end++ = *value;
	}
	*end = '\0';
	add_text(assignments, text);
}

enum { MOST_LOAD = 1000 }; /* of swf-resample --load-factor */

/* The loads of A..B, which are five, evenly from one to the other, to four digits. */
static char *loads_between(const char *text, const char *dots)
{
	enum { LOADS = 5, ROOM = 16 };
	char *low_text = checked(strndup(text, (size_t)(dots - text)));
	const double low = factor_value("load", low_text, MOST_LOAD);
	const double high = factor_value("load", dots + 2, MOST_LOAD);
	free(low_text);
	if (!(low < high))
		die_usage("--load: the second of two loads is to be the greater: '%s'", text);
	char *list = checked(calloc(LOADS, ROOM)), *end = list;
	for (int i = 0; i < LOADS; i++)
		end += snprintf(end, ROOM, "%s%.4g", i > 0 ? "," : "",
			low + (high - low) * i / (LOADS - 1));
	return list;
}

void assign_loads(struct assignments *assignments, const char *text)
{
	if (strchr(text, ' ') != NULL)
		die_usage("--load: separate the loads with commas: '%s'", text);
	const char *const dots = strstr(text, "..");
	char *value = dots != NULL ? loads_between(text, dots) : checked(strdup(text));
	char **list = list_value("load", value);
	for (size_t i = 0; list[i] != NULL; i++)
		factor_value("load", list[i], MOST_LOAD);
	for (char *c = value; *c != '\0'; c++)
		if (*c == ',')
			*c = ' ';
	assign(assignments, "LOADS", value);
	free(value);
	free(list);
}

static struct own_choice schedulers(void)
{
	return (struct own_choice){"--scheduler", "scheduler", scheduler_names()};
}

static struct own_choice user_models(void)
{
	return (struct own_choice){"--feedback", "user model", user_model_names()};
}

static void assign_options(struct assignments *assignments, const char *name, char *value)
{
	assign(assignments, name, value);
	free(value);
}

/* Sets OPTIONS_NAME. */
static void assign_choice(struct assignments *assignments, struct own_choice choice,
	const char *name, const char *value)
{
	char *text = with_quoted_formula(value);
	check_text(find_variable(NULL, name), name, text);
	assign_options(assignments, name, chosen_options(&choice, name, text));
	free(text);
}

void assign_checked(struct assignments *assignments, const struct variable *variable,
	const char *name, const char *value)
{
	char number[32];
	if (variable->type == CHOICE) {
		const struct own_choice models = user_models();
		const bool is_model = strncmp(value, models.option, strlen(models.option)) == 0;
		assign_choice(assignments, is_model ? models : schedulers(), name, value);
		return;
	}
	check_text(variable, name, value);
	check_type(variable, value);
	if (variable->type == OPTIONS) {
		assign_options(assignments, name, absolute_options(name, value));
	} else if (variable->type == WHOLE || variable->type == FRACTION) {
		snprintf(number, sizeof number, "%.10g", number_in(variable, value));
		assign(assignments, name, number);
	} else {
		assign(assignments, name, value);
	}
}

/* The length of a text up to the next comma outside quotes and parentheses. */
static size_t item_length(const char *text)
{
	char quote = '\0';
	size_t length = 0;
	int open = 0;
	for (; text[length] != '\0' && (quote != '\0' || open > 0 || text[length] != ',');
		length++) {
		if (quote == '\0')
			open += (text[length] == '(') - (text[length] == ')');
		if (quote == text[length])
			quote = '\0';
		else if (quote == '\0' && text[length] == '\\' && text[length + 1] != '\0')
			length++;
		else if (quote == '\0' && (text[length] == '\'' || text[length] == '"'))
			quote = text[length];
	}
	return length;
}

/* NAME=slurm:FILE for slurm:FILE, named after the file. To be freed. */
static char *named_site(const char *item)
{
	char *copy = checked(strdup(item + strlen(SLURM_PREFIX))), *rest = copy;
	const char *file = cut_word(&rest);
	const char *slash = file != NULL ? strrchr(file, '/') : NULL;
	const char *name = slash != NULL ? slash + 1 : file != NULL ? file : "";
	const char *end = strrchr(name, '.');
	const int length = (int)(end != NULL && strcmp(end, ".conf") == 0 ? (size_t)(end - name)
									  : strlen(name));
	char *text = formatted("%.*s=%s", length, name, item);
	free(copy);
	return text;
}

/* The name of NAME=VALUE, whose OPTIONS_NAME is set; or the whole text if it has no =. To be freed.
 */
static char *own_name(struct assignments *assignments, struct own_choice choice, const char *item)
{
	if (strncmp(item, SLURM_PREFIX, strlen(SLURM_PREFIX)) == 0) {
		char *named = named_site(item), *name = own_name(assignments, choice, named);
		free(named);
		return name;
	}
	if (strncmp(item, ORDER_PREFIX, strlen(ORDER_PREFIX)) == 0)
		die_usage("%s: an order by a formula needs a name: mine=%s", choice.option, item);
	const char *equals = strchr(item, '=');
	if (equals == NULL)
		return checked(strdup(item));
	char *variable = formatted("OPTIONS_%s", item);
	const size_t length = strlen("OPTIONS_") + (size_t)(equals - item);
	if (equals == item || variable_length(variable) != length)
		die_usage("%s: '%.*s' is no name for a %s: a name has letters, digits, and _-+.",
			choice.option, (int)(equals - item), item, choice.what);
	variable[length] = '\0';
	assign_choice(assignments, choice, variable, equals + 1);
	memmove(variable, item, (size_t)(equals - item));
	variable[equals - item] = '\0';
	return variable;
}

/* Adds names of schedulers, with a blank before each; NULL adds none. */
static void add_names(struct assignments *assignments, const char *names)
{
	char *before = assignments->schedulers;
	if (names == NULL)
		return;
	assignments->schedulers = formatted("%s%s", before != NULL ? before : "", names);
	free(before);
}

/* Adds a scheduler, as add_schedulers() takes it. */
static void add_scheduler(struct assignments *assignments, const char *item)
{
	char *name = own_name(assignments, schedulers(), item);
	add_names(assignments, " ");
	add_names(assignments, name);
	free(name);
}

void add_schedulers(struct assignments *assignments, const char *text)
{
	for (size_t length; *text != '\0'; text += length + (text[length] == ',')) {
		length = item_length(text);
		char *item = checked(strndup(text, length));
		add_scheduler(assignments, item);
		free(item);
	}
}

void add_model(struct assignments *assignments, const char *text)
{
	free(assignments->model);
	assignments->model = own_name(assignments, user_models(), text);
}

/* The value of the last NAME=VALUE, or NULL where there is none or it is empty. */
static const char *last_value(const struct assignments *assignments, const char *name)
{
	const size_t length = strlen(name);
	for (size_t i = assignments->count; i-- > 0;) {
		const char *text = assignments->list[i];
		if (strncmp(text, name, length) == 0 && text[length] == '=')
			return text[length + 1] != '\0' ? text + length + 1 : NULL;
	}
	return NULL;
}

/* NAME=slurm:FILE with options behind it, as a value of --scheduler. */
static void add_site(
	struct assignments *assignments, const char *name, const char *file, const char *options)
{
	char *word = quoted(file);
	char *text = formatted("%s=" SLURM_PREFIX "%s%s", name, word, options);
	add_scheduler(assignments, text);
	free(text);
	free(word);
}

/* Adds NOW with each of VALUES for SETTING, named SETTING-VALUE, with a hyphen for characters that
 * names cannot have. */
static void add_site_values(struct assignments *assignments, const char *now)
{
	const char *setting = last_value(assignments, "SETTING"),
		   *values = last_value(assignments, "VALUES");
	if (setting == NULL && values == NULL)
		return;
	if (setting == NULL || values == NULL || now == NULL)
		die_usage("NOW, SETTING and VALUES go together: NOW=slurm.conf "
			  "SETTING=bf_max_job_test VALUES='100 500'");
	char *copy = checked(strdup(values)), *rest = copy;
	const char *slash = strrchr(setting, '/'), *key = slash != NULL ? slash + 1 : setting;
	for (const char *value; (value = cut_word(&rest)) != NULL;) {
		char *name = formatted("%s-%s", key, value);
		char *options = formatted(" --slurm-set %s=%s", setting, value);
		for (char *c = name; *c != '\0'; c++)
			if (strchr("/:=,%@^~", *c) != NULL)
				*c = '-';
		add_site(assignments, name, now, options);
		free(options);
		free(name);
	}
	free(copy);
}

/* Whether a value has an option, by its full name. */
static bool names_option(const char *value, const char *option)
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
static void add_site_file(struct assignments *assignments, const char *name, const char *option)
{
	const char *given = last_value(assignments, name);
	if (given == NULL)
		return;
	char *file = absolute_file(name, given), *word = quoted(file);
	bool is_used = false;
	for (size_t i = 0; i < assignments->count; i++) {
		char *text = assignments->list[i];
		if (!defines_choice(text) || !names_option(text, "--slurm-conf"))
			continue;
		is_used = true;
		if (names_option(text, option))
			continue;
		assignments->list[i] = formatted("%s %s %s", text, option, word);
		free(text);
	}
	if (!is_used)
		die_usage("%s goes with a scheduler that has a slurm.conf: "
			  "--scheduler now=" SLURM_PREFIX "slurm.conf",
			name);
	free(word);
	free(file);
}

void complete_site(struct assignments *assignments)
{
	char *others = assignments->schedulers;
	const char *now = last_value(assignments, "NOW"), *new = last_value(assignments, "NEW");
	assignments->schedulers = NULL;
	if (now != NULL)
		add_site(assignments, "now", now, "");
	if (new != NULL)
		add_site(assignments, "new", new, "");
	add_site_values(assignments, now);
	add_names(assignments, others);
	free(others);
	add_site_file(assignments, "ASSOCIATIONS", "--slurm-associations");
	add_site_file(assignments, "QOS", "--slurm-qos");
	add_site_file(assignments, "KEYS", "--keys");
}

/* Memory that stays until the command ends, reachable for leak checkers: a few short texts and
 * lists for each study. */
static struct block {
	struct block *before;
	char *data[]; /* pointers, or characters */
} * blocks;

static void *keep_until_end(size_t size)
{
	struct block *block = checked(calloc(1, sizeof *block + size));
	block->before = blocks;
	blocks = block;
	return block->data;
}

/* The value of NAME=VALUE, if it has this name, or NULL. */
static const char *value_if(const char *variable, const char *name)
{
	const size_t length = strcspn(variable, "= ");
	if (strlen(name) != length || strncmp(variable, name, length) != 0)
		return NULL;
	variable += length + strspn(variable + length, " ") + 1;
	return variable + strspn(variable, " ");
}

char *setting(const struct study *study, const char *name)
{
	for (size_t i = study->assignment_count; i-- > 0;) {
		const char *set = value_if(study->assignments[i], name);
		if (set == NULL)
			continue;
		char *value = keep_until_end(strlen(set) + 1), *end = value;
		for (; *set != '\0'; set += 1 + (set[0] == '$' && set[1] == '$'))
			*end++ = *set;
		return value;
	}
	const struct variable *variable = find_variable(study->recipe, name);
	if (variable == NULL || variable->is_of_all || strchr(variable->value, '$') != NULL)
		return keep_until_end(1);
	char *value = strcpy(keep_until_end(strlen(variable->value) + 1), variable->value);
	for (char *c = value; (c = strchr(c, '\\')) != NULL;)
		c[0] = c[1] = ' '; /* a line that goes on */
	return value;
}

const char *const *settings(const struct study *study, const char *name)
{
	char *text = setting(study, name); /* a copy, out of which the words are cut */
	const char **words = keep_until_end((strlen(text) / 2 + 2) * sizeof *words);
	for (size_t i = 0; (words[i] = cut_word(&text)) != NULL;)
		i++;
	return words;
}

const char *given_setting(const struct study *study, const char *name)
{
	for (size_t i = 0; i < study->assignment_count; i++)
		if (value_if(study->assignments[i], name) != NULL)
			return setting(study, name);
	return NULL;
}

char *options_for(const struct study *study, const char *command)
{
	const struct declarations *all = declarations_of(study->recipe);
	for (size_t i = 0; i < all->count; i++)
		if (all->list[i].of != NULL && strcmp(all->list[i].of, command) == 0)
			return setting(study, all->list[i].name);
	return keep_until_end(1);
}

static size_t length_of(const char *const list[])
{
	size_t length = 0;
	while (list[length] != NULL)
		length++;
	return length;
}

const char *const *joined(const char *const list[], const char *const more[])
{
	const size_t n = length_of(list), m = length_of(more);
	const char **all = keep_until_end((n + m + 1) * sizeof *all);
	memcpy(all, list, n * sizeof *all);
	memcpy(all + n, more, m * sizeof *all);
	return all;
}

char *name_of_assignment(const char *assignment)
{
	const size_t length = strcspn(assignment, "= ");
	return memcpy(keep_until_end(length + 1), assignment, length);
}
