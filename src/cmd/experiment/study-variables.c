#include "experiment/study-variables.h"

#include <stdlib.h>
#include <string.h>

#include "experiment/study-choices.h"
#include "experiment/study-values.h"
#include "shared/memory.h"
#include "shared/messages.h"
#include "shared/plug-in-names.h"
#include "shared/values.h"

/* In a value make takes a dollar sign for a variable. */
void set_variable(struct variables *variables, const char *name, const char *value)
{
	char *text = checked(malloc(strlen(name) + 2 * strlen(value) + 2));
	char *end = text + sprintf(text, "%s=", name);
	for (; *value != '\0'; value++) {
		if (*value == '$')
			*end++ = '$';
		*end++ = *value;
	}
	*end = '\0';
	variables->list = reserve(
		variables->list, variables->count, &variables->capacity, sizeof *variables->list);
	variables->list[variables->count++] = text;
}

void set_number(struct variables *variables, const char *name, const char *option, const char *text)
{
	char digits[32];
	snprintf(
		digits, sizeof digits, "%lld", (long long)whole_value(option, text, 1, 1000000000));
	set_variable(variables, name, digits);
}

void set_precision(struct variables *variables, const char *text)
{
	char share[32];
	snprintf(share, sizeof share, "%.10g", factor_value("precision", text, 1));
	set_variable(variables, "PRECISION", share);
}

static struct own_choice schedulers(void)
{
	return (struct own_choice){"--scheduler", "scheduler", scheduler_names()};
}

static struct own_choice user_models(void)
{
	return (struct own_choice){"--feedback", "user model", user_model_names()};
}

static void set_options(struct variables *variables, const char *name, char *value)
{
	set_variable(variables, name, value);
	free(value);
}

/* Sets OPTIONS_NAME. */
static void set_own(
	struct variables *variables, struct own_choice choice, const char *name, const char *value)
{
	check_value(name, value);
	set_options(variables, name, chosen_options(&choice, name, value));
}

void set_checked(struct variables *variables, const char *name, const char *value)
{
	static const char *const numbers[][2] = {
		{"N", "replications"}, {"SEED", "seed"}, {"CHUNK", "chunk"}, {"PROCS", "procs"}};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		if (strcmp(name, numbers[i][0]) == 0) {
			check_value(name, value);
			set_number(variables, name, numbers[i][1], value);
			return;
		}
	}
	if (strcmp(name, "PRECISION") == 0) {
		check_value(name, value);
		set_precision(variables, value);
		return;
	}
	if (defines_choice(name)) {
		const struct own_choice models = user_models();
		const bool is_model = strncmp(value, models.option, strlen(models.option)) == 0;
		set_own(variables, is_model ? models : schedulers(), name, value);
		return;
	}
	check_value(name, value);
	if (holds_options(name))
		set_options(variables, name, absolute_options(name, value));
	else
		set_variable(variables, name, value);
}

/* The length of what stands before the next comma outside quotes. */
static size_t item_length(const char *text)
{
	char quote = '\0';
	size_t length = 0;
	for (; text[length] != '\0' && (quote != '\0' || text[length] != ','); length++) {
		if (quote == text[length])
			quote = '\0';
		else if (quote == '\0' && (text[length] == '\'' || text[length] == '"'))
			quote = text[length];
	}
	return length;
}

/* The name of NAME=VALUE, whose variable is set; or of what has no value. To be freed. */
static char *own_name(struct variables *variables, struct own_choice choice, const char *item)
{
	const char *equals = strchr(item, '=');
	if (equals == NULL)
		return checked(strdup(item));
	char *variable = checked(malloc(sizeof "OPTIONS_" + strlen(item)));
	sprintf(variable, "OPTIONS_%s", item);
	const size_t length = strlen("OPTIONS_") + (size_t)(equals - item);
	if (equals == item || variable_length(variable) != length)
		die_usage("%s: '%.*s' is no name for a %s: a name has letters, digits, and _-+.",
			choice.option, (int)(equals - item), item, choice.what);
	variable[length] = '\0';
	set_own(variables, choice, variable, equals + 1);
	memmove(variable, item, (size_t)(equals - item));
	variable[equals - item] = '\0';
	return variable;
}

void add_schedulers(struct variables *variables, const char *text)
{
	for (size_t length; *text != '\0'; text += length + (text[length] == ',')) {
		length = item_length(text);
		char *item = checked(strndup(text, length));
		char *name = own_name(variables, schedulers(), item);
		const size_t used =
			variables->schedulers != NULL ? strlen(variables->schedulers) : 0;
		variables->schedulers =
			checked(realloc(variables->schedulers, used + strlen(name) + 2));
		sprintf(variables->schedulers + used, " %s", name);
		free(name);
		free(item);
	}
}

void set_schedulers(struct variables *variables)
{
	if (variables->schedulers != NULL)
		set_checked(variables, "SCHEDULERS", variables->schedulers + 1);
}

void set_feedback(struct variables *variables, const char *variable, const char *text)
{
	char *name = own_name(variables, user_models(), text);
	set_variable(variables, variable, name);
	free(name);
}
