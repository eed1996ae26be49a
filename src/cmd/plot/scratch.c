#include "plot/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shared/cleanup.h"
#include "shared/messages.h"
#include "shared/tools.h"

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

/* What a script of bash runs first. Its input is a pipe that ends with the command, also where that
 * is killed: then nothing of it goes on. */
static const char watch[] = "exec 3<&0 </dev/null; { read -r <&3; kill -KILL 0; } & exec 3<&-; ";

/* Has a program read what ends with the command, and write to these files. */
static int set_files(
	posix_spawn_file_actions_t *actions, int input, const char *results, const char *messages)
{
	const int flags = O_WRONLY | O_CREAT | O_TRUNC;
	int failed = posix_spawn_file_actions_adddup2(actions, input, STDIN_FILENO);
	if (failed == 0)
		failed = posix_spawn_file_actions_addopen(
			actions, STDOUT_FILENO, scratch_path(results), flags, 0600);
	if (failed == 0)
		failed = posix_spawn_file_actions_addopen(
			actions, STDERR_FILENO, scratch_path(messages), flags, 0600);
	return failed;
}

static int start(const char *script, const char *first, const char *second, int input,
	const char *results, const char *messages, pid_t *id)
{
	posix_spawn_file_actions_t actions;
	int failed = posix_spawn_file_actions_init(&actions);
	if (failed != 0)
		return failed;
	char *text = checked(malloc(sizeof watch + strlen(script)));
	strcat(strcpy(text, watch), script);
	char *const bash[] = {
		"bash", "-o", "pipefail", "-c", text, "bash", (char *)first, (char *)second, NULL};
	failed = set_files(&actions, input, results, messages);
	if (failed == 0)
		failed = child_start(bash, &actions, id);
	posix_spawn_file_actions_destroy(&actions);
	free(text);
	return failed;
}

/* A pipe that programs do not inherit. */
static void open_pipe(int ends[2])
{
	if (pipe(ends) != 0 || fcntl(ends[0], F_SETFD, FD_CLOEXEC) != 0 ||
		fcntl(ends[1], F_SETFD, FD_CLOEXEC) != 0)
		die("no pipe: %s", strerror(errno));
}

int scratch_run(const char *script, const char *first, const char *second, const char *results,
	const char *messages)
{
	pid_t id;
	int status, ends[2];
	fflush(NULL);
	open_pipe(ends);
	const int failed = start(script, first, second, ends[0], results, messages, &id);
	close(ends[0]);
	if (failed == ENOENT)
		die("bash is missing (package bash)");
	if (failed != 0)
		die("bash: %s", strerror(failed));
	while (waitpid(id, &status, 0) < 0)
		if (errno != EINTR)
			die("bash: %s", strerror(errno));
	group_forget(id);
	close(ends[1]);
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}
