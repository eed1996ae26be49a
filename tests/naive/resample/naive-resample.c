/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * usage: naive-resample [option ...] LOG MAP OUTPUT
 *
 * Checks what swf-resample wrote, by a second implementation that was written from the manual alone
 * and is naive on purpose. MAP (its --map) tells what was drawn, so that LOG and MAP determine
 * OUTPUT. All jobs of OUTPUT have to be those, in all fields, and MAP has to keep to the rules, as
 * far as a single workload can tell. The first deviation is printed, with the status 1.
 *
 * The options are those of swf-resample with the same values, written out, numbers without a unit:
 * --displace, --edge, --extend, --load-factor, --long-term-users, --rare, --rare-rate, --repeat,
 * --start, --temporary-users, --temporary-rate, --threshold, --unit, --weeks. There is one log,
 * with numbers that no two jobs share; files are plain, and times in a list are seconds.
 */
#include "naive/resample/naive-resample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char program_name[] = "naive-resample";

static double *option_of_name(struct options *options, const char *name)
{
	struct {
		const char *name;
		double *value;
	} const known[] = {{"--edge", &options->edge}, {"--extend", &options->extend},
		{"--load-factor", &options->load}, {"--long-term-users", &options->long_term},
		{"--rare-rate", &options->rare_rate}, {"--repeat", &options->repeat},
		{"--temporary-users", &options->temporary},
		{"--temporary-rate", &options->temporary_rate},
		{"--threshold", &options->threshold}, {"--weeks", &options->weeks}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i].name, name) == 0)
			return known[i].value;
	return NULL;
}

static bool read_unit(struct options *options, const char *name)
{
	static const char *const names[UNITS] = {"user", "session", "batch", "job"};
	for (int i = BY_USER; i < UNITS; i++)
		if (strcmp(names[i], name) == 0) {
			options->unit = (enum unit)i;
			return true;
		}
	return false;
}

static bool read_option(struct options *options, const char *name, const char *value)
{
	double *number = option_of_name(options, name);
	if (strcmp(name, "--unit") == 0)
		return read_unit(options, value);
	if (strcmp(name, "--displace") == 0) {
		options->displaced = true;
		options->displace = strcmp(value, "any") == 0 ? INFINITY : strtod(value, NULL);
		return true;
	}
	if (strcmp(name, "--start") == 0) {
		options->literal = strcmp(value, "literal") == 0;
		return options->literal || strcmp(value, "stationary") == 0;
	}
	if (strcmp(name, "--rare") == 0) {
		options->list = value;
		return true;
	}
	if (number == NULL)
		return false;
	char *end;
	*number = strtod(value, &end);
	return end != value && *end == '\0' && *number >= 0;
}

/* Returns the place of the first operand, or 0 if the usage is wrong. */
static int read_options(int argc, char **argv, struct options *options)
{
	int i = 1;
	while (i < argc && strncmp(argv[i], "--", 2) == 0) {
		if (i + 1 == argc || !read_option(options, argv[i], argv[i + 1]))
			return 0;
		i += 2;
	}
	return argc - i == 3 ? i : 0;
}

static void free_workload(struct workload *w)
{
	free(w->log.job);
	free(w->output.job);
	free(w->behaviours);
	free(w->by_number);
	free(w->by_user);
	free(w->subjects);
	free(w->rows);
	free(w->users);
	free(w->expected);
}

int main(int argc, char **argv)
{
	struct workload w = {.options = {.weeks = -1,
				     .extend = -1,
				     .load = -1,
				     .threshold = 12,
				     .edge = 4,
				     .repeat = 0,
				     .long_term = -1,
				     .temporary = -1,
				     .temporary_rate = -1,
				     .rare_rate = -1}};
	int operand = read_options(argc, argv, &w.options);
	if (operand == 0) {
		fprintf(stderr, "usage: naive-resample [option ...] LOG MAP OUTPUT\n");
		return 2;
	}
	if (w.options.list != NULL)
		read_list(&w, w.options.list);
	read_log(&w, argv[operand]);
	make_pools(&w);
	read_map(&w, argv[operand + 1]);
	make_expected(&w);
	w.output = read_jobs(argv[operand + 2]);
	check_output(&w);
	check_rules(&w);
	free_workload(&w);
	return 0;
}
