#include "users/elements.h"

#include <stdint.h>

#include "swfcore/users.h"

const char *const swf_element_names[] = {"user", "session", "batch", "job", NULL};

int swf_elements_add(struct swf_elements *elements, const struct swf_job *job, size_t *user)
{
	*user = SIZE_MAX;
	if (elements->element == SWF_ELEMENT_JOB || swf_job_is_anonymous(job))
		return 1;
	struct swf_sessions *sessions = swf_sessions_of(&elements->users, job->user);
	if (sessions == NULL || swf_sessions_add(sessions, &swf_session_default_rule, job) != 0)
		return -1;
	*user = (size_t)(sessions - elements->users.sessions);
	if (elements->element == SWF_ELEMENT_BATCH)
		return sessions->starts_batch;
	return sessions->starts_session &&
		(elements->element == SWF_ELEMENT_SESSION || sessions->sessions == 1);
}

void swf_elements_clear(struct swf_elements *elements)
{
	swf_sessions_by_user_clear(&elements->users);
	*elements = (struct swf_elements){.element = elements->element};
}
