#include "output.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common.h"

static const char *path_of_output;
static char temporary[4096]; /* beside the output file, while it is not whole */
static FILE *output_file;

void set_output(const char *path)
{
	path_of_output = strcmp(path, "-") == 0 ? NULL : path;
}

const char *output_path(void)
{
	return path_of_output;
}

bool has_output_file(void)
{
	return path_of_output != NULL;
}

static void remove_temporary(void)
{
	if (temporary[0] != '\0')
		unlink(temporary);
}

static void remove_temporary_on_signal(int number)
{
	remove_temporary();
	signal(number, SIG_DFL);
	raise(number);
}

/* A signal that is ignored, as under nohup, stays ignored. */
static void watch_signals(void)
{
	static const int signals[] = {SIGHUP, SIGINT, SIGPIPE, SIGTERM};
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		if (signal(signals[i], remove_temporary_on_signal) == SIG_IGN)
			signal(signals[i], SIG_IGN);
}

/* The file behind a link is replaced, not the link. */
static void follow_link(void)
{
	static char target[PATH_MAX];
	struct stat status;
	if (lstat(path_of_output, &status) == 0 && S_ISLNK(status.st_mode) &&
		realpath(path_of_output, target) != NULL)
		path_of_output = target;
}

/* A device or a pipe is written as it is: there is nothing to be renamed. */
static bool is_special(const char *path)
{
	struct stat status;
	return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

mode_t mode_for(const char *path, mode_t usual)
{
	struct stat status;
	if (stat(path, &status) == 0)
		return status.st_mode & 07777;
	const mode_t mask = umask(0);
	umask(mask);
	return usual & ~mask;
}

static FILE *open_temporary(void)
{
	int length = snprintf(temporary, sizeof temporary, "%s.XXXXXX", path_of_output);
	if (length < 0 || (size_t)length >= sizeof temporary) {
		temporary[0] = '\0';
		errno = ENAMETOOLONG;
		return NULL;
	}
	int fd = mkstemp(temporary);
	if (fd < 0) {
		temporary[0] = '\0';
		return NULL;
	}
	fchmod(fd, mode_for(path_of_output, 0666));
	atexit(remove_temporary);
	watch_signals();
	return fdopen(fd, "w");
}

FILE *output(void)
{
	if (path_of_output == NULL)
		return stdout;
	if (output_file == NULL) {
		follow_link();
		output_file =
			is_special(path_of_output) ? fopen(path_of_output, "w") : open_temporary();
		if (output_file == NULL)
			die("%s: %s", path_of_output, strerror(errno));
	}
	return output_file;
}

const char *output_name(void)
{
	return output_file != NULL ? path_of_output : "stdout";
}

void close_output(void)
{
	FILE *file = output_file != NULL ? output_file : stdout;
	if (ferror(file) || fclose(file) != 0)
		die("%s: write error: %s", output_name(), strerror(errno));
	if (temporary[0] != '\0') {
		if (rename(temporary, path_of_output) != 0)
			die("%s: %s", path_of_output, strerror(errno));
		temporary[0] = '\0';
	}
}
