#include "experiment/study-variables.h"

#include <stdlib.h>
#include <string.h>

#include "experiment/study-choices.h"
#include "experiment/study-values.h"
#include "shared/command-line.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "shared/plug-in-names.h"

static void add_text(struct variables *variables, char *text)
{
	variables->list = reserve(
		variables->list, variables->count, &variables->capacity, sizeof *variables->list);
	variables->list[variables->count++] = text;
}

void add_variable(struct variables *variables, const char *text)
{
	add_text(variables, checked(strdup(text)));
}

void free_variables(struct variables *variables)
{
	for (size_t i = 0; i < variables->count; i++)
		free(variables->list[i]);
	free(variables->list);
	free(variables->schedulers);
	free(variables->model);
	*variables = (struct variables){0};
}

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
	add_text(variables, text);
}

void set_number(struct variables *variables, const char *name, const char *option, const char *text)
{
	char digits[32];
	snprintf(
		digits, sizeof digits, "%lld", (long long)whole_value(option, text, 1, 1000000000));
	set_variable(variables, name, digits);
}

void set_precision(struct variables *variables, const char *option, const char *text)
{
	char share[32];
	snprintf(share, sizeof share, "%.10g", factor_value(option, text, 1));
	set_variable(variables, "PRECISION", share);
}

enum { MOST_LOAD = 1000 }; /* of swf-resample --load-factor */

void set_loads(struct variables *variables, const char *text)
{
	if (strchr(text, ' ') != NULL)
		die_usage("--load: separate the loads with commas: '%s'", text);
	char **list = list_value("load", text), *value = checked(strdup(text));
	for (size_t i = 0; list[i] != NULL; i++)
		factor_value("load", list[i], MOST_LOAD);
	for (char *c = value; *c != '\0'; c++)
		if (*c == ',')
			*c = ' ';
	set_checked(variables, "LOADS", value);
	free(value);
	free(list);
}

/* Dies where one of the words of LOADS is no load. */
static void check_loads(const char *value)
{
	char *copy = checked(strdup(value)), *rest = copy, *word;
	while ((word = cut_word(&rest)) != NULL)
		factor_value("load (LOADS)", word, MOST_LOAD);
	free(copy);
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
	static const char *const numbers[][2] = {{"N", "replications (N)"}, {"SEED", "seed (SEED)"},
		{"CHUNK", "chunk (CHUNK)"}, {"PROCS", "procs (PROCS)"}};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		if (strcmp(name, numbers[i][0]) == 0) {
			check_value(name, value);
			set_number(variables, name, numbers[i][1], value);
			return;
		}
	}
	if (strcmp(name, "PRECISION") == 0) {
		check_value(name, value);
		set_precision(variables, "precision (PRECISION)", value);
		return;
	}
	if (defines_choice(name)) {
		const struct own_choice models = user_models();
		const bool is_model = strncmp(value, models.option, strlen(models.option)) == 0;
		set_own(variables, is_model ? models : schedulers(), name, value);
		return;
	}
	check_value(name, value);
	if (strcmp(name, "LOADS") == 0)
		check_loads(value);
	if (strcmp(name, "WEEKS") == 0 && value[strspn(value, " ")] != '\0')
		number_value("weeks (WEEKS)", value, 0.1, 10000);
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
		else if (quote == '\0' && text[length] == '\\' && text[length + 1] != '\0')
			length++;
		else if (quote == '\0' && (text[length] == '\'' || text[length] == '"'))
			quote = text[length];
	}
	return length;
}

/* NAME=slurm:FILE of slurm:FILE, which goes by the name of its file. To be freed. */
static char *named_site(const char *item)
{
	char *copy = checked(strdup(item + strlen(SLURM_PREFIX))), *rest = copy;
	const char *file = cut_word(&rest);
	const char *slash = file != NULL ? strrchr(file, '/') : NULL;
	const char *name = slash != NULL ? slash + 1 : file != NULL ? file : "";
	const char *end = strrchr(name, '.');
	const int length = (int)(end != NULL && strcmp(end, ".conf") == 0 ? (size_t)(end - name)
									  : strlen(name));
	char *text = checked(malloc(strlen(name) + strlen(item) + sizeof "="));
	sprintf(text, "%.*s=%s", length, name, item);
	free(copy);
	return text;
}

/* The name of NAME=VALUE, whose variable is set; or of what has no value. To be freed. */
static char *own_name(struct variables *variables, struct own_choice choice, const char *item)
{
	if (strncmp(item, SLURM_PREFIX, strlen(SLURM_PREFIX)) == 0) {
		char *named = named_site(item), *name = own_name(variables, choice, named);
		free(named);
		return name;
	}
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

void add_names(struct variables *variables, const char *names)
{
	if (names == NULL)
		return;
	const size_t used = variables->schedulers != NULL ? strlen(variables->schedulers) : 0;
	variables->schedulers = checked(realloc(variables->schedulers, used + strlen(names) + 1));
	strcpy(variables->schedulers + used, names);
}

void add_scheduler(struct variables *variables, const char *item)
{
	char *name = own_name(variables, schedulers(), item);
	add_names(variables, " ");
	add_names(variables, name);
	free(name);
}

void add_schedulers(struct variables *variables, const char *text)
{
	for (size_t length; *text != '\0'; text += length + (text[length] == ',')) {
		length = item_length(text);
		char *item = checked(strndup(text, length));
		add_scheduler(variables, item);
		free(item);
	}
}

void add_model(struct variables *variables, const char *text)
{
	free(variables->model);
	variables->model = own_name(variables, user_models(), text);
}
