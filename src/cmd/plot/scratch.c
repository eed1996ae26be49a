#include "plot/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shared/child.h"
#include "shared/leftovers.h"
#include "shared/messages.h"

static char folder[PATH_MAX];

void scratch_begin(void)
{
	const char *place = getenv("TMPDIR");
	if (place == NULL || place[0] == '\0')
		place = "/tmp";
	if (strlen(place) + sizeof "/swf-plot.XXXXXX" > sizeof folder)
		die("%s: %s", place, strerror(ENAMETOOLONG));
	strcat(strcpy(folder, place), "/swf-plot.XXXXXX");
	hold_signals();
	if (mkdtemp(folder) == NULL)
		die("no folder can be made in %s: %s", place, strerror(errno));
	if (!folder_watch(folder))
		die("%s: %s", folder, strerror(errno));
	release_signals();
	/* where it was left ignored for us, nobody could wait for a program */
	signal(SIGCHLD, SIG_DFL);
}

void scratch_clear(void)
{
	folder_remove();
}

const char *scratch_path(const char *name)
{
	static char path[2 * PATH_MAX];
	snprintf(path, sizeof path, "%s%s%s", folder, name[0] != '\0' ? "/" : "", name);
	return path;
}

FILE *scratch_open(const char *name, const char *mode)
{
	FILE *file = fopen(scratch_path(name), mode);
	if (file == NULL)
		die("%s: %s", scratch_path(name), strerror(errno));
	return file;
}

void scratch_close(FILE *file, const char *name)
{
	const bool failed = ferror(file) != 0;
	if (fclose(file) != 0 || failed)
		die("%s: %s", scratch_path(name), failed ? "write error" : strerror(errno));
}

/* Has a program read nothing and write to these files. */
static int set_files(posix_spawn_file_actions_t *actions, const char *results, const char *messages)
{
	const int flags = O_WRONLY | O_CREAT | O_TRUNC;
	int failed =
		posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	if (failed == 0)
		failed = posix_spawn_file_actions_addopen(
			actions, STDOUT_FILENO, scratch_path(results), flags, 0600);
	if (failed == 0)
		failed = posix_spawn_file_actions_addopen(
			actions, STDERR_FILENO, scratch_path(messages), flags, 0600);
	return failed;
}

static int start(char *const program[], const char *results, const char *messages, pid_t *id)
{
	posix_spawn_file_actions_t actions;
	int failed = posix_spawn_file_actions_init(&actions);
	if (failed != 0)
		return failed;
	failed = set_files(&actions, results, messages);
	if (failed == 0)
		failed = child_start(program, &actions, id);
	posix_spawn_file_actions_destroy(&actions);
	return failed;
}

int scratch_run(char *const program[], const char *results, const char *messages)
{
	pid_t id;
	int status;
	fflush(NULL);
	const int failed = start(program, results, messages, &id);
	if (failed == ENOENT)
		return 127;
	if (failed != 0)
		die("%s: %s", program[0], strerror(failed));
	while (waitpid(id, &status, 0) < 0)
		if (errno != EINTR)
			die("%s: %s", program[0], strerror(errno));
	group_forget(id);
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}
