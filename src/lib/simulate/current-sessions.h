/*
 * The session in which each user is, as it is known while jobs arrive and end: a job begins a
 * session if it arrives when no job of the user is in the system and the last one ended more than
 * 20 minutes ago. (Zilber, Amit and Talby 2005, sections 4.1 and 7.)
 */
#ifndef SWF_SIMULATE_CURRENT_SESSIONS_H
#define SWF_SIMULATE_CURRENT_SESSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"

struct swf_current_session {
	size_t jobs;     /* that have arrived and not ended */
	double last_end; /* s, of the jobs that have */
	int kind;        /* for who uses it */
};

/* Begins with {0}. */
struct swf_current_sessions {
	struct swf_index index;
	struct swf_current_session *sessions; /* of each user */
	size_t capacity;
};

/* A job of the user arrives at t. Returns the session, and whether the job begins it, or NULL when
 * there is no memory. */
struct swf_current_session *swf_current_sessions_arrive(
	struct swf_current_sessions *sessions, int64_t user, double t, bool *begins);

/* One that has arrived ends at t. Returns its session. */
struct swf_current_session *swf_current_sessions_end(
	struct swf_current_sessions *sessions, int64_t user, double t);

void swf_current_sessions_clear(struct swf_current_sessions *sessions);

#endif
