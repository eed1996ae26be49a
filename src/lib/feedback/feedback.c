/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Users who react, as a source of jobs. Three things decide about each. Work is the batches of
 * their jobs in the recorded order. Presence is whether they come at all, go away or leave for
 * good. In repeats they begin their work again.
 *
 * Between calls, each user is in one of three states: the next job is in the heap `coming`, with
 * its submit time; or it begins a batch that is not available, and the user waits; or there is no
 * next job. So the heap has at most one job of each user, and its first job is the next of all: a
 * user who waits submits nothing before the end of a job, and then the engine asks again. `shown`
 * is the first job of the heap while the engine has it, so that it is filled in once.
 *
 * A batch is available when all jobs of the batches that it depends on have ended; `progress`
 * counts those that have not. A new session depends on all sessions that had ended at its recorded
 * start. In the order of recorded ends these are the first ones, and a later session depends on no
 * fewer. So sessions_ended only grows, and a batch costs a constant time on average.
 *
 * Random numbers depend on the seed, the user and the batch alone. So a user decides alike under
 * two schedulers.
 */
#include "swfcore/feedback.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/random.h"
#include "swfcore/quantity.h"

/* What has become of a batch. */
struct batch_progress {
	double submit; /* s, of its first job */
	size_t left;   /* jobs that have not ended */
	size_t user;   /* whose it is */
};

/* A user of the log in the simulation, as far as their work has come; or nobody, whose are the jobs
 * without a user. */
struct simulated_user {
	const struct swf_batches *work;  /* NULL for the jobs without a user */
	const size_t *places;            /* of the user's jobs in the workload */
	size_t jobs;                     /* how many */
	double first, last;              /* s, their recorded submits */
	struct batch_progress *progress; /* of the user's batches */
	const size_t *depends_on;        /* of these batches, as in the history; or NULL */
	size_t job;                      /* the next one to be submitted */
	size_t batch;                    /* the one that it is in, or that ends with the last one */
	size_t batch_end;                /* the first job behind that batch */
	double arrival;                  /* s, the recorded submit of its first job */
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

struct simulated_users {
	const struct swf_history *history;
	struct simulated_user *people; /* at the places of the users; the last is nobody */
	size_t count;
	/* of the batches of all users in a row; then one that stands for nobody's jobs */
	struct batch_progress *progress;
	/* where batches depend on single jobs: which of these each job is in, and whether it has
	 * ended; else NULL */
	size_t *batches;
	bool *ended;
};

/* Times of submits are computed to the microsecond: sums of fractions that come in a log, none
 * finer, come out as they went in. */
static double to_microsecond(double time)
{
	return time == floor(time) ? time : round(time * 1e6) / 1e6;
}

/* The person's next job is the first one of that batch. */
static void enter_batch(struct simulated_user *person, size_t batch)
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
static uint64_t batch_number(const struct simulated_user *person, size_t batch)
{
	return person->repeats * person->work->count + batch;
}

/* The user, who has a job, begins the work with the first one at that time. */
static void begin_work(struct simulated_users *people, size_t user, double submit)
{
	struct simulated_user *person = &people->people[user];
	person->job = person->sessions_ended = person->jobs_ended = 0;
	enter_batch(person, 0);
	for (size_t i = 0; people->ended != NULL && i < person->jobs; i++)
		people->ended[person->places[i]] = false;
	if (person->work == NULL)
		return;
	for (size_t b = 0; b < person->work->count; b++)
		person->progress[b].left = person->work->batches[b].jobs;
	person->progress[0].submit = submit;
}

/* Lays out the work of a user. */
static void lay_out_user(struct simulated_users *p, size_t user)
{
	const struct swf_history *history = p->history;
	const struct swf_packed_jobs *jobs = &history->workload->jobs;
	struct simulated_user *person = &p->people[user];
	const bool nobody = user + 1 == p->count;
	const size_t first_batch = history->first_batch[user];
	person->places = swf_workload_places(history->workload, user, &person->jobs);
	person->work = nobody ? NULL : &history->work[user];
	person->progress = p->progress + first_batch;
	person->depends_on = history->depends_on != NULL ? history->depends_on + first_batch : NULL;
	for (size_t b = 0; b < (nobody ? 1 : person->work->count); b++)
		person->progress[b].user = user;
	if (person->jobs == 0)
		return;
	person->first = swf_packed_jobs_time(jobs, &jobs->submit, person->places[0]);
	person->last = swf_packed_jobs_time(jobs, &jobs->submit, person->places[person->jobs - 1]);
	begin_work(p, user, person->first);
	for (size_t i = 0, batch = 0; p->batches != NULL && i < person->jobs; i++) {
		if (i == person->batch_end)
			enter_batch(person, ++batch);
		p->batches[person->places[i]] = first_batch + batch;
	}
	enter_batch(person, 0);
}

/* Lays out the work of all. 0, or -1 when there is no memory. */
static int lay_out_all(struct simulated_users *people, const struct swf_history *history)
{
	struct simulated_users *p = people;
	const struct swf_workload *workload = history->workload;
	*p = (struct simulated_users){.history = history, .count = workload->users.count + 1};
	p->people = calloc(p->count, sizeof *p->people);
	p->progress =
		malloc((history->first_batch[workload->users.count] + 1) * sizeof *p->progress);
	if (p->people == NULL || p->progress == NULL)
		return -1;
	if (history->depends_on != NULL) {
		p->batches = malloc((workload->jobs.count + 1) * sizeof *p->batches);
		p->ended = calloc(workload->jobs.count + 1, sizeof *p->ended);
		if (p->batches == NULL || p->ended == NULL)
			return -1;
	}
	for (size_t u = 0; u < p->count; u++)
		lay_out_user(p, u);
	return 0;
}

/* Whether all that the user's next batch depends on has ended. The first batch of a session waits
 * for every earlier session that had ended at its recorded start, not only for its direct
 * dependencies. In the order of their ends these are the sessions up to a place. */
static bool is_available(const struct simulated_users *people, struct simulated_user *person)
{
	const struct swf_batches *work = person->work;
	const struct swf_batch *batch = &work->batches[person->batch];
	if (person->depends_on != NULL) {
		const size_t on = person->depends_on[person->batch];
		return on == SIZE_MAX || people->ended[on];
	}
	if (person->batch > 0 && batch[-1].session == batch->session)
		return person->progress[person->batch - 1].left == 0;
	const struct swf_session_start *start = &work->starts[batch->session];
	for (; person->sessions_ended < start->ended; person->sessions_ended++) {
		const size_t session = work->ended[person->sessions_ended];
		if (person->progress[swf_batches_session_end(work, session) - 1].left > 0)
			return false;
	}
	return true;
}

/* Batches that ended in a week: how many, and the sum of their response times in s. */
struct week_responses {
	double batches, response;
};

struct presence {
	const struct swf_feedback_options *options;
	gsl_rng *rng;
	double begin; /* s, of the first week */
	double week;  /* the one of the last end, 0 is the first */
	struct week_responses now, before;
};

/* Before the first week is what the log has on average. */
static void begin_presence(struct presence *presence, const struct swf_feedback_options *options,
	const struct swf_history *history, gsl_rng *rng)
{
	const struct swf_users *users = &history->workload->users;
	*presence = (struct presence){.options = options, .rng = rng, .begin = users->first};
	if (options->join <= 0)
		return;
	struct week_responses *before = &presence->before;
	for (size_t u = 0; u < users->count; u++) {
		const struct swf_batches *work = &history->work[u];
		for (size_t b = 0; b < work->count; b++)
			before->response += work->batches[b].end - work->batches[b].arrival;
		before->batches += (double)work->count;
	}
	const double weeks = fmax(1, (users->last - users->first) / SWF_WEEK);
	before->response /= weeks;
	before->batches /= weeks;
}

/* A batch of that response time, in s, has ended. */
static void note_response(struct presence *presence, double now, double response)
{
	if (presence->options->join <= 0)
		return;
	const double week = floor((now - presence->begin) / SWF_WEEK);
	if (week > presence->week) {
		/* weeks in which nothing ends are left out */
		presence->before = presence->now;
		presence->now = (struct week_responses){0};
		presence->week = week;
	}
	presence->now.batches++;
	presence->now.response += response;
}

/* Whether the user comes at all, asked when they would submit their first job. The answer stays the
 * same until another batch ends. */
static bool will_come(const struct presence *presence, int64_t user)
{
	const struct swf_feedback_options *options = presence->options;
	const struct week_responses *now = &presence->now, *before = &presence->before;
	const double mean = (now->response + before->response) / (now->batches + before->batches);
	/* ~seed: other numbers than those of the user model */
	swf_random_set(presence->rng, ~options->seed, (uint64_t)user, UINT64_MAX);
	return gsl_rng_uniform(presence->rng) < 1 / (mean / options->join + 1);
}

/* Whether the user is away until the next session or day after a batch of that response time. */
static bool goes_away(const struct presence *presence, double response)
{
	return presence->options->patience > 0 && response > presence->options->patience;
}

/* Whether the user leaves for good after that batch. */
static bool will_leave(
	const struct presence *presence, int64_t user, uint64_t batch, double response)
{
	const struct swf_feedback_options *options = presence->options;
	if (options->abandon <= 0)
		return false;
	swf_random_set(presence->rng, ~options->seed, (uint64_t)user, batch);
	return gsl_rng_uniform(presence->rng) <
		options->abandon * (1 - 1 / (0.05 * (response / 60) + 1));
}

/* Users who begin their work again when all of it is done. */
struct repeats {
	bool happen; /* by the constants of the history */
	/* of jobs, if so: 0 if one has that, else 1; and the greatest */
	int64_t first_number, last_number;
};

static void begin_repeats(struct repeats *repeats, const struct swf_history *history)
{
	const struct swf_packed_jobs *jobs = &history->workload->jobs;
	*repeats = (struct repeats){
		.happen = history->constants->exhausted == SWF_EXHAUSTED_REPEAT, .first_number = 1};
	for (size_t i = 0; repeats->happen && i < jobs->count; i++) {
		const int64_t number = swf_packed_jobs_whole(jobs, &jobs->number, i);
		if (number == 0)
			repeats->first_number = 0;
		if (number > repeats->last_number)
			repeats->last_number = number;
	}
}

/* How much greater the numbers of jobs are in each repeat: enough to be new ones. */
static int64_t number_step(const struct repeats *repeats)
{
	return repeats->last_number - repeats->first_number + 1;
}

static int64_t renumbered(const struct repeats *repeats, int64_t number, uint64_t times)
{
	const bool is_one = number >= repeats->first_number && number <= repeats->last_number;
	return is_one ? number + (int64_t)times * number_step(repeats) : number;
}

/* Has the user, whose work is done, begin it again with its first job at *submit (s): 1. 0 when the
 * user is finished, or -1 with the error set. */
static int begin_again(const struct repeats *repeats, struct simulated_users *people, size_t user,
	double now, double *submit, struct swf_error *error)
{
	struct simulated_user *person = &people->people[user];
	const double weeks = fmax(1, ceil((now - person->first) / SWF_WEEK));
	const int64_t step = number_step(repeats);
	*submit = to_microsecond(person->first + weeks * SWF_WEEK);
	person->repeats++;
	person->finished = *submit > person->last;
	if (person->finished)
		return 0;
	if (step > 0 && person->repeats >= (uint64_t)(INT64_MAX / step))
		return swf_fail(error, "a repeated job would have a number larger than %lld",
			(long long)INT64_MAX);
	begin_work(people, user, *submit);
	return 1;
}

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
	struct simulated_users people;
	struct repeats repeats;
	struct presence presence;
	struct swf_feedback_counts counts;
};

static struct simulated_user *person_of(const struct swf_feedback *f, size_t user)
{
	return &f->people.people[user];
}

static int64_t user_number(const struct swf_feedback *f, size_t user)
{
	return f->workload->users.users[user].number;
}

/* Sets the random numbers to those of a user's batch. */
static void set_numbers(struct swf_feedback *f, size_t user, uint64_t batch)
{
	swf_random_set(f->rng, f->options->seed, (uint64_t)user_number(f, user), batch);
}

/* The user's next job is known to come. */
static void announce_job(struct swf_feedback *f, size_t user, double submit)
{
	const struct simulated_user *person = person_of(f, user);
	const struct coming next = {
		.submit = submit, .place = person->places[person->job], .user = user};
	if (f->taking)
		coming_replace(f->coming, f->coming_count, next);
	else
		coming_push(f->coming, f->coming_count++, next);
	f->taking = false;
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
		lay_out_all(&f->people, history) != 0) {
		swf_feedback_free(f);
		return NULL;
	}
	begin_repeats(&f->repeats, history);
	begin_presence(&f->presence, options, history, f->rng);
	for (size_t u = 0; u < f->people.count; u++)
		if (person_of(f, u)->jobs > 0)
			announce_job(f, u, person_of(f, u)->first);
	for (size_t u = 0; options->model->begin_user != NULL && u + 1 < f->people.count; u++) {
		set_numbers(f, u, UINT64_MAX);
		options->model->begin_user(f->model, u, f->rng);
	}
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
	free(feedback->people.people);
	free(feedback->people.progress);
	free(feedback->people.batches);
	free(feedback->people.ended);
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
	struct simulated_user *person = person_of(f, user);
	person->waits = !is_available(&f->people, person);
	if (person->waits)
		return 0;
	const struct swf_release release = {.user = user,
		.batch = person->batch,
		.now = now,
		.waited = waited,
		.response = response,
		.goes_away = waited && goes_away(&f->presence, response),
		.rng = f->rng};
	double submit;
	set_numbers(f, user, batch_number(person, person->batch));
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
	person->finished = person->repeats > 0 && submit > person->last;
	if (person->finished)
		return 0;
	person->progress[person->batch].submit = submit;
	announce_job(f, user, submit);
	return 0;
}

/* Whether the person's next job is the first, and they stay away. */
static bool stays_away(
	const struct swf_feedback *f, const struct simulated_user *person, size_t user)
{
	return f->options->join > 0 && person->job == 0 && person->repeats == 0 &&
		person->work != NULL && !will_come(&f->presence, user_number(f, user));
}

static int peek_job(void *self, struct swf_arrival *arrival, struct swf_error *error)
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
	const struct simulated_user *person = person_of(f, first->user);
	*arrival =
		(struct swf_arrival){.job = swf_packed_jobs_get(&f->workload->jobs, first->place),
			.tag = f->people.batches != NULL
				? first->place
				: (size_t)(person->progress - f->people.progress) + person->batch,
			.lost = person->left || stays_away(f, person, first->user)};
	arrival->job.submit = first->submit;
	if (person->repeats > 0) {
		arrival->job.number = renumbered(&f->repeats, arrival->job.number, person->repeats);
		arrival->job.preceding =
			renumbered(&f->repeats, arrival->job.preceding, person->repeats);
	}
	if (arrival->lost)
		arrival->job.status = SWF_STATUS_CANCELLED;
	return 1;
}

/* Announces the user's next job where no event decides when it comes: it is of the same batch as
 * the one before, or the user has left, or there is none. */
static void announce_next(struct swf_feedback *f, size_t user, double now)
{
	const struct simulated_user *person = person_of(f, user);
	const size_t batch = person->batch;
	const double recorded = swf_packed_jobs_time(
		&f->workload->jobs, &f->workload->jobs.submit, person->places[person->job]);
	double submit = recorded;
	if (person->left && batch >= person->unknown_from)
		submit = to_microsecond(recorded + person->shift);
	else if (person->work != NULL)
		submit = to_microsecond(
			person->progress[batch].submit + (recorded - person->arrival));
	announce_job(f, user, fmax(now, submit));
}

/* The user has submitted the job that came first, and may announce the next one in its place. */
static int submit_first(struct swf_feedback *f, struct swf_error *error)
{
	const struct coming taken = f->coming[0];
	struct simulated_user *person = person_of(f, taken.user);
	if (stays_away(f, person, taken.user)) {
		person->left = true; /* and all comes at its recorded times */
		f->counts.users_absent++;
		f->counts.jobs_absent += (int64_t)person->jobs;
	}
	f->counts.jobs_repeated += person->repeats > 0;
	if (++person->job == person->jobs) {
		/* much earlier than in the log */
		f->counts.users_exhausted += !person->left && person->repeats == 0 &&
			person->work != NULL &&
			person->last - taken.submit >
				fmax(SWF_WEEK, (person->last - person->first) / 10);
		return 0;
	}
	if (person->job == person->batch_end) {
		enter_batch(person, person->batch + 1);
		if (!person->left)
			return try_release(f, taken.user, taken.submit, false, 0, error);
	}
	announce_next(f, taken.user, taken.submit);
	return 0;
}

static int take_job(void *self, struct swf_error *error)
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
static void leave_for_good(struct swf_feedback *f, size_t user, size_t batch, double now)
{
	struct simulated_user *person = person_of(f, user);
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

static int end_job(void *self, size_t tag, double now, struct swf_error *error)
{
	struct swf_feedback *f = self;
	struct simulated_users *people = &f->people;
	if (people->batches != NULL)
		people->ended[tag] = true;
	/* a tag is that of a job where batches depend on jobs, else that of its batch */
	struct batch_progress *progress =
		&people->progress[people->batches != NULL ? people->batches[tag] : tag];
	const size_t user = progress->user;
	struct simulated_user *person = person_of(f, user);
	if (person->work == NULL)
		return 0;
	const size_t batch = (size_t)(progress - person->progress);
	const double response = now - progress->submit;
	person->jobs_ended++;
	if (--progress->left == 0) {
		note_response(&f->presence, now, response);
		if (!person->left && !person->finished && person->job < person->jobs &&
			will_leave(&f->presence, user_number(f, user), batch_number(person, batch),
				response))
			leave_for_good(f, user, batch, now);
	}
	if (person->jobs_ended == person->jobs && f->repeats.happen) {
		double submit;
		const int again = begin_again(&f->repeats, people, user, now, &submit, error);
		if (again > 0)
			announce_job(f, user, submit);
		return again < 0 ? -1 : 0;
	}
	return person->waits ? try_release(f, user, now, true, response, error) : 0;
}

struct swf_source swf_feedback_source(struct swf_feedback *feedback)
{
	return (struct swf_source){
		.self = feedback, .peek = peek_job, .take = take_job, .ended = end_job};
}
