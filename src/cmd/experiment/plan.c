/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A study is planned by making it in a temporary folder, its trial, as far as the listing of its
 * runs. From plan_study() to end_trial() that folder is there, locked like that of a study, and
 * TMPDIR leads there: what ends this command removes it with all that tried commands have left.
 */
#include "experiment/plan.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "experiment/folder.h"
#include "experiment/status.h"
#include "shared/cleanup.h"
#include "shared/command-line.h"
#include "shared/messages.h"
#include "shared/options.h"
#include "shared/tools.h"

void clear_environment(const char *recipe)
{
	unsetenv("MAKEFLAGS");
	unsetenv("MAKELEVEL");
	unsetenv("GNUMAKEFLAGS");
	unsetenv("MAKEFILES");
	forget_environment(recipe);
}

char **make_call(const char *recipe, int64_t jobs, const struct assignments *assignments,
	const char *const targets[])
{
	static char of_jobs[32], silent[] = "-s", file[] = "-f";
	static const char *make;
	size_t n = 0, more = 0;
	if (make == NULL)
		make = gnu_make();
	while (targets[more] != NULL)
		more++;
	char **call = checked(calloc(assignments->count + more + 6, sizeof *call));
	snprintf(of_jobs, sizeof of_jobs, "-j%lld", (long long)jobs);
	call[n++] = (char *)make;
	call[n++] = silent;
	call[n++] = file;
	call[n++] = (char *)recipe;
	call[n++] = of_jobs;
	for (size_t i = 0; i < assignments->count; i++)
		call[n++] = assignments->list[i];
	for (size_t i = 0; i < more; i++)
		call[n++] = (char *)targets[i];
	return call;
}

static const char *trial_path;
static char *recipe;
static struct assignments assignments;

const char *trial_folder(void)
{
	return trial_path;
}

static void begin_trial(const struct study *study)
{
	trial_path = scratch_begin("swf-experiment");
	open_study(trial_path);
	assignments = (struct assignments){0};
	for (size_t i = 0; i < study->assignment_count; i++)
		add_assignment(&assignments, study->assignments[i]);
	char *logs = take_logs(study->logs, trial_path);
	assign(&assignments, "LOGS", logs);
	free(logs);
	rewind_stdin();
	recipe = take_recipe(checked(strdup(study->recipe)), trial_path);
}

void end_trial(void)
{
	free_assignments(&assignments);
	free(recipe);
	recipe = NULL;
	close_study();
	scratch_end();
}

static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Returns the status of the child, or -1 if is_enough() had it ended. */
static int wait_for(pid_t child, bool (*is_enough)(double seconds))
{
	const struct timespec pause = {.tv_nsec = 5000000};
	const double begin = now();
	int status = 0;
	while (waitpid(child, &status, is_enough != NULL ? WNOHANG : 0) != child) {
		if (is_enough != NULL && is_enough(now() - begin)) {
			kill(-child, SIGTERM);
			waitpid(child, NULL, 0);
			return -1;
		}
		if (is_enough != NULL)
			nanosleep(&pause, NULL);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_DATA;
}

int trial_make(const char *const targets[], bool (*is_enough)(double seconds), FILE *out, FILE *err)
{
	posix_spawn_file_actions_t files;
	pid_t child;
	char **call = make_call(recipe, 1, &assignments, targets);
	char *in_folder[] = {call[0], (char *)"-C", (char *)trial_path};
	size_t words = 0;
	while (call[words] != NULL)
		words++;
	char **whole = checked(calloc(words + 3, sizeof *whole));
	memcpy(whole, in_folder, sizeof in_folder);
	memcpy(whole + 3, call + 1, words * sizeof *whole);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	if (out != NULL)
		posix_spawn_file_actions_adddup2(&files, fileno(out), STDOUT_FILENO);
	else
		posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	if (err != NULL)
		posix_spawn_file_actions_adddup2(&files, fileno(err), STDERR_FILENO);
	else
		posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	fflush(NULL);
	const int failed = child_start(whole, &files, &child);
	if (failed != 0)
		die("%s: %s", call[0], strerror(failed));
	posix_spawn_file_actions_destroy(&files);
	free(whole);
	free(call);
	const int status = wait_for(child, is_enough);
	group_forget(child);
	return status;
}

/* Dies with the text of a recipe's $(error), which is about a value; without one, with all that
 * make printed. */
static _Noreturn void die_of_recipe(FILE *said)
{
	static const char mark[] = " *** ", end[] = ".  Stop.";
	char *line = NULL, *text;
	size_t room = 0;
	rewind(said);
	while (getline(&line, &room, said) > 0) {
		line[strcspn(line, "\n")] = '\0';
		if ((text = strstr(line, mark)) == NULL || strstr(text, end) == NULL)
			continue;
		*strstr(text, end) = '\0';
		if (strstr(line, ".mk:") != NULL)
			die_usage("%s", text + strlen(mark));
	}
	rewind(said);
	while (getline(&line, &room, said) > 0)
		fputs(line, stderr);
	die("the recipe cannot be read");
}

const struct plan *plan_study(const struct study *study)
{
	static struct plan plan;
	static const char *const targets[] = {"planned", NULL};
	char *line = NULL;
	char **const before[] = {&plan.question, &plan.resampling};
	size_t room = 0, head = 0;
	FILE *said = tmpfile(), *warned = tmpfile();
	if (said == NULL || warned == NULL)
		die("%s", strerror(errno));
	plan = (struct plan){0};
	plan.question = checked(strdup(""));
	plan.resampling = checked(strdup(""));
	begin_trial(study);
	if (trial_make(targets, NULL, said, warned) != 0)
		die_of_recipe(warned);
	rewind(said);
	while (getline(&line, &room, said) > 0) {
		line[strcspn(line, "\n")] = '\0';
		if (head < sizeof before / sizeof *before) {
			free(*before[head]);
			*before[head++] = checked(strdup(line));
			continue;
		}
		if (plan.count == RUNS_MOST)
			die("this study has more than %d runs, which is too many for make",
				RUNS_MOST);
		plan.runs = reserve(plan.runs, plan.count, &plan.capacity, sizeof *plan.runs);
		plan.runs[plan.count++] = checked(strdup(line));
	}
	free(line);
	fclose(said);
	fclose(warned);
	return &plan;
}

size_t runs_there(const struct plan *plan, const char *study)
{
	struct runs runs = read_runs(study);
	size_t count = 0;
	for (size_t i = 0; i < plan->count; i++)
		count += find_run(&runs, plan->runs[i]) != NULL;
	clear_runs(&runs);
	return count;
}

/* Runs that differ only in the replication. Replication 0 is mostly the log itself, and a kind of
 * its own. */
struct kind {
	const char *first; /* its first run */
	size_t length;     /* of the folder that the runs are in */
	bool is_zero;
	size_t runs, there;
	double seconds; /* of one run; -1 where none was made */
};

/* In s: how long first runs may take, how long the very first one, and when progress is shown. */
enum { PATIENCE = 10, LONGEST = 60, QUIET = 1 };

static struct kind *kind_of(struct kind **kinds, size_t *count, size_t *capacity, const char *run)
{
	const size_t length = (size_t)(strrchr(run, '/') - run);
	const bool is_zero = strcmp(run + length, "/0.csv") == 0;
	/* runs of a kind mostly follow each other */
	for (size_t i = *count; i-- > 0;) {
		struct kind *kind = *kinds + i;
		if (kind->length == length && strncmp(kind->first, run, length) == 0 &&
			kind->is_zero == is_zero)
			return kind;
	}
	*kinds = reserve(*kinds, *count, capacity, sizeof **kinds);
	(*kinds)[*count] =
		(struct kind){.first = run, .length = length, .is_zero = is_zero, .seconds = -1};
	return *kinds + (*count)++;
}

static bool is_watched(void)
{
	return isatty(STDERR_FILENO) && !option_given("quiet");
}

/* Makes the targets of the trial. Where make fails, this ends with what its commands said, and what
 * that means. */
static void make_or_die(const char *const targets[], bool (*is_enough)(double seconds), FILE *out,
	const char *meaning)
{
	char line[4096];
	FILE *err = tmpfile();
	if (err == NULL)
		die("%s", strerror(errno));
	const int status = trial_make(targets, is_enough, out, err);
	if (is_enough != NULL && is_watched())
		fputs("\r\033[K", stderr);
	rewind(err);
	while (status > 0 && fgets(line, sizeof line, err) != NULL)
		if (strstr(line, ": *** ") == NULL)
			fputs(line, stderr);
	fclose(err);
	if (status > 0)
		die("%s", meaning);
}

/* An order of the kinds whose beginning is spread over all of them, wherever time runs out: each
 * round halves the step and takes the kinds that no round before took. */
static size_t *spread(size_t count)
{
	size_t *order = checked(calloc(count, sizeof *order)), used = 0;
	bool *taken = checked(calloc(count, sizeof *taken));
	for (size_t step = count; used < count; step = (step + 1) / 2)
		for (size_t i = 0; i < count; i += step)
			if (!taken[i]) {
				taken[i] = true;
				order[used++] = i;
			}
	free(taken);
	return order;
}

/* Copies the settings of the folder to the trial, where they are compared with the new ones. */
static void take_settings(const char *folder)
{
	char command[2 * PATH_MAX], *from = quoted(folder), *to = quoted(trial_folder());
	snprintf(command, sizeof command,
		"mkdir %s/runs && echo '# end runs/' >%s/runs/some.csv && cp %s/settings.mk %s", to,
		to, from, to);
	if (system(command) != 0)
		die("%s/settings.mk cannot be read", folder);
	free(from);
	free(to);
}

static size_t kinds_to_try;
static double look_again; /* s */

/* Whether the trial has run long enough. On a terminal it shows how many first runs are there. */
static bool is_enough(double seconds)
{
	if (seconds < look_again)
		return false;
	struct runs runs = read_runs(trial_folder());
	const size_t made = runs.count;
	clear_runs(&runs);
	if (is_watched())
		fprintf(stderr, "\r\033[Kfirst runs, of which the time is taken: %zu of %zu", made,
			kinds_to_try);
	look_again = seconds + 0.2;
	return seconds > (made > 0 ? PATIENCE : LONGEST);
}

/* Makes a run of each kind, one after the other, until is_enough(). */
static void time_kinds(struct kind *kinds, size_t count)
{
	size_t *order = spread(count);
	const char **targets = checked(calloc(count + 1, sizeof *targets));
	for (size_t i = 0; i < count; i++)
		targets[i] = kinds[order[i]].first;
	kinds_to_try = count;
	look_again = QUIET;
	make_or_die(targets, is_enough, NULL, "the study would fail: its first runs do");
	free(targets);
	free(order);
	struct runs runs = read_runs(trial_folder());
	for (size_t i = 0; i < count; i++) {
		const struct run *run = find_run(&runs, kinds[i].first);
		if (run != NULL)
			kinds[i].seconds = run->ended - run->begun;
	}
	clear_runs(&runs);
}

/* The commands of the first runs, a line each, as seen from the folder of the study. */
static FILE *first_commands(const struct kind *kinds, size_t count)
{
	const char **targets = checked(calloc(count + 1, sizeof *targets));
	FILE *out = tmpfile();
	if (out == NULL)
		die("%s", strerror(errno));
	for (size_t i = 0; i < count; i++) {
		char *target = checked(strdup(kinds[i].first));
		memcpy(target, "show", 4); /* runs/CASE/1.csv: show/CASE/1 */
		target[strlen(target) - strlen(".csv")] = '\0';
		targets[i] = target;
	}
	make_or_die(targets, NULL, out, "the study would fail");
	for (size_t i = 0; i < count; i++)
		free((char *)targets[i]);
	free(targets);
	rewind(out);
	return out;
}

static void print_time(const struct kind *kinds, size_t count, size_t left, int processors)
{
	double all = 0, sum = 0;
	size_t made = 0;
	for (size_t i = 0; i < count; i++)
		if (kinds[i].seconds >= 0) {
			sum += kinds[i].seconds;
			made++;
		}
	for (size_t i = 0; i < count; i++)
		all += (double)(kinds[i].runs - kinds[i].there) *
			(kinds[i].seconds >= 0 ? kinds[i].seconds : sum / (double)made);
	if (left == 0) {
		puts("\nTime: all runs are there; only tables, plots and report are made.");
		return;
	}
	if (made == 0) {
		printf("\nTime: not known, since the first run takes more than %d s.\n", LONGEST);
		return;
	}
	if (processors > 0)
		printf("\nTime: about %s on %d processor%s, and then tables, plots and report.\n",
			time_text(all / processors), processors, processors > 1 ? "s" : "");
	else
		printf("\nTime: about %s of one processor, over as many as the engine gives; and "
		       "then tables, plots and report.\n",
			time_text(all));
	printf("It is estimated from one run of each of %zu kinds, which were made now, one at a "
	       "time.%s\n",
		made, made < count ? " Others are taken for their average." : "");
}

void print_plan(const struct plan *plan, const char *name, const char *folder, int processors,
	bool more_may_follow)
{
	static const char *const begin[] = {"settings", NULL}, *const prepare[] = {"prepare", NULL};
	struct kind *kinds = NULL;
	char *line = NULL;
	size_t count = 0, capacity = 0, there = 0, room = 0;
	struct runs runs = read_runs(folder);
	for (size_t i = 0; i < plan->count; i++) {
		struct kind *kind = kind_of(&kinds, &count, &capacity, plan->runs[i]);
		const bool is_there = find_run(&runs, plan->runs[i]) != NULL;
		kind->runs++;
		kind->there += is_there;
		there += is_there;
	}
	if (runs.count > 0)
		take_settings(folder);
	clear_runs(&runs);
	make_or_die(begin, NULL, NULL, "no run would be started");
	make_or_die(prepare, NULL, NULL, "the study would fail");
	if (there < plan->count)
		time_kinds(kinds, count);
	FILE *commands = first_commands(kinds, count);
	printf("%s: %s\n\n", name, plan->question);
	printf("Runs: %s%zu, of which %zu are in %s.\n", more_may_follow ? "at least " : "",
		plan->count, there, folder);
	printf("%8s %8s %12s  kind\n", "runs", "there", "time of one");
	for (size_t i = 0; i < count; i++)
		printf("%8zu %8zu %12s  %.*s%s\n", kinds[i].runs, kinds[i].there,
			kinds[i].seconds >= 0 ? time_text(kinds[i].seconds) : "-",
			(int)(kinds[i].length - strlen("runs/")), kinds[i].first + strlen("runs/"),
			kinds[i].is_zero ? ", replication 0" : "");
	print_time(kinds, count, plan->count - there, processors);
	puts("\nA run of each kind, by a command that works in the folder of the study:");
	for (size_t i = 0; i < count && getline(&line, &room, commands) > 0; i++)
		printf("%s\n    %s", kinds[i].first, line);
	free(line);
	fclose(commands);
	free(kinds);
}
