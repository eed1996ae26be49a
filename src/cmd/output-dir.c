#include "output-dir.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common.h"
#include "whole-file.h"

static const char *folder;
static char temporary[4096]; /* beside the folder, while it is not whole */
static const int watched_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
static sigset_t watched, blocked_before;

static void remove_temporary(void)
{
	DIR *dir = temporary[0] != '\0' ? opendir(temporary) : NULL;
	if (dir == NULL)
		return;
	for (const struct dirent *entry; (entry = readdir(dir)) != NULL;)
		unlinkat(dirfd(dir), entry->d_name, 0);
	closedir(dir);
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
	int length = snprintf(temporary, sizeof temporary, "%s", path);
	if (length < 0 || (size_t)length + sizeof ".XXXXXX" > sizeof temporary) {
		temporary[0] = '\0';
		die("%s: %s", path, strerror(ENAMETOOLONG));
	}
	while (length > 1 && temporary[length - 1] == '/')
		length--;
	strcpy(temporary + length, ".XXXXXX");
	/* those that are ignored, as under nohup, stay so */
	sigemptyset(&watched);
	for (size_t i = 0; i < sizeof watched_signals / sizeof *watched_signals; i++) {
		struct sigaction action;
		if (sigaction(watched_signals[i], NULL, &action) == 0 &&
			action.sa_handler != SIG_IGN)
			sigaddset(&watched, watched_signals[i]);
	}
	sigprocmask(SIG_BLOCK, &watched, &blocked_before);
	if (mkdtemp(temporary) == NULL) {
		temporary[0] = '\0';
		die("%s: %s", path, strerror(errno));
	}
	atexit(remove_temporary);
}

/* Lets a signal that waits end the command, with the folder removed. */
static void heed_signals(void)
{
	sigset_t waiting;
	if (sigpending(&waiting) != 0)
		return;
	for (size_t i = 0; i < sizeof watched_signals / sizeof *watched_signals; i++) {
		if (sigismember(&watched, watched_signals[i]) == 1 &&
			sigismember(&waiting, watched_signals[i]) == 1) {
			remove_temporary();
			sigprocmask(SIG_SETMASK, &blocked_before, NULL);
		}
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
	chmod(temporary, mode_for(folder, 0777));
	if (rename(temporary, folder) != 0)
		die("%s: %s", folder, strerror(errno));
	temporary[0] = '\0';
	sigprocmask(SIG_SETMASK, &blocked_before, NULL);
}
