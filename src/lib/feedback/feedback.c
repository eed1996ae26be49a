#include "swfcore/feedback.h"

#include <math.h>
#include <stdlib.h>

#include "base/heap.h"
#include "base/random.h"

/* The next job of a user, whose submit time is known. */
struct coming {
	double submit; /* s */
	size_t place;  /* in the workload */
	size_t user;
};

static inline bool comes_before(const struct coming *a, const struct coming *b)
{
	return a->submit < b->submit || (a->submit == b->submit && a->place < b->place);
}

HEAP(coming, struct coming, comes_before)

/* What has become of a batch. */
struct progress {
	double submit; /* s, of its first job */
	size_t left;   /* jobs that have not ended */
};

/* A user of the log in the simulation, as far as their work has come; or nobody, whose are the jobs
 * without a user. */
struct person {
	const struct swf_batches *work; /* NULL for the jobs without a user */
	const size_t *places;           /* of the user's jobs in the workload */
	size_t jobs;                    /* how many */
	struct progress *progress;      /* of the user's batches */
	const size_t *depends_on;       /* of these batches, as in the history; or NULL */
	size_t job;                     /* the next one to be submitted */
	size_t batch;                   /* the one that it is in */
	/* how many of the sessions, in the recorded order of their ends, have ended again, without
	 * a gap */
	size_t sessions_ended;
	bool waits; /* the batch is not yet available */
	bool left;
	/* once the user has left: the first batch whose submit time was not known, and the shift in
	 * s of what would still have been submitted from there on */
	size_t unknown_from;
	double shift;
};

/* Whose a job is. */
struct owner {
	size_t user;
	size_t batch; /* among the user's */
	bool ended;
};

struct swf_feedback {
	const struct swf_feedback_options *options;
	const struct swf_workload *workload;
	void *model;
	gsl_rng *rng;
	struct coming *coming; /* at most one a user: a heap */
	size_t coming_count;
	struct person *people; /* at the places of the users; the last is nobody */
	size_t people_count;
	struct progress *progress; /* of the batches of all users in a row */
	struct owner *owners;      /* of the jobs */
	struct swf_feedback_counts counts;
};

/* Sets the random numbers to those of a user's batch. */
static void set_numbers(struct swf_feedback *f, uint64_t seed, size_t user, uint64_t batch)
{
	swf_random_set(f->rng, seed, (uint64_t)f->workload->users.users[user].number, batch);
}

/* The user's next job is known to come. */
static void announce(struct swf_feedback *f, size_t user, double submit)
{
	const struct person *person = &f->people[user];
	coming_push(f->coming, f->coming_count++,
		(struct coming){
			.submit = submit, .place = person->places[person->job], .user = user});
}

/* Lays out the work of a user, and announces the first job, at its recorded time. */
static void begin_user(struct swf_feedback *f, const struct swf_history *history, size_t user)
{
	struct person *person = &f->people[user];
	const bool nobody = user + 1 == f->people_count;
	const size_t first_batch = history->first_batch[user];
	person->places = swf_workload_places(f->workload, user, &person->jobs);
	person->work = nobody ? NULL : &history->work[user];
	person->progress = f->progress + first_batch;
	person->depends_on = history->depends_on != NULL ? history->depends_on + first_batch : NULL;
	for (size_t b = 0; !nobody && b < person->work->count; b++)
		person->progress[b].left = person->work->batches[b].jobs;
	for (size_t i = 0, batch = 0; i < person->jobs; i++) {
		if (!nobody &&
			i == person->work->batches[batch].first + person->work->batches[batch].jobs)
			batch++;
		f->owners[person->places[i]] = (struct owner){.user = user, .batch = batch};
	}
	if (person->jobs == 0)
		return;
	const double submit = f->workload->jobs.jobs[person->places[0]].submit;
	if (!nobody)
		person->progress[0].submit = submit;
	announce(f, user, submit);
}

/* Draws what the model keeps of each user. */
static void introduce_users(struct swf_feedback *f)
{
	const struct swf_user_model *model = f->options->model;
	for (size_t u = 0; model->begin_user != NULL && u + 1 < f->people_count; u++) {
		set_numbers(f, f->options->seed, u, UINT64_MAX);
		model->begin_user(f->model, u, f->rng);
	}
}

struct swf_feedback *swf_feedback_new(
	const struct swf_feedback_options *options, const struct swf_history *history)
{
	const struct swf_workload *workload = history->workload;
	const size_t user_count = workload->users.count;
	struct swf_feedback *f = calloc(1, sizeof *f);
	if (f == NULL)
		return NULL;
	f->options = options;
	f->workload = workload;
	f->people_count = user_count + 1;
	f->rng = swf_random_new_small();
	f->coming = malloc((f->people_count + 1) * sizeof *f->coming);
	f->people = calloc(f->people_count, sizeof *f->people);
	f->progress = malloc((history->first_batch[user_count] + 1) * sizeof *f->progress);
	f->owners = malloc((workload->jobs.count + 1) * sizeof *f->owners);
	f->model = options->model->new_state(history, options->calendar);
	if (f->rng == NULL || f->coming == NULL || f->people == NULL || f->progress == NULL ||
		f->owners == NULL || f->model == NULL) {
		swf_feedback_free(f);
		return NULL;
	}
	for (size_t u = 0; u < f->people_count; u++)
		begin_user(f, history, u);
	introduce_users(f);
	return f;
}

void swf_feedback_free(struct swf_feedback *feedback)
{
	if (feedback == NULL)
		return;
	if (feedback->model != NULL)
		feedback->options->model->free_state(feedback->model);
	if (feedback->rng != NULL)
		gsl_rng_free(feedback->rng);
	free(feedback->coming);
	free(feedback->people);
	free(feedback->progress);
	free(feedback->owners);
	free(feedback);
}

struct swf_feedback_counts swf_feedback_counts(const struct swf_feedback *feedback)
{
	return feedback->counts;
}

/* Whether all that the user's next batch depends on has ended. The first batch of a session waits
 * for every earlier session that had ended at its recorded start, also for those that its direct
 * dependencies imply: these are the sessions up to a place in the order of their ends. */
static bool is_available(const struct swf_feedback *f, struct person *person)
{
	const struct swf_batches *work = person->work;
	const struct swf_session_start *start = &work->starts[work->batches[person->batch].session];
	if (person->depends_on != NULL) {
		const size_t on = person->depends_on[person->batch];
		return on == SIZE_MAX || f->owners[on].ended;
	}
	if (person->batch != start->batch)
		return person->progress[person->batch - 1].left == 0;
	for (; person->sessions_ended < start->ended; person->sessions_ended++) {
		const size_t session = work->ended[person->sessions_ended];
		if (person->progress[swf_batches_session_end(work, session) - 1].left > 0)
			return false;
	}
	return true;
}

/* Times are computed to the microsecond: sums of fractions that come in a log, none finer, come out
 * as they went in. */
static double to_microsecond(double time)
{
	return time == floor(time) ? time : round(time * 1e6) / 1e6;
}

/* Has the user submit the next batch if it is available; `waited` and `response` as in struct
 * swf_release. */
static int try_release(struct swf_feedback *f, size_t user, double now, bool waited,
	double response, struct swf_error *error)
{
	const struct swf_user_model *model = f->options->model;
	struct person *person = &f->people[user];
	person->waits = !is_available(f, person);
	if (person->waits)
		return 0;
	const struct swf_release release = {.user = user,
		.batch = person->batch,
		.now = now,
		.waited = waited,
		.response = response,
		.rng = f->rng};
	double submit;
	set_numbers(f, f->options->seed, user, person->batch);
	if (model->submit(f->model, &release, &submit, error) != 0)
		return -1;
	submit = to_microsecond(submit);
	if (submit >= 0x1p53)
		return swf_fail(
			error, "a batch would be submitted at %g s, which no log can hold", submit);
	if (!(submit >= now - 1e-6))
		return swf_fail(error, "the user model %s submits a batch at %g s, when it is %g s",
			model->name, submit, now);
	submit = fmax(submit, now);
	person->progress[person->batch].submit = submit;
	announce(f, user, submit);
	return 0;
}

static int peek(void *self, struct swf_arrival *arrival, struct swf_error *error)
{
	const struct swf_feedback *f = self;
	(void)error;
	if (f->coming_count == 0)
		return 0;
	const struct coming *first = &f->coming[0];
	*arrival = (struct swf_arrival){.job = f->workload->jobs.jobs[first->place],
		.tag = first->place,
		.lost = f->people[first->user].left};
	arrival->job.submit = first->submit;
	if (arrival->lost)
		arrival->job.status = SWF_STATUS_CANCELLED;
	return 1;
}

/* Announces the user's next job where no event decides when it comes: it is of the same batch as
 * the one before, or the user has left, or there is none. */
static void announce_next(struct swf_feedback *f, size_t user, double now)
{
	const struct person *person = &f->people[user];
	const size_t place = person->places[person->job], batch = f->owners[place].batch;
	const double recorded = f->workload->jobs.jobs[place].submit;
	double submit = recorded;
	if (person->left && batch >= person->unknown_from)
		submit = to_microsecond(recorded + person->shift);
	else if (person->work != NULL)
		submit = to_microsecond(person->progress[batch].submit +
			(recorded - person->work->batches[batch].arrival));
	announce(f, user, fmax(now, submit));
}

static int take(void *self, struct swf_error *error)
{
	struct swf_feedback *f = self;
	const struct coming taken = f->coming[0];
	struct person *person = &f->people[taken.user];
	coming_pop(f->coming, f->coming_count--);
	if (++person->job == person->jobs)
		return 0;
	if (!person->left && f->owners[person->places[person->job]].batch != person->batch) {
		person->batch++;
		return try_release(f, taken.user, taken.submit, false, 0, error);
	}
	announce_next(f, taken.user, taken.submit);
	return 0;
}

/* Whether the user leaves after a batch of that response time, in s. */
static bool leaves(struct swf_feedback *f, size_t user, size_t batch, double response)
{
	if (f->options->abandon <= 0)
		return false;
	/* other numbers than those of the user model */
	set_numbers(f, ~f->options->seed, user, batch);
	return gsl_rng_uniform(f->rng) <
		f->options->abandon * (1 - 1 / (0.05 * (response / 60) + 1));
}

/* The user submits nothing any more. */
static void leave(struct swf_feedback *f, size_t user, size_t batch, double now)
{
	struct person *person = &f->people[user];
	person->left = true;
	person->unknown_from = person->waits ? person->batch : person->batch + 1;
	person->shift = now - person->work->batches[batch].end;
	f->counts.users_left++;
	f->counts.jobs_lost += (int64_t)(person->jobs - person->job);
	if (person->waits)
		announce_next(f, user, now);
	person->waits = false;
}

static int ended(void *self, size_t tag, double now, struct swf_error *error)
{
	struct swf_feedback *f = self;
	struct owner *owner = &f->owners[tag];
	struct person *person = &f->people[owner->user];
	if (person->work == NULL)
		return 0;
	struct progress *progress = &person->progress[owner->batch];
	const double response = now - progress->submit;
	owner->ended = true;
	if (--progress->left == 0 && !person->left && person->job < person->jobs &&
		leaves(f, owner->user, owner->batch, response))
		leave(f, owner->user, owner->batch, now);
	return person->waits ? try_release(f, owner->user, now, true, response, error) : 0;
}

struct swf_source swf_feedback_source(struct swf_feedback *feedback)
{
	return (struct swf_source){.self = feedback, .peek = peek, .take = take, .ended = ended};
}
