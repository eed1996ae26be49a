/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the associations of a site have used, and their factors by Fair Tree or the classic formula.
 *
 * Between calls `raw` of an association is what it and all below it had used at the last update,
 * plus the last stretches of jobs that have ended since. Parents stand before their children in
 * `list`, so one pass from the front computes a tree.
 *
 * With Fair Tree `rate` is the sum over the running jobs of an association and those below it, and
 * `beyond` corrects the next update for jobs that have started since the last one. An update then
 * costs a pass over the associations, however many jobs run. The classic formula keeps the jobs
 * instead, since Slurm's update depends on their order: `active` has them in the order of their
 * submission, and those that have ended until the next update. Its update costs a walk up the tree
 * for each of them.
 *
 * Fair Tree ranks users by a walk of the tree of accounts, in each level by share over usage. The
 * factor of a user is its rank over the number of users. As in release 22.05, accounts of the same
 * share over usage are visited one after the other, and the first child of the later one has the
 * rank of the user before. (The documentation merges them.) Between rankings:
 * - `order` has the levels one after the other, each as it was sorted last. Who has joined since
 *   gets a place at the next ranking, and until then the factor of the account's first user.
 * - Decay multiplies all usage by the same factor, so share over usage keeps its order where
 *   nothing was used and nothing runs. Only the other levels are sorted again, by merging the
 *   sorted runs that they mostly consist of.
 * - Factors follow from the orders and ties alone. The walk is made only where one has changed.
 *
 * Classic: the factor of a user is 2 ** -(effective usage / normalized shares). The effective usage
 * lies between the user's own and what is due of the account's. With DEPTH_OBLIVIOUS the exponent
 * is R = Rp * Rl ** k: Rp is R of the account, and Rl compares the own usage, per share, with that
 * of the level. k falls below 1 where Rl would bring R back to balance. An update of release 22.05
 * computes the effective usage of accounts, and then goes through the jobs: it counts the usage of
 * those that run, and computes that of the users of those that wait. Other users are computed when
 * they are asked for: `computed` is the update of which an association's values are.
 */
#include "slurm/model/priority.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static double counted_over(const struct swf_slurm_fair_share *f, double stretch)
{
	return stretch * pow(f->decay, stretch);
}

static void add_usage(struct swf_slurm_fair_share *f, size_t association, double usage)
{
	for (size_t i = association;; i = f->list[i].parent) {
		f->raw[i] += usage;
		f->list[i].used = true;
		if (i == 0)
			break;
	}
}

static double normalized(const struct swf_slurm_fair_share *f, double usage)
{
	return f->raw[0] > 0 ? fmin(usage / f->raw[0], 1) : 0;
}

/* The effective usage that gives the exponent of DEPTH_OBLIVIOUS. */
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

static double effective_usage(
	const struct swf_slurm_fair_share *f, const struct swf_slurm_standing *s)
{
	const struct swf_slurm_standing *above = &f->list[s->above];
	if (s->above == 0)
		return s->usage_norm;
	if (s->of_parent)
		return above->usage_effective;
	if (f->conf->depth_oblivious)
		return depth_oblivious(f, s);
	/* nobody in the level has a share */
	if (above->shares_below == 0)
		return above->usage_effective;
	return s->usage_norm +
		(above->usage_effective - s->usage_norm) * (s->shares / above->shares_below);
}

/* What is above it has been computed. */
static void compute_classic(struct swf_slurm_fair_share *f, size_t i)
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
	s->usage_effective = effective_usage(f, s);
	/* Fairshare=parent */
	const struct swf_slurm_standing *of = s->of_parent ? above : s;
	f->factor[i] = of->shares_norm > 0
		? pow(2, -(of->usage_effective / of->shares_norm / f->conf->damp))
		: 0;
	s->computed = f->updates;
}

static double classic_factor(struct swf_slurm_fair_share *f, size_t association)
{
	if (association > 0 && f->list[association].computed != f->updates)
		compute_classic(f, association);
	return f->factor[association];
}

static struct swf_slurm_active *active_of(struct swf_slurm_fair_share *f, uint64_t id)
{
	struct swf_bisection b = {.high = f->active_count};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, f->active[b.middle].id < id);
	return &f->active[b.low];
}

/* The first step of an update. Users follow later, when some running jobs are counted already. */
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
			compute_classic(f, i);
}

static void update_classic(struct swf_slurm_fair_share *f, double decay)
{
	size_t kept = 0;
	compute_accounts(f);
	for (size_t i = 0; i < f->count; i++)
		f->raw[i] *= decay;
	for (size_t i = 0; i < f->active_count; i++) {
		const struct swf_slurm_active active = f->active[i];
		const double stretch = f->last - active.start;
		if (active.state == SWF_SLURM_RUNS)
			add_usage(f, active.association,
				active.rate *
					(stretch < f->period ? counted_over(f, stretch)
							     : f->counted));
		else if (active.state == SWF_SLURM_WAITS)
			classic_factor(f, active.association);
		if (active.state != SWF_SLURM_ENDED)
			f->active[kept++] = active;
	}
	f->active_count = kept;
}

/* Whether one comes before another of its level. At a tie users come before accounts, then the
 * order of the tree decides. */
static bool comes_before(const struct swf_slurm_fair_share *f, uint32_t a, uint32_t b)
{
	if (f->level_fs[a] != f->level_fs[b])
		return f->level_fs[a] > f->level_fs[b];
	const bool is_user = f->list[a].is_user;
	return is_user == f->list[b].is_user ? a < b : is_user;
}

/* The end of the sorted run that begins at `i`. */
static size_t run_end(const struct swf_slurm_fair_share *f, size_t i, size_t end)
{
	if (i < end)
		i++;
	while (i < end && !comes_before(f, f->order[i], f->order[i - 1]))
		i++;
	return i;
}

/* The order changes little from one update to the next, so there are few runs to merge. Returns
 * whether the order or a tie has changed. */
static bool sort_level(struct swf_slurm_fair_share *f, size_t begin, size_t end)
{
	bool changed = false;
	while (run_end(f, begin, end) < end) {
		/* two runs after the other */
		for (size_t a = begin, to = begin; to < end;) {
			const size_t middle = run_end(f, a, end), stop = run_end(f, middle, end);
			for (size_t b = middle; to < stop; to++)
				if (b == stop ||
					(a < middle && !comes_before(f, f->order[b], f->order[a])))
					f->spare[to] = f->order[a++];
				else
					f->spare[to] = f->order[b++];
			a = stop;
		}
		memcpy(f->order + begin, f->spare + begin, (end - begin) * sizeof *f->order);
		changed = true;
	}
	for (size_t place = begin + 1; place < end; place++) {
		const bool tied = f->level_fs[f->order[place]] == f->level_fs[f->order[place - 1]];
		changed |= tied != f->tied[place];
		f->tied[place] = tied;
	}
	return changed;
}

/* The level below an account with Fairshare=parent is part of the level above. */
static bool has_place(const struct swf_slurm_standing *s)
{
	return s->is_user || !s->of_parent;
}

/* Lays out the levels again: those who have joined stand last in theirs. */
static void make_places(struct swf_slurm_fair_share *f)
{
	for (size_t i = 0; i < f->count; i++)
		f->list[i].end = 0;
	for (size_t i = 1; i < f->count; i++)
		if (has_place(&f->list[i]))
			f->list[f->list[i].above].end++;
	size_t sum = 0;
	f->level_count = 0;
	for (size_t i = 0; i < f->count; i++) {
		struct swf_slurm_standing *s = &f->list[i];
		if (s->end > 0)
			f->levels[f->level_count++] = (uint32_t)i;
		s->begin = sum;
		sum += s->end;
		s->end = s->begin;
	}
	for (size_t i = 0; i < f->placed; i++)
		f->spare[f->list[f->list[f->order[i]].above].end++] = f->order[i];
	for (size_t i = f->ordered; i < f->count; i++)
		if (i > 0 && has_place(&f->list[i]))
			f->spare[f->list[f->list[i].above].end++] = (uint32_t)i;
	memcpy(f->order, f->spare, sum * sizeof *f->order);
	f->placed = sum;
	f->ordered = f->count;
}

/* Visits a tree of accounts without recursion, as a file may make it deep. */
static void walk_tree(struct swf_slurm_fair_share *f)
{
	const double users = (double)f->users;
	/* the rank of the next user, and that of the last one, which ties share */
	double next = users, rank = users;
	size_t at = 0;
	f->list[0].next = f->list[0].begin;
	f->list[0].follows_tie = false;
	for (;;) {
		struct swf_slurm_standing *account = &f->list[at];
		if (account->next == account->end) {
			if (at == 0)
				return;
			at = account->above;
			continue;
		}
		const size_t place = account->next++;
		const uint32_t i = f->order[place];
		struct swf_slurm_standing *s = &f->list[i];
		const bool tied = place == account->begin ? account->follows_tie : f->tied[place];
		if (s->is_user) {
			if (!tied)
				rank = next;
			f->factor[i] = rank / users;
			next--;
		} else {
			/* an account that is visited last has the last rank for who joins it */
			s->best = fmax(tied ? rank : next, 1) / fmax(users, 1);
			s->follows_tie = tied;
			s->next = s->begin;
			at = i;
		}
	}
}

static void rank_tree(struct swf_slurm_fair_share *f)
{
	const bool joined = f->ordered < f->count;
	bool changed = joined;
	if (joined) {
		make_places(f);
		/* who joins changes the parts that others of the level have */
		for (size_t i = 1; i < f->count; i++) {
			struct swf_slurm_standing *s = &f->list[i];
			const double all = f->list[s->above].shares_below;
			s->shares_norm = all > 0 ? s->shares / all : 0;
			f->worth[i] = s->of_parent ? INFINITY : s->shares_norm;
		}
	}
	for (size_t i = 0; i < f->level_count; i++) {
		const uint32_t at = f->levels[i];
		struct swf_slurm_standing *account = &f->list[at];
		/* where nothing was used, decay leaves all relations as they are */
		if (!account->used && account->running == 0 && !joined)
			continue;
		account->used = false;
		for (size_t place = account->begin; place < account->end; place++) {
			const uint32_t one = f->order[place];
			if (f->raw[one] > 0)
				f->level_fs[one] = f->worth[one] / (f->raw[one] / f->raw[at]);
			else
				f->level_fs[one] = f->worth[one] > 0 ? INFINITY : 0;
		}
		changed |= sort_level(f, account->begin, account->end);
	}
	if (changed)
		walk_tree(f);
}

static int reserve_members(struct swf_slurm_fair_share *f, size_t count)
{
	const struct {
		void *array;
		size_t size;
	} arrays[] = {{&f->list, sizeof *f->list}, {&f->raw, sizeof *f->raw},
		{&f->rate, sizeof *f->rate}, {&f->beyond, sizeof *f->beyond},
		{&f->factor, sizeof *f->factor}, {&f->worth, sizeof *f->worth},
		{&f->level_fs, sizeof *f->level_fs}, {&f->order, sizeof *f->order},
		{&f->spare, sizeof *f->spare}, {&f->levels, sizeof *f->levels},
		{&f->tied, sizeof *f->tied}, {&f->usage_below, sizeof *f->usage_below}};
	if (count <= f->capacity)
		return 0;
	const size_t capacity = count < 2 * f->capacity ? 2 * f->capacity : count;
	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
		void **array = arrays[i].array;
		void *larger = realloc(*array, capacity * arrays[i].size);
		if (larger == NULL)
			return -1;
		*array = larger;
	}
	f->capacity = capacity;
	return 0;
}

static void join_one(struct swf_slurm_fair_share *f, size_t i)
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
	if (f->conf->fair_tree) {
		f->factor[i] = f->list[i].best = i == 0 ? 1 : f->list[f->list[i].above].best;
		f->tied[i] = false;
	} else if (i > 0) {
		compute_classic(f, i);
	} else {
		f->list[0].shares_norm = f->list[0].usage_norm = f->list[0].usage_effective = 1;
		f->factor[0] = pow(2, -1 / f->conf->damp);
	}
}

static int join_all(struct swf_slurm_fair_share *f)
{
	if (reserve_members(f, f->associations->count) != 0)
		return -1;
	while (f->count < f->associations->count)
		join_one(f, f->count);
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
	f->counted = counted_over(f, f->period);
	if (join_all(f) != 0)
		return -1;
	if (conf->fair_tree)
		rank_tree(f);
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

int swf_slurm_fair_share_submitted(struct swf_slurm_fair_share *f, uint64_t id, size_t association)
{
	if (join_all(f) != 0)
		return -1;
	if (f->conf->fair_tree)
		return 0;
	struct swf_slurm_active *active =
		swf_array_reserve(f->active, f->active_count, &f->active_capacity, sizeof *active);
	if (active == NULL)
		return -1;
	f->active = active;
	active[f->active_count++] = (struct swf_slurm_active){.id = id, .association = association};
	return 0;
}

/* What the first update after a start counts for the job beyond what rate * counted does. */
static double rate_beyond(const struct swf_slurm_fair_share *f, double rate, double start)
{
	return rate * (counted_over(f, f->last + f->period - start) - f->counted);
}

void swf_slurm_fair_share_started(
	struct swf_slurm_fair_share *f, uint64_t id, size_t association, double rate, double now)
{
	if (!f->conf->fair_tree) {
		struct swf_slurm_active *active = active_of(f, id);
		active->state = SWF_SLURM_RUNS;
		active->rate = rate;
		active->start = now;
		return;
	}
	const double more = rate_beyond(f, rate, now);
	for (size_t i = association;; i = f->list[i].parent) {
		f->rate[i] += rate;
		f->beyond[i] += more;
		f->list[i].running++;
		if (i == 0)
			break;
	}
}

void swf_slurm_fair_share_ended(struct swf_slurm_fair_share *f, uint64_t id, size_t association,
	double rate, double start, double now)
{
	const double more = start > f->last ? rate_beyond(f, rate, start) : 0;
	if (!f->conf->fair_tree)
		active_of(f, id)->state = SWF_SLURM_ENDED;
	for (size_t i = association; f->conf->fair_tree; i = f->list[i].parent) {
		f->rate[i] -= rate;
		f->beyond[i] -= more;
		/* what rounding leaves must not count as use */
		if (--f->list[i].running == 0)
			f->rate[i] = f->beyond[i] = 0;
		if (i == 0)
			break;
	}
	const double stretch = f->counts_ends ? now - fmax(start, f->last) : 0;
	add_usage(f, association, rate * counted_over(f, stretch));
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
		update_classic(f, decay);
		return;
	}
	for (size_t i = 0; i < f->count; i++) {
		f->raw[i] = f->raw[i] * decay + f->rate[i] * f->counted + f->beyond[i];
		f->beyond[i] = 0;
	}
	rank_tree(f);
}

void swf_slurm_fair_share_skip(struct swf_slurm_fair_share *f, double updates)
{
	const double decay = pow(f->decay, f->period), left = pow(decay, updates);
	/* the sum of a geometric series over the periods */
	const double counted = f->counted * (decay < 1 ? (1 - left) / (1 - decay) : updates);
	f->last += f->period * updates;
	for (size_t i = 0; i < f->count; i++)
		f->raw[i] *= left;
	for (size_t i = 0; f->conf->fair_tree && i < f->count; i++)
		f->raw[i] += f->rate[i] * counted;
	/* with Fair Tree there are no active jobs */
	for (size_t i = 0; i < f->active_count; i++)
		if (f->active[i].state == SWF_SLURM_RUNS)
			add_usage(f, f->active[i].association, f->active[i].rate * counted);
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
	return classic_factor(f, association);
}
