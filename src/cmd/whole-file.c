#include "whole-file.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common.h"

enum { MOST = 2, PATH_LENGTH = 4096 };

static struct whole_file {
	FILE *file;
	char path[PATH_LENGTH];
	char temporary[PATH_LENGTH]; /* beside it, while it is not whole */
} files[MOST];

static void remove_temporaries(void)
{
	for (int i = 0; i < MOST; i++)
		if (files[i].temporary[0] != '\0')
			unlink(files[i].temporary);
}

static void remove_temporaries_on_signal(int number)
{
	remove_temporaries();
	signal(number, SIG_DFL);
	raise(number);
}

/* A signal that is ignored, as under nohup, stays ignored. */
static void watch_signals(void)
{
	static const int signals[] = {SIGHUP, SIGINT, SIGPIPE, SIGTERM};
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		if (signal(signals[i], remove_temporaries_on_signal) == SIG_IGN)
			signal(signals[i], SIG_IGN);
}

/* The file behind a link is replaced, not the link. */
static int set_path(struct whole_file *f, const char *path)
{
	char target[PATH_MAX];
	struct stat status;
	if (lstat(path, &status) == 0 && S_ISLNK(status.st_mode) && realpath(path, target) != NULL)
		path = target;
	if (strlen(path) + 8 > sizeof f->path) {
		errno = ENAMETOOLONG;
		return -1;
	}
	strcpy(f->path, path);
	return 0;
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

static FILE *open_temporary(struct whole_file *f)
{
	static bool watched;
	strcat(strcpy(f->temporary, f->path), ".XXXXXX");
	int fd = mkstemp(f->temporary);
	if (fd < 0) {
		f->temporary[0] = '\0';
		return NULL;
	}
	fchmod(fd, mode_for(f->path, 0666));
	if (!watched) {
		atexit(remove_temporaries);
		watch_signals();
	}
	watched = true;
	return fdopen(fd, "w");
}

FILE *open_whole_file(const char *path)
{
	int i = 0;
	while (i < MOST - 1 && files[i].file != NULL)
		i++;
	struct whole_file *f = &files[i];
	if (set_path(f, path) == 0)
		f->file = is_special(f->path) ? fopen(f->path, "w") : open_temporary(f);
	if (f->file == NULL)
		die("%s: %s", path, strerror(errno));
	return f->file;
}

void close_whole_file(FILE *file)
{
	int i = 0;
	while (i < MOST - 1 && files[i].file != file)
		i++;
	struct whole_file *f = &files[i];
	if (ferror(file) || fclose(file) != 0)
		die("%s: write error: %s", f->path, strerror(errno));
	if (f->temporary[0] != '\0' && rename(f->temporary, f->path) != 0)
		die("%s: %s", f->path, strerror(errno));
	f->temporary[0] = '\0';
	f->file = NULL;
}
