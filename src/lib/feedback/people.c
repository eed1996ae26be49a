#include "feedback/people.h"

#include <stdlib.h>

/* Lays out the work of a user. */
static void lay_out(struct swf_people *p, size_t user)
{
	const struct swf_history *history = p->history;
	const struct swf_job *jobs = history->workload->jobs.jobs;
	struct swf_person *person = &p->people[user];
	const bool nobody = user + 1 == p->count;
	const size_t first_batch = history->first_batch[user];
	person->places = swf_workload_places(history->workload, user, &person->jobs);
	person->work = nobody ? NULL : &history->work[user];
	person->progress = p->progress + first_batch;
	person->depends_on = history->depends_on != NULL ? history->depends_on + first_batch : NULL;
	for (size_t i = 0, batch = 0; i < person->jobs; i++) {
		if (!nobody &&
			i == person->work->batches[batch].first + person->work->batches[batch].jobs)
			batch++;
		p->owners[person->places[i]] = (struct swf_owner){.user = user, .batch = batch};
	}
	if (person->jobs == 0)
		return;
	person->first = jobs[person->places[0]].submit;
	person->last = jobs[person->places[person->jobs - 1]].submit;
	swf_people_begin_work(p, user, person->first);
}

int swf_people_begin(struct swf_people *people, const struct swf_history *history)
{
	struct swf_people *p = people;
	const struct swf_workload *workload = history->workload;
	*p = (struct swf_people){.history = history, .count = workload->users.count + 1};
	p->people = calloc(p->count, sizeof *p->people);
	p->progress =
		malloc((history->first_batch[workload->users.count] + 1) * sizeof *p->progress);
	p->owners = malloc((workload->jobs.count + 1) * sizeof *p->owners);
	if (p->people == NULL || p->progress == NULL || p->owners == NULL)
		return -1;
	for (size_t u = 0; u < p->count; u++)
		lay_out(p, u);
	return 0;
}

void swf_people_clear(struct swf_people *people)
{
	free(people->people);
	free(people->progress);
	free(people->owners);
	*people = (struct swf_people){0};
}

void swf_people_begin_work(struct swf_people *people, size_t user, double submit)
{
	struct swf_person *person = &people->people[user];
	person->job = person->batch = person->sessions_ended = person->jobs_ended = 0;
	for (size_t i = 0; person->repeats > 0 && i < person->jobs; i++)
		people->owners[person->places[i]].ended = false;
	if (person->work == NULL)
		return;
	for (size_t b = 0; b < person->work->count; b++)
		person->progress[b].left = person->work->batches[b].jobs;
	person->progress[0].submit = submit;
}

/* The first batch of a session waits for every earlier session that had ended at its recorded
 * start, also for those that its direct dependencies imply: these are the sessions up to a place in
 * the order of their ends. */
bool swf_people_is_available(const struct swf_people *people, struct swf_person *person)
{
	const struct swf_batches *work = person->work;
	const struct swf_session_start *start = &work->starts[work->batches[person->batch].session];
	if (person->depends_on != NULL) {
		const size_t on = person->depends_on[person->batch];
		return on == SIZE_MAX || people->owners[on].ended;
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
