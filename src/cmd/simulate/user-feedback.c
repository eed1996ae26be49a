/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulate/user-feedback.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "swfcore/quantity.h"

enum constant_kind { CHOICE, SWITCH, DURATION, CLOCK, SHARE, NUMBER };

static const char *const exhaustions[] = {"stop", "repeat", NULL};
static const char *const session_ends[] = {"arrival", "end", NULL};

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
	enum constant_kind kind;
	size_t offset;              /* in struct swf_user_constants */
	double most;                /* of a duration in s, or of a number */
	const char *const *choices; /* in the order of the enumeration */
	const char *meaning, *source;
} table[] = {
	{"session-gap", NULL, DURATION, AT(session_gap), SWF_TIME_MAX, NULL,
		"a longer gap between two submits begins a session", definition_1},
	{"exhausted", NULL, CHOICE, AT(exhausted), 0, exhaustions,
		"what users do when all their recorded work is done", own},
	{"session-end", "fluid", CHOICE, AT(session_end), 0, session_ends,
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

static void *constant_field(const struct constant *constant, struct swf_user_constants *constants)
{
	return (char *)constants + constant->offset;
}

static void list_constants(void)
{
	struct swf_user_constants defaults = swf_user_constants_default;
	for (int i = 0; i < CONSTANTS; i++) {
		const struct constant *c = &table[i];
		const void *field = constant_field(c, &defaults);
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

static void set_constant(
	const struct constant *c, const char *text, struct swf_user_constants *constants)
{
	char option[32];
	void *field = constant_field(c, constants);
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
		list_constants();
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
		set_constant(&table[i], text, constants);
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

/* How far behind the log a simulation may reach and still see the clock put forward and back. */
static const double beyond = 10 * 366 * SWF_DAY;

/* What messages about the log depend on. */
struct log_facts {
	struct swf_job oversize; /* the first */
	int64_t oversize_count;
	struct swf_waits waits;
	int64_t named; /* jobs of users with a preceding job */
};

static void add_job_facts(
	struct log_facts *facts, const struct swf_job *job, const struct swf_simulation *simulation)
{
	if (swf_simulation_is_oversize(simulation, job) && facts->oversize_count++ == 0)
		facts->oversize = *job;
	if (swf_job_is_anonymous(job))
		return;
	if (swf_simulation_schedules(simulation, job))
		swf_waits_add(&facts->waits, job, simulation->size);
	facts->named += job->preceding >= 0;
}

/* Warns of what feedback needs and the log lacks. */
static void warn_of_log(const struct user_feedback *feedback, const struct log_facts *facts,
	const struct swf_simulation *simulation)
{
	const int64_t unknown = feedback->history->unknown_wait;
	note_count(feedback->workload.users.anonymous, "job",
		"without a user: submitted at the recorded time");
	const bool by_times = feedback->dependencies != SWF_DEPENDENCIES_LOG ||
		facts->named == feedback->history->not_found;
	if (by_times)
		warn_of_unknown_waits(&facts->waits, simulation->procs, file_operand(),
			"Think times may include time in the queue; give a log with wait times, "
			"recorded or from swf-simulate");
	if (!by_times || facts->waits.known > 0)
		note_count(unknown, "job",
			"without a wait time: taken to have started when submitted");
	if (feedback->dependencies == SWF_DEPENDENCIES_LOG &&
		facts->named == feedback->history->not_found)
		warn("no job of the log names a preceding job of its user, so users keep only the "
		     "order of their jobs; swf-sessions fills the field");
	note_count(feedback->history->not_found, "job",
		"whose preceding job is not an earlier one of the same user: taken to name none");
}

struct swf_source open_feedback(struct user_feedback *feedback, struct swf_log *log,
	const struct swf_simulation *simulation)
{
	struct log_facts facts = {0};
	struct swf_job job;
	struct swf_error error;
	while (next_job(log, &job)) {
		add_job_facts(&facts, &job, simulation);
		if (swf_workload_add(&feedback->workload, &job, simulation->size) != 0)
			die_of_memory();
	}
	if (swf_workload_finish(&feedback->workload) != 0)
		die_of_memory();
	need_users(log, file_operand());
	/* before anything is written, since all jobs are known */
	if (facts.oversize_count > 0 && simulation->oversize == SWF_OVERSIZE_REFUSE &&
		swf_simulation_refuse(simulation, &facts.oversize, facts.oversize_count, &error) !=
			0)
		die_of(&error);
	feedback->history = swf_history_new(
		&feedback->workload, simulation, feedback->dependencies, &feedback->constants);
	if (feedback->history == NULL)
		die_of_memory();
	warn_of_log(feedback, &facts, simulation);
	const struct swf_users *span = &feedback->workload.users;
	if (feedback->options.model->local_time)
		feedback->options.calendar = feedback->calendar =
			local_time(swf_log_header(log), span->first, span->last + beyond);
	feedback->source = swf_feedback_new(&feedback->options, feedback->history);
	if (feedback->source == NULL)
		die_of_memory();
	return swf_feedback_source(feedback->source);
}

/* Notes how many users did their work too soon, and warns where the rest of the simulation has
 * noticeably fewer users than the log. */
static void note_exhausted(const struct user_feedback *feedback, int64_t exhausted)
{
	const size_t users = feedback->workload.users.count;
	if (feedback->constants.exhausted == SWF_EXHAUSTED_REPEAT || exhausted == 0)
		return;
	if ((double)exhausted * 10 < (double)users)
		note("%lld of %zu users submitted their last job much earlier than in the log",
			(long long)exhausted, users);
	else
		warn("%lld of %zu users submitted their last job much earlier than in the log, and "
		     "are missing from then on; with --constant exhausted=repeat they begin again",
			(long long)exhausted, users);
}

void note_feedback(const struct user_feedback *feedback)
{
	const struct swf_feedback_counts counts = swf_feedback_counts(feedback->source);
	if (counts.users_left > 0)
		note("%lld user%s left and did not submit %lld job%s (status 5, wait -1)",
			(long long)counts.users_left, counts.users_left == 1 ? "" : "s",
			(long long)counts.jobs_lost, counts.jobs_lost == 1 ? "" : "s");
	if (counts.users_absent > 0)
		note("%lld user%s did not come to submit %lld job%s (status 5, wait -1)",
			(long long)counts.users_absent, counts.users_absent == 1 ? "" : "s",
			(long long)counts.jobs_absent, counts.jobs_absent == 1 ? "" : "s");
	note_count(counts.jobs_repeated, "job", "submitted again by users whose work was done");
	note_exhausted(feedback, counts.users_exhausted);
}

void close_feedback(struct user_feedback *feedback)
{
	swf_feedback_free(feedback->source);
	swf_history_free(feedback->history);
	swf_calendar_free(feedback->calendar);
	swf_workload_clear(&feedback->workload);
}
