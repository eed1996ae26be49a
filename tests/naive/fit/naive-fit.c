/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * usage: naive-fit CLUSTERS [size=allocated] [procs=N] [tz=ZONE] [start=UNIX] <LOG
 *
 * A second implementation of swf-generate --fit, written from the manual alone and naive on
 * purpose: times are walked through by quarters of an hour, and whatever is said of earlier jobs is
 * found by looking at them. It reads a plain log, and from the file CLUSTERS the class of each
 * user, a line each with the number and that of the class, and prints the model as CSV.
 */
#include "naive/fit/naive-fit.h"
#include "naive/naive-swf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char program_name[] = "naive-fit";

const char *const kind_names[KINDS] = {"IWD", "IWN", "IW", "BHP", "BHD"};

static void print_whole(const struct log *log)
{
	puts("variable,class,given_from,given_to,from,to,weight");
	print_single("procs", "", machine_procs(log));
	print_single("weeks", "", fmax(weeks_of(log), 1));
	puts("session_by,,,,arrival,,");
	print_single("session_gap", "", GAP);
	puts("batches_plan,,,,adjusted,,");
	print_single("load", "", load_of(log));
	print_breaks(log);
}

static void print_users(const struct log *log)
{
	for (size_t c = 0; c < log->classes; c++)
		print_long_term(log, c);
	for (size_t c = 0; c < log->classes; c++)
		print_spans(log, c, true);
	for (size_t c = 0; c < log->classes; c++)
		print_arrivals(log, c);
	for (size_t c = 0; c < log->classes; c++)
		print_spans(log, c, false);
	for (size_t c = 0; c < log->classes; c++)
		print_sessions_of_users(log, c);
	for (size_t c = 0; c < log->classes; c++)
		print_session_classes(log, c);
}

#define FOR_EACH_KIND(print)                                                                       \
	for (enum kind kind = 0; kind < KINDS; kind++)                                             \
		print;

static void print_kinds(const struct log *log)
{
	FOR_EACH_KIND(print_starts(log, kind))
	FOR_EACH_KIND(print_awaited(log, kind, "awaited_1", 1, 2))
	FOR_EACH_KIND(print_awaited(log, kind, "awaited_2", 2, 5))
	FOR_EACH_KIND(print_awaited(log, kind, "awaited_5", 5, 17))
	FOR_EACH_KIND(print_awaited(log, kind, "awaited_17", 17, (size_t)-1))
	FOR_EACH_KIND(print_batches_persistence(log, kind))
	FOR_EACH_KIND(print_jobs(log, kind, false))
	FOR_EACH_KIND(print_jobs(log, kind, true))
	FOR_EACH_KIND(print_jobs_persistence(log, kind, false))
	FOR_EACH_KIND(print_jobs_persistence(log, kind, true))
	FOR_EACH_KIND(print_inter_arrivals(log, kind))
	FOR_EACH_KIND(print_think_times(log, kind))
	FOR_EACH_KIND(print_applications(log, kind, true))
	FOR_EACH_KIND(print_applications(log, kind, false))
	FOR_EACH_KIND(print_next_classes(log, kind))
	FOR_EACH_KIND(print_repeat(log, kind))
	FOR_EACH_KIND(print_sizes(log, kind, true))
	FOR_EACH_KIND(print_estimates(log, kind, true))
	FOR_EACH_KIND(print_sizes(log, kind, false))
	FOR_EACH_KIND(print_estimates(log, kind, false))
	FOR_EACH_KIND(print_run_times(log, kind, false))
	FOR_EACH_KIND(print_run_times(log, kind, true))
}

static bool read_option(struct log *log, const char *option)
{
	if (strcmp(option, "size=allocated") == 0)
		log->by_allocated = true;
	else if (strncmp(option, "procs=", 6) == 0)
		log->max_procs = strtod(option + 6, NULL);
	else if (strncmp(option, "tz=", 3) == 0)
		log->zone = strcpy(allocate(strlen(option), 1), option + 3);
	else if (strncmp(option, "start=", 6) == 0)
		log->has_start = read_whole_number(option + 6, &log->start);
	else
		return false;
	return true;
}

int main(int argc, char **argv)
{
	struct log log = {.max_procs = NAN,
		.max_nodes = NAN,
		.longest_estimate = NAN,
		.first_submit = INFINITY,
		.last_submit = -INFINITY};
	bool understood = argc >= 2;
	for (int i = 2; i < argc; i++)
		understood &= read_option(&log, argv[i]);
	if (!understood) {
		fprintf(stderr,
			"usage: naive-fit CLUSTERS [size=allocated] [procs=N] [tz=ZONE] "
			"[start=UNIX] <LOG\n");
		return 2;
	}
	read_log(&log, stdin);
	sort_by_user(&log);
	cut_sizes(&log);
	set_clock(&log);
	read_clusters(&log, argv[1]);
	find_sessions(&log);
	set_kinds_of_jobs(&log);
	count_sessions_of_users(&log);
	print_whole(&log);
	print_users(&log);
	print_kinds(&log);
	free(log.jobs);
	free(log.sessions);
	free(log.batches);
	free(log.users);
	free(log.zone);
	return ferror(stdout) || fflush(stdout) != 0;
}
