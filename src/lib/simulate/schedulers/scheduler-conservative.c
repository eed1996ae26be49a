/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Conservative backfilling: every job has a reservation, the earliest that fits among the running
 * jobs and the other reservations, and starts when its time comes. When a job ends, the
 * reservations are made again one by one in the order of arrival, each among all the others, so
 * that none gets later. (Mu'alem and Feitelson 2001.)
 *
 * Most of them cannot become earlier, and it is known of which. A job can move to an earlier time
 * in two ways. Either enough processors are free just before its reservation, which then begins
 * earlier and overlaps the old one: a look at one place of the timetable tells. Or there is room
 * for the whole job before its reservation begins; that does not depend on the reservation itself,
 * but on the size and predicted run time alone. Jobs in which these are the same are a class, and
 * each class keeps a time by which no room for it ends: a bound that a search makes exact, and from
 * which the next search goes on. It stays true when processors are taken. When they are given back,
 * new room is where they made the difference between too few and enough, and nowhere begins before
 * the stretch around there in which enough are free; so the bound is lowered to what begins with
 * that stretch, if that is long enough. Whole rooms come before the overlapping ones, since those
 * end later than the reservation begins.
 *
 * When a job runs longer than predicted, reservations may have become impossible. Then processors
 * are short at some time, and those that are reserved at such a time, or too late, are made again
 * at any time; what was said above holds for all the others.
 */
#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "simulate/schedulers/job-classes.h"
#include "simulate/schedulers/schedulers.h"
#include "swfcore/queueing.h"

struct waiting {
	double start; /* s, its reservation */
	struct swf_timetable_stretch reserved;
	struct swf_task *task;
	uint32_t class;
};

struct conservative {
	struct swf_machine *machine;
	struct swf_timetable table;
	struct waiting *queue; /* in the order of arrival */
	size_t waiting, queue_capacity;
	size_t reserved; /* of the queue have a reservation; those behind are new */
	struct swf_job_classes classes;
	double next;  /* s, the first reservation from now on */
	bool overdue; /* some are for now or earlier, but what runs is in their way */
	/* s, up to here jobs run longer than predicted, where others may have reservations */
	double overlap_end;
};

static double earlier(double a, double b)
{
	return a < b ? a : b;
}

static double later(double a, double b)
{
	return a > b ? a : b;
}

static void free_state(void *state)
{
	struct conservative *c = state;
	swf_timetable_clear(&c->table);
	free(c->queue);
	swf_job_classes_clear(&c->classes);
	free(c);
}

static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	(void)options;
	struct conservative *c = calloc(1, sizeof *c);
	if (c == NULL)
		return NULL;
	c->machine = machine;
	c->next = INFINITY;
	c->classes.unused = SIZE_MAX;
	c->overlap_end = -INFINITY;
	if (swf_timetable_init(&c->table, machine->free_procs) != 0) {
		free_state(c);
		return NULL;
	}
	return c;
}

static int arrive(void *state, struct swf_task *task)
{
	struct conservative *c = state;
	struct waiting *queue =
		swf_array_reserve(c->queue, c->waiting, &c->queue_capacity, sizeof *queue);
	if (queue == NULL)
		return -1;
	c->queue = queue;
	queue[c->waiting++] = (struct waiting){.task = task};
	return 0;
}

/* Reserves the earliest time that there is. */
static int reserve_earliest(struct conservative *c, struct waiting *w)
{
	struct swf_job_class *class = &c->classes.classes[w->class];
	struct swf_timetable_place place;
	(void)swf_job_classes_fit(class, &c->table, INFINITY, &place);
	w->start = place.start;
	if (swf_timetable_take(&c->table, &place, class->duration, class->size, 1) != 0)
		return -1;
	w->reserved = place.stretch;
	return 0;
}

/* Looks for an earlier place for a job. */
static bool find_earlier(
	struct conservative *c, const struct waiting *w, struct swf_timetable_place *place)
{
	struct swf_job_class *class = &c->classes.classes[w->class];
	if (class->full <= w->start && swf_job_classes_fit(class, &c->table, w->start, place))
		return true;
	swf_timetable_fit_before(&c->table, class->size, w->reserved.begin, place);
	return place->start < w->start;
}

/* Moves the reservation of the i-th in the queue, and of those behind it that are like it, to an
 * earlier time, where there is one. */
static int advance_reservations(struct conservative *c, size_t i)
{
	struct waiting *queue = c->queue;
	const struct waiting w = queue[i];
	const struct swf_job_class *class = &c->classes.classes[w.class];
	struct swf_timetable_place place;
	if (!find_earlier(c, &w, &place))
		return 0;
	size_t k = i;
	int32_t procs = 0;
	while (k < c->reserved && queue[k].class == w.class && queue[k].start == w.start &&
		procs <= place.least - class->size) {
		procs += class->size;
		k++;
	}
	const uint32_t uses = (uint32_t)(k - i);
	struct swf_timetable_stretch given;
	if (swf_timetable_move(
		    &c->table, w.reserved, &place, class->duration, procs, uses, &given) != 0)
		return -1;
	while (k-- > i) {
		queue[k].start = place.start;
		queue[k].reserved = place.stretch;
	}
	swf_job_classes_open(&c->classes, &c->table, given, procs);
	swf_timetable_release(&c->table, w.reserved, uses);
	c->next = earlier(c->next, place.start);
	return 0;
}

static int give_back_procs(struct conservative *c, double begin, double end, int32_t procs)
{
	struct swf_timetable_stretch given;
	if (swf_timetable_between(&c->table, begin, end, &given) != 0)
		return -1;
	swf_timetable_add(&c->table, given, procs);
	swf_job_classes_open(&c->classes, &c->table, given, procs);
	swf_timetable_release(&c->table, given, 1);
	return 0;
}

static int take_procs(struct conservative *c, double begin, double end, int32_t procs)
{
	struct swf_timetable_stretch taken;
	if (swf_timetable_between(&c->table, begin, end, &taken) != 0)
		return -1;
	swf_timetable_add(&c->table, taken, -procs);
	swf_timetable_release(&c->table, taken, 1);
	return 0;
}

/* Makes the reservation again, at any time. */
static int renew_reservation(struct conservative *c, struct waiting *w)
{
	const struct swf_job_class *class = &c->classes.classes[w->class];
	if (give_back_procs(c, w->start, w->start + class->duration, class->size) != 0)
		return -1;
	swf_timetable_release(&c->table, w->reserved, 1);
	if (reserve_earliest(c, w) != 0)
		return -1;
	c->next = earlier(c->next, w->start);
	return 0;
}

/* Whether a reservation, with others, needs more processors than there are, or is overdue. */
static bool is_broken(const struct conservative *c, const struct waiting *w)
{
	if (w->task->predicted == 0)
		return false; /* it holds nothing */
	if (w->start < c->machine->now)
		return true;
	const struct swf_timetable_moment *m = c->table.moments;
	for (uint32_t i = w->reserved.begin; i != w->reserved.end && m[i].time < c->overlap_end;
		i = m[i].after)
		if (m[i].free < 0)
			return true;
	return false;
}

/* Whether an earlier place may be there for a job; if not, there is none. */
static bool may_advance(const struct conservative *c, const struct waiting *w)
{
	const struct swf_job_class *class = &c->classes.classes[w->class];
	const struct swf_timetable_moment *m = c->table.moments;
	return w->start > c->machine->now &&
		(class->full <= w->start || m[m[w->reserved.begin].before].free >= class->size);
}

/* Makes all reservations again, in the order of arrival. */
static int make_again(struct conservative *c)
{
	const bool overlap = c->overlap_end > -INFINITY;
	for (size_t i = 0; i < c->reserved; i++) {
		struct waiting *w = &c->queue[i];
		int made = 0;
		if (overlap && is_broken(c, w))
			made = renew_reservation(c, w);
		else if (may_advance(c, w))
			made = advance_reservations(c, i);
		if (made != 0)
			return -1;
	}
	c->overlap_end = -INFINITY;
	return 0;
}

/* Takes processors for a running job where others may have reservations. */
static int take_from_others(struct conservative *c, double begin, double end, int32_t procs)
{
	c->overlap_end = later(c->overlap_end, end);
	return take_procs(c, begin, end, procs);
}

static int end_changed(void *state, const struct swf_task *task, double before, double after)
{
	struct conservative *c = state;
	swf_timetable_advance(&c->table, c->machine->now);
	if (after > before)
		return take_from_others(c, before, after, task->size);
	return give_back_procs(c, after, before, task->size) != 0 ? -1 : make_again(c);
}

/* Starts what has a reservation for now, else keeps it in the queue. */
static int start_or_keep(struct conservative *c, const struct waiting *w, size_t *kept)
{
	const double now = c->machine->now, duration = w->task->predicted;
	if (w->start <= now && w->task->size <= c->machine->free_procs) {
		swf_job_classes_leave(&c->classes, &c->table, w->class);
		swf_timetable_release(&c->table, w->reserved, 1);
		/* one that is overdue runs on when its reservation has ended */
		if (w->start < now &&
			take_from_others(c, later(w->start + duration, now), now + duration,
				w->task->size) != 0)
			return -1;
		return swf_machine_start(c->machine, w->task);
	}
	if (w->start <= now)
		c->overdue = true;
	else
		c->next = earlier(c->next, w->start);
	c->queue[(*kept)++] = *w;
	return 0;
}

static int start_due(struct conservative *c, size_t *kept)
{
	c->next = INFINITY;
	c->overdue = false;
	*kept = 0;
	for (size_t i = 0; i < c->reserved; i++)
		if (start_or_keep(c, &c->queue[i], kept) != 0)
			return -1;
	return 0;
}

static int pass(void *state)
{
	struct conservative *c = state;
	size_t kept = c->reserved;
	swf_timetable_advance(&c->table, c->machine->now);
	for (size_t i = c->reserved; i < c->waiting; i++) {
		struct waiting *w = &c->queue[i];
		const size_t class = swf_job_classes_join(
			&c->classes, &c->table, w->task->size, w->task->predicted);
		w->class = (uint32_t) class;
		if (class == SIZE_MAX || reserve_earliest(c, w) != 0)
			return -1;
	}
	if ((c->overdue || c->next <= c->machine->now) && start_due(c, &kept) != 0)
		return -1;
	for (size_t i = c->reserved; i < c->waiting; i++)
		if (start_or_keep(c, &c->queue[i], &kept) != 0)
			return -1;
	c->waiting = c->reserved = kept;
	return 0;
}

static double next_pass(const void *state)
{
	const struct conservative *c = state;
	return c->next;
}

const struct swf_scheduler swf_scheduler_conservative = {
	.name = "conservative",
	.summary =
		"backfilling that delays no job beyond the reservation that it gets at its submit",
	.passes_at_arrivals = true,
	.new_state = new_state,
	.free_state = free_state,
	.end_changed = end_changed,
	.arrive = arrive,
	.pass = pass,
	.next_pass = next_pass,
};
