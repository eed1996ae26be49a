#include "user-files.h"

#include <string.h>

#include "common.h"
#include "log-io.h"
#include "output-dir.h"
#include "output.h"
#include "swfcore/user-tables.h"
#include "table-output.h"

/* Writes the jobs at some places to a file of the folder. */
static void write_file(const char *name, const struct selection *s, const struct swf_header *header,
	const size_t *places, size_t count)
{
	FILE *file = output_dir_file(name);
	write_jobs(file, name, header, &s->jobs, places, count);
	output_dir_close(file, name);
}

void write_user_files(const struct selection *s, const struct swf_header *header, const char *dir)
{
	const struct swf_users *users = &s->users;
	const size_t n = users->index.count;
	struct swf_table *manifest = swf_users_table(true);
	struct swf_user_jobs groups;
	char name[64];
	if (manifest == NULL || swf_users_group(users, &s->jobs, &groups) != 0)
		die("out of memory");
	output_dir_begin(dir);
	for (size_t u = 0; u < n; u++) {
		const size_t begin = groups.begins[u], count = groups.begins[u + 1] - begin;
		if (!is_in_class(s, &s->jobs.jobs[groups.places[begin]]))
			continue;
		snprintf(name, sizeof name, "user-%lld.swf", (long long)users->users[u].number);
		write_file(name, s, header, groups.places + begin, count);
		swf_table_text(manifest, name);
		swf_users_row(manifest, users, &users->users[u], &s->options.rule);
	}
	if (groups.begins[n] < s->jobs.count)
		write_file("anonymous.swf", s, header, groups.places + groups.begins[n],
			s->jobs.count - groups.begins[n]);
	FILE *file = output_dir_file("manifest.csv");
	write_table_to(file, "manifest.csv", manifest, SWF_FORMAT_CSV, false);
	output_dir_close(file, "manifest.csv");
	output_dir_end();
	swf_user_jobs_free(&groups);
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
	if (paths[0] == NULL)
		die_usage("--merge: which files?");
	for (; *paths != NULL; paths++) {
		struct swf_log *log = open_log_at(*paths);
		int got;
		if (header == NULL)
			header = copy_header(swf_log_header(log));
		check_same(header, swf_log_header(log), *paths);
		while ((got = swf_log_next(log, &job, &error)) == 1)
			if (swf_jobs_add(&jobs, &job) != 0)
				die("out of memory");
		if (got < 0)
			die("%s", error.text);
		note_log_counts(swf_log_counts(log));
		swf_log_close(log);
	}
	if (swf_jobs_sort(&jobs, SWF_TIES_BY_NUMBER) != 0)
		die("out of memory");
	FILE *file = output();
	write_jobs(file, output_name(), header, &jobs, NULL, jobs.count);
	swf_header_free(header);
	swf_jobs_free(&jobs);
}
