/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "split-users/user-files.h"

#include <stdlib.h>
#include <string.h>

#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/rare-list.h"
#include "shared/table-output.h"
#include "swfcore/jobs.h"
#include "users/session-tables.h"

void read_lists(struct selection *s, const struct swf_header *header)
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
	if (o->rare == NULL)
		return;
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
		if (swf_index_find(&s->everyone, row->user) != SIZE_MAX)
			continue;
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

void read_selected(
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

bool has_class(const struct selection *s, const struct swf_user *user)
{
	return s->options.class_ < 0 ||
		(int)swf_user_class(&s->selected.users, user, &s->options.rule) ==
		s->options.class_;
}

void free_selection(struct selection *s)
{
	free(s->listed_seen);
	swf_user_set_clear(&s->listed);
	swf_rare_clear(&s->rare);
	swf_index_clear(&s->everyone);
	swf_workload_clear(&s->selected);
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

void write_user_files(const struct selection *s, const struct swf_header *header, const char *dir)
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

void merge_files(char **paths)
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
