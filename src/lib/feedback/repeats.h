/* Users who begin their work again when all of it is done. */
#ifndef SWF_FEEDBACK_REPEATS_H
#define SWF_FEEDBACK_REPEATS_H

#include "feedback/people.h"

struct swf_repeats {
	bool on; /* they do, by the constants of the history */
	/* of jobs, if so: 0 if one has that, else 1; and the greatest */
	int64_t first_number, last_number;
};

void swf_repeats_begin(struct swf_repeats *repeats, const struct swf_history *history);

/* Gives a job of the person its numbers in the repeat that has begun last, if any. */
void swf_repeats_renumber(
	const struct swf_repeats *repeats, const struct swf_person *person, struct swf_job *job);

/* Has the user, whose work is done, begin it again with its first job at *submit (s): 1. 0 when the
 * user is finished, or -1 with the error set. */
int swf_repeats_next(const struct swf_repeats *repeats, struct swf_people *people, size_t user,
	double now, double *submit, struct swf_error *error) SWF_MUST_CHECK;

#endif
