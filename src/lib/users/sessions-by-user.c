#include "users/sessions-by-user.h"

#include <stdlib.h>

#include "base/array.h"

struct swf_sessions *swf_sessions_of(struct swf_sessions_by_user *all, int64_t user)
{
	const size_t count = all->index.count;
	/* room comes first, so that there are never more users than sessions */
	struct swf_sessions *sessions =
		swf_array_reserve(all->sessions, count, &all->capacity, sizeof *sessions);
	if (sessions == NULL)
		return NULL;
	all->sessions = sessions;
	const size_t place = swf_index_add(&all->index, user);
	if (place == SIZE_MAX)
		return NULL;
	if (place == count)
		sessions[place] = (struct swf_sessions){0};
	return &sessions[place];
}

void swf_sessions_by_user_clear(struct swf_sessions_by_user *all)
{
	for (size_t i = 0; i < all->index.count; i++)
		swf_sessions_clear(&all->sessions[i]);
	free(all->sessions);
	swf_index_clear(&all->index);
	*all = (struct swf_sessions_by_user){0};
}
