#include "shared/log-options.h"

#include "shared/values.h"

static struct log_options options = {.provenance = true};

const struct log_options *log_options(void)
{
	return &options;
}

static void to_align(void *opts, const char *value)
{
	(void)opts, (void)value;
	options.align = true;
}

void skip_bad_lines(void)
{
	options.skip_bad = true;
}

static void to_skip_bad(void *opts, const char *value)
{
	(void)opts, (void)value;
	skip_bad_lines();
}

static void to_no_provenance(void *opts, const char *value)
{
	(void)opts, (void)value;
	options.provenance = false;
}

static void to_extra(void *opts, const char *value)
{
	(void)opts, (void)value;
	options.extra = true;
}

static const char *const ways[] = {"drop", "keep", "each", "one", NULL};
enum { DROP, KEEP, EACH };

/* Takes one of the ways. */
static void put_anonymous(int way)
{
	options.keep_anonymous = way == KEEP;
	options.anonymous = way < EACH ? SWF_ANONYMOUS_NOBODY
		: way == EACH          ? SWF_ANONYMOUS_EACH
				       : SWF_ANONYMOUS_ONE;
}

static void to_anonymous_users(void *opts, const char *value)
{
	(void)opts;
	put_anonymous(EACH + choice_value("anonymous", value, ways + EACH));
}

static void to_anonymous_jobs(void *opts, const char *value)
{
	(void)opts;
	put_anonymous(choice_value("anonymous", value, ways));
}

const struct option_row align_options[] = {
	{'\0', "align", NULL, "aligned columns", TO_CALL(to_align)}, OPTIONS_END};

const struct option_row provenance_options[] = {
	{'P', "no-provenance", NULL, "no note of this command in the header",
		TO_CALL(to_no_provenance)},
	OPTIONS_END};

const struct option_row reading_options[] = {
	{'b', "skip-bad", NULL, "count bad lines instead of stopping at the first",
		TO_CALL(to_skip_bad)},
	OPTIONS_END};

const struct option_row writing_options[] = {
	INCLUDE(reading_options), INCLUDE(align_options), INCLUDE(provenance_options), OPTIONS_END};

const struct option_row extra_options[] = {
	{'E', "extra", NULL, "keep fields after the 18th", TO_CALL(to_extra)}, OPTIONS_END};

const struct option_row anonymous_users_options[] = {
	{'A', "anonymous", "HOW", "users of jobs without one", .choices = ways + EACH,
		TO_CALL(to_anonymous_users)},
	OPTIONS_END};

const struct option_row anonymous_jobs_options[] = {
	{'A', "anonymous", "HOW", "jobs without a user (default: drop), or what user they get",
		.choices = ways, TO_CALL(to_anonymous_jobs)},
	OPTIONS_END};
