/* The sessions of all users of a log, side by side, for its jobs as they come. */
#ifndef SWF_USERS_SESSIONS_BY_USER_H
#define SWF_USERS_SESSIONS_BY_USER_H

#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "swfcore/error.h"
#include "swfcore/sessions.h"

/* Begins with {0}. */
struct swf_sessions_by_user {
	struct swf_index index;
	struct swf_sessions *sessions;
	size_t capacity;
};

/* Those of a user, who is added if need be. NULL when there is no memory. Valid until the next
 * call. */
struct swf_sessions *swf_sessions_of(struct swf_sessions_by_user *all, int64_t user) SWF_MUST_CHECK;

void swf_sessions_by_user_clear(struct swf_sessions_by_user *all);

#endif
