/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-distrib: the marginal distributions of logs, over users and jobs, and how far they are from
 * those of another log.
 */
#include <stdlib.h>

#include "analysis/distributions.h"
#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/table-output.h"
#include "stats/comparison.h"
#include "stats/stats.h"
#include "table/frame.h"

struct opts {
	enum swf_size size;
	enum swf_format format;
	int distribution; /* the one that is printed in full, or -1: a row for each */
	const char *other;
	bool several; /* logs */
};

static const struct option_row options[] = {INCLUDE(anonymous_users_options),
	{'C', "compare", "LOG", "the distance of each distribution from that of another log",
		TO_FILE(other)},
	{'d', "distribution", "NAME", "the values of one distribution instead, with their shares",
		TO_CHOICE(distribution, swf_distribution_names)},
	FORMAT_OPTION(format), SIZE_OPTION(size), INCLUDE(local_time_options),
	INCLUDE(reading_options), OPTIONS_END};

static const struct command command = {.name = "swf-distrib",
	.usage = "[options] [LOG...]",
	.purpose = "Describes the distributions over the users and over the jobs of SWF logs "
		   "(default: standard input): jobs, sessions, work and activity of users, hours "
		   "of the week, run times and others.",
	.options = options};

static void read_log(const char *path, const struct opts *o, struct swf_distributions *d)
{
	struct swf_log *log = open_log_at(path);
	struct swf_job job;
	*d = (struct swf_distributions){.size = o->size};
	while (next_job(log, &job))
		must(swf_distributions_add(d, &job));
	note_log_counts(swf_log_counts(log));
	note_count(d->users.anonymous, "job", "without a user: only among the jobs");
	if (o->distribution < 0 ||
		swf_distribution_needs_users((enum swf_distribution)o->distribution))
		need_users(log, path);
	if (!d->users.any)
		die("%s: no jobs", shown_name(path));
	/* no other distribution depends on the local time */
	const bool local = o->distribution < 0 || o->distribution == SWF_DISTRIBUTION_WEEK;
	struct swf_calendar *calendar = local
		? local_time(swf_log_header(log), d->users.first, d->users.last)
		: checked(swf_calendar_new_without_date());
	must(swf_distributions_finish(d, calendar));
	swf_calendar_free(calendar);
	swf_log_free(log);
}

static void add_descriptions(struct swf_table *table, const char *log,
	const struct swf_distributions *d, const struct opts *o)
{
	for (int i = 0; i < SWF_DISTRIBUTIONS; i++) {
		const struct swf_sample *sample = &d->samples[i];
		row_of_log(table, o->several, log);
		swf_table_text(table, swf_distribution_names[i]);
		swf_sample_cells_mean(table, sample->values, sample->count);
		swf_sample_cells_quantiles(table, sample->values, sample->count);
	}
}

static void add_comparisons(struct swf_table *table, const char *log,
	const struct swf_distributions *d, const struct swf_distributions *other,
	const struct opts *o)
{
	for (int i = 0; i < SWF_DISTRIBUTIONS; i++) {
		const struct swf_sample *a = &d->samples[i], *b = &other->samples[i];
		const double distance =
			swf_two_samples_distance(a->values, a->count, b->values, b->count);
		const double mean = swf_stats_mean(a->values, a->count);
		const double other_mean = swf_stats_mean(b->values, b->count);
		row_of_log(table, o->several, log);
		swf_table_text(table, swf_distribution_names[i]);
		swf_table_whole(table, (int64_t)a->count);
		swf_table_whole(table, (int64_t)b->count);
		swf_table_number(table, mean);
		swf_table_number(table, other_mean);
		swf_table_number(table, mean / other_mean);
		swf_table_number(table, distance);
		swf_table_number(table, swf_two_samples_probability(distance, a->count, b->count));
	}
}

/* A row for each different value of the sample, in which equal ones stand side by side. */
static void add_values(struct swf_table *table, const char *log, const struct swf_sample *sample,
	const struct opts *o)
{
	/* hours without a job are rows of the weekly cycle nevertheless */
	const bool hours = o->distribution == SWF_DISTRIBUTION_WEEK;
	double hour = 0;
	for (size_t i = 0, end; i < sample->count || (hours && hour < SWF_WEEK_HOURS); i = end) {
		const double value = hours ? hour++ : sample->values[i];
		for (end = i; end < sample->count && sample->values[end] == value;)
			end++;
		row_of_log(table, o->several, log);
		swf_table_number(table, value);
		swf_table_whole(table, (int64_t)(end - i));
		swf_table_number(table, (double)(end - i) / (double)sample->count);
		swf_table_number(table, (double)end / (double)sample->count);
	}
}

int main(int argc, char **argv)
{
	static const char *const descriptions[] = {
		"distribution", SWF_MEAN_COLUMNS, SWF_QUANTILE_COLUMNS, NULL};
	static const char *const comparisons[] = {
		"distribution", "n", "other_n", "mean", "other_mean", "ratio", "ks", "p", NULL};
	static const char *const values[] = {"value", "count", "share", "cumulated", NULL};
	struct opts o = {.format = SWF_FORMAT_CSV, .distribution = -1};
	struct swf_distributions d, other = {0};
	command_begin(&command, &o, argc, argv);
	if (o.other != NULL && o.distribution >= 0)
		die_usage("--compare goes without --distribution");

	char **paths = file_operands();
	o.several = paths[1] != NULL;
	struct swf_table *table = table_of_logs(o.other != NULL ? comparisons
			: o.distribution >= 0                   ? values
								: descriptions,
		o.several);
	swf_table_stream(table, output(), o.format);
	if (o.other != NULL) {
		messages_about(shown_name(o.other));
		read_log(o.other, &o, &other);
	}
	for (; *paths != NULL; paths++) {
		messages_about(o.several || o.other != NULL ? shown_name(*paths) : NULL);
		read_log(*paths, &o, &d);
		if (o.other != NULL)
			add_comparisons(table, *paths, &d, &other, &o);
		else if (o.distribution >= 0)
			add_values(table, *paths, &d.samples[o.distribution], &o);
		else
			add_descriptions(table, *paths, &d, &o);
		swf_distributions_clear(&d);
	}
	swf_distributions_clear(&other);
	write_table(table, o.format);
	return command_end();
}
