#include "resample/resample-plan.h"

#include <math.h>

#include "swfcore/quantity.h"

const char *const swf_start_names[] = {"stationary", "literal", NULL};

static double weeks_of(const struct swf_pools *pools, size_t log)
{
	return pools->logs[log]->length / SWF_WEEK;
}

int64_t swf_resample_period(const struct swf_pools *pools, size_t log)
{
	return (int64_t)fmax(1, ceil(weeks_of(pools, log)));
}

int64_t swf_resample_round(const struct swf_pools *pools, size_t log)
{
	return (int64_t)floor(weeks_of(pools, log)) + 1;
}

int64_t swf_resample_starting_weeks(const struct swf_subtrace *subtrace, enum swf_start start)
{
	return start == SWF_START_STATIONARY ? subtrace->last_week - subtrace->first_week
					     : subtrace->weeks_active;
}

int64_t swf_resample_displaced(const struct swf_pools *pools, double uses, size_t log)
{
	const struct swf_subtrace_pool *all = &pools->pools[SWF_POOL_ALL];
	double weight = 0;
	for (size_t i = 0; i < all->count; i++)
		if (all->subtraces[i].log == log)
			weight += all->subtraces[i].weight;
	return llround(uses * weight);
}

struct swf_resample_plan swf_resample_plan_for(
	const struct swf_pools *pools, double load, enum swf_start start)
{
	const struct swf_subtrace_pool *long_term = &pools->pools[SWF_POOL_LONG_TERM];
	const struct swf_subtrace_pool *temporary = &pools->pools[SWF_POOL_TEMPORARY];
	const struct swf_subtrace_pool *rare = &pools->pools[SWF_POOL_RARE];
	const struct swf_subtrace_pool *all = &pools->pools[SWF_POOL_ALL];
	double long_term_weight = 0, temporary_weight = 0, come = 0, present = 0, rare_rate = 0;
	double all_weight = 0;
	int64_t displaced = 0;
	for (size_t i = 0; i < long_term->count; i++)
		long_term_weight += long_term->subtraces[i].weight;
	for (size_t i = 0; i < all->count; i++)
		all_weight += all->subtraces[i].weight;
	/* whole numbers of weeks are added up before they are divided, so that nothing is rounded
	 * on the way */
	for (size_t log = 0; log < pools->log_count; log++) {
		double weight = 0, weeks = 0;
		for (size_t i = 0; i < temporary->count; i++) {
			const struct swf_subtrace *s = &temporary->subtraces[i];
			if (s->log != log)
				continue;
			weight += s->weight;
			weeks += s->weight * (double)swf_resample_starting_weeks(s, start);
		}
		temporary_weight += weight;
		come += weight / weeks_of(pools, log);
		present += weeks / weeks_of(pools, log);
	}
	for (size_t i = 0; i < rare->count; i++)
		rare_rate += 1 / weeks_of(pools, rare->subtraces[i].log);
	const double mean_weight = (long_term_weight + temporary_weight + all_weight) /
		(double)(long_term->count + temporary->count + all->count);
	const double uses = mean_weight > 0 ? load / mean_weight : 0;
	for (size_t log = 0; log < pools->log_count; log++)
		displaced += swf_resample_displaced(pools, uses, log);
	return (struct swf_resample_plan){.long_term = llround(uses * long_term_weight),
		.temporary = pools->element == SWF_ELEMENT_USER ? llround(uses * present) : 0,
		.temporary_rate = uses * come,
		.rare_rate = load * rare_rate,
		.displaced = displaced,
		.uses = uses,
		.length = pools->classless ? (double)swf_resample_round(pools, 0) * SWF_WEEK
					   : pools->logs[0]->length,
		.start = start};
}

double swf_resample_draw_weight(const struct swf_pools *pools, const struct swf_subtrace *subtrace,
	bool present, enum swf_start start)
{
	const bool is_there =
		subtrace->class_ == SWF_POOL_LONG_TERM || subtrace->class_ == SWF_POOL_ALL;
	if (is_there && pools->element == SWF_ELEMENT_USER)
		return subtrace->weight;
	return subtrace->weight / weeks_of(pools, subtrace->log) *
		(present ? (double)swf_resample_starting_weeks(subtrace, start) : 1);
}

static double total_weight(
	const struct swf_pools *pools, enum swf_pool_class pool, bool present, enum swf_start start)
{
	double total = 0;
	for (size_t i = 0; i < pools->pools[pool].count; i++)
		total += swf_resample_draw_weight(
			pools, &pools->pools[pool].subtraces[i], present, start);
	return total;
}

int64_t swf_resample_arrival_trials(const struct swf_pools *pools, double temporary_rate)
{
	const size_t temporary = pools->pools[SWF_POOL_TEMPORARY].count;
	const double users =
		(double)(temporary > 0 ? temporary : pools->pools[SWF_POOL_RARE].count);
	return (int64_t)(users * fmax(1, ceil(temporary_rate / users)));
}

int swf_resample_check(const struct swf_pools *pools, const struct swf_resample_plan *plan,
	struct swf_error *error)
{
	const struct swf_resample_plan *p = plan;
	const double come = p->temporary_rate - p->rare_rate;
	if (!(p->long_term >= 0 && p->long_term <= SWF_RESAMPLE_MOST && p->temporary >= 0 &&
		    p->temporary <= SWF_RESAMPLE_MOST && p->temporary_rate >= 0 &&
		    p->temporary_rate <= SWF_RESAMPLE_MOST))
		return swf_fail(error, "more than %d users, or less than none", SWF_RESAMPLE_MOST);
	if (p->displaced < 0 || p->displaced > SWF_RESAMPLE_MOST || p->displace < 0)
		return swf_fail(error, "more than %d users are displaced, or by less than nothing",
			SWF_RESAMPLE_MOST);
	if (pools->classless && p->displaced == 0)
		return swf_fail(error, "there is no user to be displaced");
	if (!(p->length > 0) || !(p->repeat >= 0 && p->repeat <= 1) || !(p->rare_rate >= 0))
		return swf_fail(error, "no length, or a wrong rate or probability");
	if (p->temporary_rate > 0 && p->temporary_rate < 1e-6)
		return swf_fail(error, "a user in a million weeks does not come");
	if (come < 0)
		return swf_fail(error,
			"rare behaviours cannot come %g times a week where %g temporary users come",
			p->rare_rate, p->temporary_rate);
	if (p->long_term > 0 && !(total_weight(pools, SWF_POOL_LONG_TERM, true, p->start) > 0))
		return swf_fail(error, "there is no long-term user to be drawn");
	if (p->temporary > 0 && !(total_weight(pools, SWF_POOL_TEMPORARY, true, p->start) > 0))
		return swf_fail(error, "there is no temporary user to be there at the start");
	if (come > 0 && !(total_weight(pools, SWF_POOL_TEMPORARY, false, p->start) > 0))
		return swf_fail(error, "there is no temporary user to come");
	if (p->rare_rate > 0 && !(total_weight(pools, SWF_POOL_RARE, false, p->start) > 0))
		return swf_fail(error, "there is no rare behaviour to be drawn");
	return 0;
}
