#include "swfcore/feedback.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/random.h"
#include "feedback/people.h"
#include "feedback/presence.h"
#include "feedback/repeats.h"
#include "swfcore/quantity.h"

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

struct swf_feedback {
	const struct swf_feedback_options *options;
	const struct swf_workload *workload;
	void *model;
	gsl_rng *rng;
	struct coming *coming; /* at most one a user: a heap */
	size_t coming_count;
	bool taking;  /* the first has come, and another may take its place */
	size_t shown; /* the place of the job that was last shown to the engine, or SIZE_MAX */
	struct swf_people people;
	struct swf_repeats repeats;
	struct swf_presence presence;
	struct swf_feedback_counts counts;
};

static struct swf_person *person_of(const struct swf_feedback *f, size_t user)
{
	return &f->people.people[user];
}

static int64_t number_of(const struct swf_feedback *f, size_t user)
{
	return f->workload->users.users[user].number;
}

/* Sets the random numbers to those of a user's batch. */
static void set_numbers(struct swf_feedback *f, size_t user, uint64_t batch)
{
	swf_random_set(f->rng, f->options->seed, (uint64_t)number_of(f, user), batch);
}

/* The user's next job is known to come. */
static void announce(struct swf_feedback *f, size_t user, double submit)
{
	const struct swf_person *person = person_of(f, user);
	const struct coming next = {
		.submit = submit, .place = person->places[person->job], .user = user};
	if (f->taking)
		coming_replace(f->coming, f->coming_count, next);
	else
		coming_push(f->coming, f->coming_count++, next);
	f->taking = false;
}

/* Draws what the model keeps of each user. */
static void introduce_users(struct swf_feedback *f)
{
	const struct swf_user_model *model = f->options->model;
	for (size_t u = 0; model->begin_user != NULL && u + 1 < f->people.count; u++) {
		set_numbers(f, u, UINT64_MAX);
		model->begin_user(f->model, u, f->rng);
	}
}

struct swf_feedback *swf_feedback_new(
	const struct swf_feedback_options *options, const struct swf_history *history)
{
	const struct swf_workload *workload = history->workload;
	struct swf_feedback *f = calloc(1, sizeof *f);
	if (f == NULL)
		return NULL;
	f->options = options;
	f->workload = workload;
	f->shown = SIZE_MAX;
	f->rng = swf_random_new_small();
	f->coming = malloc((workload->users.count + 2) * sizeof *f->coming);
	f->model = options->model->new_state(history, options->calendar);
	if (f->rng == NULL || f->coming == NULL || f->model == NULL ||
		swf_people_begin(&f->people, history) != 0) {
		swf_feedback_free(f);
		return NULL;
	}
	swf_repeats_begin(&f->repeats, history);
	swf_presence_begin(&f->presence, options, history, f->rng);
	for (size_t u = 0; u < f->people.count; u++)
		if (person_of(f, u)->jobs > 0)
			announce(f, u, person_of(f, u)->first);
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
	swf_people_clear(&feedback->people);
	free(feedback);
}

struct swf_feedback_counts swf_feedback_counts(const struct swf_feedback *feedback)
{
	return feedback->counts;
}

/* Has the user submit the next batch if it is available; `waited` and `response` as in struct
 * swf_release. */
static int try_release(struct swf_feedback *f, size_t user, double now, bool waited,
	double response, struct swf_error *error)
{
	const struct swf_user_model *model = f->options->model;
	struct swf_person *person = person_of(f, user);
	person->waits = !swf_people_is_available(&f->people, person);
	if (person->waits)
		return 0;
	const struct swf_release release = {.user = user,
		.batch = person->batch,
		.now = now,
		.waited = waited,
		.response = response,
		.goes_away = waited && swf_presence_goes_away(&f->presence, response),
		.rng = f->rng};
	double submit;
	set_numbers(f, user, swf_person_batch_number(person, person->batch));
	if (model->submit(f->model, &release, &submit, error) != 0)
		return -1;
	submit = swf_to_microsecond(submit);
	if (submit >= 0x1p53)
		return swf_fail(
			error, "a batch would be submitted at %g s, which no log can hold", submit);
	if (!(submit >= now - 1e-6))
		return swf_fail(error, "the user model %s submits a batch at %g s, when it is %g s",
			model->name, submit, now);
	submit = fmax(submit, now);
	person->finished = person->repeats > 0 && submit > person->last;
	if (person->finished)
		return 0;
	person->progress[person->batch].submit = submit;
	announce(f, user, submit);
	return 0;
}

/* Whether the person's next job is the first, and they stay away. */
static bool stays_away(const struct swf_feedback *f, const struct swf_person *person, size_t user)
{
	return f->options->join > 0 && person->job == 0 && person->repeats == 0 &&
		person->work != NULL && !swf_presence_comes(&f->presence, number_of(f, user));
}

static int peek(void *self, struct swf_arrival *arrival, struct swf_error *error)
{
	struct swf_feedback *f = self;
	(void)error;
	if (f->coming_count == 0)
		return 0;
	const struct coming *first = &f->coming[0];
	/* only whether users come at all may change meanwhile */
	if (first->place == f->shown && f->options->join <= 0)
		return 1;
	f->shown = first->place;
	const struct swf_person *person = person_of(f, first->user);
	*arrival =
		(struct swf_arrival){.job = swf_packed_jobs_get(&f->workload->jobs, first->place),
			.tag = swf_people_tag(&f->people, person),
			.lost = person->left || stays_away(f, person, first->user)};
	arrival->job.submit = first->submit;
	swf_repeats_renumber(&f->repeats, person, &arrival->job);
	if (arrival->lost)
		arrival->job.status = SWF_STATUS_CANCELLED;
	return 1;
}

/* Announces the user's next job where no event decides when it comes: it is of the same batch as
 * the one before, or the user has left, or there is none. */
static void announce_next(struct swf_feedback *f, size_t user, double now)
{
	const struct swf_person *person = person_of(f, user);
	const size_t batch = person->batch;
	const double recorded = swf_packed_jobs_time(
		&f->workload->jobs, &f->workload->jobs.submit, person->places[person->job]);
	double submit = recorded;
	if (person->left && batch >= person->unknown_from)
		submit = swf_to_microsecond(recorded + person->shift);
	else if (person->work != NULL)
		submit = swf_to_microsecond(
			person->progress[batch].submit + (recorded - person->arrival));
	announce(f, user, fmax(now, submit));
}

/* Whether the last of the person's jobs comes much earlier than in the log. */
static bool is_exhausted(const struct swf_person *person, double submit)
{
	return !person->left && person->repeats == 0 && person->work != NULL &&
		person->last - submit > fmax(SWF_WEEK, (person->last - person->first) / 10);
}

/* The user has submitted the job that came first, and may announce the next one in its place. */
static int submit_first(struct swf_feedback *f, struct swf_error *error)
{
	const struct coming taken = f->coming[0];
	struct swf_person *person = person_of(f, taken.user);
	if (stays_away(f, person, taken.user)) {
		person->left = true; /* and all comes at its recorded times */
		f->counts.users_absent++;
		f->counts.jobs_absent += (int64_t)person->jobs;
	}
	f->counts.jobs_repeated += person->repeats > 0;
	if (++person->job == person->jobs) {
		f->counts.users_exhausted += is_exhausted(person, taken.submit);
		return 0;
	}
	if (person->job == person->batch_end) {
		swf_person_enter_batch(person, person->batch + 1);
		if (!person->left)
			return try_release(f, taken.user, taken.submit, false, 0, error);
	}
	announce_next(f, taken.user, taken.submit);
	return 0;
}

static int take(void *self, struct swf_error *error)
{
	struct swf_feedback *f = self;
	f->shown = SIZE_MAX;
	f->taking = true;
	const int result = submit_first(f, error);
	if (f->taking)
		coming_pop(f->coming, f->coming_count--);
	f->taking = false;
	return result;
}

/* The user submits nothing any more. */
static void leave(struct swf_feedback *f, size_t user, size_t batch, double now)
{
	struct swf_person *person = person_of(f, user);
	person->left = true;
	f->shown = SIZE_MAX;
	person->unknown_from = person->waits ? person->batch : person->batch + 1;
	person->shift = now - person->work->batches[batch].end;
	f->counts.users_left++;
	f->counts.jobs_lost += (int64_t)(person->jobs - person->job);
	if (person->waits)
		announce_next(f, user, now);
	person->waits = false;
}

/* The user, whose work is done, begins it again. */
static int repeat_work(struct swf_feedback *f, size_t user, double now, struct swf_error *error)
{
	double submit;
	const int again = swf_repeats_next(&f->repeats, &f->people, user, now, &submit, error);
	if (again > 0)
		announce(f, user, submit);
	return again < 0 ? -1 : 0;
}

static int ended(void *self, size_t tag, double now, struct swf_error *error)
{
	struct swf_feedback *f = self;
	struct swf_progress *progress = swf_people_ended(&f->people, tag);
	const size_t user = progress->user;
	struct swf_person *person = person_of(f, user);
	if (person->work == NULL)
		return 0;
	const size_t batch = (size_t)(progress - person->progress);
	const double response = now - progress->submit;
	person->jobs_ended++;
	if (--progress->left == 0) {
		swf_presence_ended(&f->presence, now, response);
		if (!person->left && !person->finished && person->job < person->jobs &&
			swf_presence_leaves(&f->presence, number_of(f, user),
				swf_person_batch_number(person, batch), response))
			leave(f, user, batch, now);
	}
	if (person->jobs_ended == person->jobs && f->repeats.on)
		return repeat_work(f, user, now, error);
	return person->waits ? try_release(f, user, now, true, response, error) : 0;
}

struct swf_source swf_feedback_source(struct swf_feedback *feedback)
{
	return (struct swf_source){.self = feedback, .peek = peek, .take = take, .ended = ended};
}
