/*
 * swf-locality: how much the jobs that are close to each other are alike: in the whole log by their
 * depth in a stack, within days by bins, and in each user's work by the similarity of the sessions.
 */
#include <limits.h>

#include "analysis/stack-depth.h"
#include "locality/locality.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/output.h"
#include "shared/table-output.h"

enum action { STACK, DAILY, SIMILARITY };
static const char *const actions[] = {"stack", "daily", "similarity", NULL};
static const char *const measures[] = {"mean", "median", "identical", NULL};

struct opts {
	struct locality_options locality;
	enum action action;
	enum swf_format format;
};

static void usage(FILE *file)
{
	fputs("usage: swf-locality stack|daily|similarity [options] [LOG...]\n"
	      "Measures how alike jobs are that are close to each other, in SWF logs (default: "
	      "standard\n"
	      "input): by their depth in a stack of the values before them, by the fullest of 16 "
	      "bins of\n"
	      "each day, or by the similarity of each user's sessions to those before.\n\n"
	      "  -a, --attribute WHAT     of runtime, estimate or size alone (default: of each)\n"
	      "  -f, --format FORMAT      " FORMATS_HELP "\n"
	      "  -z, --size FIELD         size of a job: allocated (default), requested "
	      "processors\n"
	      "stack:\n"
	      "  -t, --tolerance SHARE    by which run times and estimates may differ (default: "
	      "5%)\n"
	      "daily, similarity:\n"
	      "  -e, --each               a row for each day, or for each user\n"
	      "similarity:\n" ANONYMOUS_HELP
	      "  -d, --distance N         up to N sessions apart (default: 5)\n"
	      "  -m, --measure WHAT       by which users are counted: mean (default), median, "
	      "identical\n"
	      "  -B, --bootstrap N        mix jobs among each user's sessions N times "
	      "instead\n"
	      "  -s, --seed N             of the bootstrap (default: 1)\n"
	      "daily:\n" LOCAL_TIME_HELP "all:\n" SKIP_BAD_HELP COMMON_HELP,
		file);
}

/* Which options only some actions have. */
static const struct {
	int letter;
	const char *name;
	unsigned actions; /* a bit each */
} particular[] = {{'t', "tolerance", 1u << STACK}, {'e', "each", 1u << DAILY | 1u << SIMILARITY},
	{'d', "distance", 1u << SIMILARITY}, {'m', "measure", 1u << SIMILARITY},
	{'A', "anonymous", 1u << SIMILARITY}, {'B', "bootstrap", 1u << SIMILARITY},
	{'s', "seed", 1u << SIMILARITY}, {'T', "start-time", 1u << DAILY},
	{'Z', "tz", 1u << DAILY}};

static void check_opts(const struct opts *o, const bool given[])
{
	for (size_t i = 0; i < sizeof particular / sizeof *particular; i++)
		if (given[particular[i].letter] && (particular[i].actions >> o->action & 1) == 0)
			die_usage("%s has no --%s", actions[o->action], particular[i].name);
	if (given['s'] && !given['B'])
		die_usage("--seed goes with --bootstrap");
	if (given['B'] && (given['e'] || given['d'] || given['m']))
		die_usage("--bootstrap goes without --each, --distance and --measure");
	if (given['e'] && given['m'])
		die_usage("--each goes without --measure");
}

static void parse_opts(struct opts *o, int argc, char **argv)
{
	static const struct option options[] = {ANONYMOUS_OPTION,
		{"attribute", required_argument, NULL, 'a'},
		{"bootstrap", required_argument, NULL, 'B'},
		{"distance", required_argument, NULL, 'd'}, {"each", no_argument, NULL, 'e'},
		{"format", required_argument, NULL, 'f'}, {"measure", required_argument, NULL, 'm'},
		{"seed", required_argument, NULL, 's'}, {"size", required_argument, NULL, 'z'},
		{"tolerance", required_argument, NULL, 't'}, SKIP_BAD_OPTION,
		LOCAL_TIME_LONG_OPTIONS, COMMON_LONG_OPTIONS, {NULL, 0, NULL, 0}};
	struct locality_options *l = &o->locality;
	bool given[UCHAR_MAX + 1] = {false};
	int c;
	while ((c = getopt_long(argc, argv,
			"a:A:bB:d:ef:m:s:t:z:" LOCAL_TIME_SHORT_OPTIONS COMMON_SHORT_OPTIONS,
			options, NULL)) != -1) {
		given[c] = true;
		switch (c) {
		case 'a':
			l->has_attribute[choice_value("attribute", optarg, swf_attribute_names)] =
				true;
			break;
		case 'B':
			l->mixes = whole_value("bootstrap", optarg, 1, 1000000);
			break;
		case 'd':
			l->distance = (size_t)whole_value("distance", optarg, 0, 1000);
			break;
		case 'e':
			l->each = true;
			break;
		case 'f':
			o->format = format_value(optarg);
			break;
		case 'm':
			l->measure = (enum measure)choice_value("measure", optarg, measures);
			break;
		case 's':
			l->seed = whole_value("seed", optarg, 0, INT64_MAX);
			break;
		case 't':
			l->tolerance = ratio_value("tolerance", optarg, SWF_STACK_MOST_TOLERANCE);
			break;
		case 'T':
		case 'Z':
			local_time_option(c);
			break;
		case 'z':
			l->size = size_value(optarg);
			break;
		default:
			common_option(c);
		}
	}
	for (int a = 0; a < SWF_ATTRIBUTES && !given['a']; a++)
		l->has_attribute[a] = true;
	o->action = (enum action)action_operand(actions);
	check_opts(o, given);
}

int main(int argc, char **argv)
{
	static struct swf_table *(*const new_table[])(const struct locality_options *) = {
		stack_table, daily_table, similarity_table};
	static void (*const add[])(struct swf_table *, struct swf_log *,
		const struct locality_options *) = {add_stack, add_daily, add_similarity};
	struct opts o = {.locality = {.size = SWF_SIZE_ALLOCATED,
				 .tolerance = 0.05,
				 .distance = 5,
				 .seed = 1},
		.format = SWF_FORMAT_CSV};
	struct locality_options *l = &o.locality;
	command_begin("swf-locality", usage, argc, argv);
	parse_opts(&o, argc, argv);

	char **paths = file_operands();
	l->several = paths[1] != NULL;
	struct swf_table *table = new_table[o.action](l);
	swf_table_stream(table, output(), o.format);
	for (; *paths != NULL; paths++) {
		messages_about(l->several ? shown_name(*paths) : NULL);
		struct swf_log *log = open_log_at(*paths);
		l->name = *paths;
		add[o.action](table, log, l);
		swf_log_close(log);
	}
	write_table(table, o.format);
	return command_end();
}
