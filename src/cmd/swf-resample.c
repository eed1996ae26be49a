/*
 * swf-resample: new workloads from the users of real logs. The users are put into pools, drawn from
 * them and set going in random weeks, each with the jobs and the intervals recorded in the log.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "resample/pool-logs.h"
#include "resample/resample-map.h"
#include "resample/resample.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/output.h"
#include "swfcore/quantity.h"
#include "swfcore/random.h"

/* What is negative was not given. */
struct opts {
	struct pool_options pools;
	enum swf_element element;
	struct swf_resample_plan plan;
	double load, extend;
	int64_t seed, replication;
	const char *map;
	bool has_start_time, has_zone;
};

static void usage(FILE *file)
{
	fputs("usage: swf-resample [options] [LOG...]\n"
	      "Writes a new workload made of the users of SWF logs (default: standard input).\n\n"
	      "  -s, --seed N             of the random numbers (default: 1)\n"
	      "  -k, --replication K      another workload of the same seed (default: 1)\n"
	      "Length and load:\n"
	      "  -w, --weeks N            length; inf for no end (default: the first log's)\n"
	      "  -x, --extend K           K times that\n"
	      "  -l, --load F             F times the users (default: 1)\n"
	      "  -L, --long-term N        long-term users (default: F times those of the log)\n"
	      "  -t, --temporary N        temporary users at the start (default: F times the mean\n"
	      "                           number in a week of the log)\n"
	      "  -R, --temporary-rate R   temporary users who come, a week (default: F times the\n"
	      "                           log's)\n"
	      "  -S, --stationary         every week like the others, also the first\n"
	      "Rare behaviours, and some users more often:\n"
	      "  -r, --rare FILE          list of rare behaviours (CSV: user,begin,end)\n"
	      "  -B, --rare-rate B        of those who come, a week; 1/8 is one in 8 weeks\n"
	      "                           (default: F times the log's)\n"
	      "  -f, --bias FILE          weights of users (CSV: user or class or log, weight)\n"
	      "Several logs:\n"
	      "  -m, --mix HOW            sizes of jobs of other machines: scale, keep\n"
	      "  -p, --procs N            machine of the output (default: the first log's)\n"
	      "Locality:\n"
	      "  -u, --unit UNIT          what is moved: user (default), session, batch, job\n"
	      "  -c, --repeat P           a job is the user's job before it again, with this\n"
	      "                           probability\n"
	      "Other options:\n" ANONYMOUS_HELP
	      "  -M, --map FILE           CSV of who became whom\n"
	      "  -d, --threshold WEEKS    a long-term user is active for longer (default: 12)\n"
	      "  -e, --edge WEEKS         activity within it of the log's begin or end is\n"
	      "                           discarded (default: 4)\n" LOCAL_TIME_HELP LOG_HELP
			COMMON_HELP,
		file);
}

static double length_value(const char *text)
{
	const double length = strcmp(text, "inf") == 0 ? (double)INFINITY
						       : duration_value("weeks", text, SWF_WEEK);
	if (length <= 0)
		die_usage("--weeks: it must be more than 0");
	return length;
}

static void parse_opts(struct opts *o, int argc, char **argv)
{
	static const struct option options[] = {ANONYMOUS_OPTION,
		{"bias", required_argument, NULL, 'f'}, {"edge", required_argument, NULL, 'e'},
		{"extend", required_argument, NULL, 'x'}, {"load", required_argument, NULL, 'l'},
		{"long-term", required_argument, NULL, 'L'}, {"map", required_argument, NULL, 'M'},
		{"mix", required_argument, NULL, 'm'}, {"procs", required_argument, NULL, 'p'},
		{"rare", required_argument, NULL, 'r'}, {"rare-rate", required_argument, NULL, 'B'},
		{"repeat", required_argument, NULL, 'c'},
		{"replication", required_argument, NULL, 'k'},
		{"seed", required_argument, NULL, 's'}, {"stationary", no_argument, NULL, 'S'},
		{"temporary", required_argument, NULL, 't'},
		{"temporary-rate", required_argument, NULL, 'R'},
		{"threshold", required_argument, NULL, 'd'}, {"unit", required_argument, NULL, 'u'},
		{"weeks", required_argument, NULL, 'w'}, LOCAL_TIME_LONG_OPTIONS, LOG_LONG_OPTIONS,
		COMMON_LONG_OPTIONS, {NULL, 0, NULL, 0}};
	static const char *const mixes[] = {"scale", "keep", NULL};
	int c;
	while ((c = getopt_long(argc, argv,
			"A:B:c:d:e:f:k:l:L:m:M:p:r:R:s:St:u:w:x:" LOCAL_TIME_SHORT_OPTIONS
				LOG_SHORT_OPTIONS COMMON_SHORT_OPTIONS,
			options, NULL)) != -1) {
		switch (c) {
		case 'B':
			o->plan.rare_rate = ratio_value("rare-rate", optarg, SWF_RESAMPLE_MOST);
			break;
		case 'c':
			o->plan.repeat = ratio_value("repeat", optarg, 1);
			break;
		case 'd':
			o->pools.rule.long_term = duration_value("threshold", optarg, SWF_WEEK);
			break;
		case 'e':
			o->pools.rule.edge = duration_value("edge", optarg, SWF_WEEK);
			break;
		case 'f':
			o->pools.bias = optarg;
			break;
		case 'k':
			o->replication = whole_value("replication", optarg, 0, INT64_MAX);
			break;
		case 'l':
			o->load = ratio_value("load", optarg, 1000);
			if (o->load == 0)
				die_usage("--load: it must be more than 0");
			break;
		case 'L':
			o->plan.long_term = whole_value("long-term", optarg, 0, SWF_RESAMPLE_MOST);
			break;
		case 'm':
			o->pools.mix =
				choice_value("mix", optarg, mixes) == 0 ? MIX_SCALE : MIX_KEEP;
			break;
		case 'M':
			o->map = optarg;
			hide_argument(optarg);
			break;
		case 'p':
			o->pools.procs = (int32_t)whole_value("procs", optarg, 1, INT32_MAX);
			break;
		case 'r':
			o->pools.rare = optarg;
			break;
		case 'R':
			o->plan.temporary_rate =
				ratio_value("temporary-rate", optarg, SWF_RESAMPLE_MOST);
			break;
		case 's':
			o->seed = whole_value("seed", optarg, 0, INT64_MAX);
			break;
		case 'S':
			o->plan.stationary = true;
			break;
		case 't':
			o->plan.temporary = whole_value("temporary", optarg, 0, SWF_RESAMPLE_MOST);
			break;
		case 'T':
		case 'Z':
			local_time_option(c);
			*(c == 'T' ? &o->has_start_time : &o->has_zone) = true;
			break;
		case 'u':
			o->element =
				(enum swf_element)choice_value("unit", optarg, swf_element_names);
			break;
		case 'w':
			o->plan.length = length_value(optarg);
			break;
		case 'x':
			o->extend = ratio_value("extend", optarg, 1e9);
			if (o->extend == 0)
				die_usage("--extend: it must be more than 0");
			break;
		default:
			common_option(c);
		}
	}
	default_random(&o->seed, &o->replication);
}

/* Dies of options that contradict each other or would do nothing. */
static void check_opts(const struct opts *o)
{
	const struct swf_resample_plan *plan = &o->plan;
	char **paths = file_operands();
	const bool several = paths[1] != NULL;
	if (several && o->pools.rare != NULL)
		die_usage("--rare goes with one log");
	if (o->has_start_time && o->pools.rare == NULL)
		die_usage("--start-time goes with --rare");
	if (o->has_zone && o->pools.rare == NULL && !several)
		die_usage("--tz goes with --rare or several logs");
	if (!several && o->pools.mix != MIX_REFUSE && o->pools.procs == 0)
		die_usage("--mix goes with several logs or --procs");
	if (plan->rare_rate >= 0 && o->pools.rare == NULL)
		die_usage("--rare-rate goes with --rare");
	if (o->element != SWF_ELEMENT_USER &&
		(plan->long_term >= 0 || plan->temporary >= 0 || plan->temporary_rate >= 0 ||
			plan->stationary || o->pools.rare != NULL))
		die_usage("--long-term, --temporary, --temporary-rate, --stationary and --rare go "
			  "with users, not with --unit %s",
			swf_element_names[o->element]);
	if (isinf(plan->length) && has_output_file())
		die_usage("--weeks inf: the file of --output would never be whole");
	if (o->map == NULL)
		return;
	check_map_path(o->map);
	check_map_is_not(o->map, o->pools.rare);
	check_map_is_not(o->map, o->pools.bias);
	for (; *paths != NULL; paths++)
		check_map_is_not(o->map, *paths);
}

/* What was not given follows from the pools. */
static struct swf_resample_plan plan_for(const struct opts *o, const struct swf_pools *pools)
{
	struct swf_resample_plan plan = o->plan;
	const struct swf_resample_plan usual =
		swf_resample_plan_for(pools, o->load, plan.stationary);
	struct swf_error error;
	if (plan.long_term < 0)
		plan.long_term = usual.long_term;
	if (plan.temporary < 0)
		plan.temporary = usual.temporary;
	if (plan.temporary_rate < 0)
		plan.temporary_rate = usual.temporary_rate;
	if (plan.rare_rate < 0)
		plan.rare_rate = usual.rare_rate;
	if (plan.length < 0)
		plan.length = usual.length;
	plan.length *= o->extend;
	if (plan.rare_rate > plan.temporary_rate)
		die("rare behaviours cannot come %g times a week (--rare-rate) among the %g "
		    "temporary users who come (--temporary-rate)",
			plan.rare_rate, plan.temporary_rate);
	if (swf_resample_check(pools, &plan, &error) != 0)
		die("%s", error.text);
	if (plan.long_term == 0 && plan.temporary == 0 && plan.temporary_rate == 0)
		die("no user is drawn: there would be no job");
	if (o->element == SWF_ELEMENT_USER)
		note("long-term users: %lld; temporary users: %lld at the start, %.4g a week",
			(long long)plan.long_term, (long long)plan.temporary, plan.temporary_rate);
	if (plan.rare_rate > 0)
		note("of those who come in a week %.4g are rare behaviours", plan.rare_rate);
	return plan;
}

/* Writes the jobs to the end. */
static void write_workload(struct swf_resample *resample, struct swf_header *header)
{
	struct swf_writer *writer = begin_log(fileno(output()), header);
	struct swf_error error;
	struct swf_job job;
	int got;
	int64_t jobs = 0;
	while ((got = swf_resample_next(resample, &job, &error)) == 1) {
		if (swf_writer_job(writer, &job) != 0)
			break;
		progress(++jobs);
	}
	end_log(writer, output_name());
	if (got < 0)
		die("%s", error.text);
	if (jobs == 0)
		warn("there is no job in the workload");
}

int main(int argc, char **argv)
{
	struct opts o = {.pools.rule = {.long_term = 12 * SWF_WEEK, .edge = 4 * SWF_WEEK},
		.plan = {.long_term = -1,
			.temporary = -1,
			.temporary_rate = -1,
			.rare_rate = -1,
			.length = -1},
		.load = 1,
		.extend = 1,
		.seed = -1,
		.replication = -1};
	command_begin("swf-resample", usage, argc, argv);
	parse_opts(&o, argc, argv);
	check_opts(&o);

	struct swf_pools pools = {.element = o.element};
	struct swf_header *header = read_pools(file_operands(), &o.pools, &pools);
	forget_counts(header);
	const struct swf_resample_plan plan = plan_for(&o, &pools);
	gsl_rng *rng = swf_random_new((uint64_t)o.seed, (uint64_t)o.replication);
	if (rng == NULL)
		die("out of memory");

	struct swf_error error;
	struct resample_map *map = o.map != NULL ? open_map(o.map) : NULL;
	struct swf_resample *resample =
		swf_resample_new(&pools, &plan, rng, map != NULL ? map_use : NULL, map, &error);
	if (resample == NULL)
		die("%s", error.text);
	write_workload(resample, header);
	if (map != NULL)
		close_map(map);
	swf_resample_free(resample);
	gsl_rng_free(rng);
	swf_pools_free(&pools);
	return command_end();
}
