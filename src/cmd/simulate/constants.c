#include "simulate/constants.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/command.h"
#include "shared/option-values.h"
#include "swfcore/quantity.h"

enum kind { CHOICE, SWITCH, DURATION, CLOCK, SHARE, NUMBER };

static const char *const exhausted[] = {"stop", "repeat", NULL};
static const char *const session_end[] = {"arrival", "end", NULL};

static const char *const switches[] = {"no", "yes", NULL};

static const char definition_1[] = "Zakay and Feitelson 2014, definition 1";
static const char section_c[] = "Zakay and Feitelson 2014, VII.C, leaves it open";
static const char section_b[] = "Zakay and Feitelson 2014, VII.B";
static const char own[] = "a choice of swfkit's";

/* clang-format off */
#define AT(field) .offset = offsetof(struct swf_user_constants, field)
/* clang-format on */
static const struct constant {
	const char *name;
	const char *model; /* NULL: all */
	enum kind kind;
	size_t offset;              /* in struct swf_user_constants */
	double most;                /* of a duration in s, or of a number */
	const char *const *choices; /* in the order of the enumeration */
	const char *meaning, *source;
} table[] = {
	{"session-gap", NULL, DURATION, AT(session_gap), SWF_TIME_MAX, NULL,
		"a longer gap between two submits begins a session", definition_1},
	{"exhausted", NULL, CHOICE, AT(exhausted), 0, exhausted,
		"what users do when all their recorded work is done", own},
	{"session-end", "fluid", CHOICE, AT(session_end), 0, session_end,
		"a session ends with its last submit, or with its last job", section_c},
	{"overtime", "fluid", SWITCH, AT(overtime), 0, switches,
		"whether a batch may come after the end of its session", section_c},
	{"day-part", "distribution", SHARE, AT(day_share), 1, NULL,
		"the share of day persons; the others are night persons", section_b},
	{"day-begin", "distribution", CLOCK, AT(day_begin), 0, NULL,
		"when the time of day persons begins", section_b},
	{"day-end", "distribution", CLOCK, AT(day_end), 0, NULL, "when it ends", section_b},
	{"shift", "distribution", DURATION, AT(shift), 12 * SWF_HOUR, NULL,
		"the most by which both are moved for a user", section_b},
	{"workday-part", "distribution", SHARE, AT(workday_share), 1, NULL,
		"the share of users of Mondays to Fridays; the others come at weekends", section_b},
	{"break-limit", "distribution", DURATION, AT(break_limit), SWF_TIME_MAX, NULL,
		"recorded breaks that are drawn from are shorter", section_b},
	{"continue-scale", "distribution", SHARE, AT(continue_scale), 1, NULL,
		"the chance that a session goes on after m minutes is scale / (slope m + 1)",
		section_b},
	{"continue-slope", "distribution", NUMBER, AT(continue_slope), 1e6, NULL,
		"how fast that chance falls with m", section_b},
};
enum { CONSTANTS = sizeof table / sizeof *table };

/* Those that have been set. */
static bool given[CONSTANTS];

static void *field_of(const struct constant *constant, struct swf_user_constants *constants)
{
	return (char *)constants + constant->offset;
}

static void list(void)
{
	struct swf_user_constants defaults = swf_user_constants_default;
	for (int i = 0; i < CONSTANTS; i++) {
		const struct constant *c = &table[i];
		const void *field = field_of(c, &defaults);
		char text[SWF_DURATION_ROOM];
		if (c->kind == CHOICE)
			snprintf(text, sizeof text, "%s", c->choices[*(const int *)field]);
		else if (c->kind == SWITCH)
			snprintf(text, sizeof text, "%s", c->choices[*(const bool *)field]);
		else if (c->kind == DURATION)
			swf_duration_put(*(const double *)field, text);
		else if (c->kind == CLOCK)
			snprintf(text, sizeof text, "%d:%02d",
				(int)(*(const double *)field / SWF_HOUR),
				(int)fmod(*(const double *)field / 60, 60));
		else
			snprintf(text, sizeof text, "%g", *(const double *)field);
		printf("%-15s %-12s %-8s %s (%s)\n", c->name, c->model != NULL ? c->model : "all",
			text, c->meaning, c->source);
	}
}

/* H:MM or HH:MM, in s after midnight. */
static double clock_value(const char *option, const char *text)
{
	int hour, minute, length = 0;
	if (strspn(text, "0123456789:") != strlen(text) ||
		sscanf(text, "%2d:%2d%n", &hour, &minute, &length) != 2 ||
		(size_t)length != strlen(text) || text[length - 3] != ':' || minute > 59 ||
		hour * 60 + minute > 24 * 60)
		die_usage("--%s: not a time of day from 0:00 to 24:00: '%s'", option, text);
	return hour * SWF_HOUR + minute * 60;
}

static void set(const struct constant *c, const char *text, struct swf_user_constants *constants)
{
	char option[32];
	void *field = field_of(c, constants);
	snprintf(option, sizeof option, "constant %s", c->name);
	if (c->kind == CHOICE) {
		*(int *)field = choice_value(option, text, c->choices);
		return;
	}
	if (c->kind == SWITCH) {
		*(bool *)field = choice_value(option, text, c->choices) == 1;
		return;
	}
	double value;
	if (c->kind == DURATION)
		value = duration_value(option, text, 1);
	else if (c->kind == CLOCK)
		value = clock_value(option, text);
	else if (c->kind == SHARE)
		value = ratio_value(option, text, c->most);
	else
		value = number_value(option, text, 0, c->most);
	if (c->kind == DURATION && value > c->most)
		die_usage("--%s: '%s' is longer than %g h", option, text, c->most / SWF_HOUR);
	*(double *)field = value;
}

void constant_value(const char *value, struct swf_user_constants *constants)
{
	char name[32];
	const char *names[CONSTANTS + 1] = {NULL};
	if (strcmp(value, "list") == 0) {
		list();
		exit(command_end());
	}
	const char *text = split_value(value, '=', name, sizeof name);
	for (int i = 0; i < CONSTANTS; i++) {
		names[i] = table[i].name;
		if (strcmp(name, table[i].name) != 0)
			continue;
		if (text == NULL)
			die_usage("--constant: '%s' has no value, as in %s=VALUE", value, name);
		given[i] = true;
		set(&table[i], text, constants);
		return;
	}
	die_usage("--constant: no constant '%s'; --constant list names them%s", name,
		hint(name, names));
}

void check_constants(const struct swf_user_constants *constants, const struct swf_user_model *model)
{
	for (int i = 0; i < CONSTANTS; i++)
		if (given[i] && table[i].model != NULL &&
			swf_user_model_named(table[i].model) != model)
			die_usage("--constant %s goes with --feedback %s", table[i].name,
				table[i].model);
	const double day = constants->day_end - constants->day_begin;
	if (day <= 0 || day >= SWF_DAY)
		die_usage("--constant: day-begin must be before day-end, and not 24 h before it");
}
