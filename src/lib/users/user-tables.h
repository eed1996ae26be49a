/* Tables of the users of a log. Columns: swf-split-users(1). */
#ifndef SWFCORE_USER_TABLES_H
#define SWFCORE_USER_TABLES_H

#include <stdbool.h>

#include "swfcore/table.h"
#include "swfcore/users.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An empty table with a row a user, with `files` behind a column with the name of the user's file.
 * NULL when there is no memory. */
struct swf_table *swf_users_table(bool files);

/* Adds the row of a user, behind the cell with the user's file if there is such a column. */
void swf_users_row(struct swf_table *table, const struct swf_users *users,
	const struct swf_user *user, const struct swf_user_class_rule *rule);

/* A table of one row: the users and jobs of each class. NULL when there is no memory. */
struct swf_table *swf_users_summary(
	const struct swf_users *users, const struct swf_user_class_rule *rule);

#ifdef __cplusplus
}
#endif
#endif
