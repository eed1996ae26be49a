#include "experiment/study-plan.h"

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

#include "experiment/study-folder.h"
#include "experiment/study-logs.h"
#include "experiment/study-make.h"
#include "experiment/study-runs.h"
#include "experiment/study-try.h"
#include "experiment/study-variables.h"
#include "shared/cleanup.h"
#include "shared/messages.h"
#include "shared/tools.h"

static char folder[PATH_MAX];
static char *place_before; /* TMPDIR, or NULL */
static char *recipe;
static struct variables variables;

const char *trial_folder(void)
{
	return folder;
}

static void begin_trial(const struct study *study)
{
	const char *place = getenv("TMPDIR");
	snprintf(folder, sizeof folder, "%.4000s/swf-experiment.XXXXXX",
		place != NULL && place[0] == '/' ? place : "/tmp");
	hold_signals();
	if (mkdtemp(folder) == NULL)
		die("%s: %s", folder, strerror(errno));
	folder_watch(folder);
	release_signals();
	/* what commands leave there that are ended goes with the folder */
	place_before = place != NULL ? checked(strdup(place)) : NULL;
	if (setenv("TMPDIR", folder, 1) != 0)
		die_of_memory();
	open_study(folder);
	variables = (struct variables){0};
	for (size_t i = 0; i < study->variable_count; i++)
		add_variable(&variables, study->variables[i]);
	char *logs = take_logs(study->logs, folder);
	set_variable(&variables, "LOGS", logs);
	free(logs);
	rewind_stdin();
	recipe = take_recipe(checked(strdup(study->recipe)), folder);
}

void end_trial(void)
{
	free_variables(&variables);
	free(recipe);
	recipe = NULL;
	close_study();
	folder_remove();
	if (place_before == NULL)
		unsetenv("TMPDIR");
	else if (setenv("TMPDIR", place_before, 1) != 0)
		die_of_memory();
	free(place_before);
}

static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Its status, or -1 where it was ended because that is enough. */
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
	char **call = make_call(recipe, 1, &variables, targets);
	char *in_folder[] = {call[0], (char *)"-C", folder};
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

/* What make says of a recipe's $(error), which is about a value; or, where that is not it, all that
 * was said. */
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
