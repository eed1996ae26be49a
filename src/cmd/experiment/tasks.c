#include "experiment/tasks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "experiment/recipes.h"
#include "experiment/studies.h"
#include "experiment/study-fit.h"
#include "experiment/study-settings.h"
#include "experiment/study-try.h"
#include "experiment/study-values.h"
#include "experiment/study.h"
#include "shared/command.h"
#include "shared/messages.h"

/* In a process of its own, which may only check the study. Returns its status. */
static int fork_task(const struct studies_options *o, struct task *task, bool only_check)
{
	fflush(NULL);
	rewind_stdin();
	const pid_t child = fork();
	if (child < 0)
		die("%s", strerror(errno));
	if (child > 0)
		return wait_for_child(child);
	if (only_check)
		check_task(o, task);
	else
		do_task(o, task);
	exit(command_end());
}

/* An option that none of several recipes has. */
static void check_fits(const struct variables *all, const bool fits[])
{
	for (size_t i = 0; i < all->count; i++)
		if (!fits[i])
			die_usage("none of these recipes has a use for %s",
				shown_variable(name_of_variable(all->list[i])));
	if (all->schedulers != NULL && !fits[all->count])
		die_usage("none of these recipes takes these schedulers");
	if (all->model != NULL && !fits[all->count + 1])
		die_usage("none of these recipes has users who could react");
}

static int do_several(const struct studies_options *o, struct task *tasks, size_t count)
{
	const size_t fitting = o->variables.count + 2;
	bool *fits = checked(calloc(fitting, sizeof *fits));
	bool *fits_any = checked(calloc(fitting, sizeof *fits_any));
	char **names = checked(calloc(count + 1, sizeof *names));
	int status = 0;
	for (size_t i = 0; i < count; i++) {
		tasks[i].variables =
			variables_for_one(&o->variables, tasks[i].recipe, tasks[i].name, fits);
		for (size_t j = 0; j < fitting; j++)
			fits_any[j] = fits_any[j] || fits[j];
		names[i] = tasks[i].name;
	}
	check_fits(&o->variables, fits_any);
	for (size_t i = 0; o->logs[i] != NULL; i++)
		if (strcmp(o->logs[i], "-") == 0)
			keep_stdin();
	check_studies(o->folder);
	for (size_t i = 0; i < count && !o->dry_run && status == 0; i++)
		status = fork_task(o, &tasks[i], true);
	if (status != 0)
		exit(status);
	if (!o->dry_run)
		open_studies(o->folder, names);
	bool indexed = false;
	for (size_t i = 0; i < count; i++) {
		if (fork_task(o, &tasks[i], false) != 0) {
			warn("%s failed", tasks[i].name);
			status = EXIT_DATA;
		}
		indexed = !o->dry_run && write_index(o->folder);
		if (!o->dry_run && !indexed) {
			warn("%s/index.html could not be made", o->folder);
			status = EXIT_DATA;
		}
	}
	if (indexed)
		note("the answers of all are in %s/index.html", o->folder);
	free(names);
	free(fits_any);
	free(fits);
	return status;
}

struct task *tasks_of(const char *text, size_t *count)
{
	char *rest = checked(strdup(text)), *list = rest;
	struct task *tasks = NULL;
	size_t room = 0;
	*count = 0;
	for (bool more = true; more; ++*count) {
		const size_t i = *count, length = strcspn(rest, ",");
		more = rest[length] == ',';
		rest[length] = '\0';
		tasks = reserve(tasks, i, &room, sizeof *tasks);
		tasks[i] = (struct task){.recipe = recipe_file(rest)};
		rest += length + more;
		tasks[i].name = recipe_name(tasks[i].recipe);
		for (size_t j = 0; j < i; j++)
			if (strcmp(tasks[j].name, tasks[i].name) == 0)
				die_usage("two recipes have the name %s", tasks[i].name);
	}
	for (size_t i = 0; i < *count; i++)
		tasks[i].is_one_of_several = *count > 1;
	free(list);
	return tasks;
}

/* Where the studies go: for several, by default a folder of their names, and there one for each. */
static void name_folders(struct studies_options *o, struct task *tasks, size_t count)
{
	if (o->folder == NULL) {
		size_t room = 1, used = 0;
		for (size_t i = 0; i < count; i++)
			room += strlen(tasks[i].name) + 1;
		char *folder = checked(malloc(room));
		for (size_t i = 0; i < count; i++)
			used += (size_t)sprintf(
				folder + used, "%s%s", i > 0 ? "-" : "", tasks[i].name);
		o->folder = folder;
	}
	for (size_t i = 0; i < count; i++) {
		tasks[i].folder =
			checked(malloc(strlen(o->folder) + strlen(tasks[i].name) + sizeof "/"));
		strcpy(tasks[i].folder, o->folder);
		if (count > 1)
			strcat(strcat(tasks[i].folder, "/"), tasks[i].name);
	}
}

int do_tasks(struct studies_options *o, struct task *tasks, size_t count)
{
	name_folders(o, tasks, count);
	if (count > 1)
		return do_several(o, tasks, count);
	tasks[0].variables = variables_for(&o->variables, tasks[0].recipe);
	do_task(o, &tasks[0]);
	return 0;
}
