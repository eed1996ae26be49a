/* What the parts of runs.h share: the runs themselves, and what each part does for the others. What
 * is not said to be elsewhere is in runs.c. */
#ifndef SWF_CMD_SUMMARY_RUNS_PARTS_H
#define SWF_CMD_SUMMARY_RUNS_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "summary/cell-index.h"
#include "summary/runs.h"
#include "table/csv-reader.h"

enum kind { EMPTY, NUMBERS, TEXT, UNUSED, NOT_ASKED };

struct column {
	char *name;
	int place;      /* in the table at hand */
	enum kind kind; /* EMPTY until its first cell that is not */
	double *values; /* of NUMBERS, one a row; NaN for an empty cell */
	size_t capacity;
};

/* Places of columns that are none. */
enum { NO_COLUMN = -1, FILE_NAME = -2 };

#define NO_ROW SIZE_MAX

/* A run, or one under each condition. */
struct run {
	size_t group;
	size_t row; /* the last one that is of it */
};

/* A row of numbers. */
struct row {
	size_t condition;
	size_t before; /* another one of the same run, or NO_ROW */
};

struct runs {
	struct runs_options options;
	bool some_groups, some_metrics; /* columns of these may be missing */
	struct runs *reference;
	size_t *reference_groups;      /* for each group that of the reference, or SIZE_MAX */
	const char *path, *first_path; /* of the table at hand, and of the first */
	struct column *columns;
	size_t column_count;
	struct row *rows; /* those that were kept */
	size_t row_count, row_capacity;
	size_t other_rows; /* of other conditions */
	int *groups;       /* the places of these columns in the first table */
	size_t group_columns;
	int *metrics;
	size_t metric_count;
	int paired, replication;
	struct cells cells; /* those looked for */
	struct cell_index group_index, conditions;
	struct cell_index members; /* group and replication of the runs, if they are pairs */
	struct cell_index parts;   /* group and condition, if these are matched by their place */
	size_t *part_rows;         /* how many rows each part has */
	size_t part_count, part_capacity;
	struct run *runs;
	size_t run_count, run_capacity;
	size_t *order, *begins; /* the runs by group, and where each group begins */
};

/* runs-columns.c: what the columns of the tables mean. Finds those of the first table, which it
 * takes for all, in the table at hand. */
void place_columns(struct runs *runs, const struct swf_csv_reader *csv);

/* The cell of a column, by its place in the first table, or the name of the table. */
const char *cell_at(const struct runs *runs, const struct swf_csv_reader *csv, int column);

/* Takes the columns of numbers as metrics, and says what is none. */
void choose_metrics(struct runs *runs);

/* runs-pairs.c: conditions and pairs. The number of the run to which a row belongs. */
size_t run_of(struct runs *runs, const struct swf_csv_reader *csv, size_t group, size_t condition);

/* The row of a run under a condition, or NO_ROW. */
size_t row_of(const struct runs *runs, size_t run, size_t condition);

/* Dies where there are not two conditions. */
void check_conditions(const struct runs *runs);

/* Notes runs that lack conditions. Dies where there is no pair, or where they are not clear. */
void check_pairs(struct runs *runs);

/* runs-reference.c: the metrics of the originals. */
void free_reference(struct runs *runs);

#endif
