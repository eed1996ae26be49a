#include "simulate/schedulers/fair-users.h"

#include <stdlib.h>

#include "base/array.h"

void swf_fair_users_clear(struct swf_fair_users *fair)
{
	swf_user_usage_clear(&fair->usage);
	free(fair->turns);
}

/* Jobs without a user are those of one user. */
static int64_t user_of(const struct swf_task *task)
{
	return task->job->user >= 0 ? task->job->user : -1;
}

double swf_fair_users_join(struct swf_fair_users *fair, const struct swf_task *task)
{
	const size_t user = swf_user_usage_place(&fair->usage, user_of(task));
	struct swf_fair_turn *turns =
		swf_array_reserve(fair->turns, fair->count, &fair->capacity, sizeof *turns);
	if (turns != NULL)
		fair->turns = turns;
	if (turns == NULL || user == SIZE_MAX)
		return -1;
	struct swf_user_account *account = &fair->usage.accounts[user];
	account->waiting++;
	if (!account->has_turn)
		turns[fair->count++] = (struct swf_fair_turn){.user = user};
	account->has_turn = true;
	return (double)user;
}

static void hold(struct swf_fair_users *fair, size_t user, int64_t procs, double now)
{
	swf_user_usage_advance(&fair->usage, now);
	swf_user_usage_hold(&fair->usage, user, procs);
}

void swf_fair_users_start(struct swf_fair_users *fair, const struct swf_task *task, double now)
{
	const size_t user = swf_index_find(&fair->usage.index, user_of(task));
	fair->usage.accounts[user].waiting--;
	fair->usage.accounts[user].first = 0;
	hold(fair, user, task->size, now);
}

void swf_fair_users_end(struct swf_fair_users *fair, const struct swf_task *task, double now)
{
	hold(fair, swf_index_find(&fair->usage.index, user_of(task)), -task->size, now);
}

/* Drops those who have nothing in the queue any longer. */
static void drop_idle(struct swf_fair_users *fair)
{
	size_t kept = 0;
	for (size_t i = 0; i < fair->count; i++) {
		const struct swf_fair_turn *turn = &fair->turns[i];
		struct swf_user_account *account = &fair->usage.accounts[turn->user];
		if (account->waiting > 0)
			fair->turns[kept++] = *turn;
		else
			account->has_turn = false;
	}
	fair->count = kept;
}

static uint64_t first_task(
	struct swf_fair_users *fair, struct swf_ordered_queue *queue, size_t user)
{
	struct swf_user_account *account = &fair->usage.accounts[user];
	if (account->first == 0) {
		struct swf_ordered_place place = {.key = (double)user};
		(void)swf_ordered_queue_next(queue, &place, (double)user, NULL);
		account->first = place.number;
	}
	return account->first;
}

static bool comes_before(struct swf_fair_users *fair, struct swf_ordered_queue *queue,
	const struct swf_fair_turn *a, const struct swf_fair_turn *b)
{
	if (a->usage != b->usage)
		return a->usage < b->usage;
	return first_task(fair, queue, a->user) < first_task(fair, queue, b->user);
}

/* The order is nearly that of the last pass, so that each turn moves by a few places at most. */
void swf_fair_users_take_turns(
	struct swf_fair_users *fair, struct swf_ordered_queue *queue, double now)
{
	swf_user_usage_advance(&fair->usage, now);
	drop_idle(fair);
	for (size_t i = 0; i < fair->count; i++) {
		struct swf_fair_turn turn = fair->turns[i];
		turn.usage = swf_user_usage_of(&fair->usage, turn.user);
		size_t place = i;
		for (; place > 0 && comes_before(fair, queue, &turn, &fair->turns[place - 1]);
			place--)
			fair->turns[place] = fair->turns[place - 1];
		fair->turns[place] = turn;
	}
}
