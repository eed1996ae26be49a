/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-split-users: the users of a log and whether they stayed, as a table; their jobs, selected, or
 * in a file for each; and flurries, to be found, removed or kept.
 */
#include <stdlib.h>

#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/table-output.h"
#include "split-users/user-files.h"
#include "swfcore/users.h"
#include "users/rare.h"
#include "users/session-tables.h"

/* What is written. */
enum mode { TABLE, SUMMARY, FLURRIES, LOG, DIRECTORY, MERGED };

struct opts {
	enum mode mode;
	struct selection_options selection;
	enum swf_format format;
	const char *dir; /* or NULL */
	bool merge, summary, find_flurries;
	int64_t flurry_jobs; /* 0 for the default */
	double flurry_window;
};

static void set_rare(struct opts *o, const char *path, bool only)
{
	if (o->selection.rare != NULL)
		die_usage("give only one of --remove and --only, and only once");
	o->selection.rare = path;
	o->selection.only_rare = only;
}

static void to_remove(void *opts, const char *path)
{
	set_rare(opts, path, false);
}

static void to_only(void *opts, const char *path)
{
	set_rare(opts, path, true);
}

static const struct option_row options[] = {HEADING("Selecting jobs, which are written as a log:"),
	{'c', "class", "CLASS", "of users of this class",
		TO_CHOICE(selection.class_, swf_user_class_names)},
	{'U', "users", "LIST", "of these users: 3,17,40-55", TO_TEXT(selection.listed)},
	{'\0', "remove", "FILE", "not in this list of rare behaviours (CSV: user,begin,end)",
		TO_CALL(to_remove)},
	{'\0', "only", "FILE", "in this list", TO_CALL(to_only)},
	HEADING("Writing something else:"),
	{'\0', "dir", "DIR", "a file for each user, and a manifest, in a new or empty folder",
		TO_TEXT(dir)},
	{'\0', "merge", NULL, "one log from several, by submit time", TO_FLAG(merge)},
	{'\0', "summary", NULL, "how many users and jobs there are of each class",
		TO_FLAG(summary)},
	{'\0', "find-flurries", NULL, "bursts of submits, as a list for --remove and --only",
		TO_FLAG(find_flurries)},
	HEADING("Classes of users:"), THRESHOLD_OPTION(selection.rule.long_term),
	EDGE_OPTION(selection.rule.edge), SPAN_OPTION(selection.rule.span),
	HEADING("Other options:"),
	{'\0', "flurry-jobs", "N",
		"a flurry has more jobs than this in the window (default: 10 times the mean of a "
		"user's week, at least 500)",
		TO_WHOLE(flurry_jobs, 1, INT64_MAX)},
	{'\0', "flurry-window", "DURATION", "the window (default: 1d)",
		TO_DURATION(flurry_window, 1)},
	FORMAT_OPTION(format), INCLUDE(anonymous_jobs_options), SIZE_OPTION(selection.size),
	INCLUDE(local_time_options), INCLUDE(writing_options), INCLUDE(extra_options), OPTIONS_END};

static const struct command command = {.name = "swf-split-users",
	.usage = "[options] [LOG]\n--merge [options] LOG...",
	.purpose = "Prints a table of the users of an SWF log (default: standard input), or writes "
		   "their jobs.",
	.options = options};

/* Settles what is written; one thing can be. */
static void settle_mode(struct opts *o, bool selects)
{
	if ((o->dir != NULL) + o->merge + o->summary + o->find_flurries > 1)
		die_usage("only one of --dir, --merge, --summary and --find-flurries");
	o->mode = o->dir != NULL   ? DIRECTORY
		: o->merge         ? MERGED
		: o->summary       ? SUMMARY
		: o->find_flurries ? FLURRIES
		: selects          ? LOG
				   : TABLE;
	if (o->dir != NULL)
		hide_argument(o->dir);
}

/* Settles what follows from the options, and dies of some that contradict each other. */
static void settle_opts(struct opts *o)
{
	static const char *const selecting[] = {"class", "users", "remove", "only", NULL};
	static const char *const flurry[] = {"flurry-jobs", "flurry-window", NULL};
	const bool selects = option_given_of(selecting) != NULL;
	settle_mode(o, selects);
	if (selects && o->mode == MERGED)
		die_usage("--merge takes all jobs; select from what it writes");
	if (option_given("class") && (o->mode == SUMMARY || o->mode == FLURRIES))
		die_usage("--class goes with logs and --dir");
	const bool writes_logs = o->mode == LOG || o->mode == DIRECTORY || o->mode == MERGED;
	if (option_given("format") && writes_logs)
		die_usage("--format goes with tables");
	settle_extra(writes_logs, "needs an option that writes jobs, such as --class or --dir");
	if (o->mode == DIRECTORY && has_output_file())
		die_usage("--dir goes without --output");
	if (o->mode != FLURRIES && option_given_of(flurry) != NULL)
		die_usage("--%s goes with --find-flurries", option_given_of(flurry));
	if (o->flurry_window <= 0)
		die_usage("--flurry-window: it must be more than 0");
}

/* Whether a job of this user is one of the class that is selected, or of no user. */
static bool is_in_class(const struct selection *s, int64_t user)
{
	const struct swf_users *users = &s->selected.users;
	return user < 0 || has_class(s, &users->users[swf_users_find(users, user)]);
}

static void write_log(const struct selection *s, const struct swf_header *header)
{
	const struct swf_packed_jobs *jobs = &s->selected.jobs;
	size_t *places = checked(malloc((jobs->count + 1) * sizeof *places)), count = 0;
	for (size_t i = 0; i < jobs->count; i++)
		if (is_in_class(s, swf_packed_jobs_whole(jobs, &jobs->user, i)))
			places[count++] = i;
	FILE *file = output();
	write_jobs(file, output_name(), header, jobs, places, count);
	free(places);
}

static void write_users(const struct selection *s, enum swf_format format)
{
	struct swf_table *table = swf_user_tables_users(false);
	for (size_t u = 0; table != NULL && u < s->selected.users.count; u++)
		swf_user_tables_add_user(
			table, &s->selected.users, &s->selected.users.users[u], &s->options.rule);
	write_table(table, format);
}

static void find_flurries(const struct selection *s, const struct opts *o)
{
	const double threshold = o->flurry_jobs > 0 ? (double)o->flurry_jobs
						    : swf_flurry_threshold(&s->selected.users);
	note("looked for more than %g jobs of a user in %g s", threshold, o->flurry_window);
	write_table(swf_flurries_table(&s->selected, o->flurry_window, threshold), o->format);
}

static void write_selection(
	const struct selection *s, const struct opts *o, const struct swf_header *header)
{
	switch (o->mode) {
	case LOG:
		write_log(s, header);
		break;
	case SUMMARY:
		write_table(
			swf_user_tables_summary(&s->selected.users, &s->options.rule), o->format);
		break;
	case DIRECTORY:
		write_user_files(s, header, o->dir);
		break;
	case FLURRIES:
		find_flurries(s, o);
		break;
	default:
		write_users(s, o->format);
	}
}

static void split(const struct opts *o)
{
	struct selection s = {.options = o->selection};
	struct swf_log *log = open_log();
	const struct swf_header *header = swf_log_header(log);
	if (o->mode == DIRECTORY)
		output_dir_check(o->dir);
	read_lists(&s, header);
	/* where nothing depends on jobs to come, they are written as they are read */
	if (o->mode == LOG && s.options.class_ < 0 && s.options.rare == NULL) {
		struct swf_writer *writer = begin_filtered_log(log);
		read_selected(log, &s, SELECTED_WRITTEN, writer);
		end_log(writer, output_name());
	} else {
		const bool counts = o->mode == TABLE || o->mode == SUMMARY;
		read_selected(log, &s, counts ? SELECTED_COUNTED : SELECTED_KEPT, NULL);
		write_selection(&s, o, header);
	}
	free_selection(&s);
	swf_log_free(log);
}

int main(int argc, char **argv)
{
	struct opts o = {.selection = {.rule = {.long_term = 12 * SWF_WEEK, .edge = 4 * SWF_WEEK},
				 .class_ = -1},
		.format = SWF_FORMAT_CSV,
		.flurry_window = SWF_DAY};
	command_begin(&command, &o, argc, argv);
	settle_opts(&o);
	if (o.mode == MERGED)
		merge_files(file_operands());
	else
		split(&o);
	return command_end();
}
