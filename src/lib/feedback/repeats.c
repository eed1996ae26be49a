#include "feedback/repeats.h"

#include <math.h>

#include "swfcore/quantity.h"

void swf_repeats_begin(struct swf_repeats *repeats, const struct swf_history *history)
{
	const struct swf_packed_jobs *jobs = &history->workload->jobs;
	*repeats = (struct swf_repeats){
		.on = history->constants->exhausted == SWF_EXHAUSTED_REPEAT, .first_number = 1};
	for (size_t i = 0; repeats->on && i < jobs->count; i++) {
		const int64_t number = swf_packed_jobs_whole(jobs, &jobs->number, i);
		if (number == 0)
			repeats->first_number = 0;
		if (number > repeats->last_number)
			repeats->last_number = number;
	}
}

/* How much greater numbers are in each repeat: as many as jobs may have. */
static int64_t number_step(const struct swf_repeats *repeats)
{
	return repeats->last_number - repeats->first_number + 1;
}

static int64_t renumbered(const struct swf_repeats *repeats, int64_t number, uint64_t times)
{
	const bool is_one = number >= repeats->first_number && number <= repeats->last_number;
	return is_one ? number + (int64_t)times * number_step(repeats) : number;
}

void swf_repeats_renumber(
	const struct swf_repeats *repeats, const struct swf_person *person, struct swf_job *job)
{
	if (person->repeats == 0)
		return;
	job->number = renumbered(repeats, job->number, person->repeats);
	job->preceding = renumbered(repeats, job->preceding, person->repeats);
}

int swf_repeats_next(const struct swf_repeats *repeats, struct swf_people *people, size_t user,
	double now, double *submit, struct swf_error *error)
{
	struct swf_person *person = &people->people[user];
	const double weeks = fmax(1, ceil((now - person->first) / SWF_WEEK));
	const int64_t step = number_step(repeats);
	*submit = swf_to_microsecond(person->first + weeks * SWF_WEEK);
	person->repeats++;
	person->finished = *submit > person->last;
	if (person->finished)
		return 0;
	if (step > 0 && person->repeats >= (uint64_t)(INT64_MAX / step))
		return swf_fail(error, "a repeated job would have a number larger than %lld",
			(long long)INT64_MAX);
	swf_people_begin_work(people, user, *submit);
	return 1;
}
