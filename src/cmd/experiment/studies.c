#include "experiment/studies.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "experiment/recipes.h"
#include "experiment/study-folder.h"
#include "shared/atomic-file.h"
#include "shared/command-line.h"
#include "shared/messages.h"

/* The file that lists the studies begins with this line. */
static const char mark[] = "# the studies of this folder, in a folder each\n";

static void list_path(const char *folder, char path[PATH_MAX])
{
	snprintf(path, PATH_MAX, "%.4000s/studies.txt", folder);
}

char **studies_of(const char *folder)
{
	char path[PATH_MAX], *line = NULL, **names = NULL;
	size_t room = 0, count = 0, capacity = 0;
	list_path(folder, path);
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return NULL;
	if (getline(&line, &room, file) > 0 && strcmp(line, mark) == 0) {
		names = reserve(names, count, &capacity, sizeof *names);
		while (getline(&line, &room, file) > 0) {
			line[strcspn(line, "\n")] = '\0';
			names[count++] = checked(strdup(line));
			names = reserve(names, count, &capacity, sizeof *names);
		}
		names[count] = NULL;
	}
	free(line);
	fclose(file);
	return names;
}

static bool is_empty(const char *path)
{
	size_t entries = 0;
	DIR *folder = opendir(path);
	if (folder == NULL)
		die("%s: %s", path, strerror(errno));
	while (readdir(folder) != NULL)
		entries++;
	closedir(folder);
	return entries <= 2;
}

static bool has(char *const names[], const char *name)
{
	for (; names != NULL && *names != NULL; names++)
		if (strcmp(*names, name) == 0)
			return true;
	return false;
}

static void free_names(char **names)
{
	for (char **name = names; name != NULL && *name != NULL; name++)
		free(*name);
	free(names);
}

void check_studies(const char *folder)
{
	char **names = studies_of(folder);
	if (names == NULL && is_study(folder))
		die("%s: this folder is that of one study: choose another folder with --output",
			folder);
	if (names == NULL && access(folder, F_OK) == 0 && !is_empty(folder))
		die("%s: this folder is not empty, and has no studies.txt of several studies: "
		    "nothing was changed in it; choose a new folder with --output",
			folder);
	free_names(names);
}

void open_studies(const char *folder, char *const names[])
{
	char path[PATH_MAX];
	if (mkdir(folder, 0777) != 0 && errno != EEXIST)
		die("%s: %s", folder, strerror(errno));
	char **before = studies_of(folder);
	list_path(folder, path);
	FILE *file = open_atomic_file(path);
	fputs(mark, file);
	for (char **name = before; name != NULL && *name != NULL; name++)
		fprintf(file, "%s\n", *name);
	for (size_t i = 0; names[i] != NULL; i++)
		if (!has(before, names[i]))
			fprintf(file, "%s\n", names[i]);
	close_atomic_file(file);
	free_names(before);
}

/* By a program beside the recipes, which reads what the studies have. */
bool write_index(const char *folder)
{
	char *program = shared_file("index"), *as_word = quoted(program), *place = quoted(folder);
	char *command = checked(malloc(strlen(as_word) + 4 * strlen(place) + 64));
	sprintf(command, "bash %s %s >%s/index.html.part && mv %s/index.html.part %s/index.html",
		as_word, place, place, place, place);
	fflush(NULL);
	const bool is_made = system(command) == 0;
	free(command);
	free(place);
	free(as_word);
	free(program);
	return is_made;
}
