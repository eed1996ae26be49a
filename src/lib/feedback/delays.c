/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "feedback/user-models.h"

#include <stdlib.h>

/* Adds the times of user u behind those of earlier users. */
static void collect_user(struct swf_delays *d, const struct swf_history *history, size_t u,
	bool begin_session, double limit)
{
	const struct swf_batches *work = &history->work[u];
	for (int kind = 0; kind < SWF_DELAYS; kind++)
		d->from[kind][u + 1] = d->from[kind][u];
	for (size_t i = 1; i < work->count; i++) {
		const struct swf_batch *batch = &work->batches[i];
		if ((batch->session != work->batches[i - 1].session) != begin_session)
			continue;
		const double times[SWF_DELAYS] = {[SWF_DELAY_INTER_ARRIVAL] = batch->inter_arrival,
			[SWF_DELAY_THINK] = batch->think_time};
		for (int kind = 0; kind < SWF_DELAYS; kind++)
			if (times[kind] < limit) /* an unknown one is not */
				d->values[kind][d->from[kind][u + 1]++] = times[kind];
	}
}

int swf_delays_collect(struct swf_delays *delays, const struct swf_history *history,
	bool begin_session, double limit)
{
	const size_t user_count = history->workload->users.count;
	*delays = (struct swf_delays){.user_count = user_count};
	for (int kind = 0; kind < SWF_DELAYS; kind++) {
		delays->values[kind] = malloc(
			(history->first_batch[user_count] + 1) * sizeof *delays->values[kind]);
		delays->from[kind] = calloc(user_count + 1, sizeof *delays->from[kind]);
		if (delays->values[kind] == NULL || delays->from[kind] == NULL)
			return -1;
	}
	for (size_t u = 0; u < user_count; u++)
		collect_user(delays, history, u, begin_session, limit);
	return 0;
}

void swf_delays_clear(struct swf_delays *delays)
{
	for (int kind = 0; kind < SWF_DELAYS; kind++) {
		free(delays->values[kind]);
		free(delays->from[kind]);
	}
	*delays = (struct swf_delays){0};
}

bool swf_delays_draw(
	const struct swf_delays *delays, size_t user, bool waited, gsl_rng *rng, double *delay)
{
	const int kind = waited ? SWF_DELAY_THINK : SWF_DELAY_INTER_ARRIVAL;
	const size_t *from = delays->from[kind];
	size_t first = from[user], count = from[user + 1] - first;
	if (count == 0) {
		first = 0;
		count = from[delays->user_count];
	}
	if (count == 0)
		return false;
	*delay = delays->values[kind][first + gsl_rng_uniform_int(rng, count)];
	return true;
}
