/* Lists of users. */
#ifndef SWFCORE_USERS_H
#define SWFCORE_USERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A set of user numbers, ascending. */
struct swf_user_set {
	int64_t *users;
	size_t count;
};

/* Reads user numbers from a text file: separated by blanks, commas or ends of line, "#" begins a
 * comment. Returns 0, or -1 with the error ("FILE:LINE: ...") set. Free the set's users after. */
int swf_user_set_read(
	const char *path, struct swf_user_set *set, struct swf_error *error) SWF_MUST_CHECK;

bool swf_user_set_has(const struct swf_user_set *set, int64_t user);

#ifdef __cplusplus
}
#endif
#endif
