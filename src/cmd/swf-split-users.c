/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-split-users: the users of a log and whether they stayed, as a table; their jobs, selected, or
 * in a file for each; and flurries, to be found, removed or kept.
 *
 * Lists of users and of rare behaviours decide for each job as it is read. The class of a user is
 * known only when the log has ended, and so is whether the log has all users of a list of rare
 * behaviours. With these, --dir and flurries the selected jobs are held in memory. The
 * numbers and the class of a user are those of the selected jobs, in the time span of the whole
 * log.
 */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/rare-list.h"
#include "shared/table-output.h"
#include "swfcore/jobs.h"
#include "swfcore/users.h"
#include "users/rare.h"
#include "users/session-tables.h"
#include "users/user-set.h"

struct selection_options {
	const char *listed; /* users, or NULL for all */
	const char *rare;   /* the file of a list, or NULL */
	bool only_rare;     /* what is on it, else what is not */
	int class_;         /* an enum swf_user_class, or -1 for all */
	struct swf_user_class_rule rule;
	enum swf_size size;
};

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
	file_option(path);
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

/* Settles what follows from the options, and dies of some that contradict each other. */
static void settle_opts(struct opts *o)
{
	static const char *const selecting[] = {"class", "users", "remove", "only", NULL};
	static const char *const flurry[] = {"flurry-jobs", "flurry-window", NULL};
	const bool selects = option_given_of(selecting) != NULL;
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

/* Which jobs are selected: by the lists of users and of rare behaviours as they are read, then by
 * the class of their users. Begins with its options, all else 0. */
struct selection {
	struct selection_options options;
	struct swf_user_set listed;
	bool *listed_seen; /* for each range of the set */
	struct swf_rare_list rare;
	struct swf_index everyone;    /* in the log, where the list of behaviours must know */
	struct swf_workload selected; /* its users have the span of the whole log */
};

/* Reads the lists; the header gives the calendar of the dates in them. */
static void read_lists(struct selection *s, const struct swf_header *header)
{
	const struct selection_options *o = &s->options;
	struct swf_error error;
	if (o->listed != NULL && swf_user_set_parse(o->listed, &s->listed, &error) != 0) {
		if (swf_error_of_memory(&error))
			die_of_memory();
		die_usage("--users: %s", error.text);
	}
	if (o->listed != NULL && s->listed.count == 0)
		die_usage("--users: no user in '%s'", o->listed);
	s->listed_seen = checked(calloc(s->listed.count + 1, sizeof *s->listed_seen));
	if (o->rare != NULL)
		read_rare_list(o->rare, header, &s->rare);
}

static bool is_selected(struct selection *s, const struct swf_job *job)
{
	if (swf_job_is_anonymous(job))
		return true;
	if (s->options.listed != NULL) {
		const size_t range = swf_user_set_find(&s->listed, job->user);
		if (range == s->listed.count)
			return false;
		s->listed_seen[range] = true;
	}
	return s->options.rare == NULL ||
		(swf_rare_find(&s->rare, job) < s->rare.count) == s->options.only_rare;
}

/* Dies if a rare behaviour is of a user that the log does not know; warns of such users in --users,
 * and if nothing at all is selected. */
static void check_lists(const struct selection *s)
{
	for (size_t i = 0; i < s->rare.count; i++) {
		const struct swf_rare *row = &s->rare.rows[i];
		if (swf_index_find(&s->everyone, row->user) == SIZE_MAX)
			die_of_rare(&s->rare, row, "the log has no jobs of this user");
	}
	for (size_t i = 0; i < s->listed.count; i++) {
		const struct swf_user_range *r = &s->listed.ranges[i];
		if (s->listed_seen[i])
			continue;
		if (r->low == r->high)
			warn("no jobs of user %lld", (long long)r->low);
		else
			warn("no jobs of users %lld-%lld", (long long)r->low, (long long)r->high);
	}
	if (s->options.rare != NULL && s->selected.users.total.jobs == 0)
		note("no job is selected");
}

enum selected { SELECTED_COUNTED, SELECTED_KEPT, SELECTED_WRITTEN };

/* Reads the log and counts the users of what is selected, sorted in the end. The jobs themselves
 * are kept, or written at once, or neither. Jobs without a user are selected, but left out with a
 * note unless they are to be kept. */
static void read_selected(
	struct swf_log *log, struct selection *s, enum selected what, struct swf_writer *writer)
{
	const struct selection_options *o = &s->options;
	struct swf_job job;
	while (next_job(log, &job)) {
		swf_users_span(&s->selected.users, &job);
		const bool anonymous = swf_job_is_anonymous(&job);
		if (o->rare != NULL && !anonymous &&
			swf_index_add(&s->everyone, job.user) == SIZE_MAX)
			die_of_memory();
		if (!is_selected(s, &job))
			continue;
		must(swf_users_add(&s->selected.users, &job, o->size));
		if (anonymous && !log_options()->keep_anonymous)
			continue;
		if (what == SELECTED_WRITTEN && put_read_job(writer, &job, log) != 0)
			break;
		if (what != SELECTED_KEPT)
			continue;
		must(swf_packed_jobs_add(&s->selected.jobs, &job));
		keep_extra(log);
	}
	note_log_counts(swf_log_counts(log));
	if (!log_options()->keep_anonymous)
		need_users(log, file_operand());
	if (!log_options()->keep_anonymous || what == SELECTED_COUNTED)
		note_anonymous(s->selected.users.anonymous, s->selected.users.anonymous_work,
			swf_log_counts(log).work);
	check_lists(s);
	must(what == SELECTED_KEPT ? swf_workload_finish(&s->selected)
				   : swf_users_sort(&s->selected.users));
}

/* Whether a user of the selected jobs has the class that is selected. */
static bool has_class(const struct selection *s, const struct swf_user *user)
{
	return s->options.class_ < 0 ||
		(int)swf_user_class(&s->selected.users, user, &s->options.rule) ==
		s->options.class_;
}

/* Writes the jobs of the user at place u, or of none, to a file of the folder. */
static void write_file(
	const char *name, const struct selection *s, const struct swf_header *header, size_t u)
{
	size_t count;
	const size_t *places = swf_workload_places(&s->selected, u, &count);
	FILE *file = output_dir_file(name);
	write_jobs(file, name, header, &s->selected.jobs, places, count);
	output_dir_close(file, name);
}

/* Writes a log for each user of the class that is selected, one for the jobs without a user if they
 * are kept, and manifest.csv, to a new folder. */
static void write_user_files(
	const struct selection *s, const struct swf_header *header, const char *dir)
{
	const struct swf_users *users = &s->selected.users;
	const size_t n = users->count;
	struct swf_table *manifest = checked(swf_user_tables_users(true));
	char name[64];
	output_dir_begin(dir);
	for (size_t u = 0; u < n; u++) {
		const struct swf_user *user = &users->users[u];
		if (!has_class(s, user))
			continue;
		snprintf(name, sizeof name, "user-%lld.swf", (long long)user->number);
		write_file(name, s, header, u);
		swf_table_text(manifest, name);
		swf_user_tables_add_user(manifest, users, user, &s->options.rule);
	}
	if (log_options()->keep_anonymous && users->anonymous > 0)
		write_file("anonymous.swf", s, header, n);
	FILE *file = output_dir_file("manifest.csv");
	write_table_to(file, "manifest.csv", manifest, SWF_FORMAT_CSV);
	output_dir_close(file, "manifest.csv");
	output_dir_end();
}

/* Dies where two logs are not of the same machine and clock. */
static void check_same(
	const struct swf_header *first, const struct swf_header *other, const char *path)
{
	static const char *const labels[] = {
		"UnixStartTime", "TimeZoneString", "MaxProcs", "MaxNodes"};
	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
		char value[256] = "", other_value[256] = "";
		if (swf_header_get(first, labels[i], value, sizeof value) &&
			swf_header_get(other, labels[i], other_value, sizeof other_value) &&
			strcmp(value, other_value) != 0)
			die("%s: %s is '%s', in the first log '%s'", path, labels[i], other_value,
				value);
	}
}

/* Writes one log from several files, ended by NULL: with the header of the first, and all jobs by
 * submit time, those of the same time by number. Logs of other machines or clocks are refused. */
static void merge_files(char **paths)
{
	struct swf_jobs jobs = {0};
	struct swf_header *header = NULL;
	struct swf_error error;
	struct swf_job job;
	for (; *paths != NULL; paths++) {
		struct swf_log *log = open_log_at(*paths);
		int got;
		if (header == NULL)
			header = copy_header(swf_log_header(log));
		check_same(header, swf_log_header(log), *paths);
		while ((got = swf_log_next(log, &job, &error)) == 1) {
			must(swf_jobs_add(&jobs, &job));
			keep_extra(log);
		}
		if (got < 0)
			die_of(&error);
		note_log_counts(swf_log_counts(log));
		swf_log_free(log);
	}
	size_t *were;
	must(swf_jobs_sort(&jobs, SWF_TIES_BY_NUMBER, &were));
	order_extra(were);
	free(were);
	struct swf_packed_jobs sorted = {0};
	for (size_t i = 0; i < jobs.count; i++)
		must(swf_packed_jobs_add(&sorted, &jobs.jobs[i]));
	swf_jobs_clear(&jobs);
	FILE *file = output();
	write_jobs(file, output_name(), header, &sorted, NULL, sorted.count);
	swf_header_free(header);
	swf_packed_jobs_clear(&sorted);
}

static void write_log(const struct selection *s, const struct swf_header *header)
{
	const struct swf_packed_jobs *jobs = &s->selected.jobs;
	const struct swf_users *users = &s->selected.users;
	size_t *places = checked(malloc((jobs->count + 1) * sizeof *places)), count = 0;
	for (size_t i = 0; i < jobs->count; i++) {
		const int64_t user = swf_packed_jobs_whole(jobs, &jobs->user, i);
		if (user < 0 || has_class(s, &users->users[swf_users_find(users, user)]))
			places[count++] = i;
	}
	FILE *file = output();
	write_jobs(file, output_name(), header, jobs, places, count);
	free(places);
}

static void write_selection(
	const struct selection *s, const struct opts *o, const struct swf_header *header)
{
	const struct swf_users *users = &s->selected.users;
	const struct swf_user_class_rule *rule = &s->options.rule;
	if (o->mode == LOG) {
		write_log(s, header);
	} else if (o->mode == DIRECTORY) {
		write_user_files(s, header, o->dir);
	} else if (o->mode == SUMMARY) {
		write_table(swf_user_tables_summary(users, rule), o->format);
	} else if (o->mode == FLURRIES) {
		const double threshold =
			o->flurry_jobs > 0 ? (double)o->flurry_jobs : swf_flurry_threshold(users);
		note("looked for more than %g jobs of a user in %g s", threshold, o->flurry_window);
		write_table(
			swf_flurries_table(&s->selected, o->flurry_window, threshold), o->format);
	} else {
		struct swf_table *table = checked(swf_user_tables_users(false));
		for (size_t u = 0; u < users->count; u++)
			swf_user_tables_add_user(table, users, &users->users[u], rule);
		write_table(table, o->format);
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
	free(s.listed_seen);
	swf_user_set_clear(&s.listed);
	swf_rare_clear(&s.rare);
	swf_index_clear(&s.everyone);
	swf_workload_clear(&s.selected);
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
