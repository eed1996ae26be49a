#include "experiment/study-logs.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "experiment/study-folder.h"
#include "shared/atomic-file.h"
#include "shared/messages.h"

static void copy_stdin(const char *path)
{
	char block[65536];
	ssize_t got;
	FILE *file = open_atomic_file(path);
	while ((got = read(STDIN_FILENO, block, sizeof block)) > 0)
		fwrite(block, 1, (size_t)got, file);
	if (got < 0)
		die("stdin: %s", strerror(errno));
	close_atomic_file(file);
}

/* Makes room for a log of this name in the folder. Removes only what the study itself put there. */
static void make_room(const char *path, const char *name)
{
	struct stat about;
	if (lstat(path, &about) == 0) {
		const bool own = S_ISLNK(about.st_mode) ||
			(S_ISREG(about.st_mode) && strcmp(name, "logs/stdin.swf") == 0);
		if (!own || !is_recorded(name))
			die("%s: this study did not make this file, and does not replace it: move "
			    "it away, or choose another folder with --output",
				path);
		if (unlink(path) != 0)
			die("%s: %s", path, strerror(errno));
	} else if (errno != ENOENT) {
		die("%s: %s", path, strerror(errno));
	}
	record_file(name);
}

static void link_log(const char *log, const char *path, const char *name)
{
	char target[PATH_MAX];
	struct stat about, there;
	if (realpath(log, target) == NULL || stat(target, &about) != 0)
		die("%s: %s", log, strerror(errno));
	if (S_ISDIR(about.st_mode))
		die("%s: a folder", log);
	/* a log that is given by its name in the folder, too */
	if (stat(path, &there) == 0 && there.st_dev == about.st_dev && there.st_ino == about.st_ino)
		return;
	make_room(path, name);
	if (symlink(target, path) != 0)
		die("%s: %s", path, strerror(errno));
}

char *take_recipe(char *recipe, const char *study)
{
	static const char can_handle[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
					 "0123456789_-./+,@";
	char path[PATH_MAX];
	const char *name = strrchr(recipe, '/') + 1;
	if (recipe[strspn(recipe, can_handle)] == '\0')
		return recipe;
	if (name[strspn(name, can_handle)] != '\0')
		die("%s: make cannot handle this name: give the file one of letters, digits and "
		    "_-.+,@",
			name);
	char *link = checked(malloc(sizeof "recipes/" + strlen(name)));
	sprintf(link, "recipes/%s", name);
	snprintf(path, sizeof path, "%.4000s/recipes", study);
	make_room(path, "recipes");
	recipe[name - 1 - recipe] = '\0';
	if (symlink(recipe, path) != 0)
		die("%s: %s", path, strerror(errno));
	free(recipe);
	return link;
}

/* The length of a name without .gz and .swf, by which the recipes call a log. */
static size_t plain_length(const char *name)
{
	size_t length = strcspn(name, " ");
	if (length > 3 && strncmp(name + length - 3, ".gz", 3) == 0)
		length -= 3;
	if (length > 4 && strncmp(name + length - 4, ".swf", 4) == 0)
		length -= 4;
	return length;
}

/* The recipes would have no name for such a log. */
static void check_name(const char *name, const char *log)
{
	if (name[0] == '\0' || strcmp(name, ".swf") == 0 || strcmp(name, ".gz") == 0 ||
		strcmp(name, ".swf.gz") == 0)
		die_usage("%s: this log has no name before its ending, which a study needs: give "
			  "it one, or a link with one",
			log);
}

/* Names begin with a blank each. Dies where the last is one of those before. */
static void check_twins(const char *names, const char *last, const char *log)
{
	const size_t length = plain_length(last + 1);
	for (; names < last; names += 1 + strcspn(names + 1, " "))
		if (plain_length(names + 1) == length && strncmp(names + 1, last + 1, length) == 0)
			die_usage("two logs have the name of %s, without .gz and .swf", log);
}

char *take_logs(char *const paths[], const char *study)
{
	size_t used = 0, room = 0;
	for (size_t i = 0; paths[i] != NULL; i++)
		room += strlen(paths[i]) + sizeof "logs/stdin.swf ";
	char *names = checked(calloc(room, 1)), path[PATH_MAX];
	snprintf(path, sizeof path, "%.4000s/logs", study);
	if (mkdir(path, 0777) != 0 && errno != EEXIST)
		die("%s: %s", path, strerror(errno));
	for (size_t i = 0; paths[i] != NULL; i++) {
		const bool from_stdin = strcmp(paths[i], "-") == 0;
		const char *slash = strrchr(paths[i], '/');
		const char *name = from_stdin ? "stdin.swf" : slash != NULL ? slash + 1 : paths[i];
		const size_t begin = used;
		used += (size_t)sprintf(names + used, " logs/%s", name);
		for (char *c = names + begin + sizeof " logs/" - 1; *c != '\0'; c++)
			if (!isalnum((unsigned char)*c) && strchr("._-", *c) == NULL)
				*c = '_';
		check_name(names + begin + sizeof " logs/" - 1, paths[i]);
		check_twins(names, names + begin, name);
		snprintf(path, sizeof path, "%.2000s/%.2000s", study, names + begin + 1);
		if (from_stdin)
			make_room(path, names + begin + 1), copy_stdin(path);
		else
			link_log(paths[i], path, names + begin + 1);
	}
	return names;
}
