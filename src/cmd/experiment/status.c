/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is known of a study stands in its folder alone, so that any process can tell how far it is.
 * .state has a line NAME VALUE, with a tab, for each thing recorded: record_begin() replaces it as
 * a whole, and record_end() appends. A folder at work whose .state has no end is one whose command
 * still runs, which only its lock tells.
 */
#include "experiment/status.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "experiment/folder.h"
#include "experiment/user-values.h"
#include "shared/atomic-file.h"
#include "shared/command-line.h"
#include "shared/messages.h"

static const char state_file[] = ".state";

/* whether a study that was printed since this was unset is at work */
static bool is_one_at_work;

/* the last lines of a failure */
enum { MOST_SAID = 5 };
static char *lines[MOST_SAID];
static size_t lines_said;

static void write_field(FILE *file, const char *name, const char *value)
{
	fprintf(file, "%s\t", name);
	for (; *value != '\0'; value++)
		fputc(*value == '\n' ? ' ' : *value, file);
	fputc('\n', file);
}

void record_begin(const char *const fields[][2])
{
	FILE *file = open_atomic_file(state_file);
	for (size_t i = 0; fields[i][0] != NULL; i++)
		write_field(file, fields[i][0], fields[i][1]);
	close_atomic_file(file);
}

void record_said(const char *line)
{
	free(lines[lines_said % MOST_SAID]);
	lines[lines_said++ % MOST_SAID] = checked(strdup(line));
}

/* A failure to write here is ignored: on a full disk the study has reported more than that. */
void record_end(const char *how)
{
	char ended[32];
	FILE *file = fopen(state_file, "a");
	if (file == NULL)
		return;
	snprintf(ended, sizeof ended, "%lld", (long long)time(NULL));
	for (size_t i = lines_said > MOST_SAID ? lines_said - MOST_SAID : 0; i < lines_said; i++)
		write_field(file, "said", lines[i % MOST_SAID]);
	write_field(file, "ended", ended);
	write_field(file, "how", how);
	fclose(file);
}

/* What is recorded under a name, several lines with a newline in between, or ""; to be freed. */
static char *recorded(const char *name)
{
	char *line = NULL, *value = checked(strdup(""));
	size_t room = 0;
	const size_t length = strlen(name);
	FILE *file = fopen(state_file, "r");
	if (file == NULL)
		return value;
	while (getline(&line, &room, file) > 0) {
		if (strncmp(line, name, length) != 0 || line[length] != '\t')
			continue;
		char *before = value;
		line[strcspn(line, "\n")] = '\0';
		value = formatted(
			"%s%s%s", before, before[0] != '\0' ? "\n" : "", line + length + 1);
		free(before);
	}
	free(line);
	fclose(file);
	return value;
}

static bool is_before(struct timespec a, struct timespec b)
{
	return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

static double seconds_of(struct timespec time)
{
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double seconds_since(struct timespec begin)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	return (double)(now.tv_sec - begin.tv_sec) + (double)(now.tv_nsec - begin.tv_nsec) * 1e-9;
}

/* Whether a file is there, and not older than this. */
static bool is_new(const char *path, struct timespec begin)
{
	struct stat about;
	return stat(path, &about) == 0 && !is_before(about.st_mtim, begin);
}

/* The stages after the runs write these files in this order, each once. */
static enum stage stage_behind(struct timespec begin)
{
	if (is_new("report.html.part", begin) || is_new("report.html", begin))
		return REPORT;
	if (is_new("summary.csv", begin))
		return PLOTS;
	return is_new("results.csv", begin) || is_new("results.csv.part", begin) ||
			!is_new("workloads.mk", begin)
		? TABLES
		: WORKLOADS;
}

/* The file plan is written just before the runs begin. It lists the first replication of all cases
 * before the second, so the remaining runs take as long on average as the finished ones. */
struct study_progress read_progress(struct timespec begin)
{
	struct study_progress seen = {.stage = CHECKING, .seconds = -1};
	struct stat plan;
	char *line = NULL;
	size_t room = 0;
	long made = 0;
	FILE *file = fopen("plan", "r");
	if (file == NULL)
		return seen;
	const bool is_ready = fstat(fileno(file), &plan) == 0 && !is_before(plan.st_mtim, begin);
	struct runs runs = read_runs(".");
	while (getline(&line, &room, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		seen.total++;
		const struct run *run = find_run(&runs, line);
		if (run == NULL) {
			seen.left++;
			continue;
		}
		seen.made += run->ended >= seconds_of(begin);
		made += run->ended >= seconds_of(plan.st_mtim);
	}
	clear_runs(&runs);
	free(line);
	fclose(file);
	const double elapsed = seconds_since(plan.st_mtim);
	if (made > 0 && elapsed > 0) {
		seen.rate = (double)made / elapsed;
		seen.seconds = (double)seen.left / seen.rate;
	}
	if (is_ready)
		seen.stage = seen.left > 0 ? RUNNING : stage_behind(begin);
	return seen;
}

const char *time_text(double seconds)
{
	static const struct {
		double from;
		long unit;
		const char *name;
		long small;
		const char *name_of_small;
	} units[] = {{86400, 86400, "d", 3600, "h"}, {3600, 3600, "h", 60, "min"},
		{60, 60, "min", 1, "s"}};
	static char texts[2][48];
	static int next;
	char *text = texts[next = 1 - next];
	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		/* rounded to the smaller unit */
		const long whole = (long)(seconds / (double)units[i].small + 0.5) * units[i].small;
		if ((double)whole < units[i].from)
			continue;
		const long rest = whole % units[i].unit / units[i].small;
		int length = snprintf(
			text, sizeof texts[0], "%ld %s", whole / units[i].unit, units[i].name);
		if (rest > 0)
			snprintf(text + length, sizeof texts[0] - (size_t)length, " %ld %s", rest,
				units[i].name_of_small);
		return text;
	}
	snprintf(text, sizeof texts[0], seconds < 9.95 ? "%.1f s" : "%.0f s", seconds);
	return text;
}

const char *progress_text(const struct study_progress *seen)
{
	static const char *const texts[] = {[CHECKING] = "checking logs and settings",
		[WORKLOADS] = "keeping the workloads",
		[TABLES] = "all runs are there; making tables",
		[PLOTS] = "all runs are there; making plots",
		[REPORT] = "all runs are there; making the report"};
	static char text[128];
	if (seen->stage != RUNNING)
		return texts[seen->stage];
	int length = snprintf(
		text, sizeof text, "runs %ld of %ld", seen->total - seen->left, seen->total);
	if (seen->seconds >= 0)
		snprintf(text + length, sizeof text - (size_t)length, ", %s left",
			time_text(seen->seconds));
	return text;
}

/* The folder may be somebody else's: control characters never reach the terminal. */
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
	char *value = recorded(name);
	print_line(name, value);
	free(value);
}

static struct timespec time_of(const char *name)
{
	char *value = recorded(name);
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

/* Prints the process at work in the folder. */
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
	if (seen->total == 0 && is_at_work) {
		print_line("stage", progress_text(seen));
		return;
	}
	int length =
		snprintf(text, sizeof text, "%ld of %ld", seen->total - seen->left, seen->total);
	const size_t room = sizeof text - (size_t)length;
	if (is_complete && seen->left > 0)
		snprintf(text + length, room, " (others were removed since)");
	else if (is_at_work && seen->rate > 0 && seen->left > 0)
		snprintf(text + length, room, ", %.3g a second, about %s left", seen->rate,
			time_text(seen->seconds));
	print_line("runs", text);
	if (is_at_work && seen->stage != RUNNING)
		print_line("stage", progress_text(seen));
}

/* Prints the command that continues the study, from any folder. */
static void print_command(void)
{
	char *place = recorded("place"), *command = recorded("command");
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

/* Prints the status of the study in the current folder. Returns whether it is complete. */
static bool print_study(const char *folder)
{
	char *how = recorded("how"), *said = recorded("said");
	const struct timespec began = time_of("began");
	const struct study_progress seen = read_progress(began);
	const bool is_recorded = began.tv_sec > 0, works = is_at_work(".");
	const bool has_report = access("report.html", F_OK) == 0;
	/* a study by make alone has no record */
	const bool is_complete = !works && has_report &&
		(is_recorded ? strcmp(how, "complete") == 0 : seen.total > 0 && seen.left == 0);
	const char *state = is_recorded || seen.total > 0 ? "interrupted" : "not begun";
	is_one_at_work |= works;
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
		snprintf(rest, sizeof rest, ", %s ago", time_text(seconds_since(began)));
		print_time("began", began, rest);
		print_process();
	} else {
		print_time("began", began, "");
		print_time("ended", time_of("ended"), "");
	}
	if (strcmp(how, "failed") == 0)
		for (char *line = strtok(said, "\n"); line != NULL; line = strtok(NULL, "\n"))
			print_line("error", line);
	if (has_report) {
		printf("  %-10s ", "report");
		print_text(folder);
		printf("/report.html%s\n", is_complete ? "" : " (of an earlier command)");
	}
	if (!is_complete && !works)
		print_command();
	free(how);
	free(said);
	return is_complete;
}

/* The exit status of two folders together. */
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

int watch_status(char *const folders[])
{
	/* a look at a large study takes a while, and must not slow it down */
	enum { SHORTEST = 2, LOOKS = 10 };
	for (;;) {
		struct timespec before;
		clock_gettime(CLOCK_REALTIME, &before);
		is_one_at_work = false;
		if (isatty(STDOUT_FILENO))
			fputs("\033[H\033[2J", stdout);
		const int status = print_status(folders);
		if (fflush(stdout) != 0 || !is_one_at_work)
			return status;
		const double pause = fmax(SHORTEST, LOOKS * seconds_since(before));
		nanosleep(&(struct timespec){.tv_sec = (time_t)pause}, NULL);
		if (!isatty(STDOUT_FILENO))
			putchar('\n');
	}
}
