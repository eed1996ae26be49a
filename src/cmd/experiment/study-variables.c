#include "experiment/study-variables.h"

#include <stdlib.h>
#include <string.h>

#include "experiment/own-programs.h"
#include "experiment/study-values.h"
#include "shared/memory.h"
#include "shared/messages.h"
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

void set_checked(struct variables *variables, const char *name, const char *value)
{
	static const char *const numbers[][2] = {
		{"N", "replications"}, {"SEED", "seed"}, {"CHUNK", "chunk"}, {"PROCS", "procs"}};
	check_value(name, value);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		if (strcmp(name, numbers[i][0]) == 0) {
			set_number(variables, name, numbers[i][1], value);
			return;
		}
	}
	if (!holds_options(name)) {
		set_variable(variables, name, value);
		return;
	}
	char *absolute = defines_scheduler(name) ? scheduler_options(name, value)
						 : absolute_options(name, value);
	set_variable(variables, name, absolute);
	free(absolute);
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
static char *name_of_item(struct variables *variables, const char *item)
{
	const char *equals = strchr(item, '=');
	if (equals == NULL)
		return checked(strdup(item));
	char *variable = checked(malloc(sizeof "OPTIONS_" + strlen(item)));
	sprintf(variable, "OPTIONS_%s", item);
	const size_t length = strlen("OPTIONS_") + (size_t)(equals - item);
	if (equals == item || variable_length(variable) != length)
		die_usage("--scheduler: '%.*s' is no name for a scheduler: a name has letters, "
			  "digits, and _-+.",
			(int)(equals - item), item);
	variable[length] = '\0';
	set_checked(variables, variable, equals + 1);
	memmove(variable, item, (size_t)(equals - item));
	variable[equals - item] = '\0';
	return variable;
}

void add_schedulers(struct variables *variables, const char *text)
{
	for (size_t length; *text != '\0'; text += length + (text[length] == ',')) {
		length = item_length(text);
		char *item = checked(strndup(text, length));
		char *name = name_of_item(variables, item);
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
