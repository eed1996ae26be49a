/*
 * swf-shake: small random changes to a log, to tell the effects in a simulation from its accidents;
 * and the crude ones that it is compared with, scaling and models of estimates.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shake/log-changes.h"
#include "shared/common.h"
#include "shared/extra.h"
#include "shared/log-io.h"
#include "swfcore/random.h"

struct opts {
	struct log_changes changes;
	int64_t seed, replication; /* negative if not given */
	int32_t procs;             /* 0 if not given */
	const char *degree;        /* or NULL */
	/* an option that was given of each kind, or NULL: to shake, to scale, for estimates, of
	 * random numbers and of sizes */
	const char *shaking, *scaling, *estimating, *random, *sizing;
};

static void usage(FILE *file)
{
	fputs("usage: swf-shake [options] [LOG]\n"
	      "Writes an SWF log (default: standard input) with small random changes, or "
	      "scaled.\n\n"
	      "Shaking, which is done if nothing else is asked for:\n"
	      "  -t, --attribute NAME     interarrival (default), runtime, estimate, size\n"
	      "  -d, --degree D           the largest change: 60s (default), 5m; of sizes 1 "
	      "processor\n"
	      "  -r, --relative F         at most this part of the value itself, as in 10%\n"
	      "  -c, --percent P          how many of the jobs (default: 10)\n"
	      "  -x, --exactly            exactly that many, not each with that probability\n"
	      "  -l, --level LEVEL        what is shaken as one: job (default), batch, session, "
	      "user\n" ANONYMOUS_HELP
	      "  -O, --overrun HOW        a job that gets longer than its estimate: extend "
	      "(default)\n"
	      "                           the estimate, or kill the job at it\n"
	      "Scaling:\n"
	      "  -S, --scale WHAT[=F]     interarrival, runtime, size or machine, F times\n"
	      "  -L, --load L             to this offered load; by interarrival times, or what -S\n"
	      "                           names without a factor\n"
	      "Estimates:\n"
	      "  -e, --estimates MODEL    exact, factor:F, recorded\n"
	      "Other options:\n"
	      "  -s, --seed N             of the random numbers (default: 1)\n"
	      "  -k, --replication K      another log of the same seed (default: 1)\n"
	      "  -p, --procs N            processors of the machine (default: MaxProcs of the "
	      "log)\n"
	      "  -z, --size FIELD         size of a job: requested (default), allocated "
	      "processors\n" LOG_HELP EXTRA_HELP COMMON_HELP,
		file);
}

static void scale_value(struct swf_scale *scale, const char *text)
{
	static const char *const whats[] = {"interarrival", "runtime", "size", "machine", NULL};
	char what[32];
	const char *factor = split_value(text, '=', what, sizeof what);
	scale->what = (enum swf_scaled)choice_value("scale", what, whats);
	if (factor == NULL)
		return;
	scale->factor = ratio_value("scale", factor, 1000);
	if (scale->factor == 0)
		die_usage("--scale: the factor must be more than 0");
}

/* The factor of a model of estimates. */
static double estimates_value(const char *text)
{
	static const char *const models[] = {"exact", "factor", "recorded", NULL};
	char name[32];
	const char *factor = split_value(text, ':', name, sizeof name);
	const int model = choice_value("estimates", name, models);
	if ((model == 1) != (factor != NULL))
		die_usage("--estimates: '%s': %s", text,
			factor != NULL ? "it takes no number"
				       : "it needs a number, as in factor:5");
	if (factor != NULL)
		return number_value("estimates", factor, 0, 1e6);
	return model == 0 ? 0 : -1;
}

static double degree_value(const char *text, enum swf_shake_attribute attribute)
{
	if (attribute == SWF_SHAKE_SIZE)
		return text == NULL ? 1 : (double)whole_value("degree", text, 0, INT32_MAX);
	const double degree = text == NULL ? 60 : duration_value("degree", text, 1);
	if (degree != round(degree))
		die_usage("--degree: %s: not a whole number of seconds", text);
	return degree;
}

/* Dies of options that contradict each other. */
static void check_opts(const struct opts *o)
{
	const struct log_changes *changes = &o->changes;
	const struct swf_shake_options *shake = &changes->shake;
	const struct swf_scale *scale = &changes->scale;
	const char *first = o->shaking != NULL ? o->shaking : o->scaling;
	const char *last = o->estimating != NULL ? o->estimating : o->scaling;
	const bool sizes = shake->attribute == SWF_SHAKE_SIZE || changes->load >= 0 ||
		(o->scaling != NULL && scale->what == SWF_SCALE_MACHINE);
	if (first != NULL && last != NULL && first != last)
		die_usage("--%s and --%s do not go together; pipe one swf-shake into another",
			first, last);
	if (shake->element != SWF_ELEMENT_JOB && shake->attribute != SWF_SHAKE_INTERARRIVAL)
		die_usage("--level goes with --attribute interarrival");
	if (log_options()->anonymous != SWF_ANONYMOUS_NOBODY && shake->element == SWF_ELEMENT_JOB)
		die_usage("--anonymous goes with --level batch, session or user");
	if (o->scaling != NULL && changes->load < 0 && scale->factor == 0)
		die_usage("--scale needs a factor, as in size=2, or --load");
	if (changes->load >= 0 && scale->factor != 0)
		die_usage("--load finds the factor itself: --scale without one goes with it");
	if (o->sizing != NULL && !sizes)
		die_usage("--size goes with --attribute size, --load and --scale machine");
}

/* What is done, and with which random numbers. */
static void settle_opts(struct opts *o)
{
	struct log_changes *changes = &o->changes;
	changes->change = o->scaling != NULL ? CHANGE_SCALE
		: o->estimating != NULL      ? CHANGE_ESTIMATES
					     : CHANGE_SHAKE;
	changes->shake.degree = degree_value(o->degree, changes->shake.attribute);
	const bool random = changes->change == CHANGE_SHAKE ||
		(changes->change == CHANGE_ESTIMATES && changes->estimates_factor > 0);
	if (o->random != NULL && changes->change == CHANGE_SCALE)
		die_usage("--%s: nothing is random in scaling", o->random);
	if (random)
		default_random(&o->seed, &o->replication);
}

static void parse_opts(struct opts *o, int argc, char **argv)
{
	static const struct option options[] = {ANONYMOUS_OPTION,
		{"attribute", required_argument, NULL, 't'},
		{"degree", required_argument, NULL, 'd'},
		{"estimates", required_argument, NULL, 'e'}, {"exactly", no_argument, NULL, 'x'},
		{"level", required_argument, NULL, 'l'}, {"load", required_argument, NULL, 'L'},
		{"overrun", required_argument, NULL, 'O'},
		{"percent", required_argument, NULL, 'c'}, {"procs", required_argument, NULL, 'p'},
		{"relative", required_argument, NULL, 'r'},
		{"replication", required_argument, NULL, 'k'},
		{"scale", required_argument, NULL, 'S'}, {"seed", required_argument, NULL, 's'},
		{"size", required_argument, NULL, 'z'}, LOG_LONG_OPTIONS, EXTRA_OPTION,
		COMMON_LONG_OPTIONS, {NULL, 0, NULL, 0}};
	static const char *const attributes[] = {
		"interarrival", "runtime", "estimate", "size", NULL};
	struct swf_shake_options *shake = &o->changes.shake;
	int c;
	while ((c = getopt_long(argc, argv,
			"A:c:d:e:k:l:L:O:p:r:s:S:t:xz:" LOG_SHORT_OPTIONS EXTRA_SHORT_OPTIONS
				COMMON_SHORT_OPTIONS,
			options, NULL)) != -1) {
		switch (c) {
		case 'c':
			shake->percent = percent_value("percent", optarg);
			o->shaking = "percent";
			break;
		case 'd':
			o->degree = optarg;
			o->shaking = "degree";
			break;
		case 'e':
			o->changes.estimates_factor = estimates_value(optarg);
			o->estimating = "estimates";
			break;
		case 'k':
			o->replication = whole_value("replication", optarg, 0, INT64_MAX);
			o->random = "replication";
			break;
		case 'l':
			shake->element =
				(enum swf_element)choice_value("level", optarg, swf_element_names);
			o->shaking = "level";
			break;
		case 'L':
			o->changes.load = ratio_value("load", optarg, 10);
			if (o->changes.load == 0)
				die_usage("--load: it must be more than 0");
			o->scaling = "load";
			break;
		case 'O':
			shake->overrun = overrun_value(optarg);
			o->shaking = "overrun";
			break;
		case 'p':
			o->procs = (int32_t)whole_value("procs", optarg, 1, INT32_MAX);
			break;
		case 'r':
			shake->relative = ratio_value("relative", optarg, 1);
			o->shaking = "relative";
			break;
		case 's':
			o->seed = whole_value("seed", optarg, 0, INT64_MAX);
			o->random = "seed";
			break;
		case 'S':
			scale_value(&o->changes.scale, optarg);
			o->scaling = "scale";
			break;
		case 't':
			shake->attribute = (enum swf_shake_attribute)choice_value(
				"attribute", optarg, attributes);
			o->shaking = "attribute";
			break;
		case 'x':
			o->changes.exactly = true;
			o->shaking = "exactly";
			break;
		case 'z':
			shake->size = size_value(optarg);
			o->sizing = "size";
			break;
		default:
			common_option(c);
		}
	}
	check_opts(o);
	settle_opts(o);
	settle_extra(true, "");
}

/* Whether the size of the machine matters. */
static bool needs_procs(const struct log_changes *changes)
{
	const enum swf_scaled what = changes->scale.what;
	switch (changes->change) {
	case CHANGE_SHAKE:
		return changes->shake.attribute == SWF_SHAKE_SIZE;
	case CHANGE_SCALE:
		return changes->load >= 0 || what == SWF_SCALE_SIZE || what == SWF_SCALE_MACHINE;
	default:
		return false;
	}
}

int main(int argc, char **argv)
{
	struct opts o = {.changes = {.shake = {.element = SWF_ELEMENT_JOB,
					     .relative = INFINITY,
					     .percent = 10},
				 .load = -1},
		.seed = -1,
		.replication = -1};
	command_begin("swf-shake", usage, argc, argv);
	parse_opts(&o, argc, argv);

	struct swf_log *log = open_log();
	o.changes.procs = o.procs > 0 ? o.procs : swf_header_procs(swf_log_header(log));
	if (o.changes.procs == 0 && needs_procs(&o.changes))
		die_without_procs(log, file_operand());
	gsl_rng *rng = swf_random_new((uint64_t)o.seed, (uint64_t)o.replication);
	if (rng == NULL)
		die("out of memory");
	change_log(&o.changes, log, rng);
	note_log_counts(swf_log_counts(log));
	if (o.changes.shake.element != SWF_ELEMENT_JOB)
		need_users(log, file_operand());
	gsl_rng_free(rng);
	swf_log_close(log);
	return command_end();
}
