/* The conditions, and which runs under them are pairs. */
#include <stdlib.h>
#include <string.h>

#include "shared/messages.h"
#include "shared/option-values.h"
#include "shared/table-input.h"
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
	if (*values == '\0' || (second != NULL && strchr(second + 1, ',') != NULL))
		die_usage("--paired: not one or two values: '%s'", values);
	if (second != NULL)
		*second++ = '\0';
	if (second != NULL && strcmp(values, second) == 0)
		die_usage("--paired: '%s' twice", second);
	o->values[0] = values;
	o->values[1] = second;
}

static void look_for_numbers(struct runs *runs, size_t a, size_t b)
{
	char number[32];
	runs->cells.length = 0;
	snprintf(number, sizeof number, "%zu", a);
	add_cell(&runs->cells, number);
	snprintf(number, sizeof number, "%zu", b);
	add_cell(&runs->cells, number);
}

/* The place of the row among those of its group and condition. */
static size_t place_of(struct runs *runs, size_t group, size_t condition)
{
	look_for_numbers(runs, group, condition);
	const size_t part = number_of_cells(&runs->parts, &runs->cells);
	if (part == runs->part_count) {
		runs->part_rows = reserve(
			runs->part_rows, part, &runs->part_capacity, sizeof *runs->part_rows);
		runs->part_rows[runs->part_count++] = 0;
	}
	return runs->part_rows[part]++;
}

size_t run_of(struct runs *runs, const struct swf_csv_reader *csv, size_t group, size_t condition)
{
	char number[32];
	if (runs->paired == NO_COLUMN)
		return runs->run_count;
	if (runs->replication == NO_COLUMN) {
		look_for_numbers(runs, group, place_of(runs, group, condition));
		return number_of_cells(&runs->members, &runs->cells);
	}
	runs->cells.length = 0;
	snprintf(number, sizeof number, "%zu", group);
	add_cell(&runs->cells, number);
	const char *replication = cell_at(runs, csv, runs->replication);
	add_cell(&runs->cells, replication);
	const size_t run = number_of_cells(&runs->members, &runs->cells);
	if (*replication == '\0')
		die_of_row(csv, "no replication");
	if (run < runs->run_count && row_of(runs, run, condition) != NO_ROW)
		die_of_row(csv, "replication '%s' of '%s' a second time", replication,
			runs_condition(runs, condition));
	return run;
}

void check_conditions(const struct runs *runs)
{
	const struct runs_options *o = &runs->options;
	bool seen[2] = {false, false};
	for (size_t row = 0; row < runs->row_count; row++)
		if (runs->rows[row].condition < 2)
			seen[runs->rows[row].condition] = true;
	for (size_t c = 0; c < 2 && o->values[c] != NULL; c++)
		if (!seen[c])
			die("column '%s': no row has '%s'", o->paired, o->values[c]);
	if (runs->conditions.count == 1)
		die("column '%s' has one value, '%.40s'; a comparison needs two", o->paired,
			runs_condition(runs, 0));
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

static size_t rows_of_part(struct runs *runs, size_t group, size_t condition)
{
	look_for_numbers(runs, group, condition);
	const size_t part = find_cells(&runs->parts, &runs->cells);
	return part != SIZE_MAX ? runs->part_rows[part] : 0;
}

/* Dies where conditions that are matched by the place of their rows differ in the number of these.
 */
static void check_places(struct runs *runs, size_t group, size_t condition)
{
	const size_t n = rows_of_part(runs, group, 0), other = rows_of_part(runs, group, condition);
	char text[200];
	if (n != other)
		die("%zu row%s of '%s' and %zu of '%s'%s%s: the pairs are not clear; "
		    "--match names the column that tells",
			n, n == 1 ? "" : "s", runs_condition(runs, 0), other,
			runs_condition(runs, condition),
			runs->group_columns > 0 ? " in the group of " : "",
			group_text(runs, group, text, sizeof text));
}

/* Notes how many runs lack conditions. Dies where there is no pair at all. */
static void check_runs(const struct runs *runs)
{
	const size_t conditions = runs->conditions.count;
	const char *first = runs_condition(runs, 0), *second = runs_condition(runs, 1);
	size_t without = 0, pairs = 0;
	for (size_t run = 0; run < runs->run_count; run++) {
		size_t has = 0;
		for (size_t row = runs->runs[run].row; row != NO_ROW; row = runs->rows[row].before)
			has++;
		without += has < conditions;
		pairs += has > 1 &&
			(runs->options.values[0] == NULL || row_of(runs, run, 0) != NO_ROW);
	}
	if (pairs == 0 && conditions == 2)
		die("no replication is both of '%s' and of '%s'", first, second);
	if (pairs == 0)
		die("column '%s': no replication has two values to compare", runs->options.paired);
	if (without > 0 && conditions == 2)
		note("%zu replication%s of only one of '%s' and '%s': left out", without,
			without == 1 ? "" : "s", first, second);
	else if (without > 0)
		note("%zu replication%s without all %zu values of '%s': left out of the pairs that "
		     "they lack",
			without, without == 1 ? "" : "s", conditions, runs->options.paired);
	note_count((int64_t)runs->other_rows, "row", "of neither: left out");
}

void check_pairs(struct runs *runs)
{
	for (size_t group = 0; group < runs->group_index.count && runs->part_count > 0; group++)
		for (size_t condition = 1; condition < runs->conditions.count; condition++)
			check_places(runs, group, condition);
	check_runs(runs);
}
