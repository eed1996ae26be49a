/*
 * The subtraces that are giving their jobs, merged by submit time: jobs of the same second come in
 * the order of the log, if wanted, and then in that in which their streams have begun.
 */
#ifndef SWF_RESAMPLE_STREAMS_H
#define SWF_RESAMPLE_STREAMS_H

#include <stdbool.h>
#include <stdint.h>

#include <gsl/gsl_rng.h>

#include "base/array.h"
#include "resample/pools.h"
#include "swfcore/error.h"
#include "swfcore/quantity.h"

/* A user of the output. */
struct swf_person {
	int64_t number;
	/* the job that the last one was made of; NULL if there is none */
	const struct swf_subtrace *previous;
	size_t previous_job;
};

struct swf_stream {
	const struct swf_subtrace *subtrace;
	struct swf_person *person; /* whose jobs they are: often... */
	struct swf_person own;     /* ...of nobody else */
	int64_t copy;
	int64_t period;     /* weeks by which it is moved when it begins again with its first job */
	size_t left;        /* jobs that it still gives; SIZE_MAX for no end */
	int64_t shift;      /* weeks by which it is moved */
	double move;        /* s, from the log to the output, that come to these weeks */
	size_t begin, next; /* jobs of the subtrace */
	/* The numbers, in the output, of its last jobs, as many as field 17 can go back: that of
	 * job i at i % reach. */
	int64_t *numbers;
};

/* Begins with the streams' size in the slab, a probability and its generator, which is freed with
 * it, the order of ties, and 0. */
struct swf_streams {
	struct swf_turn {
		double submit; /* s, of the next job of the stream */
		size_t place;  /* of that job in its log, if ties are so ordered, else 0 */
		int64_t order;
		struct swf_stream *stream;
	} * turns; /* a heap; the first is the next */
	size_t count, capacity;
	bool by_place;       /* jobs of the same second come in the order of the log */
	int64_t begun, jobs; /* so far */
	double repeat;       /* the probability of a job to repeat its user's job before it */
	gsl_rng *repeats;
	struct swf_slab slab;
};

/* The submit time, in the output, of the next job of a stream. */
static inline double swf_stream_submit(const struct swf_stream *stream)
{
	const struct swf_subtrace *s = stream->subtrace;
	return swf_pool_submit(s, stream->next) + stream->move + (double)stream->shift * SWF_WEEK;
}

/* Adds a stream like this one, of which the subtrace, the period, the shift and the move are set,
 * and `begin` and `left`. Returns it, to be given a person, or NULL when there is no memory. */
struct swf_stream *swf_streams_add(
	struct swf_streams *streams, const struct swf_stream *like) SWF_MUST_CHECK;

/* Gives the next job; there must be one. Returns the stream if it has come to its end and begins
 * again, else NULL. */
const struct swf_stream *swf_streams_next(struct swf_streams *streams, struct swf_job *job);

void swf_streams_clear(struct swf_streams *streams);

#endif
