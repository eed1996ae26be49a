/* Rows of tables, as they are, with the clusters of the nearest centres. */
#ifndef SWF_CLASSIFY_ASSIGNMENT_H
#define SWF_CLASSIFY_ASSIGNMENT_H

#include <stddef.h>

#include "classify/clusters.h"
#include "swfcore/error.h"
#include "swfcore/table.h"
#include "table/csv-reader.h"

/* A table of the rows of other tables, as they are, with one more column, "cluster": the name of
 * the centre nearest to the row, the first of equally near ones, and empty where the cell of a
 * variable is. In CSV cells keep their text. */
struct swf_assignment;

/* With the columns of the first table. The centres must outlive it. NULL with the error set. */
struct swf_assignment *swf_assignment_new(const struct swf_named_centres *centres,
	const struct swf_csv_reader *first, enum swf_format format, struct swf_error *error);

/* Adds all rows of a table, which must have the columns of the first one, in any order, and no
 * other ones. Returns 0, or -1 with the error set. */
int swf_assignment_add(struct swf_assignment *assignment, struct swf_csv_reader *reader,
	struct swf_error *error) SWF_MUST_CHECK;

/* The table, which is to be written or freed by whoever has asked for it. */
struct swf_table *swf_assignment_table(const struct swf_assignment *assignment);

/* How many rows there were, and how many got no cluster. */
size_t swf_assignment_rows(const struct swf_assignment *assignment);
size_t swf_assignment_incomplete(const struct swf_assignment *assignment);

void swf_assignment_free(struct swf_assignment *assignment);

#endif
