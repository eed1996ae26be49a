/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers for cells of tables. All of it dies where there is no memory. */
#ifndef SWF_CMD_SUMMARY_CELL_INDEX_H
#define SWF_CMD_SUMMARY_CELL_INDEX_H

#include <stddef.h>

/* One or more cells, each with its NUL. Begins with {0}, and again with a length of 0; its text is
 * to be freed. */
struct cells {
	char *text;
	size_t length, capacity;
	size_t place; /* in an index */
};

void add_cell(struct cells *cells, const char *cell);

/* Numbers for cells: 0, 1, 2, ... in the order of first appearance. Begins with {0}. */
struct cell_index {
	struct cells **all;
	size_t count, capacity;
	void *tree; /* of the same, for tsearch */
};

/* The number of the cells, or SIZE_MAX. */
size_t find_cells(const struct cell_index *index, const struct cells *cells);

/* The number of the cells, of which a copy is added if need be. */
size_t number_of_cells(struct cell_index *index, const struct cells *cells);

void free_cell_index(struct cell_index *index);

#endif
