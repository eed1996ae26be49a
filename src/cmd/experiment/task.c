#include "experiment/task.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "experiment/study-check.h"
#include "experiment/study-dry.h"
#include "experiment/study-folder.h"
#include "experiment/study-logs.h"
#include "experiment/study-make.h"
#include "experiment/study-plan.h"
#include "experiment/study-record.h"
#include "experiment/study.h"
#include "shared/command.h"
#include "shared/messages.h"

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

void check_task(const struct studies_options *o, struct task *task)
{
	static const char *const keepable[] = {"keepable", NULL};
	clear_environment(task->recipe);
	check_folder(task->folder);
	task->plan = check_study(&(struct study){
		task->recipe, o->logs, task->folder, task->variables.list, task->variables.count});
	if (o->keep && trial_make(keepable, NULL, NULL, NULL) != 0)
		die_usage("--keep: %s has no workloads that are resampled from a log as it is",
			task->name);
}

/* The processors that the runs use at a time; 0 of an engine that deals them out. */
static int processors_of(const struct studies_options *o)
{
	const long online = sysconf(_SC_NPROCESSORS_ONLN);
	if (strcmp(o->engine, "local") != 0)
		return 0;
	return (int)(online > 0 && o->jobs > online ? online : o->jobs);
}

static void dry_run(const struct studies_options *o, const struct task *task)
{
	bool more = false;
	for (size_t i = 0; i < task->variables.count; i++)
		more = more || strncmp(task->variables.list[i], "PRECISION=", 10) == 0;
	print_plan(task->plan, task->name, task->folder, processors_of(o), more);
	end_trial();
}

/* Makes what the target says, in the folder of the study. */
static int call_make(const struct studies_options *o, const struct task *task, const char *target)
{
	const char *const targets[] = {target, NULL};
	char **call = make_call(task->recipe, o->jobs, &task->variables, targets);
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

static void run_task(const struct studies_options *o, struct task *task)
{
	char here[PATH_MAX] = "", began[32];
	end_trial();
	open_study(task->folder);
	char *logs = take_logs(o->logs, task->folder), *names = log_names(logs);
	task->recipe = take_recipe(task->recipe, task->folder);
	set_variable(&task->variables, "LOGS", logs);
	set_variable(&task->variables, "ENGINE", o->engine);
	set_variable(&task->variables, "COMMAND", o->command);
	if (o->keep)
		set_variable(&task->variables, "KEEP", "yes");
	if (getcwd(here, sizeof here) == NULL || chdir(task->folder) != 0)
		die("%s: %s", task->folder, strerror(errno));
	snprintf(began, sizeof began, "%lld", (long long)time(NULL));

	if (call_make(o, task, "settings") != 0) {
		if (disk_was_full())
			die("%s: no space left on device", task->folder);
		die("no run was started; the runs in %s are unchanged", task->folder);
	}
	note_runs(task);
	record_begin((const char *const[][2]){{"question", task->plan->question},
		{"recipe", task->name}, {"logs", names}, {"engine", o->engine}, {"place", here},
		{"command", o->command}, {"began", began}, {NULL, NULL}});
	if (call_make(o, task, "begin") != 0) {
		record_end("failed");
		if (disk_was_full())
			die("%s: no space left on device", task->folder);
		if (has_runs())
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
	note_rate(task->name);
	note("the report is %s/report.html", task->folder);
	free(names);
	free(logs);
}

void do_task(const struct studies_options *o, struct task *task)
{
	check_task(o, task);
	if (o->dry_run)
		dry_run(o, task);
	else
		run_task(o, task);
}
