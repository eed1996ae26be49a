/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * At most one child is watched at a time: a call of make, or with several recipes the process of
 * one study. Signals that end this process are passed on to the child first, and end this process
 * when the child has ended, so that the lock of the folder is never free while runs go on. Time
 * counts from the first call of make, so that the rate of runs covers checking as well.
 */
#include "experiment/study.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "experiment/folder.h"
#include "experiment/plan.h"
#include "experiment/preflight.h"
#include "experiment/recipes.h"
#include "experiment/status.h"
#include "experiment/user-values.h"
#include "shared/command-line.h"
#include "shared/command.h"
#include "shared/messages.h"

static volatile sig_atomic_t caught;
static volatile pid_t watched;
static struct timespec begin;
static const char *recipe;

/* Make passes only SIGTERM on to its commands. After Ctrl-C the terminal has signalled them
 * already, and a second signal does no harm. */
static void pass_on(int number)
{
	caught = number;
	if (watched > 0)
		kill(watched, SIGTERM);
}

/* A signal that is ignored, as by nohup, stays so. */
static void catch_signals(void)
{
	static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		struct sigaction action;
		sigaction(numbers[i], NULL, &action);
		if (action.sa_handler == SIG_IGN)
			continue;
		action = (struct sigaction){.sa_handler = pass_on};
		sigemptyset(&action.sa_mask);
		sigaction(numbers[i], &action, NULL);
	}
}

/* Removes the line of progress from a terminal. */
static void clear_line(void)
{
	if (isatty(STDERR_FILENO))
		fputs("\r\033[K", stderr);
}

/* Without a terminal: seconds between notes of progress, and how long a stage takes before it is
 * noted. */
enum { NOTED_EACH = 60, LONG = 10 };

/* Reading all runs of a large study is slow: it may take a hundredth of the time. */
static double look_again;
static struct study_progress look_now(double time)
{
	const struct study_progress seen = read_progress(begin);
	const double now = seconds_since(begin);
	look_again = now + fmin(100 * (now - time), NOTED_EACH);
	return seen;
}

/* Overwrites a line on a terminal; elsewhere it notes the progress now and then. */
static void show_progress(const char *name)
{
	static enum stage stage;
	static double noted;
	static bool is_shown;
	const double time = seconds_since(begin);
	if (time < look_again)
		return;
	if (isatty(STDERR_FILENO)) {
		const struct study_progress seen = look_now(time);
		fprintf(stderr, "\r\033[K%s: %s", name, progress_text(&seen));
		fflush(stderr);
		return;
	}
	if (time < noted + LONG)
		return;
	const struct study_progress seen = look_now(time);
	if (seen.stage != stage) {
		stage = seen.stage;
		is_shown = stage == RUNNING; /* of which there was a note */
		noted = time;
	} else if (!is_shown || time >= noted + NOTED_EACH) {
		note("%s: %s", name, progress_text(&seen));
		is_shown = true;
		noted = time;
	}
}

/* Whether make repeats that a command failed, which the command has said itself. */
static bool is_echo(const char *line)
{
	const char *mark = strstr(line, ": *** ");
	return strncmp(line + (line[0] == 'g'), "make", 4) == 0 && mark != NULL &&
		(mark[6] == '[' || strncmp(mark + 6, "Waiting", 7) == 0 ||
			strncmp(mark + 6, "Deleting", 8) == 0);
}

/* Whether make warns of file times in the future. No rule of a study depends on them. */
static bool is_about_clocks(const char *line)
{
	return strncmp(line + (line[0] == 'g'), "make", 4) == 0 &&
		(strstr(line, "Clock skew detected") != NULL ||
			strstr(line, "has modification time") != NULL);
}

/* Whether two lines are the same, or what a command says of two runs, with other numbers. */
static bool is_alike(const char *a, const char *b)
{
	static const char digits[] = "0123456789";
	if (strncmp(a, "swf-", 4) != 0)
		return strcmp(a, b) == 0;
	for (;; a++, b++) {
		const size_t in_a = strspn(a, digits), in_b = strspn(b, digits);
		if ((in_a > 0) != (in_b > 0))
			return false;
		a += in_a;
		b += in_b;
		if (*a != *b || *a == '\0')
			return *a == *b;
	}
}

/* Whether a line was passed on before: many runs give the same warning. */
static bool is_repeated(const char *line)
{
	enum { REMEMBERED = 100 };
	static char *lines[REMEMBERED];
	static size_t count;
	for (size_t i = 0; i < count; i++)
		if (is_alike(lines[i], line))
			return true;
	if (count < REMEMBERED && (lines[count] = strdup(line)) != NULL)
		count++;
	return false;
}

/* The first line of make about a failure, printed if no command says more. */
static char first_echo[256];
static bool something_said;

/* Whether what make ran last found no space left. */
static bool is_full;

/* Passes on a line of make or of its commands. After a signal, or when the disk is full, their
 * messages mislead; the caller reports the cause. */
static void pass_line(const char *line, const char *name, bool quiet)
{
	is_full = is_full || strstr(line, strerror(ENOSPC)) != NULL;
	if (caught != 0 || is_full)
		return;
	if (is_echo(line) && first_echo[0] == '\0')
		snprintf(first_echo, sizeof first_echo, "%s", line);
	if (is_echo(line) || is_about_clocks(line) || is_repeated(line))
		return;
	something_said = true;
	clear_line();
	if (strncmp(line, "note: ", 6) != 0) {
		/* a command may complain about an option whose value is that of a variable */
		char option[64];
		const struct variable *variable =
			sscanf(line, "swf-%*[a-z-]: %63[a-z-]", option) == 1
			? variable_as_option(recipe, option)
			: NULL;
		record_said(line);
		if (variable != NULL)
			fprintf(stderr, "%s (the value of %s)\n", line, variable->name);
		else
			fprintf(stderr, "%s\n", line);
	} else if (!quiet) {
		note("%s: %s", name, line + 6);
	}
}

/* Passes lines on until all writers have closed the pipe, or make has ended and what it left behind
 * is silent for a second. Returns the status of make. */
static int watch(int from, const char *name, bool quiet)
{
	char text[4096];
	size_t used = 0;
	int status = 0;
	for (bool ended = false; !ended;) {
		struct pollfd input = {.fd = from, .events = POLLIN};
		const int ready = poll(&input, 1, 1000);
		if (ready <= 0) {
			ended = waitpid(watched, &status, WNOHANG) == watched;
			if (!quiet)
				show_progress(name);
			continue;
		}
		const ssize_t got = read(from, text + used, sizeof text - 1 - used);
		if (got <= 0) {
			while (waitpid(watched, &status, 0) < 0 && errno == EINTR)
				;
			break;
		}
		used += (size_t)got;
		text[used] = '\0';
		char *line = text;
		for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
			*end = '\0';
			pass_line(line, name, quiet);
		}
		used = strlen(line);
		if (used == sizeof text - 1) /* a line that is longer goes on in pieces */
			fputs(line, stderr), used = 0;
		memmove(text, line, used);
	}
	text[used] = '\0';
	if (used > 0)
		pass_line(text, name, quiet);
	return status;
}

/* Runs make for a recipe in the current folder, passes its messages on and says how far the study
 * is. Returns its exit status. A signal is passed on to make, and then ends this process. */
static int run_study(char *const command[], const char *file, const char *name, bool quiet)
{
	int messages[2];
	recipe = file;
	if (begin.tv_sec == 0)
		clock_gettime(CLOCK_REALTIME, &begin);
	if (pipe(messages) != 0 || (watched = fork()) < 0)
		die("%s", strerror(errno));
	if (watched == 0) {
		dup2(messages[1], STDERR_FILENO);
		dup2(messages[1], STDOUT_FILENO);
		close(messages[0]);
		close(messages[1]);
		share_lock();
		execvp(command[0], command);
		fprintf(stderr, "%s: %s\n", command[0], strerror(errno));
		_exit(EXIT_DATA);
	}
	record_child(watched);
	catch_signals();
	close(messages[1]);
	const int status = watch(messages[0], name, quiet);
	clear_line();
	if (caught != 0) {
		record_end("interrupted");
		note("interrupted: the same command goes on from here");
		signal(caught, SIG_DFL);
		raise(caught);
	}
	if (status != 0 && !something_said && !is_full)
		fprintf(stderr, "%s\n", first_echo);
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_DATA;
}

/* Waits for a child, which gets the signals that end this process, and ends by such a signal with
 * it. Returns its exit status. */
static int wait_for_child(pid_t id)
{
	int status = 0;
	watched = id;
	catch_signals();
	while (waitpid(id, &status, 0) < 0 && errno == EINTR)
		;
	watched = 0;
	if (caught != 0) {
		signal(caught, SIG_DFL);
		raise(caught);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_DATA;
}

static void print_file(const char *path)
{
	char block[4096];
	size_t got;
	FILE *file = fopen(path, "r");
	if (file == NULL)
		die("%s: %s", path, strerror(errno));
	while ((got = fread(block, 1, sizeof block, file)) > 0)
		fwrite(block, 1, got, stdout);
	fclose(file);
}

/* The names of the logs without folders, with blanks in between; to be freed. */
static char *log_names(const char *logs)
{
	char *names = checked(strdup(logs)), *end = names;
	for (const char *log = logs + strspn(logs, " "); *log != '\0'; log += strspn(log, " ")) {
		const size_t length = strcspn(log, " "), folder = strlen("logs/");
		end += sprintf(end, "%s%.*s", end > names ? " " : "", (int)(length - folder),
			log + folder);
		log += length;
	}
	return names;
}

/* Checks all that can be checked before the study begins; its plan is on trial then. Dies with an
 * error of usage or of the data. */
static void check_task(const struct study_options *o, struct task *task)
{
	static const char *const keepable[] = {"keepable", NULL};
	clear_environment(task->recipe);
	check_folder(task->folder);
	task->plan = check_study(&(struct study){task->recipe, o->logs, task->folder,
		task->assignments.list, task->assignments.count});
	if (o->keep && trial_make(keepable, NULL, NULL, NULL) != 0)
		die_usage("--keep: %s has no workloads that are resampled from a log as it is",
			task->name);
}

static void dry_run(const struct study_options *o, const struct task *task)
{
	const long online = sysconf(_SC_NPROCESSORS_ONLN);
	const int jobs = (int)(online > 0 && o->jobs > online ? online : o->jobs);
	bool more = false;
	for (size_t i = 0; i < task->assignments.count; i++)
		more = more || strncmp(task->assignments.list[i], "PRECISION=", 10) == 0;
	/* other engines decide themselves how many processors the runs use at a time */
	print_plan(task->plan, task->name, task->folder, strcmp(o->engine, "local") == 0 ? jobs : 0,
		more);
	end_trial();
}

/* Makes what the target says, in the folder of the study. */
static int call_make(const struct study_options *o, const struct task *task, const char *target)
{
	const char *const targets[] = {target, NULL};
	char **call = make_call(task->recipe, o->jobs, &task->assignments, targets);
	const int status = run_study(call, task->recipe, task->name, option_given("quiet"));
	free(call);
	return status;
}

static void note_runs(const struct task *task)
{
	const size_t all = task->plan->count, there = runs_there(task->plan, ".");
	if (there == 0)
		note("%s: %zu runs", task->name, all);
	else if (there == all)
		note("%s: %zu runs, which are all there", task->name, all);
	else
		note("%s: %zu runs, %zu of them still to be made", task->name, all, all - there);
}

static void run_task(const struct study_options *o, struct task *task)
{
	char here[PATH_MAX] = "", began[32];
	end_trial();
	open_study(task->folder);
	char *logs = take_logs(o->logs, task->folder), *names = log_names(logs);
	task->recipe = take_recipe(task->recipe, task->folder);
	assign(&task->assignments, "LOGS", logs);
	assign(&task->assignments, "ENGINE", o->engine);
	assign(&task->assignments, "COMMAND", o->command);
	if (o->keep)
		assign(&task->assignments, "KEEP", "yes");
	if (getcwd(here, sizeof here) == NULL || chdir(task->folder) != 0)
		die("%s: %s", task->folder, strerror(errno));
	snprintf(began, sizeof began, "%lld", (long long)time(NULL));

	if (call_make(o, task, "settings") != 0) {
		if (is_full)
			die("%s: no space left on device", task->folder);
		die("no run was started; the runs in %s are unchanged", task->folder);
	}
	note_runs(task);
	record_begin((const char *const[][2]){{"question", task->plan->question},
		{"recipe", task->name}, {"logs", names}, {"engine", o->engine}, {"place", here},
		{"command", o->command}, {"began", began}, {NULL, NULL}});
	if (call_make(o, task, "begin") != 0) {
		record_end("failed");
		if (is_full)
			die("%s: no space left on device", task->folder);
		const struct study_progress seen = read_progress(begin);
		if (seen.left < seen.total)
			die("the study is not complete; the finished runs are kept in %s",
				task->folder);
		die("the study is not complete; no run is finished");
	}
	record_end("complete");
	if (task->is_one_of_several)
		printf("%s: %s\n\n", task->name, task->plan->question);
	print_file("answer.txt");
	if (task->is_one_of_several)
		putchar('\n');
	const struct study_progress seen = read_progress(begin);
	const double seconds = seconds_since(begin);
	note("%s: %ld runs, %ld of them made now, %.1f s (%.1f runs a second)", task->name,
		seen.total, seen.made, seconds, (double)seen.made / seconds);
	note("the report is %s/report.html", task->folder);
	free(names);
	free(logs);
}

/* Checks and makes the study, or prints what it would make, and prints its answer. Dies where that
 * fails. */
static void do_task(const struct study_options *o, struct task *task)
{
	check_task(o, task);
	if (o->dry_run)
		dry_run(o, task);
	else
		run_task(o, task);
}

/* In a process of its own, which may only check the study. Returns its status. */
static int fork_task(const struct study_options *o, struct task *task, bool only_check)
{
	fflush(NULL);
	rewind_stdin();
	const pid_t child = fork();
	if (child < 0)
		die("%s", strerror(errno));
	if (child > 0)
		return wait_for_child(child);
	if (only_check)
		check_task(o, task);
	else
		do_task(o, task);
	exit(command_end());
}

/* Dies if none of the recipes has a use for an option. */
static void check_fits(const struct assignments *all, const bool fits[])
{
	for (size_t i = 0; i < all->count; i++)
		if (!fits[i])
			die_usage("none of these recipes has a use for %s",
				text_of_variable(name_of_assignment(all->list[i])));
	if (all->schedulers != NULL && !fits[all->count])
		die_usage("none of these recipes takes these schedulers");
	if (all->model != NULL && !fits[all->count + 1])
		die_usage("none of these recipes has users who could react");
}

static int do_several(const struct study_options *o, struct task *tasks, size_t count)
{
	const size_t fitting = o->assignments.count + 2;
	bool *fits = checked(calloc(fitting, sizeof *fits));
	bool *fits_any = checked(calloc(fitting, sizeof *fits_any));
	char **names = checked(calloc(count + 1, sizeof *names));
	int status = 0;
	for (size_t i = 0; i < count; i++) {
		tasks[i].assignments = assignments_for_one(
			&o->assignments, tasks[i].recipe, tasks[i].former, tasks[i].name, fits);
		for (size_t j = 0; j < fitting; j++)
			fits_any[j] = fits_any[j] || fits[j];
		names[i] = tasks[i].name;
	}
	check_fits(&o->assignments, fits_any);
	for (size_t i = 0; o->logs[i] != NULL; i++)
		if (strcmp(o->logs[i], "-") == 0)
			keep_stdin();
	check_studies(o->folder);
	for (size_t i = 0; i < count && !o->dry_run && status == 0; i++)
		status = fork_task(o, &tasks[i], true);
	if (status != 0)
		exit(status);
	if (!o->dry_run)
		open_studies(o->folder, names);
	bool indexed = false;
	for (size_t i = 0; i < count; i++) {
		if (fork_task(o, &tasks[i], false) != 0) {
			warn("%s failed", tasks[i].name);
			status = EXIT_DATA;
		}
		indexed = !o->dry_run && write_index(o->folder);
		if (!o->dry_run && !indexed) {
			warn("%s/index.html could not be made", o->folder);
			status = EXIT_DATA;
		}
	}
	if (indexed)
		note("the answers of all are in %s/index.html", o->folder);
	free(names);
	free(fits_any);
	free(fits);
	return status;
}

struct task *tasks_of(const char *text, size_t *count)
{
	char *rest = checked(strdup(text)), *list = rest;
	struct task *tasks = NULL;
	size_t room = 0;
	*count = 0;
	for (bool more = true; more; ++*count) {
		const size_t i = *count, length = strcspn(rest, ",");
		more = rest[length] == ',';
		rest[length] = '\0';
		tasks = reserve(tasks, i, &room, sizeof *tasks);
		tasks[i] = (struct task){0};
		tasks[i].recipe = recipe_file(rest, &tasks[i].former);
		rest += length + more;
		tasks[i].name = recipe_name(tasks[i].recipe);
		for (size_t j = 0; j < i; j++)
			if (strcmp(tasks[j].name, tasks[i].name) == 0)
				die_usage("two recipes have the name %s", tasks[i].name);
	}
	for (size_t i = 0; i < *count; i++)
		tasks[i].is_one_of_several = *count > 1;
	free(list);
	return tasks;
}

/* Where the studies go: for several, by default a folder of their names, and there one for each. */
static void name_folders(struct study_options *o, struct task *tasks, size_t count)
{
	if (o->folder == NULL) {
		char *folder = formatted("%s", tasks[0].name);
		for (size_t i = 1; i < count; i++) {
			char *before = folder;
			folder = formatted("%s-%s", before, tasks[i].name);
			free(before);
		}
		o->folder = folder;
	}
	for (size_t i = 0; i < count; i++)
		tasks[i].folder = count > 1 ? formatted("%s/%s", o->folder, tasks[i].name)
					    : formatted("%s", o->folder);
}

int do_tasks(struct study_options *o, struct task *tasks, size_t count)
{
	name_folders(o, tasks, count);
	if (count > 1)
		return do_several(o, tasks, count);
	tasks[0].assignments = assignments_for(&o->assignments, tasks[0].recipe, tasks[0].former);
	do_task(o, &tasks[0]);
	return 0;
}
