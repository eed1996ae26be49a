#include "plot/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shared/messages.h"

static char folder[PATH_MAX];

/* Signals that end a command, and what was blocked before. */
static const int ending[] = {SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ};
static sigset_t waited_for, mask_before;

static void remove_folder(void)
{
	struct dirent *entry;
	char path[2 * PATH_MAX];
	DIR *files = folder[0] != '\0' ? opendir(folder) : NULL;
	while (files != NULL && (entry = readdir(files)) != NULL) {
		snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
		unlink(path);
	}
	if (files != NULL)
		closedir(files);
	rmdir(folder);
	folder[0] = '\0';
}

/* Those that are not ignored: under nohup SIGHUP stays ignored. */
static void hold_signals(void)
{
	sigemptyset(&waited_for);
	for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
		struct sigaction action;
		if (sigaction(ending[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
			sigaddset(&waited_for, ending[i]);
	}
	sigaddset(&waited_for, SIGCHLD);
	sigprocmask(SIG_BLOCK, &waited_for, &mask_before);
}

void scratch_begin(void)
{
	const char *place = getenv("TMPDIR");
	if (place == NULL || place[0] == '\0')
		place = "/tmp";
	if (strlen(place) + sizeof "/swf-plot.XXXXXX" > sizeof folder)
		die("%s: %s", place, strerror(ENAMETOOLONG));
	hold_signals();
	atexit(remove_folder);
	strcat(strcpy(folder, place), "/swf-plot.XXXXXX");
	if (mkdtemp(folder) == NULL) {
		folder[0] = '\0';
		die("no folder can be made in %s: %s", place, strerror(errno));
	}
}

void scratch_clear(void)
{
	remove_folder();
	sigprocmask(SIG_SETMASK, &mask_before, NULL);
}

const char *scratch_path(const char *name)
{
	static char path[2 * PATH_MAX];
	snprintf(path, sizeof path, "%s/%s", folder, name);
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
	if (ferror(file) || fclose(file) != 0)
		die("%s: %s", scratch_path(name), strerror(errno));
}

/* In the child: it becomes the program. */
static _Noreturn void become(
	char *const program[], const char *results, const char *messages, bool inside)
{
	const int none = open("/dev/null", O_RDONLY);
	if (none < 0 || dup2(none, STDIN_FILENO) < 0)
		_exit(127);
	for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
		const char *name = fd == STDOUT_FILENO ? results : messages;
		if (name == NULL)
			continue;
		const int file = open(scratch_path(name), O_WRONLY | O_CREAT | O_TRUNC, 0600);
		if (file < 0 || dup2(file, fd) < 0)
			_exit(127);
	}
	if (inside && chdir(folder) != 0)
		_exit(127);
	setpgid(0, 0);
	sigprocmask(SIG_SETMASK, &mask_before, NULL);
	execvp(program[0], program);
	_exit(127);
}

/* Waits for the child, which leads a group of processes, or for a signal that ends all of it. */
static int wait_for(pid_t child)
{
	int status = 0;
	while (waitpid(child, &status, WNOHANG) == 0) {
		int number;
		if (sigwait(&waited_for, &number) != 0 || number == SIGCHLD)
			continue;
		kill(-child, SIGTERM);
		while (waitpid(child, &status, 0) < 0 && errno == EINTR)
			;
		remove_folder();
		signal(number, SIG_DFL);
		raise(number);
		sigprocmask(SIG_SETMASK, &mask_before, NULL);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}

int scratch_run(char *const program[], const char *results, const char *messages, bool inside)
{
	fflush(NULL);
	const pid_t child = fork();
	if (child < 0)
		die("%s: %s", program[0], strerror(errno));
	if (child == 0)
		become(program, results, messages, inside);
	setpgid(child, child);
	return wait_for(child);
}
