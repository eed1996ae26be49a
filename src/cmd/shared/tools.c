/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shared/tools.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shared/cleanup.h"
#include "shared/messages.h"

bool has_program(const char *name, const char *text)
{
	char command[128], line[256] = "";
	snprintf(command, sizeof command, "%s --version </dev/null 2>/dev/null", name);
	FILE *output = popen(command, "r");
	if (output == NULL)
		die("%s: %s", name, strerror(errno));
	errno = 0;
	const bool found = fgets(line, sizeof line, output) != NULL;
	if (!found && errno == ENOMEM)
		die_of_memory();
	pclose(output);
	return found && strstr(line, text) != NULL;
}

bool find_program(const char *name, char *found)
{
	struct stat about;
	const char *path = getenv("PATH");
	while (path != NULL && *path != '\0') {
		const size_t length = strcspn(path, ":");
		snprintf(found, PATH_MAX, "%.*s/%s", (int)length, path, name);
		if (access(found, X_OK) == 0 && stat(found, &about) == 0 && S_ISREG(about.st_mode))
			return true;
		path += length + (path[length] == ':');
	}
	return false;
}

char *installed_folder(const char *program, const char *name)
{
	char called[PATH_MAX], resolved[PATH_MAX];
	snprintf(called, sizeof called, "%s", program);
	if (strchr(program, '/') == NULL)
		find_program(program, called);
	if (realpath(called, resolved) == NULL)
		snprintf(resolved, sizeof resolved, "%s", called);
	for (int up = 0; up < 2; up++) {
		char *slash = strrchr(resolved, '/');
		if (slash != NULL)
			*slash = '\0';
	}
	if (strchr(resolved, ':') != NULL)
		die("%s: swfkit is in a folder with a colon, which PATH cannot have: install it in "
		    "another one",
			resolved);
	const char *path = getenv("PATH");
	char *paths = checked(malloc(strlen(resolved) + strlen(path != NULL ? path : "") + 8));
	sprintf(paths, "%s/bin%s%s", resolved, path != NULL ? ":" : "", path != NULL ? path : "");
	must(setenv("PATH", paths, 1));
	free(paths);

	const size_t room = strlen(resolved) + strlen(name) + sizeof "/share/swfkit/";
	char *folder = checked(malloc(room));
	snprintf(folder, room, "%s/share/swfkit/%s", resolved, name);
	return folder;
}

static const char *wanted_ending; /* of those that scandir() lists */

static int has_ending(const struct dirent *entry)
{
	const char *end = strrchr(entry->d_name, '.');
	return end != NULL && end != entry->d_name && strcmp(end, wanted_ending) == 0;
}

char **files_with_ending(const char *folder, const char *ending)
{
	struct dirent **entries = NULL;
	wanted_ending = ending;
	errno = 0;
	const int count = scandir(folder, &entries, has_ending, alphasort);
	if (count < 0 && errno != ENOENT)
		die("%s: %s", folder, strerror(errno));
	char **names = checked(calloc((size_t)(count > 0 ? count : 0) + 1, sizeof *names));
	for (int i = 0; i < count; i++) {
		names[i] = checked(strdup(entries[i]->d_name));
		free(entries[i]);
	}
	free(entries);
	return names;
}

void free_files(char **files)
{
	for (char **file = files; file != NULL && *file != NULL; file++)
		free(*file);
	free(files);
}

const char *gnu_make(void)
{
	static const char *const names[] = {"gmake", "make", NULL};
	for (int i = 0; names[i] != NULL; i++)
		if (has_program(names[i], "GNU Make ") && !has_program(names[i], "GNU Make 3"))
			return names[i];
	die("GNU make 4 or later is missing (package make)");
}

extern char **environ;

int child_start(char *const program[], const posix_spawn_file_actions_t *actions, pid_t *id)
{
	posix_spawnattr_t attributes;
	sigset_t mask;
	int failed = posix_spawnattr_init(&attributes);
	if (failed != 0)
		return failed;
	sigprocmask(SIG_SETMASK, NULL, &mask);
	/* or a signal between the start and group_watch() would leave the program behind */
	hold_signals();
	failed = posix_spawnattr_setpgroup(&attributes, 0);
	if (failed == 0)
		failed = posix_spawnattr_setsigmask(&attributes, &mask);
	if (failed == 0)
		failed = posix_spawnattr_setflags(
			&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
	if (failed == 0)
		failed = posix_spawnp(id, program[0], actions, &attributes, program, environ);
	if (failed == 0)
		group_watch(*id);
	release_signals();
	posix_spawnattr_destroy(&attributes);
	return failed;
}
