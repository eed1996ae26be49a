/* Tables of the users of a log. Columns: swf-split-users(1). */
#ifndef SWF_USERS_USER_TABLES_H
#define SWF_USERS_USER_TABLES_H

#include <stdbool.h>

#include "swfcore/table.h"
#include "swfcore/users.h"

/* An empty table with a row a user, with `files` behind a column with the name of the user's file.
 * NULL when there is no memory. */
struct swf_table *swf_user_tables_users(bool files);

/* Adds the row of a user, behind the cell with the user's file if there is such a column. */
void swf_user_tables_add_user(struct swf_table *table, const struct swf_users *users,
	const struct swf_user *user, const struct swf_user_class_rule *rule);

/* A table of one row: the users and jobs of each class. NULL when there is no memory. */
struct swf_table *swf_user_tables_summary(
	const struct swf_users *users, const struct swf_user_class_rule *rule);

#endif
