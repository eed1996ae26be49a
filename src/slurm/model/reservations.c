/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reservations of backfilling, twice: as stretches of time with what is free, and as a list.
 *
 * Between calls:
 * - The stretches follow one another without gaps from the beginning of the plan to its end.
 * - A stretch has the set of nodes that no reservation covers in it. Behind the set it has how many
 *   of these each partition has.
 * - The list has the reservations by their starts, and their nodes as masks. Masks stand in the
 *   order in which reservations were made, so those since a moment are those from a place on.
 *
 * What is free from one time to another is the set of the stretch at the first, less the masks of
 * some reservations: of those that start later than that stretch begins, up to the second time. A
 * reservation is never taken back, so each that covers part of the time either covers the first
 * stretch or starts within the time. Masks are few words each, so this costs much less than the
 * sets of all stretches.
 *
 * A reservation costs two copies of a set, a walk to its first stretch, and its masks for each
 * stretch that it covers. Slurm joins stretches again, and only some of them. Here that matters for
 * `made` alone, by which bf_node_space_size ends a cycle, so it is done as there.
 */
#include "slurm/model/reservations.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"

/* Makes room for a stretch at this place, with a set of its own. NULL when there is no memory. */
static struct swf_slurm_stretch *insert(struct swf_slurm_reservations *r, size_t place)
{
	struct swf_slurm_stretch *stretches =
		swf_array_reserve(r->stretches, r->count, &r->capacity, sizeof *stretches);
	if (stretches == NULL)
		return NULL;
	r->stretches = stretches;
	uint64_t *set = swf_slab_take(&r->sets);
	if (set == NULL)
		return NULL;
	memmove(stretches + place + 1, stretches + place, (r->count++ - place) * sizeof *stretches);
	stretches[place].free = set;
	stretches[place].closes = false;
	r->made++;
	return &stretches[place];
}

static int32_t *counts(const struct swf_slurm_reservations *r, const struct swf_slurm_stretch *s)
{
	return (int32_t *)(s->free + r->words);
}

static void count(const struct swf_slurm_reservations *r, const uint64_t *nodes, int32_t *counted)
{
	for (size_t p = 0; p < r->conf->partition_count; p++)
		counted[p] = (int32_t)swf_slurm_node_sets_common(
			nodes, r->conf->partitions[p].nodes, r->words);
}

int swf_slurm_reservations_begin(struct swf_slurm_reservations *r,
	const struct swf_slurm_conf *conf, double begin, double end, const uint64_t *all)
{
	const size_t partitions = conf->partition_count, words = conf->words;
	while (r->count > 0)
		swf_slab_give_back(&r->sets, r->stretches[--r->count].free);
	r->listed = r->mask_count = 0;
	if (r->taken == NULL && (r->taken = malloc(partitions * sizeof *r->taken)) == NULL)
		return -1;
	r->conf = conf;
	r->words = words;
	r->sets.element_size = (words + (partitions + 1) / 2) * sizeof *all;
	r->least = conf->loops.bf_resolution;
	r->made = 0;
	r->told = 0;
	struct swf_slurm_stretch *first = insert(r, 0);
	if (first == NULL)
		return -1;
	first->begin = begin;
	first->end = end;
	swf_slurm_node_sets_copy(first->free, all, words);
	count(r, all, counts(r, first));
	return 0;
}

void swf_slurm_reservations_clear(struct swf_slurm_reservations *r)
{
	swf_slab_clear(&r->sets);
	free(r->stretches);
	free(r->list);
	free(r->added);
	free(r->masks);
	free(r->taken);
	*r = (struct swf_slurm_reservations){0};
}

/* Divides a stretch at a time within it, or at its beginning. */
static int divide(struct swf_slurm_reservations *r, size_t place, double time)
{
	struct swf_slurm_stretch *second = insert(r, place + 1);
	if (second == NULL)
		return -1;
	struct swf_slurm_stretch *first = second - 1;
	second->begin = time;
	second->end = first->end;
	first->end = time;
	second->closes = first->closes;
	second->word = first->word;
	first->closes = false;
	memcpy(second->free, first->free, r->sets.element_size);
	return 0;
}

/* What has been told, and one thing more: 2^64 divided by the golden ratio spreads what is alike.
 */
static uint64_t tell(uint64_t told, uint64_t what)
{
	const uint64_t mixed = (told ^ what) * UINT64_C(0x9e3779b97f4a7c15);
	return mixed ^ mixed >> 32;
}

static uint64_t tell_time(uint64_t told, double time)
{
	uint64_t bits;
	memcpy(&bits, &time, sizeof bits);
	return tell(told, bits);
}

/* Lists a reservation: its place, or SIZE_MAX when there is no memory. */
static size_t list(
	struct swf_slurm_reservations *r, double start, double end, const uint64_t *nodes)
{
	struct swf_slurm_reservation *reservations =
		swf_array_reserve(r->list, r->listed, &r->list_capacity, sizeof *reservations);
	if (reservations == NULL)
		return SIZE_MAX;
	r->list = reservations;
	struct swf_slurm_reservation *added =
		swf_array_reserve(r->added, r->listed, &r->added_capacity, sizeof *added);
	if (added == NULL)
		return SIZE_MAX;
	r->added = added;
	const size_t first = r->mask_count;
	for (size_t word = 0; word < r->words; word++) {
		if (nodes[word] == 0)
			continue;
		struct swf_slurm_mask *masks = swf_array_reserve(
			r->masks, r->mask_count, &r->mask_capacity, sizeof *masks);
		if (masks == NULL)
			return SIZE_MAX;
		r->masks = masks;
		masks[r->mask_count++] = (struct swf_slurm_mask){nodes[word], word};
		r->told = tell(tell(r->told, word), nodes[word]);
	}
	const struct swf_slurm_reservation one = {start, end, first, r->mask_count};
	added[r->listed] = one;
	size_t place = r->listed++;
	for (; place > 0 && reservations[place - 1].start > start; place--)
		reservations[place] = reservations[place - 1];
	reservations[place] = one;
	return place;
}

/* How many nodes of each partition a reservation has. */
static void count_taken(
	struct swf_slurm_reservations *r, const struct swf_slurm_reservation *reservation)
{
	for (size_t p = 0; p < r->conf->partition_count; p++) {
		const uint64_t *nodes = r->conf->partitions[p].nodes;
		int64_t taken = 0;
		for (size_t i = reservation->mask; i < reservation->mask_behind; i++)
			taken += swf_slurm_node_sets_bits(
				r->masks[i].bits & nodes[r->masks[i].word]);
		r->taken[p] = (int32_t)taken;
	}
}

/* Takes the nodes of a reservation from what is free in a stretch. */
static void take(const struct swf_slurm_reservations *r, struct swf_slurm_stretch *s,
	const struct swf_slurm_reservation *reservation)
{
	uint64_t lacking = 0;
	for (size_t i = reservation->mask; i < reservation->mask_behind; i++) {
		const struct swf_slurm_mask *mask = &r->masks[i];
		lacking |= mask->bits & ~s->free[mask->word];
		s->free[mask->word] &= ~mask->bits;
	}
	if (lacking != 0) {
		count(r, s->free, counts(r, s));
		return;
	}
	for (size_t p = 0; p < r->conf->partition_count; p++)
		counts(r, s)[p] -= r->taken[p];
}

/* A reservation ends with a stretch. */
static void close_with(const struct swf_slurm_reservations *r, struct swf_slurm_stretch *s,
	const struct swf_slurm_reservation *reservation)
{
	if (reservation->mask == reservation->mask_behind)
		return;
	s->closes = true;
	s->word = r->masks[reservation->mask].word;
}

/* Joins the first two neighbours between two places that have the same nodes: those alone, as Slurm
 * does. */
static void join_first(struct swf_slurm_reservations *r, size_t from, size_t to)
{
	for (size_t i = from; i != to && i + 1 < r->count; i++) {
		struct swf_slurm_stretch *s = &r->stretches[i];
		if (!swf_slurm_node_sets_equal(s[0].free, s[1].free, r->words))
			continue;
		s[0].end = s[1].end;
		s[0].closes = s[1].closes;
		s[0].word = s[1].word;
		swf_slab_give_back(&r->sets, s[1].free);
		memmove(s + 1, s + 2, (--r->count - (i + 1)) * sizeof *s);
		return;
	}
}

int swf_slurm_reservations_add(
	struct swf_slurm_reservations *r, double start, double end, const uint64_t *nodes)
{
	size_t before = 0, at = 0;
	r->told = tell_time(tell_time(r->told, start), end);
	if (start < r->stretches[0].begin)
		start = r->stretches[0].begin;
	if (end < start + r->least)
		end = start + r->least;
	for (; at < r->count && r->stretches[at].end < start; at++)
		before = at;
	if (at == r->count)
		return 0;
	if (r->stretches[at].end > start && divide(r, at, start) != 0)
		return -1;
	size_t after = SIZE_MAX;
	/* a start at the end of the window reserves nothing */
	const size_t place = at + 1 < r->count ? list(r, start, end, nodes) : 0;
	if (place == SIZE_MAX)
		return -1;
	if (at + 1 < r->count)
		count_taken(r, &r->list[place]);
	for (size_t i = at + 1; i < r->count; i++) {
		if (end < r->stretches[i].end && divide(r, i, end) != 0)
			return -1;
		take(r, &r->stretches[i], &r->list[place]);
		if (r->stretches[i].end == end) {
			close_with(r, &r->stretches[i], &r->list[place]);
			after = i + 1 < r->count ? i + 1 : SIZE_MAX;
			break;
		}
	}
	join_first(r, before, after);
	return 0;
}

/* The first stretch that ends later than a time, or their count. */
static size_t first_after(const struct swf_slurm_reservations *r, double time)
{
	struct swf_bisection b = {.high = r->count};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, r->stretches[b.middle].end <= time);
	return b.low;
}

/* The first reservation that starts later than a time, or their count. */
static size_t first_started_after(const struct swf_slurm_reservations *r, double time)
{
	struct swf_bisection b = {.high = r->listed};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, r->list[b.middle].start <= time);
	return b.low;
}

/* Whether a reservation has some of these nodes. */
static bool has_any(const struct swf_slurm_reservations *r,
	const struct swf_slurm_reservation *reservation, const uint64_t *nodes)
{
	for (size_t i = reservation->mask; i < reservation->mask_behind; i++)
		if ((nodes[r->masks[i].word] & r->masks[i].bits) != 0)
			return true;
	return false;
}

bool swf_slurm_reservations_overlap(
	const struct swf_slurm_reservations *r, double start, double end, const uint64_t *nodes)
{
	const size_t at = first_after(r, start);
	if (at == r->count || r->stretches[at].begin >= end)
		return false;
	const struct swf_slurm_stretch *s = &r->stretches[at];
	if (!swf_slurm_node_sets_within(nodes, s->free, r->words))
		return true;
	for (size_t i = first_started_after(r, s->begin); i < r->listed && r->list[i].start < end;
		i++)
		if (has_any(r, &r->list[i], nodes))
			return true;
	return false;
}

double swf_slurm_reservations_room(const struct swf_slurm_reservations *r, double start,
	double length, size_t partition, int64_t nodes)
{
	for (size_t i = first_after(r, start);
		i < r->count && r->stretches[i].begin <= start + length; i++) {
		const struct swf_slurm_stretch *s = &r->stretches[i];
		if (s->end > start && counts(r, s)[partition] < nodes)
			start = i + 1 < r->count ? s->end : (double)INFINITY;
	}
	return start;
}

/* Whether some of these nodes are reserved in a stretch and free in the next. Mostly those of the
 * reservation that ends there are. */
static bool opens(const struct swf_slurm_reservations *r, const struct swf_slurm_stretch *s,
	const uint64_t *allowed)
{
	if (!s->closes)
		return false;
	if ((allowed[s->word] & s[1].free[s->word] & ~s[0].free[s->word]) != 0)
		return true;
	for (size_t i = 0; i < r->words; i++)
		if ((allowed[i] & s[1].free[i] & ~s[0].free[i]) != 0)
			return true;
	return false;
}

/* The first time behind the beginning of a stretch at which nodes become free. Slurm looks at one
 * stretch beyond the end. */
static double opening_after(
	const struct swf_slurm_reservations *r, size_t first, double end, const uint64_t *allowed)
{
	for (size_t i = first; i + 1 < r->count; i++) {
		if (opens(r, &r->stretches[i], allowed))
			return r->stretches[i].end;
		if (r->stretches[i].begin > end)
			break;
	}
	return INFINITY;
}

double swf_slurm_reservations_opening(
	const struct swf_slurm_reservations *r, double start, double end, const uint64_t *allowed)
{
	return opening_after(r, first_after(r, start), end, allowed);
}

double swf_slurm_reservations_free(const struct swf_slurm_reservations *r, double start, double end,
	const uint64_t *allowed, uint64_t *nodes)
{
	const size_t first = first_after(r, start);
	if (first == r->count) {
		swf_slurm_node_sets_copy(nodes, allowed, r->words);
		return INFINITY;
	}
	/* the first stretch lacks the nodes of all that started by its beginning */
	swf_slurm_node_sets_both(nodes, allowed, r->stretches[first].free, r->words);
	for (size_t i = first_started_after(r, r->stretches[first].begin);
		i < r->listed && r->list[i].start <= end; i++) {
		const struct swf_slurm_mask *mask = r->masks + r->list[i].mask;
		const struct swf_slurm_mask *const behind = r->masks + r->list[i].mask_behind;
		for (; mask < behind; mask++)
			nodes[mask->word] &= ~mask->bits;
	}
	return opening_after(r, first, end, allowed);
}

double swf_slurm_reservations_same_before(
	const struct swf_slurm_reservations *r, double end, double later, const uint64_t *nodes)
{
	if (later < INFINITY && !swf_slurm_node_sets_reach(nodes, r->words, 1))
		return INFINITY;
	if (later == INFINITY) {
		/* beyond the stretch that begins at the end, which was looked at */
		const size_t next = first_after(r, end) + 1;
		return next < r->count ? r->stretches[next].begin : (double)INFINITY;
	}
	for (size_t i = first_started_after(r, end); i < r->listed; i++)
		if (has_any(r, &r->list[i], nodes))
			return r->list[i].start;
	return INFINITY;
}

bool swf_slurm_reservations_leave(
	const struct swf_slurm_reservations *r, size_t masks, double end, const uint64_t *nodes)
{
	for (size_t i = 0; i < r->listed && r->list[i].start <= end; i++)
		if (r->list[i].mask >= masks && has_any(r, &r->list[i], nodes))
			return false;
	return true;
}
