#include "experiment/study-runs.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/messages.h"

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct run *)a)->name, ((const struct run *)b)->name);
}

/* The name and the time behind `# begin ' or `# end '; the time is 0 where none is. */
static double split_mark(char *text)
{
	char *blank = strchr(text, ' ');
	if (blank == NULL)
		return 0;
	*blank = '\0';
	return strtod(blank + 1, NULL);
}

/* What a run printed before it was killed has no end. */
static void read_file(struct runs *runs, const char *path)
{
	static const char begin[] = "# begin runs/", end[] = "# end runs/";
	enum { BEFORE_BEGIN = sizeof "# begin " - 1, BEFORE_END = sizeof "# end " - 1 };
	char *line = NULL, *run = NULL;
	size_t room = 0;
	double begun = 0;
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return;
	for (ssize_t length; (length = getline(&line, &room, file)) > 0;) {
		if (line[0] != '#' || line[length - 1] != '\n')
			continue;
		line[length - 1] = '\0';
		if (strncmp(line, begin, strlen(begin)) == 0) {
			begun = split_mark(line + BEFORE_BEGIN);
			free(run);
			run = checked(strdup(line + BEFORE_BEGIN));
		} else if (run != NULL && strncmp(line, end, strlen(end)) == 0) {
			const double ended = split_mark(line + BEFORE_END);
			if (strcmp(run, line + BEFORE_END) == 0) {
				runs->list = reserve(runs->list, runs->count, &runs->capacity,
					sizeof *runs->list);
				runs->list[runs->count++] = (struct run){run, begun, ended};
				run = NULL;
			}
		}
	}
	free(run);
	free(line);
	fclose(file);
}

struct runs read_runs(const char *folder)
{
	static const char suffix[] = ".csv";
	struct runs runs = {0};
	char path[PATH_MAX];
	snprintf(path, sizeof path, "%.2000s/runs", folder);
	DIR *files = opendir(path);
	if (files == NULL)
		return runs;
	for (const struct dirent *entry; (entry = readdir(files)) != NULL;) {
		const size_t length = strlen(entry->d_name);
		if (length < strlen(suffix) ||
			strcmp(entry->d_name + length - strlen(suffix), suffix) != 0)
			continue;
		snprintf(path, sizeof path, "%.2000s/runs/%s", folder, entry->d_name);
		read_file(&runs, path);
	}
	closedir(files);
	if (runs.count > 0)
		qsort(runs.list, runs.count, sizeof *runs.list, compare);
	return runs;
}

void clear_runs(struct runs *runs)
{
	for (size_t i = 0; i < runs->count; i++)
		free(runs->list[i].name);
	free(runs->list);
	*runs = (struct runs){0};
}

const struct run *find_run(const struct runs *runs, const char *name)
{
	const struct run key = {.name = (char *)name};
	return runs->count > 0 ? bsearch(&key, runs->list, runs->count, sizeof *runs->list, compare)
			       : NULL;
}
