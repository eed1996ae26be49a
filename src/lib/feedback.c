#include "swfcore/feedback.h"

#include <math.h>
#include <stdlib.h>

#include "heap.h"
#include "swfcore/random.h"

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

/* A user, as far as his work has come. */
struct person {
	size_t job;   /* his next one to be submitted */
	size_t batch; /* the one that it is in */
	/* how many of his sessions, in the recorded order of their ends, have ended again, without
	 * a gap */
	size_t sessions_ended;
	bool waits; /* the batch is not yet available */
	bool left;
	double shift; /* s, of what he would still have submitted when he left */
};

struct swf_feedback {
	const struct swf_feedback_options *options;
	const struct swf_history *history;
	void *model;
	gsl_rng *rng;
	struct coming *coming; /* one a user, and one for the jobs without a user: a heap */
	size_t coming_count;
	struct person *people;     /* the last one stands for the jobs without a user */
	struct progress *progress; /* of the batches of all users in a row */
	size_t *owners;            /* of each job: the user */
	size_t *batches;           /* of each job: the batch, of all users in a row */
	bool *ended;               /* each job; with dependencies of the log only */
	struct swf_feedback_counts counts;
};

static const struct swf_job *jobs_of(const struct swf_feedback *f)
{
	return f->history->workload->jobs.jobs;
}

static bool is_nobody(const struct swf_feedback *f, size_t user)
{
	return user == f->history->workload->users.index.count;
}

/* A user's next job is known to come, at its submit time. */
static void announce(struct swf_feedback *f, size_t user, double submit)
{
	size_t count;
	const size_t *places = swf_workload_places(f->history->workload, user, &count);
	const size_t place = places[f->people[user].job];
	coming_push(f->coming, f->coming_count++,
		(struct coming){.submit = submit, .place = place, .user = user});
}

/* Lays out the batches of a user, and announces his first job. */
static void begin_user(struct swf_feedback *f, size_t u)
{
	size_t count;
	const size_t *places = swf_workload_places(f->history->workload, u, &count);
	const bool nobody = is_nobody(f, u);
	for (size_t i = 0, batch = 0; i < count; i++) {
		f->owners[places[i]] = u;
		if (nobody)
			continue;
		const struct swf_batch *b = &f->history->users[u].batches[batch];
		const size_t global = f->history->first_batch[u] + batch;
		f->batches[places[i]] = global;
		f->progress[global].left = b->jobs;
		batch += i + 1 == b->first + b->jobs;
	}
	if (count == 0)
		return;
	const double submit = jobs_of(f)[places[0]].submit;
	if (!nobody)
		f->progress[f->history->first_batch[u]].submit = submit;
	announce(f, u, submit);
}

struct swf_feedback *swf_feedback_new(
	const struct swf_feedback_options *options, const struct swf_history *history)
{
	const size_t users = history->workload->users.index.count;
	const size_t jobs = history->workload->jobs.count;
	struct swf_feedback *f = calloc(1, sizeof *f);
	if (f == NULL)
		return NULL;
	f->options = options;
	f->history = history;
	f->rng = swf_random_new_small();
	f->coming = malloc((users + 2) * sizeof *f->coming);
	f->people = calloc(users + 1, sizeof *f->people);
	f->progress = malloc((history->first_batch[users] + 1) * sizeof *f->progress);
	f->owners = malloc((jobs + 1) * sizeof *f->owners);
	f->batches = malloc((jobs + 1) * sizeof *f->batches);
	f->ended = history->depends_on != NULL ? calloc(jobs + 1, sizeof *f->ended) : NULL;
	if (f->rng == NULL || f->coming == NULL || f->people == NULL || f->progress == NULL ||
		f->owners == NULL || f->batches == NULL ||
		(history->depends_on != NULL && f->ended == NULL) ||
		(f->model = options->model->new_state(
			 history, options->calendar, options->seed, f->rng)) == NULL) {
		swf_feedback_free(f);
		return NULL;
	}
	for (size_t u = 0; u <= users; u++)
		begin_user(f, u);
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
	free(feedback->batches);
	free(feedback->ended);
	free(feedback);
}

struct swf_feedback_counts swf_feedback_counts(const struct swf_feedback *feedback)
{
	return feedback->counts;
}

static bool has_ended(const struct swf_feedback *f, size_t user, size_t batch)
{
	return f->progress[f->history->first_batch[user] + batch].left == 0;
}

/* Whether all that the user's next batch depends on has ended. What its direct dependencies imply
 * has ended with them: so the first of a session waits for every earlier session that had ended at
 * its recorded start, which are those up to a place in the order of their ends. */
static bool is_available(struct swf_feedback *f, size_t user)
{
	const struct swf_batches *work = &f->history->users[user];
	struct person *person = &f->people[user];
	const struct swf_session_start *start = &work->starts[work->batches[person->batch].session];
	if (f->history->depends_on != NULL) {
		const size_t on =
			f->history->depends_on[f->history->first_batch[user] + person->batch];
		return on == SIZE_MAX || f->ended[on];
	}
	if (person->batch != start->batch)
		return has_ended(f, user, person->batch - 1);
	while (person->sessions_ended < start->ended &&
		has_ended(f, user,
			swf_session_batches_end(work, work->ended[person->sessions_ended]) - 1))
		person->sessions_ended++;
	return person->sessions_ended == start->ended;
}

/* Has the user submit his next batch if it is available; `waited` and `response` as in struct
 * swf_release. */
static int release(struct swf_feedback *f, size_t user, double now, bool waited, double response,
	struct swf_error *error)
{
	struct person *person = &f->people[user];
	person->waits = !is_available(f, user);
	if (person->waits)
		return 0;
	const struct swf_release release = {.user = user,
		.batch = person->batch,
		.now = now,
		.waited = waited,
		.response = response,
		.rng = f->rng};
	const uint64_t number = (uint64_t)f->history->workload->users.users[user].number;
	swf_random_set(f->rng, f->options->seed, number, person->batch);
	double submit;
	if (f->options->model->submit(f->model, &release, &submit, error) != 0)
		return -1;
	f->progress[f->history->first_batch[user] + person->batch].submit = submit;
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
	*arrival = (struct swf_arrival){.job = jobs_of(f)[first->place],
		.tag = first->place,
		.lost = f->people[first->user].left};
	arrival->job.submit = first->submit;
	if (arrival->lost)
		arrival->job.status = SWF_STATUS_CANCELLED;
	return 1;
}

/* When the user's next job comes, of which no event decides: after one of the same batch, or if he
 * has left, or is nobody. */
static double next_submit(const struct swf_feedback *f, size_t user, size_t place, double now)
{
	const double recorded = jobs_of(f)[place].submit;
	if (is_nobody(f, user))
		return recorded;
	const struct person *person = &f->people[user];
	if (person->left)
		return fmax(now, recorded + person->shift);
	const struct swf_batch *batch = &f->history->users[user].batches[person->batch];
	const double submit = f->progress[f->history->first_batch[user] + person->batch].submit;
	return fmax(now, submit + (recorded - batch->arrival));
}

static int take(void *self, struct swf_error *error)
{
	struct swf_feedback *f = self;
	const struct coming taken = f->coming[0];
	const size_t user = taken.user;
	struct person *person = &f->people[user];
	size_t count;
	const size_t *places = swf_workload_places(f->history->workload, user, &count);
	coming_pop(f->coming, f->coming_count--);
	if (++person->job == count)
		return 0;
	const size_t next = places[person->job];
	if (!is_nobody(f, user) && !person->left && f->batches[next] != f->batches[taken.place]) {
		person->batch++;
		return release(f, user, taken.submit, false, 0, error);
	}
	announce(f, user, next_submit(f, user, next, taken.submit));
	return 0;
}

/* Whether the user leaves after a batch of that response time, in s. */
static bool leaves(struct swf_feedback *f, size_t user, size_t batch, double response)
{
	const double patience = 1 / (0.05 * response / 60 + 1);
	if (f->options->abandon <= 0)
		return false;
	/* other numbers than those of the user model */
	const uint64_t number = (uint64_t)f->history->workload->users.users[user].number;
	swf_random_set(f->rng, ~f->options->seed, number, batch);
	return gsl_rng_uniform(f->rng) < f->options->abandon * (1 - patience);
}

/* The user submits nothing any more. */
static void leave(struct swf_feedback *f, size_t user, size_t batch, double now)
{
	struct person *person = &f->people[user];
	size_t count;
	const size_t *places = swf_workload_places(f->history->workload, user, &count);
	person->left = true;
	person->shift = now - f->history->users[user].batches[batch].end;
	f->counts.users_left++;
	f->counts.jobs_lost += (int64_t)(count - person->job);
	if (person->waits)
		announce(f, user, next_submit(f, user, places[person->job], now));
	person->waits = false;
}

static int ended(void *self, size_t tag, double now, struct swf_error *error)
{
	struct swf_feedback *f = self;
	const size_t user = f->owners[tag];
	if (is_nobody(f, user))
		return 0;
	struct person *person = &f->people[user];
	struct progress *progress = &f->progress[f->batches[tag]];
	const double response = now - progress->submit;
	if (f->ended != NULL)
		f->ended[tag] = true;
	size_t count;
	swf_workload_places(f->history->workload, user, &count);
	const size_t batch = f->batches[tag] - f->history->first_batch[user];
	if (--progress->left == 0 && !person->left && person->job < count &&
		leaves(f, user, batch, response))
		leave(f, user, batch, now);
	return person->waits ? release(f, user, now, true, response, error) : 0;
}

struct swf_source swf_feedback_source(struct swf_feedback *feedback)
{
	return (struct swf_source){.self = feedback, .peek = peek, .take = take, .ended = ended};
}
