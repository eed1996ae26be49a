/* The metrics of the originals, which are runs too: one a group. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "shared/command.h"
#include "shared/messages.h"
#include "shared/table-input.h"
#include "summary/runs-parts.h"

/* The group of the reference that has the same cells, as far as it has the columns, or SIZE_MAX. */
static size_t same_group(const struct runs *runs, size_t group, const struct runs *reference)
{
	struct cells cells = {0};
	for (size_t i = 0; i < runs->group_columns; i++)
		if (reference->groups[i] != NO_COLUMN)
			add_cell(&cells, runs_group_cell(runs, group, i));
	const size_t found = find_cells(&reference->group_index, &cells);
	free(cells.text);
	return found;
}

/* Finds the groups of the reference, and says what has no counterpart. */
static void match_groups(struct runs *runs, const struct runs *reference)
{
	const size_t groups = runs_groups(runs), rows = runs_groups(reference);
	bool *used = checked(calloc(rows, sizeof *used));
	int64_t missing = 0, unused = 0;
	runs->reference_groups = checked(calloc(groups, sizeof *runs->reference_groups));
	for (size_t g = 0; g < groups; g++) {
		const size_t row = runs->reference_groups[g] = same_group(runs, g, reference);
		missing += row == SIZE_MAX;
		if (row != SIZE_MAX)
			used[row] = true;
	}
	for (size_t row = 0; row < rows; row++)
		unused += !used[row];
	free(used);
	note_count(missing, "group", "without a row of the reference");
	note_count(unused, "row", "of the reference for groups without runs: left out");
}

/* Reads a table with these metrics in a row for each group; `some` of them may be missing. */
static void read_metrics(struct runs *runs, const char *path, char **metrics, bool some)
{
	struct runs *reference = runs_new(
		&(struct runs_options){.groups = runs->options.groups, .metrics = metrics});
	reference->some_groups = true;
	reference->some_metrics = some;
	runs->reference = reference;
	runs_read(reference, path);
	if (reference->row_count == 0)
		die("%s: no row", shown_name(path));
	runs_finish(reference);
	for (size_t g = 0; g < runs_groups(reference); g++)
		if (runs_in_group(reference, g) > 1)
			die("%s: %zu rows%s instead of one", shown_name(path),
				runs_in_group(reference, g),
				runs_groups(reference) > 1 ? " of one group" : "");
	match_groups(runs, reference);
}

void runs_read_reference(struct runs *runs, const char *path)
{
	char **metrics = checked(calloc(runs->metric_count + 1, sizeof *metrics));
	for (size_t m = 0; m < runs->metric_count; m++)
		metrics[m] = runs->columns[runs->metrics[m]].name;
	read_metrics(runs, path, metrics, runs->options.metrics == NULL);
}

void runs_read_users(struct runs *runs, const char *path)
{
	static char name[] = "effective_users";
	char **metrics = checked(calloc(2, sizeof *metrics));
	metrics[0] = name;
	read_metrics(runs, path, metrics, false);
	double users;
	for (size_t g = 0; g < runs_groups(runs->reference); g++)
		if (runs_values(runs->reference, g, 0, &users) == 1 && !(users >= 0))
			die("%s: effective_users: %g is not a number of users", shown_name(path),
				users);
}

double runs_reference(const struct runs *runs, size_t group, size_t metric)
{
	const size_t row = runs->reference_groups[group];
	double value;
	return row != SIZE_MAX && runs_values(runs->reference, row, metric, &value) == 1 ? value
											 : NAN;
}

bool runs_of_site(const struct runs *runs, size_t group)
{
	return runs->reference_groups[group] == SIZE_MAX || !isnan(runs_reference(runs, group, 0));
}

void free_reference(struct runs *runs)
{
	if (runs->reference == NULL)
		return;
	free((void *)runs->reference->options.metrics);
	runs_free(runs->reference);
	free(runs->reference_groups);
}
