/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of users as people write them: numbers and ranges, "3,17,40-55". */
#ifndef SWF_USERS_USER_SET_H
#define SWF_USERS_USER_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"

struct swf_user_range {
	int64_t low, high; /* both included */
};

/* Ranges in ascending order; those that overlapped have been joined. */
struct swf_user_set {
	struct swf_user_range *ranges;
	size_t count;
};

/* Reads user numbers and ranges, separated by blanks, commas or ends of line; "#" begins a comment
 * that goes to the end of the line. Returns 0, or -1 with the error set. */
int swf_user_set_parse(
	const char *text, struct swf_user_set *set, struct swf_error *error) SWF_MUST_CHECK;

/* The same from a text file; the error is "FILE:LINE: ...". */
int swf_user_set_read(
	const char *path, struct swf_user_set *set, struct swf_error *error) SWF_MUST_CHECK;

/* Sorts ranges that were put there in any order, and joins those that overlap. */
void swf_user_set_arrange(struct swf_user_set *set);

/* The place of the range that holds the user, or `count` when there is none. */
size_t swf_user_set_find(const struct swf_user_set *set, int64_t user);

static inline bool swf_user_set_has(const struct swf_user_set *set, int64_t user)
{
	return swf_user_set_find(set, user) < set->count;
}

void swf_user_set_clear(struct swf_user_set *set);

#endif
