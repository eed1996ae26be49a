/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulate/schedulers/fair-users.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "simulate/schedulers/user-seconds.h"
#include "swfcore/quantity.h"

/* s, and what is left of a weight after that many half-lives is less than a unit */
static const double half_life = SWF_WEEK, most_half_lives = 64;
/* s, of full weight that use without end comes to */
static const double mean_life = SWF_WEEK / 0.69314718055994530942;

/* Usage in all, for ever, is procs times the mean life, and twice that at the end of a half-life
 * after the base. Another factor of two is for jobs that are just ending. */
void swf_user_usage_init(struct swf_user_usage *usage, int32_t procs)
{
	int bits;
	*usage = (struct swf_user_usage){.since = -INFINITY};
	(void)frexp(4 * mean_life * procs, &bits);
	usage->scale = ldexp(1, 62 - bits);
}

void swf_user_usage_clear(struct swf_user_usage *usage)
{
	swf_index_clear(&usage->index);
	free(usage->accounts);
}

size_t swf_user_usage_place(struct swf_user_usage *usage, int64_t user)
{
	const size_t users = usage->index.count;
	const size_t place = swf_index_add(&usage->index, user);
	if (place == SIZE_MAX || place < users)
		return place;
	struct swf_user_account *accounts =
		swf_array_reserve(usage->accounts, users, &usage->capacity, sizeof *accounts);
	if (accounts == NULL)
		return SIZE_MAX;
	usage->accounts = accounts;
	accounts[place] = (struct swf_user_account){0};
	return place;
}

/* C at so many half-lives after the base. */
static int64_t weight(const struct swf_user_usage *usage, double half_lives)
{
	return (int64_t)(usage->scale * mean_life * (exp2(half_lives) - 1));
}

static void next_half_life(struct swf_user_usage *usage)
{
	usage->since += half_life;
	usage->now = weight(usage, 1);
	for (size_t i = 0; i < usage->index.count; i++)
		usage->accounts[i].base = swf_user_usage_of(usage, i) / 2;
}

void swf_user_usage_advance(struct swf_user_usage *usage, double now)
{
	if (usage->since == -INFINITY)
		usage->since = now;
	const double passed = floor((now - usage->since) / half_life);
	if (passed > most_half_lives)
		usage->since += (passed - most_half_lives) * half_life;
	while (now - usage->since >= half_life)
		next_half_life(usage);
	usage->now = weight(usage, (now - usage->since) / half_life);
}

void swf_fair_users_clear(struct swf_fair_users *fair)
{
	swf_user_usage_clear(&fair->usage);
	free(fair->turns);
}

double swf_fair_users_join(struct swf_fair_users *fair, const struct swf_task *task)
{
	const size_t user = swf_user_usage_place(&fair->usage, swf_user_seconds_user(task));
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

static void hold_procs(struct swf_fair_users *fair, size_t user, int64_t procs, double now)
{
	swf_user_usage_advance(&fair->usage, now);
	swf_user_usage_hold(&fair->usage, user, procs);
}

void swf_fair_users_start(struct swf_fair_users *fair, const struct swf_task *task, double now)
{
	const size_t user = swf_index_find(&fair->usage.index, swf_user_seconds_user(task));
	fair->usage.accounts[user].waiting--;
	fair->usage.accounts[user].first = 0;
	hold_procs(fair, user, task->size, now);
}

void swf_fair_users_end(struct swf_fair_users *fair, const struct swf_task *task, double now)
{
	hold_procs(fair, swf_index_find(&fair->usage.index, swf_user_seconds_user(task)),
		-task->size, now);
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
