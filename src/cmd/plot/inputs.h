/* What a picture is drawn of: logs, or tables that were printed before. */
#ifndef SWF_CMD_PLOT_INPUTS_H
#define SWF_CMD_PLOT_INPUTS_H

#include <stddef.h>

#include "plot/kind.h"

struct input {
	char *log; /* its path as a command takes it; NULL for a table */
	char *name;
};

/* Begins with {0}. */
struct inputs {
	struct input *list;
	size_t count, capacity;
};

/* Takes the operands: puts tables and the standard input into the scratch folder. Dies of the wrong
 * number of them, and of a file that cannot be read. */
void inputs_take(struct inputs *inputs, const struct kind *kind, char *const paths[]);

/* The name there of the file of a table of the input at a place. Good until the next call. */
const char *table_file(const struct kind_item *table, size_t place);

#endif
