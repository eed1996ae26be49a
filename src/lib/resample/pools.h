/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pools of subtraces: the jobs of each user of one or more logs, from which new workloads are made
 * (resample.h).
 *
 * A subtrace is only ever moved by whole weeks. Weeks count from the first submit of its log; in
 * the second and later logs, which have a calendar of their own, from the moment before their first
 * submit at which weekday and time of day are those of the first submit of the first log. Source:
 * Zakay and Feitelson, Workload resampling for performance evaluation of parallel job schedulers
 * (2014), sections 3, 4 and 6.4. Definitions: swf-resample(1).
 */
#ifndef SWF_POOLS_H
#define SWF_POOLS_H

#include <gsl/gsl_rng.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/array.h"
#include "swfcore/error.h"
#include "swfcore/job.h"
#include "swfcore/quantity.h"
#include "swfcore/users.h"
#include "users/rare.h"
#include "users/session-lists.h"

enum swf_pool_class { SWF_POOL_LONG_TERM, SWF_POOL_TEMPORARY, SWF_POOL_RARE, SWF_POOL_ALL };
enum { SWF_POOL_CLASSES = 4 };

/* "long-term", "temporary", "rare", "all", NULL. */
extern const char *const swf_pool_class_names[];

/* A log whose jobs have been read. Begins with {0}. */
struct swf_pool_log {
	/* The jobs, of users and without, but for those of rare behaviours; its span is the whole
	 * log's. */
	struct swf_workload jobs;
	/* The jobs of rare behaviours: field 12 is the place of the row in the list. */
	struct swf_workload rare;
	double origin; /* s: week 0 begins here; not after the first submit */
	double move;   /* s, to be added to its times so that week 0 begins with the first log's */
	double length; /* s, from its first to its last submit */
	/* the users of this log in the pools: the first one, and how many */
	size_t first_owner, owners;
};

struct swf_subtrace {
	size_t log; /* 0 is the first */
	int64_t user;
	size_t owner;               /* the user among those of all pools, from 0 */
	enum swf_pool_class class_; /* of the user */
	/* Its jobs: `count` of them, at these places in `jobs`. In them field 17 is how many jobs
	 * of the user to go back to the one that it names, 0 if that is none of them, and -1 where
	 * it names none. */
	const struct swf_packed_jobs *jobs;
	const size_t *places;
	size_t count;
	size_t reach; /* how far field 17 goes back at most */
	double origin;
	int64_t first_week, last_week; /* of a submit */
	int64_t weeks_active;          /* weeks with a submit */
	double weight;                 /* how often it is used, relative to others; 1 */
};

/* A job of the subtrace, and its submit time in s. */
static inline struct swf_job swf_pool_job(const struct swf_subtrace *subtrace, size_t job)
{
	return swf_packed_jobs_get(subtrace->jobs, subtrace->places[job]);
}

static inline double swf_pool_submit(const struct swf_subtrace *subtrace, size_t job)
{
	return swf_packed_jobs_time(subtrace->jobs, &subtrace->jobs->submit, subtrace->places[job]);
}

/* The week of the log in which a job of the subtrace is submitted. */
int64_t swf_pool_subtrace_week(const struct swf_subtrace *subtrace, size_t job);

/* The place in the subtrace of the first job in or after a week. */
size_t swf_pool_subtrace_from_week(const struct swf_subtrace *subtrace, int64_t week);

/* The k-th of its `weeks_active` weeks, from 0. */
int64_t swf_pool_subtrace_active_week(const struct swf_subtrace *subtrace, int64_t k);

/* Begins with {0}. */
struct swf_pools {
	enum swf_element element; /* what a subtrace holds */
	bool classless; /* all users are in the pool SWF_POOL_ALL, and none is discarded */
	struct swf_pool_log **logs; /* each stays where it is, since subtraces know it */
	size_t log_count, log_capacity;
	struct swf_subtrace_pool {
		struct swf_subtrace *subtraces;
		size_t count, capacity;
	} pools[SWF_POOL_CLASSES]; /* in the order of logs, and then of users; unless the element
				      is the user, all are in the temporary one */
	size_t owners;             /* users in these pools, without rare behaviours */
	size_t discarded;          /* users */
	int64_t discarded_jobs;
	int64_t anonymous; /* jobs without a user, which are in no pool */
	/* processor seconds of these, of those discarded, and of all jobs of the logs */
	double anonymous_work, discarded_work, work;
};

/* Adds a log, whose origin and move are set, and takes it over. Its rare behaviours are rows of the
 * list. Users are classified by their other jobs. Returns 0, or -1 when there is no memory. */
int swf_pools_add(struct swf_pools *pools, struct swf_pool_log *log,
	const struct swf_user_class_rule *rule, const struct swf_rare_list *rare) SWF_MUST_CHECK;

/* Draws the users of each log with replacement, as many as it has, and multiplies the weights of
 * each user's subtraces by how often the user was drawn: 0, 1, 2, ... So workloads of the pools
 * vary as logs do whose users are others of the same population: the bootstrap (Efron 1979) of
 * users. Rare behaviours stay as they are. Returns 0, or -1 when there is no memory. */
int swf_pools_draw_with_replacement(struct swf_pools *pools, gsl_rng *rng) SWF_MUST_CHECK;

/* Reads a bias, by which some users of the pools are used more often than others: a table in CSV
 * with the columns weight and user, class (long-term, temporary) or log (1 is the first), of which
 * cells may be empty. A row multiplies the weights of all users that match it. Returns 0, or -1
 * with the error ("FILE:LINE: ...") set: of a malformed row, one that matches nobody, one with a
 * class where pools have none, or one that may mean users of several logs. */
int swf_bias_read(
	const char *path, struct swf_pools *pools, struct swf_error *error) SWF_MUST_CHECK;

void swf_pools_clear(struct swf_pools *pools);

/*
 * The subtraces that are giving their jobs, merged by submit time: jobs of the same second come in
 * the order of the log, if wanted, and then in that in which their streams have begun.
 */

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
