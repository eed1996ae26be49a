#include "shared/output-dir.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shared/leftovers.h"
#include "shared/messages.h"
#include "shared/paths.h"
#include "shared/whole-file.h"

static const char *folder;
static char target[PATH_MAX];    /* the folder behind links */
static char temporary[PATH_MAX]; /* beside it, until it is complete */
static DIR *files;               /* in it: open, since its removal must not need memory */

static void remove_temporary(void)
{
	if (temporary[0] == '\0')
		return;
	if (files != NULL)
		rewinddir(files);
	for (const struct dirent *entry; files != NULL && (entry = readdir(files)) != NULL;)
		unlinkat(dirfd(files), entry->d_name, 0);
	rmdir(temporary);
}

void output_dir_check(const char *path)
{
	DIR *dir = opendir(path);
	if (dir == NULL && errno == ENOENT)
		return;
	if (dir == NULL)
		die("%s: %s", path, strerror(errno));
	for (const struct dirent *entry; (entry = readdir(dir)) != NULL;)
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			die("%s: %s", path, strerror(ENOTEMPTY));
	closedir(dir);
}

void output_dir_begin(const char *path)
{
	folder = path;
	output_dir_check(path);
	if (!path_behind_links(path, target, sizeof target - sizeof ".XXXXXX"))
		die("%s: %s", path, strerror(errno));
	strcat(strcpy(temporary, target), ".XXXXXX");
	hold_signals();
	if (mkdtemp(temporary) == NULL) {
		temporary[0] = '\0';
		die("%s: %s", path, strerror(errno));
	}
	atexit(remove_temporary);
	files = opendir(temporary);
	if (files == NULL)
		die("%s: %s", path, strerror(errno));
}

/* Lets a signal that waits end the command, with the folder removed. */
static void heed_signals(void)
{
	if (signal_waits()) {
		remove_temporary();
		release_signals();
	}
}

FILE *output_dir_file(const char *name)
{
	heed_signals();
	char path[sizeof temporary + 64];
	snprintf(path, sizeof path, "%s/%s", temporary, name);
	FILE *file = fopen(path, "w");
	if (file == NULL)
		die("%s/%s: %s", folder, name, strerror(errno));
	return file;
}

void output_dir_close(FILE *file, const char *name)
{
	if (fclose(file) != 0)
		die("%s/%s: write error: %s", folder, name, strerror(errno));
}

void output_dir_end(void)
{
	chmod(temporary, mode_for(target, 0777));
	if (rename(temporary, target) != 0)
		die("%s: %s", folder, strerror(errno));
	temporary[0] = '\0';
	closedir(files);
	release_signals();
}
