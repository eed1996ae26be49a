/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "summary/cell-index.h"

#include <search.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "shared/messages.h"

void add_cell(struct cells *cells, const char *cell)
{
	const size_t length = strlen(cell) + 1;
	while (cells->length + length > cells->capacity)
		cells->text = reserve(cells->text, cells->capacity, &cells->capacity, 1);
	memcpy(cells->text + cells->length, cell, length);
	cells->length += length;
}

static int compare_cells(const void *a, const void *b)
{
	const struct cells *x = a, *y = b;
	if (x->length != y->length)
		return x->length < y->length ? -1 : 1;
	return x->length == 0 ? 0 : memcmp(x->text, y->text, x->length);
}

size_t find_cells(const struct cell_index *index, const struct cells *cells)
{
	struct cells *const *found = tfind(cells, &index->tree, compare_cells);
	return found != NULL ? (*found)->place : SIZE_MAX;
}

size_t number_of_cells(struct cell_index *index, const struct cells *cells)
{
	size_t place = find_cells(index, cells);
	if (place != SIZE_MAX)
		return place;
	struct cells *added = checked(calloc(1, sizeof *added));
	added->text = checked(malloc(cells->length + 1));
	added->length = cells->length;
	if (cells->length > 0)
		memcpy(added->text, cells->text, cells->length);
	added->place = index->count;
	index->all = reserve(index->all, index->count, &index->capacity, sizeof *index->all);
	index->all[index->count++] = added;
	checked(tsearch(added, &index->tree, compare_cells));
	return added->place;
}

void free_cell_index(struct cell_index *index)
{
	for (size_t i = 0; i < index->count; i++) {
		tdelete(index->all[i], &index->tree, compare_cells);
		free(index->all[i]->text);
		free(index->all[i]);
	}
	free(index->all);
}
