/* A workload in the making: what users who are displaced and those who come by their class share.
 */
#ifndef SWF_RESAMPLE_RESAMPLE_RUN_H
#define SWF_RESAMPLE_RESAMPLE_RUN_H

#include "resample/resample.h"
#include "resample/streams.h"

struct swf_resample {
	const struct swf_pools *pools;
	struct swf_resample_plan plan;
	gsl_rng *rng;
	void (*used)(void *self, const struct swf_resample_use *use);
	void *self;
	double start, end; /* s */
	double week;       /* the next to begin, from 0 */
	int64_t users;
	struct swf_streams streams;
	struct lot {
		double *weights;
		size_t *order;
		int64_t *copies;
	} lots[SWF_POOL_CLASSES]; /* of the subtraces of each pool */
	size_t *drawn;
	size_t drawn_capacity;
	/* Where the parts of users are resampled, a person each; of displaced users one for each of
	 * the copies, from first_owner[i] on. */
	struct swf_person *owners;
	size_t *first_owner;
};

/* Tells of a use that begins, or that passes the end of a period. */
void swf_resample_tell(
	const struct swf_resample *r, const struct swf_stream *stream, int64_t first_week);

/* Begins a stream like this one, of which the subtrace, the copy, the period, the shift, `begin`
 * and `left` are set, and the person unless it is one of its own. Returns 1, 0 if it would begin
 * after the end of the workload, or -1 when there is no memory. */
int swf_resample_begin_use(
	struct swf_resample *r, const struct swf_stream *like, int64_t first_week) SWF_MUST_CHECK;

/* Draws from a pool by the weights of its lot, into r->drawn, where copies are neighbours. Returns
 * 0, or -1 when there is no memory. */
int swf_resample_draw(
	struct swf_resample *r, enum swf_pool_class pool, size_t count) SWF_MUST_CHECK;

/* How many of those drawn from k on are the same one. */
size_t swf_resample_copies(const struct swf_resample *r, size_t k, size_t count);

int64_t swf_resample_random_below(struct swf_resample *r, int64_t n);

#endif
