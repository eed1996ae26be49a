/*
 * Flurries: bursts in which a single user submits more jobs in a day than others do in many weeks.
 * They are candidates for a list of rare behaviours (rare.h). Source: Tsafrir and Feitelson,
 * Instability in parallel job scheduling simulation: the role of workload flurries (2006).
 */
#ifndef SWF_USERS_FLURRIES_H
#define SWF_USERS_FLURRIES_H

#include <stdbool.h>
#include <stddef.h>

#include "swfcore/table.h"
#include "swfcore/users.h"
#include "swfcore/workload.h"

/* A burst of a user's submits. */
struct swf_flurry {
	size_t first, jobs; /* the place of its first job, and how many there are */
};

/* Finds the next flurry in ascending submit times, from the place `from` on: a stretch that is
 * covered by windows of `window` s, each beginning with a job and holding more than `threshold`;
 * windows that touch belong to one flurry. Returns whether there is one. */
bool swf_flurry_next(const double *submits, size_t count, size_t from, double window,
	double threshold, struct swf_flurry *flurry);

/* The default threshold: ten times the mean number of jobs of a user in an active week, and
 * at least 500. */
double swf_flurry_threshold(const struct swf_users *users);

/* A table of the flurries of all users, a row each: columns user, begin, end, name, jobs. NULL when
 * there is no memory. */
struct swf_table *swf_flurries_table(
	const struct swf_workload *workload, double window, double threshold);

#endif
