#include "feedback/people.h"

#include <stdlib.h>

/* Lays out the work of a user. */
static void lay_out(struct swf_people *p, size_t user)
{
	const struct swf_history *history = p->history;
	const struct swf_packed_jobs *jobs = &history->workload->jobs;
	struct swf_person *person = &p->people[user];
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
	swf_people_begin_work(p, user, person->first);
	for (size_t i = 0, batch = 0; p->batches != NULL && i < person->jobs; i++) {
		if (i == person->batch_end)
			swf_person_enter_batch(person, ++batch);
		p->batches[person->places[i]] = first_batch + batch;
	}
	swf_person_enter_batch(person, 0);
}

int swf_people_begin(struct swf_people *people, const struct swf_history *history)
{
	struct swf_people *p = people;
	const struct swf_workload *workload = history->workload;
	*p = (struct swf_people){.history = history, .count = workload->users.count + 1};
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
		lay_out(p, u);
	return 0;
}

void swf_people_clear(struct swf_people *people)
{
	free(people->people);
	free(people->progress);
	free(people->batches);
	free(people->ended);
	*people = (struct swf_people){0};
}

void swf_people_begin_work(struct swf_people *people, size_t user, double submit)
{
	struct swf_person *person = &people->people[user];
	person->job = person->sessions_ended = person->jobs_ended = 0;
	swf_person_enter_batch(person, 0);
	for (size_t i = 0; people->ended != NULL && i < person->jobs; i++)
		people->ended[person->places[i]] = false;
	if (person->work == NULL)
		return;
	for (size_t b = 0; b < person->work->count; b++)
		person->progress[b].left = person->work->batches[b].jobs;
	person->progress[0].submit = submit;
}

size_t swf_people_tag(const struct swf_people *people, const struct swf_person *person)
{
	return people->batches != NULL
		? person->places[person->job]
		: (size_t)(person->progress - people->progress) + person->batch;
}

struct swf_progress *swf_people_ended(struct swf_people *people, size_t tag)
{
	if (people->batches == NULL)
		return &people->progress[tag];
	people->ended[tag] = true;
	return &people->progress[people->batches[tag]];
}

/* The first batch of a session waits for every earlier session that had ended at its recorded
 * start, also for those that its direct dependencies imply: these are the sessions up to a place in
 * the order of their ends. */
bool swf_people_is_available(const struct swf_people *people, struct swf_person *person)
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
