#include "simulate/slurm-settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/messages.h"

static const char *const columns[] = {"file", "line", "setting", "value", "kind", "why"};
static const char *const kinds[] = {[SWF_SLURM_MODELLED] = "modelled",
	[SWF_SLURM_NO_EFFECT] = "no effect",
	[SWF_SLURM_NOT_MODELLED] = "not modelled",
	[SWF_SLURM_IGNORED] = "ignored"};

struct swf_table *slurm_settings_table(void)
{
	return checked(swf_table_new(columns, sizeof columns / sizeof *columns));
}

/* Settings of lines of nodes and partitions are named as --slurm-set names them. */
static void to_table(void *self, const struct swf_slurm_told *told)
{
	struct swf_table *table = self;
	char name[1024];
	swf_table_text(table, told->file);
	if (told->line > 0)
		swf_table_whole(table, (int64_t)told->line);
	else
		swf_table_text(table, "");
	if (told->of != NULL)
		snprintf(name, sizeof name, "%s=%s/%s", told->title, told->of, told->name);
	swf_table_text(table, told->of != NULL ? name : told->name);
	swf_table_text(table, told->value);
	swf_table_text(table, kinds[told->kind]);
	swf_table_text(table, told->why != NULL ? told->why : "");
}

struct swf_slurm_listener slurm_settings_to(struct swf_table *table)
{
	return (struct swf_slurm_listener){table, to_table};
}

/* Those that are not modelled, or that Slurm ignores, each where it stands first. */
static struct unmodelled {
	char *file, *name, *why;
	size_t line, lines;
	enum swf_slurm_kind kind;
} * unmodelled;
static size_t count, capacity;

static char *copy_of(const char *text)
{
	return checked(strdup(text));
}

/* Whether it is a word of the list that was kept last, which says enough. */
static bool is_of_last(const struct swf_slurm_told *told)
{
	if (count == 0)
		return false;
	const struct unmodelled *last = &unmodelled[count - 1];
	const size_t length = strlen(last->name);
	return last->kind == told->kind && last->line == told->line &&
		strcmp(last->file, told->file) == 0 &&
		strncmp(last->name, told->name, length) == 0 && told->name[length] == '/';
}

static void keep(void *self, const struct swf_slurm_told *told)
{
	const enum swf_slurm_kind kind = told->kind;
	(void)self;
	if (told->line == 0)
		note("%s: %s=%s, %s", told->file, told->name, told->value, told->why);
	if (kind != SWF_SLURM_NOT_MODELLED && kind != SWF_SLURM_IGNORED)
		return;
	if (is_of_last(told))
		return;
	for (size_t i = 0; i < count; i++)
		if (unmodelled[i].kind == kind && strcmp(unmodelled[i].name, told->name) == 0) {
			unmodelled[i].lines++;
			return;
		}
	unmodelled = reserve(unmodelled, count, &capacity, sizeof *unmodelled);
	unmodelled[count++] = (struct unmodelled){.file = copy_of(told->file),
		.name = copy_of(told->name),
		.why = copy_of(told->why != NULL ? told->why : ""),
		.line = told->line,
		.lines = 1,
		.kind = kind};
}

struct swf_slurm_listener keep_unmodelled(void)
{
	return (struct swf_slurm_listener){NULL, keep};
}

void warn_of_unmodelled(void)
{
	for (size_t i = 0; i < count; i++) {
		const struct unmodelled *one = &unmodelled[i];
		const char *const what =
			one->kind == SWF_SLURM_IGNORED ? "ignored, as by Slurm" : "not modelled";
		const char *const colon = *one->why != '\0' ? ": " : "";
		if (one->lines == 1)
			warn("%s:%zu: %s is %s%s%s", one->file, one->line, one->name, what, colon,
				one->why);
		else
			warn("%s:%zu: %s is %s, here and %zu time%s more%s%s", one->file, one->line,
				one->name, what, one->lines - 1, one->lines == 2 ? "" : "s", colon,
				one->why);
		free(one->file);
		free(one->name);
		free(one->why);
	}
	free(unmodelled);
	unmodelled = NULL;
	count = capacity = 0;
}
