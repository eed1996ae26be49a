#include "experiment/study-status.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "experiment/studies.h"
#include "experiment/study-folder.h"
#include "experiment/study-progress.h"
#include "experiment/study-record.h"
#include "shared/command-line.h"
#include "shared/messages.h"

/* What was recorded under a name, "" without; to be freed. */
static char *field(const char *name)
{
	char *value = recorded(name);
	return value != NULL ? value : strdup("");
}

/* The folder may be somebody else's: a terminal gets none of its control characters. */
static void print_text(const char *text)
{
	for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
		const bool is_two_bytes = c[0] == 0xC2 && c[1] >= 0x80 && c[1] < 0xA0;
		const bool is_control = *c < ' ' || *c == 0x7F || is_two_bytes;
		putchar(is_control ? '?' : *c);
		c += is_two_bytes;
	}
}

static void print_line(const char *name, const char *value)
{
	if (value[0] == '\0')
		return;
	printf("  %-10s ", name);
	print_text(value);
	putchar('\n');
}

static void print_field(const char *name)
{
	char *value = field(name);
	print_line(name, value);
	free(value);
}

static struct timespec time_of(const char *name)
{
	char *value = field(name);
	const struct timespec time = {.tv_sec = (time_t)strtoll(value, NULL, 10)};
	free(value);
	return time;
}

/* A time as people write it, in local time. */
static void print_time(const char *name, struct timespec time, const char *rest)
{
	char text[64] = "";
	struct tm local;
	if (time.tv_sec == 0 || localtime_r(&time.tv_sec, &local) == NULL)
		return;
	strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &local);
	printf("  %-10s %s%s\n", name, text, rest);
}

/* Who is at work in the folder. */
static void print_process(void)
{
	char host[257] = "", text[400];
	long process = 0, make = 0;
	if (!recorded_processes(".", &process, &make, host))
		return;
	snprintf(text, sizeof text, "%ld on %s (its make: %ld)", process, host, make);
	print_line("process", text);
}

static void print_runs(const struct study_progress *seen, bool is_at_work, bool is_complete)
{
	char text[256];
	int length =
		snprintf(text, sizeof text, "%ld of %ld", seen->total - seen->left, seen->total);
	const size_t room = sizeof text - (size_t)length;
	if (is_complete && seen->left > 0)
		snprintf(text + length, room, " (others were removed since)");
	else if (is_at_work && seen->rate > 0)
		snprintf(text + length, room, ", %.3g a second, about %s left", seen->rate,
			time_text(seen->seconds));
	print_line("runs", text);
	if (is_at_work && seen->stage != RUNNING)
		print_line("stage", progress_text(seen));
}

/* How it is continued, from anywhere. */
static void print_command(void)
{
	char *place = field("place"), *command = field("command");
	if (command[0] != '\0') {
		char *word = quoted(place);
		printf("  %-10s cd ", "continue");
		print_text(word);
		printf(" && ");
		print_text(command);
		putchar('\n');
		free(word);
	}
	free(place);
	free(command);
}

static void print_report(const char *folder, bool is_complete)
{
	printf("  %-10s ", "report");
	print_text(folder);
	printf("/report.html%s\n", is_complete ? "" : " (of an earlier command)");
}

/* Of the study in the current folder. Returns whether it is complete. */
static bool print_study(const char *folder)
{
	char *how = field("how"), *said = field("said");
	const struct timespec began = time_of("began");
	const struct study_progress seen = look(began);
	const bool is_recorded = began.tv_sec > 0, works = is_at_work(".");
	const bool has_report = access("report.html", F_OK) == 0;
	/* make alone records nothing */
	const bool is_complete = !works && has_report &&
		(is_recorded ? strcmp(how, "complete") == 0 : seen.total > 0 && seen.left == 0);
	const char *state = is_recorded || seen.total > 0 ? "interrupted" : "not begun";
	if (works)
		state = "at work";
	else if (is_complete)
		state = "complete";
	else if (strcmp(how, "failed") == 0)
		state = how;
	print_text(folder);
	printf(": %s\n", state);
	print_field("question");
	print_field("recipe");
	print_field("logs");
	print_field("engine");
	print_runs(&seen, works, is_complete);
	if (works) {
		char rest[80];
		snprintf(rest, sizeof rest, ", %s ago", time_text(since(began)));
		print_time("began", began, rest);
		print_process();
	} else {
		print_time("began", began, "");
		print_time("ended", time_of("ended"), "");
	}
	if (strcmp(how, "failed") == 0)
		for (char *line = strtok(said, "\n"); line != NULL; line = strtok(NULL, "\n"))
			print_line("error", line);
	if (has_report)
		print_report(folder, is_complete);
	if (!is_complete && !works)
		print_command();
	free(how);
	free(said);
	return is_complete;
}

/* The status for the exit of both. */
static int worse(int a, int b)
{
	if (a == EXIT_DATA || b == EXIT_DATA)
		return EXIT_DATA;
	return a != 0 ? a : b;
}

static int print_folder(const char *folder)
{
	int status = 0;
	const int here = open(".", O_RDONLY | O_CLOEXEC);
	char **names = NULL;
	if (is_study(folder)) {
		if (here < 0 || chdir(folder) != 0)
			die("%s: %s", folder, strerror(errno));
		status = print_study(folder) ? 0 : EXIT_INCOMPLETE;
		if (fchdir(here) != 0)
			die("%s", strerror(errno));
	} else if ((names = studies_of(folder)) != NULL) {
		for (char **name = names; *name != NULL; name++) {
			char path[PATH_MAX];
			snprintf(path, sizeof path, "%.2000s/%.2000s", folder, *name);
			if (access(path, F_OK) == 0) {
				status = worse(status, print_folder(path));
			} else {
				print_text(path);
				printf(": not begun\n");
				status = worse(status, EXIT_INCOMPLETE);
			}
			free(*name);
		}
		free(names);
	} else if (access(folder, F_OK) != 0) {
		warn("%s: %s", folder, strerror(errno));
		status = EXIT_DATA;
	} else {
		warn("%s: this folder is not that of a study", folder);
		status = EXIT_DATA;
	}
	if (here >= 0)
		close(here);
	return status;
}

int print_status(char *const folders[])
{
	int status = 0;
	for (size_t i = 0; folders[i] != NULL; i++)
		status = worse(status, print_folder(folders[i]));
	return status;
}
