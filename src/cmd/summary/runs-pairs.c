/* The two conditions, and which runs under them are pairs. */
#include <string.h>

#include "shared/memory.h"
#include "shared/messages.h"
#include "shared/table-input.h"
#include "shared/values.h"
#include "summary/runs-parts.h"

void paired_value(struct runs_options *o, char *text)
{
	char *values = strchr(text, '=');
	o->paired = text;
	o->values[0] = o->values[1] = NULL;
	if (values == NULL)
		return;
	*values++ = '\0';
	char *second = strchr(values, ',');
	if (second == NULL || strchr(second + 1, ',') != NULL)
		die_usage("--paired: not two values: '%s'", values);
	*second++ = '\0';
	if (strcmp(values, second) == 0)
		die_usage("--paired: '%s' twice", second);
	o->values[0] = values;
	o->values[1] = second;
}

/* The place of the row among those of its group and condition. */
static size_t place_of(struct runs *runs, size_t group, size_t condition)
{
	while (runs->placed_count <= group) {
		runs->placed = reserve(runs->placed, runs->placed_count, &runs->placed_capacity,
			sizeof *runs->placed);
		memset(runs->placed[runs->placed_count++], 0, sizeof *runs->placed);
	}
	return runs->placed[group][condition]++;
}

size_t run_of(struct runs *runs, const struct swf_csv_reader *csv, size_t group, size_t condition)
{
	char number[32];
	if (runs->paired == NO_COLUMN)
		return runs->run_count;
	runs->cells.length = 0;
	snprintf(number, sizeof number, "%zu", group);
	add_cell(&runs->cells, number);
	if (runs->replication == NO_COLUMN) {
		snprintf(number, sizeof number, "%zu", place_of(runs, group, condition));
		add_cell(&runs->cells, number);
		return number_of_cells(&runs->members, &runs->cells);
	}
	const char *replication = cell_at(runs, csv, runs->replication);
	add_cell(&runs->cells, replication);
	const size_t run = number_of_cells(&runs->members, &runs->cells);
	if (*replication == '\0')
		die_of_row(csv, "no replication");
	if (run < runs->run_count && runs->runs[run].rows[condition] != NO_ROW)
		die_of_row(csv, "replication '%s' of '%s' a second time", replication,
			runs_condition(runs, condition));
	return run;
}

void check_conditions(const struct runs *runs)
{
	const struct runs_options *o = &runs->options;
	const size_t n = runs->conditions.count;
	size_t seen[2] = {0, 0};
	for (size_t i = 0; i < runs->run_count; i++)
		for (int c = 0; c < 2; c++)
			seen[c] += runs->runs[i].rows[c] != NO_ROW;
	for (size_t c = 0; c < 2 && o->values[c] != NULL; c++)
		if (seen[c] == 0)
			die("column '%s': no row has '%s'", o->paired, o->values[c]);
	if (o->values[0] != NULL || n == 2)
		return;
	char list[300] = "";
	for (size_t c = 0; c < n && c < 4; c++) {
		const size_t used = strlen(list);
		snprintf(list + used, sizeof list - used, "%s'%.40s'", c > 0 ? ", " : "",
			runs_condition(runs, c));
	}
	if (n == 1)
		die("column '%s' has one value, %s; a comparison needs two", o->paired, list);
	die("column '%s' has %zu values, %s%s; choose two: --paired %s=A,B", o->paired, n, list,
		n > 4 ? ", ..." : "", o->paired);
}

/* The cells of a group, as far as there is room. */
static const char *group_text(const struct runs *runs, size_t group, char *text, size_t room)
{
	size_t used = 0;
	*text = '\0';
	for (size_t i = 0; i < runs->group_columns && used < room; i++)
		used += (size_t)snprintf(text + used, room - used, "%s%s", i > 0 ? ", " : "",
			runs_group_cell(runs, group, i));
	return text;
}

void check_pairs(const struct runs *runs)
{
	const char *first = runs_condition(runs, 0), *second = runs_condition(runs, 1);
	char text[200];
	for (size_t group = 0; group < runs->placed_count; group++) {
		const size_t *n = runs->placed[group];
		if (n[0] != n[1])
			die("%zu row%s of '%s' and %zu of '%s'%s%s: the pairs are not clear; "
			    "--match names the column that tells",
				n[0], n[0] == 1 ? "" : "s", first, n[1], second,
				runs->group_columns > 0 ? " in the group of " : "",
				group_text(runs, group, text, sizeof text));
	}
	size_t alone = 0;
	for (size_t i = 0; i < runs->run_count; i++)
		alone += runs->runs[i].rows[0] == NO_ROW || runs->runs[i].rows[1] == NO_ROW;
	if (alone == runs->run_count)
		die("no replication is both of '%s' and of '%s'", first, second);
	if (alone > 0)
		note("%zu replication%s of only one of '%s' and '%s': left out", alone,
			alone == 1 ? "" : "s", first, second);
	note_count((int64_t)runs->other_rows, "row", "of neither: left out");
}
