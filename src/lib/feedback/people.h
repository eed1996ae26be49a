/* The users of a history in a simulation: how far the work of each has come. */
#ifndef SWF_FEEDBACK_PEOPLE_H
#define SWF_FEEDBACK_PEOPLE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/history.h"

/* What has become of a batch. */
struct swf_progress {
	double submit; /* s, of its first job */
	size_t left;   /* jobs that have not ended */
	size_t user;   /* whose it is */
};

/* A user of the log in the simulation, as far as their work has come; or nobody, whose are the jobs
 * without a user. */
struct swf_person {
	const struct swf_batches *work; /* NULL for the jobs without a user */
	const size_t *places;           /* of the user's jobs in the workload */
	size_t jobs;                    /* how many */
	double first, last;             /* s, their recorded submits */
	struct swf_progress *progress;  /* of the user's batches */
	const size_t *depends_on;       /* of these batches, as in the history; or NULL */
	size_t job;                     /* the next one to be submitted */
	size_t batch;                   /* the one that it is in, or that ends with the last one */
	size_t batch_end;               /* the first job behind that batch */
	double arrival;                 /* s, the recorded submit of its first job */
	/* how many of the sessions, in the recorded order of their ends, have ended again, without
	 * a gap */
	size_t sessions_ended;
	size_t jobs_ended;
	uint64_t repeats; /* of the work, so far */
	bool waits;       /* the batch is not yet available */
	bool left;        /* or has never come */
	bool finished;    /* repeats the work no more */
	/* once the user has left: the first batch whose submit time was not known, and the shift in
	 * s of what would still have been submitted from there on */
	size_t unknown_from;
	double shift;
};

struct swf_people {
	const struct swf_history *history;
	struct swf_person *people; /* at the places of the users; the last is nobody */
	size_t count;
	/* of the batches of all users in a row; then one that stands for nobody's jobs */
	struct swf_progress *progress;
	/* where batches depend on single jobs: which of these each job is in, and whether it has
	 * ended; else NULL */
	size_t *batches;
	bool *ended;
};

/* Lays out the work of all. The history must outlive it. 0, or -1 when there is no memory; free it
 * in both cases. */
int swf_people_begin(struct swf_people *people, const struct swf_history *history) SWF_MUST_CHECK;
void swf_people_clear(struct swf_people *people);

/* The user, who has any, begins the work with its first job at that time. */
void swf_people_begin_work(struct swf_people *people, size_t user, double submit);

/* What stands for the person's next job in the simulation. When that job has ended: its batch. */
size_t swf_people_tag(const struct swf_people *people, const struct swf_person *person);
struct swf_progress *swf_people_ended(struct swf_people *people, size_t tag);

/* Whether all that the user's next batch depends on has ended. */
bool swf_people_is_available(const struct swf_people *people, struct swf_person *person);

/* Times of submits are computed to the microsecond: sums of fractions that come in a log, none
 * finer, come out as they went in. */
static inline double swf_to_microsecond(double time)
{
	return time == floor(time) ? time : round(time * 1e6) / 1e6;
}

/* The person's next job is the first one of that batch. */
static inline void swf_person_enter_batch(struct swf_person *person, size_t batch)
{
	person->batch = batch;
	person->batch_end = person->jobs;
	if (person->work == NULL)
		return;
	const struct swf_batch *entered = &person->work->batches[batch];
	person->batch_end = entered->first + entered->jobs;
	person->arrival = entered->arrival;
}

/* The batch's number among all that the user submits. */
static inline uint64_t swf_person_batch_number(const struct swf_person *person, size_t batch)
{
	return person->repeats * person->work->count + batch;
}

#endif
