#include "resample-plan.h"

#include <math.h>

int64_t swf_period(const struct swf_pools *pools, const struct swf_subtrace *subtrace)
{
	return (int64_t)fmax(1, ceil(pools->logs[subtrace->log].weeks));
}

/* How often a subtrace begins in a week of its log. */
static double rate(const struct swf_pools *pools, const struct swf_subtrace *subtrace)
{
	return subtrace->weight / pools->logs[subtrace->log].weeks;
}

int64_t swf_starting_weeks(const struct swf_subtrace *subtrace, bool stationary)
{
	return stationary ? subtrace->last_week - subtrace->first_week : subtrace->weeks_active;
}

struct swf_resample_plan swf_resample_plan_for(
	const struct swf_pools *pools, double load, bool stationary)
{
	const struct swf_subtrace_pool *long_term = &pools->pools[SWF_POOL_LONG_TERM];
	const struct swf_subtrace_pool *temporary = &pools->pools[SWF_POOL_TEMPORARY];
	const struct swf_subtrace_pool *rare = &pools->pools[SWF_POOL_RARE];
	double long_term_weight = 0, temporary_weight = 0, temporary_rate = 0, present = 0,
	       rare_rate = 0;
	for (size_t i = 0; i < long_term->count; i++)
		long_term_weight += long_term->subtraces[i].weight;
	for (size_t i = 0; i < temporary->count; i++) {
		const struct swf_subtrace *s = &temporary->subtraces[i];
		temporary_weight += s->weight;
		temporary_rate += rate(pools, s);
		present += rate(pools, s) * (double)swf_starting_weeks(s, stationary);
	}
	for (size_t i = 0; i < rare->count; i++)
		rare_rate += 1 / pools->logs[rare->subtraces[i].log].weeks;
	const double total = long_term_weight + temporary_weight;
	/* how often a subtrace of weight 1 is used */
	const double uses =
		total > 0 ? load * (double)(long_term->count + temporary->count) / total : 0;
	return (struct swf_resample_plan){.long_term = llround(uses * long_term_weight),
		.temporary = pools->element == SWF_ELEMENT_USER ? llround(uses * present) : 0,
		.temporary_rate = uses * temporary_rate,
		.rare_rate = load * rare_rate,
		.weeks = pools->logs[0].weeks,
		.stationary = stationary};
}

double swf_draw_weight(const struct swf_pools *pools, const struct swf_subtrace *subtrace,
	bool present, bool stationary)
{
	if (subtrace->class_ == SWF_POOL_LONG_TERM && pools->element == SWF_ELEMENT_USER)
		return subtrace->weight;
	return rate(pools, subtrace) *
		(present ? (double)swf_starting_weeks(subtrace, stationary) : 1);
}

static double total_weight(
	const struct swf_pools *pools, enum swf_pool_class pool, bool present, bool stationary)
{
	double total = 0;
	for (size_t i = 0; i < pools->pools[pool].count; i++)
		total += swf_draw_weight(
			pools, &pools->pools[pool].subtraces[i], present, stationary);
	return total;
}

double swf_draw_rounds(const struct swf_pools *pools, double temporary_rate)
{
	return fmax(1, ceil(temporary_rate / (double)pools->pools[SWF_POOL_TEMPORARY].count));
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
	if (!(p->weeks > 0) || !(p->repeat >= 0 && p->repeat <= 1) || !(p->rare_rate >= 0))
		return swf_fail(error, "no length, or a wrong rate or probability");
	if (p->temporary_rate > 0 && p->temporary_rate < 1e-6)
		return swf_fail(error, "a user in a million weeks does not come");
	if (come < 0)
		return swf_fail(error,
			"rare behaviours cannot come %g times a week where %g temporary users come",
			p->rare_rate, p->temporary_rate);
	if (p->long_term > 0 && !(total_weight(pools, SWF_POOL_LONG_TERM, true, p->stationary) > 0))
		return swf_fail(error, "there is no long-term user to be drawn");
	if (p->temporary > 0 && !(total_weight(pools, SWF_POOL_TEMPORARY, true, p->stationary) > 0))
		return swf_fail(error, "there is no temporary user to be there at the start");
	if (p->temporary_rate > 0 && !(total_weight(pools, SWF_POOL_TEMPORARY, false, false) > 0))
		return swf_fail(error, "there is no temporary user to come");
	if (p->rare_rate > 0 && !(total_weight(pools, SWF_POOL_RARE, false, false) > 0))
		return swf_fail(error, "there is no rare behaviour to be drawn");
	return 0;
}
