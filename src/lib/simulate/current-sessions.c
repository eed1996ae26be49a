#include "simulate/current-sessions.h"

#include <stdlib.h>

#include "base/array.h"

static const double longest_think_time = 1200; /* s, within a session */

struct swf_current_session *swf_current_sessions_arrive(
	struct swf_current_sessions *sessions, int64_t user, double t, bool *begins)
{
	const size_t users = sessions->index.count;
	const size_t u = swf_index_add(&sessions->index, user);
	if (u == SIZE_MAX)
		return NULL;
	*begins = sessions->index.count > users;
	if (*begins) {
		struct swf_current_session *more = swf_array_reserve(
			sessions->sessions, users, &sessions->capacity, sizeof *more);
		if (more == NULL)
			return NULL;
		sessions->sessions = more;
		more[u] = (struct swf_current_session){0};
	}
	struct swf_current_session *session = &sessions->sessions[u];
	if (session->jobs == 0 && t - session->last_end > longest_think_time)
		*begins = true;
	session->jobs++;
	return session;
}

struct swf_current_session *swf_current_sessions_end(
	struct swf_current_sessions *sessions, int64_t user, double t)
{
	struct swf_current_session *session =
		&sessions->sessions[swf_index_find(&sessions->index, user)];
	session->jobs--;
	session->last_end = t;
	return session;
}

void swf_current_sessions_clear(struct swf_current_sessions *sessions)
{
	swf_index_clear(&sessions->index);
	free(sessions->sessions);
}
