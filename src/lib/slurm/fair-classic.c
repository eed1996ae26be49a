#include "slurm/fair-classic.h"

#include <math.h>

#include "base/array.h"

static double normalized(const struct swf_slurm_fair_share *f, double usage)
{
	return f->raw[0] > 0 ? fmin(usage / f->raw[0], 1) : 0;
}

/* The effective usage that makes the exponent what DEPTH_OBLIVIOUS wants it to be. */
static double depth_oblivious(
	const struct swf_slurm_fair_share *f, const struct swf_slurm_standing *s)
{
	const struct swf_slurm_standing *above = &f->list[s->above];
	if (!(s->shares_norm > 0 && above->shares_norm > 0 && above->usage_effective > 0 &&
		    s->usage_norm > 0))
		return s->usage_norm;
	const double of_above = above->usage_effective / above->shares_norm;
	const double of_level = normalized(f, f->usage_below[s->above]) / above->shares_norm;
	const double own = s->usage_norm / s->shares_norm / of_level;
	double k = 1;
	if (log(of_above) * log(own) < 0)
		k = 1 / (1 + pow(5 * log(of_above), 2));
	return of_above * pow(own, k) * s->shares_norm;
}

static double effective(const struct swf_slurm_fair_share *f, const struct swf_slurm_standing *s)
{
	const struct swf_slurm_standing *above = &f->list[s->above];
	if (s->above == 0)
		return s->usage_norm;
	if (s->of_parent)
		return above->usage_effective;
	if (f->conf->depth_oblivious)
		return depth_oblivious(f, s);
	/* where nobody in the level has a share */
	if (above->shares_below == 0)
		return above->usage_effective;
	return s->usage_norm +
		(above->usage_effective - s->usage_norm) * (s->shares / above->shares_below);
}

/* What is above it is known. */
static void compute(struct swf_slurm_fair_share *f, size_t i)
{
	struct swf_slurm_standing *s = &f->list[i];
	const struct swf_slurm_standing *above = &f->list[s->above];
	if (s->of_parent)
		s->shares_norm = above->shares_norm;
	else
		s->shares_norm = above->shares_below > 0
			? above->shares_norm * (s->shares / above->shares_below)
			: 0;
	s->usage_norm = normalized(f, f->raw[i]);
	s->usage_effective = effective(f, s);
	/* of the account, where that is to be shared */
	const struct swf_slurm_standing *of = s->of_parent ? above : s;
	f->factor[i] = of->shares_norm > 0
		? pow(2, -(of->usage_effective / of->shares_norm / f->conf->damp))
		: 0;
	s->computed = f->updates;
}

void swf_slurm_fair_classic_join(struct swf_slurm_fair_share *f, size_t i)
{
	if (i == 0) {
		f->list[0].shares_norm = f->list[0].usage_norm = f->list[0].usage_effective = 1;
		f->factor[0] = pow(2, -1 / f->conf->damp);
	} else {
		compute(f, i);
	}
}

int swf_slurm_fair_classic_submitted(
	struct swf_slurm_fair_share *f, uint64_t id, size_t association)
{
	struct swf_slurm_active *active =
		swf_array_reserve(f->active, f->active_count, &f->active_capacity, sizeof *active);
	if (active == NULL)
		return -1;
	f->active = active;
	active[f->active_count++] = (struct swf_slurm_active){.id = id, .association = association};
	return 0;
}

static struct swf_slurm_active *active_of(struct swf_slurm_fair_share *f, uint64_t id)
{
	struct swf_bisection b = {.high = f->active_count};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, f->active[b.middle].id < id);
	return &f->active[b.low];
}

void swf_slurm_fair_classic_started(
	struct swf_slurm_fair_share *f, uint64_t id, double rate, double now)
{
	struct swf_slurm_active *active = active_of(f, id);
	active->state = SWF_SLURM_RUNS;
	active->rate = rate;
	active->start = now;
}

void swf_slurm_fair_classic_ended(struct swf_slurm_fair_share *f, uint64_t id)
{
	active_of(f, id)->state = SWF_SLURM_ENDED;
}

/* The effective usage of all accounts now. */
static void compute_accounts(struct swf_slurm_fair_share *f)
{
	if (f->conf->depth_oblivious) {
		for (size_t i = 0; i < f->count; i++)
			f->usage_below[i] = 0;
		for (size_t i = 1; i < f->count; i++)
			if (!f->list[i].of_parent)
				f->usage_below[f->list[i].above] += f->raw[i];
	}
	for (size_t i = 1; i < f->count; i++)
		if (!f->list[i].is_user)
			compute(f, i);
}

static void count_usage(struct swf_slurm_fair_share *f, const struct swf_slurm_active *active)
{
	const double stretch = f->last - active->start;
	const double counted =
		stretch < f->period ? swf_slurm_fair_share_counted(f, stretch) : f->counted;
	swf_slurm_fair_share_add(f, active->association, active->rate * counted);
}

void swf_slurm_fair_classic_update(struct swf_slurm_fair_share *f, double decay)
{
	size_t kept = 0;
	compute_accounts(f);
	for (size_t i = 0; i < f->count; i++)
		f->raw[i] *= decay;
	for (size_t i = 0; i < f->active_count; i++) {
		const struct swf_slurm_active active = f->active[i];
		if (active.state == SWF_SLURM_RUNS)
			count_usage(f, &active);
		else if (active.state == SWF_SLURM_WAITS)
			swf_slurm_fair_classic_factor(f, active.association);
		if (active.state != SWF_SLURM_ENDED)
			f->active[kept++] = active;
	}
	f->active_count = kept;
}

void swf_slurm_fair_classic_count_running(struct swf_slurm_fair_share *f, double counted)
{
	for (size_t i = 0; i < f->active_count; i++)
		if (f->active[i].state == SWF_SLURM_RUNS)
			swf_slurm_fair_share_add(
				f, f->active[i].association, f->active[i].rate * counted);
}

double swf_slurm_fair_classic_factor(struct swf_slurm_fair_share *f, size_t association)
{
	if (association > 0 && f->list[association].computed != f->updates)
		compute(f, association);
	return f->factor[association];
}
