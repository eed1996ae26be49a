#include "resample/resample.h"

#include <stdlib.h>

#include "base/number.h"
#include "base/random.h"
#include "resample/displaced.h"
#include "resample/resample-classes.h"
#include "resample/resample-plan.h"
#include "resample/resample-run.h"

int swf_resample_next(struct swf_resample *resample, struct swf_job *job, struct swf_error *error)
{
	struct swf_resample *r = resample;
	const struct swf_streams *streams = &r->streams;
	while (r->pools->classless || r->plan.temporary_rate > 0) {
		const double week_begin = r->start + r->week * SWF_WEEK;
		if (week_begin >= r->end ||
			(streams->count > 0 && streams->turns[0].submit < week_begin))
			break;
		if ((r->pools->classless ? swf_displaced_begin_week(r)
					 : swf_resample_begin_week(r)) != 0)
			return swf_fail_memory(error);
	}
	if (streams->count == 0 || streams->turns[0].submit >= r->end)
		return 0;
	if (streams->turns[0].submit > SWF_TIME_MAX)
		return swf_fail(error, "the workload comes to times beyond 2^53 s");
	const struct swf_stream *again = swf_streams_next(&r->streams, job);
	if (again != NULL && swf_stream_submit(again) < r->end)
		swf_resample_tell(r, again, again->subtrace->first_week + again->shift);
	return 1;
}

static int make_lots(struct swf_resample *r)
{
	for (int pool = 0; pool < SWF_POOL_CLASSES; pool++) {
		const size_t n = r->pools->pools[pool].count;
		struct lot *lot = &r->lots[pool];
		lot->weights = malloc((n + 1) * sizeof *lot->weights);
		lot->order = malloc((n + 1) * sizeof *lot->order);
		lot->copies = calloc(n + 1, sizeof *lot->copies);
		if (lot->weights == NULL || lot->order == NULL || lot->copies == NULL)
			return -1;
		for (size_t i = 0; i < n; i++)
			lot->order[i] = i;
	}
	return 0;
}

struct swf_resample *swf_resample_new(const struct swf_pools *pools,
	const struct swf_resample_plan *plan, gsl_rng *rng,
	void (*used)(void *self, const struct swf_resample_use *use), void *self,
	struct swf_error *error)
{
	if (swf_resample_check(pools, plan, error) != 0)
		return NULL;
	struct swf_resample *r = calloc(1, sizeof *r);
	if (r == NULL) {
		swf_fail_memory(error);
		return NULL;
	}
	*r = (struct swf_resample){.pools = pools,
		.plan = *plan,
		.rng = rng,
		/* repeating jobs has its generator, so that it changes nothing else */
		.streams = {.repeat = plan->repeat,
			.repeats = swf_random_new_from(rng),
			.slab = {.element_size = sizeof(struct swf_stream)}},
		.used = used,
		.self = self,
		.start = pools->logs[0]->origin + pools->logs[0]->move};
	r->end = r->start + plan->length;
	if (r->streams.repeats != NULL && make_lots(r) == 0 &&
		(pools->classless ? swf_displaced_start(r) : swf_resample_start(r)) == 0)
		return r;
	swf_fail_memory(error);
	swf_resample_free(r);
	return NULL;
}

void swf_resample_free(struct swf_resample *resample)
{
	if (resample == NULL)
		return;
	swf_streams_clear(&resample->streams);
	for (int pool = 0; pool < SWF_POOL_CLASSES; pool++) {
		free(resample->lots[pool].weights);
		free(resample->lots[pool].order);
		free(resample->lots[pool].copies);
	}
	free(resample->drawn);
	free(resample->owners);
	free(resample->first_owner);
	free(resample);
}
