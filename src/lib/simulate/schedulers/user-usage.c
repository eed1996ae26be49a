#include "simulate/schedulers/user-usage.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
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
