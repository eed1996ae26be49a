/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-locality: measures how similar neighbouring jobs are: in the log by depth in a stack, within
 * days by bins, and in each user's work by the similarity of sessions.
 */
#include "analysis/stack-depth.h"
#include "locality/locality.h"
#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/table-output.h"

enum action { STACK, DAILY, SIMILARITY };
static const char *const actions[] = {"stack", "daily", "similarity", NULL};
static const char *const measures[] = {"mean", "median", "identical", NULL};

struct opts {
	struct locality_options locality;
	enum action action;
	enum swf_format format;
};

static void to_attribute(void *opts, const char *text)
{
	struct locality_options *l = &((struct opts *)opts)->locality;
	l->has_attribute[choice_value("attribute", text, swf_attribute_names)] = true;
}

static const struct option_row options[] = {
	{'a', "attribute", "WHAT", "this attribute alone (default: each)",
		.choices = swf_attribute_names, TO_CALL(to_attribute)},
	FORMAT_OPTION(format), SIZE_OPTION(locality.size), HEADING("Of stack:"),
	{'\0', "tolerance", "SHARE", "by which run times and estimates may differ (default: 5%)",
		TO_RATIO(locality.tolerance, SWF_STACK_MOST_TOLERANCE)},
	HEADING("Of daily and similarity:"),
	{'\0', "each", NULL, "a row for each day, or for each user", TO_FLAG(locality.each)},
	HEADING("Of similarity:"), INCLUDE(anonymous_users_options),
	{'\0', "distance", "N", "compare sessions up to N apart (default: 5)",
		TO_WHOLE(locality.distance, 0, 1000)},
	{'\0', "measure", "WHAT", "what a user is compared by at two distances",
		TO_CHOICE(locality.measure, measures)},
	{'\0', "bootstrap", "N",
		"mix each user's jobs among their sessions at random, N times instead",
		TO_WHOLE(locality.mixes, 1, 1000000)},
	SEED_OPTION(locality.seed), HEADING("Of daily:"), INCLUDE(local_time_options),
	HEADING("Other options:"), INCLUDE(reading_options), OPTIONS_END};

static const struct command command = {.name = "swf-locality",
	.usage = "stack|daily|similarity [options] [LOG...]",
	.purpose = "Measures locality, how similar neighbouring jobs are, in SWF logs (default: "
		   "standard input): by their depth in a stack of earlier values, by the fullest "
		   "of 16 bins of each day, or by the similarity of the jobs in each user's "
		   "sessions.",
	.options = options};

/* Which options only some actions have. */
static const struct {
	const char *name;
	unsigned actions; /* a bit each */
} particular[] = {{"tolerance", 1u << STACK}, {"each", 1u << DAILY | 1u << SIMILARITY},
	{"distance", 1u << SIMILARITY}, {"measure", 1u << SIMILARITY},
	{"anonymous", 1u << SIMILARITY}, {"bootstrap", 1u << SIMILARITY},
	{"seed", 1u << SIMILARITY}, {"start-time", 1u << DAILY}, {"tz", 1u << DAILY}};

static void check_opts(const struct opts *o)
{
	static const char *const not_mixed[] = {"each", "distance", "measure", NULL};
	for (size_t i = 0; i < sizeof particular / sizeof *particular; i++)
		if (option_given(particular[i].name) &&
			(particular[i].actions >> o->action & 1) == 0)
			die_usage("%s has no --%s", actions[o->action], particular[i].name);
	if (option_given("seed") && !option_given("bootstrap"))
		die_usage("--seed goes with --bootstrap");
	if (option_given("bootstrap") && option_given_of(not_mixed) != NULL)
		die_usage("--bootstrap goes without --each, --distance and --measure");
	if (option_given("each") && option_given("measure"))
		die_usage("--each goes without --measure");
}

int main(int argc, char **argv)
{
	static struct swf_table *(*const new_table[])(const struct locality_options *) = {
		stack_table, daily_table, similarity_table};
	static void (*const add[])(struct swf_table *, struct swf_log *,
		const struct locality_options *) = {add_stack, add_daily, add_similarity};
	struct opts o = {.locality = {.tolerance = 0.05, .distance = 5, .seed = 1},
		.format = SWF_FORMAT_CSV};
	struct locality_options *l = &o.locality;
	command_begin(&command, &o, argc, argv);
	o.action = (enum action)action_operand(actions);
	check_opts(&o);
	for (int a = 0; a < SWF_ATTRIBUTES && !option_given("attribute"); a++)
		l->has_attribute[a] = true;

	char **paths = file_operands();
	l->several = paths[1] != NULL;
	struct swf_table *table = new_table[o.action](l);
	swf_table_stream(table, output(), o.format);
	for (; *paths != NULL; paths++) {
		messages_about(l->several ? shown_name(*paths) : NULL);
		struct swf_log *log = open_log_at(*paths);
		l->name = *paths;
		add[o.action](table, log, l);
		swf_log_free(log);
	}
	write_table(table, o.format);
	return command_end();
}
