#include "slurm/fair-tree.h"

#include <math.h>
#include <string.h>

void swf_slurm_fair_tree_join(struct swf_slurm_fair_share *f, size_t i)
{
	struct swf_slurm_standing *s = &f->list[i];
	f->factor[i] = s->best = i == 0 ? 1 : f->list[s->above].best;
	f->tied[i] = false;
}

/* Shares of the levels, which change where someone joins. */
static void normalize(struct swf_slurm_fair_share *f)
{
	for (size_t i = 1; i < f->count; i++) {
		struct swf_slurm_standing *s = &f->list[i];
		const double all = f->list[s->above].shares_below;
		s->shares_norm = all > 0 ? s->shares / all : 0;
		f->worth[i] = s->of_parent ? INFINITY : s->shares_norm;
	}
}

/* Share over usage of the level below an account, of what the level has of both. */
static void measure(
	struct swf_slurm_fair_share *f, const struct swf_slurm_standing *account, double used)
{
	for (size_t place = account->begin; place < account->end; place++) {
		const uint32_t i = f->order[place];
		if (f->raw[i] > 0)
			f->level_fs[i] = f->worth[i] / (f->raw[i] / used);
		else
			f->level_fs[i] = f->worth[i] > 0 ? INFINITY : 0;
	}
}

/* Whether one comes before another of its level. Where both are as good, users come before
 * accounts, and accounts in the order of the tree. */
static bool comes_before(const struct swf_slurm_fair_share *f, uint32_t a, uint32_t b)
{
	if (f->level_fs[a] != f->level_fs[b])
		return f->level_fs[a] > f->level_fs[b];
	const bool is_user = f->list[a].is_user;
	return is_user == f->list[b].is_user ? a < b : is_user;
}

/* Where the run in order that begins at `i` ends, at most at `end`. */
static size_t run_end(const struct swf_slurm_fair_share *f, size_t i, size_t end)
{
	if (i < end)
		i++;
	while (i < end && !comes_before(f, f->order[i], f->order[i - 1]))
		i++;
	return i;
}

static void merge(struct swf_slurm_fair_share *f, size_t a, size_t b, size_t end)
{
	const size_t middle = b;
	for (size_t to = a; to < end; to++)
		if (b == end || (a < middle && !comes_before(f, f->order[b], f->order[a])))
			f->spare[to] = f->order[a++];
		else
			f->spare[to] = f->order[b++];
}

/* Merges runs, of which there are few: the order changes little from one update to the next.
 * Returns whether it changed, or who is as good as whom. */
static bool sort_level(struct swf_slurm_fair_share *f, size_t begin, size_t end)
{
	bool changed = false;
	while (run_end(f, begin, end) < end) {
		for (size_t a = begin; a < end;) {
			const size_t b = run_end(f, a, end), c = run_end(f, b, end);
			merge(f, a, b, c);
			a = c;
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

/* An account whose level stands with the level above has none of its own. */
static bool has_place(const struct swf_slurm_standing *s)
{
	return s->is_user || !s->of_parent;
}

/* Gives those who have joined places in the order, behind the others of their levels. */
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
static void walk(struct swf_slurm_fair_share *f)
{
	const double users = (double)f->users;
	/* the rank of the next user, and that of the last one, who may be as good */
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
			/* who joins an account behind all users is the last one */
			s->best = fmax(tied ? rank : next, 1) / fmax(users, 1);
			s->follows_tie = tied;
			s->next = s->begin;
			at = i;
		}
	}
}

void swf_slurm_fair_tree_rank(struct swf_slurm_fair_share *f)
{
	const bool joined = f->ordered < f->count;
	bool changed = joined;
	if (joined) {
		make_places(f);
		normalize(f);
	}
	for (size_t i = 0; i < f->level_count; i++) {
		const uint32_t at = f->levels[i];
		struct swf_slurm_standing *account = &f->list[at];
		/* where nothing was used, decay leaves all relations as they are */
		if (!account->used && account->running == 0 && !joined)
			continue;
		account->used = false;
		measure(f, account, f->raw[at]);
		changed |= sort_level(f, account->begin, account->end);
	}
	if (changed)
		walk(f);
}
