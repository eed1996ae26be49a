#include "split-users/user-files.h"

#include <stdlib.h>
#include <string.h>

#include "shared/atomic-file.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/table-output.h"
#include "swfcore/jobs.h"
#include "users/user-tables.h"

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
	struct swf_table *manifest = swf_user_tables_users(true);
	char name[64];
	if (manifest == NULL)
		die_of_memory();
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
			if (swf_jobs_add(&jobs, &job) != 0)
				die_of_memory();
			keep_extra(log);
		}
		if (got < 0)
			die_of(&error);
		note_log_counts(swf_log_counts(log));
		swf_log_free(log);
	}
	size_t *were;
	if (swf_jobs_sort(&jobs, SWF_TIES_BY_NUMBER, &were) != 0)
		die_of_memory();
	order_extra(were);
	free(were);
	struct swf_packed_jobs sorted = {0};
	for (size_t i = 0; i < jobs.count; i++)
		if (swf_packed_jobs_add(&sorted, &jobs.jobs[i]) != 0)
			die_of_memory();
	swf_jobs_clear(&jobs);
	FILE *file = output();
	write_jobs(file, output_name(), header, &sorted, NULL, sorted.count);
	swf_header_free(header);
	swf_packed_jobs_clear(&sorted);
}
