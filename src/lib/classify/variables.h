/* The variables of tables of sessions and users, as analyses choose them. Source: Zilber, Amit and
 * Talby, What is worth learning from parallel workloads? (2005), sections 4.2, 5.1, 6.1 and 7. */
#ifndef SWF_CLASSIFY_VARIABLES_H
#define SWF_CLASSIFY_VARIABLES_H

#include <stdbool.h>
#include <stddef.h>

#include "swfcore/error.h"
#include "table/csv-reader.h"
#include "table/frame.h"

/* The variables of an analysis: those that it needs, then those that it only describes. */
enum { SWF_VARIABLES_MOST = 512 };
struct swf_variables {
	const char *names[SWF_VARIABLES_MOST + 32]; /* they must outlive it */
	size_t count, needed;
};

/* Adds a variable. Returns false if it is there. */
bool swf_variables_add(struct swf_variables *variables, const char *name);

/* A table with all variables of sessions or of users (features.h), or neither. */
enum swf_table_kind { SWF_OTHER_TABLE, SWF_SESSION_TABLE, SWF_USER_TABLE };
enum swf_table_kind swf_variables_kind(const struct swf_csv_reader *reader);

/* Adds the variables that the paper uses for sessions or users: of the principal components all,
 * but not D_days, or those of the clusters (sections 4.2, 5.1, 6.1 and 7); or all that there are.
 */
void swf_variables_choose(
	struct swf_variables *variables, enum swf_table_kind kind, bool for_clusters);
void swf_variables_add_all(struct swf_variables *variables, enum swf_table_kind kind);

/* Adds the rows of a table of sessions to the frame, and their classes (enum swf_session_class),
 * from the column "class", to an array that grows with it. Returns 0, or -1 with the error set. */
int swf_variables_read_classes(struct swf_frame *frame, struct swf_csv_reader *reader,
	size_t **classes, struct swf_error *error) SWF_MUST_CHECK;

#endif
