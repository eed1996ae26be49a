#include "shared/whole-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shared/leftovers.h"
#include "shared/messages.h"
#include "shared/paths.h"

enum { MOST = 2 };

static struct whole_file {
	FILE *file;
	char path[PATH_MAX];
	struct leftover *temporary; /* beside it, until it is complete; NULL for a device */
} files[MOST];

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

/* The file behind a link is replaced, or made, not the link. */
static FILE *open_temporary(struct whole_file *f, const char *path)
{
	if (path[0] != '\0' && path[strlen(path) - 1] == '/') {
		errno = EISDIR;
		return NULL;
	}
	if (!path_behind_links(path, f->path, sizeof f->path) ||
		(f->temporary = leftover_watch(f->path, ".XXXXXX")) == NULL)
		return NULL;
	const int fd = mkstemp(f->temporary->path);
	if (fd < 0) {
		leftover_forget(f->temporary);
		return NULL;
	}
	fcntl(fd, F_SETFD, FD_CLOEXEC); /* no program that we start is to hold it */
	fchmod(fd, mode_for(f->path, 0666));
	return fdopen(fd, "w");
}

FILE *open_whole_file(const char *path)
{
	int i = 0;
	while (i < MOST - 1 && files[i].file != NULL)
		i++;
	struct whole_file *f = &files[i];
	if (is_special(path)) {
		snprintf(f->path, sizeof f->path, "%s", path);
		f->file = fopen(path, "w");
	} else {
		f->file = open_temporary(f, path);
	}
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
	if (f->temporary != NULL) {
		if (rename(f->temporary->path, f->path) != 0)
			die("%s: %s", f->path, strerror(errno));
		leftover_forget(f->temporary);
	}
	f->temporary = NULL;
	f->file = NULL;
}
