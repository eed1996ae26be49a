/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The variables of tables of sessions and users, as analyses choose them. Source: Zilber, Amit and
 * Talby, What is worth learning from parallel workloads? (2005), sections 4.2, 5.1, 6.1 and 7. */
#ifndef SWF_COMPONENTS_H
#define SWF_COMPONENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "swfcore/error.h"
#include "swfcore/table.h"
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

/*
 * Principal components of standardized variables.
 *
 * Each column minus its mean is divided by its sample standard deviation (n - 1). The covariances
 * of the results are the correlations r of the columns; the components are the unit eigenvectors of
 * the matrix of the r, by decreasing eigenvalue. The eigenvalues add up to the number of variables,
 * and each is the variance of the rows along its vector. Source: Zilber, Amit and Talby, What is
 * worth learning from parallel workloads? (2005), section 4.3.
 */

/* Of each vector the coefficient that is largest in magnitude, the first of equal ones, is
 * positive. Eigenvalues below their error are 0. Where some are equal, up to a thousand times their
 * error, many sets of vectors are right: the first is that part of a variable's unit vector which
 * is in the space of these components, for the variable of which that is longest; the next is the
 * same in what is left of the space. */
struct swf_components {
	size_t variables;
	double error; /* of the eigenvalues, by rounding: 10 eps (variables + sqrt(rows)) largest */
	double *values;  /* eigenvalues, descending */
	double *vectors; /* one after the other, with a coefficient for each variable */
};

/* Of rows without empty cells. Returns 0, or -1 with the error set, to fewer than two rows, or to a
 * column of equal values. */
int swf_components_find(const struct swf_frame *frame, struct swf_components *components,
	struct swf_error *error) SWF_MUST_CHECK;

void swf_components_clear(struct swf_components *components);

/* A row a component: its number from 1, eigenvalue, share of the variance, share of it and those
 * before, and its coefficients. Numbers have the decimals that their errors leave them: the error
 * of a coefficient is that of the eigenvalues, at least 5e-11, the worth of a table's cells,
 * divided by the distance to the nearest eigenvalue that is not equal. NULL when there is no
 * memory. */
struct swf_table *swf_components_table(
	const struct swf_components *components, const char *const *names);

#endif
