#include "slurm/fair-share.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "slurm/fair-classic.h"
#include "slurm/fair-tree.h"

double swf_slurm_fair_share_counted(const struct swf_slurm_fair_share *f, double stretch)
{
	return stretch * pow(f->decay, stretch);
}

static bool grow(void *array, size_t count, size_t size)
{
	void **place = array;
	void *larger = realloc(*place, count * size);
	if (larger != NULL)
		*place = larger;
	return larger != NULL;
}

static int reserve(struct swf_slurm_fair_share *f, size_t count)
{
	if (count <= f->capacity)
		return 0;
	const size_t capacity = count < 2 * f->capacity ? 2 * f->capacity : count;
	if (!grow(&f->list, capacity, sizeof *f->list) ||
		!grow(&f->raw, capacity, sizeof *f->raw) ||
		!grow(&f->rate, capacity, sizeof *f->rate) ||
		!grow(&f->beyond, capacity, sizeof *f->beyond) ||
		!grow(&f->factor, capacity, sizeof *f->factor) ||
		!grow(&f->worth, capacity, sizeof *f->worth) ||
		!grow(&f->level_fs, capacity, sizeof *f->level_fs) ||
		!grow(&f->order, capacity, sizeof *f->order) ||
		!grow(&f->spare, capacity, sizeof *f->spare) ||
		!grow(&f->levels, capacity, sizeof *f->levels) ||
		!grow(&f->tied, capacity, sizeof *f->tied) ||
		!grow(&f->usage_below, capacity, sizeof *f->usage_below))
		return -1;
	f->capacity = capacity;
	return 0;
}

static void join(struct swf_slurm_fair_share *f, size_t i)
{
	const struct swf_slurm_association *a = &f->associations->list[i];
	f->raw[i] = f->rate[i] = f->beyond[i] = f->level_fs[i] = f->usage_below[i] = 0;
	f->list[i] = (struct swf_slurm_standing){.parent = a->parent,
		.above = a->parent,
		.is_user = a->is_user,
		.of_parent = a->of_parent && i > 0,
		.shares = (double)a->shares};
	f->count = i + 1;
	f->users += a->is_user;
	if (i > 0) {
		size_t above = a->parent;
		while (f->list[above].of_parent)
			above = f->list[above].parent;
		f->list[i].above = above;
		if (!f->list[i].of_parent)
			f->list[above].shares_below += f->list[i].shares;
	}
	if (f->conf->fair_tree)
		swf_slurm_fair_tree_join(f, i);
	else
		swf_slurm_fair_classic_join(f, i);
}

static int join_all(struct swf_slurm_fair_share *f)
{
	if (reserve(f, f->associations->count) != 0)
		return -1;
	while (f->count < f->associations->count)
		join(f, f->count);
	return 0;
}

int swf_slurm_fair_share_init(
	struct swf_slurm_fair_share *f, const struct swf_slurm_site *site, double now)
{
	const struct swf_slurm_priority_conf *conf = &site->conf->priority;
	*f = (struct swf_slurm_fair_share){.associations = site->associations,
		.conf = conf,
		.counts_ends = site->conf->enforce.limits,
		/* Slurm's approximation of 2 ** (-1 / half-life) */
		.decay = conf->half_life > 0 ? 1 - 0.693 / conf->half_life : 1,
		.period = conf->calc_period,
		.last = now};
	f->counted = swf_slurm_fair_share_counted(f, f->period);
	if (join_all(f) != 0)
		return -1;
	if (conf->fair_tree)
		swf_slurm_fair_tree_rank(f);
	return 0;
}

void swf_slurm_fair_share_clear(struct swf_slurm_fair_share *f)
{
	free(f->list);
	free(f->raw);
	free(f->rate);
	free(f->beyond);
	free(f->factor);
	free(f->worth);
	free(f->level_fs);
	free(f->order);
	free(f->spare);
	free(f->levels);
	free(f->tied);
	free(f->active);
	free(f->usage_below);
	*f = (struct swf_slurm_fair_share){0};
}

void swf_slurm_fair_share_add(struct swf_slurm_fair_share *f, size_t association, double usage)
{
	for (size_t i = association;; i = f->list[i].parent) {
		f->raw[i] += usage;
		f->list[i].used = true;
		if (i == 0)
			break;
	}
}

int swf_slurm_fair_share_submitted(struct swf_slurm_fair_share *f, uint64_t id, size_t association)
{
	if (join_all(f) != 0)
		return -1;
	return f->conf->fair_tree ? 0 : swf_slurm_fair_classic_submitted(f, id, association);
}

/* What the update after the start counts of a job beyond a whole period. */
static double beyond(const struct swf_slurm_fair_share *f, double rate, double start)
{
	return rate * (swf_slurm_fair_share_counted(f, f->last + f->period - start) - f->counted);
}

void swf_slurm_fair_share_started(
	struct swf_slurm_fair_share *f, uint64_t id, size_t association, double rate, double now)
{
	if (!f->conf->fair_tree) {
		swf_slurm_fair_classic_started(f, id, rate, now);
		return;
	}
	const double more = beyond(f, rate, now);
	for (size_t i = association;; i = f->list[i].parent) {
		f->rate[i] += rate;
		f->beyond[i] += more;
		f->list[i].running++;
		if (i == 0)
			break;
	}
}

static void stop_counting(
	struct swf_slurm_fair_share *f, size_t association, double rate, double start)
{
	const double more = start > f->last ? beyond(f, rate, start) : 0;
	for (size_t i = association;; i = f->list[i].parent) {
		f->rate[i] -= rate;
		f->beyond[i] -= more;
		/* nothing that rounding leaves makes an association that is idle one that is not */
		if (--f->list[i].running == 0)
			f->rate[i] = f->beyond[i] = 0;
		if (i == 0)
			break;
	}
}

void swf_slurm_fair_share_ended(struct swf_slurm_fair_share *f, uint64_t id, size_t association,
	double rate, double start, double now)
{
	if (f->conf->fair_tree)
		stop_counting(f, association, rate, start);
	else
		swf_slurm_fair_classic_ended(f, id);
	const double stretch = f->counts_ends ? now - fmax(start, f->last) : 0;
	swf_slurm_fair_share_add(f, association, rate * swf_slurm_fair_share_counted(f, stretch));
}

void swf_slurm_fair_share_reset(struct swf_slurm_fair_share *f)
{
	memset(f->raw, 0, f->count * sizeof *f->raw);
	for (size_t i = 0; i < f->count; i++)
		f->list[i].used = true;
}

void swf_slurm_fair_share_update(struct swf_slurm_fair_share *f)
{
	const double decay = pow(f->decay, f->period);
	f->last += f->period;
	f->updates++;
	if (!f->conf->fair_tree) {
		swf_slurm_fair_classic_update(f, decay);
		return;
	}
	for (size_t i = 0; i < f->count; i++) {
		f->raw[i] = f->raw[i] * decay + f->rate[i] * f->counted + f->beyond[i];
		f->beyond[i] = 0;
	}
	swf_slurm_fair_tree_rank(f);
}

void swf_slurm_fair_share_skip(struct swf_slurm_fair_share *f, double updates)
{
	const double decay = pow(f->decay, f->period), left = pow(decay, updates);
	/* of the periods, as a geometric series */
	const double counted = f->counted * (decay < 1 ? (1 - left) / (1 - decay) : updates);
	f->last += f->period * updates;
	for (size_t i = 0; i < f->count; i++)
		f->raw[i] *= left;
	if (f->conf->fair_tree)
		for (size_t i = 0; i < f->count; i++)
			f->raw[i] += f->rate[i] * counted;
	else
		swf_slurm_fair_classic_count_running(f, counted);
}

bool swf_slurm_fair_share_is_unused(const struct swf_slurm_fair_share *f)
{
	bool runs = f->list[0].running > 0;
	for (size_t i = 0; i < f->active_count; i++)
		runs |= f->active[i].state == SWF_SLURM_RUNS;
	return !runs && f->raw[0] == 0;
}

double swf_slurm_fair_share_factor(struct swf_slurm_fair_share *f, size_t association)
{
	if (f->conf->fair_tree)
		return f->factor[association];
	return swf_slurm_fair_classic_factor(f, association);
}
