/* The QOS that `sacctmgr --parsable show qos` prints. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "accounting/names.h"
#include "base/array.h"
#include "base/input.h"
#include "slurm/conf/read-associations.h"

enum { COLUMNS_MOST = 100 };

struct table {
	struct swf_slurm_associations *associations;
	struct swf_slurm_report *report;
	const char *file;
	size_t line, capacity;
	const char *columns[COLUMNS_MOST];
	size_t count;
	bool closed;            /* lines end with a "|", as with --parsable; not with --parsable2 */
	struct swf_names known; /* QOS: the same places */
	bool seen[SWF_SLURM_PLACES];
};

static const struct swf_slurm_qos plain = {.usage_factor = 1};

/* Cuts off the next cell. NULL behind the last one. */
static char *next_cell(char **rest)
{
	char *const cell = *rest;
	char *const bar = cell != NULL ? strchr(cell, '|') : NULL;
	*rest = bar != NULL ? bar + 1 : NULL;
	if (bar != NULL)
		*bar = '\0';
	return cell;
}

static int read_header(struct table *t, char *line)
{
	bool has_name = false;
	for (char *cell; (cell = next_cell(&line)) != NULL;) {
		struct swf_slurm_found found;
		if (!swf_slurm_setting_find(SWF_SLURM_OF_QOS, cell, NULL, &found) ||
			t->count == COLUMNS_MOST)
			return swf_fail(t->report->error,
				"%.100s:1: not a column of sacctmgr --parsable show qos: '%.40s'",
				t->file, cell);
		has_name |= strcasecmp(cell, "Name") == 0;
		t->columns[t->count] = swf_slurm_names_put(t->report->names, cell, strlen(cell));
		if (t->columns[t->count++] == NULL)
			return swf_fail_memory(t->report->error);
	}
	return has_name ? 0 : swf_fail(t->report->error, "%.100s:1: no column Name", t->file);
}

static int refuse_width(const struct table *t)
{
	return swf_fail(t->report->error, "%.100s:%zu: not %zu columns as in the header", t->file,
		t->line, t->count);
}

static int add_row(struct table *t, char *line)
{
	struct swf_slurm_associations *const all = t->associations;
	struct swf_slurm_qos *larger =
		swf_array_reserve_from(16, all->qos, all->qos_count, &t->capacity, sizeof *larger);
	if (larger == NULL)
		return swf_fail_memory(t->report->error);
	all->qos = larger;
	struct swf_slurm_qos *const qos = &larger[all->qos_count];
	*qos = plain;
	qos->limits = swf_slurm_no_limits;
	size_t column = 0;
	for (char *cell; (cell = next_cell(&line)) != NULL; column++) {
		if (column == t->count)
			return refuse_width(t);
		const struct swf_slurm_value value = {t->file, t->line, t->columns[column],
			swf_slurm_names_put(t->report->names, cell, strlen(cell)), t->report, NULL,
			NULL};
		if (value.text == NULL)
			return swf_fail_memory(t->report->error);
		if (*cell != '\0' &&
			swf_slurm_read_cell(SWF_SLURM_OF_QOS, &value, t->seen, qos) != 0)
			return -1;
	}
	if (column != t->count)
		return refuse_width(t);
	if (qos->name == NULL)
		return swf_fail(t->report->error, "%.100s:%zu: Name: empty", t->file, t->line);
	const uint32_t place = swf_names_put(&t->known, qos->name, strlen(qos->name));
	if (place == SWF_NO_NAME)
		return swf_fail_memory(t->report->error);
	if (place < all->qos_count++)
		return swf_fail(t->report->error, "%.100s:%zu: Name: '%.60s' is there twice",
			t->file, t->line, qos->name);
	return 0;
}

static int read_lines(struct table *t, struct swf_lines *lines)
{
	char *line;
	size_t length;
	int got;
	while ((got = swf_lines_next(lines, &line, &length, t->report->error)) == 1) {
		t->line++;
		if (memchr(line, '\0', length) != NULL)
			return swf_fail(t->report->error, "%.100s:%zu: a NUL byte: not a text",
				t->file, t->line);
		length -= length > 1 && line[length - 2] == '\r' ? 2 : 1;
		if (t->line == 1)
			t->closed = length > 0 && line[length - 1] == '|';
		length -= t->closed && length > 0 && line[length - 1] == '|';
		line[length] = '\0';
		if (t->line == 1 ? read_header(t, line) != 0
				 : *line != '\0' && add_row(t, line) != 0)
			return -1;
	}
	if (got == 0 && t->associations->qos_count == 0)
		return swf_fail(t->report->error, "%.100s: no QOS", t->file);
	return got;
}

/* The one QOS that each Slurm has. */
static int add_normal(struct swf_slurm_associations *associations, struct swf_error *error)
{
	associations->qos = malloc(sizeof *associations->qos);
	if (associations->qos == NULL)
		return swf_fail_memory(error);
	*associations->qos = plain;
	associations->qos->name = "normal";
	associations->qos->limits = swf_slurm_no_limits;
	associations->qos_count = 1;
	return 0;
}

int swf_slurm_read_qos(struct swf_slurm_associations *associations, const char *file,
	struct swf_slurm_report *report)
{
	if (file == NULL)
		return add_normal(associations, report->error);
	struct table table = {.associations = associations, .report = report};
	struct swf_bytes bytes;
	struct swf_lines lines;
	if (swf_input_open(file, &bytes, report->error) != 0)
		return -1;
	const int opened = swf_lines_init(&lines, bytes);
	const char *const name = swf_input_name(file);
	table.file = swf_slurm_names_put(report->names, name, strlen(name));
	const int got = opened == 0 && table.file != NULL ? read_lines(&table, &lines)
							  : swf_fail_memory(report->error);
	swf_names_clear(&table.known);
	swf_lines_clear(&lines);
	return got;
}
