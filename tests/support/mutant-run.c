/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a mutant, and judges it. */
#define _XOPEN_SOURCE 700
#include "mutants.h"
#include "output-forms.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Seconds of the processor, and of a clock for a command that waits for ever; bytes of a file. */
enum { most_seconds = 20, most_wait = 300, most_bytes = 50 << 20 };

#if defined(__SANITIZE_ADDRESS__)
static const rlim_t most_memory = RLIM_INFINITY;
#else
static const rlim_t most_memory = (rlim_t)2 << 30;
#endif

static void limit(int resource, rlim_t n)
{
	setrlimit(resource, &(struct rlimit){n, n});
}

static void redirect(const char *path, int flags, int descriptor)
{
	int from = open(path, flags, 0600);
	if (from < 0 || dup2(from, descriptor) < 0)
		_exit(126);
	close(from);
}

static void path_in(char path[static 4096], const char *work, const char *name)
{
	snprintf(path, 4096, "%s/%s", work, name);
}

/* Runs a command in a folder of the work folder; its output goes into files beside that. Returns
 * its status as waitpid has it. */
static int run(const char *bin, const char *work, const char *folder, char *const *arguments,
	const char *input, const char *output)
{
	pid_t child = fork();
	if (child == 0) {
		char path[4096];
		setpgid(0, 0);
		path_in(path, work, output);
		redirect(path, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
		path_in(path, work, "messages");
		redirect(path, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
		path_in(path, work, folder);
		if (chdir(path) != 0)
			_exit(126);
		redirect(input ? input : "/dev/null", O_RDONLY, STDIN_FILENO);
		limit(RLIMIT_CPU, most_seconds);
		limit(RLIMIT_FSIZE, most_bytes);
		limit(RLIMIT_AS, most_memory);
		limit(RLIMIT_CORE, 0);
		alarm(most_wait);
		snprintf(path, sizeof path, "%s/%s", bin, arguments[0]);
		execv(path, arguments);
		_exit(126);
	}
	int status = -1;
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (child > 0)
		kill(-child, SIGKILL);
	return status;
}

static struct text read_file(const char *work, const char *name)
{
	struct text t = {NULL, 0};
	char path[4096];
	path_in(path, work, name);
	FILE *file = fopen(path, "rb");
	struct stat status;
	if (file && fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode)) {
		t.bytes = malloc((size_t)status.st_size + 1);
		if (!t.bytes)
			abort();
		t.length = fread(t.bytes, 1, (size_t)status.st_size, file);
		t.bytes[t.length] = '\0';
	}
	if (file)
		fclose(file);
	return t;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *place)
{
	(void)status, (void)type, (void)place;
	return remove(path);
}

static void make_case(const struct mutant *m, const char *work)
{
	char path[4096];
	path_in(path, work, "case");
	nftw(path, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
	if (mkdir(path, 0700) != 0)
		abort();
	for (size_t i = 0; i < m->file_count; i++) {
		snprintf(path, sizeof path, "%s/case/%s", work, m->files[i].name);
		FILE *file = fopen(path, "wb");
		const struct text *t = &m->files[i].text;
		if (!file || fwrite(t->bytes, 1, t->length, file) != t->length || fclose(file) != 0)
			abort();
	}
}

/* The first file that the command should not have left behind, or false. */
static bool left_behind(const struct mutant *m, const char *work, char *text, size_t room)
{
	static const char *const expected[] = {
		".", "..", "output", "new.csv", "map.csv", "users", "study", "new.csv.lock"};
	char path[4096];
	path_in(path, work, "case");
	DIR *folder = opendir(path);
	bool found = false;
	for (struct dirent *entry; folder && (entry = readdir(folder));) {
		bool known = false;
		for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
			known |= strcmp(entry->d_name, expected[i]) == 0;
		for (size_t i = 0; i < m->file_count; i++)
			known |= strncmp(entry->d_name, m->files[i].name,
					 strlen(m->files[i].name)) == 0;
		for (size_t i = 0; i < m->argument_count; i++)
			known |= strcmp(entry->d_name, m->arguments[i]) == 0;
		if (!known && !found) {
			snprintf(text, room, "leaves the file %s behind", entry->d_name);
			found = true;
		}
	}
	if (folder)
		closedir(folder);
	return found;
}

/* A line that begins with the name of the command and a colon. */
static bool has_message(const struct text *messages, const char *command)
{
	char start[64];
	int length = snprintf(start, sizeof start, "%s: ", command);
	for (const char *at = messages->bytes; at && *at; at++)
		if (strncmp(at, start, (size_t)length) == 0 &&
			(at == messages->bytes || at[-1] == '\n'))
			return true;
	return false;
}

static const char *sanitizer_report(const struct text *messages)
{
	static const char *const reports[] = {
		"AddressSanitizer", "LeakSanitizer", "runtime error: "};
	for (size_t i = 0; i < sizeof reports / sizeof reports[0]; i++)
		if (messages->bytes && strstr(messages->bytes, reports[i]))
			return reports[i];
	return NULL;
}

/* What is wrong about the way a command ended, or NULL. */
static const char *bad_end(
	int status, const char *command, const char *work, const char *output, bool *is_cut)
{
	static char text[200];
	struct text messages = read_file(work, "messages"), out = read_file(work, output);
	const char *problem = NULL, *report = sanitizer_report(&messages);
	*is_cut = false;
	if (report) {
		snprintf(text, sizeof text, "a report of %s", report);
		problem = text;
	} else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ) {
		*is_cut = true;
	} else if (WIFSIGNALED(status)) {
		int signal = WTERMSIG(status);
		/* the limit of the processor's time is a hard one */
		bool late = signal == SIGXCPU || signal == SIGALRM || signal == SIGKILL;
		snprintf(text, sizeof text, "signal %d%s", signal,
			late ? ": it takes too long" : "");
		problem = text;
	} else if (WEXITSTATUS(status) > 2) {
		snprintf(text, sizeof text, "exit status %d", WEXITSTATUS(status));
		problem = text;
	} else if (WEXITSTATUS(status) > 0 && !has_message(&messages, command) &&
		(strcmp(command, "swf-check") != 0 || messages.length + out.length == 0)) {
		snprintf(
			text, sizeof text, "exit status %d without a message", WEXITSTATUS(status));
		problem = text;
	}
	free(messages.bytes);
	free(out.bytes);
	return problem;
}

static bool has_word(const struct text *t, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = t->bytes; at && (at = strstr(at, word)); at++) {
		const char *before = at - (at > t->bytes && at[-1] == '-');
		if ((before == t->bytes || strchr(", \n:[\"", before[-1])) &&
			strchr(", \n]}\"", at[length]))
			return true;
	}
	return false;
}

/* Numbers that are none, unless they were given. */
static const char *no_number(const struct mutant *m, const struct text *out)
{
	static const char *const words[] = {"nan", "inf"};
	for (size_t i = 0; i < 2; i++) {
		bool given = !has_word(out, words[i]);
		for (size_t f = 0; f < m->file_count; f++)
			given |= has_word(&m->files[f].text, words[i]);
		for (size_t a = 0; a < m->argument_count; a++)
			given |= strcmp(m->arguments[a], words[i]) == 0;
		if (!given)
			return words[i];
	}
	return NULL;
}

/* If --format asks for a form that can be checked. */
static const char *bad_form(const struct mutant *m, const struct text *out)
{
	for (size_t i = 1; i + 1 < m->argument_count; i++) {
		if (strcmp(m->arguments[i], "--format") != 0)
			continue;
		if (strcmp(m->arguments[i + 1], "json") == 0 && !is_json(out))
			return "its output is not JSON";
		if (strcmp(m->arguments[i + 1], "ndjson") == 0 && !is_ndjson(out))
			return "its output is not NDJSON";
		if (strcmp(m->arguments[i + 1], "csv") == 0 && !is_csv(out))
			return "its output is not CSV";
	}
	return NULL;
}

static const char *output_of(const struct mutant *m)
{
	return m->output ? "case/output" : "standard-output";
}

/* What is wrong with the output of a success, or NULL. */
static const char *bad_output(const struct mutant *m, const char *bin, const char *work)
{
	static char text[300];
	struct text out = read_file(work, output_of(m));
	const char *problem = NULL;
	if (m->output && !out.bytes)
		problem = "success without the file of -o";
	if (!problem)
		problem = bad_form(m, &out);
	const char *word = m->writes_numbers ? no_number(m, &out) : NULL;
	if (word) {
		snprintf(text, sizeof text, "its output has a number \"%s\"", word);
		problem = text;
	}
	free(out.bytes);
	if (problem || !m->writes_log)
		return problem;
	char check[] = "swf-check", options[] = "-qfcsv", file[] = "output";
	char printed[] = "../standard-output";
	char *const arguments[] = {check, options, m->output ? file : printed, NULL};
	bool is_cut;
	int status = run(bin, work, "case", arguments, NULL, "report");
	const char *end = bad_end(status, check, work, "report", &is_cut);
	struct text report = read_file(work, "report"), messages = read_file(work, "messages");
	if (end || has_message(&messages, check)) {
		snprintf(text, sizeof text, "swf-check of its log: %s", end ? end : "an error");
		problem = text;
	} else if (report.bytes && strstr(report.bytes, "malformed")) {
		problem = "its log has malformed lines";
	}
	free(report.bytes);
	free(messages.bytes);
	return problem;
}

static bool same_file(const char *work, const struct text *first, const char *name)
{
	struct text second = read_file(work, name);
	bool same = first->length == second.length &&
		(first->length == 0 || memcmp(first->bytes, second.bytes, first->length) == 0);
	free(second.bytes);
	return same;
}

static bool same_again(const struct mutant *m, const char *bin, const char *work, int status)
{
	struct text out = read_file(work, "standard-output"), file = read_file(work, "case/output");
	make_case(m, work);
	bool same = run(bin, work, "case", m->arguments, m->input, "standard-output") == status &&
		same_file(work, &out, "standard-output") && same_file(work, &file, "case/output");
	free(out.bytes);
	free(file.bytes);
	return same;
}

enum outcome try_mutant(const struct mutant *m, const char *bin, const char *work, bool twice,
	char *text, size_t room)
{
	make_case(m, work);
	int status = run(bin, work, "case", m->arguments, m->input, "standard-output");
	bool is_cut;
	const char *problem = bad_end(status, m->arguments[0], work, output_of(m), &is_cut);
	if (is_cut)
		return cut;
	if (!problem && left_behind(m, work, text, room))
		return wrong;
	if (!problem && status == 0)
		problem = bad_output(m, bin, work);
	if (!problem && twice && !same_again(m, bin, work, status))
		problem = "another output, or another status, the second time";
	if (!problem)
		return status == 0 ? fine : refused;
	snprintf(text, room, "%s", problem);
	return wrong;
}
