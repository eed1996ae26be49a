/* Selected jobs that are written only when all are known: the last ones, a sample, or all. */
#ifndef SWF_CMD_SELECT_PICKS_H
#define SWF_CMD_SELECT_PICKS_H

#include <gsl/gsl_rng.h>

#include "select/record.h"

enum pick { PICK_FIRST, PICK_LAST, PICK_SAMPLE };

/* Begins with how, how many, and for a sample the generator, all else 0. It takes memory for no
 * more records than it picks. */
struct picks {
	enum pick how;
	size_t most;
	gsl_rng *rng;
	size_t seen; /* of which it picks */
	struct record *records;
	size_t count, capacity;
};

/* Adds the next record, as a copy with its extra fields, where it is picked. Dies where there is no
 * memory. */
void picks_add(struct picks *picks, const struct record *record);

/* Puts them in the order of the log. */
void picks_sort(struct picks *picks);

void picks_clear(struct picks *picks);

#endif
